//! Storage that is not known by its components. Members of unions share it, and so do structures of different types where a pointer to one is cast into
//! a pointer to the other: a derivative of one is none of the other. Of some derived types of Fortran it is not known what their objects hold
//! ([`il::Record::opaque`]). What is active in there is refused, and such casts are, unless all in there stays as it was at the beginning; so are casts of
//! characters and integers to numbers.

use analysis::allocation::{calls, dummies};
use il::calls::CallGraph;
use il::typing::type_of;
use il::zones::{ZoneId, Zones};
use il::{Diagnostic, Expr, ExprKind, Program, RecordId, ScalarClass, StmtKind, Type};

use crate::facts::{At, Facts};

/// The errors for all differentiated units: one for each statement that reads an active component, or casts pointers to structures.
pub fn check(p: &Program, facts: &Facts) -> Vec<Diagnostic> {
    let mut out = active_members(p, facts);
    out.extend(casts(p, facts));
    out
}

fn active_members(p: &Program, facts: &Facts) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    for &unit in facts.differentiated() {
        let u = &p.units[unit];
        u.walk(&u.body, &mut |id, stmt| {
            let mut found = None;
            stmt.kind.exprs(&mut |e| {
                e.walk(&mut |x| {
                    let record = around(p, x).filter(|_| found.is_none() && facts.active(p, unit, At::Before(id), x));
                    if let Some(record) = record {
                        found = Some((x.clone(), record));
                    }
                });
            });
            let Some((member, record)) = found else { return };
            let name = member.root().map_or("this", |r| p.symbols[r].name.as_str());
            let (why, note) = reason(p, record);
            let span = if member.span.file.is_some() { member.span } else { stmt.span };
            out.push(
                Diagnostic::error("RT0401", span, format!("`{name}` cannot be differentiated: {why}"))
                    .label("depends on an independent variable")
                    .note(note),
            );
        });
    }
    out
}

/// The opaque structure that a real reference leads through.
fn around(p: &Program, e: &Expr) -> Option<RecordId> {
    let of_opaque = |link: &Expr| match link.kind {
        ExprKind::Field { record, .. } if p.records[record].opaque => Some(record),
        _ => None,
    };
    e.spine().find_map(of_opaque).filter(|_| p.is_differentiable(&type_of(p, e)))
}

/// Why nothing is known about what is in a structure, and what helps.
fn reason(p: &Program, r: RecordId) -> (String, &'static str) {
    let record = &p.records[r];
    if record.is_union() {
        let why = "a member of a union is active, which shares its storage".into();
        return (why, "make the union a structure, whose members have storage of their own");
    }
    let about = |what: &str| format!("a component of type `{}` is active, {what}", record.name);
    if p.holds_its_own(r) {
        let why = about("and types that extend it, or that it extends, have objects of these types as components");
        return (why, "declare such components ALLOCATABLE, or take them out of the family");
    }
    (
        about(
            "and what its objects hold is not known: its definition has statements that are not understood, FINAL beside pointers, or an assignment of its own from objects of the type",
        ),
        "keep the numbers in a type of their own, with neither FINAL nor parameters nor ASSIGNMENT(=) between its objects",
    )
}

/// What a pointer is kept in, in words, and what helps.
pub(super) fn what_is_not_known(p: &Program, r: RecordId) -> (String, &'static str) {
    let (_, note) = reason(p, r);
    let record = &p.records[r];
    match record.is_union() {
        true => ("a union, whose members share their storage".into(), note),
        false => (format!("an object of type `{}`, and what such objects hold is not known", record.name), note),
    }
}

/// Where a cast leads, and what helps.
const FROM_STRUCTURE: [&str; 2] =
    ["from one structure to another", "pass a pointer to the structure itself, and name members by `->`"];
const FROM_BYTES: [&str; 2] = [
    "from characters or integers to numbers with derivatives",
    "let the memory be an array of these numbers, or allocate it by malloc and keep it in a `void *`",
];

