//! Pointers that see one component of all structures of an array as an array: `p => cells(:)%v`. The derivatives of several directions are an array in each
//! structure, and no pointer is assigned an array of arrays (F2018 9.4.2). Where the structures lie one behind the other, these derivatives are columns of an
//! array as wide as a structure, and the pointer leads to the part of it that holds them (F2018 18.2.3.3):
//!
//! ```fortran
//! call c_f_pointer(c_loc(cells(1)%vd(1)), pd, [storage_size(cells)/storage_size(cells%vd(1)), size(cells)])
//! pd => pd(1:nbdirsmax, :)
//! ```

use il::contiguity::has_no_gaps;
use il::typing::{scalar_of, type_of};
use il::{BinaryOp, Block, Expr, ExprKind, Program, ScalarClass, Stmt, StmtId, StmtKind, Subscript, UnitId};

use super::Lift;
use crate::derive::declare_procedure;
use crate::settle::c_binding;

/// What a reference to one component of several structures sees.
pub(super) struct Seen {
    /// The component of the first structure.
    first: Expr,
    /// The component of all of them, for what is asked about its type.
    all: Expr,
    /// The structures, as an array that the program can ask about.
    structures: Expr,
    /// How many structures there are from one that is seen to the next.
    step: Option<Expr>,
    /// How many are seen, by dimension.
    extents: Vec<Expr>,
}

/// What `e` sees, where it is a real component of structures in an array without gaps: of all, or of those of one dimension.
pub(super) fn of(p: &Program, e: &Expr) -> Option<Seen> {
    // A real number is as wide as its structure is aligned, or less: so many of them are as wide as a structure.
    if scalar_of(p, e)?.class != ScalarClass::Real {
        return None;
    }
    let links: Vec<&Expr> = e.spine().collect();
    let at = links.iter().rposition(|x| type_of(p, x).rank() > 0 && !is_indexed(&links, x))?;
    let section = links[at];
    let (array, subs) = match &section.kind {
        ExprKind::Index { base, subs } => (&**base, subs.clone()),
        ExprKind::Var(_) | ExprKind::Field { .. } => {
            let whole = Subscript::Range { lo: None, hi: None, step: None };
            (section, vec![whole; type_of(p, section).rank()])
        }
        _ => return None,
    };
    let elements = |x: &&Expr| match &x.kind {
        ExprKind::Index { subs, .. } => subs.iter().all(|s| matches!(s, Subscript::At(_))),
        ExprKind::Field { .. } => true,
        _ => false,
    };
    let is_component = links[..at].iter().any(|x| matches!(x.kind, ExprKind::Field { .. }));
    if !is_component || !links[..at].iter().all(elements) || !has_no_gaps(p, array) {
        return None;
    }
    let ask = |what: &str, k: usize| Expr::intrinsic(what, vec![array.clone(), Expr::int(k as i64 + 1)]);
    let (mut starts, mut ranges) = (Vec::new(), Vec::new());
    for (k, sub) in subs.iter().enumerate() {
        starts.push(match sub {
            Subscript::At(x) if type_of(p, x).rank() == 0 => x.clone(),
            Subscript::At(_) => return None,
            Subscript::Range { lo, step, .. } => {
                if step.as_ref().is_some_and(|s| s.as_int().is_none_or(|n| n < 1)) {
                    return None;
                }
                ranges.push(k);
                lo.clone().unwrap_or_else(|| ask("lbound", k))
            }
        });
    }
    let is_whole = |k: &usize| matches!(&subs[*k], Subscript::Range { lo: None, hi: None, step: None });
    let seen = |n: usize| Expr::intrinsic("size", vec![section.clone(), Expr::int(n as i64 + 1)]);
    let (step, extents) = match ranges.as_slice() {
        [] => return None,
        [k] => {
            let Subscript::Range { step, .. } = &subs[*k] else { return None };
            let factors = (0..*k).map(|d| ask("size", d)).chain(step.clone().filter(|s| s.as_int() != Some(1)));
            (
                factors.reduce(|a, b| Expr::binary(BinaryOp::Mul, a, b)),
                vec![Expr::intrinsic("size", vec![section.clone()])],
            )
        }
        all if all.len() == subs.len() && all.iter().all(is_whole) => (None, (0..all.len()).map(seen).collect()),
        _ => return None,
    };
    let mut first = e.clone();
    replace(&mut first, section, &Expr::index(array.clone(), starts));
    Some(Seen { first, all: e.clone(), structures: array.clone(), step, extents })
}

/// Whether a link is an array of which the next one takes elements or a section.
fn is_indexed(links: &[&Expr], link: &Expr) -> bool {
    links.iter().any(|x| matches!(&x.kind, ExprKind::Index { base, .. } if std::ptr::eq(&**base, link)))
}

/// Puts `new` in the place of the link `old`.
fn replace(e: &mut Expr, old: &Expr, new: &Expr) {
    if e == old {
        *e = new.clone();
        return;
    }
    if let ExprKind::Index { base, .. } | ExprKind::Field { base, .. } = &mut e.kind {
        replace(base, old, new);
    }
}

impl Lift<'_> {
    /// The association of a derivative pointer with what is seen: `lhs` is the pointer, with its bounds where these are given.
    pub(super) fn lead_to_components(
        &mut self,
        p: &mut Program,
        unit: UnitId,
        id: StmtId,
        lhs: &Expr,
        seen: &Seen,
    ) -> Block {
        c_binding::import(p, unit, &["c_loc", "c_f_pointer"]);
        let scope = p.units[unit].scope;
        let name = if p.writes_upper(unit) { "C_F_POINTER" } else { "c_f_pointer" };
        let callee = p.lookup(scope, name).unwrap_or_else(|| declare_procedure(p, scope, name, None));
        let pointer = match &lhs.kind {
            ExprKind::Index { base, .. } => &**base,
            _ => lhs,
        };
        let one = Expr::int(1);
        let first = self.at(p, self.language(unit), &seen.first, &one);
        let number = self.at(p, self.language(unit), &seen.all, &one);
        let bits = |e: Expr| Expr::intrinsic("storage_size", vec![e]);
        let mut width = Expr::binary(BinaryOp::Div, bits(seen.structures.clone()), bits(number));
        if let Some(step) = &seen.step {
            width = Expr::binary(BinaryOp::Mul, width, step.clone());
        }
        let items = std::iter::once(width).chain(seen.extents.iter().cloned()).map(il::expr::Item::Value).collect();
        let shape = ExprKind::Constructor { items, ty: None }.into();
        let args = [Expr::intrinsic("c_loc", vec![first]), pointer.clone(), shape];
        let args = args.into_iter().map(il::Arg::new).collect();
        let columns = Stmt::from(StmtKind::Call { callee, args, alternates: Vec::new() });
        let columns = p.units[unit].add(columns);
        let most = Expr::var(self.most(p, self.language(unit)));
        let directions = Subscript::Range { lo: Some(one), hi: Some(most), step: None };
        let whole = seen.extents.iter().map(|_| Subscript::Range { lo: None, hi: None, step: None });
        let subs = std::iter::once(directions).chain(whole).collect();
        let rhs = Expr::from(ExprKind::Index { base: Box::new(pointer.clone()), subs });
        p.units[unit].stmts[id].kind = StmtKind::PointerAssign { lhs: lhs.clone(), rhs };
        vec![columns, id]
    }
}
