#!/bin/sh
# What a change does to what is generated: scripts/same.sh BASE [WORD]. The outputs of all heads of tests/run, in six ways, of the commit BASE and of this
# tree; what differs is listed, and judged by `rtapenade check`. WORD takes the programs with that word in their names. Everything is kept below
# target/same: the second run for one base is faster.
set -eu
cd "$(dirname "$0")/.."
base=$(git rev-parse --short=12 "${1:?the commit to compare with}")
word=${2:-}
cargo=${CARGO:-cargo}
same=$PWD/target/same
mkdir -p "$same"

# Binaries: of the base in a tree of its own, whose build directory is kept for the next base.
if [ ! -x "$same/rtapenade-$base" ]; then
    rm -rf "$same/source"
    git worktree prune
    git worktree add --quiet --detach "$same/source" "$base"
    (cd "$same/source" && CARGO_TARGET_DIR="$same/build" "$cargo" build --quiet --release --workspace)
    cp "$same/build/release/rtapenade" "$same/rtapenade-$base"
    git worktree remove --force "$same/source"
fi
"$cargo" build --quiet --release --workspace
cp target/release/rtapenade "$same/rtapenade-new"

# The heads, one in a line: file, number of the head in it, options, head.
heads() {
    for file in tests/run/*"$word"*.f90 tests/run/*"$word"*.f tests/run/*"$word"*.c; do
        [ -f "$file" ] || continue
        awk -v file="$file" '
            function put() { if (head != "") printf "%s\t%d\t%s\t%s\n", file, n++, (own == "" ? common : own), head }
            { line = $0; if (!sub(/^(!|C|c|\/\/) */, "", line)) exit }
            line ~ /^head: / { put(); head = substr(line, 7); own = ""; next }
            line ~ /^options: / { if (head == "") common = substr(line, 10); else own = substr(line, 10) }
            END { put() }' "$file"
    done
}
ways='tangent -tangent
adjoint -reverse
split -reverse -nocheckpoint %all%
vector -reverse -vector
plain -reverse -nooptim everyoptim
reuse -reverse -module reuse'

# One program of one commit: all its heads, each way in a folder of its own.
cat >"$same/one.sh" <<'END'
binary=$1 out=$2 line=$3
file=$(printf '%s' "$line" | cut -f1) at=$(printf '%s' "$line" | cut -f2)
options=$(printf '%s' "$line" | cut -f3) head=$(printf '%s' "$line" | cut -f4)
printf '%s\n' "$WAYS" | while read -r way words; do
    to=$out/$way/$(basename "$file").$at
    mkdir -p "$to"
    # shellcheck disable=SC2086
    (ulimit -v 4000000; timeout 60 "$binary" $words $options -head "$head" -O "$to" "$file" >"$to/said" 2>&1) || echo "status $?" >>"$to/said"
    sed -i "s|$to/||g" "$to"/*
done
END
run() {
    [ -f "$2/done$word" ] && return
    rm -rf "$2"
    mkdir -p "$2"
    heads | tr '\n' '\0' | WAYS="$ways" xargs -0 -P "$(nproc)" -I LINE sh "$same/one.sh" "$1" "$2" LINE
    : >"$2/done$word"
}
run "$same/rtapenade-$base" "$same/out-$base"
rm -rf "$same/out-new"
run "$same/rtapenade-new" "$same/out-new"

# What differs, and whether it is right.
heads >"$same/heads"
total=$(wc -l <"$same/heads")
differs=0 wrong=0
tab=$(printf '\t')
while IFS="$tab" read -r file at options head; do
    case=$(basename "$file").$at
    printf '%s\n' "$ways" >"$same/ways"
    while read -r way words; do
        old=$same/out-$base/$way/$case new=$same/out-new/$way/$case
        diff -r -q "$old" "$new" >/dev/null 2>&1 && continue
        differs=$((differs + 1))
        awk -v at="$at" '
            { line = $0; if (!sub(/^(!|C|c|\/\/) */, "", line)) exit }
            line ~ /^head: / { n++; next }
            line ~ /^inputs: / && (n == 0 || n == at + 1) { print substr(line, 9) }' "$file" >"$same/inputs"
        # shellcheck disable=SC2086
        if "$same/rtapenade-new" check $words $options --points 1 -head "$head" --inputs "$same/inputs" "$file" >"$same/verdict" 2>&1 </dev/null; then
            echo "differs, right: $way $case"
        elif grep -q '^status' "$old/said" && grep -q '^status' "$new/said"; then
            echo "differs, refused before and now: $way $case"
        elif grep -q '^status' "$new/said"; then
            echo "REFUSED NOW: $way $case: $(grep -m1 '^error' "$new/said")"
            wrong=$((wrong + 1))
        else
            echo "WRONG: $way $case: $(grep -m1 -E 'wrong|error' "$same/verdict")"
            wrong=$((wrong + 1))
        fi
    done <"$same/ways"
done <"$same/heads"
echo "$total heads, six ways each: $differs outputs differ from $base, $wrong of them wrong or refused"
[ "$wrong" = 0 ]
