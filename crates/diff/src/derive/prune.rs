//! Unused declarations go, so that the output compiles without a warning: what the original declared for statements that the derivative does
//! not have, and derivatives that nobody reads or sets.

use std::collections::BTreeSet;

use il::decl::Entity;
use il::symbol::SymbolKind;
use il::typing::type_of;
use il::{Block, Decl, DeclKind, Expr, ExprKind, Program, StmtId, StmtKind, Storage, SymbolId, Type, Unit, UnitId};

use super::{Shell, World};

impl World<'_> {
    /// Drops declarations of `shell` that nothing mentions.
    pub(super) fn prune(&mut self, shell: &Shell) {
        self.drop_idle_pointers(shell);
        let before = self.mentioned_in_body(shell.unit);
        // What is set for one that goes may be set for nobody then.
        while self.drop_idle_results(shell) {}
        self.drop_borrowed_blocks(shell, &before);
        let used = self.used_symbols(shell.unit);
        let mut decls = std::mem::take(&mut self.out.units[shell.unit].decls);
        decls.retain_mut(|d| keep(&self.out, d, &used));
        self.out.units[shell.unit].decls = decls;
        let body = self.out.units[shell.unit].body.clone();
        let body = self.prune_declares(shell.unit, body, &used);
        self.out.units[shell.unit].body = body;
    }

    /// COMMON blocks of procedures below that are not needed here ([`common_below`](crate::prepare::common_below)).
    fn drop_borrowed_blocks(&mut self, shell: &Shell, said: &BTreeSet<SymbolId>) {
        let copies = |s: &SymbolId| [Some(shell.maps.symbol(*s)), shell.maps.derivative(*s)];
        let borrowed: BTreeSet<SymbolId> = self.request.borrowed.iter().flat_map(copies).flatten().collect();
        self.out.units[shell.unit].decls.retain(|d| match &d.kind {
            DeclKind::Common { members, .. } if members.iter().all(|m| borrowed.contains(&m.symbol)) => {
                members.iter().any(|m| said.contains(&m.symbol))
            }
            _ => true,
        });
    }

    /// C: derivatives of local pointers that are set and never followed.
    fn drop_idle_pointers(&mut self, shell: &Shell) {
        let unit = &self.out.units[shell.unit];
        if unit.language.has_modules() {
            return;
        }
        let mut idle: BTreeSet<SymbolId> = shell.maps.derivatives.values().copied().collect();
        idle.retain(|s| {
            self.out.variable(*s).is_some_and(|v| v.is_unsaved_local() && matches!(v.ty, Type::Pointer { .. }))
        });
        unit.walk(&unit.body, &mut |_, s| {
            let mut seen = |e: &Expr, own: Option<SymbolId>| {
                e.walk(&mut |x| {
                    if let ExprKind::Var(v) = x.kind
                        && own != Some(v)
                    {
                        idle.remove(&v);
                    }
                });
            };
            match &s.kind {
                // `p = p + 1` reads it for itself alone.
                StmtKind::Assign { lhs: Expr { kind: ExprKind::Var(p), .. }, rhs } => seen(rhs, Some(*p)),
                kind => kind.exprs(&mut |e| seen(e, None)),
            }
        });
        if !idle.is_empty() {
            let body = self.out.units[shell.unit].body.clone();
            let body = self.without_assignments(shell.unit, body, &idle);
            self.out.units[shell.unit].body = body;
        }
    }

    /// C: a local or a parameter that is set for nobody is not needed: calls that set it become statements, other assignments go.
    fn drop_idle_results(&mut self, shell: &Shell) -> bool {
        let id = shell.unit;
        let unit = &self.out.units[id];
        if unit.language.has_modules() {
            return false;
        }
        let (mut set, mut read) = (BTreeSet::new(), BTreeSet::new());
        let seen = |read: &mut BTreeSet<SymbolId>, e: &Expr, own: Option<SymbolId>| {
            e.walk(&mut |x| match x.kind {
                ExprKind::Var(v) if own != Some(v) => drop(read.insert(v)),
                _ => {}
            });
        };
        unit.walk(&unit.body, &mut |_, s| match &s.kind {
            StmtKind::Assign { lhs, rhs } if let Some(v) = &set_by_name(&self.out, lhs) => {
                seen(&mut read, lhs, Some(*v));
                let mut calls = false;
                rhs.walk(&mut |x| calls |= matches!(x.kind, ExprKind::Call { .. }));
                // `w = w - 1` reads it for itself alone.
                seen(&mut read, rhs, Some(*v).filter(|_| !calls));
                if calls && !matches!(rhs.kind, ExprKind::Call { .. }) {
                    read.insert(*v);
                }
                set.insert(*v);
            }
            kind => {
                let mut extents = Vec::new();
                match kind {
                    StmtKind::Do(d) => extents.push(d.var),
                    StmtKind::Declare(list) => {
                        list.iter()
                            .filter_map(|s| self.out.symbol_type(*s))
                            .for_each(|t| type_mentions(t, &mut extents));
                    }
                    _ => {}
                }
                read.extend(extents);
                kind.exprs(&mut |e| seen(&mut read, e, None));
            }
        });
        // For several directions derivatives become arrays, which callers see: but those of numbers that come by value, of which copies are made.
        let several = self.request.directions.is_some();
        let primal: BTreeSet<SymbolId> = shell.maps.symbols.values().copied().collect();
        let local = |s: &SymbolId| {
            self.out.variable(*s).is_some_and(|v| match v.storage {
                Storage::Local => {
                    use Type::{Array, Pointer, Record, Scalar};
                    !v.saved && matches!(v.ty, Scalar(_) | Record(_) | Pointer { .. } | Array { .. })
                }
                Storage::Dummy(_) if several && !primal.contains(s) => {
                    matches!(v.ty, Type::Scalar(_)) && shell.result_derivative != Some(*s)
                }
                Storage::Dummy(_) => matches!(v.ty, Type::Scalar(_) | Type::Record(_) | Type::Pointer { .. }),
                _ => false,
            })
        };
        let idle: BTreeSet<SymbolId> = set.into_iter().filter(|s| !read.contains(s) && local(s)).collect();
        if idle.is_empty() {
            return false;
        }
        for stmt in self.out.units[id].stmts.ids().collect::<Vec<_>>() {
            let is_idle = |lhs: &Expr| set_by_name(&self.out, lhs).is_some_and(|v| idle.contains(&v));
            if let StmtKind::Assign { lhs, rhs } = &self.out.units[id].stmts[stmt].kind
                && let ExprKind::Call { callee, args } = &rhs.kind
                && is_idle(lhs)
            {
                let call = StmtKind::Call { callee: *callee, args: args.clone(), alternates: Vec::new() };
                self.out.units[id].stmts[stmt].kind = call;
            }
        }
        let body = self.out.units[id].body.clone();
        let body = self.without_assignments(id, body, &idle);
        self.out.units[id].body = body;
        true
    }

    fn mentioned_in_body(&self, id: UnitId) -> BTreeSet<SymbolId> {
        let unit = &self.out.units[id];
        let mut found = Vec::new();
        unit.walk(&unit.body, &mut |_, s| s.kind.exprs(&mut |e| mentions(e, &mut found)));
        found.into_iter().collect()
    }

    /// A body without the assignments to some variables.
    fn without_assignments(&mut self, unit: UnitId, body: Block, idle: &BTreeSet<SymbolId>) -> Block {
        let is_idle = |p: &Program, lhs: &Expr| set_by_name(p, lhs).is_some_and(|s| idle.contains(&s));
        without(&mut self.out, unit, body, &|p, _, kind| kind.assigned().is_some_and(|lhs| is_idle(p, lhs)))
    }

    /// C declarations and Fortran BLOCK declarations inside the body.
    fn prune_declares(&mut self, unit: UnitId, block: Block, used: &BTreeSet<SymbolId>) -> Block {
        let mut out = Block::new();
        for id in block {
            let mut stmt = self.out.units[unit].stmts[id].clone();
            match &mut stmt.kind {
                StmtKind::Declare(symbols) => {
                    symbols.retain(|s| used.contains(s) || self.out.variable(*s).is_none());
                    if symbols.is_empty() {
                        continue;
                    }
                }
                StmtKind::Scope { decls, .. } => decls.retain_mut(|d| keep(&self.out, d, used)),
                _ => {}
            }
            for inner in stmt.kind.blocks_mut() {
                *inner = self.prune_declares(unit, std::mem::take(inner), used);
            }
            self.out.units[unit].stmts[id] = stmt;
            out.push(id);
        }
        out
    }

    /// Everything that statements, dummies, storage declarations and internal procedures mention, and what their declarations mention.
    pub(super) fn used_symbols(&self, unit: UnitId) -> BTreeSet<SymbolId> {
        let mut used: BTreeSet<SymbolId> = BTreeSet::new();
        let mut todo: Vec<SymbolId> = Vec::new();
        self.mentions_of(unit, &mut todo);
        // DATA that are kept need what else they set, and the variables of their implied loops.
        let data = |used: &BTreeSet<SymbolId>, todo: &mut Vec<SymbolId>| {
            for d in &self.out.units[unit].decls {
                if let DeclKind::Data(all) = &d.kind {
                    all.iter().for_each(|set| super::data::needs(&self.out, set, &|s| used.contains(&s), todo));
                }
            }
            todo.retain(|s| !used.contains(s));
        };
        loop {
            if todo.is_empty() {
                data(&used, &mut todo);
            }
            let Some(s) = todo.pop() else { break };
            if !used.insert(s) {
                continue;
            }
            match &self.out.symbols[s].kind {
                SymbolKind::Variable(v) => {
                    type_mentions(&v.ty, &mut todo);
                    v.init.iter().for_each(|e| self.value_mentions(e, unit, &mut todo));
                }
                SymbolKind::Constant { ty, value } => {
                    type_mentions(ty, &mut todo);
                    self.value_mentions(value, unit, &mut todo);
                    self.kind_mention(ty, unit, &mut todo);
                }
                SymbolKind::Namelist(members) | SymbolKind::Generic { members } => todo.extend(members),
                SymbolKind::Procedure(_) | SymbolKind::Module(_) | SymbolKind::Record(_) | SymbolKind::Typedef(_) => {}
            }
            if let Some(ty) = self.out.symbol_type(s) {
                self.kind_mention(ty, unit, &mut todo);
            }
        }
        used
    }

    /// A kind named in a type specifier is used by it.
    pub(super) fn kind_mention(&self, ty: &Type, unit: UnitId, todo: &mut Vec<SymbolId>) {
        let Some(scalar) = ty.scalar() else { return };
        let scope = self.out.units[unit].scope;
        for word in scalar.spelling.split(|c: char| !c.is_ascii_alphanumeric() && c != '_') {
            if !word.is_empty() {
                todo.extend(self.out.lookup(scope, word));
            }
        }
    }

    /// What a value mentions: the kind of a literal may be a name, too.
    fn value_mentions(&self, e: &Expr, unit: UnitId, todo: &mut Vec<SymbolId>) {
        mentions(e, todo);
        let scope = self.out.units[unit].scope;
        e.walk(&mut |x| {
            let ty = match &x.kind {
                ExprKind::Real { ty, .. } => Some(ty),
                ExprKind::Integer { ty, .. } => ty.as_ref(),
                _ => None,
            };
            let name = ty.and_then(|t| t.kind_name.as_ref());
            todo.extend(name.and_then(|k| self.out.lookup(scope, k)));
        });
    }

    pub(super) fn mentions_of(&self, unit: UnitId, todo: &mut Vec<SymbolId>) {
        let u = &self.out.units[unit];
        todo.extend(&u.params);
        todo.extend(u.result());
        u.walk(&u.body, &mut |_, stmt| {
            stmt.kind.exprs(&mut |e| {
                self.value_mentions(e, unit, todo);
            });
            match &stmt.kind {
                StmtKind::Call { callee, .. } => todo.push(*callee),
                StmtKind::Opaque { text, .. } => self.words_of(u.scope, text, todo),
                _ => {}
            }
        });
        todo.extend(u.symbols(&u.body));
        for d in &u.decls {
            match &d.kind {
                DeclKind::Common { members, .. } => todo.extend(members.iter().map(|m| m.symbol)),
                DeclKind::Equivalence(groups) => groups.iter().flatten().for_each(|e| mentions(e, todo)),
                DeclKind::Opaque { symbols, .. } => todo.extend(symbols),
                DeclKind::Interface { bodies, .. } => bodies.iter().for_each(|b| self.mentions_of(*b, todo)),
                DeclKind::Record(r) => {
                    for f in &self.out.records[*r].fields {
                        type_mentions(&f.ty, todo);
                        self.kind_mention(&f.ty, unit, todo);
                    }
                }
                _ => {}
            }
        }
        for &child in &u.children {
            self.mentions_of(child, todo);
        }
    }

    /// Names in text that is kept without understanding it.
    fn words_of(&self, scope: il::ScopeId, text: &str, todo: &mut Vec<SymbolId>) {
        for word in text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_') {
            if word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
                todo.extend(self.out.lookup(scope, word));
            }
        }
    }
}

