//! Declarations of a lifted program: types with one more dimension, the dummy `nbdirs`, temporaries, and where `nbdirsmax` comes from.

use std::collections::BTreeSet;

use il::decl::{Attr, Entity, UseItem};
use il::expr::{Expr, ExprKind, Item};
use il::symbol::SymbolKind;
use il::{
    Decl, DeclKind, Diagnostic, Dim, Intent, Language, Program, SourceForm, Span, StmtKind, Storage, SymbolId, Type,
    UnitId, UnitKind, Upper,
};

use super::Lift;
use crate::derive::last_dummy;
use crate::output::Output;
use crate::signature::Slot;

impl Lift<'_> {
    /// Gives everything its new shape, and declares what is new.
    pub(super) fn declare_all(&mut self, output: &mut Output) {
        self.reshape(&mut output.program);
        let units: Vec<UnitId> = self.lifted.keys().copied().collect();
        for &unit in &units {
            // Derivatives of numbers are arrays: no dummies of an elemental procedure, which is pure unless it says otherwise.
            let u = &mut output.program.units[unit];
            let pure = u.has_prefix(&il::Prefix::Elemental)
                && ![il::Prefix::Impure, il::Prefix::Pure].iter().any(|p| u.has_prefix(p));
            u.prefixes.retain(|p| *p != il::Prefix::Elemental);
            if pure {
                u.prefixes.push(il::Prefix::Pure);
            }
            self.add_count(&mut output.program, unit);
            self.declare_locals(&mut output.program, unit);
        }
        for &body in self.marks.bodies.keys() {
            self.add_count_to_body(&mut output.program, body);
        }
        for d in &mut output.derivatives {
            if self.takes_count(d.generated) {
                d.signature.slots.push(Slot::Directions);
            }
        }
        let all: Vec<UnitId> = output.program.units.ids().collect();
        for unit in all {
            self.redeclare(&mut output.program, unit);
        }
        for f in &output.files {
            for &unit in &f.units {
                self.provide_most(&mut output.program, unit, f.form, false);
            }
        }
    }

    /// The types of derivatives, and of the components of derivative structures.
    fn reshape(&mut self, p: &mut Program) {
        for s in self.derivatives.clone() {
            let c = p
                .home(s)
                .map_or(!p.scopes[p.symbols[s].scope].case_insensitive, |u| p.units[u].language == Language::C);
            let language = if c { Language::C } else { Language::Fortran };
            let most = Expr::var(self.most(p, language));
            let Some(v) = p.variable(s).cloned() else { continue };
            let mut ty = self.lifted_type(&v.ty, language, &most);
            if let Type::Array { dims, .. } = &mut ty
                && (v.allocatable || v.pointer)
            {
                dims.iter_mut().for_each(|d| *d = Dim { lower: None, upper: Upper::Deferred });
            }
            // Where an extent is declared compilers ask that rows passed by `&xd[4]` have room for all of them.
            let mut by_value = v.by_value;
            if let (Type::Array { .. }, Type::Array { elem, .. }, Storage::Dummy(_), Language::C) =
                (&v.ty, &ty, &v.storage, language)
            {
                ty = Type::Pointer { to: elem.clone(), to_const: false, restrict: false };
                by_value = true;
            }
            let init = match (&v.init, language) {
                (Some(value), Language::C) if clears_all(value) => Some(cleared(value)),
                // The rows of a structure are in its components.
                (Some(value), Language::C) if matches!(v.ty.element(), Type::Scalar(_)) => {
                    let items = vec![Item::Value(value.clone())];
                    Some(ExprKind::Constructor { items, ty: None }.into())
                }
                (init, _) => init.clone(),
            };
            if let SymbolKind::Variable(v) = &mut p.symbols[s].kind {
                v.ty = ty;
                v.by_value = by_value;
                v.init = init;
                // Rows of constants are not passed where rows are wanted (C11 6.7.3).
                v.constant &= language == Language::Fortran;
            }
        }
        for r in self.records.clone() {
            let c = !p.records[r].spelling.is_empty();
            let language = if c { Language::C } else { Language::Fortran };
            let most = Expr::var(self.most(p, language));
            for k in 0..p.records[r].fields.len() {
                let f = p.records[r].fields[k].clone();
                let mut ty = self.lifted_type(&f.ty, language, &most);
                if let Type::Array { dims, .. } = &mut ty
                    && (f.allocatable || f.pointer)
                {
                    dims.iter_mut().for_each(|d| *d = Dim { lower: None, upper: Upper::Deferred });
                }
                let own = &mut p.records[r].fields[k];
                own.ty = ty;
                own.attributes.retain(|a| !a.to_ascii_lowercase().starts_with("dimension"));
            }
        }
    }

    /// `nbdirs` as the last dummy of a procedure, and of the interfaces that describe it.
    fn add_count(&mut self, p: &mut Program, unit: UnitId) {
        if !self.takes_count(unit) {
            return;
        }
        let s = self.count(p, unit);
        let position = p.units[unit].params.len();
        if let SymbolKind::Variable(v) = &mut p.symbols[s].kind {
            v.storage = Storage::Dummy(position);
            v.intent = Some(Intent::In);
            v.by_value = self.language(unit).passes_values();
        }
        let symbol = p.units[unit].symbol;
        let mut all = vec![unit];
        all.extend(
            p.units
                .iter()
                .filter(|(id, u)| *id != unit && u.is_interface && u.symbol == symbol && symbol.is_some())
                .map(|(id, _)| id),
        );
        for u in all {
            if p.units[u].language == Language::Fortran {
                let params = p.units[u].params.clone();
                let upper = self.lifted[&unit].upper;
                let decls = &mut p.units[u].decls;
                let colons = writes_colons(decls);
                let spelling = if upper { "INTEGER" } else { "integer" };
                let attrs = if colons { vec![Attr::Intent(Intent::In)] } else { Vec::new() };
                let kind =
                    DeclKind::Variables { spelling: spelling.into(), attrs, colons, entities: vec![Entity::new(s)] };
                let at = last_dummy(decls, &params);
                decls.insert(at, Decl::from(kind));
            }
            p.units[u].params.push(s);
        }
    }

    /// `nbdirs` as the last dummy of an interface body of a procedure without source.
    fn add_count_to_body(&self, p: &mut Program, body: UnitId) {
        let upper = p.writes_upper(body);
        let scope = p.units[body].scope;
        let name = crate::names::fresh(p, scope, "nbdirs", upper);
        let mut variable = il::Variable::new(Type::Scalar(p.integer()), Storage::Dummy(p.units[body].params.len()));
        variable.intent = Some(Intent::In);
        let s = p.declare(scope, name, Span::NONE, SymbolKind::Variable(variable));
        let params = p.units[body].params.clone();
        let spelling = if upper { "INTEGER" } else { "integer" };
        let (attrs, entities) = (vec![Attr::Intent(Intent::In)], vec![Entity::new(s)]);
        let kind = DeclKind::Variables { spelling: spelling.into(), attrs, colons: true, entities };
        let decls = &mut p.units[body].decls;
        decls.insert(last_dummy(decls, &params), Decl::from(kind));
        p.units[body].params.push(s);
    }

    /// Temporaries of the lift.
    fn declare_locals(&mut self, p: &mut Program, unit: UnitId) {
        let used: Vec<SymbolId> = self.lifted[&unit].locals.iter().copied().filter(|s| is_used(p, unit, *s)).collect();
        if used.is_empty() {
            return;
        }
        if self.language(unit) == Language::C {
            let mut groups: Vec<(String, Vec<SymbolId>)> = Vec::new();
            for s in used {
                let key = spelling(p, p.symbol_type(s).unwrap_or(&Type::Void));
                match groups.iter_mut().find(|(k, _)| *k == key) {
                    Some((_, list)) => list.push(s),
                    None => groups.push((key, vec![s])),
                }
            }
            for (_, list) in groups.into_iter().rev() {
                let u = &mut p.units[unit];
                let id = u.add(StmtKind::Declare(list));
                u.body.insert(0, id);
            }
            return;
        }
        let upper = self.lifted[&unit].upper;
        let colons = writes_colons(&p.units[unit].decls);
        let mut groups: Vec<(String, Vec<Attr>, Vec<Entity>)> = Vec::new();
        for s in used {
            let Some(v) = p.variable(s) else { continue };
            let mut words = spelling(p, &v.ty);
            if upper {
                words = words.to_uppercase();
            }
            let attrs = if v.allocatable { vec![Attr::Allocatable] } else { Vec::new() };
            match groups.iter_mut().find(|(w, a, _)| *w == words && *a == attrs) {
                Some((.., list)) => list.push(Entity::new(s)),
                None => groups.push((words, attrs, vec![Entity::new(s)])),
            }
        }
        for (spelling, attrs, entities) in groups {
            let colons = colons || !attrs.is_empty();
            p.units[unit].decls.push(Decl::from(DeclKind::Variables { spelling, attrs, colons, entities }));
        }
    }

    /// Declarations of derivatives: shapes that are written in them, in one place each.
    fn redeclare(&mut self, p: &mut Program, unit: UnitId) {
        let mut decls = std::mem::take(&mut p.units[unit].decls);
        self.reshape_declarations(p, &mut decls);
        p.units[unit].decls = decls;
        let ids: Vec<_> = p.units[unit].stmts.ids().collect();
        for id in ids {
            if let StmtKind::Scope { decls, .. } = &p.units[unit].stmts[id].kind {
                let mut decls = decls.clone();
                self.reshape_declarations(p, &mut decls);
                if let StmtKind::Scope { decls: own, .. } = &mut p.units[unit].stmts[id].kind {
                    *own = decls;
                }
            }
        }
    }

    fn reshape_declarations(&mut self, p: &mut Program, decls: &mut [Decl]) {
        let mut shaped: BTreeSet<SymbolId> = BTreeSet::new();
        let is = |s: SymbolId, lift: &Self| lift.derivatives.contains(&s) && has_shape(p, s);
        // Type declarations say it where they can.
        for d in decls.iter_mut() {
            let DeclKind::Variables { attrs, entities, .. } = &mut d.kind else { continue };
            if !entities.iter().any(|e| is(e.symbol, self)) {
                continue;
            }
            // Rows are passed by reference; that a value is only read must be said in a pure procedure (F2018 C1588). What changes there is copied.
            if let Some(value) = attrs.iter().position(|a| *a == Attr::Value) {
                match attrs.iter().any(|a| matches!(a, Attr::Intent(_))) {
                    true => drop(attrs.remove(value)),
                    false => attrs[value] = Attr::Intent(Intent::In),
                }
            }
            let common = attrs.iter_mut().find_map(|a| if let Attr::Dimension(dims) = a { Some(dims) } else { None });
            if let Some(dims) = common {
                let first = entities.iter().find(|e| !e.dims).and_then(|e| p.symbol_type(e.symbol));
                if let Some(Type::Array { dims: new, .. }) = first {
                    *dims = new.clone();
                }
                shaped.extend(entities.iter().map(|e| e.symbol));
                continue;
            }
            for e in entities.iter_mut().filter(|e| e.dims) {
                shaped.insert(e.symbol);
            }
        }
        let once = |s: SymbolId, shaped: &mut BTreeSet<SymbolId>| shaped.insert(s);
        for d in decls.iter_mut() {
            match &mut d.kind {
                DeclKind::Dimension(list) => {
                    list.retain(|s| !is(*s, self) || once(*s, &mut shaped));
                }
                DeclKind::Common { members, .. } | DeclKind::Attribute { symbols: members, .. } => {
                    for m in members.iter_mut().filter(|m| m.dims && is(m.symbol, self)) {
                        m.dims = once(m.symbol, &mut shaped);
                    }
                }
                DeclKind::Equivalence(groups) => {
                    for e in groups.iter_mut().flatten() {
                        if let ExprKind::Index { base, subs } = &mut e.kind
                            && base.root().is_some_and(|s| self.derivatives.contains(&s))
                        {
                            subs.insert(0, il::expr::Subscript::At(Expr::int(1)));
                        }
                    }
                }
                _ => {}
            }
        }
        for d in decls.iter_mut() {
            if let DeclKind::Variables { entities, .. } = &mut d.kind {
                for e in entities.iter_mut() {
                    if is(e.symbol, self) && shaped.insert(e.symbol) {
                        e.dims = true;
                    }
                }
            }
        }
    }

    /// Makes `nbdirsmax` known where it is written. `known`: something around it has seen to it.
    fn provide_most(&mut self, p: &mut Program, unit: UnitId, form: SourceForm, known: bool) {
        if p.units[unit].kind == UnitKind::File {
            let Some(&most) = self.most.get(&true) else { return };
            let text = if self.directions.inline {
                let (name, n) = (&p.symbols[most].name, self.directions.most);
                DeclKind::Opaque { text: format!("#ifndef {name}\n#define {name} {n}\n#endif"), symbols: Vec::new() }
            } else {
                self.needs_own_name(p, unit, most);
                DeclKind::Include("\"DIFFSIZES.inc\"".into())
            };
            let decls = &mut p.units[unit].decls;
            // Behind the files that the user includes first: a structure may come before others.
            let is_file = |d: &Decl| matches!(d.kind, DeclKind::Include(_));
            let declares = |d: &Decl| !matches!(d.kind, DeclKind::Include(_) | DeclKind::Opaque { .. });
            let end = decls.iter().position(declares).unwrap_or(decls.len());
            let at = decls[..end].iter().rposition(is_file).map_or(0, |k| k + 1);
            decls.insert(at, Decl::from(text));
            return;
        }
        let Some(&most) = self.most.get(&false) else { return };
        let mut here = known;
        if mentions_most(p, unit, most) && !known {
            self.declare_most(p, unit, most, form);
            here = true;
        }
        let interfaces: Vec<UnitId> = p.units[unit]
            .decls
            .iter()
            .flat_map(|d| if let DeclKind::Interface { bodies, .. } = &d.kind { bodies.clone() } else { Vec::new() })
            .collect();
        for body in interfaces {
            self.provide_most(p, body, form, false);
        }
        for child in p.units[unit].children.clone() {
            self.provide_most(p, child, form, here);
        }
    }

    fn declare_most(&mut self, p: &mut Program, unit: UnitId, most: SymbolId, form: SourceForm) {
        let upper = p.writes_upper(unit);
        let scope = p.units[unit].scope;
        let name = p.symbols[most].name.clone();
        p.import(scope, &name, most);
        let case = |t: &str| if upper { t.to_uppercase() } else { t.to_string() };
        let decls = &p.units[unit].decls;
        let after_uses = decls.iter().rposition(|d| matches!(d.kind, DeclKind::Use { .. })).map_or(0, |k| k + 1);
        // IMPORT follows USE, and precedes all else (F2018 table 2.1).
        let after_implicit = decls
            .iter()
            .rposition(|d| matches!(d.kind, DeclKind::Implicit(_)) || d.kind.is_import())
            .map_or(after_uses, |k| k + 1);
        let (at, new) = if self.directions.inline {
            // Whoever uses a module declares it for itself.
            let module = p.units[unit].kind == UnitKind::Module;
            let colons = writes_colons(decls) || module;
            let entities = vec![Entity::new(most)];
            let spelling = case("integer");
            match colons {
                true => {
                    let mut attrs = vec![Attr::Parameter];
                    attrs.extend(module.then_some(Attr::Private));
                    (after_implicit, vec![DeclKind::Variables { spelling, attrs, colons, entities }])
                }
                false => {
                    let entities = vec![Entity { init: false, ..Entity::new(most) }];
                    let declared = DeclKind::Variables { spelling, attrs: Vec::new(), colons, entities };
                    (after_implicit, vec![declared, DeclKind::Parameter(vec![most])])
                }
            }
        } else if form == SourceForm::Fixed {
            self.needs_own_name(p, unit, most);
            (after_implicit, vec![DeclKind::Include("'DIFFSIZES.inc'".into())])
        } else {
            let module = self.sizes_module(p);
            let own = most_name(Language::Fortran);
            let items = vec![UseItem { name: (name != own).then(|| own.into()), local: name }];
            let kind = DeclKind::Use { module: case("diffsizes"), symbol: module, nature: None, only: true, items };
            (after_uses, vec![kind])
        };
        p.units[unit].decls.splice(at..at, new.into_iter().map(Decl::from));
    }

    /// Refuses a file that is included for the constant, where its name is the user's.
    fn needs_own_name(&mut self, p: &Program, unit: UnitId, most: SymbolId) {
        let name = most_name(p.units[unit].language);
        if p.symbols[most].name != name {
            let message = format!("`{name}` is a name of the program, and `DIFFSIZES.inc` gives it another meaning");
            let note = "give -nbdirsmax N: that number gets a name that is free";
            self.report(Diagnostic::error("RT0440", p.units[unit].span, message).note(note));
        }
    }

    /// The constant of a module DIFFSIZES that is among the inputs.
    pub(super) fn constant_of_sizes(&self, p: &Program) -> Option<SymbolId> {
        let SymbolKind::Module(unit) = p.symbols[p.lookup_here(p.global, "diffsizes")?].kind else { return None };
        p.lookup_here(p.units[unit?].scope, most_name(Language::Fortran))
    }

    fn sizes_module(&mut self, p: &mut Program) -> SymbolId {
        if let Some(s) = p.lookup_here(p.global, "diffsizes") {
            return s;
        }
        p.declare(p.global, "diffsizes", Span::NONE, SymbolKind::Module(None))
    }
}

