# Finds what c10d needs from C++: Gloo's headers (the library is part of LibTorch), and LibTorch's own for c10d.
find_path(Gloo_INCLUDE_DIR gloo/rendezvous/store.h)
find_path(Gloo_C10D_DIR torch/csrc/distributed/c10d/ProcessGroupGloo.hpp HINTS ${TORCH_INCLUDE_DIRS})
mark_as_advanced(Gloo_INCLUDE_DIR Gloo_C10D_DIR)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Gloo REQUIRED_VARS Gloo_INCLUDE_DIR Gloo_C10D_DIR)

if(Gloo_FOUND AND NOT TARGET Gloo::headers)
  add_library(Gloo::headers INTERFACE IMPORTED)
  target_include_directories(Gloo::headers SYSTEM INTERFACE ${Gloo_INCLUDE_DIR})
  if(NOT EXISTS ${Gloo_C10D_DIR}/torch/csrc/distributed/autograd/context/context.h)
    target_include_directories(Gloo::headers SYSTEM INTERFACE ${PROJECT_SOURCE_DIR}/cmake/c10d)
  endif()
endif()
