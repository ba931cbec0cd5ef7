# A CUDA extension is prepared, as the setup.py of flash-attn does, with the toolkit of this torch.
cat > prepare.py <<'END'
import subprocess

import torch
from torch.utils.cpp_extension import CUDA_HOME, CUDAExtension

extension = CUDAExtension("kernel", ["kernel.cu"])
shown = subprocess.run([f"{CUDA_HOME}/bin/nvcc", "--version"], capture_output=True, text=True, check=True).stdout
release = next(line for line in shown.splitlines() if "release" in line)
print(f"torch is built with CUDA {torch.version.cuda}; compiles with {release}")
END

hide_toolkits() {  # of this machine, for what runs below: /usr/local without its cuda folders, and no nvcc on the PATH
    mkdir local && mount --rbind /usr/local local && mount -t tmpfs tmpfs /usr/local
    for item in local/*; do
        case $item in local/cuda*) ;; *) ln -s "$PWD/$item" "/usr/local/${item#local/}" ;; esac
    done
    PATH=$(tr : '\n' <<< "$PATH" | while read -r folder; do [ -e "$folder/nvcc" ] || echo "$folder"; done | paste -sd :)
}
export -f hide_toolkits

toolkit=$(find "$PWD/toolkit" -path "*/bin/nvcc")  # NVIDIA's package nvidia-cuda-nvcc, of the same CUDA as torch
export CUDA_HOME=${toolkit%/bin/nvcc}
unshare --user --map-root-user --mount bash -c 'hide_toolkits && exec "$PYTHON" prepare.py'
