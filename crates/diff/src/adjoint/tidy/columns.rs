//! Array statements with SPREAD or a sum along the second dimension, column by column.
//!
//! `x = x + spread(v, 2, m)*spread(w, 1, n)` and `y = y + sum(a*xb, 2)` make compilers build arrays that nobody wanted. By columns they need none:
//! `do ii1 = 1, m; x(:,ii1) = x(:,ii1) + v*w(ii1); end do`. Possible where everything of rank two is an array, a section `x(:,k,lo:hi)` or an elementwise
//! operation on such, and where the columns of the left side depend on nothing but themselves. Terms of a sum that
//! are nothing of the kind are added first. Of `w` one element is asked for: of arrays, sections and components that are no pointers, and elementwise
//! operations on them.

use std::collections::BTreeSet;

use il::intrinsics::{Class, argument};
use il::stmt::Do;
use il::typing::{rank_of, scalar_of};
use il::{
    BinaryOp, Block, Dim, Expr, ExprKind, Scalar, ScalarClass, StmtId, StmtKind, Subscript, SymbolId, Type, UnitId,
    Upper,
};

use crate::adjoint::tidy::{increment, loops};
use crate::derive::{Shell, World};
use crate::simplify;

/// Rewrites what can be.
pub(crate) fn columns(world: &mut World, shell: &mut Shell, body: &mut Block) {
    let u = &world.out.units[shell.unit];
    let mut found = false;
    u.walk(body, &mut |_, s| s.kind.exprs(&mut |e| found |= mentions(e, &["spread", "sum"])));
    if found && u.language.computes_with_arrays() {
        let fixed = loops::fixed(world, shell, body);
        Columns { world, shell, fixed }.block(body);
    }
}

struct Columns<'c, 'w> {
    world: &'c mut World<'w>,
    shell: &'c mut Shell,
    /// The integers that nothing in the body changes.
    fixed: BTreeSet<SymbolId>,
}

impl Columns<'_, '_> {
    fn block(&mut self, block: &mut Block) {
        let unit = self.shell.unit;
        let mut out = Block::new();
        for id in std::mem::take(block) {
            match &self.world.out.units[unit].stmts[id].kind {
                StmtKind::Assign { lhs, rhs } => {
                    let (lhs, rhs) = (lhs.clone(), rhs.clone());
                    match self.by_columns(&lhs, &rhs).or_else(|| self.in_two(&lhs, &rhs)) {
                        Some(new) => replace(self.world, unit, id, new, &mut out),
                        None => out.push(id),
                    }
                }
                // Masks are evaluated once for all columns.
                StmtKind::Where { .. } | StmtKind::Forall { .. } => out.push(id),
                _ => {
                    let mut kind = std::mem::replace(&mut self.world.out.units[unit].stmts[id].kind, StmtKind::Nop);
                    for inner in kind.blocks_mut() {
                        self.block(inner);
                    }
                    self.world.out.units[unit].stmts[id].kind = kind;
                    out.push(id);
                }
            }
        }
        *block = out;
    }

    fn by_columns(&mut self, lhs: &Expr, rhs: &Expr) -> Option<Vec<StmtKind>> {
        let p = &self.world.out;
        if rhs.has_call() || lhs.has_call() {
            return None;
        }
        let own = increment(lhs, rhs);
        let value = own.clone().unwrap_or_else(|| rhs.clone());
        let mut first = Vec::new();
        // The assignment may give an allocatable array its extents.
        let shaped = |e: &Expr| own.is_some() || matches!(e.kind, ExprKind::Index { .. }) || !p.is_allocatable(e);
        let (target, source, last) = match (rank_of(p, lhs), &lhs.kind) {
            (2, _) if mentions(rhs, &["spread"]) && shaped(lhs) => (None, rhs.clone(), self.count_of_columns(lhs)?),
            (1, ExprKind::Var(x)) if !value.mentions(*x) => {
                // y = y + sum(e, 2)
                let ExprKind::Intrinsic(f, args) = &value.kind else { return None };
                let along = argument(*f, args, "dim").and_then(Expr::as_int);
                if f.name() != "sum" || along != Some(2) || argument(*f, args, "mask").is_some() {
                    return None;
                }
                let summed = argument(*f, args, "array")?.clone();
                if rank_of(p, &summed) != 2 {
                    return None;
                }
                if own.is_none() {
                    if !shaped(lhs) {
                        return None;
                    }
                    first.push(StmtKind::Assign { lhs: lhs.clone(), rhs: simplify::zero(&scalar_of(p, lhs)?) });
                }
                let last = self.count_of_columns(&whole_of(self.world, &summed)?)?;
                (Some(lhs.clone()), summed, last)
            }
            _ => return None,
        };
        // The loop variable is made when it is sure to be used.
        let marker = Expr::int(0);
        column(self.world, &source, lhs, &marker)?;
        let spelling = if self.shell.upper { "INTEGER" } else { "integer" };
        let integer = Type::Scalar(Scalar::new(ScalarClass::Integer, self.world.source.integer().bytes, spelling));
        let var = self.world.local(self.shell, "ii1", integer);
        let e = column(self.world, &source, lhs, &Expr::var(var))?;
        let assign = match target {
            None => StmtKind::Assign { lhs: at_column(self.world, lhs, &Expr::var(var))?, rhs: e },
            Some(y) => StmtKind::Assign { lhs: y.clone(), rhs: simplify::add(y, e) },
        };
        let body = vec![self.world.out.units[self.shell.unit].add(assign)];
        let (from, step) = (Expr::int(1), None);
        first.push(StmtKind::Do(Box::new(Do::counting(var, from, last, step, body))));
        Some(first)
    }

