//! Extents of arrays that change while the arrays are there: `real :: x(n)`, and `n` of a module, of COMMON, of a host, a component or an element, is set
//! by the procedure or by what it calls; in C, what a pointer leads to. The arrays keep the extents that they had at the beginning (F2018 8.5.8.2), but what derivatives clear,
//! save and allocate of them says `n`. Dummies of which [`entry_extents`](crate::prepare::entry_extents) has made a copy are no such case.

use std::collections::BTreeSet;

use il::{Diagnostic, Expr, ExprKind, Language, Program, Subscript, SymbolId, UnaryOp, UnitId};

use crate::facts::Facts;
use crate::prepare::entry_extents::is_made_at_entry;
use crate::request::Mode;

/// The errors for all differentiated units: one for each array. `copied` are the dummies that stay as they come.
pub fn check(p: &Program, facts: &Facts, copied: &BTreeSet<SymbolId>, mode: Mode) -> Vec<Diagnostic> {
    let made: Vec<(UnitId, SymbolId)> =
        facts.differentiated().iter().flat_map(|u| sized(p, *u, mode).map(move |s| (*u, s))).collect();
    if made.is_empty() {
        return Vec::new();
    }
    let written = facts.analysis.written_by_statements();
    let refused = made.into_iter().filter_map(|(unit, array)| {
        // Arrays as long as locals say are refused before.
        let is_local = |s: SymbolId| p.variable(s).is_some_and(|v| v.is_unsaved_local());
        let is_copied = |e: &Expr| matches!(e.kind, ExprKind::Var(s) if copied.contains(&s) || is_local(s));
        let zones = |e: &Expr| facts.analysis.zones().of_ref(p, e).zones;
        let changes = |e: &&Expr| !is_copied(e) && zones(e).iter().any(|z| written[&unit].contains(*z));
        let length = extents(p, array).into_iter().find(changes)?;
        let (array, unit) = (&p.symbols[array], &p.units[unit]);
        let name = named(p, unit.language, length);
        let said = format!("`{}` is as long as `{name}` says, which changes in `{}`", array.name, unit.name);
        let note = format!(
            "change `{name}` where no array has it in its bounds, or give the length by an argument of its own"
        );
        Some(Diagnostic::error("RT0467", array.span, said).note(note))
    });
    refused.collect()
}

/// The arrays of a unit with bounds that say names, evaluated where it begins.
fn sized(p: &Program, unit: UnitId, mode: Mode) -> impl Iterator<Item = SymbolId> + '_ {
    let names = p.scopes[p.units[unit].scope].names.values().copied();
    // The adjoint declares local arrays of C where it begins, too.
    let is_early = move |s: SymbolId| {
        mode == Mode::Adjoint
            && p.symbols[s].scope == p.units[unit].scope
            && p.variable(s).is_some_and(|v| v.is_unsaved_local())
    };
    names.filter(move |s| (is_made_at_entry(p, unit, *s) || is_early(*s)) && !extents(p, *s).is_empty())
}

/// A reference without its subscripts, as its language writes it.
fn named(p: &Program, language: Language, e: &Expr) -> String {
    match &e.kind {
        ExprKind::Var(s) => p.symbols[*s].name.clone(),
        ExprKind::Field { base, record, field } => {
            let dot = match (language, &base.kind) {
                (Language::Fortran, _) => "%",
                (Language::C, ExprKind::Deref(_)) => "->",
                (Language::C, _) => ".",
            };
            format!("{}{dot}{}", named(p, language, base), p.records[*record].fields[*field].name)
        }
        ExprKind::Cast(_, inner) | ExprKind::Unary(UnaryOp::Paren, inner) => named(p, language, inner),
        _ => e.spine().nth(1).map_or(String::new(), |base| named(p, language, base)),
    }
}

/// The references whose values bounds of an array are made of.
fn extents(p: &Program, array: SymbolId) -> Vec<&Expr> {
    let mut out = Vec::new();
    p.bounds(array, &mut |e| values(e, &mut out));
    out
}

/// The references whose values an expression is made of: not those that it asks for their shape or kind.
fn values<'p>(e: &'p Expr, out: &mut Vec<&'p Expr>) {
    match &e.kind {
        ExprKind::Intrinsic(f, args) if matches!(f.name(), "size" | "lbound" | "ubound" | "kind" | "len") => {
            args.iter().skip(1).for_each(|a| values(&a.value, out));
        }
        _ if e.is_reference() => {
            out.push(e);
            // Subscripts on the way have values, too.
            for link in e.spine() {
                if let ExprKind::Index { subs, .. } = &link.kind {
                    subs.iter().for_each(|s| {
                        if let Subscript::At(x) = s {
                            values(x, out)
                        }
                    });
                }
            }
        }
        _ => e.children(&mut |c| values(c, out)),
    }
}
