//! Pointers that a head takes to be distinct: which of them might be one, and what is said about it.
//!
//! What a POINTER variable, component or dummy leads to when a head is entered is not in the program. Such pointers are taken to lead to different
//! places, and not to a variable with TARGET, unless statements or calls of the program say otherwise ([`il::entry`]). Of two of them something has to be
//! known where the head, or what it calls, writes through one and uses the other: its derivative tests, where it begins, whether the two overlap, and stops
//! where they do. While it is made, the test is one intrinsic, which the interpreter evaluates; [`crate::settle::overlaps`] writes it out.

use std::collections::BTreeSet;

use il::access::is_public;
use il::entry::Found;
use il::stmt::If;
use il::typing::type_of;
use il::{Block, Diagnostic, Expr, ExprKind, Prefix, Program, Severity, Stmt, StmtKind, Type, UnitId, UnitKind};

use crate::derive::{Shell, World};
use crate::facts::Facts;
use crate::refuse::trusted::listed;
use crate::signature::Part;

/// What a head finds on entry, in pairs of which one is written by the head or what it calls, the other used, and which are taken to be apart.
pub fn pairs(p: &Program, facts: &Facts, head: UnitId) -> Vec<(Found, Found)> {
    let mut out = Vec::new();
    if !p.units[head].language.keeps_arguments_apart() {
        return out;
    }
    let zones = facts.analysis.zones();
    let done = facts.analysis.in_out(head);
    let is_written = |f: &Found| done.written.contains_any(&f.zones);
    let mut used = zones.found_on_entry(p, head);
    // What a pointer led to before the head associates or allocates it does not matter: it may be gone.
    used.retain(|f| {
        (is_written(f) || done.read.contains_any(&f.zones))
            && f.address.is_none_or(|a| done.exposed.contains(a) && !done.killed.contains(a))
    });
    for (k, b) in used.iter().enumerate() {
        for a in &used[..k] {
            if (is_written(a) || is_written(b)) && zones.taken_apart(a, b) {
                out.push((a.clone(), b.clone()));
            }
        }
    }
    out
}

/// The one note that names what all heads take to be distinct.
pub(crate) fn note(p: &Program, heads: &[UnitId], facts: &Facts) -> Option<Diagnostic> {
    let mut names: Vec<String> = Vec::new();
    let mut concerned: Vec<UnitId> = Vec::new();
    for &head in heads {
        for place in pairs(p, facts, head).iter().flat_map(|(a, b)| [&a.place, &b.place]) {
            let name = format!("`{}`", written(p, place));
            if !names.contains(&name) {
                names.push(name);
            }
            if !concerned.contains(&head) {
                concerned.push(head);
            }
        }
    }
    let heads: BTreeSet<String> = concerned.iter().map(|h| format!("`{}`", p.units[*h].name)).collect();
    let heads: Vec<String> = heads.into_iter().collect();
    let said = format!(
        "{} are taken to lead to different places when {} {} entered (-pointers distinct)",
        listed(&names),
        listed(&heads),
        if heads.len() == 1 { "is" } else { "are" },
    );
    let span = p.units[*concerned.first()?].span;
    Some(Diagnostic::info("RT0479", span, said).note(
        "-pointers mayalias takes nothing for granted of them: derivatives that are right in either case, and larger",
    ))
}

/// Whether a program has POINTERs.
pub(crate) fn has_pointers(p: &Program) -> bool {
    p.records.iter().any(|(_, r)| r.fields.iter().any(|f| f.pointer))
        || p.symbols.ids().any(|s| p.variable(s).is_some_and(|v| v.pointer))
}

/// The note on a derivative of pointers that may lead to the same places, because it is refused where they are taken to be distinct.
pub(crate) fn not_taken(refused: &[Diagnostic]) -> Option<Diagnostic> {
    let first = refused.iter().find(|d| d.severity == Severity::Error)?;
    let said = format!(
        "pointers may lead to the same places in what is generated, as with -pointers mayalias: {}",
        first.message
    );
    Some(Diagnostic::info("RT0479", first.span, said).note("that is what stands against taking them to be distinct"))
}

/// Pairs that the derivatives of a head test: those that it can name, of which each is one place.
pub(crate) fn tested(p: &Program, facts: &Facts, head: UnitId) -> Vec<(Expr, Expr)> {
    let pure = |x: &Prefix| matches!(x, Prefix::Pure | Prefix::Elemental);
    if p.units[head].prefixes.iter().any(pure) {
        return Vec::new();
    }
    let all = pairs(p, facts, head);
    let can = |f: &Found| f.single && has_address(p, &f.place) && is_named(p, head, &f.place);
    all.into_iter().filter(|(a, b)| can(a) && can(b)).map(|(a, b)| (a.place, b.place)).collect()
}

/// C_LOC takes elements of numbers and of structures whose type is known (F2018 18.2.3.6).
fn has_address(p: &Program, place: &Expr) -> bool {
    let ty = type_of(p, place);
    let known = match &place.kind {
        ExprKind::Var(s) => p.variable(*s).is_some_and(|v| !v.polymorphic),
        ExprKind::Field { record, field, .. } => !p.records[*record].fields[*field].polymorphic,
        _ => false,
    };
    known && matches!(ty.element(), Type::Scalar(_) | Type::Record(_))
}

/// Whether the derivative of a head can name a place: a dummy, or what a module does not keep from it.
fn is_named(p: &Program, head: UnitId, place: &Expr) -> bool {
    place.root().is_some_and(|root| match p.home(root) {
        Some(home) if home == head || p.units[head].parent == Some(home) => true,
        Some(home) => p.units[home].kind == UnitKind::Module && is_public(p, home, &p.symbols[root].name),
        None => false,
    })
}

impl World<'_> {
    /// The statements with which a derivative of a head begins where it takes pointers to be distinct.
    pub(crate) fn overlap_tests(&mut self, shell: &Shell) -> Block {
        let source = self.source;
        let begins = matches!(shell.part, Part::Tangent | Part::Adjoint | Part::Forward);
        if !begins || !self.request.heads.iter().any(|h| h.unit == shell.original) {
            return Block::new();
        }
        let name = self.out.units[shell.unit].name.clone();
        let mut block = Block::new();
        for (a, b) in tested(source, self.facts, shell.original) {
            let words = format!(
                "{name}: {} and {} overlap, which -pointers distinct rules out",
                written(source, &a),
                written(source, &b)
            );
            let test = Expr::intrinsic("ad_overlap", vec![shell.maps.expr(&a), shell.maps.expr(&b)]);
            let code = ExprKind::Text(words, Default::default()).into();
            let u = &mut self.out.units[shell.unit];
            let stop = u.add(Stmt::from(StmtKind::Stop { error: true, code: Some(code) }));
            block.push(u.add(Stmt::from(StmtKind::If(If::when(test, vec![stop], true)))));
        }
        block
    }
}

/// A place as users write it.
pub(crate) fn written(p: &Program, place: &Expr) -> String {
    match &place.kind {
        ExprKind::Field { base, record, field } => {
            format!("{}%{}", written(p, base), p.records[*record].fields[*field].name)
        }
        _ => place.root().map_or_else(String::new, |s| p.symbols[s].name.clone()),
    }
}
