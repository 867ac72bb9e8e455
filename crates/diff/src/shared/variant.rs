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
//!   dummy procedure is optional, calls without it have a copy too.
//!
//! A variant computes what the original computes for such calls. It is only made to be differentiated: the primal calls the original.

use std::collections::{BTreeMap, BTreeSet};

use il::symbol::{Procedure, ProcedureClass, ScopeKind, Storage, Symbol, SymbolKind, Variable};
use il::typing::{extent, lower_bound, scalar_of, type_of};
use il::{
    Arg, Attr, BinaryOp, Decl, DeclKind, Dim, Entity, Expr, ExprKind, Intent, Language, Program, Scalar, ScopeId, Span,
    Stmt, StmtId, StmtKind, Subscript, SymbolId, Type, Unit, UnitId, UnitKind, Upper,
};

use super::bound::{Home, math_function};
use super::imports::{Imports, imports};
use super::presence;
use super::reach::Site;
use super::{Need, Redirect, is_written};
use crate::derive::{Maps, declare_procedure, keeps_identity, map_decl, remap_symbol};
use crate::facts::Facts;
use crate::names;
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

/// The ways in which a call can go to a variant, the simplest first.
pub(super) fn redirects(p: &Program, facts: &Facts, need: &Need) -> Vec<Redirect> {
    let site = Site { program: p, callee: Some(need.callee), values: &need.values, known: &need.known };
    let mut simple = Shape::default();
    let mut general = Shape::default();
    simple.bound.clone_from(&need.bound);
    general.bound.clone_from(&need.bound);
    simple.absent.clone_from(&need.absent);
    general.absent.clone_from(&need.absent);
    simple.passive.clone_from(&need.passive);
    general.passive.clone_from(&need.passive);
    (simple.home, general.home) = (need.home, need.home);
    for g in &need.groups {
        match merge(p, facts, &site, g) {
            Some(merged) => simple.merged.extend(merged),
            None if is_one_place(&need.values, g) => simple.together.push(g.clone()),
            None => simple.linear.push(g.clone()),
        }
        general.linear.push(g.clone());
    }
    // C: pointers are one, or nothing is known about them.
    let c = p.units[need.callee].language == Language::C;
    if c && simple.groups().next().is_some() {
        return Vec::new();
    }
    let shapes = if c || simple == general { vec![simple] } else { vec![simple, general] };
    shapes.into_iter().filter_map(|s| redirect(p, need, s)).collect()
}

/// Whether the arguments of a group are arrays that begin at the same place.
fn is_one_place(values: &[Option<Expr>], group: &[usize]) -> bool {
    group.iter().all(|k| values[*k].is_some() && values[*k] == values[group[0]])
}

