//! C: several files that are written into one (`-o NAME`). What each of them has to itself must stay apart there.
//!
//! `static` variables and functions of one name get names of their own in the later files. A macro ends where the next file begins that means
//! something else by its name (`#undef`). The same enumeration is written once. Where this is not possible, structures that are defined
//! differently for one, the files cannot be one: that is an error.

use std::collections::{BTreeMap, BTreeSet};

use il::symbol::tag_key;
use il::{Decl, DeclKind, Diagnostic, Prefix, Program, RecordId, SourceForm, Span, SymbolId, SymbolKind, Type, UnitId};

use crate::one_file_macros::{self, Macros, words};

/// What a file means by a name.
#[derive(Clone)]
enum Meaning {
    /// A variable or function.
    Object {
        symbol: SymbolId,
        is_static: bool,
        is_text: bool,
    },
    Record(RecordId),
    Typedef(Type, String),
    /// An enumerator, with the text of the whole enumeration.
    Enumerator(String),
}

/// Renames, ends and leaves out what would clash in the file that `files` become. What is left is said.
pub(crate) fn keep_apart(program: &mut Program, files: &[diff::OutputFile]) -> Vec<Diagnostic> {
    let parts: Vec<(usize, UnitId)> =
        files.iter().filter(|f| f.form == SourceForm::C).flat_map(|f| f.units.iter().map(|u| (f.input, *u))).collect();
    let mut said = Vec::new();
    if parts.len() < 2 {
        return said;
    }
    let mut known: BTreeMap<String, (Meaning, usize, Span)> = BTreeMap::new();
    for (k, (_, unit)) in parts.iter().enumerate() {
        for (name, meaning, span) in meanings(program, *unit) {
            let Some((first, place, first_span)) = known.get(&name).cloned() else {
                known.insert(name, (meaning, k, span));
                continue;
            };
            if place == k || is_same(program, &first, &meaning) {
                continue;
            }
            let renamed = rename(program, &meaning, parts[k]) || {
                let done = rename(program, &first, parts[place]);
                if done {
                    known.insert(name.clone(), (meaning, k, span));
                }
                done
            };
            if !renamed {
                said.push(clash(&name, span, first_span));
            }
        }
    }
    write_enumerations_once(program, &parts);
    let mut macros = Macros::default();
    for &(input, unit) in &parts {
        match macros.end_before(program, input, unit) {
            Ok(ended) => {
                let undefined = |name: &String| {
                    Decl::from(DeclKind::Opaque { text: format!("#undef {name}"), symbols: Vec::new() })
                };
                program.units[unit].decls.splice(0..0, ended.iter().map(undefined));
            }
            Err(names) => said.extend(names.into_iter().map(|name| {
                let span = one_file_macros::place(program, input, &name);
                with_advice(Diagnostic::error(
                    "RT0510",
                    span,
                    format!(
                        "with -o the files become one, in which the macro `{name}` of another file has a meaning here"
                    ),
                ))
            })),
        }
    }
    said
}

fn clash(name: &str, span: Span, first: Span) -> Diagnostic {
    let message = format!("with -o the files become one, in which `{name}` means two different things");
    let said = Diagnostic::error("RT0510", span, message);
    with_advice(if first.file.is_some() { said.with(first, "the other one") } else { said })
}

fn with_advice(said: Diagnostic) -> Diagnostic {
    said.note("leave -o away: each file then has a derivative file of its own; or give the two different names")
}

