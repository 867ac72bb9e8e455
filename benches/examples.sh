#!/bin/sh
# The speed of the derivatives of examples/: R of tangent and adjoint, saved values in local arrays and on the stack.
#
#   benches/examples.sh [EXAMPLE ...]
#
# examples/NAME.f90 (or .c) here is a driver that calls the original, its tangent and its adjoint in turn, and, where by_hand/ has one, an adjoint
# written by hand. REPS is the number of repetitions, WORK the directory for what is built. The last columns: the adjoint's time over that of
# the one written by hand, and the relative distance of all derivatives in one direction.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
: "${RTAPENADE:=$here/../target/release/rtapenade}" "${FC:=gfortran}" "${CC:=gcc}" "${REPS:=}"
WORK=${WORK:-${TMPDIR:-/tmp}/rtapenade-speed}
[ $# -gt 0 ] || set -- $(for d in "$here"/examples/*.f90 "$here"/examples/*.c; do basename "${d%.*}"; done)
mkdir -p "$WORK/runtime"
"$RTAPENADE" --emit-runtime "$WORK/runtime"
# No program here calls MPI, whose header need not be there.
rm -f "$WORK"/runtime/adMpi*
printf '%-14s %-18s %-6s %9s %7s %7s %7s %7s %9s\n' example options tape 'primal ms' R_t R_a hand ratio distance
for name in "$@"; do
  from=$here/../examples/$name
  head=$(sed -n 's/^HEAD = //p' "$from/Makefile")
  sources=$(sed -n 's/^SOURCES = //p' "$from/Makefile")
  for tape in auto stack; do
    out=$WORK/example-$name-$tape
    rm -rf "$out" && mkdir -p "$out"
    (cd "$from" && "$RTAPENADE" -tangent -reverse -tape $tape -head "$head" -o "$name" -O "$out" $sources >"$out/messages" 2>&1)
    for flags in '-O2' '-O3 -march=native'; do
      (
        cd "$out"
        for s in "$WORK"/runtime/*.c; do $CC $flags -I"$WORK/runtime" -c "$s"; done
        originals=$(for s in $sources; do echo "$from/$s"; done)
        hand=$(ls "$here/by_hand/$name".* 2>/dev/null || :)
        if [ -f "$here/examples/$name.c" ]; then
          $CC $flags -std=gnu11 -I"$from" -I. -I"$WORK/runtime" -I"$here/drivers" -o drive $originals "$name"_*.c $hand "$here/examples/$name.c" *.o -lm
        else
        $FC $flags -std=legacy -w -I"$from" -o drive "$here/drivers/timing.f90" $originals "$name"_*.f* $hand "$here/examples/$name.f90" *.o
        fi
        printf '%-14s %-18s %-6s %s\n' "$name" "$flags" $tape "$(./drive $REPS)"
      )
    done
  done
done
