//! Fixed form without modules stays without modules: what procedures keep from one call to the next, which differentiation puts into a module of its own
//! ([`kept_values`](crate::prepare::kept_values)), is written as a COMMON block there, with its first values in a BLOCK DATA. Such files are often put
//! together in an order of their own, and a module would have to stand before what uses it.
//!
//! Numbers and characters have a block each, and larger elements stand first (F2018 8.10.2.3 and 8.10.3). What no COMMON block can hold stays in its module.

use std::collections::{BTreeMap, BTreeSet};

use il::decl::{Attr, Data, Entity};
use il::expr::Item;
use il::{
    Decl, DeclKind, Expr, Program, ScopeId, ScopeKind, SourceForm, Storage, SymbolId, SymbolKind, Type, Unit, UnitId,
    UnitKind, Variable,
};

use super::blank_common::is_inside;
use crate::derive::{Maps, map_decl, remap_symbol};
use crate::names;
use crate::output::Output;
use crate::prepare::kept_values::{is_of_entries, moved_target, moved_type, moved_value, spelling_of};
use crate::request::Pattern;

/// Derivatives of what entries keep begin at zero, as those of what one procedure keeps do: nobody outside can set them.
pub(crate) fn begin_at_zero(p: &mut Program, kept: &BTreeMap<UnitId, Option<UnitId>>) {
    for (original, copy) in kept {
        let Some(module) = *copy else { continue };
        if !is_of_entries(p, *original) {
            continue;
        }
        let names = |unit: UnitId| p.scopes[p.units[unit].scope].names.keys().map(|n| n.to_ascii_lowercase());
        let own: BTreeSet<String> = names(*original).collect();
        let mut zeros = Vec::new();
        for s in members(p, module) {
            let Some(v) = p.variable(s).filter(|v| v.init.is_none() && !v.allocatable && !v.pointer) else { continue };
            let is_own = own.contains(&p.symbols[s].name.to_ascii_lowercase());
            if let (false, Some(scalar), Some(times)) = (is_own, v.ty.element().scalar(), elements(p, &v.ty)) {
                let values = vec![(times, crate::simplify::zero(scalar))];
                zeros.push(Data { targets: vec![Item::Value(Expr::var(s))], values });
            }
        }
        if !zeros.is_empty() {
            p.units[module].decls.push(Decl::from(DeclKind::Data(zeros)));
        }
    }
}

/// Writes the modules `kept` (with their copies in the output) as COMMON blocks where their files have no other module. `pattern` is that of procedures, which names blocks.
pub(crate) fn settle(output: &mut Output, kept: &BTreeMap<UnitId, Option<UnitId>>, pattern: &Pattern) {
    let made: BTreeSet<UnitId> =
        kept.iter().flat_map(|(original, copy)| copy.iter().chain([original])).copied().collect();
    for k in 0..output.files.len() {
        let file = &output.files[k];
        if file.form != SourceForm::Fixed || !is_without_modules(&output.program, file.input, &made) {
            continue;
        }
        let here = kept.iter().filter_map(|(original, copy)| Some((*original, (*copy)?)));
        for (original, module) in here.filter(|(_, copy)| file.units.contains(copy)).collect::<Vec<_>>() {
            let base = output.program.units[original].name.clone();
            let Some(store) = Store::of(&output.program, module, &base, pattern) else { continue };
            let users = users_of(&output.program, module);
            users.iter().for_each(|u| store.declare_in(&mut output.program, *u));
            let values = store.first_values(&mut output.program);
            let units = &mut output.files[k].units;
            let at = units.iter().position(|u| *u == module).unwrap_or(0);
            units.splice(at..=at, values);
        }
    }
}

