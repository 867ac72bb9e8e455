#!/bin/sh
# Runs the tests of a portion and says in one line what they covered: scripts/test.sh [short | all | k/n]
set -eu
cd "$(dirname "$0")/.."
portion=${1:-short}
cargo=${CARGO:-cargo}
# Tests wait for compilers and for sources that are fetched: more of them than cores keep these busy.
export RUST_TEST_THREADS="${RUST_TEST_THREADS:-4}"
export RTAPENADE_PORTION="$portion"

# Lists of which a portion is taken: a slice runs these alone.
lists="programs:: corpus:: reading:: property:: fixed_point:: mpi:: c_headers:: extremes::a_million"

said=$(mktemp) status=$(mktemp)
trap 'rm -f "$said" "$status"' EXIT
began=$(date +%s)
run() {
    rc=0
    "$cargo" test --release --workspace --no-fail-fast "$@" || rc=$?
    echo $rc >"$status"
}
case $portion in
short) run ;;
all) run -- --include-ignored --skip hours_ --skip show_random ;;
# shellcheck disable=SC2086
*) run --lib -- --include-ignored --skip hours_ --skip show_random $lists ;;
esac 2>&1 | tee "$said"
[ "$(cat "$status")" = 0 ] || exit 1
seconds=$(($(date +%s) - began))
passed=$(awk '/^test result: ok/ { n += $4 } END { print n }' "$said")
time="$((seconds / 60)) min $((seconds % 60)) s"
heads=$(grep -h 'head: ' tests/run/*.f90 tests/run/*.f tests/run/*.c | wc -l | tr -d ' ')
case $portion in
short)
    echo "Right: $passed tests in $time, building them included. All $heads heads of tests/run were interpreted, and one in sixteen was compiled and run; random programs; samples of real code."
    echo "\`make test-full\` (an hour and more) compiles and runs every head, in split mode and for several directions too, interprets each with every improvement switched off, reads and differentiates eleven packages of others, and tries packaging and build systems."
    ;;
all) echo "Right: all $passed tests in $time. \`make test-all\` adds what takes hours: every head compiled with each improvement switched off." ;;
*) echo "Right: slice $portion of the full tests, $passed tests in $time." ;;
esac
