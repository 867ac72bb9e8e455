#!/bin/sh
# The speed of generated derivatives beside that of derivatives written by hand.
#
#   benches/speed.sh [-t TOOL-OPTIONS] DIRECTORY [CASE ...]
#
# DIRECTORY holds CASE.f90 (or .f, .c) and the derivative written by hand, CASE_b or CASE_dv; drivers/CASE.f90 (or .c) says in its first lines
# what to differentiate (`! head:`, `! mode:`, in C after `//`) and calls both. Printed for -O2 and for -O3 -march=native: milliseconds of the primal, R of what
# rtapenade generates, R of the other (R: derivative time / primal time, one process, shortest of several), their quotient, and whether
# the derivatives agree. REPS is the number of repetitions, WORK the directory for what is built.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
: "${RTAPENADE:=$here/../target/release/rtapenade}" "${FC:=gfortran}" "${CC:=gcc}" "${REPS:=}"
WORK=${WORK:-${TMPDIR:-/tmp}/rtapenade-speed}
tool=
while getopts t: option; do
  case $option in t) tool=$OPTARG ;; *) exit 2 ;; esac
done
shift $((OPTIND - 1))
from=$(cd "$1" && pwd)
shift
[ $# -gt 0 ] || set -- $(for d in "$here"/drivers/*.f90 "$here"/drivers/*.c; do
  name=$(basename "${d%.*}")
  case $d in *.c) ls "$from/$name.c" ;; *) ls "$from/$name".f* ;; esac >/dev/null 2>&1 && echo "$name" || :
done)

mkdir -p "$WORK/runtime"
"$RTAPENADE" --emit-runtime "$WORK/runtime"
# No program here calls MPI, whose header need not be there.
rm -f "$WORK"/runtime/adMpi*

# build DIRECTORY FLAGS DERIVATIVE: drive and original with one derivative.
build() (
  cd "$1"
  for s in "$WORK"/runtime/*.c; do $CC $2 -I"$WORK/runtime" -c "$s"; done
  if [ "$extension" = c ]; then
    # The derivative's header first: ours, or the one written by hand.
    include="-I$(dirname "$3") -I$from -I$WORK/runtime -I$here/drivers"
    for s in "$original" "$3" "$driver"; do $CC $2 -std=gnu11 $include -c "$s" -o "$(echo "$s" | tr / _).o"; done
    $CC $2 -o drive *.o -lm
    return
  fi
  lib=
  [ ! -f "$from/diffsizes.f90" ] || lib=$from/diffsizes.f90
  $FC $2 -std=legacy -w -o drive "$here/drivers/timing.f90" $lib "$original" "$3" "$here/drivers/$name.f90" *.o
)

printf '%-12s %-18s %10s %8s %8s %8s  %s\n' case options 'primal ms' ours target ratio derivatives
for name in "$@"; do
  driver=$(ls "$here/drivers/$name".f90 "$here/drivers/$name".c 2>/dev/null | head -1)
  original=$(ls "$from/$name".f90 "$from/$name".f "$from/$name".c 2>/dev/null | head -1)
  extension=${original##*.}
  head=$(sed -n 's,^\(!\|//\) head: ,,p' "$driver")
  mode=$(sed -n 's,^\(!\|//\) mode: ,,p' "$driver")
  suffix=_b
  case $mode in *-vector*) suffix=_dv ;; esac
  out=$WORK/$name
  rm -rf "$out" && mkdir -p "$out"
  if ! "$RTAPENADE" ${mode:--reverse} $tool -head "$head" -o "$name" -O "$out" "$original" >"$out/messages" 2>&1; then
    printf '%-12s refused: %s\n' "$name" "$(head -1 "$out/messages")"
    continue
  fi
  for flags in '-O2' '-O3 -march=native'; do
    mkdir -p "$out/ours$flags" "$out/target$flags"
    if ! build "$out/ours$flags" "$flags" "$out/$name$suffix.$extension" >"$out/messages" 2>&1; then
      printf '%-12s %-18s does not compile: see %s\n' "$name" "$flags" "$out/messages"
      continue
    fi
    build "$out/target$flags" "$flags" "$from/$name$suffix.$extension"
    { "$out/ours$flags/drive" $REPS && "$out/target$flags/drive" $REPS; } | awk -v name="$name" -v flags="$flags" '
      { primal[NR] = $1; r[NR] = $2; sum[NR] = $3 }
      END {
        d = sum[1] - sum[2]; if (d < 0) d = -d
        m = sum[2] < 0 ? -sum[2] : sum[2]
        printf "%-12s %-18s %10.4f %8.2f %8.2f %8.2f  %s\n", name, flags, primal[2], r[1], r[2], r[1]/r[2], d <= 1e-10*m ? "agree" : "DIFFER by " d
      }'
  done
done