/// Whether an input neither has nor uses modules, those aside that nobody wrote.
fn is_without_modules(p: &Program, input: usize, made: &BTreeSet<UnitId>) -> bool {
    let tops = &p.inputs[input].units;
    let of_input = p.units.ids().filter(|u| tops.contains(u) || tops.iter().any(|t| is_inside(p, *u, *t)));
    of_input.filter(|u| !made.contains(u)).all(|u| {
        let u = &p.units[u];
        let used = u.decls.iter().all(|d| match &d.kind {
            DeclKind::Use { symbol, .. } => {
                matches!(p.symbols[*symbol].kind, SymbolKind::Module(Some(m)) if made.contains(&m))
            }
            _ => true,
        });
        used && !matches!(u.kind, UnitKind::Module | UnitKind::Submodule(_))
    })
}

/// The units that use a module, inner ones before those around them.
fn users_of(p: &Program, module: UnitId) -> Vec<UnitId> {
    let mut out: Vec<UnitId> = p.units.ids().filter(|u| p.units[*u].decls.iter().any(|d| uses(p, d, module))).collect();
    let depth = |u: &UnitId| std::iter::successors(p.units[*u].parent, |u| p.units[*u].parent).count();
    out.sort_by_key(|u| std::cmp::Reverse(depth(u)));
    out
}

fn uses(p: &Program, d: &Decl, module: UnitId) -> bool {
    matches!(d.kind, DeclKind::Use { symbol, .. } if matches!(p.symbols[symbol].kind, SymbolKind::Module(Some(m)) if m == module))
}

/// What a module holds, and the blocks that take its place.
struct Store {
    module: UnitId,
    /// Names of blocks, each with its members and their types.
    blocks: Vec<(String, Vec<(SymbolId, Type)>)>,
    data: Vec<Data>,
}

impl Store {
    /// `None` where something in the module cannot be in a COMMON block.
    fn of(p: &Program, module: UnitId, base: &str, pattern: &Pattern) -> Option<Store> {
        let (mut numbers, mut characters) = (Vec::new(), Vec::new());
        let mut data = Vec::new();
        for d in &p.units[module].decls {
            match &d.kind {
                DeclKind::Data(all) => {
                    for set in all {
                        let value = |(n, e): &(Option<Expr>, Expr)| {
                            let times = match n {
                                Some(n) => Some(moved_value(p, n)?),
                                None => None,
                            };
                            Some((times, moved_value(p, e)?))
                        };
                        let values = set.values.iter().map(value).collect::<Option<_>>()?;
                        let targets: Vec<Vec<Expr>> =
                            set.targets.iter().map(|t| moved_target(p, t)).collect::<Option<_>>()?;
                        data.push(Data { targets: targets.into_iter().flatten().map(Item::Value).collect(), values });
                    }
                }
                DeclKind::Variables { .. }
                | DeclKind::Implicit(_)
                | DeclKind::Save { .. }
                | DeclKind::Parameter(_)
                | DeclKind::Dimension(_)
                | DeclKind::Attribute { attr: Attr::Save, .. } => {}
                _ => return None,
            }
        }
        for s in members(p, module) {
            let Some(v) = p.variable(s) else { continue };
            let ty = moved_type(p, &v.ty).filter(|_| !v.allocatable && !v.pointer && !v.target)?;
            if let Some(value) = &v.init {
                let value = moved_value(p, value).filter(|e| il::typing::rank_of(p, e) == 0)?;
                data.push(Data { targets: vec![Item::Value(Expr::var(s))], values: vec![(elements(p, &ty)?, value)] });
            }
            let list = if matches!(ty.element(), Type::Character { .. }) { &mut characters } else { &mut numbers };
            list.push((s, ty));
        }
        numbers.sort_by_key(|(_, ty)| std::cmp::Reverse(ty.scalar().map_or(0, |s| s.bytes)));
        let mut blocks = Vec::new();
        let text = if base.contains(|c: char| c.is_ascii_lowercase()) { "_text" } else { "_TEXT" };
        for (base, list) in [(base.to_string(), numbers), (format!("{base}{text}"), characters)] {
            if !list.is_empty() {
                blocks.push((block_name(p, pattern, &base), list));
            }
        }
        Some(Store { module, blocks, data })
    }

