//! C: how far a function reaches through a pointer parameter.
//!
//! A pointer says nothing about what is behind it; the function that gets it does: `for (i = 0; i < n; i++) s += x[i];` reaches `x[0]` to `x[n-1]`.
//! Each access is a stretch of positions whose ends are expressions over the parameters. A subscript is followed through the loops around it, from
//! the innermost outwards: where it grows with a counter its highest value is that at the counter's highest value, and so on. A parameter that
//! moves, is stored or passed to what has no body reaches nobody knows how far.

use il::stmt::Do;
use il::{Arg, BinaryOp, Block, Expr, ExprKind, Program, StmtKind, Subscript, SymbolId, Type, UnitId};

use super::reach::affine;
use crate::known::at_entry::at_entry;
use analysis::affine::Term;

/// Positions that one access reaches, counted from where the pointer leads.
#[derive(Clone, Debug)]
pub struct Stretch {
    /// The lowest.
    pub first: Expr,
    /// The highest.
    pub last: Expr,
    /// What is at least 1 wherever the access happens.
    pub positive: Vec<Expr>,
}

/// What a function reaches through one of its parameters, over its parameters; `None` when nobody knows.
pub fn stretches(p: &Program, unit: UnitId, parameter: SymbolId) -> Option<Vec<Stretch>> {
    stretches_below(p, unit, parameter, 0)
}

fn stretches_below(p: &Program, unit: UnitId, parameter: SymbolId, depth: u32) -> Option<Vec<Stretch>> {
    // What calls itself reaches from where it has got to.
    if depth > 5 {
        return None;
    }
    let mut search = Search { p, unit, parameter, depth, loops: Vec::new(), out: Vec::new() };
    search.block(&p.units[unit].body)?;
    Some(search.out)
}

/// The base and the position that a pointer-valued expression leads to: `&a[i]`, `a + i`, `a`.
pub fn place(p: &Program, e: &Expr) -> Option<(Expr, Expr)> {
    match &e.kind {
        ExprKind::Address(x) => match &x.kind {
            ExprKind::Index { base, subs } => match subs.as_slice() {
                [Subscript::At(i)] => Some(((**base).clone(), i.clone())),
                _ => None,
            },
            ExprKind::Deref(q) => place(p, q),
            _ => Some(((**x).clone(), Expr::int(0))),
        },
        ExprKind::Unary(il::UnaryOp::Paren, x) => place(p, x),
        ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), l, r) if is_pointer(p, l) => {
            let (base, at) = place(p, l)?;
            let at = if at.as_int() == Some(0) && *op == BinaryOp::Add {
                (**r).clone()
            } else {
                Expr::binary(*op, at, (**r).clone())
            };
            Some((base, at))
        }
        ExprKind::Binary(BinaryOp::Add, l, r) if is_pointer(p, r) => {
            let (base, at) = place(p, r)?;
            Some((base, Expr::binary(BinaryOp::Add, at, (**l).clone())))
        }
        _ if e.is_reference() && is_pointer(p, e) => Some((e.clone(), Expr::int(0))),
        _ => None,
    }
}

fn is_pointer(p: &Program, e: &Expr) -> bool {
    matches!(il::typing::type_of(p, e), Type::Pointer { .. } | Type::Array { .. })
}

struct Search<'a> {
    p: &'a Program,
    unit: UnitId,
    parameter: SymbolId,
    depth: u32,
    loops: Vec<&'a Do>,
    out: Vec<Stretch>,
}

impl<'a> Search<'a> {
    fn block(&mut self, block: &'a Block) -> Option<()> {
        for &id in block {
            let stmt = &self.p.units[self.unit].stmts[id];
            match &stmt.kind {
                // What it only looks at, `(void)t;`, it has no adjoint for.
                StmtKind::Opaque { writes, .. } if writes.is_empty() => {}
                StmtKind::Opaque { .. } => return None,
                StmtKind::Call { callee, args, .. } => self.call(*callee, args)?,
                kind => {
                    let mut known = Some(());
                    kind.exprs(&mut |e| known = known.and_then(|()| self.expr(e)));
                    known?;
                }
            }
            let counted = if let StmtKind::Do(d) = &stmt.kind { Some(&**d) } else { None };
            self.loops.extend(counted);
            for inner in stmt.kind.blocks() {
                self.block(inner)?;
            }
            if counted.is_some() {
                self.loops.pop();
            }
        }
        Some(())
    }

    fn expr(&mut self, e: &Expr) -> Option<()> {
        match &e.kind {
            ExprKind::Call { callee, args } => return self.call(*callee, args),
            ExprKind::Opaque { .. } => return None,
            ExprKind::Index { base, subs } if base.bare().kind == ExprKind::Var(self.parameter) => {
                let [Subscript::At(i)] = subs.as_slice() else { return None };
                self.access(i, i, &[])?;
                return self.expr(i);
            }
            ExprKind::Deref(q) => {
                if let Some(at) = self.position(q) {
                    self.access(&at, &at, &[])?;
                    return self.expr(&at);
                }
            }
            ExprKind::Var(s) if *s == self.parameter => return None,
            _ => {}
        }
        let mut known = Some(());
        e.children(&mut |c| known = known.and_then(|()| self.expr(c)));
        known
    }

