//! What stands against a call from one language into the other: a declaration and a definition that do not mean the same, arguments that the two languages
//! have not in common, and values that the definition keeps from one call to the next.

use std::collections::BTreeSet;

use il::calls::CallGraph;
use il::labels::Pairs;
use il::symbol::{ProcedureClass, Storage, Variable};
use il::{Diagnostic, Dim, ExprKind, Language, Program, Scalar, ScalarClass, StmtKind, SymbolId, Type, UnitId, Upper};

use super::BETWEEN_LANGUAGES;

/// What heads reach, across the languages.
pub(super) struct Reached {
    /// Declarations of what the other language defines that are called.
    pub declared: BTreeSet<SymbolId>,
    graph: CallGraph,
    /// What statements of these units may change that outlives a call.
    written: BTreeSet<SymbolId>,
}

/// What is reached from `heads`.
pub(super) fn reached(p: &Program, heads: impl Iterator<Item = UnitId>, pairs: &Pairs) -> Reached {
    let graph = CallGraph::new(p);
    let mut open: Vec<UnitId> = heads.collect();
    let (mut units, mut declared) = (BTreeSet::new(), BTreeSet::new());
    while let Some(unit) = open.pop() {
        if !units.insert(unit) {
            continue;
        }
        open.extend(graph.reached(&[unit]));
        for callee in callees(p, unit) {
            if let Some(definition) = pairs.definition(callee) {
                declared.insert(callee);
                open.push(definition);
            }
        }
    }
    let written = units.iter().flat_map(|u| il::stores::names(p, *u, &p.units[*u].body)).collect();
    Reached { declared, graph, written }
}

fn callees(p: &Program, unit: UnitId) -> BTreeSet<SymbolId> {
    let mut out = BTreeSet::new();
    let u = &p.units[unit];
    u.walk(&u.body, &mut |_, s| s.kind.each_call(&mut |callee, _| out.extend([callee])));
    out
}

/// A variable in which a definition, or what it calls in its own language, may find what another call has left.
pub(super) fn kept(p: &Program, definition: UnitId, reached: &Reached) -> Option<SymbolId> {
    let outlives = |s: SymbolId, v: &Variable| {
        let stays = matches!(v.storage, Storage::Global | Storage::Common) || v.saved;
        let is_memory = v.pointer || v.allocatable || p.holds_pointers(&v.ty) || v.storage == Storage::Common;
        stays && !v.constant && (is_memory || reached.written.contains(&s))
    };
    for unit in std::iter::once(definition).chain(reached.graph.reached(&[definition])) {
        let u = &p.units[unit];
        let mut found = None;
        u.walk(&u.body, &mut |_, s| {
            s.kind.exprs(&mut |e| {
                e.walk(&mut |x| {
                    if let ExprKind::Var(s) = x.kind
                        && p.variable(s).is_some_and(|v| outlives(s, v))
                    {
                        found.get_or_insert(s);
                    }
                });
            });
        });
        if found.is_some() {
            return found;
        }
    }
    None
}

/// Whether a definition does nothing that its declaration does not show: it neither reads nor writes files, stops, nor calls what nobody knows.
pub(super) fn is_quiet(p: &Program, definition: UnitId, pairs: &Pairs, reached: &Reached) -> bool {
    let mut open = vec![definition];
    let mut seen = BTreeSet::new();
    while let Some(unit) = open.pop() {
        if !seen.insert(unit) {
            continue;
        }
        open.extend(reached.graph.reached(&[unit]));
        let mut quiet = !p.units[unit].has_errors;
        p.units[unit].walk(&p.units[unit].body, &mut |_, s| {
            quiet &= !matches!(s.kind, StmtKind::Opaque { .. } | StmtKind::Stop { .. } | StmtKind::Error(_));
        });
        for callee in callees(p, unit) {
            let is_known = p.callee(callee).is_some() || p.symbols[callee].is_intrinsic();
            let of_library = p.procedure(callee).is_some_and(|f| f.class == ProcedureClass::System);
            let definition = pairs.definition(callee);
            open.extend(definition);
            quiet &= is_known || of_library || definition.is_some();
        }
        if !quiet {
            return false;
        }
    }
    true
}

/// What a parameter is for the other language.
#[derive(PartialEq, Debug)]
enum Passed {
    Value(ScalarClass, u8),
    Address(ScalarClass, u8),
}

