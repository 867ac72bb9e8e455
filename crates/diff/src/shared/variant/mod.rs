//! Variants of procedures for calls that pass one storage as several arguments.
//!
//! - *merged*: `DDOT(n, x, 1, x, 1)` calls the adjoint of a `DDOT` whose `dx` and `dy` are one dummy. Extents that must agree for that
//!   (`lda` and `ldb`) are merged with them, when they are given the same value.
//! - *linear*: dummies become places in one array that is passed once: `x(i)` is `a(offx + i)`, `b(i, j)` is
//!   `a(offb + i + (j - 1)*ldb)`.
//! - *together*: the same for dummies that begin at one place: `call passb(n, l, c, c)`, where one of them is a vector and the other a matrix.
//!
//! - *passive*: C: a copy for calls that pass pointers to what has no derivative, where other calls pass some that have: `dot(n, x, c)` calls the
//!   derivative of a `dot` whose last parameter has none.
//! - *copies*: for calls of one activity pattern (`patterns.rs`).
//! - *bound*: `integrate(f, a, b)` with the procedure `sq` for its dummy procedure is a copy that calls `sq`, and so has a derivative that calls that of `sq`. Where the
//!   dummy procedure is optional, calls without it have a copy too. Its internal procedures are copied with it (`inner.rs`).
//!
//! A variant computes what the original computes for such calls. It is only made to be differentiated: the primal calls the original.

mod declared;
mod inner;
mod places;
mod redirect;

use std::collections::{BTreeMap, BTreeSet};

use il::symbol::{Procedure, ProcedureClass, Storage, SymbolKind, Variable};
use il::{
    Dim, Expr, ExprKind, Intent, Prefix, Program, Span, Stmt, StmtId, StmtKind, SymbolId, Type, Unit, UnitId, UnitKind,
    Upper,
};

pub(super) use redirect::redirects;

use declared::{copy_scope, declarations};
use places::{Place, Places};

use super::bound::{Home, math_function};
use super::imports::{Imports, imports};
use super::presence;
use super::reach::Site;
use super::{Need, Redirect, is_written};
use crate::derive::{Maps, declare_procedure};
use crate::names;
use crate::prepare::other_files;
use crate::request::Pattern;

/// Which dummies of a procedure are one, by number.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub struct Shape {
    /// Dummies that go, each with the one that stays in its place.
    merged: BTreeMap<usize, usize>,
    /// Dummies that are places in one array.
    linear: Vec<Vec<usize>>,
    /// Dummies that are one array, each with extents of its own.
    together: Vec<Vec<usize>>,
    /// Dummies that have no derivatives.
    passive: BTreeSet<usize>,
    /// Dummy procedures that are always this procedure.
    bound: BTreeMap<usize, SymbolId>,
    /// Optional dummy procedures that are never there.
    absent: BTreeSet<usize>,
    /// Where it stands, when not beside the original.
    home: Option<Home>,
    /// What the calls ask of its derivative.
    pattern: Option<analysis::Pattern>,
}

impl Shape {
    /// A copy for calls of one activity pattern; the procedure itself for `None`.
    pub(super) fn of_pattern(pattern: Option<analysis::Pattern>) -> Shape {
        Shape { pattern, ..Shape::default() }
    }

    /// Whether dummies are one storage in it.
    pub(super) fn is_overlay(&self) -> bool {
        !self.merged.is_empty() || self.groups().next().is_some()
    }

    /// The dummies that are, or lie in, one array, which has the name of the first of them.
    fn groups(&self) -> impl Iterator<Item = &Vec<usize>> {
        self.linear.iter().chain(&self.together)
    }

    /// The INTENT of a dummy that others went into, where it is another one than its own: `None` in it for none.
    fn intent(&self, p: &Program, params: &[SymbolId], kept: usize) -> Option<Option<Intent>> {
        let merged = self.merged.iter().filter(|(_, to)| **to == kept).map(|(k, _)| *k);
        let group = self.groups().find(|g| g[0] == kept).into_iter().flatten().copied();
        let intent = |k: usize| p.variable(params[k]).and_then(|v| v.intent);
        let own = intent(kept);
        let joint = merged.chain(group).map(intent).fold(own, |all, one| match (all, one) {
            (Some(a), Some(b)) => Some(if a == b { a } else { Intent::InOut }),
            _ => None,
        });
        (joint != own).then_some(joint)
    }

