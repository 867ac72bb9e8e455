//! Loop dependence against enumeration, on random loop nests with constant bounds: what the analysis excludes never happens.

use analysis::{Head, Options, When};
use common::{Random, read, unit};
use il::StmtKind;

mod common;

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
        let f = unit(&program, "f");
        let head = Head { unit: f, independents: Vec::new(), dependents: Vec::new() };
        let facts = analysis::analyse(&program, &[head], &Options::default());
        let body = &program.units[f];
        let outer = body.body.iter().find(|s| matches!(body.stmts[**s].kind, StmtKind::Do(_))).copied();
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
