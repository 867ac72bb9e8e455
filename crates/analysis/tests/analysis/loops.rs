//! Loop dependence against enumeration, on random loop nests with constant bounds: what the analysis excludes never happens.

use crate::common::{Random, read, unit};
use analysis::{Facts, Head, Options, When};
use il::{Program, StmtId, StmtKind, UnitId};

/// What is known of a program's procedure `f`, and its first loop.
fn analysed(program: &Program) -> (Facts<'_>, UnitId, Option<StmtId>) {
    let f = unit(program, "f");
    let head = Head { unit: f, independents: Vec::new(), dependents: Vec::new() };
    let body = &program.units[f];
    let outer = body.body.iter().find(|s| matches!(body.stmts[**s].kind, StmtKind::Do(_))).copied();
    (analysis::analyse(program, &[head], &Options::default()), f, outer)
}

#[test]
fn enumeration_finds_nothing_that_was_excluded() {
    let (mut r, mut proved) = (Random(7), 0);
    for _ in 0..300 {
        let (step, low) = ([1, 1, 2, -1, -2][r.below(5) as usize], r.below(3));
        let (from, to) = if step > 0 { (1, 6) } else { (6, 1) };
        let mut sub = || [r.below(4) - 1, r.below(4) - 1, r.below(5) + 10];
        let (w, u) = (sub(), sub());
        let text = |s: [i64; 3]| format!("({})*i + ({})*j + {}", s[0], s[1], s[2]);
        let (write, used) = (text(w), text(u));
        let source = format!(
            "subroutine f(a)\nreal(8) :: a(0:60)\ninteger :: i, j\ndo i = {from}, {to}, {step}\ndo j = i + {low}, 7\na({write}) = a({used})*2\nend do\nend do\nend subroutine f\n"
        );
        let program = read("random.f90", &source);
        let (facts, f, outer) = analysed(&program);
        let dep = facts.loop_dependence(f, outer);
        let find = |writes: bool| {
            dep.accesses().iter().find(|a| {
                a.is_write == writes && a.reference.is_some_and(|e| matches!(e.kind, il::expr::ExprKind::Index { .. }))
            })
        };
        let (Some(writer), Some(user)) = (find(true), find(false)) else { panic!("no accesses in\n{source}") };
        let mut points = Vec::new();
        let mut i = from;
        while (step > 0 && i <= to) || (step < 0 && i >= to) {
            points.extend((i + low..=7).map(|j| (i, j)));
            i += step;
        }
        let at = |s: [i64; 3], p: (i64, i64)| s[0] * p.0 + s[1] * p.1 + s[2];
        let (mut different, mut overwritten) = (false, false);
        for (m, p) in points.iter().enumerate() {
            for (n, q) in points.iter().enumerate() {
                let same = at(u, *p) == at(w, *q);
                different |= same && p.0 != q.0;
                overwritten |= same && n >= m;
            }
        }
        let (says_different, says_overwritten) =
            (dep.may_meet(user, writer, When::Different), dep.may_be_overwritten(user, writer));
        assert!(says_different || !different, "iterations share an element in\n{source}");
        assert!(says_overwritten || !overwritten, "an element is overwritten in\n{source}");
        proved += usize::from(!says_different) + usize::from(!says_overwritten);
    }
    assert!(proved > 50, "only {proved} proofs");
}

/// A bound or a subscript, as text and by value.
struct Number {
    text: &'static str,
    value: fn(&Values) -> i64,
}

/// What numbers are made of: extents that a caller gives, and counters.
#[derive(Clone, Copy, Default)]
struct Values {
    n: i64,
    m: i64,
    i: i64,
    j: i64,
    k: i64,
}

const BOUNDS: &[Number] = &[
    Number { text: "1", value: |_| 1 },
    Number { text: "2", value: |_| 2 },
    Number { text: "n", value: |v| v.n },
    Number { text: "m", value: |v| v.m },
    Number { text: "i", value: |v| v.i },
    Number { text: "m - 1", value: |v| v.m - 1 },
];

const SUBSCRIPTS: &[Number] = &[
    Number { text: "j", value: |v| v.j },
    Number { text: "k", value: |v| v.k },
    Number { text: "i", value: |v| v.i },
    Number { text: "j + 1", value: |v| v.j + 1 },
    Number { text: "2", value: |_| 2 },
];

