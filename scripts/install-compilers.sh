#!/bin/sh
# Makes sure that gfortran, gcc and make are there: they compile what rtapenade generates. Installs what is missing through
# apt-get, where there is one; otherwise says what to install, and fails.
set -eu

missing=
for tool in gfortran gcc make; do
    command -v "$tool" >/dev/null 2>&1 || missing="$missing $tool"
done
[ -n "$missing" ] || exit 0

advise() {
    echo "Missing:$missing. $1 Please install:" >&2
    echo "    Debian, Ubuntu   apt-get install$missing libc6-dev" >&2
    echo "    Fedora, RHEL     dnf install gcc-gfortran gcc make" >&2
    echo "    Arch             pacman -S gcc-fortran gcc make" >&2
    echo "    macOS            brew install gcc make   (gcc holds gfortran)" >&2
    exit 1
}

command -v apt-get >/dev/null 2>&1 || advise "There is no apt-get here."
root=
if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null 2>&1 || advise "Installing needs root, and there is no sudo."
    root=sudo
fi

echo "Installing$missing" >&2

$root apt-get update -q >&2 || echo "apt-get update failed; trying with the lists that are there." >&2
# shellcheck disable=SC2086
$root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $missing libc6-dev >&2 || advise "apt-get install failed."
