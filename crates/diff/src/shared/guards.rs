//! C: what is known of integers where a call stands, from the tests and loops around it: `if (j > i) swap(&x[i], &x[j]);`.
//!
//! Statements are followed from the beginning of the procedure to the call. A test holds in its branch, and its opposite behind one that jumps away; a
//! counter lies between the ends of its loop; a local has the value that it was given, a local pointer too. Each is known until something in it may
//! change. Only what nobody takes the address of is spoken of, so that nothing changes it behind a pointer.

use std::collections::BTreeSet;

use analysis::affine::{Affine, Term};
use il::stmt::Do;
use il::stores::{self, How};
use il::symbol::Storage;
use il::{
    BinaryOp, Block, Expr, ExprKind, Program, ScalarClass, StmtId, StmtKind, Subscript, SymbolId, Type, UnaryOp, UnitId,
};

use crate::adjoint::plan::system::{Linear, is_impossible};

/// More cases than these are not told apart.
const MOST_CASES: usize = 32;

/// The comparisons that hold where a statement of a C function begins.
pub fn at(p: &Program, unit: UnitId, stmt: StmtId) -> Vec<Expr> {
    let u = &p.units[unit];
    if !u.language.points_by_address() {
        return Vec::new();
    }
    let mut walk = Walk { p, unit, target: stmt, taken: BTreeSet::new(), known: Vec::new() };
    let mut plain = u.children.is_empty();
    u.walk(&u.body, &mut |_, s| {
        plain &= s.label.is_none() && is_plain(&s.kind);
        stores::each(p, unit, &s.kind, &mut |s| walk.taken.extend(s.symbol.filter(|_| s.how == How::Addressed)));
    });
    if plain && walk.block(&u.body) { walk.known } else { Vec::new() }
}

/// Whether a statement changes integers in no other way than by assignments and loops.
fn is_plain(kind: &StmtKind) -> bool {
    match kind {
        StmtKind::Assign { .. }
        | StmtKind::Call { .. }
        | StmtKind::If(_)
        | StmtKind::Do(_)
        | il::uncounted!()
        | StmtKind::Select { .. }
        | StmtKind::Exit(_)
        | StmtKind::Cycle(_)
        | StmtKind::Return(_)
        | StmtKind::Stop { .. }
        | StmtKind::Nop
        | StmtKind::Allocate { .. }
        | StmtKind::Deallocate { .. }
        | StmtKind::Scope { .. }
        | StmtKind::Declare(_) => true,
        StmtKind::Opaque { writes, .. } => writes.is_empty(),
        _ => false,
    }
}

struct Walk<'a> {
    p: &'a Program,
    unit: UnitId,
    target: StmtId,
    /// Variables whose address is taken.
    taken: BTreeSet<SymbolId>,
    known: Vec<Expr>,
}

