//! Storage that may have two names, as far as declarations tell: for what is rewritten before anything has been analysed.

use il::typing::type_of;
use il::{Expr, ExprKind, Language, Program, RecordId, Stmt, StmtKind, Storage, Subscript, SymbolId, Type, UnitId};

/// Whether evaluating `e` may read what an assignment to `place` changes: a part of the same variable, or of one that may be the same storage.
pub fn may_read(p: &Program, e: &Expr, place: &Expr) -> bool {
    let Some(root) = place.root() else { return true };
    let other_names = has_other_names(p, place);
    let keeps_shapes = matches!(place.kind, ExprKind::Index { .. });
    let mut found = false;
    let is_other = |x: &Expr| !other_names && x.is_reference() && x.root() == Some(root) && apart(x, place);
    values(e, keeps_shapes, &is_other, &mut |x| {
        found |= match &x.kind {
            ExprKind::Var(s) => *s == root || other_names && is_reachable(p, *s),
            _ => other_names && p.is_pointer_component(x),
        };
    });
    found
}

/// Whether what a procedure reads through `actual` may be the storage of `place`, so that it must not define the place while it runs. In C, values are
/// copied, and what dummies lead to is taken to be apart as everywhere; local pointers may lead anywhere.
pub fn may_share(p: &Program, unit: UnitId, actual: &Expr, place: &Expr) -> bool {
    if place.root().is_none_or(|root| actual.mentions(root)) {
        return true;
    }
    if p.units[unit].language == Language::Fortran {
        return may_read(p, actual, place);
    }
    // No pointer leads to a local whose address nobody takes.
    if let ExprKind::Var(s) = place.kind
        && p.variable(s).is_some_and(|v| v.is_unsaved_local())
        && !has_address(p, unit, s)
    {
        return false;
    }
    let ty = type_of(p, actual.uncast());
    let leads = matches!(ty, Type::Array { .. }) || p.holds_pointers(&ty);
    leads && (by_local_pointer(p, place) || by_local_pointer(p, actual))
}

/// C: whether a pointer that is no dummy leads to a reference, or whether that is or holds one.
pub fn by_local_pointer(p: &Program, e: &Expr) -> bool {
    let dummy = |s: SymbolId| p.variable(s).is_some_and(|v| matches!(v.storage, Storage::Dummy(_)));
    let is_pointer = |x: &Expr| matches!(type_of(p, x), Type::Pointer { .. });
    !e.root().is_some_and(dummy) && (e.uncast().spine().any(is_pointer) || p.holds_pointers(&type_of(p, e)))
}

/// All parts of an expression; without what inquiries ask about, such as `size(a, 1)`, if `keeps_shapes`; of references that are `is_other` only the
/// subscripts.
fn values<'e>(e: &'e Expr, keeps_shapes: bool, is_other: &dyn Fn(&Expr) -> bool, f: &mut dyn FnMut(&'e Expr)) {
    let asks = matches!(&e.kind, ExprKind::Intrinsic(i, _) if i.info().class == il::intrinsics::Class::Inquiry);
    if keeps_shapes && asks {
        return;
    }
    if is_other(e) {
        let mut below = Vec::new();
        subscripts_below(e, &mut below);
        below.into_iter().for_each(|c| values(c, keeps_shapes, is_other, f));
        return;
    }
    f(e);
    e.children(&mut |c| values(c, keeps_shapes, is_other, f));
}

/// Whether `e` mentions a part of what the reference `place` names, or something that it is a part of.
pub fn touches(e: &Expr, place: &Expr) -> bool {
    let mut found = e.is_reference() && e.root() == place.root() && !apart(e, place);
    let mut below = Vec::new();
    subscripts_below(e, &mut below);
    found |= below.into_iter().any(|c| touches(c, place));
    found
}

/// Whether two references with the same root differ in a component of the same structure.
pub fn apart(a: &Expr, b: &Expr) -> bool {
    let steps = |e: &Expr| {
        let mut out = Vec::new();
        let mut at = e.clone();
        loop {
            at = match at.kind {
                ExprKind::Field { base, record, field } => {
                    out.push(Some((record, field)));
                    *base
                }
                ExprKind::Index { base, .. } | ExprKind::Substring { base, .. } => {
                    out.push(None);
                    *base
                }
                _ => break,
            };
        }
        out.reverse();
        out
    };
    let (a, b) = (steps(a), steps(b));
    let fields = |s: &[Option<(RecordId, usize)>]| s.iter().flatten().copied().collect::<Vec<_>>();
    fields(&a).iter().zip(&fields(&b)).any(|(x, y)| x.0 == y.0 && x.1 != y.1)
}

/// The expressions below `e` that are not parts of the reference itself.
pub fn subscripts_below<'e>(e: &'e Expr, out: &mut Vec<&'e Expr>) {
    match &e.kind {
        ExprKind::Index { base, .. } | ExprKind::Field { base, .. } | ExprKind::Substring { base, .. } => {
            e.children(&mut |c| {
                if !std::ptr::eq(c, &**base) {
                    out.push(c);
                }
            });
            subscripts_below(base, out);
        }
        _ => e.children(&mut |c| out.push(c)),
    }
}