    /// A sum of which only some terms can be added by columns, `x = x + matmul(a, b) + spread(v, 2, m)*spread(w, 1, n)`: first the others, as they are.
    /// Of derivatives only: values of the original are never put together in another order.
    fn in_two(&mut self, lhs: &Expr, rhs: &Expr) -> Option<Vec<StmtKind>> {
        let x = lhs.root().filter(|x| self.shell.maps.derivatives.values().any(|d| d == x))?;
        if rhs.has_call()
            || lhs.has_call()
            || !mentions(rhs, &["spread"])
            || rank_of(&self.world.out, lhs) != 2
            || !is_matrix(self.world, lhs)
        {
            return None;
        }
        let own = increment(lhs, rhs);
        let mut all = Vec::new();
        terms(own.as_ref().unwrap_or(rhs), false, &mut all);
        // The others have changed `x` by then.
        let apart = |e: &Expr| {
            mentions(e, &["spread"])
                && !e.mentions(x)
                && !names_pointer(self.world, e)
                && rank_of(&self.world.out, e) == 2
                && column(self.world, e, lhs, &Expr::int(0)).is_some()
        };
        let (apart, others): (Vec<_>, Vec<_>) = all.into_iter().partition(|(_, e)| apart(e));
        if apart.is_empty() || others.is_empty() {
            return None;
        }
        let sum = |first: Option<Expr>, list: Vec<(bool, Expr)>| {
            list.into_iter().fold(first, |sum, (minus, e)| {
                Some(match (sum, minus) {
                    (None, false) => e,
                    (None, true) => simplify::neg(e),
                    (Some(sum), false) => simplify::add(sum, e),
                    (Some(sum), true) => simplify::sub(sum, e),
                })
            })
        };
        let first = sum(own.map(|_| lhs.clone()), others)?;
        let then = sum(Some(lhs.clone()), apart)?;
        let mut out = vec![StmtKind::Assign { lhs: lhs.clone(), rhs: first }];
        out.extend(self.by_columns(lhs, &then)?);
        Some(out)
    }

    /// How many columns there are: by the declaration where what it says is fixed.
    fn count_of_columns(&self, e: &Expr) -> Option<Expr> {
        let m = columns_of(self.world, e)?;
        let is_fixed = |e: &Expr| {
            let mut named = BTreeSet::new();
            e.collect_symbols(&mut named);
            named.iter().all(|s| self.fixed.contains(s) || self.world.out.variable(*s).is_none())
        };
        Some(match &m.last {
            Some(last) if m.is_written || is_fixed(last) && m.first.as_int().is_some() => {
                il::fold::range_count(&m.first, last, None)
            }
            _ => Expr::intrinsic("size", vec![m.base.clone(), Expr::int(m.across as i64 + 1)]),
        })
    }
}

/// The new statements take the place, the comments and the label of the old one.
fn replace(world: &mut World, unit: UnitId, id: StmtId, new: Vec<StmtKind>, out: &mut Block) {
    let u = &mut world.out.units[unit];
    let mut rest = new.into_iter();
    if let Some(first) = rest.next() {
        u.stmts[id].kind = first;
        out.push(id);
    }
    for kind in rest {
        out.push(u.add(kind));
    }
}

/// The terms of a sum, each with whether it is taken away.
fn terms(e: &Expr, minus: bool, out: &mut Vec<(bool, Expr)>) {
    match &e.kind {
        ExprKind::Binary(BinaryOp::Add, l, r) => {
            terms(l, minus, out);
            terms(r, minus, out);
        }
        ExprKind::Binary(BinaryOp::Sub, l, r) => {
            terms(l, minus, out);
            terms(r, !minus, out);
        }
        _ => out.push((minus, e.clone())),
    }
}

