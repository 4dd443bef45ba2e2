# Debian systems in folders, for checks that need a fresh one; the scripts that make such checks source this file.
# Needs root and the network.

# Goes on as root and in a mount namespace of its own: whatever is mounted below is gone when the script ends, even if
# it is killed. Arguments: the script and its arguments.
with_own_mounts() {
  if [ "$(id -u)" -ne 0 ]; then exec sudo --preserve-env=PAUC_DATA,PAUC_WERROR,TMPDIR "$@"; fi
  if [ -z "${PAUC_MOUNTS:-}" ]; then PAUC_MOUNTS=own exec unshare --mount "$@"; fi
}

# The address that this machine's own apt sources have for an archive, "Debian" or "Debian-Security".
archive() {
  apt-get indextargets --format '$(REPO_URI)' 'Identifier: Packages' "Label: $1" | awk '/^https?:/ && !n++'
}

# The system of Debian 12 or 13 in a folder, made with debootstrap unless it is there: make_tree 13 FOLDER
make_tree() {
  local version=$1 tree=$2 debian security name
  [ ! -d "$tree" ] || return 0
  case $version in
    12) name=bookworm ;;
    13) name=trixie ;;
    *) echo "debian_tree: expected Debian 12 or 13, got $version" >&2 && exit 2 ;;
  esac
  command -v debootstrap >/dev/null || tools/install.sh check
  apt-get update -qq
  debian=$(archive Debian)
  security=$(archive Debian-Security)
  if [ -z "$debian" ]; then
    echo "debian_tree: expected an archive of Debian in the sources of apt, got none" >&2
    exit 1
  fi
  eval "$(apt-config shell http_proxy Acquire::http::Proxy https_proxy Acquire::https::Proxy)"
  export http_proxy https_proxy
  echo "Making Debian $version in $tree" >&2
  rm -rf "$tree.part"
  if ! debootstrap --variant=minbase --include=ca-certificates $name "$tree.part" "$debian" >"$tree.log" 2>&1; then
    cat "$tree.log" >&2
    exit 1
  fi
  {
    echo "deb $debian $name main"
    echo "deb $debian $name-updates main"
    if [ -n "$security" ]; then echo "deb $security $name-security main"; fi
  } >"$tree.part/etc/apt/sources.list"
  # How this machine reaches its archive: proxies and the like.
  apt-config dump --no-empty Acquire::http Acquire::https Acquire::Check-Valid-Until Acquire::Retries \
    >"$tree.part/etc/apt/apt.conf.d/99host"
  # Much faster, and after a power cut the tree is made again.
  echo force-unsafe-io >"$tree.part/etc/dpkg/dpkg.cfg.d/unsafe-io"
  mv "$tree.part" "$tree"
  rm "$tree.log"
}

# What programs in a tree expect to find.
mount_tree() {
  cp -L /etc/resolv.conf "$1/etc/resolv.conf"
  mount -t proc proc "$1/proc"
  mount --rbind /sys "$1/sys"
  mount -t devpts -o ptmxmode=0666 devpts "$1/dev/pts"
}

# Runs a command in a tree: inside FOLDER [VARIABLE=VALUE...] COMMAND... PAUC_WERROR is passed on.
inside() {
  local tree=$1
  shift
  chroot "$tree" env -i HOME=/srv PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 \
    ${PAUC_WERROR:+"PAUC_WERROR=$PAUC_WERROR"} "$@"
}
