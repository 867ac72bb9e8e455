//! Addresses of C that are kept in integers: `uintptr_t a = (uintptr_t)w; double *q = (double *)a;`. Points-to does not go through numbers, so that a pointer
//! made of one may lead to anything whose address became one, or that came from outside. Where that is memory with derivatives it is refused. What only
//! compares or aligns addresses, or hands a small number through a `void *`, has no such memory on the way.

use std::collections::BTreeMap;

use analysis::sets::ZoneSet;
use il::calls::CallGraph;
use il::typing::type_of;
use il::{
    Arg, Diagnostic, Expr, ExprKind, Program, ScalarClass, Span, StmtKind, Storage, SymbolId, Type, Unit, UnitId,
};

use crate::facts::{At, Facts};

/// The errors for all that the differentiated units reach: one for each statement that makes a pointer of an integer.
pub fn check(p: &Program, facts: &Facts) -> Vec<Diagnostic> {
    let differentiated = facts.differentiated().to_vec();
    let reached = CallGraph::new(p).reached(&differentiated);
    let mut made: Vec<(Span, Made)> = Vec::new();
    let mut kept: Vec<Expr> = Vec::new();
    for &unit in &reached {
        let u = &p.units[unit];
        if !u.language.points_by_address() {
            continue;
        }
        u.walk(&u.body, &mut |_, stmt| {
            let mut found = None;
            each_conversion(p, &stmt.kind, &mut |to, from| {
                let (of, span) = (type_of(p, from), from.span);
                if is_number(to) && is_address(&of) {
                    kept.push(from.clone());
                } else if is_pointer(to) && is_number(&of) && il::fold::integer(p, from).is_none() {
                    let from_outside =
                        comes_from_outside(p, from) && leads_to_numbers(p, to) && !is_only_read(p, u, &stmt.kind, from);
                    let span = if span.file.is_some() { span } else { stmt.span };
                    found.get_or_insert((span, Made { from_outside, may_lead_there: may_lead_to_numbers(p, to) }));
                }
            });
            made.extend(found);
        });
    }
    if made.is_empty() {
        return Vec::new();
    }
    let written = facts.analysis.written_by_statements();
    let escaped = kept.iter().any(|pointer| carries(p, facts, &written, pointer));
    let is_refused = |(_, made): &&(Span, Made)| made.from_outside || escaped && made.may_lead_there;
    let say = |(span, _): &(Span, Made)| {
        Diagnostic::error("RT0401", *span, "a pointer is made of an integer, and may lead to memory with derivatives")
            .label("derivatives do not follow addresses that are numbers")
            .note("keep the address in a pointer: `double *q = w`, or in a `void *` where its type must not be known")
    };
    made.iter().filter(is_refused).map(say).collect()
}

/// Whether what a pointer leads to that a statement makes of `number` is read alone, here and by the variable that gets it: unknown memory has no
/// derivatives.
fn is_only_read(p: &Program, u: &Unit, kind: &StmtKind, number: &Expr) -> bool {
    let has = |e: &Expr| e.any(&mut |x| x == number);
    match kind {
        StmtKind::Assign { lhs: Expr { kind: ExprKind::Var(pointer), .. }, rhs } if rhs.uncast() == number => {
            reads_alone(p, u, *pointer)
        }
        StmtKind::Assign { lhs, rhs } => !has(lhs) && !is_address(&type_of(p, rhs)) && !hands_on(p, kind, &has),
        _ => !hands_on(p, kind, &has),
    }
}

/// Whether nothing is written by a pointer, and nothing else gets the address in it.
fn reads_alone(p: &Program, u: &Unit, pointer: SymbolId) -> bool {
    let has = |e: &Expr| e.mentions(pointer);
    let mut alone = true;
    u.walk(&u.body, &mut |_, s| {
        if let StmtKind::Assign { lhs, rhs } = &s.kind {
            let itself = matches!(lhs.kind, ExprKind::Var(_));
            alone &= itself || lhs.root() != Some(pointer);
            alone &= !is_address(&type_of(p, rhs)) || !has(rhs);
        }
        alone &= !hands_on(p, &s.kind, &has);
    });
    alone
}