    /// Whether it computes just what the original does.
    pub(super) fn is_copy(&self) -> bool {
        self.pattern.is_some()
    }

    /// The procedure that a variant stands with, when that is not its original.
    pub fn beside(&self) -> Option<UnitId> {
        self.home.map(|h| h.beside)
    }
}

/// C: what a parameter leads to.
fn pointee(ty: &Type) -> Option<&Type> {
    match ty {
        Type::Pointer { to, .. } => Some(to),
        Type::Array { elem, .. } => Some(elem),
        _ => None,
    }
}

fn upper(d: &Dim) -> Option<&Expr> {
    match &d.upper {
        Upper::At(e) => Some(e),
        Upper::Assumed | Upper::Deferred => None,
    }
}

/// Adds the variant to the program. `None`: it cannot be made. With it, what its redirected calls were. `opens`: what modules keep to themselves can be used
/// in others.
pub(super) fn make(
    p: &mut Program,
    of: UnitId,
    shape: &Shape,
    written: &BTreeMap<(UnitId, StmtId), StmtKind>,
    opens: bool,
) -> Option<(UnitId, BTreeMap<(UnitId, StmtId), StmtKind>)> {
    let original = p.units[of].clone();
    let inner = inner::procedures(p, &original);
    if !is_simple(p, of, &inner) || !inner.is_empty() && !inner::may_be_copied(p, &original, shape) {
        return None;
    }
    let parent = match shape.home {
        Some(home) => p.units[home.host].scope,
        None => p.scopes[original.scope].parent?,
    };
    let c = original.language.points_by_address();
    let new = p.units.add(original.clone());
    let mut maps = Maps::default();
    for (dropped, kept) in &shape.merged {
        let kept = p.symbols[original.params[*kept]].clone();
        // The symbol that stays is copied below: a place for it now.
        let copy = maps.symbols.get(&original.params[shape.merged[dropped]]).copied();
        let copy = copy.unwrap_or_else(|| p.add_symbol(kept));
        maps.symbols.insert(original.params[shape.merged[dropped]], copy);
        maps.symbols.insert(original.params[*dropped], copy);
    }
    for (k, procedure) in &shape.bound {
        maps.symbols.insert(original.params[*k], *procedure);
    }
    let imports = match shape.home {
        Some(home) if !c => imports(p, of, home.host, &shape.bound, opens)?,
        Some(_) | None => Imports::default(),
    };
    let inner = inner::add(p, &inner, new);
    let scope = copy_scope(p, &original, new, parent, shape, &inner, &mut maps);
    imports.enter(p, scope, &mut maps);
    for kept in shape.merged.values().filter(|_| c) {
        if let SymbolKind::Variable(v) = &mut p.symbols[maps.symbol(original.params[*kept])].kind {
            // One of the two is written.
            v.constant = false;
            v.ty.release_targets();
        }
    }
    for &kept in shape.merged.values().chain(shape.groups().map(|g| &g[0])) {
        let Some(intent) = shape.intent(p, &original.params, kept) else { continue };
        if let SymbolKind::Variable(v) = &mut p.symbols[maps.symbol(original.params[kept])].kind {
            v.intent = intent;
        }
    }
    let upper = p.writes_upper(of);
    let integer = Type::Scalar(p.integer());
    let mut places = Places { program: p, arrays: BTreeMap::new(), failed: false };
    let mut offsets: BTreeMap<usize, SymbolId> = BTreeMap::new();
    for group in &shape.linear {
        let first = original.params[group[0]];
        for &k in group {
            let dummy = original.params[k];
            let Some(Type::Array { dims, .. }) = places.program.symbol_type(dummy).cloned() else { return None };
            let base = if upper { "OFF" } else { "off" };
            let name = format!("{base}{}", places.program.symbols[dummy].name);
            let name = names::fresh(places.program, scope, &name, upper);
            let mut v = Variable::new(integer.clone(), Storage::Dummy(0));
            v.intent = places.program.variable(dummy).and_then(|v| v.intent).map(|_| Intent::In);
            let offset = places.program.declare(scope, name, Span::NONE, SymbolKind::Variable(v));
            offsets.insert(k, offset);
            places.arrays.insert(dummy, Place { array: first, offset: Some(offset), dims });
        }
    }
    for group in &shape.together {
        for &k in group {
            let dummy = original.params[k];
            let Some(Type::Array { dims, .. }) = places.program.symbol_type(dummy).cloned() else { return None };
            places.arrays.insert(dummy, Place { array: original.params[group[0]], offset: None, dims });
        }
    }
    let dummies = |of: &mut dyn Iterator<Item = &usize>, there: bool| {
        of.map(|k| (original.params[*k], there)).collect::<Vec<_>>()
    };
    let present: BTreeMap<SymbolId, bool> =
        dummies(&mut shape.bound.keys(), true).into_iter().chain(dummies(&mut shape.absent.iter(), false)).collect();
    // Statements keep their numbers.
    let mut as_written = BTreeMap::new();
    let mut unit = original.clone();
    let this = new;
    let bodies = std::iter::once((of, new)).chain(inner.iter().copied());
    for (of, new) in bodies {
        let parent = places.program.units[new].parent;
        let mut copy = Unit { parent, ..places.program.units[of].clone() };
        for id in copy.stmts.ids() {
            let stmt = &mut copy.stmts[id];
            presence::decide(stmt, &present);
            if c {
                presence::pass_nothing(stmt, &present);
            }
            places.stmt(stmt);
            *stmt = maps.stmt(stmt);
            name_math(places.program, stmt);
            if let Some(kind) = written.get(&(of, id)) {
                let mut stmt = Stmt::from(kind.clone());
                presence::decide(&mut stmt, &present);
                if c {
                    presence::pass_nothing(&mut stmt, &present);
                }
                places.stmt(&mut stmt);
                as_written.insert((new, id), maps.stmt(&stmt).kind);
            }
        }
        if !present.is_empty() {
            let body = copy.body.clone();
            copy.body = presence::reached(&mut copy, &body);
        }
        if new == this {
            unit = copy;
        } else {
            places.program.units[new] = copy;
        }
    }
    if places.failed {
        return None;
    }
    inner::settle(p, &inner, &maps);
    let bodies = || std::iter::once(&unit).chain(inner.iter().map(|(_, copy)| &p.units[*copy]));
    if shape.absent.iter().any(|k| bodies().any(|u| is_named(u, maps.symbol(original.params[*k])))) {
        return None;
    }
    for group in shape.groups() {
        let array = maps.symbol(original.params[group[0]]);
        if let SymbolKind::Variable(v) = &mut p.symbols[array].kind {
            let Type::Array { dims, .. } = &mut v.ty else { return None };
            *dims = vec![Dim { lower: None, upper: Upper::Assumed }];
        }
    }
    unit.decls = declarations(p, &original, shape, &maps, &offsets)?;
    imports.declare(p, &mut unit, &maps);
    unit.params.clear();
    unit.alternate_params.clear();
    let stars = |k: usize| original.alternate_params.iter().filter(move |at| **at == k);
    for (k, s) in original.params.iter().enumerate() {
        unit.alternate_params.extend(stars(k).map(|_| unit.params.len()));
        let stays = !shape.merged.contains_key(&k)
            && !shape.bound.contains_key(&k)
            && !shape.absent.contains(&k)
            && shape.groups().all(|g| g[0] == k || !g.contains(&k));
        unit.params.extend(stays.then(|| maps.symbol(*s)));
        unit.params.extend(offsets.get(&k));
    }
    unit.alternate_params.extend(stars(original.params.len()).map(|_| unit.params.len()));
    for (k, s) in unit.params.iter().enumerate() {
        match &mut p.symbols[*s].kind {
            SymbolKind::Variable(v) => v.storage = Storage::Dummy(k),
            SymbolKind::Procedure(f) => f.class = ProcedureClass::Dummy(k),
            _ => {}
        }
    }
    if let UnitKind::Function { result, explicit, .. } = &mut unit.kind {
        *result = maps.symbol(*result);
        *explicit |= !shape.is_copy();
    }
    unit.scope = scope;
    let named = |k: &usize| p.symbols[original.params[*k]].name.clone();
    let pattern = match (shape.bound.values().next(), shape.passive.iter().next()) {
        (Some(procedure), _) => format!("%_{}", p.symbols[*procedure].name),
        (None, None) if !shape.absent.is_empty() => {
            format!("%_no_{}", named(&shape.absent.iter().next().copied().unwrap_or_default()))
        }
        (None, Some(first)) => format!("%_fix_{}", named(first)),
        (None, None) if shape.is_copy() => "%_copy".to_string(),
        (None, None) => "%_shared".to_string(),
    };
    let name = names::derived(p, parent, &Pattern::new(&pattern), &original.name);
    unit.name = if shape.is_copy() { original.name.clone() } else { name.clone() };
    if let Some(home) = shape.home {
        if c {
            other_files::without_names(p, &mut unit);
            // It calls what only this file can, and other files may have one of the same name.
            unit.prefixes = vec![Prefix::Static];
        }
        unit.parent = Some(home.host);
        unit.file = p.units[home.host].file;
    }
    let goes: Vec<SymbolId> = shape.bound.keys().chain(&shape.absent).map(|k| original.params[*k]).collect();
    unit.children.retain(|c| p.units[*c].symbol.is_none_or(|s| !goes.contains(&s)));
    for c in &mut unit.children {
        *c = inner.iter().find(|(of, _)| of == c).map_or(*c, |(_, copy)| *copy);
    }
    if !shape.is_copy() {
        unit.comments = vec![format!("  {}: {}", unit.name, description(p, &original, shape))];
    }
    let result = match &p.symbols[original.symbol?].kind {
        SymbolKind::Procedure(f) => f.result.as_ref().map(|t| maps.ty(t)),
        _ => return None,
    };
    let symbol = declare_procedure(p, parent, &name, result);
    if let SymbolKind::Procedure(Procedure { unit: behind, .. }) = &mut p.symbols[symbol].kind {
        *behind = Some(new);
    }
    unit.symbol = Some(symbol);
    p.units[new] = unit;
    Some((new, as_written))
}