fn has_shape(p: &Program, s: SymbolId) -> bool {
    p.symbol_type(s).is_some_and(|t| t.rank() > 0)
}

/// Whether the statements of a unit or of its internal procedures mention a symbol.
fn is_used(p: &Program, unit: UnitId, s: SymbolId) -> bool {
    let u = &p.units[unit];
    u.mentions(&u.body, s) || u.children.iter().any(|c| is_used(p, *c, s))
}

/// What DIFFSIZES calls the greatest number of directions.
pub(super) fn most_name(language: Language) -> &'static str {
    if language == Language::C { "NBDirsMax" } else { "nbdirsmax" }
}

/// Whether a unit itself writes `nbdirsmax`.
fn mentions_most(p: &Program, unit: UnitId, most: SymbolId) -> bool {
    let u = &p.units[unit];
    let in_type = |t: &Type| {
        let mut found = Vec::new();
        crate::derive::type_mentions(t, &mut found);
        found.contains(&most)
    };
    let of = |s: SymbolId| p.variable(s).is_some_and(|v| in_type(&v.ty));
    let declared = u.decls.iter().any(|d| match &d.kind {
        DeclKind::Variables { entities, .. } => entities.iter().any(|e| of(e.symbol)),
        DeclKind::Common { members, .. } => members.iter().any(|e| of(e.symbol)),
        DeclKind::Dimension(list) => list.iter().any(|s| of(*s)),
        DeclKind::Record(r) => p.records[*r].fields.iter().any(|f| in_type(&f.ty)),
        _ => false,
    });
    let mut found = declared;
    u.walk(&u.body, &mut |_, stmt| {
        found |= stmt.kind.mentions(most);
        match &stmt.kind {
            StmtKind::Allocate { objects, .. } => {
                found |=
                    objects.iter().flat_map(|o| &o.dims).any(|d| matches!(&d.upper, Upper::At(e) if e.mentions(most)));
            }
            StmtKind::Scope { decls, .. } => {
                found |= decls.iter().any(|d| d.kind.entities().iter().any(|e| of(e.symbol)));
            }
            _ => {}
        }
    });
    found
}