    /// Declares the blocks in a unit in place of USE, under the names that the unit has for their members.
    fn declare_in(&self, p: &mut Program, unit: UnitId) {
        let (scope, module) = (p.units[unit].scope, p.units[self.module].scope);
        let upper = p.writes_upper(unit);
        let known: BTreeMap<SymbolId, String> = self.known_here(p, scope, module);
        let at = p.units[unit].decls.iter().position(|d| uses(p, d, self.module)).unwrap_or(0);
        let decls = std::mem::take(&mut p.units[unit].decls);
        let (comments, decls): (Vec<Decl>, Vec<Decl>) = decls.into_iter().partition(|d| uses(p, d, self.module));
        let saves_all = decls.iter().any(is_save_of_all);
        let mut maps = Maps::default();
        let mut own = Vec::new();
        for (block, members) in self.blocks.iter().filter(|(_, all)| all.iter().any(|(s, _)| known.contains_key(s))) {
            own.extend(self.block_in(p, scope, block, members, (upper, saves_all), &known, &mut maps));
        }
        if let Some(first) = own.first_mut() {
            first.comments = comments.into_iter().flat_map(|d| d.comments).collect();
        }
        // Behind what stands before all other declarations (F2018 table 2.1).
        let first = decls.iter().rposition(|d| matches!(d.kind, DeclKind::Use { .. } | DeclKind::Implicit(_)));
        let place = first.map_or(at.min(decls.len()), |k| k + 1);
        p.units[unit].decls = decls;
        p.units[unit].decls.splice(place..place, own);
        let inside: Vec<UnitId> = p.units.ids().filter(|u| *u == unit || is_inside(p, *u, unit)).collect();
        for u in inside {
            rename(p, u, &maps);
        }
    }

    /// The names that a scope has for what the module holds.
    fn known_here(&self, p: &Program, scope: ScopeId, module: ScopeId) -> BTreeMap<SymbolId, String> {
        let of_module = |s: SymbolId| p.symbols[s].scope == module;
        let names = p.scopes[scope].names.iter().filter(|(_, s)| of_module(**s));
        names
            .map(|(key, s)| {
                let own = &p.symbols[*s].name;
                (*s, if own.eq_ignore_ascii_case(key) { own.clone() } else { key.clone() })
            })
            .collect()
    }

    /// The declarations of one block. What the unit does not name has a name that is free there.
    #[allow(clippy::too_many_arguments)]
    fn block_in(
        &self,
        p: &mut Program,
        scope: ScopeId,
        block: &str,
        members: &[(SymbolId, Type)],
        (upper, saves_all): (bool, bool),
        known: &BTreeMap<SymbolId, String>,
        maps: &mut Maps,
    ) -> Vec<Decl> {
        let case = |n: String| if upper { n.to_ascii_uppercase() } else { n };
        let mut out = Vec::new();
        let mut list = Vec::new();
        for (old, ty) in members {
            let name = match known.get(old) {
                Some(name) => case(name.clone()),
                None => names::fresh(p, scope, &p.symbols[*old].name.clone(), upper),
            };
            let span = p.symbols[*old].span;
            let variable = Variable::new(ty.clone(), Storage::Common);
            let new = p.declare(scope, name, span, SymbolKind::Variable(variable));
            maps.symbols.insert(*old, new);
            list.push(Entity { dims: false, ..Entity::new(new) });
            match out.last_mut().map(|d: &mut Decl| &mut d.kind) {
                Some(DeclKind::Variables { spelling, entities, .. }) if *spelling == spelling_of(ty) => {
                    entities.push(Entity::new(new));
                }
                _ => out.push(variables(ty, new)),
            }
        }
        out.push(Decl::from(DeclKind::Common { block: block.into(), members: list }));
        if !saves_all {
            out.push(Decl::from(DeclKind::Save { symbols: Vec::new(), blocks: vec![block.into()] }));
        }
        out
    }