/// The variable that an assignment sets, as a whole or in one of its components.
fn set_by_name(p: &Program, lhs: &Expr) -> Option<SymbolId> {
    match &lhs.kind {
        ExprKind::Var(s) => Some(*s),
        ExprKind::Field { base, .. } => set_by_name(p, base),
        ExprKind::Index { base, .. } if matches!(type_of(p, base), Type::Array { .. }) => set_by_name(p, base),
        _ => None,
    }
}

/// Which simple statements go.
type Idle<'i> = &'i dyn Fn(&Program, StmtId, &StmtKind) -> bool;

/// A body without some statements, and without choices and loops that had nothing else to do.
pub(crate) fn without(p: &mut Program, unit: UnitId, body: Block, idle: Idle) -> Block {
    let mut used = BTreeSet::new();
    used_behind_loops(&p.units[unit], &body, &mut Vec::new(), &mut used);
    without_idle(p, unit, body, idle, &used)
}

fn without_idle(p: &mut Program, unit: UnitId, block: Block, idle: Idle, used: &BTreeSet<SymbolId>) -> Block {
    let mut out = Block::new();
    for id in block {
        let mut kind = std::mem::replace(&mut p.units[unit].stmts[id].kind, StmtKind::Nop);
        let mut emptied = false;
        for inner in kind.blocks_mut() {
            let before = inner.len();
            *inner = without_idle(p, unit, std::mem::take(inner), idle, used);
            emptied |= inner.len() < before;
        }
        let mut calls = false;
        kind.exprs(&mut |e| calls |= e.has_call());
        let counts_for_others = matches!(&kind, StmtKind::Do(d) if used.contains(&d.var));
        let may_go = matches!(kind, StmtKind::If(_) | StmtKind::Do(_)) && !calls && !counts_for_others;
        let gone = may_go && emptied && kind.blocks().into_iter().all(Block::is_empty) || idle(p, id, &kind);
        p.units[unit].stmts[id].kind = kind;
        if !gone {
            out.push(id);
        }
    }
    out
}

