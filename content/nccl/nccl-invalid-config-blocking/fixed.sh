# Both NCCL packages are removed, because they own the same libnccl.so.2, and torch 2.1's is installed again.
set -e
pip() { "$PYTHON" -m pip --python env --quiet "$@"; }
"$PYTHON" -m venv --without-pip env
pip install --no-deps --no-index --find-links wheels nvidia-nccl-cu12==2.18.1
pip install --no-deps --no-index --find-links wheels nvidia-nccl-cu11==2.14.3
pip uninstall -y nvidia-nccl-cu11 nvidia-nccl-cu12
pip install --no-deps --no-index --find-links wheels nvidia-nccl-cu12==2.18.1

cat > first_collective.py <<'END'
import ctypes
import glob
import sys

UNDEFINED, INVALID_ARGUMENT = -(2**31), 4  # NCCL_CONFIG_UNDEF_INT, ncclInvalidArgument


class Config(ctypes.Structure):  # ncclConfig_t in nccl.h of 2.18.1, with which torch 2.1 was built
    _fields_ = [("size", ctypes.c_size_t), ("magic", ctypes.c_uint), ("version", ctypes.c_uint)]
    _fields_ += [(name, ctypes.c_int) for name in ("blocking", "cgaClusterSize", "minCTAs", "maxCTAs")]
    _fields_ += [("netName", ctypes.c_char_p), ("splitShare", ctypes.c_int)]


class UniqueId(ctypes.Structure):
    _fields_ = [("internal", ctypes.c_char * 128)]


nccl = ctypes.CDLL(glob.glob("env/lib/python*/site-packages/nvidia/nccl/lib/libnccl.so.2")[0])
version, communicator, unique_id = ctypes.c_int(), ctypes.c_void_p(), UniqueId()
nccl.ncclGetVersion(ctypes.byref(version))
print("MEASURED version of the loaded NCCL =", version.value, flush=True)

config = Config(ctypes.sizeof(Config), 0xCAFEBEEF, 21801, *[UNDEFINED] * 4, None, UNDEFINED)
nccl.ncclGetUniqueId(ctypes.byref(unique_id))
result = nccl.ncclCommInitRankConfig(ctypes.byref(communicator), 1, unique_id, 0, ctypes.byref(config))
for texts in (nccl.ncclGetErrorString, nccl.ncclGetLastError):
    texts.restype = ctypes.c_char_p
print("ncclCommInitRankConfig:", nccl.ncclGetErrorString(result).decode())
print("ncclGetLastError:", nccl.ncclGetLastError(None).decode())
sys.exit(result == INVALID_ARGUMENT)
END
env/bin/python first_collective.py
