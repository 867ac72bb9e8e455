//! Copies of units: their scopes, symbols, declarations and statements, with all names pointing into the copy.

use il::symbol::{Procedure, ProcedureClass, ScopeKind, Symbol, SymbolKind};
use il::{Arena, Block, Decl, DeclKind, Id, Program, ScopeId, Span, StmtId, SymbolId, Unit, UnitId};

use super::{Maps, World};

impl World<'_> {
    /// Copies the scope of `unit` and the blocks in it under `parent`: every symbol declared there gets a copy, names that came by USE stay
    /// names for what they mean in the output. `maps` grows by all of them.
    /// `from` is the program whose symbols these are: as normalised, or as the user wrote it.
    pub(super) fn copy_scope(
        &mut self,
        from: &il::Program,
        unit: &Unit,
        new_unit: UnitId,
        parent: ScopeId,
        maps: &mut Maps,
    ) -> ScopeId {
        let scope = self.out.new_scope(parent, ScopeKind::Unit(new_unit));
        if unit.kind == il::UnitKind::File {
            self.out.scopes[scope].kind = ScopeKind::File;
        }
        maps.scopes.insert(unit.scope, scope);
        let mut copied = vec![unit.scope];
        // Blocks inside: parents have smaller ids.
        let mut inside: Vec<ScopeId> = from.scopes_inside(unit.scope).collect();
        inside.sort();
        for id in inside {
            let s = &from.scopes[id];
            if s.kind == ScopeKind::Block
                && let Some(&p) = s.parent.and_then(|p| maps.scopes.get(&p))
            {
                let copy = self.out.new_scope(p, ScopeKind::Block);
                maps.scopes.insert(id, copy);
                copied.push(id);
            }
        }
        let places = copied.iter().flat_map(|s| from.symbols_of(*s).iter().map(|id| (*id, maps.scopes[s])));
        let mut own: Vec<(SymbolId, ScopeId)> = places.collect();
        own.sort();
        for &(old, new_scope) in &own {
            if self.keeps_identity(old) || maps.symbols.contains_key(&old) && !self.source_scope_is(old, unit.scope) {
                continue;
            }
            let symbol = Symbol { scope: new_scope, ..from.symbols[old].clone() };
            let new = self.out.add_symbol(symbol);
            maps.symbols.insert(old, new);
        }
        for &(old, _) in &own {
            if let Some(&new) = maps.symbols.get(&old) {
                self.remap_symbol(new, maps);
            }
        }
        let scopes: Vec<(ScopeId, ScopeId)> = maps
            .scopes
            .iter()
            .map(|(a, b)| (*a, *b))
            .filter(|(_, new)| *new == scope || self.is_block_of(*new, scope))
            .collect();
        for (old, new) in scopes {
            let names: Vec<(String, SymbolId)> =
                from.scopes[old].names.iter().map(|(n, s)| (n.clone(), maps.symbol(*s))).collect();
            self.out.scopes[new].names.extend(names);
        }
        scope
    }

    /// Whether a scope is a block in another one, at any depth.
    fn is_block_of(&self, inner: ScopeId, outer: ScopeId) -> bool {
        let mut at = inner;
        while self.out.scopes[at].kind == ScopeKind::Block {
            match self.out.scopes[at].parent {
                Some(p) if p == outer => return true,
                Some(p) => at = p,
                None => return false,
            }
        }
        false
    }

    fn source_scope_is(&self, symbol: SymbolId, scope: ScopeId) -> bool {
        let mut at = self.source.symbols[symbol].scope;
        loop {
            if at == scope {
                return true;
            }
            match self.source.scopes[at].kind {
                ScopeKind::Block => match self.source.scopes[at].parent {
                    Some(p) => at = p,
                    None => return false,
                },
                ScopeKind::Global | ScopeKind::File | ScopeKind::Unit(_) => return false,
            }
        }
    }

    fn keeps_identity(&self, symbol: SymbolId) -> bool {
        keeps_identity(self.source, symbol)
    }

    fn remap_symbol(&mut self, symbol: SymbolId, maps: &Maps) {
        remap_symbol(&mut self.out, symbol, maps);
    }

    /// A primal copy of `unit` (as the user wrote it) under `parent`, with its internal procedures. `name`: another name than the original's. What stands in a
    /// variant is known as normalised only; its calls are those that were written.
    pub(super) fn copy_unit(
        &mut self,
        unit: UnitId,
        parent: Option<UnitId>,
        parent_scope: ScopeId,
        maps: &Maps,
        name: Option<&str>,
    ) -> UnitId {
        let is_plain = self.plain.units.contains(unit);
        let from = if is_plain { self.plain } else { self.source };
        let mut original = from.units[unit].clone();
        let of_unit = |((u, _), _): &(&(UnitId, il::StmtId), &il::StmtKind)| !is_plain && *u == unit;
        for (&(_, id), kind) in self.variants.as_written.iter().filter(of_unit) {
            original.stmts[id].kind = kind.clone();
        }
        let mut maps = maps.clone();
        let new = self.out.units.add(Unit { parent, children: Vec::new(), ..original.clone() });
        let scope = self.copy_scope(from, &original, new, parent_scope, &mut maps);
        for &child in &original.children {
            if from.units[child].is_interface {
                continue;
            }
            let copy = self.copy_unit(child, Some(new), scope, &maps, None);
            self.out.units[new].children.push(copy);
            if let Some(&symbol) = from.units[child].symbol.and_then(|s| maps.symbols.get(&s)) {
                self.adopt(symbol, copy);
            }
        }
        let statements = copy_statements(&original, &original.body, &maps);
        let decls = original.decls.iter().map(|d| self.copy_decl(d, &maps)).collect();
        let u = &mut self.out.units[new];
        u.scope = scope;
        u.params = original.params.iter().map(|p| maps.symbol(*p)).collect();
        if let il::UnitKind::Function { result, .. } = &mut u.kind {
            *result = maps.symbol(*result);
        }
        (u.stmts, u.body) = statements;
        u.decls = decls;
        if let Some(text) = u.suffix.as_mut().filter(|_| original.language == il::Language::Fortran) {
            *text = without_label(text);
        }
        match name {
            Some(name) => u.name = name.into(),
            None => u.symbol = original.symbol.map(|s| maps.symbol(s)),
        }
        new
    }

    /// Makes `unit` the unit behind a procedure symbol.
    pub(super) fn adopt(&mut self, symbol: SymbolId, unit: UnitId) {
        if let SymbolKind::Procedure(p) = &mut self.out.symbols[symbol].kind {
            p.unit = Some(unit);
        }
        self.out.units[unit].symbol = Some(symbol);
    }

    /// A declaration over the copies.
    pub(super) fn copy_decl(&mut self, decl: &Decl, maps: &Maps) -> Decl {
        let mut out = map_decl(decl, maps);
        self.redirect_use(&mut out);
        out
    }
}

