# Flags for our own targets only: headers of other people come in as SYSTEM.
add_library(pauc_warnings INTERFACE)
target_compile_options(pauc_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion $<$<BOOL:${PAUC_WERROR}>:-Werror>)

# Under the address sanitiser, g++ 12 takes operations of std::string for overlapping copies: a false alarm of the kind
# of GCC bug 105329.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13
   AND CMAKE_CXX_FLAGS MATCHES "-fsanitize=address")
  target_compile_options(pauc_warnings INTERFACE -Wno-restrict)
endif()

# Where torch::autograd::Function::apply of LibTorch 2.6 is inlined into our code, g++ 14 takes its
# std::vector<bool>::reserve for a write beyond the end.
if(PAUC_TORCH AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 14)
  target_compile_options(pauc_warnings INTERFACE -Wno-array-bounds -Wno-stringop-overflow)
endif()
