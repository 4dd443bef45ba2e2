#!/usr/bin/env bash
# Runs the checks that ./test.sh leaves out, all of them before a release: tools/check.sh [CHECK...]
# The checks: format layers columns pointers api packages clang tidy without asan tsan fuzz debian13 packages-install
set -euo pipefail
cd "$(dirname "$0")/.."
tools/install.sh build test check
jobs=$(nproc)

sources() { git ls-files '*.h' '*.cpp'; }

check_format() { sources | xargs clang-format --dry-run -Werror; }
check_layers() { tools/check_layers.py; }
check_columns() { tools/check_columns.py; }
check_pointers() { tools/check_pointers.py; }
check_api() { tools/api_docs.sh; }
check_packages() {
  tools/build.sh release
  tools/check_packages.py build/release
}
check_clang() {
  tools/build.sh clang
  ctest --preset clang -j "$jobs" | tail -n 3
}
# With the compile commands of the clang build, whose precompiled headers clang-tidy can read.
check_tidy() {
  tools/build.sh clang
  sources | grep '\.cpp$' | grep -v '^examples/' | xargs -P "$jobs" -n 4 clang-tidy -p build/clang --quiet 2>/dev/null
}
# Without everything that is optional, apart from LibTorch. The examples of the documentation need all of it.
check_without() {
  tools/build.sh without
  ctest --preset without -j "$jobs" -E '^documentation|browser' | tail -n 3
}
check_asan() {
  tools/build.sh asan
  ctest --preset asan -j "$jobs" | tail -n 3
}
check_tsan() {
  tools/build.sh tsan
  # The tests that start threads, without the simulations, which run the same code for many minutes.
  ctest --preset tsan -j "$jobs" -R 'Parallel|Sort|Bootstrap|Evaluate|PartialAuc|Threads' -E 'Cover|Rejects' | tail -n 3
}

# Feeds random bytes to each parser for a minute.
check_fuzz() {
  tools/build.sh fuzz
  for fuzzer in build/fuzz/fuzz_*; do
    "$fuzzer" -max_total_time=60 -print_final_stats=1 -verbosity=0 2>&1 | grep -E 'ERROR|number_of_executed_units'
  done
}

check_debian13() { tools/debian13.sh; }
check_packages-install() { tools/packages_install.sh; }

[ $# -gt 0 ] || set -- format layers columns pointers api packages clang tidy without asan tsan fuzz debian13 \
  packages-install
for check in "$@"; do
  echo "== $check"
  "check_$check"
done
echo "All checks passed"
