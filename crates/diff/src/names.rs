//! The only place where names are made.
//!
//! A derivative's name is the pattern applied to the original's, in the case convention of the original (a Fortran name in
//! capitals gets capitals), with the first free numeric suffix when it is taken (`xd`, `xd0`, `xd1` …), and at most 63 characters
//! (F2018 C601). A name is free when no scope that can see it, and no block inside, knows it, no module that names are taken from knows
//! it, and when it is not the name of an intrinsic (Fortran), of a keyword or of a macro (C).

use std::collections::BTreeSet;

use il::intrinsics::TABLE;
use il::symbol::{ScopeKind, tag_key};
use il::{Intrinsic, Program, ScopeId, SymbolId, UnitKind};

use crate::request::Pattern;

/// F2018 C601; C11 guarantees as many significant characters for internal names.
const LONGEST: usize = 63;

const C_KEYWORDS: &[&str] = &[
    "auto", "break", "case", "char", "const", "continue", "default", "do", "double", "else", "enum", "extern", "float",
    "for", "goto", "if", "inline", "int", "long", "register", "restrict", "return", "short", "signed", "sizeof",
    "static", "struct", "switch", "typedef", "union", "unsigned", "void", "volatile", "while", "bool", "main", "NULL",
    "true", "false",
];

/// The name that `pattern` makes of `base`, free in `scope`.
pub fn derived(program: &Program, scope: ScopeId, pattern: &Pattern, base: &str) -> String {
    derived_for(program, scope, pattern, base, &[])
}

/// The same, for what is mentioned in derivatives of `seers` too: scopes of the original, in which (or inside of which) another thing of
/// that name would hide it.
pub fn derived_for(program: &Program, scope: ScopeId, pattern: &Pattern, base: &str, seers: &[ScopeId]) -> String {
    let folded = program.scopes[scope].case_insensitive;
    let wanted = apply(pattern, base, folded);
    let seen = |name: &str| seers.iter().any(|s| program.scopes[*s].names.contains_key(&program.scopes[*s].fold(name)));
    let hides = |name: &str| seen(name) || seers.iter().any(|s| is_known_inside(program, *s, name));
    first_free(program, scope, &wanted, &|name| !hides(name))
}

/// The name that `pattern` makes of that of a structured type. In C no tag in sight is that name either: variables may have it, other types not.
pub fn derived_type(program: &Program, scope: ScopeId, pattern: &Pattern, base: &str) -> String {
    let folded = program.scopes[scope].case_insensitive;
    let is_tag = |name: &str| [false, true].iter().any(|union| !is_free(program, scope, &tag_key(*union, name)));
    first_free(program, scope, &apply(pattern, base, folded), &|name| folded || !is_tag(name))
}

/// A name for something new: `base`, `base0`, `base1` … whichever is free in `scope` first.
pub fn fresh(program: &Program, scope: ScopeId, base: &str, upper: bool) -> String {
    first_free(program, scope, &if upper { base.to_ascii_uppercase() } else { base.to_string() }, &|_| true)
}

/// A name for something new that is declared wherever it is needed: no scope of its language knows it, but as something that `is_same`.
pub fn fresh_everywhere(program: &Program, folded: bool, base: &str, is_same: &dyn Fn(SymbolId) -> bool) -> String {
    let blocks = if folded { common_blocks(program) } else { BTreeSet::new() };
    let scopes = || program.scopes.iter().map(|(_, s)| s).filter(|s| s.case_insensitive == folded);
    let is_known = |name: &str| scopes().any(|s| s.names.get(&s.fold(name)).is_some_and(|have| !is_same(*have)));
    numbered(base, &|name| !is_known(name) && !blocks.contains(name))
}

/// The names of all COMMON blocks, in lower case.
pub fn common_blocks(program: &Program) -> BTreeSet<String> {
    program.units.iter().flat_map(|(_, u)| u.commons().into_keys()).collect()
}

/// The COMMON block that holds derivatives of `block` (empty: blank COMMON), by the procedure pattern; none of those that are `taken` (in lower case).
pub fn common_block(pattern: &Pattern, block: &str, taken: &BTreeSet<String>) -> String {
    let wanted = apply(pattern, if block.is_empty() { "unknown" } else { block }, true);
    numbered(&wanted, &|name| !taken.contains(&name.to_ascii_lowercase()))
}

