//! What the original promises: no two of its iterations touch an element that one of them overwrites. So each iteration has these elements for itself, and
//! those of their derivatives, whatever the adjoint does with them.

use std::collections::{BTreeMap, BTreeSet};

use analysis::region::Access;
use il::stmt::{Do, If};
use il::{Block, Expr, ExprKind, StmtId, StmtKind, Subscript, SymbolId};

use super::classes::Classes;
use crate::prepare::parallel_loops::{set_once, written_out};

/// Tests around a statement, and their answers.
type Tests = Vec<(Expr, bool)>;

/// The elements that iterations have for themselves.
pub struct Promise<'a, 'p> {
    c: &'a Classes<'p>,
    known: BTreeMap<SymbolId, Expr>,
    tests: BTreeMap<StmtId, Tests>,
    /// Subscripts of which any two differ in two iterations, where these tests hold: one each of overwritten elements of an array, whose others are the same in
    /// all. Edges of one colour, `r(a(e))` and `r(b(e))`, have no end in common.
    distinct: Vec<Vec<(Expr, &'p [(Expr, bool)])>>,
}

impl<'a, 'p> Promise<'a, 'p> {
    pub fn new(c: &'a Classes<'p>, d: &Do) -> Self {
        let known = set_once(c.p, c.unit, &d.body);
        let changed = il::stores::names(c.p, c.unit, &d.body);
        let mut tests = BTreeMap::new();
        around(c, &d.body, &mut Vec::new(), &mut tests);
        let varies = |e: &Expr| e.mentions(d.var) || changed.iter().any(|s| e.mentions(*s));
        let mut distinct: Vec<(Vec<Option<Expr>>, Vec<(Expr, &[(Expr, bool)])>)> = Vec::new();
        for o in &c.said.overwritten {
            let ExprKind::Index { base, subs } = &o.place.kind else { continue };
            let at = |s: &Subscript| match s {
                Subscript::At(e) => Some(e.clone()),
                Subscript::Range { .. } => None,
            };
            let Some(subs) = subs.iter().map(at).collect::<Option<Vec<Expr>>>() else { continue };
            let mut own = subs.iter().filter(|e| varies(e));
            if let (Some(e), None) = (own.next(), own.next()) {
                // The array, and the subscripts that are the same in all.
                let rest = subs.iter().map(|s| (s != e).then(|| s.clone()));
                let place: Vec<Option<Expr>> = [Some((**base).clone())].into_iter().chain(rest).collect();
                let one = (e.clone(), o.tests.as_slice());
                match distinct.iter_mut().find(|(p, _)| *p == place) {
                    Some((_, group)) => group.push(one),
                    None => distinct.push((place, vec![one])),
                }
            }
        }
        Promise { c, known, tests, distinct: distinct.into_iter().map(|(_, group)| group).collect() }
    }

    /// Whether an access is to an overwritten element, or to its derivative.
    pub fn covers(&self, a: &Access) -> bool {
        let Some(reference) = a.reference else { return false };
        let ExprKind::Index { base, subs } = &reference.kind else { return false };
        let ExprKind::Var(s) = base.kind else { return false };
        let original = self.c.originals.get(&s).copied().unwrap_or(s);
        self.c.said.overwritten.iter().any(|o| match &o.place.kind {
            ExprKind::Index { base, subs: theirs } => {
                matches!(base.kind, ExprKind::Var(x) if x == original)
                    && theirs.len() == subs.len()
                    && theirs
                        .iter()
                        .zip(subs)
                        .all(|(t, s)| matches!((t, s), (Subscript::At(t), Subscript::At(s)) if self.is(s, t)))
                    && self.holds(a.stmt, &o.tests)
            }
            _ => false,
        })
    }

    /// Whether two accesses of different iterations are to different elements: both have a subscript that differs.
    pub fn parts(&self, a: &Access, b: &Access) -> bool {
        let (Some(a_place), Some(b_place)) = (a.reference, b.reference) else { return false };
        // Under two names the same subscript may lead to two elements of one array.
        if a_place.root() != b_place.root() {
            return false;
        }
        let at = |place: &Expr, e: &Expr| -> BTreeSet<(usize, usize)> {
            let mut out = BTreeSet::new();
            let depth = place.spine().count();
            for (level, x) in place.spine().enumerate() {
                if let ExprKind::Index { subs, .. } = &x.kind {
                    for (k, sub) in subs.iter().enumerate() {
                        if matches!(sub, Subscript::At(s) if self.is(s, e)) {
                            out.insert((depth - level, k));
                        }
                    }
                }
            }
            out
        };
        self.distinct.iter().any(|group| {
            let of = |access: &Access, place: &Expr| -> BTreeSet<(usize, usize)> {
                let held = group.iter().filter(|(_, tests)| self.holds(access.stmt, tests));
                held.flat_map(|(e, _)| at(place, e)).collect()
            };
            !of(a, a_place).is_disjoint(&of(b, b_place))
        })
    }

    /// Whether a subscript is the one of an overwritten element.
    fn is(&self, e: &Expr, of_element: &Expr) -> bool {
        e == of_element || written_out(e, &self.known) == *of_element
    }

    /// Whether a statement stands where these tests have these answers.
    fn holds(&self, stmt: StmtId, tests: &[(Expr, bool)]) -> bool {
        tests.is_empty() || self.tests.get(&stmt).is_some_and(|around| tests.iter().all(|t| around.contains(t)))
    }
}

/// The tests around each statement of a block.
fn around(c: &Classes, block: &Block, tests: &mut Tests, out: &mut BTreeMap<StmtId, Tests>) {
    for id in block {
        let kind = &c.p.units[c.unit].stmts[*id].kind;
        if !tests.is_empty() {
            out.insert(*id, tests.clone());
        }
        if let StmtKind::If(If { arms, otherwise, .. }) = kind {
            let both = [(Some(&arms[0].body), true), (otherwise.as_ref().filter(|_| arms.len() == 1), false)];
            for (body, answer) in both {
                if let Some(body) = body {
                    tests.push((arms[0].test.clone(), answer));
                    around(c, body, tests, out);
                    tests.pop();
                }
            }
            for body in arms[1..].iter().map(|a| &a.body).chain(otherwise.iter().filter(|_| arms.len() > 1)) {
                around(c, body, tests, out);
            }
            continue;
        }
        kind.blocks().into_iter().for_each(|b| around(c, b, tests, out));
    }
}
