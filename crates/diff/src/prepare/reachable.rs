//! What a request can have to do with: procedures that the heads cannot reach lose their bodies before anything is normalised or analysed, so
//! that a small head of a huge program costs what the head costs.
//!
//! A procedure keeps its body when
//! - a head, or what a head may call, passes on or mentions in an extent, mentions it; or
//! - it may decide what such a procedure works on: it shares variables of a host, or module variables that are pointers, targets, allocatable
//!   or of derived types with one, or calls one that has pointers or allocatable arrays among its dummies; or
//! - it calls a head that has procedures among its dummies, or one that is kept for another reason than that heads reach it: for others, what the heads
//!   reach says all that they may be given; or
//! - it is written in C, where any function may change what pointers mean.
//!
//! Declarations stay: COMMON blocks are laid out by those of all units.

use std::collections::BTreeSet;

use il::arena::Arena;
use il::calls::definition;
use il::symbol::{Storage, SymbolKind, Variable};
use il::{DeclKind, Id, Language, Program, StmtKind, SymbolId, Type, Unit, UnitId};

use crate::derive::type_mentions;
use crate::request::Request;

/// What the derivatives of `heads` can have to do with: the procedures that keep their bodies, the units around them, and the modules that these use.
pub fn concerned(program: &Program, heads: &[UnitId]) -> BTreeSet<UnitId> {
    let kept = kept(program, heads);
    let mut out = BTreeSet::new();
    let mut todo: Vec<UnitId> = program.units.ids().filter(|u| kept[u.index()]).collect();
    while let Some(unit) = todo.pop() {
        if !out.insert(unit) {
            continue;
        }
        let u = &program.units[unit];
        todo.extend(u.parent);
        for d in &u.decls {
            if let DeclKind::Use { symbol, .. } = &d.kind
                && let SymbolKind::Module(Some(module)) = &program.symbols[*symbol].kind
            {
                todo.push(*module);
            }
        }
    }
    out
}

/// A copy of `program` in which only what matters for `request` has a body.
pub(crate) fn part(program: &Program, request: &Request) -> Program {
    let heads = request.heads.iter().map(|h| h.unit);
    let kept = kept(program, &heads.chain(request.called_by_rules.iter().copied()).collect::<Vec<_>>());
    let mut units = Arena::new();
    for (id, u) in program.units.iter() {
        units.add(if kept[id.index()] { u.clone() } else { without_body(u) });
    }
    Program {
        sources: program.sources.clone(),
        inputs: program.inputs.clone(),
        units,
        symbols: program.symbols.clone(),
        scopes: program.scopes.clone(),
        records: program.records.clone(),
        global: program.global,
        global_c: program.global_c,
        default_real: program.default_real,
        default_integer: program.default_integer,
        bound: program.bound.clone(),
        macros: program.macros.clone(),
        by_generic: program.by_generic.clone(),
        shapes_promised: request.keep_shapes,
        distinct_pointers: request.distinct_pointers,
        tapenade_runtime: request.tapenade_runtime,
    }
}

/// What the body and the declarations of a unit mention.
#[derive(Default)]
struct Mentions {
    procedures: BTreeSet<UnitId>,
    /// Variables through which units act on one another without calls.
    shared: BTreeSet<SymbolId>,
}

/// By unit: whether it keeps its body.
fn kept(program: &Program, heads: &[UnitId]) -> Vec<bool> {
    let mentions: Vec<Mentions> = program.units.iter().map(|(id, u)| mentions(program, id, u)).collect();
    let mut kept = vec![false; program.units.len()];
    let mut shared: BTreeSet<SymbolId> = BTreeSet::new();
    // Whose callers matter too.
    let mut entrances: BTreeSet<UnitId> = BTreeSet::new();
    let in_c = program.units.iter().filter(|(_, u)| u.language == Language::C).map(|(id, _)| id);
    let mut todo: Vec<UnitId> = heads.iter().copied().chain(in_c).collect();
    let mut by_heads = true;
    loop {
        while let Some(unit) = todo.pop() {
            if std::mem::replace(&mut kept[unit.index()], true) {
                continue;
            }
            let m = &mentions[unit.index()];
            todo.extend(&m.procedures);
            shared.extend(&m.shared);
            let procedures = heads.contains(&unit) || !by_heads;
            if program.units[unit].params.iter().any(|p| tells_of_its_caller(program, *p, procedures)) {
                entrances.insert(unit);
            }
        }
        by_heads = false;
        let acts = |m: &Mentions| {
            let meet = |a: &BTreeSet<UnitId>, b: &BTreeSet<UnitId>| a.iter().any(|u| b.contains(u));
            meet(&m.procedures, &entrances) || m.shared.iter().any(|s| shared.contains(s))
        };
        todo.extend(program.units.ids().filter(|u| !kept[u.index()] && acts(&mentions[u.index()])));
        if todo.is_empty() {
            return kept;
        }
    }
}

