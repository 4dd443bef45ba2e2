#!/usr/bin/env bash
# Installs each package of /srv/packages by itself, uses it and removes it again. Runs as root in a clean Debian that
# nobody needs afterwards; tools/packages_install.sh makes one.
set -euo pipefail
sources=$(realpath "$(dirname "$0")/../..")
export DEBIAN_FRONTEND=noninteractive
cd "$(mktemp -d)"

# Shows what a command said only if it failed.
quietly() { "$@" >log 2>&1 || { cat log >&2 && exit 1; }; }
install_only() { quietly apt-get install -qq -y --no-install-recommends "$@"; }
package() { echo "/srv/packages/$1"_*.deb; }
fails() { echo "installed: $*" >&2 && exit 1; }

# Nothing may be left but the cache of a user.
remove() {
  quietly apt-get purge -qq -y --auto-remove "$1"
  left=$(find /usr /etc /var/lib -path '*pauc*' ! -path '/var/lib/dpkg/*' ! -path '/var/lib/apt/*')
  [ -z "$left" ] || fails "expected nothing after the removal of $1, got $left"
}

try_command() {
  install_only "$(package pauc)"
  local development
  development=$(dpkg-query -W -f '${Package} ${db:Status-Abbrev}\n' '*-dev' 2>/dev/null | awk '$2 == "ii"')
  [ -z "$development" ] || fails "expected no -dev package with pauc, got $development"
  ! command -v pauc-torch || fails "expected pauc-torch outside of the PATH"
  cp -r /usr/share/doc/pauc/examples .
  pauc --version
  pauc evaluate examples/scores.csv --score model_a --fpr-max 0.1 --png roc.png >/dev/null
  pauc train examples/patients.csv --label outcome --id patient --fpr-max 0.1 --effort quick --out run --quiet
  pauc predict run examples/patients.csv --out scores.csv
  pauc train examples/molecules.csv --smiles smiles --model gin --epochs 1 --out molecules --quiet
  pauc compare examples/compare.yaml --out comparison --quiet
  # In all shells, and as man shows it.
  install_only python3 man-db zsh fish
  python3 "$sources/tests/tools/manual_test.py" /usr/bin/pauc
  bash -c 'source /usr/share/bash-completion/completions/pauc; complete -p pauc'
  remove pauc
}

try_development() {
  install_only "$(package libpauc-dev)" cmake g++ ninja-build
  quietly cmake -S "$sources/examples/cmake_project" -B project -G Ninja -D CMAKE_BUILD_TYPE=Release
  quietly cmake --build project
  project/judge
  project/step
  remove libpauc-dev
}

try_python() {
  install_only "$(package python3-pauc)"
  python3 "$sources/tests/packages/python_package.py"
  python3 /usr/share/doc/python3-pauc/examples/python/evaluation.py page.html
  [ -d /usr/lib/python3/dist-packages/pauc/__pycache__ ] || fails "expected compiled Python files"
  remove python3-pauc
}

try_lintian() {
  install_only lintian
  # Tags that cannot be avoided: no bug of Debian asks for these packages, and the maintainer has no address unless
  # whoever makes them gives one.
  local unavoidable=initial-upload-closes-no-bugs,bogus-mail-host,bogus-mail-host-in-debian-changelog
  lintian --allow-root --fail-on error --suppress-tags "$unavoidable" /srv/packages/*.deb
}

apt-get update -qq
try_command
try_development
try_python
try_lintian