/// The variables that statements of a block mention elsewhere than in loops that count with them.
fn used_behind_loops(u: &Unit, block: &[StmtId], counting: &mut Vec<SymbolId>, out: &mut BTreeSet<SymbolId>) {
    for id in block {
        let kind = &u.stmts[*id].kind;
        kind.exprs(&mut |e| {
            e.walk(&mut |x| match x.kind {
                ExprKind::Var(s) if !counting.contains(&s) => _ = out.insert(s),
                _ => {}
            });
        });
        let counter = if let StmtKind::Do(d) = kind { Some(d.var) } else { None };
        counting.extend(counter);
        kind.blocks().into_iter().for_each(|b| used_behind_loops(u, b, counting, out));
        counting.truncate(counting.len() - usize::from(counter.is_some()));
    }
}

/// Narrows a declaration to what is used; false when nothing is left of it.
pub(super) fn keep(p: &Program, decl: &mut Decl, used: &BTreeSet<SymbolId>) -> bool {
    let entities = |list: &mut Vec<Entity>| {
        let had = !list.is_empty();
        list.retain(|e| used.contains(&e.symbol));
        !list.is_empty() || !had
    };
    let symbols = |list: &mut Vec<SymbolId>| {
        let had = !list.is_empty();
        list.retain(|s| used.contains(s));
        !list.is_empty() || !had
    };
    match &mut decl.kind {
        DeclKind::Variables { entities: list, .. } => entities(list),
        DeclKind::Attribute { symbols: list, .. } => entities(list),
        DeclKind::Parameter(list)
        | DeclKind::Dimension(list)
        | DeclKind::External(list)
        | DeclKind::Intrinsic(list) => symbols(list),
        DeclKind::Save { symbols: list, blocks } => symbols(list) || !blocks.is_empty(),
        DeclKind::Data(data) => {
            data.retain_mut(|set| super::data::narrow(p, set, &|s| used.contains(&s)));
            !data.is_empty()
        }
        DeclKind::Use { .. }
        | DeclKind::Implicit(_)
        | DeclKind::Common { .. }
        | DeclKind::Equivalence(_)
        | DeclKind::Record(_)
        | DeclKind::Typedef(_)
        | DeclKind::Enum { .. }
        | DeclKind::Interface { .. }
        | DeclKind::Prototype(_)
        | DeclKind::Include(_)
        | DeclKind::Unit(_)
        | DeclKind::Opaque { .. }
        | DeclKind::Error(_) => true,
    }
}

/// Symbols of an expression.
pub(super) fn mentions(e: &Expr, out: &mut Vec<SymbolId>) {
    e.walk(&mut |e| match &e.kind {
        ExprKind::Var(s) => out.push(*s),
        ExprKind::Call { callee, .. } => out.push(*callee),
        ExprKind::Constructor { items, .. } => items.iter().for_each(|i| implied_variables(i, out)),
        _ => {}
    });
}

fn implied_variables(item: &il::expr::Item, out: &mut Vec<SymbolId>) {
    if let il::expr::Item::Implied { var, items, .. } = item {
        out.push(*var);
        items.iter().for_each(|i| implied_variables(i, out));
    }
}

/// Symbols in the extents of a type.
pub(crate) fn type_mentions(ty: &Type, out: &mut Vec<SymbolId>) {
    ty.extents(&mut |e| mentions(e, out));
}
