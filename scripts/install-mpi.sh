#!/bin/sh
# Makes sure, where it can, that there is an MPI (mpicc, mpif90, mpirun), through apt-get. Tests of exchanges between processes need one: without it they say
# that they are left out. Never fails.
set -u

missing=
for tool in mpicc mpif90 mpirun; do
    command -v "$tool" >/dev/null 2>&1 || missing="$missing $tool"
done
[ -n "$missing" ] || exit 0

give_up() {
    echo "No MPI here (missing:$missing), and $1: tests of exchanges between processes are left out." >&2
    echo "    Debian, Ubuntu   apt-get install libopenmpi-dev openmpi-bin" >&2
    exit 0
}

command -v apt-get >/dev/null 2>&1 || give_up "there is no apt-get"
root=
if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null 2>&1 || give_up "installing needs root"
    root=sudo
fi

echo "Installing an MPI" >&2
$root apt-get update -q >&2 || true
$root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends libopenmpi-dev openmpi-bin >&2 || give_up "apt-get install failed"