/// `bind(c, name="f")` without a binding label (F2018 18.10.2): the label is that of the original, which may be linked with its copy.
fn without_label(bind: &str) -> String {
    let (word, name) = if bind.starts_with('B') { ("BIND(C", "NAME") } else { ("bind(c", "name") };
    format!("{word}, {name}=\"\")")
}

/// Symbols that mean the same thing in a copy: external procedures, derived types, modules, generics of them.
pub(crate) fn keeps_identity(source: &Program, symbol: SymbolId) -> bool {
    match &source.symbols[symbol].kind {
        SymbolKind::Procedure(Procedure { class: ProcedureClass::Dummy(_), .. }) => false,
        SymbolKind::Procedure(Procedure { unit: Some(u), .. }) => {
            let unit = &source.units[*u];
            unit.is_interface || unit.parent.is_none()
        }
        SymbolKind::Procedure(Procedure { unit: None, .. }) => true,
        SymbolKind::Module(_) | SymbolKind::Record(_) => true,
        SymbolKind::Variable(_)
        | SymbolKind::Constant { .. }
        | SymbolKind::Generic { .. }
        | SymbolKind::Typedef(_)
        | SymbolKind::Namelist(_) => false,
    }
}

/// Makes what a copied symbol says speak of copies.
pub(crate) fn remap_symbol(program: &mut Program, symbol: SymbolId, maps: &Maps) {
    match &mut program.symbols[symbol].kind {
        SymbolKind::Variable(v) => {
            v.ty = maps.ty(&v.ty);
            v.init = v.init.as_ref().map(|e| maps.expr(e));
        }
        SymbolKind::Constant { ty, value } => {
            *ty = maps.ty(ty);
            *value = maps.expr(value);
        }
        SymbolKind::Procedure(p) => p.result = p.result.as_ref().map(|t| maps.ty(t)),
        SymbolKind::Generic { members } => members.iter_mut().for_each(|m| *m = maps.symbol(*m)),
        SymbolKind::Namelist(members) => members.iter_mut().for_each(|m| *m = maps.symbol(*m)),
        SymbolKind::Typedef(ty) => *ty = maps.ty(ty),
        SymbolKind::Module(_) | SymbolKind::Record(_) => {}
    }
}