/// `pattern` in the case convention of `base` (Fortran only: C names keep their case).
pub fn apply(pattern: &Pattern, base: &str, case_insensitive: bool) -> String {
    let mut base = base;
    let decoration = pattern.0.len() - 1;
    if base.len() + decoration > LONGEST {
        base = &base[..LONGEST.saturating_sub(decoration).max(1).min(base.len())];
    }
    let upper = case_insensitive && is_upper(base);
    if upper { Pattern(pattern.0.to_ascii_uppercase()).apply(base) } else { pattern.apply(base) }
}

/// The name of a derivative where its original is known by another name: `first_d` where `first` is `setup` and its derivative is `setup_d`.
pub fn like(derivative: &str, original: &str, known: &str) -> String {
    let (folded, word) = (derivative.to_ascii_lowercase(), original.to_ascii_lowercase());
    match folded.find(&word).filter(|_| word != known.to_ascii_lowercase()) {
        Some(at) if known.len() + derivative.len() - word.len() <= LONGEST => {
            format!("{}{known}{}", &derivative[..at], &derivative[at + word.len()..])
        }
        _ => derivative.to_string(),
    }
}

/// Whether a name is written in capitals only.
pub fn is_upper(name: &str) -> bool {
    name.chars().any(|c| c.is_ascii_uppercase()) && !name.chars().any(|c| c.is_ascii_lowercase())
}

/// `wanted` itself, or with the first numeric suffix that makes it free.
fn first_free(program: &Program, scope: ScopeId, wanted: &str, also: &dyn Fn(&str) -> bool) -> String {
    numbered(wanted, &|name| is_free(program, scope, name) && also(name))
}

/// `wanted` itself, or with the first numeric suffix that makes it `free`.
fn numbered(wanted: &str, free: &dyn Fn(&str) -> bool) -> String {
    if free(wanted) {
        return wanted.to_string();
    }
    (0..)
        .map(|n: u32| {
            let suffix = n.to_string();
            let keep = wanted.len().min(LONGEST - suffix.len());
            format!("{}{suffix}", &wanted[..keep])
        })
        .find(|name| free(name))
        .expect("some number is free")
}

/// Whether `name` means nothing in `scope`, around it or in blocks inside it.
pub fn is_free(program: &Program, scope: ScopeId, name: &str) -> bool {
    if program.scopes[scope].case_insensitive {
        if Intrinsic::from_fortran(name).is_some() {
            return false;
        }
    } else if C_KEYWORDS.contains(&name) || is_math_name(name) || program.macros.contains(name) {
        return false;
    }
    if program.lookup(scope, name).is_some() || is_in_used_module(program, scope, name) {
        return false;
    }
    // Blocks inside would hide it, and what they mean by it must stay what it is.
    !is_known_inside(program, scope, name)
}

/// Whether a block or procedure inside `scope` knows `name`.
fn is_known_inside(program: &Program, scope: ScopeId, name: &str) -> bool {
    let knows = |s: ScopeId| program.scopes[s].names.contains_key(&program.scopes[s].fold(name));
    program.scopes_inside(scope).any(knows)
}

/// Whether a module that `scope`, or one around it, takes names from knows `name`: it may come in yet, since derivatives mention what the
/// procedures that they call change, whatever a list of USE … ONLY says.
fn is_in_used_module(program: &Program, scope: ScopeId, name: &str) -> bool {
    let is_module = |s: ScopeId| match program.scopes[s].kind {
        ScopeKind::Unit(u) => matches!(program.units[u].kind, UnitKind::Module | UnitKind::Submodule(_)),
        ScopeKind::Global | ScopeKind::File | ScopeKind::Block => false,
    };
    let around = std::iter::successors(Some(scope), |s| program.scopes[*s].parent);
    // Nothing comes by USE to where external procedures stand, and there are many of them.
    let may_use = |s: &ScopeId| program.scopes[*s].case_insensitive && program.scopes[*s].kind != ScopeKind::Global;
    let foreign = around.filter(may_use).flat_map(|s| {
        let homes = program.scopes[s].names.values().map(|v| program.symbols[*v].scope);
        homes.filter(move |home| *home != s)
    });
    let homes: BTreeSet<ScopeId> = foreign.collect();
    homes.into_iter().any(|home| is_module(home) && program.lookup_here(home, name).is_some())
}

fn is_math_name(name: &str) -> bool {
    let stem = name.strip_suffix(['f', 'l']).unwrap_or(name);
    TABLE.iter().any(|i| !i.c.is_empty() && (i.c == name || i.c == stem))
}
