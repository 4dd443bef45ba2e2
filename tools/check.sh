#!/usr/bin/env bash
# The checks beside ./test.sh: tools/check.sh [format layers packages clang tidy asan tsan fuzz] (all of them by default)
set -euo pipefail
cd "$(dirname "$0")/.."
tools/install.sh build test check
jobs=$(nproc)

sources() { git ls-files '*.h' '*.cpp'; }

check_format() { sources | xargs clang-format --dry-run -Werror; }
check_layers() { tools/check_layers.py; }
check_packages() {
  tools/build.sh release
  tools/check_packages.py build/release
}
check_clang() {
  tools/build.sh clang
  ctest --preset clang -j "$jobs" | tail -n 3
}
# Reads the commands of the clang build, so that it sees its precompiled headers.
check_tidy() {
  tools/build.sh clang
  sources | grep '\.cpp$' | grep -v '^examples/' | xargs -P "$jobs" -n 4 clang-tidy -p build/clang --quiet 2>/dev/null
}
check_asan() {
  tools/build.sh asan
  ctest --preset asan -j "$jobs" | tail -n 3
}
check_tsan() {
  tools/build.sh tsan
  # What starts threads, less the simulations, which run the same code for many minutes; the rest is in asan.
  ctest --preset tsan -j "$jobs" -R 'Parallel|Sort|Bootstrap|Evaluate|PartialAuc|Threads' -E 'Cover|Rejects' | tail -n 3
}

# A minute of random bytes for each parser.
check_fuzz() {
  tools/build.sh fuzz
  for fuzzer in build/fuzz/fuzz_*; do
    "$fuzzer" -max_total_time=60 -print_final_stats=1 -verbosity=0 2>&1 | grep -E 'ERROR|number_of_executed_units'
  done
}

for name in "${@:-format layers packages clang tidy asan tsan fuzz}"; do
  for check in $name; do
    echo "== $check"
    "check_$check"
  done
done
echo "All checks passed"
