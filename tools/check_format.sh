#!/usr/bin/env bash
# Whether all C++ files are laid out as .clang-format says. By clang-format 14 only: other versions break lines in other
# places. Exit code 77 where there is none.
set -euo pipefail
cd "$(dirname "$0")/.."
if ! clang-format --version 2>/dev/null | grep -q 'version 14\.'; then
  echo "check_format: expected clang-format 14, got $(clang-format --version 2>/dev/null || echo none)" >&2
  exit 77
fi
find benchmarks cli examples fuzz python src tests -name '*.h' -print0 -o -name '*.cpp' -print0 |
  xargs -0 -P "$(nproc)" -n 50 clang-format --dry-run -Werror