/// Whether declarations have `::`.
fn writes_colons(decls: &[Decl]) -> bool {
    let mut balance = 0;
    for d in decls {
        if let DeclKind::Variables { colons, .. } = d.kind {
            balance += if colons { 1 } else { -1 };
        }
    }
    balance >= 0
}

fn spelling(p: &Program, ty: &Type) -> String {
    match ty.element() {
        Type::Scalar(s) => s.spelling.clone(),
        Type::Record(r) => format!("type({})", p.records[*r].name),
        Type::Pointer { to, .. } => spelling(p, to),
        _ => String::new(),
    }
}

/// Whether a list of C is `{ 0 }`, or that with a brace for each level.
pub(super) fn clears_all(value: &Expr) -> bool {
    let zero = |e: &Expr| clears_all(e) || matches!(e.kind, ExprKind::Integer { value: 0, .. });
    match &value.kind {
        ExprKind::Constructor { items, .. } => matches!(items.as_slice(), [Item::Value(e)] if zero(e)),
        ExprKind::Structure { args, .. } => matches!(args.as_slice(), [a] if zero(&a.value)),
        _ => false,
    }
}

/// `{ 0 }` for such a list: right for the dimensions of the directions, too, wherever they are.
fn cleared(value: &Expr) -> Expr {
    let zero = Expr::int(0);
    match &value.kind {
        ExprKind::Structure { record, .. } => {
            ExprKind::Structure { record: *record, args: vec![il::Arg::new(zero)] }.into()
        }
        _ => ExprKind::Constructor { items: vec![Item::Value(zero)], ty: None }.into(),
    }
}