/// Calls of functions of math.h, which a dummy procedure stood for, are those functions.
fn name_math(p: &Program, stmt: &mut Stmt) {
    stmt.kind.exprs_mut(&mut |e| {
        e.rewrite(&mut |x| {
            if let ExprKind::Call { callee, args } = &mut x.kind
                && let Some(f) = math_function(p, *callee)
            {
                x.kind = ExprKind::Intrinsic(f, std::mem::take(args));
            }
        });
    });
}

/// Whether a procedure is called or passed on.
fn is_named(u: &Unit, symbol: SymbolId) -> bool {
    let mut found = false;
    u.walk(&u.body, &mut |_, s| {
        s.kind.each_call(&mut |callee, _| found |= callee == symbol);
        s.kind.exprs(&mut |e| found |= e.mentions(symbol));
    });
    found
}

/// For the reader of the adjoint.
fn description(p: &Program, of: &Unit, shape: &Shape) -> String {
    let name = |k: &usize| p.symbols[of.params[*k]].name.clone();
    let merged = shape.merged.iter().map(|(k, kept)| format!("{} is {}", name(k), name(kept)));
    let linear = shape.linear.iter().map(|g| {
        let all: Vec<String> = g.iter().map(name).collect();
        format!("{} are parts of one array", all.join(" and "))
    });
    let together = shape.together.iter().map(|g| {
        let all: Vec<String> = g.iter().map(name).collect();
        format!("{} are one array", all.join(" and "))
    });
    let bound = shape.bound.iter().map(|(k, f)| format!("{} is {}", name(k), p.symbols[*f].name));
    let passive = shape.passive.iter().map(|k| format!("{} is not differentiated", name(k)));
    let absent = shape.absent.iter().map(|k| format!("{} is absent", name(k)));
    format!(
        "{} where {}",
        of.name,
        bound.chain(absent).chain(merged).chain(linear).chain(together).chain(passive).collect::<Vec<_>>().join(", ")
    )
}

/// Whether a procedure can be copied beside itself: nothing in it or its internal procedures `inner` lives on between calls, and it has one entry.
fn is_simple(p: &Program, unit: UnitId, inner: &[UnitId]) -> bool {
    let mut written: BTreeSet<SymbolId> = BTreeSet::new();
    let mut readable = true;
    for id in std::iter::once(&unit).chain(inner) {
        let u = &p.units[*id];
        readable &= !u.has_errors;
        u.walk(&u.body, &mut |_, s| readable &= !matches!(s.kind, StmtKind::Error(_)));
        written.extend(il::stores::names(p, *id, &u.body));
    }
    let keeps = |s: &SymbolId| p.variable(*s).is_some_and(|v| v.saved && matches!(v.storage, Storage::Local));
    readable
        && matches!(p.units[unit].kind, UnitKind::Subroutine | UnitKind::Function { .. })
        && !written.iter().any(keeps)
}
