#!/usr/bin/env bash
# Configures and builds a preset: tools/build.sh release [targets]
# Shows how far the build is: on a terminal in one line, elsewhere in a line every half minute. The compiler's output
# goes to build/PRESET.log, which is printed when the build fails. PAUC_WERROR=ON makes warnings errors in any preset.
set -euo pipefail
cd "$(dirname "$0")/.."
preset=$1
shift
log=build/$preset.log
mkdir -p build

build() {
  cmake --preset "$preset" ${PAUC_WERROR:+"-DPAUC_WERROR=$PAUC_WERROR"} &&
    NINJA_STATUS='[%f/%t] ' cmake --build --preset "$preset" -j "$(nproc)" ${1:+--target "$@"}
}

# "Building build/release: 123 of 487 steps, 1.5 min", from ninja's last "[123/487] Building CXX object ...".
status() {
  local step
  step=$(sed -nE 's|^\[([0-9]+)/([0-9]+)\].*|: \1 of \2 steps|p' "$log" | tail -n 1)
  printf 'Building build/%s%s, %d.%d min' "$preset" "${step:-: configuring}" $((SECONDS / 60)) $((SECONDS % 60 / 6))
}

# The output of sleep is closed so that it keeps no pipe open when it outlives the build by a second.
show_progress() {
  local next=30
  while sleep 1 >/dev/null 2>&1; do
    if [ -t 2 ]; then
      printf '\r%s\033[K' "$(status)" >&2
    elif [ "$SECONDS" -ge "$next" ]; then
      echo "$(status)" >&2
      next=$((SECONDS + 30))
    fi
  done
}
hide_progress() {
  kill "$watcher" 2>/dev/null || true
  wait "$watcher" 2>/dev/null || true
  if [ -t 2 ]; then printf '\r\033[K' >&2; fi
}

echo "Building build/$preset" >&2
: >"$log"
SECONDS=0
show_progress &
watcher=$!
trap hide_progress EXIT
if ! build "$@" >"$log" 2>&1; then
  hide_progress
  cat "$log" >&2
  exit 1
fi