impl Walk<'_> {
    /// Follows a block to the statement. False: it is not in there.
    fn block(&mut self, block: &Block) -> bool {
        for &id in block {
            if id == self.target {
                return true;
            }
            let stmt = &self.p.units[self.unit].stmts[id];
            if stmt.kind.blocks().into_iter().any(|b| self.contains(b)) {
                self.enter(&stmt.kind);
                return stmt.kind.blocks().into_iter().any(|b| self.contains(b) && self.block(b));
            }
            self.pass(id);
        }
        false
    }

    fn contains(&self, block: &Block) -> bool {
        self.p.units[self.unit].any(block, &mut |id, _| id == self.target)
    }

    /// What holds where the blocks of a statement begin, in the one that leads to the call.
    fn enter(&mut self, kind: &StmtKind) {
        match kind {
            StmtKind::Do(d) => {
                let mut changed = self.changed(&d.body);
                let counts = !changed.contains(&d.var);
                changed.insert(d.var);
                self.forget(&changed);
                if counts {
                    self.count(d, &changed);
                }
            }
            StmtKind::While { test, body, .. } => {
                self.forget(&self.changed(body));
                self.assume(test, true);
            }
            StmtKind::Until { body, .. } | StmtKind::Loop { body, .. } => self.forget(&self.changed(body)),
            StmtKind::If(i) => {
                for arm in &i.arms {
                    let here = self.contains(&arm.body);
                    self.assume(&arm.test, here);
                    if here {
                        break;
                    }
                }
            }
            StmtKind::Scope { .. } => {}
            // A case may be entered from the one before it.
            kind => {
                let changed: BTreeSet<SymbolId> = kind.blocks().into_iter().flat_map(|b| self.changed(b)).collect();
                self.forget(&changed);
            }
        }
    }

    /// What holds behind a statement that is passed on the way.
    fn pass(&mut self, id: StmtId) {
        let stmt = &self.p.units[self.unit].stmts[id];
        self.forget(&self.changed(&[id].into_iter().collect()));
        match &stmt.kind {
            StmtKind::Assign { lhs, rhs } if matches!(lhs.kind, ExprKind::Var(s) if !rhs.mentions(s)) => {
                self.given(BinaryOp::Eq, lhs, rhs);
                if self.is_local_pointer(lhs) && self.is_address(rhs) {
                    self.known.push(Expr::binary(BinaryOp::Eq, lhs.clone(), rhs.clone()));
                }
            }
            StmtKind::If(i) if i.otherwise.is_none() && i.arms.iter().all(|a| self.jumps(&a.body)) => {
                i.arms.iter().for_each(|a| self.assume(&a.test, false));
            }
            _ => {}
        }
    }

    /// Whether nothing goes on behind a block.
    fn jumps(&self, block: &Block) -> bool {
        block.last().is_some_and(|id| {
            matches!(
                self.p.units[self.unit].stmts[*id].kind,
                StmtKind::Exit(_) | StmtKind::Cycle(_) | StmtKind::Return(_) | StmtKind::Stop { .. }
            )
        })
    }

    fn changed(&self, block: &Block) -> BTreeSet<SymbolId> {
        let mut out = BTreeSet::new();
        // What is declared begins anew without a value.
        stores::each_in(self.p, self.unit, block, &mut |s| out.extend(s.symbol));
        out
    }

    fn forget(&mut self, changed: &BTreeSet<SymbolId>) {
        self.known.retain(|e| !changed.iter().any(|s| e.mentions(*s)));
    }

    /// A counter lies between the ends of its loop, which are what they were as long as no turn changes them.
    fn count(&mut self, d: &Do, changed: &BTreeSet<SymbolId>) {
        let Some(step) = d.step.as_ref().map_or(Some(1), Expr::as_int).filter(|k| *k != 0) else { return };
        let up = step > 0;
        let var = Expr::var(d.var);
        let fixed = |e: &Expr| !changed.iter().any(|s| e.mentions(*s));
        if fixed(&d.from) {
            self.given(if up { BinaryOp::Ge } else { BinaryOp::Le }, &var, &d.from);
        }
        // As the author wrote it: `i < n` also where `n - 1` would wrap.
        let (strict, open, closed) = match up {
            true => (BinaryOp::Sub, BinaryOp::Lt, BinaryOp::Le),
            false => (BinaryOp::Add, BinaryOp::Gt, BinaryOp::Ge),
        };
        match &d.to.kind {
            _ if !fixed(&d.to) => {}
            ExprKind::Binary(op, n, one) if *op == strict && one.as_int() == Some(1) => self.learn(open, &var, n),
            _ => self.learn(closed, &var, &d.to),
        }
    }

    fn assume(&mut self, test: &Expr, holds: bool) {
        match &test.kind {
            ExprKind::Unary(UnaryOp::Paren, x) => self.assume(x, holds),
            ExprKind::Unary(UnaryOp::Not, x) => self.assume(x, !holds),
            ExprKind::Binary(BinaryOp::And, l, r) if holds => [l, r].into_iter().for_each(|x| self.assume(x, true)),
            ExprKind::Binary(BinaryOp::Or, l, r) if !holds => {
                [l, r].into_iter().for_each(|x| self.assume(x, false));
            }
            ExprKind::Binary(op, l, r) => {
                let opposite = match op {
                    BinaryOp::Lt => BinaryOp::Ge,
                    BinaryOp::Ge => BinaryOp::Lt,
                    BinaryOp::Gt => BinaryOp::Le,
                    BinaryOp::Le => BinaryOp::Gt,
                    BinaryOp::Eq => BinaryOp::Ne,
                    BinaryOp::Ne => BinaryOp::Eq,
                    _ => return,
                };
                self.learn(if holds { *op } else { opposite }, l, r);
            }
            _ => {}
        }
    }

    fn learn(&mut self, op: BinaryOp, l: &Expr, r: &Expr) {
        let agree = match (wrapping(self.p, l), wrapping(self.p, r)) {
            (Some(x), Some(y)) => x.is_none() == y.is_none() || [l, r].iter().any(|e| self.is_natural(e)),
            _ => false,
        };
        if agree && self.is_local(l) && self.is_local(r) {
            self.known.push(Expr::binary(op, l.clone(), r.clone()));
        }
    }

    /// The value that an assignment gives, unless it may be too large for the variable.
    fn given(&mut self, op: BinaryOp, lhs: &Expr, rhs: &Expr) {
        let bytes = |s: SymbolId| self.p.symbol_type(s).and_then(Type::scalar).map_or(u8::MAX, |t| t.bytes);
        let mut fits = true;
        if let ExprKind::Var(to) = lhs.kind {
            rhs.walk(&mut |x| fits &= !matches!(x.kind, ExprKind::Var(s) if bytes(s).max(4) > bytes(to)));
        }
        if fits {
            self.learn(op, lhs, rhs);
        }
    }

    /// A number that is the same with a sign and without.
    fn is_natural(&self, e: &Expr) -> bool {
        il::fold::integer(self.p, e).is_some_and(|n| (0..=i64::from(i8::MAX)).contains(&n))
    }

    /// A pointer that only assignments in this function change.
    fn is_local_pointer(&self, e: &Expr) -> bool {
        let ExprKind::Var(s) = e.kind else { return false };
        matches!(self.p.symbol_type(s), Some(Type::Pointer { .. }))
            && self.p.variable(s).is_some_and(|v| v.is_unsaved_local() || matches!(v.storage, Storage::Dummy(_)))
            && self.p.home(s) == Some(self.unit)
            && !self.taken.contains(&s)
    }

    /// Whether an address is made from arrays, local pointers and local integers: `&a[i]`, `row + 3`.
    fn is_address(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Var(s) => {
                self.is_local_pointer(e) || matches!(self.p.symbol_type(*s), Some(Type::Array { .. } | Type::Record(_)))
            }
            ExprKind::Address(x) | ExprKind::Deref(x) | ExprKind::Unary(UnaryOp::Paren, x) => self.is_address(x),
            ExprKind::Field { base, .. } => {
                !matches!(il::typing::type_of(self.p, e), Type::Pointer { .. }) && self.is_address(base)
            }
            ExprKind::Index { base, subs } => {
                !matches!(il::typing::type_of(self.p, e), Type::Pointer { .. })
                    && self.is_address(base)
                    && subs.iter().all(|s| matches!(s, Subscript::At(i) if self.is_local(i)))
            }
            ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, q, k) => self.is_address(q) && self.is_local(k),
            _ => false,
        }
    }

    /// Whether an integer is made from constants and from what only assignments in this function change.
    fn is_local(&self, e: &Expr) -> bool {
        if il::fold::integer(self.p, e).is_some() {
            return true;
        }
        match &e.kind {
            ExprKind::Var(s) => self.p.variable(*s).is_some_and(|v| {
                matches!(&v.ty, Type::Scalar(t) if t.class == ScalarClass::Integer && t.bytes <= 8)
                    && match v.storage {
                        Storage::Local => v.is_unsaved_local(),
                        Storage::Dummy(_) => v.by_value,
                        _ => false,
                    }
                    && self.p.home(*s) == Some(self.unit)
                    && !self.taken.contains(s)
            }),
            ExprKind::Unary(UnaryOp::Paren | UnaryOp::Plus | UnaryOp::Neg, x) => self.is_local(x),
            ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div, l, r) => {
                self.is_local(l) && self.is_local(r)
            }
            _ => false,
        }
    }
}