/// A declaration over the copies.
pub(crate) fn map_decl(decl: &Decl, maps: &Maps) -> Decl {
    let mut out = decl.clone();
    let symbols = |list: &mut Vec<SymbolId>| list.iter_mut().for_each(|s| *s = maps.symbol(*s));
    match &mut out.kind {
        DeclKind::Variables { attrs, entities, .. } => {
            entities.iter_mut().for_each(|e| e.symbol = maps.symbol(e.symbol));
            for a in attrs {
                if let il::Attr::Dimension(dims) = a {
                    *dims = map_dims(dims, maps);
                }
            }
        }
        DeclKind::Parameter(list)
        | DeclKind::Dimension(list)
        | DeclKind::External(list)
        | DeclKind::Intrinsic(list)
        | DeclKind::Save { symbols: list, .. } => symbols(list),
        DeclKind::Common { members, .. } => members.iter_mut().for_each(|e| e.symbol = maps.symbol(e.symbol)),
        DeclKind::Attribute { symbols: list, .. } => list.iter_mut().for_each(|e| e.symbol = maps.symbol(e.symbol)),
        DeclKind::Equivalence(groups) => {
            groups.iter_mut().flatten().for_each(|e| *e = maps.expr(e));
        }
        DeclKind::Data(data) => {
            for d in data {
                for item in &mut d.targets {
                    map_item(item, maps);
                }
            }
        }
        DeclKind::Interface { procedures, .. } => symbols(procedures),
        DeclKind::Typedef(s) | DeclKind::Prototype(s) => *s = maps.symbol(*s),
        DeclKind::Enum { constants, .. } => symbols(constants),
        DeclKind::Opaque { symbols: list, .. } => symbols(list),
        DeclKind::Use { .. }
        | DeclKind::Implicit(_)
        | DeclKind::Record(_)
        | DeclKind::Include(_)
        | DeclKind::Unit(_)
        | DeclKind::Error(_) => {}
    }
    out
}

/// `DIMENSION(…)` over the copies.
pub(super) fn map_dims(dims: &[il::Dim], maps: &Maps) -> Vec<il::Dim> {
    dims.iter()
        .map(|d| il::Dim {
            lower: d.lower.as_ref().map(|e| maps.expr(e)),
            upper: match &d.upper {
                il::Upper::At(e) => il::Upper::At(maps.expr(e)),
                other => other.clone(),
            },
        })
        .collect()
}

fn map_item(item: &mut il::expr::Item, maps: &Maps) {
    match item {
        il::expr::Item::Value(e) => *e = maps.expr(e),
        il::expr::Item::Implied { items, var, from, to, step } => {
            *var = maps.symbol(*var);
            *from = maps.expr(from);
            *to = maps.expr(to);
            *step = step.as_ref().map(|e| maps.expr(e));
            items.iter_mut().for_each(|i| map_item(i, maps));
        }
    }
}

/// The statements of `block` over the copies, in a new arena.
pub(super) fn copy_statements(unit: &Unit, block: &Block, maps: &Maps) -> (Arena<StmtId, il::Stmt>, Block) {
    let mut arena = Arena::new();
    let body = copy_block(unit, block, maps, &mut arena);
    (arena, body)
}

/// Copies `block` into `arena`.
pub(crate) fn copy_block(unit: &Unit, block: &Block, maps: &Maps, arena: &mut Arena<StmtId, il::Stmt>) -> Block {
    block
        .iter()
        .map(|&id| {
            let mut stmt = maps.stmt(&unit.stmts[id]);
            for inner in stmt.kind.blocks_mut() {
                *inner = copy_block(unit, inner, maps, arena);
            }
            arena.add(stmt)
        })
        .collect()
}

/// Declares a new procedure symbol in `scope`.
pub(crate) fn declare_procedure(
    program: &mut Program,
    scope: ScopeId,
    name: &str,
    result: Option<il::Type>,
) -> SymbolId {
    assert!(scope.index() < program.scopes.len());
    program.declare(
        scope,
        name,
        Span::NONE,
        SymbolKind::Procedure(Procedure::new(None, result, ProcedureClass::Normal)),
    )
}
