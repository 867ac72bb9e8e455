//! Which elements each iteration of a parallel loop overwrites: the user promises that no other iteration touches them.

use std::collections::BTreeMap;

use il::calls::{definition, with_dummies};
use il::stmt::If;
use il::{
    Block, Expr, ExprKind, Language, Overwritten, Parallel, Program, StmtId, StmtKind, Subscript, SymbolId, Type,
    UnitId,
};

/// How deep calls are looked into.
const DEEP: u32 = 3;

/// The elements that the iterations of a loop overwrite. They are named by what the loop does not change, and by variables of the iteration's own that one
/// statement sets before: `k = index(i, j)`, `y(k) = …`. Where the loop inside which both stand goes on, `k` has another value, and another element.
pub(super) fn elements(p: &Program, unit: UnitId, id: StmtId) -> Vec<Overwritten> {
    let StmtKind::Do(d) = &p.units[unit].stmts[id].kind else { return Vec::new() };
    let Some(said) = d.parallel.as_deref() else { return Vec::new() };
    let u = &p.units[unit];
    if u.any(&d.body, &mut |_, s| matches!(s.kind, il::jump!() | StmtKind::Return(_)) || s.kind.jumps_to_labels()) {
        return Vec::new();
    }
    let known = set_once(p, unit, &d.body);
    let times = il::stores::counts(p, unit, &d.body);
    let mut at = Elements { p, unit, said, known, times, out: Vec::new() };
    at.block(&d.body, &mut Vec::new());
    at.out
}

/// What is around a statement of a loop.
enum Around {
    /// A test, and its answer.
    Test(Expr, bool),
    /// A loop, or something else that may be passed by: which assignments stand before it is as good as unknown.
    Loop,
    /// A variable got its value here.
    Set(SymbolId),
}

struct Elements<'p> {
    p: &'p Program,
    unit: UnitId,
    said: &'p Parallel,
    known: BTreeMap<SymbolId, Expr>,
    times: BTreeMap<SymbolId, usize>,
    out: Vec<Overwritten>,
}

impl Elements<'_> {
    fn block(&mut self, block: &Block, around: &mut Vec<Around>) {
        let depth = around.len();
        for id in block {
            let kind = &self.p.units[self.unit].stmts[*id].kind;
            surely(self.p, self.unit, kind).iter().for_each(|place| self.element(place, around));
            match kind {
                StmtKind::Assign { lhs: Expr { kind: ExprKind::Var(s), .. }, .. } => around.push(Around::Set(*s)),
                StmtKind::If(If { arms, otherwise, .. }) => {
                    let mut inside = |body: &Block, answer: bool| {
                        around.push(Around::Test(arms[0].test.clone(), answer));
                        self.block(body, around);
                        around.pop();
                    };
                    inside(&arms[0].body, true);
                    if let (1, Some(body)) = (arms.len(), otherwise) {
                        inside(body, false);
                    }
                }
                StmtKind::Scope { body, .. } => {
                    self.block(body, around);
                }
                kind if kind.is_loop() => {
                    around.push(Around::Loop);
                    for body in kind.blocks() {
                        self.block(body, around);
                    }
                    around.pop();
                }
                _ => {}
            }
        }
        around.truncate(depth);
    }

    fn element(&mut self, lhs: &Expr, around: &[Around]) {
        for place in [lhs.clone(), written_out(lhs, &self.known)] {
            let found = self.tests_of(&place, around).map(|tests| Overwritten { place, tests });
            self.out.extend(found.filter(|o| !self.out.contains(o)));
        }
    }

    /// The tests on which it depends that iterations overwrite a place; `None` where it is not known which place that is.
    fn tests_of(&self, place: &Expr, around: &[Around]) -> Option<Vec<(Expr, bool)>> {
        let said = self.said;
        let shared = |s: SymbolId| {
            let lists = [&said.private, &said.first_private, &said.last_private, &said.atomics];
            lists.iter().all(|l| !l.contains(&s)) && said.reduction(s).is_none()
        };
        let ExprKind::Index { base, subs } = &place.kind else { return None };
        let fixed = base.spine().flat_map(Expr::positions).all(|e| self.changed(e).is_empty());
        if !fixed || base.has_call() || !place.root().is_some_and(shared) {
            return None;
        }
        // How far out the variables are set that the subscripts are made of.
        let mut from = None;
        for sub in subs {
            let Subscript::At(e) = sub else { return None };
            match self.changed(e).as_slice() {
                [] if !e.has_call() => {}
                [s] if matches!(e.kind, ExprKind::Var(_)) => {
                    let set = self.set_at(*s, around)?;
                    from = Some(from.map_or(set, |f: usize| f.min(set)));
                }
                _ => return None,
            }
        }
        let from = from.unwrap_or(0);
        let mut tests = Vec::new();
        for (k, a) in around.iter().enumerate().skip(from) {
            match a {
                Around::Test(test, answer) => {
                    // It is asked again later: it must have one answer.
                    let steady = self.changed(test).iter().all(|s| self.set_at(*s, &around[..k]).is_some());
                    if !steady || test.has_call() {
                        return None;
                    }
                    tests.push((test.clone(), *answer));
                }
                Around::Loop => return None,
                Around::Set(_) => {}
            }
        }
        Some(tests)
    }

    /// The variables of an expression that the loop changes.
    fn changed(&self, e: &Expr) -> Vec<SymbolId> {
        let mut names = Vec::new();
        e.collect_symbols(&mut names);
        names.retain(|s| self.times.contains_key(s));
        names
    }

    /// Where a variable of the iteration's own gets the only value that it has.
    fn set_at(&self, s: SymbolId, around: &[Around]) -> Option<usize> {
        let once = self.said.private.contains(&s) && self.times[&s] == 1;
        around.iter().position(|a| matches!(a, Around::Set(x) if *x == s)).filter(|_| once)
    }
}

