# An extension is compiled with another C++ ABI than torch's, as a wheel with the wrong cxx11abi in its name is.
set -e
torch=$("$PYTHON" -c "import torch; print(torch.__path__[0])")
python_include=$("$PYTHON" -c "import sysconfig; print(sysconfig.get_path('include'))")
abi=$("$PYTHON" -c "import torch; print(int(not torch._C._GLIBCXX_USE_CXX11_ABI))")
g++ -std=c++20 -shared -fPIC "-D_GLIBCXX_USE_CXX11_ABI=$abi" "-I$torch/include" "-I$python_include" \
    extension.cpp -o extension.so "-L$torch/lib" -lc10
"$PYTHON" -c "import torch, extension; print('imported', extension.__name__)"