#[test]
fn what_turns_have_for_themselves_they_wrote() {
    let (mut r, mut proved) = (Random(11), [0, 0]);
    for _ in 0..1000 {
        let mut bound = || &BOUNDS[r.below(BOUNDS.len() as i64) as usize];
        let [j_low, j_high, k_low, k_high, low, high] = std::array::from_fn(|_| bound());
        let mut subscript = || &SUBSCRIPTS[r.below(SUBSCRIPTS.len() as i64) as usize];
        let written = subscript();
        let read_at = [&SUBSCRIPTS[0], &SUBSCRIPTS[2], &SUBSCRIPTS[4]][r.below(3) as usize];
        // The inner loop of those that write may be missing.
        let nested = written.text == "k" || r.below(2) == 0;
        let (begin, end) = if nested {
            (format!("do k = {}, {}\n", k_low.text, k_high.text), "end do\n")
        } else {
            (String::new(), "")
        };
        // What a dummy holds on entry may be read; of a local, what some turn has written.
        let is_local = r.below(2) == 0;
        let dummy = if is_local { "" } else { ", w" };
        let source = format!(
            "subroutine f(n, m, s{dummy})\ninteger, intent(in) :: n, m\nreal(8) :: s, w(0:9)\ninteger :: i, j, k\ndo i = 1, n\ndo j = {}, {}\n{begin}w({}) = 1\n{end}end do\ndo j = {}, {}\ns = s + w({})\nend do\nend do\nend subroutine f\n",
            j_low.text, j_high.text, written.text, low.text, high.text, read_at.text,
        );
        let program = read("random.f90", &source);
        let (facts, f, outer) = analysed(&program);
        let dep = facts.loop_dependence(f, outer);
        let w = program.scopes[program.units[f].scope].names["w"];
        if !dep.private().iter().any(|z| facts.zones().zone(*z).symbol == w) {
            continue;
        }
        proved[usize::from(is_local)] += 1;
        let written_in = |turn: &Values| {
            let mut there = Vec::new();
            for j in (j_low.value)(turn)..=(j_high.value)(turn) {
                let inner = if nested { (k_low.value)(turn)..=(k_high.value)(turn) } else { 0..=0 };
                there.extend(inner.map(|k| (written.value)(&Values { j, k, ..*turn })));
            }
            there
        };
        let sizes = (0..4).flat_map(|n| (0..4).map(move |m| Values { n, m, ..Values::default() }));
        for turn in sizes.flat_map(|v| (1..=v.n).map(move |i| Values { i, ..v })) {
            let there = written_in(&turn);
            let ever: Vec<i64> = (1..=turn.n).flat_map(|i| written_in(&Values { i, ..turn })).collect();
            for j in (low.value)(&turn)..=(high.value)(&turn) {
                let at = (read_at.value)(&Values { j, ..turn });
                let holds_a_value = !is_local || ever.contains(&at);
                assert!(
                    !holds_a_value || there.contains(&at),
                    "n = {}, m = {}: w({at}) is not written in\n{source}",
                    turn.n,
                    turn.m
                );
            }
        }
    }
    assert!(proved.iter().all(|p| *p > 20), "only {proved:?} proofs");
}

/// Recurrences: what a turn of an inner loop reads, turns of that loop before it may have written.
#[test]
fn what_inner_turns_read_earlier_ones_wrote() {
    let (mut r, mut proved) = (Random(12), 0);
    let subscripts = [
        Number { text: "j", value: |v| v.j },
        Number { text: "j - 1", value: |v| v.j - 1 },
        Number { text: "j + 1", value: |v| v.j + 1 },
        Number { text: "1", value: |_| 1 },
        Number { text: "m", value: |v| v.m },
        Number { text: "m - 1", value: |v| v.m - 1 },
    ];
    for _ in 0..2000 {
        let mut bound = || &BOUNDS[r.below(BOUNDS.len() as i64) as usize];
        let (low, high) = (bound(), bound());
        let mut subscript = || &subscripts[r.below(subscripts.len() as i64) as usize];
        let (first, written, read_at) = (subscript(), subscript(), subscript());
        let [up, read_first, conditional] = std::array::from_fn(|_| r.below(2) == 0);
        let (from, to, step) = if up { (low, high, "") } else { (high, low, ", -1") };
        let (reads, writes) = (format!("s = s + w({})\n", read_at.text), format!("w({}) = x(i)\n", written.text));
        let turn = if read_first { reads + &writes } else { writes + &reads };
        let sometimes = if conditional { "if (x(i) > 0) " } else { "" };
        let source = format!(
            "subroutine f(n, m, x, s)\ninteger, intent(in) :: n, m\nreal(8) :: s, x(n), w(0:9)\ninteger :: i, j\ndo i = 1, n\n{sometimes}w({}) = 1\ndo j = {}, {}{step}\n{turn}end do\nend do\nend subroutine f\n",
            first.text.replace('j', "i"),
            from.text,
            to.text,
        );
        let program = read("random.f90", &source);
        let (facts, f, outer) = analysed(&program);
        let w = program.scopes[program.units[f].scope].names["w"];
        let dep = facts.loop_dependence(f, outer);
        if !dep.private().iter().any(|z| facts.zones().zone(*z).symbol == w) {
            continue;
        }
        proved += 1;
        // By turns of the outer loop, with and without the first assignment: what is written in order, and what is read when.
        for v in (0..4).flat_map(|n| (0..5).map(move |m| Values { n, m, ..Values::default() })) {
            for chosen in 0..1_i64 << (if conditional { v.n } else { 0 }) {
                let mut ever = Vec::new();
                for i in 1..=v.n {
                    let mut now = Vec::new();
                    if !conditional || chosen >> (i - 1) & 1 == 1 {
                        now.push((first.value)(&Values { i, j: i, ..v }));
                    }
                    let range = (low.value)(&Values { i, ..v })..=(high.value)(&Values { i, ..v });
                    let order: Vec<i64> = if up { range.collect() } else { range.rev().collect() };
                    for j in order {
                        let here = Values { i, j, ..v };
                        let (at, to) = ((read_at.value)(&here), (written.value)(&here));
                        if !read_first {
                            now.push(to);
                        }
                        assert!(
                            now.contains(&at) || !ever.contains(&at),
                            "n = {}, m = {}: w({at}) in\n{source}",
                            v.n,
                            v.m
                        );
                        now.push(to);
                    }
                    ever.extend(now);
                }
            }
        }
    }
    assert!(proved > 50, "only {proved} proofs");
}
