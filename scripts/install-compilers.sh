#!/bin/sh
# Makes sure that gfortran, gcc and make are there: they compile what rtapenade generates. Installs what is missing through
# apt-get, where there is one; otherwise says what to install, and fails.
set -eu
. "$(dirname "$0")/apt.sh"

look_for gfortran gcc make
[ -n "$missing" ] || exit 0

advise() {
    echo "Missing:$missing, and $1. Please install:" >&2
    echo "    Debian, Ubuntu   apt-get install$missing libc6-dev" >&2
    echo "    Fedora, RHEL     dnf install gcc-gfortran gcc make" >&2
    echo "    Arch             pacman -S gcc-fortran gcc make" >&2
    echo "    macOS            brew install gcc make   (gcc holds gfortran)" >&2
    exit 1
}

# shellcheck disable=SC2086
install_or advise $missing libc6-dev
