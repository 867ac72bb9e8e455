//! Names of modules that no file defines, known by ONLY alone. What is read there carries no derivative; what is put there would lose its own.
//!
//! Of such a variable nothing is known, not even its type, so no analysis sees it. Here it is taken for a number whose derivative the head asks for:
//! where one that is given a value is active then, the value is refused.

use std::collections::BTreeSet;

use il::typing::type_of;
use il::{Diagnostic, Expr, ExprKind, Intent, Program, Span, StmtId, StmtKind, SymbolId, Type, UnitId};

use crate::facts::{At, Facts};
use crate::request::{Place, Request};

/// The errors for all that the heads reach.
pub fn check(p: &Program, request: &Request) -> Vec<Diagnostic> {
    let mut given = BTreeSet::new();
    for (_, u) in p.units.iter() {
        u.walk(&u.body, &mut |_, s| given.extend(set_by(p, &s.kind).iter().filter_map(|e| e.root())));
    }
    if given.is_empty() {
        return Vec::new();
    }
    let as_numbers = &mut p.clone();
    for &symbol in &given {
        if let il::SymbolKind::Variable(v) = &mut as_numbers.symbols[symbol].kind {
            *innermost(&mut v.ty) = Type::Scalar(p.real());
            v.target = true;
        }
    }
    let mut request = request.clone();
    for head in &mut request.heads {
        head.dependents.iter_mut().for_each(|list| list.extend(given.iter().map(|s| Place::whole(*s))));
    }
    let facts = Facts::new(as_numbers, &request);
    let mut out = Vec::new();
    for &unit in facts.differentiated() {
        let u = &p.units[unit];
        u.walk(&u.body, &mut |id, stmt| {
            let lost =
                set_by(p, &stmt.kind).into_iter().find(|e| loses(p, as_numbers, &facts, (unit, id), &stmt.kind, e));
            if let Some(e) = lost {
                let span = if e.span.file.is_some() { e.span } else { stmt.span };
                out.extend(e.root().map(|symbol| refusal(p.name_in(u.scope, symbol), span)));
            }
        });
    }
    out
}

fn innermost(ty: &mut Type) -> &mut Type {
    match ty {
        Type::Array { elem, .. } => innermost(elem),
        other => other,
    }
}

fn refusal(name: &str, span: Span) -> Diagnostic {
    let what = format!("`{name}` belongs to a module that no file defines, and would have a derivative");
    Diagnostic::error("RT0417", span, what)
        .label("depends on an independent variable")
        .note("give the file that defines the module on the command line")
        .note(
            "or keep the statement from being differentiated, with `$AD DO-NOT-DIFF`, if nobody goes on with the value",
        )
}

/// What a statement may give a value to and belongs to a module that is missing: variables themselves, pointers that it
/// lets lead elsewhere, and what it lets pointers lead to.
fn set_by(p: &Program, kind: &StmtKind) -> Vec<Expr> {
    let mut out = Vec::new();
    let mut add =
        |e: &Expr| out.extend(e.root().filter(|s| p.is_placeholder(*s) || p.is_of_unknown_kind(*s)).map(|_| e.clone()));
    match kind {
        StmtKind::Assign { lhs, .. } => add(lhs),
        StmtKind::PointerAssign { lhs, rhs } => [lhs, rhs].into_iter().for_each(&mut add),
        _ => {}
    }
    kind.each_call(&mut |callee, args| {
        args.iter().enumerate().filter(|(k, _)| may_set(p, callee, *k)).for_each(|(_, a)| add(&a.value));
    });
    out
}

/// Whether a procedure is known to set its argument at `place`, or does what its text says. Procedures without source get constants of libraries, as
/// MPI has them, and whoever writes their derivatives sees what is passed.
fn may_set(p: &Program, callee: SymbolId, place: usize) -> bool {
    let Some(unit) = p.callee(callee).map(|u| &p.units[u]) else { return false };
    let intent = unit.params.get(place).and_then(|d| p.variable(*d)).and_then(|v| v.intent);
    match intent {
        Some(Intent::In) => false,
        Some(Intent::Out | Intent::InOut) => true,
        None => !unit.is_interface,
    }
}

/// Whether what a statement gives to `to` is active. Where all inputs are independents, such names are: what comes from them alone, a counter of another
/// file perhaps, is not meant.
fn loses(
    p: &Program,
    as_numbers: &Program,
    facts: &Facts,
    (unit, id): (UnitId, StmtId),
    kind: &StmtKind,
    to: &Expr,
) -> bool {
    let is_active =
        |e: &Expr, at| as_numbers.is_differentiable(&type_of(as_numbers, e)) && facts.active(as_numbers, unit, at, e);
    match kind {
        StmtKind::PointerAssign { rhs, .. } => [At::Before(id), At::Exit].into_iter().any(|at| is_active(rhs, at)),
        StmtKind::Assign { rhs, .. } => is_active(to, At::After(id)) && has_own_value(p, rhs),
        _ => is_active(to, At::After(id)),
    }
}

/// Whether an expression reads anything but names of missing modules.
fn has_own_value(p: &Program, e: &Expr) -> bool {
    e.any(&mut |x| {
        matches!(x.kind, ExprKind::Call { .. }) || x.is_reference() && x.root().is_some_and(|s| !p.is_placeholder(s))
    })
}