/// Whether an expression asks for one of these intrinsics.
fn mentions(e: &Expr, names: &[&str]) -> bool {
    e.any(&mut |x| matches!(&x.kind, ExprKind::Intrinsic(f, _) if names.contains(&f.name())))
}

/// Whether columns of a matrix can be told: an array or a section of one, `x(:, i, lo:hi)`, by no pointer.
fn is_matrix(world: &World, e: &Expr) -> bool {
    columns_of(world, e).is_some()
}

/// A matrix by its columns.
struct Matrix {
    /// The array, of any rank.
    base: Expr,
    /// What of it is the matrix: all subscripts are single ones but for two.
    subs: Vec<Subscript>,
    /// The dimension of the array in which columns are counted.
    across: usize,
    /// The first and the last column; `None`: the last is not known.
    first: Expr,
    last: Option<Expr>,
    /// The columns are those of a section.
    is_written: bool,
}

fn columns_of(world: &World, e: &Expr) -> Option<Matrix> {
    let (base, subs) = match &e.kind {
        ExprKind::Index { base, subs } => (&**base, Some(subs)),
        _ => (e, None),
    };
    let dims = dimensions(world, base)?;
    let all = Subscript::Range { lo: None, hi: None, step: None };
    let subs = match subs {
        None => vec![all; dims.len()],
        Some(subs) => subs.clone(),
    };
    let ranged = |s: &Subscript| matches!(s, Subscript::Range { step: None, .. });
    let one = |s: &Subscript| matches!(s, Subscript::At(i) if rank_of(&world.out, i) == 0);
    let along: Vec<usize> = (0..subs.len()).filter(|k| ranged(&subs[*k])).collect();
    let [_, across] = along[..] else { return None };
    if !subs.iter().all(|s| ranged(s) || one(s)) {
        return None;
    }
    let Subscript::Range { lo, hi, .. } = &subs[across] else { return None };
    let declared = dims.get(across)?;
    let first = lo.clone().unwrap_or_else(|| lower_bound(world, base, dims, across));
    let ubound = || Expr::intrinsic("ubound", vec![base.clone(), Expr::int(across as i64 + 1)]);
    let last = match (hi, &declared.upper) {
        (Some(hi), _) => Some(hi.clone()),
        (None, Upper::At(e)) if lo.is_none() => Some(e.clone()),
        (None, Upper::At(_) | Upper::Deferred) => lo.is_some().then(ubound),
        (None, Upper::Assumed) => return None,
    };
    let is_written = lo.is_some() || hi.is_some();
    Some(Matrix { base: base.clone(), subs, across, first, last, is_written })
}

/// A whole array of rank two in an expression.
fn whole_of(world: &World, e: &Expr) -> Option<Expr> {
    let mut found = None;
    e.walk(&mut |x| {
        if found.is_none() && matches!(x.kind, ExprKind::Var(_)) && rank_of(&world.out, x) == 2 && is_matrix(world, x) {
            found = Some(x.clone());
        }
    });
    found
}

/// Column `j` of such a matrix, counted from 1.
fn at_column(world: &World, e: &Expr, j: &Expr) -> Option<Expr> {
    let m = columns_of(world, e)?;
    let mut subs = m.subs;
    subs[m.across] = Subscript::At(counted_from(&m.first, 1, j));
    Some(ExprKind::Index { base: Box::new(m.base), subs }.into())
}

/// Column `j` of an expression of rank two (scalars are what they are), when it can be told; `changed` is being changed.
fn column(world: &World, e: &Expr, changed: &Expr, j: &Expr) -> Option<Expr> {
    let x = changed.root()?;
    let of = |e: &Expr| column(world, e, changed, j);
    match rank_of(&world.out, e) {
        0 => (!e.mentions(x)).then(|| e.clone()),
        2 => match &e.kind {
            ExprKind::Var(_) | ExprKind::Field { .. } | ExprKind::Index { .. } => {
                let steady = e == changed || !e.mentions(x);
                steady.then(|| at_column(world, e, j)).flatten()
            }
            ExprKind::Intrinsic(f, args) if f.name() == "spread" => {
                let (v, dim) = (argument(*f, args, "source")?, argument(*f, args, "dim")?.as_int()?);
                if v.mentions(x) {
                    return None;
                }
                // Evaluated once for all columns before, for each of them now.
                let dear = v.any(&mut |e| matches!(e.kind, ExprKind::Intrinsic(..)))
                    || names_pointer(world, v) && world.has_other_names(x);
                match dim {
                    2 => (!dear).then(|| v.clone()),
                    1 => (!names_pointer(world, v)).then(|| element(world, v, j)).flatten(),
                    _ => None,
                }
            }
            _ => by_parts(e, &of),
        },
        _ => None,
    }
}