    /// The BLOCK DATA with the first values, where there are any.
    fn first_values(&self, p: &mut Program) -> Option<UnitId> {
        if self.data.is_empty() {
            return None;
        }
        let module = &p.units[self.module];
        let (file, comments, base) = (module.file, module.comments.clone(), format!("{}_values", self.blocks[0].0));
        let upper = p.writes_upper(self.module);
        let name = names::fresh(p, p.global, &base, upper);
        let unit = p.units.add(Unit::new(name.clone(), UnitKind::BlockData, il::Language::Fortran, p.global));
        let scope = p.new_scope(p.global, ScopeKind::Unit(unit));
        let mut maps = Maps::default();
        let none = if upper { "NONE" } else { "none" };
        let mut decls = vec![Decl::from(DeclKind::Implicit(none.into()))];
        for (block, members) in &self.blocks {
            decls.extend(self.block_in(p, scope, block, members, (upper, false), &BTreeMap::new(), &mut maps));
        }
        decls.push(map_decl(&Decl::from(DeclKind::Data(self.data.clone())), &maps));
        let u = &mut p.units[unit];
        (u.scope, u.file, u.decls, u.comments) = (scope, file, decls, comments);
        Some(unit)
    }
}

/// The variables of a module, in the order of their declarations.
fn members(p: &Program, module: UnitId) -> Vec<SymbolId> {
    let mut out: Vec<SymbolId> = Vec::new();
    for d in &p.units[module].decls {
        match &d.kind {
            DeclKind::Variables { entities, .. } => out.extend(entities.iter().map(|e| e.symbol)),
            DeclKind::Dimension(list) => out.extend(list),
            _ => {}
        }
    }
    out.extend(p.symbols_of(p.units[module].scope));
    let mut seen = BTreeSet::new();
    out.retain(|s| p.variable(*s).is_some_and(|v| v.storage == Storage::Global) && seen.insert(*s));
    out
}

/// SAVE of everything: another SAVE is not allowed beside it (F2018 8.6.14).
fn is_save_of_all(d: &Decl) -> bool {
    matches!(&d.kind, DeclKind::Save { symbols, blocks } if symbols.is_empty() && blocks.is_empty())
}

/// How many elements an array has; no number for a scalar, `None` where the extents are no numbers.
fn elements(p: &Program, ty: &Type) -> Option<Option<Expr>> {
    let Type::Array { dims, .. } = ty else { return Some(None) };
    let extents = dims.iter().map(|d| il::fold::integer(p, &il::typing::extent(d)?));
    Some(Some(Expr::int(extents.product::<Option<i64>>()?)))
}

/// `real*8 x(3)`.
fn variables(ty: &Type, symbol: SymbolId) -> Decl {
    let (attrs, entities) = (Vec::new(), vec![Entity::new(symbol)]);
    Decl::from(DeclKind::Variables { spelling: spelling_of(ty), attrs, colons: false, entities })
}

/// The name of a block in the derivative: no other block, procedure or module has it.
fn block_name(p: &Program, pattern: &Pattern, base: &str) -> String {
    let mut taken = names::common_blocks(p);
    taken.extend(p.scopes[p.global].names.keys().map(|n| n.to_ascii_lowercase()));
    names::common_block(pattern, base, &taken)
}

/// Makes statements, declarations and types of a unit speak of other symbols.
fn rename(p: &mut Program, unit: UnitId, maps: &Maps) {
    let u = &mut p.units[unit];
    u.decls = u.decls.iter().map(|d| map_decl(d, maps)).collect();
    for id in u.all_stmts() {
        u.stmts[id] = maps.stmt(&u.stmts[id]);
    }
    let scope = u.scope;
    let own: Vec<SymbolId> =
        p.symbols.ids().filter(|s| crate::shared::is_inside(p, p.symbols[*s].scope, scope)).collect();
    own.into_iter().for_each(|s| remap_symbol(p, s, maps));
}
