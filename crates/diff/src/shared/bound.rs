//! Dummy procedures that a call binds to procedures, and where a copy of the callee with these can stand: beside the callee, or, when the procedures are of
//! another module than the callee, in a module from which all can be seen that the callee names. In C `static` functions can be named in their file only: the
//! copy stands there, where the callee names nothing that its own file keeps to itself.

use std::collections::{BTreeMap, BTreeSet};

use super::imports::imports;
use crate::prepare::other_files;
use il::symbol::{Procedure, ProcedureClass, SymbolKind};
use il::{Expr, ExprKind, Intrinsic, Prefix, Program, Scalar, ScopeId, StmtKind, SymbolId, Type, UnitId, UnitKind};

/// Another place for a copy than beside its original.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Home {
    /// The module, or file.
    pub host: UnitId,
    /// The procedure in it that the copy stands with.
    pub beside: UnitId,
}

/// The dummy procedures of a call by number, with the procedures passed for them, and the place of a copy that calls those. `opens`: what modules keep to
/// themselves can be used there.
pub fn bound(
    p: &Program,
    caller: UnitId,
    callee: UnitId,
    values: &[Option<Expr>],
    opens: bool,
) -> (BTreeMap<usize, SymbolId>, Option<Home>) {
    let of = |(k, dummy): (usize, &SymbolId)| {
        let is_dummy = |f: &Procedure| matches!(f.class, ProcedureClass::Dummy(_));
        p.procedure(*dummy).filter(|f| is_dummy(f))?;
        let Some(Expr { kind: ExprKind::Var(actual), .. }) = values.get(k)?.as_ref() else { return None };
        p.procedure(*actual).filter(|f| !is_dummy(f))?;
        if math_function(p, *actual).is_none() {
            p.callee(*actual).filter(|u| !p.units[*u].is_interface && !p.units[*u].has_errors)?;
        }
        Some((k, *actual))
    };
    let mut all: BTreeMap<usize, SymbolId> = p.units[callee].params.iter().enumerate().filter_map(of).collect();
    let beside = |k: usize, actual: SymbolId| {
        let Some(unit) = p.callee(actual) else { return math_function(p, actual).is_some() };
        match p.units[unit].parent {
            // An interface of the dummy has the dummy's name.
            None => p.procedure(p.units[callee].params[k]).is_some_and(|f| f.unit.is_none()),
            there if there == p.units[callee].parent => true,
            // Another module's, which the callee sees by the same name.
            _ => p.lookup(p.units[callee].scope, &p.symbols[actual].name) == Some(actual),
        }
    };
    if all.iter().all(|(k, f)| beside(*k, *f)) {
        return (all, None);
    }
    let units: Vec<UnitId> = all.values().filter_map(|f| p.callee(*f)).collect();
    if let Some(home) = home_in_c(p, callee, &units) {
        return (all, Some(home));
    }
    // Internal procedures can be named in their host only.
    let internal = units.iter().filter_map(|u| p.host_procedure(*u));
    let modules = std::iter::once(caller).chain(units.iter().copied()).filter_map(|u| module_of(p, u));
    let home = internal.chain(modules).find(|h| imports(p, callee, *h, &all, opens).is_some()).and_then(|host| {
        // The same for every caller, the copy itself among them.
        let of_host = |u: &&UnitId| p.units[**u].parent == Some(host);
        let first = || p.units[host].children.iter().find(|u| !p.units[**u].is_interface);
        let beside = *units.iter().find(of_host).or_else(first)?;
        Some(Home { host, beside })
    });
    if home.is_none() {
        all.retain(|k, f| beside(*k, *f));
    }
    (all, home)
}

