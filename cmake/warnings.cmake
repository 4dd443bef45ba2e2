# Flags for our own targets only: headers of other people come in as SYSTEM.
add_library(pauc_warnings INTERFACE)
target_compile_options(pauc_warnings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Werror)