/// Element `j` of a vector, counted from 1 (scalars are what they are), when it can be told.
fn element(world: &World, v: &Expr, j: &Expr) -> Option<Expr> {
    let p = &world.out;
    let of = |e: &Expr| element(world, e, j);
    if rank_of(p, v) == 0 {
        // Evaluated once for all elements before.
        let dear = v.any(&mut |e| matches!(&e.kind, ExprKind::Intrinsic(f, _) if f.info().class != Class::Elemental));
        return (!dear).then(|| v.clone());
    }
    match &v.kind {
        ExprKind::Var(_) | ExprKind::Field { .. } => {
            let lower = lower_bound(world, v, dimensions(world, v)?, 0);
            Some(Expr::index(v.clone(), vec![counted_from(&lower, 1, j)]))
        }
        ExprKind::Index { base, subs } => {
            let place = |(k, s): (usize, &Subscript)| match s {
                Subscript::At(i) if rank_of(p, i) == 0 => Some(s.clone()),
                Subscript::At(i) => of(i).map(Subscript::At),
                Subscript::Range { lo, step, .. } => {
                    let step = step.as_ref().map_or(Some(1), Expr::as_int)?;
                    let first = match lo {
                        Some(lo) => lo.clone(),
                        None if step > 0 => lower_bound(world, base, dimensions(world, base)?, k),
                        None => return None,
                    };
                    Some(Subscript::At(counted_from(&first, step, j)))
                }
            };
            let subs = subs.iter().enumerate().map(place).collect::<Option<Vec<_>>>()?;
            Some(ExprKind::Index { base: base.clone(), subs }.into())
        }
        _ => by_parts(v, &of),
    }
}

/// An elemental operation of what `of` makes of its operands.
fn by_parts(e: &Expr, of: &dyn Fn(&Expr) -> Option<Expr>) -> Option<Expr> {
    match &e.kind {
        ExprKind::Unary(op, inner) => Some(Expr::unary(*op, of(inner)?)),
        ExprKind::Binary(op, l, r) => Some(Expr::binary(*op, of(l)?, of(r)?)),
        ExprKind::Intrinsic(f, args) if f.info().class == Class::Elemental => {
            let mut args = args.clone();
            for a in &mut args {
                a.value = of(&a.value)?;
            }
            Some(ExprKind::Intrinsic(*f, args).into())
        }
        _ => None,
    }
}

/// Whether an expression may look at what is being changed by way of a pointer.
fn names_pointer(world: &World, e: &Expr) -> bool {
    let (p, mut found) = (&world.out, false);
    e.walk(&mut |x| found |= p.is_pointer(x));
    found
}

/// The dimensions of an array, or of a component that is one, which is no pointer.
fn dimensions<'w>(world: &'w World, e: &Expr) -> Option<&'w [Dim]> {
    let p = &world.out;
    let ty = match &e.kind {
        ExprKind::Var(s) if !p.is_pointer(e) => p.symbol_type(*s)?,
        ExprKind::Field { base, record, field } => {
            let f = &p.records[*record].fields[*field];
            (rank_of(p, base) == 0 && !f.pointer && !names_pointer(world, base)).then_some(&f.ty)?
        }
        _ => return None,
    };
    if let Type::Array { dims, .. } = ty { Some(dims) } else { None }
}

/// Where a dimension of an array begins that is taken whole: the declaration says it in numbers, or the array is asked. A bound that is computed may be
/// made of what has changed since.
fn lower_bound(world: &World, e: &Expr, dims: &[Dim], k: usize) -> Expr {
    let number = match (&dims[k].lower, &dims[k].upper) {
        (Some(l), _) => il::fold::integer(&world.out, l),
        (None, Upper::At(_) | Upper::Assumed) => Some(1),
        (None, Upper::Deferred) => (!world.out.is_allocatable(e)).then_some(1),
    };
    match number {
        Some(n) => Expr::int(n),
        None => Expr::intrinsic("lbound", vec![e.clone(), Expr::int(k as i64 + 1)]),
    }
}

/// Index `j`, counted from 1, where they begin at `first`.
fn counted_from(first: &Expr, step: i64, j: &Expr) -> Expr {
    if step == 1 && first.as_int() == Some(1) {
        return j.clone();
    }
    let ways = il::fold::sub(j, &Expr::int(1));
    match step {
        1 => il::fold::add(first, &ways),
        _ => il::fold::add(first, &Expr::binary(BinaryOp::Mul, Expr::int(step), ways)),
    }
}
