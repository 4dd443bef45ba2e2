#!/usr/bin/env bash
# Configures and builds a preset quietly: tools/build.sh release [targets]. The log is shown when something fails.
set -euo pipefail
cd "$(dirname "$0")/.."
preset=$1
shift
log=build/$preset.log
mkdir -p build
echo "Building build/$preset" >&2
if ! { cmake --preset "$preset" && cmake --build --preset "$preset" -j "$(nproc)" ${1:+--target "$@"}; } >"$log" 2>&1; then
  cat "$log" >&2
  exit 1
fi