/// What a file means by its names at file level: tags under their keys.
fn meanings(program: &Program, unit: UnitId) -> Vec<(String, Meaning, Span)> {
    let u = &program.units[unit];
    let mut out = Vec::new();
    let mut add = |name: &str, meaning: Meaning, span: Span| out.push((name.to_string(), meaning, span));
    let object = |symbol: SymbolId, is_static: bool| Meaning::Object { symbol, is_static, is_text: false };
    let is_static_function = |f: UnitId| program.units[f].has_prefix(&Prefix::Static);
    let symbol_of = |s: SymbolId| (program.symbols[s].name.clone(), program.symbols[s].span);
    for d in &u.decls {
        match &d.kind {
            DeclKind::Variables { spelling, entities, .. } => {
                let is_static = spelling.split_whitespace().any(|w| w == "static");
                for e in entities {
                    let (name, span) = symbol_of(e.symbol);
                    add(&name, object(e.symbol, is_static), span);
                }
            }
            DeclKind::Opaque { text, symbols } => {
                let is_static = text.split_whitespace().any(|w| w == "static");
                for s in symbols {
                    let (name, span) = symbol_of(*s);
                    add(&name, Meaning::Object { symbol: *s, is_static, is_text: true }, span);
                }
            }
            DeclKind::Prototype(s) => {
                let (name, span) = symbol_of(*s);
                add(&name, object(*s, program.callee(*s).is_some_and(is_static_function)), span);
            }
            DeclKind::Record(r) => {
                let record = &program.records[*r];
                let union =
                    record.attributes.iter().any(|a| a.starts_with("union")) || record.spelling.starts_with("union ");
                let tag = record.tag().cloned().unwrap_or_else(|| tag_key(union, &record.name));
                if !record.is_typedef() || record.tag().is_some() {
                    add(&tag, Meaning::Record(*r), record.span);
                }
                if record.is_typedef() {
                    add(&record.spelling, Meaning::Record(*r), record.span);
                }
            }
            DeclKind::Enum { text, constants } => {
                for s in constants {
                    let (name, span) = symbol_of(*s);
                    add(&name, Meaning::Enumerator(text.clone()), span);
                }
            }
            _ => {}
        }
    }
    let placed = u.decls.iter().filter_map(|d| if let DeclKind::Unit(f) = d.kind { Some(f) } else { None });
    let functions: BTreeSet<UnitId> = placed.chain(u.children.iter().copied()).collect();
    for f in functions.into_iter().filter(|f| !program.units[*f].stands_for_pointer()) {
        if let Some(s) = program.units[f].symbol {
            add(&program.units[f].name, object(s, is_static_function(f)), program.units[f].span);
        }
    }
    for s in program.scopes[u.scope].names.values() {
        if let SymbolKind::Typedef(ty) = &program.symbols[*s].kind {
            let (name, span) = symbol_of(*s);
            if span.file.is_some() && !matches!(ty, Type::Record(r) if program.records[*r].spelling == name) {
                let text = typedef_text(program, unit, &name);
                add(&name, Meaning::Typedef(ty.clone(), text), span);
            }
        }
    }
    out
}

/// The kept text of a typedef.
fn typedef_text(program: &Program, unit: UnitId, name: &str) -> String {
    let texts = program.units[unit].decls.iter().filter_map(|d| match &d.kind {
        DeclKind::Opaque { text, .. } if text.starts_with("typedef") => Some(text),
        _ => None,
    });
    let mut own = texts.filter(|text| words(text).any(|w| w == name));
    own.next().map_or(String::new(), |text| text.split_whitespace().collect())
}

/// Whether two files mean one thing by a name.
fn is_same(program: &Program, a: &Meaning, b: &Meaning) -> bool {
    match (a, b) {
        (Meaning::Object { symbol: a, is_static: s, .. }, Meaning::Object { symbol: b, is_static: t, .. }) => {
            // Functions of the library are declared by each file for itself.
            let unknown = |f: SymbolId| program.procedure(f).is_some_and(|p| p.unit.is_none());
            a == b || !s && !t && unknown(*a) && unknown(*b)
        }
        (Meaning::Record(a), Meaning::Record(b)) => a == b,
        (Meaning::Typedef(a, x), Meaning::Typedef(b, y)) => a == b && x == y,
        (Meaning::Enumerator(a), Meaning::Enumerator(b)) => a == b,
        _ => false,
    }
}

/// Gives a `static` variable or function a name that tells its file. Not where text that is kept may mean it.
fn rename(program: &mut Program, meaning: &Meaning, (input, unit): (usize, UnitId)) -> bool {
    let Meaning::Object { symbol, is_static: true, is_text: false } = *meaning else { return false };
    let old = program.symbols[symbol].name.clone();
    if one_file_macros::is_in_text(program, unit, &old) {
        return false;
    }
    let path = &program.sources[program.inputs[input].file].path;
    let stem = std::path::Path::new(path).file_stem().map_or(String::new(), |s| s.to_string_lossy().into_owned());
    let mut file: String = stem.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    if !file.starts_with(|c: char| c.is_ascii_alphabetic()) {
        file.insert_str(0, "file_");
    }
    let taken: BTreeSet<&str> = program.symbols.iter().map(|(_, s)| s.name.as_str()).collect();
    let is_free = |name: &String| !taken.contains(name.as_str()) && !program.macros.contains(name);
    let plain = format!("{file}_{old}");
    let numbered = (2..).map(|n| format!("{plain}{n}"));
    let Some(new) = std::iter::once(plain.clone()).chain(numbered).find(is_free) else { return false };
    for (_, scope) in program.scopes.iter_mut() {
        if scope.names.get(&old) == Some(&symbol) {
            scope.names.shift_remove(&old);
            scope.names.insert(new.clone(), symbol);
        }
    }
    program.symbols[symbol].name.clone_from(&new);
    if let Some(function) = program.callee(symbol) {
        program.units[function].name = new;
    }
    true
}

/// An enumeration that several files define with the same text stands where the first one does.
fn write_enumerations_once(program: &mut Program, parts: &[(usize, UnitId)]) {
    let mut known: BTreeSet<String> = BTreeSet::new();
    for (_, unit) in parts {
        program.units[*unit].decls.retain(|d| match &d.kind {
            DeclKind::Enum { text, constants } => constants.is_empty() || known.insert(text.clone()),
            _ => true,
        });
    }
}