/// The bytes at which the arithmetic of an integer wraps, when it does: that of unsigned numbers. Narrow ones are taken as `int`. `None`: nobody tells.
fn wrapping(p: &Program, e: &Expr) -> Option<Option<u8>> {
    let mut found: BTreeSet<u8> = BTreeSet::new();
    e.walk(&mut |x| {
        let ty = match &x.kind {
            ExprKind::Var(s) => p.symbol_type(*s).and_then(Type::scalar),
            ExprKind::Integer { ty, .. } => ty.as_deref(),
            _ => None,
        };
        found.extend(ty.filter(|t| t.unsigned && t.bytes >= 4).map(|t| t.bytes));
    });
    (found.len() < 2).then(|| found.first().copied())
}

/// What comparisons say as inequalities `0 ≤ …`, case by case: one of the cases holds.
pub(super) struct Cases(Vec<Vec<Affine>>);

impl Cases {
    /// Of comparisons that hold together. `values` numbers what is no polynomial, `positive` is at least 1.
    pub(super) fn new(p: &Program, known: &[Expr], positive: &[SymbolId], values: &mut Vec<Expr>) -> Option<Cases> {
        let one = Affine::constant(1);
        let mut out = Cases(vec![Vec::new()]);
        for s in positive {
            out.add(&[vec![Affine::term(Term::Symbol(*s)).plus(&one, -1)?]]);
        }
        for e in known {
            e.walk(&mut |x| {
                if let ExprKind::Var(s) = x.kind {
                    out.add_range(p, s);
                }
            });
        }
        for e in known {
            let ExprKind::Binary(op, l, r) = &e.kind else { continue };
            let (Some(x), Some(y)) = (Affine::of(p, l, values), Affine::of(p, r, values)) else { continue };
            out.divide(p, values);
            if out.wraps(p, l, &x) || out.wraps(p, r, &y) {
                continue;
            }
            let (up, down) = (y.plus(&x, -1)?, x.plus(&y, -1)?);
            let (above, below) = (up.plus(&one, -1)?, down.plus(&one, -1)?);
            match op {
                BinaryOp::Lt => out.add(&[vec![above]]),
                BinaryOp::Le => out.add(&[vec![up]]),
                BinaryOp::Gt => out.add(&[vec![below]]),
                BinaryOp::Ge => out.add(&[vec![down]]),
                BinaryOp::Eq => out.add(&[vec![up, down]]),
                BinaryOp::Ne => out.add(&[vec![above], vec![below]]),
                _ => {}
            }
        }
        Some(out)
    }

