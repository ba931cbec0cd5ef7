# NCCL of torch 2.6 is installed, then an older framework's package writes its own NCCL over the same file.
set -e
pip() { "$PYTHON" -m pip --python env --quiet "$@"; }
"$PYTHON" -m venv --without-pip env
pip install --no-deps --no-index --find-links wheels nvidia-nccl-cu12==2.21.5
nccl=$(echo "$PWD"/env/lib/python*/site-packages/nvidia/nccl/lib)

# A library that calls NCCL 2.19's function and finds NCCL as torch's own does: by an RPATH into site-packages.
echo 'int ncclCommRegister(void); int registered(void) { return ncclCommRegister(); }' > library.c
cc -shared -fPIC library.c -o libtorch_cuda.so "$nccl/libnccl.so.2" -Wl,--disable-new-dtags,-rpath,"$nccl"

pip install --no-deps --no-index --find-links wheels nvidia-nccl-cu11==2.14.3
env/bin/python -c 'import ctypes, os; print(ctypes.CDLL("./libtorch_cuda.so", os.RTLD_NOW))'