/// The elements that a statement overwrites whichever way it goes.
fn surely(p: &Program, unit: UnitId, kind: &StmtKind) -> Vec<Expr> {
    let all = |block: &Block| -> Vec<Expr> {
        block.iter().flat_map(|id| surely(p, unit, &p.units[unit].stmts[*id].kind)).collect()
    };
    match kind {
        StmtKind::Assign { lhs, .. } if matches!(lhs.kind, ExprKind::Index { .. }) => vec![lhs.clone()],
        StmtKind::Call { callee, args, .. } => {
            let given = with_dummies(p, p.callee(*callee), args).into_iter();
            let set = given.filter(|(dummy, value)| {
                let is_element = matches!(value.object().kind, ExprKind::Index { .. });
                is_element && dummy.is_some_and(|d| sets(p, *callee, d, DEEP))
            });
            set.map(|(_, value)| value.object().clone()).collect()
        }
        StmtKind::If(If { arms, otherwise: Some(otherwise), .. }) => {
            let mut out = all(otherwise);
            for a in arms {
                let here = all(&a.body);
                out.retain(|e| here.contains(e));
            }
            out
        }
        StmtKind::Scope { body, .. } => all(body),
        _ => Vec::new(),
    }
}

/// Whether a procedure surely sets a scalar dummy, in C what it leads to.
fn sets(p: &Program, callee: SymbolId, dummy: SymbolId, deep: u32) -> bool {
    let Some(unit) = definition(p, callee).filter(|_| deep > 0) else { return false };
    let u = &p.units[unit];
    let is_one = match p.symbol_type(dummy) {
        Some(Type::Scalar(_)) => u.language == Language::Fortran,
        Some(Type::Pointer { to, .. }) => matches!(**to, Type::Scalar(_)),
        _ => false,
    };
    let last = u.body.last().copied();
    let leaves = u.any(&u.body, &mut |id, s| {
        matches!(s.kind, StmtKind::Return(_) | StmtKind::Goto(_)) && Some(id) != last || s.kind.jumps_to_labels()
    });
    is_one && !leaves && sets_in(p, unit, &u.body, dummy, deep)
}

fn sets_in(p: &Program, unit: UnitId, block: &Block, dummy: SymbolId, deep: u32) -> bool {
    let is_it = |e: &Expr| match &e.kind {
        ExprKind::Var(s) => *s == dummy,
        ExprKind::Deref(x) => matches!(x.kind, ExprKind::Var(s) if s == dummy),
        _ => false,
    };
    block.iter().any(|id| match &p.units[unit].stmts[*id].kind {
        StmtKind::Assign { lhs, .. } => {
            is_it(lhs)
                && !matches!(p.symbol_type(dummy), Some(Type::Pointer { .. }) if matches!(lhs.kind, ExprKind::Var(_)))
        }
        StmtKind::Call { callee, args, .. } => {
            let given = with_dummies(p, p.callee(*callee), args);
            given.iter().any(|(d, value)| is_it(value) && d.is_some_and(|d| sets(p, *callee, d, deep - 1)))
        }
        StmtKind::If(If { arms, otherwise: Some(otherwise), .. }) => {
            arms.iter().map(|a| &a.body).chain([otherwise]).all(|b| sets_in(p, unit, b, dummy, deep))
        }
        StmtKind::Scope { body, .. } => sets_in(p, unit, body, dummy, deep),
        _ => false,
    })
}

/// The values of scalars that a turn sets once, before all else that it does with them, in terms of what the turn does not change.
pub(crate) fn set_once(p: &Program, unit: UnitId, body: &Block) -> BTreeMap<SymbolId, Expr> {
    let times = il::stores::counts(p, unit, body);
    let mut known: BTreeMap<SymbolId, Expr> = BTreeMap::new();
    let u = &p.units[unit];
    let mut first: BTreeMap<SymbolId, StmtId> = BTreeMap::new();
    u.walk(body, &mut |id, s| {
        let mut names = Vec::new();
        s.kind.exprs(&mut |e| e.collect_symbols(&mut names));
        for s in names {
            first.entry(s).or_insert(id);
        }
    });
    top(p, unit, body, &mut |id, lhs, rhs| {
        let ExprKind::Var(s) = lhs.kind else { return };
        let value = written_out(rhs, &known);
        let mut names = Vec::new();
        value.collect_symbols(&mut names);
        if times.get(&s) == Some(&1)
            && first.get(&s) == Some(&id)
            && !value.has_call()
            && names.iter().all(|n| !times.contains_key(n))
        {
            known.insert(s, value);
        }
    });
    known
}

/// An expression with values in place of what has them.
pub(crate) fn written_out(e: &Expr, known: &BTreeMap<SymbolId, Expr>) -> Expr {
    let mut out = e.clone();
    out.rewrite(&mut |e| {
        if let ExprKind::Var(s) = e.kind
            && let Some(value) = known.get(&s)
        {
            *e = value.clone();
        }
    });
    out
}

/// Calls `f` with the assignments that each turn makes.
fn top(p: &Program, unit: UnitId, body: &Block, f: &mut dyn FnMut(StmtId, &Expr, &Expr)) {
    for &id in body {
        match &p.units[unit].stmts[id].kind {
            StmtKind::Assign { lhs, rhs } => f(id, lhs, rhs),
            StmtKind::Scope { body, .. } => top(p, unit, body, f),
            _ => {}
        }
    }
}