    /// What the type of a variable says. An enumeration is not known to be unsigned.
    fn add_range(&mut self, p: &Program, s: SymbolId) {
        let own = Affine::term(Term::Symbol(s));
        let range = match wrapping(p, &Expr::var(s)).flatten() {
            Some(4) => Affine::constant(u32::MAX.into()).plus(&own, -1),
            Some(_) => Some(own),
            None => None,
        };
        if let Some(range) = range.filter(|r| self.0.iter().all(|case| !case.contains(r))) {
            self.add(&[vec![range]]);
        }
    }

    /// Whether an expression of unsigned numbers may be another number than the polynomial.
    fn wraps(&self, p: &Program, e: &Expr, a: &Affine) -> bool {
        let most = Affine::constant(u32::MAX.into());
        let simple = matches!(e.bare().kind, ExprKind::Var(_)) || il::fold::integer(p, e).is_some();
        !simple
            && match wrapping(p, e) {
                Some(None) => false,
                Some(Some(4)) => !self.nonnegative(a) || !most.plus(a, -1).is_some_and(|left| self.nonnegative(&left)),
                Some(_) => !self.nonnegative(a),
                None => true,
            }
    }

    /// One of `choices` holds too.
    fn add(&mut self, choices: &[Vec<Affine>]) {
        if self.0.len() * choices.len() <= MOST_CASES {
            let with = |case: &Vec<Affine>, more: &Vec<Affine>| case.iter().chain(more).cloned().collect();
            self.0 = self.0.iter().flat_map(|case| choices.iter().map(move |more| with(case, more))).collect();
        }
    }