/// `e` without its uses of exactly the element at `place`.
pub fn without(e: &Expr, place: &Expr) -> Expr {
    let mut rest = e.clone();
    rest.rewrite(&mut |x| {
        if x == place {
            *x = Expr::int(0);
        }
    });
    rest
}

/// Whether what a reference names may be reached by the name of another variable.
pub fn has_other_names(p: &Program, e: &Expr) -> bool {
    let mut found = false;
    let mut e = e;
    loop {
        found |= p.is_pointer_component(e);
        e = match &e.kind {
            ExprKind::Var(s) => return found || is_reachable(p, *s),
            ExprKind::Index { base, .. } | ExprKind::Field { base, .. } | ExprKind::Substring { base, .. } => base,
            ExprKind::Cast(_, x) => x,
            _ => return true,
        };
    }
}

/// A pointer, what one may point to, and what EQUIVALENCE lays over something else.
fn is_reachable(p: &Program, s: SymbolId) -> bool {
    let Some(v) = p.variable(s) else { return false };
    v.pointer || v.target || matches!(v.ty, Type::Pointer { .. }) || p.is_overlaid(s)
}

/// C: whether two references of a unit may name one place by different names: one of them goes through a pointer, and the other does too or is a variable
/// that pointers may lead to. What a dummy leads to is no local variable.
pub fn may_be_one(p: &Program, unit: UnitId, a: &Expr, b: &Expr) -> bool {
    let goes_on = |e: &Expr| e.spine().skip(1).any(|x| matches!(type_of(p, x), Type::Pointer { .. }));
    let storage = |e: &Expr| e.root().and_then(|s| p.variable(s)).map(|v| v.storage);
    let reaches = |by_pointer: &Expr, named: &Expr| {
        let local = matches!(storage(named), Some(Storage::Local | Storage::Dummy(_)));
        let dummy = matches!(storage(by_pointer), Some(Storage::Dummy(_)));
        !local || !dummy && named.root().is_none_or(|s| has_address(p, unit, s))
    };
    match (goes_on(a), goes_on(b)) {
        (true, true) => true,
        (true, false) => reaches(a, b),
        (false, true) => reaches(b, a),
        (false, false) => false,
    }
}

/// C: whether a variable of a unit may be the storage of another one, or lead to it. Locals whose address nobody takes are their own, unless pointers
/// in them lead elsewhere.
pub fn has_other_places(p: &Program, unit: UnitId, s: SymbolId) -> bool {
    let Some(v) = p.variable(s) else { return false };
    let plain = matches!(v.storage, Storage::Local | Storage::Dummy(_)) && !p.holds_pointers(&v.ty);
    let array_parameter = matches!(v.storage, Storage::Dummy(_)) && matches!(v.ty, Type::Array { .. });
    !plain || array_parameter || has_address(p, unit, s)
}

/// C: whether a pointer may lead to a variable of a unit: its address is taken, or it is an array that is named where its address is meant, other than as
/// an argument.
pub fn has_address(p: &Program, unit: UnitId, s: SymbolId) -> bool {
    let u = &p.units[unit];
    let mut found = false;
    let mut look = |stmt: &Stmt| {
        let is_call = matches!(stmt.kind, StmtKind::Call { .. });
        stmt.kind.exprs(&mut |e| {
            e.walk(&mut |n| found |= matches!(&n.kind, ExprKind::Address(x) if x.root() == Some(s)));
            found |= !(is_call && is_array_in(p, e, s)) && is_named_as_address(p, e, s);
        });
    };
    match u.body.is_empty() {
        // It is being rewritten.
        true => u.stmts.iter().for_each(|(_, stmt)| look(stmt)),
        false => u.walk(&u.body, &mut |_, stmt| look(stmt)),
    }
    found
}

/// Whether an expression is an array in the variable `s`: itself, a row or a member of it.
fn is_array_in(p: &Program, e: &Expr, s: SymbolId) -> bool {
    let within = |e: &Expr| e.spine().all(|x| !matches!(type_of(p, x), Type::Pointer { .. }));
    e.is_reference() && e.root() == Some(s) && matches!(type_of(p, e), Type::Array { .. }) && within(e)
}

/// Whether an array in `s` stands in an expression by itself, not for its elements and not as an argument.
fn is_named_as_address(p: &Program, e: &Expr, s: SymbolId) -> bool {
    if is_array_in(p, e, s) {
        return true;
    }
    let by_itself = |x: &Expr| !is_array_in(p, x, s) && is_named_as_address(p, x, s);
    match &e.kind {
        ExprKind::Index { base, subs } => {
            by_itself(base) || subs.iter().flat_map(Subscript::parts).any(|i| is_named_as_address(p, i, s))
        }
        ExprKind::Deref(x) => by_itself(x),
        ExprKind::Call { args, .. } => args.iter().any(|a| by_itself(&a.value)),
        _ => {
            let mut found = false;
            e.children(&mut |c| found |= is_named_as_address(p, c, s));
            found
        }
    }
}