/// The dummies that become one when those of `group` do; `None` when they cannot.
fn merge(p: &Program, facts: &Facts, site: &Site, group: &[usize]) -> Option<BTreeMap<usize, usize>> {
    let u = &p.units[site.callee?];
    let value = |k: usize| site.values.get(k).and_then(|v| v.as_ref());
    let mut out = BTreeMap::new();
    let (&kept, rest) = group.split_first()?;
    let v = p.variable(u.params[kept])?;
    for &k in rest {
        let w = p.variable(u.params[k])?;
        let alike = v.optional == w.optional && v.pointer == w.pointer && v.target == w.target;
        if value(k) != value(kept) || !alike || v.ty.element() != w.ty.element() || v.ty.rank() != w.ty.rank() {
            return None;
        }
        out.insert(k, kept);
        if p.units[site.callee?].language == Language::C {
            if pointee(&v.ty) != pointee(&w.ty) {
                return None;
            }
            continue;
        }
        let (Type::Array { dims: a, .. }, Type::Array { dims: b, .. }) = (&v.ty, &w.ty) else { continue };
        for (x, y) in a.iter().zip(b).flat_map(|(x, y)| [(x.lower.as_ref(), y.lower.as_ref()), (upper(x), upper(y))]) {
            match (x, y) {
                _ if x == y => {}
                (Some(Expr { kind: ExprKind::Var(m), .. }), Some(Expr { kind: ExprKind::Var(n), .. })) => {
                    let at = |s: &SymbolId| u.params.iter().position(|q| q == s);
                    let (m, n) = (at(m)?, at(n)?);
                    if value(m).is_none()
                        || value(m) != value(n)
                        || is_written(facts, site, m)
                        || is_written(facts, site, n)
                    {
                        return None;
                    }
                    out.insert(n, m);
                }
                _ => return None,
            }
        }
        let kinds = |dims: &[Dim]| dims.iter().map(|d| std::mem::discriminant(&d.upper)).collect::<Vec<_>>();
        if kinds(a) != kinds(b) {
            return None;
        }
    }
    Some(out)
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

/// The arguments of the call of a variant.
fn redirect(p: &Program, need: &Need, shape: Shape) -> Option<Redirect> {
    let mut args = Vec::new();
    let mut gap = false;
    for (k, value) in need.values.iter().enumerate() {
        if shape.merged.contains_key(&k) || shape.bound.contains_key(&k) || shape.absent.contains(&k) {
            continue;
        }
        // Behind absent arguments the others are given by name (F2018 15.5.1).
        let Some(value) = value else {
            gap = true;
            continue;
        };
        if shape.together.iter().any(|g| g[0] != k && g.contains(&k)) {
            continue;
        }
        match shape.linear.iter().find(|g| g.contains(&k)) {
            None => {
                let name = || p.symbols[p.units[need.callee].params[k]].name.clone();
                args.push(Arg { keyword: gap.then(name), value: value.clone() });
            }
            // Places have names that only the variant knows.
            Some(_) if gap => return None,
            Some(group) => {
                let first = need.values[group[0]].as_ref()?;
                let base = base_of(first)?;
                if base_of(value)? != base || scalar_of(p, value) != scalar_of(p, first) {
                    return None;
                }
                if k == group[0] {
                    args.push(Arg::new(base.clone()));
                }
                args.push(Arg::new(position(p, value)?));
            }
        }
    }
    Some(Redirect { callee: need.callee, shape, args })
}

/// The array that an actual argument is or is an element of.
fn base_of(actual: &Expr) -> Option<&Expr> {
    match &actual.kind {
        ExprKind::Var(_) | ExprKind::Field { .. } => Some(actual),
        ExprKind::Index { base, .. } => Some(base),
        _ => None,
    }
}

/// The number of elements in front of an actual argument in its array.
fn position(p: &Program, actual: &Expr) -> Option<Expr> {
    let ExprKind::Index { base, subs } = &actual.kind else { return Some(Expr::int(0)) };
    let Type::Array { dims, .. } = type_of(p, base) else { return None };
    let mut sum = Expr::int(0);
    let mut stride: Option<Expr> = None;
    for (n, (s, d)) in subs.iter().zip(&dims).enumerate() {
        let Subscript::At(e) = s else { return None };
        if type_of(p, e).rank() > 0 {
            return None;
        }
        let before = il::fold::sub(e, &lower_bound(d, base, n)?);
        sum = il::fold::add(&sum, &times(before, stride.as_ref()));
        let size = || match &d.upper {
            Upper::At(_) => extent(d, Language::Fortran),
            Upper::Deferred => Some(Expr::intrinsic("size", vec![(**base).clone(), Expr::int(n as i64 + 1)])),
            Upper::Assumed => None,
        };
        if n + 1 < dims.len() {
            stride = Some(times(size()?, stride.as_ref()));
        }
    }
    Some(sum)
}

fn times(e: Expr, stride: Option<&Expr>) -> Expr {
    match (e.as_int(), stride) {
        (_, None) => e,
        (Some(0), _) => Expr::int(0),
        (Some(1), Some(s)) => s.clone(),
        (_, Some(s)) => Expr::binary(BinaryOp::Mul, e, s.clone()),
    }
}

/// Adds the variant to the program. `None`: it cannot be made. With it, what its redirected calls were.
pub(super) fn make(
    p: &mut Program,
    of: UnitId,
    shape: &Shape,
    written: &BTreeMap<(UnitId, StmtId), StmtKind>,
) -> Option<(UnitId, BTreeMap<(UnitId, StmtId), StmtKind>)> {
    let original = p.units[of].clone();
    if !is_simple(p, &original) {
        return None;
    }
    let parent = match shape.home {
        Some(home) => p.units[home.host].scope,
        None => p.scopes[original.scope].parent?,
    };
    let new = p.units.add(original.clone());
    let mut maps = Maps::default();
    for (dropped, kept) in &shape.merged {
        let kept = p.symbols[original.params[*kept]].clone();
        // The symbol that stays is copied below: a place for it now.
        let copy = maps.symbols.get(&original.params[shape.merged[dropped]]).copied();
        let copy = copy.unwrap_or_else(|| p.symbols.add(kept));
        maps.symbols.insert(original.params[shape.merged[dropped]], copy);
        maps.symbols.insert(original.params[*dropped], copy);
    }
    for (k, procedure) in &shape.bound {
        maps.symbols.insert(original.params[*k], *procedure);
    }
    let imports = match shape.home {
        Some(home) => imports(p, of, home.host, &shape.bound)?,
        None => Imports::default(),
    };
    let scope = copy_scope(p, &original, new, parent, shape, &mut maps);
    imports.enter(p, scope, &mut maps);
    for kept in shape.merged.values().filter(|_| original.language == Language::C) {
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
    let upper = names::writes_upper(p, of);
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
    let c = original.language == Language::C;
    // Statements keep their numbers.
    let mut as_written = BTreeMap::new();
    let mut unit = original.clone();
    for id in original.stmts.ids() {
        let stmt = &mut unit.stmts[id];
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
    if places.failed {
        return None;
    }
    if !present.is_empty() {
        unit.body = presence::reached(&mut unit, &original.body);
    }
    if c {
        mention_released(p, &original, &mut unit, shape, &maps);
    }
    if shape.absent.iter().any(|k| is_named(&unit, maps.symbol(original.params[*k]))) {
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
        unit.parent = Some(home.host);
        unit.file = p.units[home.host].file;
    }
    let goes: Vec<SymbolId> = shape.bound.keys().chain(&shape.absent).map(|k| original.params[*k]).collect();
    unit.children.retain(|c| p.units[*c].symbol.is_none_or(|s| !goes.contains(&s)));
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
        found |= matches!(s.kind, StmtKind::Call { callee, .. } if callee == symbol);
        s.kind.exprs(&mut |e| {
            e.walk(&mut |x| match &x.kind {
                ExprKind::Var(s) => found |= *s == symbol,
                ExprKind::Call { callee, .. } => found |= *callee == symbol,
                _ => {}
            });
        });
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

/// Whether a procedure can be copied beside itself: nothing in it lives on between calls, it contains no other, and it has one entry.
fn is_simple(p: &Program, u: &Unit) -> bool {
    let mut written: BTreeSet<SymbolId> = BTreeSet::new();
    let mut readable = true;
    u.walk(&u.body, &mut |_, s| match &s.kind {
        StmtKind::Assign { lhs, .. } | StmtKind::PointerAssign { lhs, .. } => written.extend(lhs.root()),
        StmtKind::Call { args, .. } => written.extend(args.iter().filter_map(|a| a.value.root())),
        StmtKind::Opaque { writes, .. } => written.extend(writes.iter().filter_map(Expr::root)),
        StmtKind::Error(_) => readable = false,
        _ => {}
    });
    let keeps = |s: &SymbolId| p.variable(*s).is_some_and(|v| v.saved && matches!(v.storage, Storage::Local));
    readable
        && !u.has_errors
        && u.children.iter().all(|c| p.units[*c].is_interface)
        && matches!(u.kind, UnitKind::Subroutine | UnitKind::Function { .. })
        && !written.iter().any(keeps)
}

/// The scope of the variant: a copy of every symbol but of those that go.
fn copy_scope(
    p: &mut Program,
    original: &Unit,
    new: UnitId,
    parent: ScopeId,
    shape: &Shape,
    maps: &mut Maps,
) -> ScopeId {
    let scope = p.new_scope(parent, ScopeKind::Unit(new));
    maps.scopes.insert(original.scope, scope);
    for id in p.scopes.ids().collect::<Vec<_>>() {
        if let (ScopeKind::Block, Some(at)) = (p.scopes[id].kind, p.scopes[id].parent) {
            if let Some(&at) = maps.scopes.get(&at) {
                let copy = p.new_scope(at, ScopeKind::Block);
                maps.scopes.insert(id, copy);
            }
        }
    }
    let goes = |s: SymbolId| {
        let k = original.params.iter().position(|q| *q == s);
        k.is_some_and(|k| {
            shape.merged.contains_key(&k)
                || shape.bound.contains_key(&k)
                || shape.groups().any(|g| g[0] != k && g.contains(&k))
        })
    };
    let own: Vec<(SymbolId, ScopeId)> =
        p.symbols.iter().filter_map(|(id, s)| Some((id, *maps.scopes.get(&s.scope)?))).collect();
    let mut copies = Vec::new();
    let mut renamed: BTreeMap<SymbolId, String> = BTreeMap::new();
    for (old, at) in own {
        if goes(old) || keeps_identity(p, old) {
            continue;
        }
        let mut symbol = Symbol { scope: at, ..p.symbols[old].clone() };
        if let Some(name) = apart_from_bound(p, original, old, parent, shape) {
            symbol.name.clone_from(&name);
            renamed.insert(old, name);
        }
        let copy = match maps.symbols.get(&old) {
            Some(&place) => {
                p.symbols[place] = symbol;
                place
            }
            None => p.symbols.add(symbol),
        };
        maps.symbols.insert(old, copy);
        copies.push(copy);
    }
    for copy in copies {
        remap_symbol(p, copy, maps);
    }
    for (old, at) in maps.scopes.clone() {
        let name = |n: &String, s: &SymbolId| renamed.get(s).map_or(n.clone(), |new| new.to_lowercase());
        let names: Vec<(String, SymbolId)> = p.scopes[old]
            .names
            .iter()
            .filter(|(_, s)| !goes(**s))
            .map(|(n, s)| (name(n, s), maps.symbol(*s)))
            .collect();
        p.scopes[at].names.extend(names);
    }
    scope
}

/// Another name for a local variable with the name of a procedure that a dummy procedure stands for: it would hide that procedure.
fn apart_from_bound(p: &Program, original: &Unit, s: SymbolId, parent: ScopeId, shape: &Shape) -> Option<String> {
    let name = &p.symbols[s].name;
    let same = |bound: &SymbolId| p.symbols[*bound].name.eq_ignore_ascii_case(name);
    let local = p.variable(s).is_some_and(|v| v.storage == Storage::Local);
    if original.language == Language::C || !local || !shape.bound.values().any(same) {
        return None;
    }
    let free = |n: &String| p.lookup(original.scope, n).is_none() && p.lookup(parent, n).is_none();
    (0..).map(|k| format!("{name}{k}")).find(free)
}

/// C: mentions the parameters that only statements mentioned which a call without a procedure cannot reach, for strict compilers.
fn mention_released(p: &Program, original: &Unit, unit: &mut Unit, shape: &Shape, maps: &Maps) {
    let kept =
        original.params.iter().enumerate().filter(|(k, _)| !shape.bound.contains_key(k) && !shape.absent.contains(k));
    for (_, old) in kept {
        let s = maps.symbol(*old);
        if original.mentions(&original.body, *old) && !unit.mentions(&unit.body, s) {
            let text = format!("(void){};", p.symbols[s].name);
            let id = unit.add(StmtKind::Opaque { text, reads: vec![Expr::var(s)], writes: Vec::new() });
            let declares = |id: &StmtId| matches!(unit.stmts[*id].kind, StmtKind::Declare(_));
            let at = unit.body.iter().take_while(|id| declares(id)).count();
            unit.body.insert(at, id);
        }
    }
}

/// The declarations: dummies that go are not declared, arrays that take in others are declared apart, with the offsets behind them.
fn declarations(
    p: &Program,
    original: &Unit,
    shape: &Shape,
    maps: &Maps,
    offsets: &BTreeMap<usize, SymbolId>,
) -> Option<Vec<Decl>> {
    // An external procedure is declared where it is called, one of the module is visible.
    let visible = shape.bound.iter().filter(|(_, f)| p.callee(**f).is_some_and(|u| p.units[u].parent.is_some()));
    let goes: BTreeSet<SymbolId> =
        shape.merged.keys().chain(visible.map(|(k, _)| k)).chain(&shape.absent).map(|k| original.params[*k]).collect();
    let bound: BTreeSet<SymbolId> = shape.bound.keys().map(|k| original.params[*k]).collect();
    let linear: BTreeMap<SymbolId, &Vec<usize>> =
        shape.groups().flat_map(|g| g.iter().map(move |k| (original.params[*k], g))).collect();
    let moved = |s: &SymbolId| goes.contains(s) || linear.contains_key(s);
    let joint = |s: &SymbolId| {
        let kept = original.params.iter().position(|q| q == s).filter(|_| !moved(s))?;
        shape.intent(p, &original.params, kept)
    };
    let array = |k: usize, attrs: &[Attr], colons: bool| {
        let v = p.variable(original.params[k])?;
        let Type::Scalar(scalar) = v.ty.element() else { return None };
        let intent = shape.intent(p, &original.params, k).unwrap_or(v.intent);
        let mut own: Vec<Attr> =
            attrs.iter().filter(|a| !matches!(a, Attr::Dimension(_) | Attr::Intent(_))).cloned().collect();
        own.extend(intent.map(Attr::Intent));
        let entities = vec![Entity::new(maps.symbol(original.params[k]))];
        let kind = DeclKind::Variables {
            spelling: scalar.spelling.clone(),
            attrs: own,
            colons: colons || intent.is_some(),
            entities,
        };
        Some(Decl::from(kind))
    };
    let offset = |group: &[usize], colons: bool| {
        let symbols: Vec<SymbolId> = group.iter().filter_map(|k| offsets.get(k)).copied().collect();
        if symbols.is_empty() {
            return None;
        }
        let intent = symbols.first().and_then(|s| p.variable(*s)).and_then(|v| v.intent);
        let attrs: Vec<Attr> = intent.map(Attr::Intent).into_iter().collect();
        let upper = symbols.first().is_some_and(|s| names::is_upper(&p.symbols[*s].name));
        let spelling = if upper { Scalar::integer().spelling.to_uppercase() } else { Scalar::integer().spelling };
        let entities = symbols.into_iter().map(Entity::new).collect();
        Some(Decl::from(DeclKind::Variables { spelling, colons: colons || intent.is_some(), attrs, entities }))
    };
    let mut out = Vec::new();
    let mut done: BTreeSet<usize> = BTreeSet::new();
    for d in &original.decls {
        let mut d = d.clone();
        let mut behind = Vec::new();
        let empty = match &mut d.kind {
            DeclKind::Variables { attrs, colons, entities, spelling } => {
                // No procedure but a dummy is optional.
                if attrs.contains(&Attr::Optional)
                    && entities.iter().any(|e| bound.contains(&e.symbol) && !moved(&e.symbol))
                {
                    return None;
                }
                for e in entities.iter() {
                    if let Some(g) = linear.get(&e.symbol).filter(|g| done.insert(g[0])) {
                        behind.push(array(g[0], attrs, *colons)?);
                        behind.extend(offset(g, *colons));
                    }
                }
                entities.retain(|e| !moved(&e.symbol));
                let others = |a: &&Attr| !matches!(a, Attr::Intent(_));
                if attrs.iter().any(|a| matches!(a, Attr::Intent(_))) {
                    for e in entities.extract_if(.., |e| joint(&e.symbol).is_some()) {
                        let intent = joint(&e.symbol).flatten().map(Attr::Intent);
                        let attrs = attrs.iter().filter(others).cloned().chain(intent).collect();
                        let kind =
                            DeclKind::Variables { spelling: spelling.clone(), attrs, colons: true, entities: vec![e] };
                        behind.push(map_decl(&Decl::from(kind), maps));
                    }
                }
                entities.is_empty()
            }
            DeclKind::Dimension(list) => {
                list.retain(|s| !moved(s));
                list.is_empty()
            }
            DeclKind::External(list) => {
                list.retain(|s| !moved(s));
                list.is_empty()
            }
            DeclKind::Attribute { attr, symbols } if !symbols.is_empty() => {
                if matches!(attr, Attr::Intent(_)) {
                    for e in symbols.extract_if(.., |e| joint(&e.symbol).is_some()) {
                        let attr = joint(&e.symbol).flatten().map(Attr::Intent);
                        let kind = attr.map(|attr| DeclKind::Attribute { attr, symbols: vec![e] });
                        behind.extend(kind.map(|k| map_decl(&Decl::from(k), maps)));
                    }
                }
                symbols.retain(|e| !moved(&e.symbol) && !(*attr == Attr::Optional && bound.contains(&e.symbol)));
                symbols.is_empty()
            }
            DeclKind::Interface { bodies, .. } => {
                bodies.retain(|b| p.units[*b].symbol.is_none_or(|s| !moved(&s)));
                bodies.is_empty()
            }
            DeclKind::Equivalence(groups) => {
                if groups.iter().flatten().any(|e| e.root().is_some_and(|s| moved(&s))) {
                    return None;
                }
                false
            }
            DeclKind::Opaque { symbols, .. } => {
                if symbols.iter().any(moved) {
                    return None;
                }
                false
            }
            _ => false,
        };
        if !empty {
            out.push(map_decl(&d, maps));
        }
        out.extend(behind);
    }
    for g in shape.groups() {
        // Implicitly typed, or only given a shape.
        if done.insert(g[0]) {
            out.push(array(g[0], &[], false)?);
            out.extend(offset(g, false));
        }
    }
    Some(out)
}

/// A dummy as a place in an array.
struct Place {
    array: SymbolId,
    /// Where it begins there; `None`: where that does.
    offset: Option<SymbolId>,
    dims: Vec<Dim>,
}

/// References to dummies become references to the array they are places in. Speaks of the symbols of the original, and of the offsets.
struct Places<'p> {
    program: &'p mut Program,
    arrays: BTreeMap<SymbolId, Place>,
    failed: bool,
}

impl Places<'_> {
    fn stmt(&mut self, stmt: &mut Stmt) {
        if self.arrays.is_empty() {
            return;
        }
        match &mut stmt.kind {
            StmtKind::Call { callee, args, .. } => self.args(*callee, args),
            // Kept as text.
            StmtKind::Opaque { reads, writes, .. } => {
                let known = |e: &Expr| e.root().is_some_and(|s| self.arrays.contains_key(&s));
                self.failed |= reads.iter().chain(writes.iter()).any(known);
            }
            kind => kind.exprs_mut(&mut |e| self.expr(e)),
        }
    }

    fn args(&mut self, callee: SymbolId, args: &mut [Arg]) {
        for (k, a) in args.iter_mut().enumerate() {
            if let ExprKind::Var(s) = a.value.kind {
                if let Some(place) = self.arrays.get(&s) {
                    // All of it: from its first element on.
                    let dummy = self
                        .program
                        .procedure(callee)
                        .and_then(|f| f.unit)
                        .and_then(|u| self.program.units[u].params.get(k));
                    let shaped = dummy.and_then(|d| self.program.symbol_type(*d)).is_some_and(
                        |t| matches!(t, Type::Array { dims, .. } if dims.iter().any(|d| d.upper == Upper::Deferred)),
                    );
                    self.failed |= shaped || a.keyword.is_some();
                    let array = Expr::var(place.array);
                    a.value = match place.offset {
                        Some(offset) => {
                            let at = Expr::binary(BinaryOp::Add, Expr::var(offset), Expr::int(1));
                            Expr::index(array, vec![at])
                        }
                        None => array,
                    };
                    continue;
                }
            }
            self.expr(&mut a.value);
        }
    }

    fn expr(&mut self, e: &mut Expr) {
        match &mut e.kind {
            // All of it, when that is a section.
            ExprKind::Var(s) if self.arrays.contains_key(s) => {
                match self.element(*s, &[Subscript::Range { lo: None, hi: None, step: None }]) {
                    Some(place) => *e = Expr::at(place.kind, e.span),
                    None => self.failed = true,
                }
            }
            // Sections have other bounds.
            ExprKind::Intrinsic(f, args) if matches!(f.name(), "lbound" | "ubound" | "present" | "loc") => {
                self.failed |= args.iter().any(|a| a.value.root().is_some_and(|s| self.arrays.contains_key(&s)));
                e.children_mut(&mut |c| self.expr(c));
            }
            ExprKind::Call { callee, args } => self.args(*callee, args),
            ExprKind::Index { base, subs } if matches!(base.kind, ExprKind::Var(s) if self.arrays.contains_key(&s)) => {
                subs.iter_mut().flat_map(Subscript::parts_mut).for_each(|i| self.expr(i));
                let ExprKind::Var(s) = base.kind else { return };
                match self.element(s, subs) {
                    Some(place) => *e = Expr::at(place.kind, e.span),
                    None => self.failed = true,
                }
            }
            ExprKind::Opaque { reads, .. } => {
                self.failed |= reads.iter().any(|r| self.arrays.keys().any(|s| r.mentions(*s)));
            }
            _ => e.children_mut(&mut |c| self.expr(c)),
        }
    }

    /// The element or section of the array that is `s(subs)`.
    fn element(&self, s: SymbolId, subs: &[Subscript]) -> Option<Expr> {
        let place = self.arrays.get(&s)?;
        let offset = place.offset.map_or(Expr::int(0), Expr::var);
        let lower = |d: &Dim| d.lower.clone().unwrap_or_else(|| Expr::int(1));
        if subs.len() != place.dims.len() {
            return None;
        }
        if let ([Subscript::Range { lo, hi, step }], [d]) = (subs, place.dims.as_slice()) {
            let first = il::fold::sub(&lower(d), &Expr::int(1));
            let at = |e: Expr| il::fold::add(&offset, &il::fold::sub(&e, &first));
            let hi = match (hi, &d.upper) {
                (Some(e), _) | (None, Upper::At(e)) => e.clone(),
                (None, Upper::Assumed | Upper::Deferred) => return None,
            };
            let lo = lo.clone().unwrap_or_else(|| lower(d));
            let range = Subscript::Range { lo: Some(at(lo)), hi: Some(at(hi)), step: step.clone() };
            return Some(ExprKind::Index { base: Box::new(Expr::var(place.array)), subs: vec![range] }.into());
        }
        let mut sum = offset;
        let mut stride: Option<Expr> = None;
        for (n, (s, d)) in subs.iter().zip(&place.dims).enumerate() {
            let Subscript::At(i) = s else { return None };
            if type_of(self.program, i).rank() > 0 {
                return None;
            }
            // The first subscript counts from 1, the others count what lies before.
            let from = if n == 0 { il::fold::sub(&lower(d), &Expr::int(1)) } else { lower(d) };
            sum = il::fold::add(&sum, &times(il::fold::sub(i, &from), stride.as_ref()));
            if n + 1 < place.dims.len() {
                stride = Some(times(extent(d, Language::Fortran)?, stride.as_ref()));
            }
        }
        Some(Expr::index(Expr::var(place.array), vec![sum]))
    }
}
