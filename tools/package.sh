#!/usr/bin/env bash
# Makes the Debian packages for the Debian that it runs on, in build/packages: tools/package.sh
set -euo pipefail
cd "$(dirname "$0")/.."
tools/install.sh build package
tools/build.sh release pauc_manual pauc_python_package  # the command and the libraries with them, but no tests
mkdir -p build/packages
cd build/packages
rm -f -- *"~deb$(. /etc/os-release && echo "${VERSION_ID:-}")"_*.deb
cpack --config ../release/CPackConfig.cmake
