#!/usr/bin/env bash
# Runs the checks that ./test.sh leaves out, all of them before a release: tools/check.sh [CHECK...]
# The checks: api packages cppcheck clang tidy without debug asan tsan valgrind coverage fuzz debian13 packages-install;
# and format, layers, columns and pointers, which ./test.sh has too. FUZZ_SECONDS (60) or FUZZ_RUNS limits each fuzzer.
# At the end, also after a failure, it says what ran and how long it took.
set -euo pipefail
cd "$(dirname "$0")/.."
tools/install.sh build test check
jobs=$(nproc)

sources() { git ls-files '*.h' '*.cpp'; }

check_format() { tools/check_format.sh; }
check_layers() { tools/check_layers.py; }
check_columns() { tools/check_columns.py; }
check_pointers() { tools/check_pointers.py; }
check_api() { tools/api_docs.sh; }
check_packages() {
  tools/build.sh release
  tools/check_packages.py build/release
}
check_cppcheck() {
  cppcheck -q -j "$jobs" --std=c++17 --language=c++ -I src --enable=warning,performance,portability \
    --suppressions-list=tools/cppcheck.txt --error-exitcode=1 src cli
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
# Without optimisation that hides mistakes, with the assertions of the standard library.
check_debug() {
  tools/build.sh dev
  ctest --preset dev -j "$jobs" | tail -n 3
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
# The kernels' baseline code, in the tests that are quick enough under valgrind.
check_valgrind() {
  tools/build.sh release
  valgrind --quiet --error-exitcode=1 build/release/test_kernel --gtest_brief=1 \
    --gtest_filter='LossAt*:QuickExp*:TopShares*:RankAboveLoss*:DescendingScores*:CrossEntropy*:Sigmoid.*'
}
# Lines and branches that no test reaches. The report stays outside the repository.
check_coverage() {
  tools/build.sh coverage
  ctest --preset coverage -j "$jobs" | tail -n 3
  report=${TMPDIR:-/tmp}/pauc-coverage
  mkdir -p "$report"
  gcovr --root . --filter 'src/|cli/' --object-directory build/coverage --html-details "$report/index.html" \
    --print-summary -o "$report/coverage.txt"
  echo "The report: $report/index.html"
}

# Feeds bytes to each parser, from the seeds in fuzz/corpus.
check_fuzz() {
  tools/build.sh fuzz
  limit=-max_total_time=${FUZZ_SECONDS:-60}
  [ -z "${FUZZ_RUNS:-}" ] || limit=-runs=$FUZZ_RUNS
  for fuzzer in build/fuzz/fuzz_*; do
    found=$(mktemp -d)
    seeds=fuzz/corpus/${fuzzer##*/fuzz_}
    echo "${fuzzer##*/}:"
    "$fuzzer" "$limit" -rss_limit_mb=512 -timeout=10 -artifact_prefix="$found/" -print_final_stats=1 -verbosity=0 \
      "$found" $([ ! -d "$seeds" ] || echo "$seeds") 2>&1 |
      grep -E 'ERROR|SUMMARY|Test unit written to|number_of_executed_units'
  done
}

check_debian13() { tools/debian13.sh; }
check_packages-install() { tools/packages_install.sh; }

[ $# -gt 0 ] || set -- format layers columns pointers api packages cppcheck clang tidy without debug asan tsan \
  valgrind coverage fuzz debian13 packages-install
passed=()
running=
report() {
  code=$?
  [ ${#passed[@]} -eq 0 ] || printf 'Passed: %s.\n' "$(printf '%s; ' "${passed[@]}" | sed 's/; $//')"
  [ -z "$running" ] || echo "Failed: $running $((SECONDS - begin)) s."
  [ "$code" -ne 0 ] || echo 'All checks passed.'
}
trap report EXIT
for check in "$@"; do
  echo "== $check"
  running=$check
  begin=$SECONDS
  "check_$check"
  running=
  passed+=("$check $((SECONDS - begin)) s")
done