/// Casts from a pointer to one structure into a pointer to another: activity does not follow them, so that what they are in may look passive. They do no
/// harm where neither type has objects that a statement writes, or a head differentiates: parameters of a model, say.
fn casts(p: &Program, facts: &Facts) -> Vec<Diagnostic> {
    let differentiated = facts.differentiated().to_vec();
    let reached = CallGraph::new(p).reached(&differentiated);
    let zones = facts.analysis.zones();
    let mut written = None;
    let mut changes = |all: Vec<ZoneId>| {
        let written = written.get_or_insert_with(|| facts.analysis.written_by_statements());
        all.into_iter().any(|z| {
            reached.iter().any(|u| written[u].contains(z))
                || differentiated.iter().any(|u| facts.analysis.varied(*u, At::Entry).contains(z))
        })
    };
    let leads_from = |changes: &mut dyn FnMut(Vec<ZoneId>) -> bool, to: RecordId, from: &[RecordId]| {
        let carries = |r: &RecordId| p.is_differentiable(&Type::Record(*r));
        let carried = carries(&to) || from.iter().any(carries);
        !from.contains(&to) && carried && changes(zones.within(&[&[to], from].concat()))
    };
    // Characters and integers that are used as memory for numbers.
    let no_numbers =
        |cast: &Expr, to: &Type| if to.leads_to_numbers() { zones.plain_memory(p, cast) } else { Vec::new() };
    let mut out = Vec::new();
    for &unit in &reached {
        let u = &p.units[unit];
        u.walk(&u.body, &mut |_, stmt| {
            let mut found: Option<(Expr, [&str; 2])> = None;
            conversions(p, zones, &stmt.kind, &mut |to, pointer| {
                let from = zones.structures_behind(p, pointer);
                if !from.is_empty() && leads_from(&mut changes, to, &from) {
                    found.get_or_insert_with(|| (pointer.clone(), FROM_STRUCTURE));
                }
            });
            stmt.kind.exprs(&mut |e| {
                e.walk(&mut |x| {
                    let ExprKind::Cast(to, from) = &x.kind else { return };
                    let others = no_numbers(x, to);
                    if !others.is_empty() && changes(others) {
                        found.get_or_insert_with(|| (x.clone(), FROM_BYTES));
                    }
                    let from = behind_void(from);
                    let (Some(to), Some(from)) = (pointee(to), pointee(&type_of(p, from))) else { return };
                    if leads_from(&mut changes, to, &[from]) {
                        found.get_or_insert_with(|| (x.clone(), FROM_STRUCTURE));
                    }
                });
            });
            let Some((cast, [leads, note])) = found else { return };
            let span = if cast.span.file.is_some() { cast.span } else { stmt.span };
            out.push(
                Diagnostic::error("RT0401", span, format!("this cast cannot be differentiated: it leads {leads}"))
                    .label("derivatives do not follow it")
                    .note(note)
                    .note("what is only read, in structures or memory of which nothing is written or differentiated, may be cast"),
            );
        });
    }
    out
}

/// What a pointer was before it was cast into a `void *`.
fn behind_void(pointer: &Expr) -> &Expr {
    match &pointer.kind {
        ExprKind::Cast(ty, inner) if ty.is_void_pointer() => behind_void(inner),
        _ => pointer,
    }
}

/// The places of a statement where a pointer to anything or to characters becomes one to a structure, `struct T *t = self` or `(struct T *)(bytes - 8)`: `f`
/// is given that structure, and the pointer.
fn conversions(p: &Program, zones: &Zones, kind: &StmtKind, f: &mut dyn FnMut(RecordId, &Expr)) {
    let mut note = |to: &Type, pointer: &Expr| {
        let pointer = behind_void(pointer);
        let character =
            |to: &Type| to.class() == Some(ScalarClass::Integer) && to.scalar().is_some_and(|s| s.bytes == 1);
        let bytes = |to: &Type| matches!(to, Type::Void) || character(to);
        let from = type_of(p, pointer);
        let from_bytes = matches!(&from, Type::Pointer { to, .. } if bytes(to));
        if let Some(record) = pointee(to).filter(|to| from_bytes || pointee(&from).is_some_and(|from| from != *to)) {
            f(record, pointer);
        }
    };
    if let StmtKind::Assign { lhs, rhs } = kind {
        note(&type_of(p, lhs), rhs);
    }
    kind.exprs(&mut |e| {
        e.walk(&mut |x| {
            if let ExprKind::Cast(to, pointer) = &x.kind {
                note(to, pointer);
            }
        })
    });
    for (callee, args) in calls(kind) {
        for (dummy, actual) in dummies(p, callee, args) {
            // What `void *` parameters lead to their uses say.
            let ty = dummy.and_then(|d| zones.behind_void(p, d).or_else(|| p.symbol_type(d).cloned()));
            ty.iter().for_each(|ty| note(ty, actual));
        }
    }
}

/// The structure that a pointer of this type leads to.
fn pointee(ty: &Type) -> Option<RecordId> {
    match ty {
        Type::Pointer { to, .. } => to.record(),
        _ => None,
    }
}
