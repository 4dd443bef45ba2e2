#!/usr/bin/env bash
# Measures pauc beside its peers in one run:
#   benchmarks/run.sh metrics|objectives|data|train|models|effort|python [--quick] [--json]
set -euo pipefail
cd "$(dirname "$0")/.."
tools/install.sh build test bench
tools/build.sh release >&2
exec /usr/bin/python3 benchmarks/compare.py "$@"