    /// The position behind the parameter that a pointer leads to.
    fn position(&self, q: &Expr) -> Option<Expr> {
        let (base, at) = place(self.p, q)?;
        (base.bare().kind == ExprKind::Var(self.parameter)).then_some(at)
    }

    fn call(&mut self, callee: SymbolId, args: &[Arg]) -> Option<()> {
        for (k, a) in args.iter().enumerate() {
            let Some(at) = self.position(&a.value) else {
                self.expr(&a.value)?;
                continue;
            };
            let unit = self.p.callee(callee)?;
            let &dummy = self.p.units[unit].params.get(k)?;
            let values: Vec<Option<Expr>> = args.iter().map(|a| Some(a.value.clone())).collect();
            for s in stretches_below(self.p, unit, dummy, self.depth + 1)? {
                let s = s.in_caller(self.p, unit, &values)?;
                let from = |e: Expr| Expr::binary(BinaryOp::Add, at.clone(), e);
                self.access(&from(s.first), &from(s.last), &s.positive)?;
            }
        }
        Some(())
    }

    /// Positions from `first` to `last`, inside the present loops.
    fn access(&mut self, first: &Expr, last: &Expr, positive: &[Expr]) -> Option<()> {
        let mut known: Vec<Expr> = positive.to_vec();
        known.extend(self.loops.iter().filter_map(|d| self.at_least_one(d)));
        let end = |e: &Expr, up: bool| at_entry(self.p, self.unit, &self.extreme(e, up, &known)?);
        let (first, last) = (end(first, false)?, end(last, true)?);
        let positive = known.iter().filter_map(|e| at_entry(self.p, self.unit, e)).collect();
        self.out.push(Stretch { first, last, positive });
        Some(())
    }

    /// The highest value of a subscript (or the lowest) over the turns of the loops around it.
    fn extreme(&self, e: &Expr, up: bool, positive: &[Expr]) -> Option<Expr> {
        let mut e = e.clone();
        for d in self.loops.iter().rev() {
            let mut values = Vec::new();
            let sum = affine(self.p, &e, &mut values)?;
            let counter = ExprKind::Var(d.var);
            if values.iter().any(|v| v.mentions(d.var)) {
                return None;
            }
            let mut grows = None;
            for (monomial, c) in sum.terms() {
                let here = monomial.iter().filter(|t| **t == Term::Symbol(d.var)).count();
                if here == 0 {
                    continue;
                }
                let factor = |t: &Term| match t {
                    Term::Symbol(s) => *s == d.var || positive.iter().any(|e| e.kind == ExprKind::Var(*s)),
                    Term::Counter(..) | Term::Value(_) | Term::Free(_) => false,
                };
                if here > 1 || !monomial.iter().all(factor) || grows.is_some_and(|g| g != (c > 0)) {
                    return None;
                }
                grows = Some(c > 0);
            }
            let Some(grows) = grows else { continue };
            let (low, high) = ends(d)?;
            let end = if grows == up { high } else { low };
            e.rewrite(&mut |x| {
                if x.kind == counter {
                    *x = Expr::unary(il::UnaryOp::Paren, end.clone());
                }
            });
        }
        Some(e)
    }

    /// The variable that a loop which turns shows to be at least 1: `n` in `for (i = 0; i < n; i++)`.
    fn at_least_one(&self, d: &Do) -> Option<Expr> {
        let (low, high) = ends(d)?;
        let low = i128::from(low.as_int()?);
        let mut values = Vec::new();
        let high = affine(self.p, high, &mut values)?;
        let mut found = None;
        let mut constant = 0;
        for (monomial, c) in high.terms() {
            match monomial {
                [] => constant = c,
                [Term::Symbol(s)] if c == 1 && found.is_none() => found = Some(*s),
                _ => return None,
            }
        }
        (low - constant >= 1).then(|| found.map(Expr::var)).flatten()
    }
}

/// The lowest and the highest value of a counter, where the direction is known.
fn ends(d: &Do) -> Option<(&Expr, &Expr)> {
    match d.step.as_ref().map_or(Some(1), Expr::as_int)? {
        0 => None,
        n if n > 0 => Some((&d.from, &d.to)),
        _ => Some((&d.to, &d.from)),
    }
}

impl Stretch {
    /// The same in terms of a caller that passes `values`.
    pub fn in_caller(&self, p: &Program, unit: UnitId, values: &[Option<Expr>]) -> Option<Stretch> {
        let over = |e: &Expr| {
            let mut e = e.clone();
            let mut known = true;
            e.rewrite(&mut |x| {
                if let ExprKind::Var(s) = x.kind {
                    match p.units[unit].params.iter().position(|q| *q == s).and_then(|k| values.get(k)) {
                        Some(Some(actual)) => *x = actual.clone(),
                        _ => known &= p.variable(s).is_none_or(|v| v.constant && v.init.is_some()),
                    }
                }
            });
            known.then_some(e)
        };
        let positive = self.positive.iter().filter_map(over).collect();
        Some(Stretch { first: over(&self.first)?, last: over(&self.last)?, positive })
    }
}
