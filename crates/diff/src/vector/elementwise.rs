//! Calls of elemental procedures for whole arrays. With derivatives of several directions their dummies are arrays, and they are elemental no more:
//! they are called once for each element, in a loop.

use il::expr::{Arg, Expr, ExprKind, Subscript};
use il::stmt::Do;
use il::typing::{rank_of, type_of};
use il::{BinaryOp, Block, Language, Program, Span, StmtKind, SymbolId, Type, UnitId, Upper};

use super::{Lift, integer};

impl Lift<'_> {
    /// The shape of a call that works element by element: its first actual argument with more dimensions than its dummy.
    pub(super) fn shape_of_call(&self, p: &Program, callee: SymbolId, args: &[Arg]) -> Option<Expr> {
        let target = p.callee(callee).filter(|u| p.units[*u].has_prefix(&il::Prefix::Elemental))?;
        let arrays = args.iter().zip(&p.units[target].params);
        let mut arrays = arrays.filter(|(a, s)| rank_of(p, &a.value) > p.symbol_type(**s).map_or(0, Type::rank));
        arrays.next().map(|(a, _)| a.value.clone())
    }

    fn element_counter(&mut self, p: &mut Program, unit: UnitId, k: usize) -> SymbolId {
        if let Some(&s) = self.lifted[&unit].element_counters.get(k) {
            return s;
        }
        let ty = Type::Scalar(integer(p, Language::Fortran));
        let s = self.local(p, unit, &format!("ii{}", k + 1), ty);
        self.lifted.get_mut(&unit).expect("asked for above").element_counters.push(s);
        s
    }

    /// The call in a loop over the elements of `shape`. False where an actual argument is no reference whose elements can be named.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn call_for_elements(
        &mut self,
        p: &mut Program,
        unit: UnitId,
        callee: SymbolId,
        args: &[Arg],
        shape: &Expr,
        span: Span,
        out: &mut Block,
    ) -> bool {
        let counters: Vec<SymbolId> = (0..rank_of(p, shape)).map(|k| self.element_counter(p, unit, k)).collect();
        let at: Vec<Expr> = counters.iter().map(|c| Expr::var(*c)).collect();
        let mut list = Vec::new();
        for a in args {
            let value = match rank_of(p, &a.value) {
                0 => Some(a.value.clone()),
                _ => element(p, &a.value, &at),
            };
            let Some(value) = value else { return false };
            list.push(Arg { keyword: a.keyword.clone(), value });
        }
        let id = p.units[unit].add(StmtKind::Call { callee, args: list.clone(), alternates: Vec::new() });
        p.units[unit].stmts[id].span = span;
        let mut body = Block::new();
        self.call(p, unit, id, callee, &list, span, &mut body);
        for (k, c) in counters.iter().enumerate() {
            let to = Expr::intrinsic("size", vec![shape.clone(), Expr::int(k as i64 + 1)]);
            let kind =
                StmtKind::Do(Do { var: *c, from: Expr::int(1), to, step: None, body, name: None, declares: false });
            body = vec![p.units[unit].add(kind)];
        }
        out.append(&mut body);
        true
    }
}

/// The element of a reference at a position that is counted from one in each dimension.
fn element(p: &Program, e: &Expr, at: &[Expr]) -> Option<Expr> {
    let whole = |e: &Expr| {
        let dims = match type_of(p, e) {
            Type::Array { dims, .. } => dims,
            _ => Vec::new(),
        };
        let subs = dims.iter().enumerate().zip(at).map(|((k, d), i)| {
            let moves = matches!(d.upper, Upper::Deferred);
            let first = match &d.lower {
                Some(lower) => lower.clone(),
                // An assumed shape starts at one; what is allocated or associated starts anywhere.
                None if moves && !is_assumed_shape(p, e) => {
                    Expr::intrinsic("lbound", vec![e.clone(), Expr::int(k as i64 + 1)])
                }
                None => Expr::int(1),
            };
            il::fold::add(i, &il::fold::sub(&first, &Expr::int(1)))
        });
        Expr::index(e.clone(), subs.collect())
    };
    match &e.kind {
        ExprKind::Var(_) => Some(whole(e)),
        ExprKind::Field { base, record, field } if rank_of(p, base) > 0 => {
            let base = Box::new(element(p, base, at)?);
            Some(ExprKind::Field { base, record: *record, field: *field }.into())
        }
        ExprKind::Field { .. } => Some(whole(e)),
        ExprKind::Index { base, subs } => {
            let mut next = at.iter();
            let mut out = Vec::new();
            for (k, s) in subs.iter().enumerate() {
                out.push(match s {
                    Subscript::Range { lo, step, .. } => {
                        let i = next.next()?;
                        let first = lo.clone().unwrap_or_else(|| {
                            Expr::intrinsic("lbound", vec![(**base).clone(), Expr::int(k as i64 + 1)])
                        });
                        let before = il::fold::sub(i, &Expr::int(1));
                        let before = match step {
                            None => before,
                            Some(step) => Expr::binary(BinaryOp::Mul, before, step.clone()),
                        };
                        Subscript::At(il::fold::add(&first, &before))
                    }
                    Subscript::At(i) if rank_of(p, i) > 0 => {
                        Subscript::At(element(p, i, std::slice::from_ref(next.next()?))?)
                    }
                    Subscript::At(_) => s.clone(),
                });
            }
            Some(ExprKind::Index { base: base.clone(), subs: out }.into())
        }
        _ => None,
    }
}

/// Whether a reference is a dummy array that takes the shape of its actual argument.
fn is_assumed_shape(p: &Program, e: &Expr) -> bool {
    let ExprKind::Var(s) = e.kind else { return false };
    p.variable(s).is_some_and(|v| matches!(v.storage, il::Storage::Dummy(_)) && !v.allocatable && !v.pointer)
}
