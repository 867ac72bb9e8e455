//! Dummy arrays of old programs that are declared one element long, `X(1)`, and are as long as the caller's array.
//!
//! They meant what assumed size `X(*)` says since Fortran 77. Where the text shows it, by a last subscript that is not 1 or by passing the array on,
//! they are of assumed size for all that follows: derivatives of one element would be cleared, saved and copied in their first element alone.

use std::collections::BTreeSet;

use il::symbol::{Storage, SymbolKind};
use il::{Arg, Expr, ExprKind, Language, Program, StmtKind, Subscript, SymbolId, Type, UnitId, Upper};

/// Makes them arrays of assumed size. Whether there are any.
pub fn lengthen(p: &mut Program) -> bool {
    let mut found = false;
    let units: Vec<UnitId> =
        p.units.iter().filter(|(_, u)| u.language == Language::Fortran).map(|(id, _)| id).collect();
    for unit in units {
        let candidates: BTreeSet<SymbolId> =
            p.units[unit].params.iter().copied().filter(|s| is_one_long(p, *s)).collect();
        if candidates.is_empty() {
            continue;
        }
        for s in reaching_further(p, unit, &candidates) {
            if let SymbolKind::Variable(v) = &mut p.symbols[s].kind
                && let Type::Array { dims, .. } = &mut v.ty
                && let Some(last) = dims.last_mut()
            {
                last.upper = Upper::Assumed;
                found = true;
            }
        }
    }
    found
}

/// Whether the last dimension of a dummy is the literal 1.
fn is_one_long(p: &Program, s: SymbolId) -> bool {
    let Some(v) = p.variable(s).filter(|v| matches!(v.storage, Storage::Dummy(_)) && !v.allocatable && !v.pointer)
    else {
        return false;
    };
    let Type::Array { dims, .. } = &v.ty else { return false };
    dims.last().is_some_and(|d| d.lower.is_none() && matches!(&d.upper, Upper::At(e) if e.as_int() == Some(1)))
}

fn has_assumed_shape(ty: &Type) -> bool {
    matches!(ty, Type::Array { dims, .. } if dims.iter().any(|d| d.upper == Upper::Deferred))
}

/// Those of which the statements of a unit use more than the one element.
fn reaching_further(p: &Program, unit: UnitId, candidates: &BTreeSet<SymbolId>) -> BTreeSet<SymbolId> {
    let mut out = BTreeSet::new();
    let passed = |e: &Expr, out: &mut BTreeSet<SymbolId>| match &e.kind {
        ExprKind::Var(s) if candidates.contains(s) => drop(out.insert(*s)),
        _ => {}
    };
    // A dummy of assumed shape has the extents that are declared here, and no more.
    let given = |callee: SymbolId, args: &[Arg], out: &mut BTreeSet<SymbolId>| {
        let params = p.callee(callee).map_or(&[][..], |c| &p.units[c].params);
        for (k, a) in args.iter().enumerate() {
            let named = |word: &String| params.iter().find(|s| p.symbols[**s].name.eq_ignore_ascii_case(word));
            let dummy = a.keyword.as_ref().map_or(params.get(k), named);
            let shaped = dummy.and_then(|d| p.symbol_type(*d)).is_some_and(has_assumed_shape);
            if !shaped {
                passed(&a.value, out);
            }
        }
    };
    let u = &p.units[unit];
    u.walk(&u.body, &mut |_, stmt| {
        stmt.kind.each_call(&mut |callee, args| given(callee, args, &mut out));
        stmt.kind.exprs(&mut |e| {
            e.walk(&mut |x| {
                if let ExprKind::Index { base, subs } = &x.kind
                    && let ExprKind::Var(s) = base.kind
                    && !matches!(subs.last(), Some(Subscript::At(i)) if i.as_int() == Some(1))
                {
                    out.extend(candidates.contains(&s).then_some(s));
                }
            });
        });
    });
    // A whole array in an expression has one element only if it has a shape.
    u.walk(&u.body, &mut |_, stmt| {
        let mut plain: Vec<SymbolId> = Vec::new();
        match &stmt.kind {
            StmtKind::Call { args, .. } => actuals(args, &mut plain),
            kind => kind.exprs(&mut |e| whole(e, &mut plain)),
        }
        out.retain(|s| !plain.contains(s));
    });
    out
}

/// Variables that stand in an expression as a whole, not as the array of an element or an actual argument.
fn whole(e: &Expr, out: &mut Vec<SymbolId>) {
    match &e.kind {
        ExprKind::Var(s) => out.push(*s),
        ExprKind::Index { base, subs } => {
            if !matches!(base.kind, ExprKind::Var(_)) {
                whole(base, out);
            }
            subs.iter().flat_map(Subscript::parts).for_each(|i| whole(i, out));
        }
        ExprKind::Call { args, .. } => actuals(args, out),
        _ => e.children(&mut |x| whole(x, out)),
    }
}

fn actuals(args: &[Arg], out: &mut Vec<SymbolId>) {
    args.iter().filter(|a| !matches!(a.value.kind, ExprKind::Var(_))).for_each(|a| whole(&a.value, out));
}
