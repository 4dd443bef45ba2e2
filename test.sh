#!/usr/bin/env bash
# Installs what is missing, builds, runs all tests. Arguments go to ctest: ./test.sh -R Roc
set -euo pipefail
cd "$(dirname "$0")"
tools/install.sh build test
tools/build.sh release
exec ctest --test-dir build/release --output-on-failure -j "$(nproc)" "$@"