/// Why a declaration does not fit the definition in the other language, for a call with these derivatives.
pub(super) fn refusal(p: &Program, declared: SymbolId, definition: UnitId, derivatives: &[bool]) -> Option<Diagnostic> {
    let interface = p.procedure(declared)?.unit?;
    let (interface, defined) = (&p.units[interface], &p.units[definition]);
    let name = &p.symbols[declared].name;
    let said = |what: String, at: il::Span| {
        Diagnostic::error(BETWEEN_LANGUAGES, p.symbols[declared].span, what).with(at, "in the other language")
    };
    if interface.params.len() != defined.params.len()
        || [interface, defined].iter().any(|u| u.suffix.as_deref() == Some("..."))
    {
        let what = format!("`{name}` has other arguments in its definition than in its declaration");
        return Some(said(what, defined.span).note("correct the interface"));
    }
    for (k, (one, other)) in interface.params.iter().zip(&defined.params).enumerate() {
        let passed = [passed(p, *one), passed(p, *other)];
        let symbol = &p.symbols[*other];
        match passed {
            [Some(a), Some(b)] if a == b => {}
            [Some(_), Some(_)] => {
                let what = format!(
                    "argument {} of `{name}` has another type in its definition, or is passed in another way",
                    k + 1
                );
                let said = said(what, symbol.span);
                return Some(said.note(
                    "a scalar with VALUE is a number in C, anything else an address; kinds are those of ISO_C_BINDING",
                ));
            }
            // What has no number in it only goes through.
            _ if !derivatives.get(k).copied().unwrap_or(false) && is_plain(p, *one) && is_plain(p, *other) => {}
            _ => {
                let what =
                    format!("argument {} of `{name}` is none that can be differentiated between the languages", k + 1);
                let said = said(what, symbol.span);
                return Some(said.note(
                    "numbers with VALUE, and scalars and arrays of numbers by their addresses can: no descriptors, structures, texts, pointers or procedures",
                ));
            }
        }
    }
    let result = |u: &il::Unit| u.result().map(|r| p.symbol_type(r).and_then(Type::scalar).map(of_scalar));
    if result(interface) != result(defined) {
        let what = format!("`{name}` gives another type in its definition than in its declaration");
        return Some(said(what, defined.span).note("correct the interface"));
    }
    None
}

/// Characters and addresses of nothing that is a number.
fn is_plain(p: &Program, parameter: SymbolId) -> bool {
    p.variable(parameter).is_some_and(|v| match &v.ty {
        Type::Character { .. } => true,
        Type::Pointer { to, .. } => matches!(to.scalar(), Some(s) if s.class == ScalarClass::Integer && s.bytes == 1),
        Type::Array { elem, .. } => matches!(**elem, Type::Character { .. }),
        _ => false,
    })
}

fn of_scalar(s: &Scalar) -> (ScalarClass, u8) {
    // LOGICAL(C_BOOL) and `_Bool`, which C reads as an integer of one byte.
    let class = if s.class == ScalarClass::Logical { ScalarClass::Integer } else { s.class };
    (class, s.bytes)
}

/// How a parameter is passed; `None` where the languages have no such thing in common.
fn passed(p: &Program, parameter: SymbolId) -> Option<Passed> {
    let v = p.variable(parameter)?;
    if v.optional || v.pointer || v.allocatable || v.polymorphic {
        return None;
    }
    let fortran = il::zones::language_of(p, parameter) == Language::Fortran;
    let address = |ty: &Type| ty.scalar().map(of_scalar).map(|(class, bytes)| Passed::Address(class, bytes));
    match &v.ty {
        Type::Scalar(s) if !fortran || v.by_value => {
            let (class, bytes) = of_scalar(s);
            Some(Passed::Value(class, bytes))
        }
        Type::Scalar(_) => address(&v.ty),
        Type::Pointer { to, .. } => address(rows(to)),
        Type::Array { elem, dims } => {
            let has_descriptor = |d: &Dim| matches!(d.upper, Upper::Deferred);
            let whole = if fortran { elem } else { rows(elem) };
            if fortran && dims.iter().any(has_descriptor) { None } else { address(whole) }
        }
        _ => None,
    }
}

/// The elements of rows of C: those of `double a[3][4]`.
fn rows(ty: &Type) -> &Type {
    match ty {
        Type::Array { elem, .. } => rows(elem),
        _ => ty,
    }
}