/// Whether a call of a statement is given an address in which something is mentioned.
fn hands_on(p: &Program, kind: &StmtKind, has: &dyn Fn(&Expr) -> bool) -> bool {
    let given = |args: &[Arg]| args.iter().any(|a| is_address(&type_of(p, &a.value)) && has(&a.value));
    let mut found = false;
    kind.each_call(&mut |_, args| found |= given(args));
    found
}

/// A pointer that is made of an integer.
struct Made {
    /// The integer may hold an address that a caller, or another file, has put there, and the type of the pointer says that numbers are behind it, which are
    /// not only read.
    from_outside: bool,
    /// Numbers with derivatives may be behind it.
    may_lead_there: bool,
}

/// Calls `f` with the type and the value of each conversion of a statement: casts, and assignments of another type.
fn each_conversion(p: &Program, kind: &StmtKind, f: &mut dyn FnMut(&Type, &Expr)) {
    if let StmtKind::Assign { lhs, rhs } = kind {
        f(&type_of(p, lhs), rhs);
    }
    kind.exprs(&mut |e| {
        e.walk(&mut |x| {
            if let ExprKind::Cast(to, from) = &x.kind {
                f(to, from);
            }
        });
    });
}

fn is_number(ty: &Type) -> bool {
    matches!(ty, Type::Scalar(s) if s.class == ScalarClass::Integer)
}

fn is_pointer(ty: &Type) -> bool {
    matches!(ty, Type::Pointer { .. })
}

fn is_address(ty: &Type) -> bool {
    matches!(ty, Type::Pointer { .. } | Type::Array { .. })
}

/// Whether the type of a pointer says that numbers with derivatives are behind it, at any level.
fn leads_to_numbers(p: &Program, ty: &Type) -> bool {
    match ty {
        Type::Pointer { to, .. } => leads_to_numbers(p, to) || p.is_differentiable(to),
        Type::Array { elem, .. } => leads_to_numbers(p, elem),
        _ => false,
    }
}

/// The same of one that says nothing, such as a `void *`, or of characters.
fn may_lead_to_numbers(p: &Program, ty: &Type) -> bool {
    let says_nothing = |to: &Type| match to {
        Type::Void | Type::Opaque(_) | Type::Record(_) | Type::Pointer { .. } => true,
        Type::Scalar(s) => s.bytes == 1,
        _ => false,
    };
    leads_to_numbers(p, ty) || matches!(ty, Type::Pointer { to, .. } if says_nothing(to))
}

/// Whether an integer is made of arguments, of what other files know, of components, or of what functions give.
fn comes_from_outside(p: &Program, e: &Expr) -> bool {
    e.any(&mut |x| match &x.kind {
        ExprKind::Var(s) => {
            p.variable(*s).is_some_and(|v| matches!(v.storage, Storage::Dummy(_) | Storage::Global) || v.saved)
        }
        ExprKind::Field { .. } | ExprKind::Deref(_) | ExprKind::Call { .. } => true,
        _ => false,
    })
}

/// Whether memory behind an address has derivatives, or may have some: it is written, or a head differentiates it. Bytes that are used as memory for numbers
/// count, too.
fn carries(p: &Program, facts: &Facts, written: &BTreeMap<UnitId, ZoneSet>, pointer: &Expr) -> bool {
    let zones = facts.analysis.zones();
    let plain = zones.plain_memory(p, pointer);
    zones.reachable(p, pointer).into_iter().any(|z| {
        let changes = |u: &UnitId| written[u].contains(z) || facts.analysis.varied(*u, At::Entry).contains(z);
        // What a `void *` parameter leads to may be nothing at all.
        let made = || !p.variable(zones.zone(z).symbol).is_some_and(|v| matches!(v.storage, Storage::Dummy(_)));
        plain.contains(&z) && made() || zones.zone(z).differentiable && facts.differentiated().iter().any(changes)
    })
}