fn mentions(program: &Program, unit: UnitId, u: &Unit) -> Mentions {
    let mut out = Mentions::default();
    let mut symbols: Vec<SymbolId> = u.symbols(&u.body).into_iter().collect();
    u.walk(&u.body, &mut |_, s| {
        s.kind.each_call(&mut |callee, _| symbols.push(callee));
        if let StmtKind::Opaque { text, .. } | StmtKind::Error(text) = &s.kind {
            let words = text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|w| !w.is_empty());
            symbols.extend(words.filter_map(|w| program.lookup(u.scope, w)));
        }
    });
    for d in &u.decls {
        if let DeclKind::Variables { entities, .. } = &d.kind {
            for v in entities.iter().filter_map(|e| program.variable(e.symbol)) {
                type_mentions(&v.ty, &mut symbols);
            }
        }
    }
    while let Some(s) = symbols.pop() {
        match &program.symbols[s].kind {
            SymbolKind::Procedure(_) => out.procedures.extend(definition(program, s)),
            SymbolKind::Generic { members } => symbols.extend(members),
            SymbolKind::Variable(v) if is_shared(program, unit, u, s, v) => {
                out.shared.insert(s);
            }
            _ => {}
        }
    }
    out
}

/// Whether what other units do to a variable matters to a unit that mentions it, beyond its values.
fn is_shared(program: &Program, unit: UnitId, u: &Unit, symbol: SymbolId, v: &Variable) -> bool {
    match v.storage {
        Storage::Global | Storage::Common => has_moving_storage(v),
        // Hosts and what they contain.
        Storage::Local | Storage::Dummy(_) | Storage::Result => {
            !u.children.is_empty() || program.home(symbol) != Some(unit)
        }
    }
}

/// Whether calls from anywhere decide which storage, or which procedure, a dummy stands for.
fn tells_of_its_caller(program: &Program, dummy: SymbolId, procedures: bool) -> bool {
    program.variable(dummy).map_or(procedures, has_moving_storage)
}

/// Whether a variable, or a component of it, may stand for storage of others.
fn has_moving_storage(v: &Variable) -> bool {
    fn moves(ty: &Type) -> bool {
        match ty {
            Type::Scalar(_) | Type::Character { .. } => false,
            Type::Array { elem, .. } => moves(elem),
            Type::Record(_) | Type::Pointer { .. } | Type::Procedure | Type::Void | Type::Opaque(_) => true,
        }
    }
    v.pointer || v.allocatable || v.target || moves(&v.ty)
}

/// The declarations of a unit.
fn without_body(u: &Unit) -> Unit {
    Unit {
        name: u.name.clone(),
        kind: u.kind.clone(),
        language: u.language,
        file: u.file,
        symbol: u.symbol,
        scope: u.scope,
        parent: u.parent,
        children: u.children.clone(),
        params: u.params.clone(),
        alternate_params: u.alternate_params.clone(),
        prefixes: u.prefixes.clone(),
        suffix: u.suffix.clone(),
        includes: u.includes.clone(),
        is_interface: u.is_interface,
        library: u.library.clone(),
        binding: u.binding.clone(),
        has_errors: u.has_errors,
        of_entry: u.of_entry,
        decls: u.decls.clone(),
        stmts: Arena::new(),
        body: Vec::new(),
        tapes: 0,
        forward_half: None,
        // The comments of a file stand before its first unit.
        comments: u.comments.clone(),
        end_comments: u.end_comments.clone(),
        directives: u.directives.clone(),
        span: u.span,
    }
}