/// C: the one other file in which all of these functions can be named, if the callee can stand there.
fn home_in_c(p: &Program, callee: UnitId, bound: &[UnitId]) -> Option<Home> {
    let of_file = |u: &UnitId| p.units[*u].has_prefix(&Prefix::Static) && p.units[*u].parent != p.units[callee].parent;
    let mut kept = bound.iter().copied().filter(of_file);
    let beside = kept.next()?;
    let host = p.units[beside].parent?;
    let together = kept.all(|u| p.units[u].parent == Some(host));
    let is_file = |u: UnitId| p.units[u].kind == UnitKind::File;
    let moves = p.units[callee].parent.is_some_and(is_file) && !other_files::names_private(p, callee);
    (together && moves).then_some(Home { host, beside })
}

/// The function of math.h that a C procedure is, or the intrinsic that Fortran passes by a specific name (F2018 table 16.2).
pub fn math_function(p: &Program, symbol: SymbolId) -> Option<Intrinsic> {
    let name = &p.symbols[symbol].name;
    match p.procedure(symbol)?.class {
        ProcedureClass::System => Intrinsic::from_c(name),
        ProcedureClass::Intrinsic => Intrinsic::from_fortran(name),
        ProcedureClass::Normal | ProcedureClass::Dummy(_) => None,
    }
}

/// The module that a procedure is in.
fn module_of(p: &Program, unit: UnitId) -> Option<UnitId> {
    let mut at = unit;
    while !matches!(p.units[at].kind, UnitKind::Module) {
        at = p.units[at].parent?;
    }
    Some(at)
}

/// The symbols that a unit names, with its internal procedures, and the words in the spelling of its types.
pub(super) fn named(p: &Program, unit: UnitId, own: ScopeId) -> (BTreeSet<SymbolId>, BTreeSet<String>) {
    let mut symbols = BTreeSet::new();
    let mut words = BTreeSet::new();
    let u = &p.units[unit];
    let expr = |e: &Expr, symbols: &mut BTreeSet<SymbolId>, words: &mut BTreeSet<String>| {
        e.walk(&mut |x| match &x.kind {
            ExprKind::Var(s) => {
                symbols.insert(*s);
            }
            ExprKind::Call { callee, .. } => {
                symbols.insert(*callee);
            }
            ExprKind::Real { ty, .. } => words.extend(words_of(ty)),
            _ => {}
        });
    };
    let inner = u.children.iter().map(|c| &p.units[*c]).filter(|c| !c.is_interface);
    for u in std::iter::once(u).chain(inner) {
        u.walk(&u.body, &mut |_, s| {
            if let StmtKind::Call { callee, .. } = &s.kind {
                symbols.insert(*callee);
            }
            s.kind.exprs(&mut |e| expr(e, &mut symbols, &mut words));
        });
    }
    for (_, s) in p.symbols.iter().filter(|(_, s)| is_inside(p, s.scope, own)) {
        let SymbolKind::Variable(v) = &s.kind else { continue };
        if let Type::Array { dims, .. } = &v.ty {
            for d in dims {
                d.bounds().for_each(|e| expr(e, &mut symbols, &mut words));
            }
        }
        match v.ty.element() {
            Type::Scalar(s) => words.extend(words_of(s)),
            Type::Record(r) => {
                words.insert(p.records[*r].name.clone());
            }
            _ => {}
        }
    }
    (symbols, words)
}

/// The names in `real(dp)` and `1.0_dp`.
pub(crate) fn words_of(s: &Scalar) -> Vec<String> {
    let inside = s.spelling.split_once('(').map_or("", |(_, rest)| rest);
    let words = inside.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let named = words.filter(|w| w.starts_with(|c: char| c.is_ascii_alphabetic())).map(String::from);
    named.chain(s.kind_name.clone()).collect()
}

/// Whether a scope is another one or stands in it.
pub(crate) fn is_inside(p: &Program, scope: ScopeId, outer: ScopeId) -> bool {
    let mut at = Some(scope);
    while let Some(id) = at {
        if id == outer {
            return true;
        }
        at = p.scopes[id].parent;
    }
    false
}
