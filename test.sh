#!/usr/bin/env bash
# Installs what is missing, builds, runs all tests. Arguments go to ctest: ./test.sh -R Roc
set -euo pipefail
cd "$(dirname "$0")"
tools/install.sh build test
tools/install.sh browser || {
  echo "test.sh: CHROMIUM CANNOT BE INSTALLED, see above:" \
    "the tests that open pages in a browser will be SKIPPED" >&2
}
tools/build.sh release
exec ctest --test-dir build/release --output-on-failure -j "$(nproc)" "$@"
