#!/bin/sh
# What `make demo` shows: differentiates examples/conservation, compiles, checks and times it. Expects RTAPENADE, FC and CC; without
# compilers, the check is interpreted and nothing is timed.
set -eu
cd "$(dirname "$0")/../examples/conservation"
head='conservation%simulate(cost)/(s0 inflow mobility)'
build=build/demo
flags='-O2 -std=f2018 -pedantic -Wall -Wextra -Werror -Wno-unused-dummy-argument'
mkdir -p $build

# Runs a command; what it says is shown when it fails.
quietly() {
    "$@" >$build/log 2>&1 || { cat $build/log >&2; exit 1; }
}
tell() {
    printf '  %-15s%s\n' "$1" "$2"
}
lines() {
    echo $(($(wc -l <"$1")))
}

printf '\n%s: the gradient of examples/conservation/conservation.f90\n\n' "$($RTAPENADE --version)"
quietly "$RTAPENADE" -reverse -head "$head" -O $build conservation.f90
tell differentiate "conservation_b.f90 ($(lines $build/conservation_b.f90) lines) from conservation.f90 ($(lines conservation.f90))"

if ! command -v "$FC" >/dev/null 2>&1 || ! command -v "$CC" >/dev/null 2>&1; then
    tell compile "no $FC or no $CC here: the check is interpreted, and nothing is timed"
    echo
    "$RTAPENADE" check -head "$head" --inputs inputs.txt --interpret --points 1 conservation.f90
    exit
fi

quietly "$RTAPENADE" --emit-runtime $build/runtime
for c in adStack adFortran; do
    quietly "$CC" -O2 -c -o $build/$c.o $build/runtime/$c.c
done
quietly "$FC" $flags -J$build -o $build/demo conservation.f90 $build/conservation_b.f90 demo.f90 $build/adStack.o $build/adFortran.o
tell compile "$FC $flags: no warning"
"$RTAPENADE" check -head "$head" --inputs inputs.txt conservation.f90 >$build/log 2>&1 || { cat $build/log >&2; exit 1; }
tell check 'tangent against differences, adjoint against tangent, at random points'
echo
sed 's/^/    /' $build/log
echo
$build/demo
cat <<END

  What was written is in examples/conservation/$build, the program that calls it is examples/conservation/demo.f90.
  Your own first program: README.md, "Your first program".
END
