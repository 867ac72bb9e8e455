#!/bin/sh
# Makes sure, where it can, that there is an MPI (mpicc, mpif90, mpirun), through apt-get. Tests of exchanges between processes need one: without it they say
# that they are left out. Never fails.
set -u
. "$(dirname "$0")/apt.sh"

look_for mpicc mpif90 mpirun
[ -n "$missing" ] || exit 0

give_up() {
    echo "No MPI here (missing:$missing), and $1: tests of exchanges between processes are left out." >&2
    echo "    Debian, Ubuntu   apt-get install libopenmpi-dev openmpi-bin" >&2
    exit 0
}

install_or give_up libopenmpi-dev openmpi-bin
