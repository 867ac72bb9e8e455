//! `-module auto`: modules are used as they are, and those of which that cannot be are copied, with all that use them.
//!
//! A derivative that needs what a module keeps to itself, or whose procedure keeps a value from one call to the next, stands in a copy of the module. What
//! uses a copied module means the copy's data and types, and is copied, too.

use std::collections::BTreeSet;

use il::{DeclKind, Diagnostic, Program, SymbolKind, Unit, UnitId, UnitKind};

use crate::output::Output;
use crate::request::Request;

/// What a run with so much copied has come to.
pub(crate) enum Next {
    /// Once more, with more modules copied.
    Copy(BTreeSet<UnitId>),
    /// It is done, or no copy mends it.
    Done,
}

/// Which modules are to be copied besides, after a run that `output` came of.
pub(crate) fn next(program: &Program, request: &Request, output: &Output) -> Next {
    let asked = output.private.iter().chain(&output.closed).copied();
    let all = with_users(program, &request.copied_modules.iter().copied().chain(asked).collect());
    if all.is_subset(&request.copied_modules) { Next::Done } else { Next::Copy(all) }
}

/// Modules together with those that use them, and with their submodules.
pub(crate) fn with_users(program: &Program, modules: &BTreeSet<UnitId>) -> BTreeSet<UnitId> {
    let mut out = modules.clone();
    loop {
        let before = out.len();
        for (id, u) in program.units.iter().filter(|(_, u)| is_module(u)) {
            if uses(program, u).any(|m| out.contains(&m)) || host(program, u).is_some_and(|h| out.contains(&h)) {
                out.insert(id);
            }
            if out.contains(&id) {
                out.extend(host(program, u));
            }
        }
        if out.len() == before {
            return out;
        }
    }
}

/// The notes, RT0429, about modules that are copied.
pub(crate) fn notes(program: &Program, request: &Request, output: &Output) -> Vec<Diagnostic> {
    let made = |m: &&UnitId| {
        output.derivatives.iter().any(|d| program.units.contains(d.original) && stands_in(program, d.original, **m))
    };
    let said = |m: &UnitId| {
        let u = &program.units[*m];
        let message = format!("module `{}` is copied, and others that stand beside it are used as they are", u.name);
        Diagnostic::info("RT0429", u.span, message).note(
            "derivatives need what it keeps to itself, or it uses such a module: -module reuse names what that is",
        )
    };
    request
        .copied_modules
        .iter()
        .filter(|m| program.units.contains(**m) && is_module(&program.units[**m]))
        .filter(made)
        .map(said)
        .collect()
}

/// The module around a procedure.
pub(crate) fn module_of(program: &Program, unit: UnitId) -> Option<UnitId> {
    let mut at = Some(unit);
    while let Some(u) = at {
        if is_module(&program.units[u]) {
            return Some(u);
        }
        at = program.units[u].parent;
    }
    None
}

fn stands_in(program: &Program, unit: UnitId, module: UnitId) -> bool {
    module_of(program, unit) == Some(module)
}

fn is_module(u: &Unit) -> bool {
    matches!(u.kind, UnitKind::Module | UnitKind::Submodule(_))
}

/// The modules that a unit and those inside of it use.
fn uses<'p>(program: &'p Program, u: &'p Unit) -> Box<dyn Iterator<Item = UnitId> + 'p> {
    let own = u.decls.iter().filter_map(|d| match d.kind {
        DeclKind::Use { symbol, .. } => match program.symbols[symbol].kind {
            SymbolKind::Module(module) => module,
            _ => None,
        },
        _ => None,
    });
    Box::new(own.chain(u.children.iter().flat_map(|c| uses(program, &program.units[*c]))))
}

/// The module that a submodule belongs to.
fn host(program: &Program, u: &Unit) -> Option<UnitId> {
    let UnitKind::Submodule(above) = &u.kind else { return None };
    let name = above.split(':').next().unwrap_or(above).trim();
    let named = |(_, m): &(UnitId, &Unit)| m.kind == UnitKind::Module && m.name.eq_ignore_ascii_case(name);
    program.units.iter().find(named).map(|(id, _)| id)
}
