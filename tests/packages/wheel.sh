#!/usr/bin/env bash
# Installs the Python package with pip into a virtual environment, from what build/release has already. Debian 13 has
# scikit-build-core; runs as root in a Debian 13 that tools/packages_install.sh makes.
set -euo pipefail
cd "$(dirname "$0")/../.."
export DEBIAN_FRONTEND=noninteractive
packages=(python3-scikit-build-core python3-venv python3-pip python3-torch python3-pandas)
apt-get update -qq
apt-get install -qq -y --no-install-recommends "${packages[@]}" >/dev/null
work=$(mktemp -d)
cp build/release/CMakeCache.txt "$work"
trap 'cp "$work/CMakeCache.txt" build/release && rm -rf "$work"' EXIT
python3 -m venv --system-site-packages "$work/environment"
pip=("$work/environment/bin/pip")
# The compiler of build/release: that of Python has another name, and everything would be compiled again.
CXX=c++ "${pip[@]}" wheel --no-build-isolation --no-deps -C build-dir=build/release -w "$work" . >"$work/log" 2>&1 ||
  { cat "$work/log" >&2 && exit 1; }
python3 -m zipfile -l "$work"/pauc-*.whl
if python3 -m zipfile -l "$work"/pauc-*.whl | grep -E 'torch[^ ]*\.so|\.a '; then
  echo "wheel: expected no LibTorch and no static library in it" >&2
  exit 1
fi
"${pip[@]}" install --no-deps "$work"/pauc-*.whl
(cd "$work" && "$work/environment/bin/python" "$OLDPWD/tests/packages/python_package.py")