    /// What quotients by positive constants are: cut off towards zero.
    fn divide(&mut self, p: &Program, values: &mut Vec<Expr>) {
        let mut k = 0;
        while let Some(value) = values.get(k).cloned() {
            let term = Term::Value(k as u32);
            let quotient = Affine::term(term);
            k += 1;
            if self.0.iter().all(|case| case.iter().any(|a| a.mentions(term))) {
                continue;
            }
            let ExprKind::Binary(BinaryOp::Div, l, r) = &value.kind else { continue };
            let Some(by) = il::fold::integer(p, r).map(i128::from).filter(|by| *by > 0) else { continue };
            let bounds = |number: &Affine| {
                let rest = number.plus(&quotient, -by)?;
                let above = Affine::constant(by - 1).plus(&rest, -1)?;
                let up = vec![number.clone(), rest.clone(), above];
                let minus = Affine::constant(-1).plus(number, -1)?;
                let down = vec![minus, Affine::default().plus(&rest, -1)?, Affine::constant(by - 1).plus(&rest, 1)?];
                Some([up, down])
            };
            let number = Affine::of(p, l, values).filter(|number| !self.wraps(p, l, number));
            if let Some(both) = number.and_then(|number| bounds(&number)) {
                self.add(&both);
            }
        }
    }

    /// Whether a polynomial is never below zero, in any case.
    fn nonnegative(&self, a: &Affine) -> bool {
        self.0.iter().all(|case| nonnegative(case, a))
    }

    /// Whether in each case one of two polynomials is not below zero.
    pub(super) fn one_of(&self, a: &Affine, b: &Affine) -> bool {
        self.0.iter().all(|case| nonnegative(case, a) || nonnegative(case, b))
    }
}

/// Products are taken apart at a factor that is not negative: `n*k - n*j - n` is `n*(k - j - 1)`.
fn nonnegative(case: &[Affine], a: &Affine) -> bool {
    if follows(case, a) {
        return true;
    }
    let one = Affine::constant(1);
    a.strides().into_iter().any(|stride| {
        let factor = Affine::term(stride);
        let (quotient, rest) = a.split(stride);
        let once = || Some((quotient.plus(&one, -1)?, rest.plus(&factor, 1)?));
        follows(case, &factor)
            && [Some((quotient.clone(), rest.clone())), once()]
                .into_iter()
                .flatten()
                .any(|(quotient, rest)| follows(case, &quotient) && follows(case, &rest))
    })
}

/// Whether `0 ≤ a` follows from a system in which products are variables.
fn follows(case: &[Affine], a: &Affine) -> bool {
    let opposite = Affine::constant(-1).plus(a, -1);
    let system = case.iter().chain(&opposite).map(linear).collect::<Option<Vec<_>>>();
    opposite.is_some() && system.is_some_and(is_impossible)
}

fn linear(a: &Affine) -> Option<Linear<Vec<Term>>> {
    a.terms().try_fold(Linear::constant(0), |sum, (monomial, c)| {
        let c = i64::try_from(c).ok()?;
        match monomial {
            [] => sum.plus(&Linear::constant(c), 1, 1),
            _ => sum.plus(&Linear::variable(monomial.to_vec()), 1, c),
        }
    })
}
