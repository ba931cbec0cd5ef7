// A compiled extension as small as can be: it calls one function of torch that takes a std::string.
#include <Python.h>
#include <c10/util/Exception.h>

static PyModuleDef module = {PyModuleDef_HEAD_INIT, "extension", nullptr, -1, nullptr};

PyMODINIT_FUNC PyInit_extension() {
  if (std::getenv("EXTENSION_FAILS")) {
    throw c10::Error({__func__, __FILE__, __LINE__}, std::string("asked for"));
  }
  return PyModule_Create(&module);
}
