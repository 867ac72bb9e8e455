//! One symbol for each name that a scope declares, with its class and attributes. Types and shapes follow in `decls`.

use il::symbol::{Procedure, ProcedureClass, Storage};
use il::{DeclKind, Intent, Intrinsic, Record, ScopeKind, SymbolId, SymbolKind, Type, Variable};

use super::applied::Applied;
use super::context::Lower;
use super::facts::{Fact, Facts};
use super::implicit::nearest_of;
use super::messages;
use super::uses::{constructor_key, generic_key};
use crate::ast::{self, StmtKind};

impl<'a> Lower<'a, '_> {
    /// Makes the symbols of the current scope.
    pub fn declare_all(&mut self, body: &'a [ast::Stmt], facts: &Facts<'a>, applied: &Applied) {
        let header = match self.program.scopes[self.scope].kind {
            ScopeKind::Unit(unit) => match &self.trees[&unit].kind {
                ast::UnitKind::Subprogram(header) => Some(header),
                _ => None,
            },
            _ => None,
        };
        self.declare_types(body);
        if let Some(header) = header {
            self.declare_dummies(header, facts, applied, body);
        }
        let result = header.filter(|h| h.is_function).map(|h| h.result.as_ref().unwrap_or(&h.name));
        for (key, fact) in facts {
            let own = self.scope;
            let Some(ident) = fact.ident else { continue };
            let scoped = (own, key.clone());
            let written_out = self.statement_functions.contains_key(&scoped) || self.idle_dummies.contains_key(&scoped);
            if written_out || self.is_dummy(header, key) {
                continue;
            }
            if result.is_some_and(|r| r.is(key)) {
                self.result_attributes(fact);
                continue;
            }
            self.declare_one(key, ident, fact, applied);
        }
        self.declare_interfaces(body);
        self.type_results(header, facts);
    }

    fn is_dummy(&self, header: Option<&ast::Subprogram>, key: &str) -> bool {
        header.is_some_and(|h| h.dummies.iter().any(|d| matches!(d, ast::Dummy::Name(n) if n.is(key))))
    }

    /// The dummy arguments in order, declared or not.
    fn declare_dummies(
        &mut self,
        header: &'a ast::Subprogram,
        facts: &Facts<'a>,
        applied: &Applied,
        body: &'a [ast::Stmt],
    ) {
        let unit = self.unit;
        let mut params = Vec::new();
        let mut alternates = Vec::new();
        for dummy in &header.dummies {
            let name = match dummy {
                ast::Dummy::Name(name) => name,
                ast::Dummy::Star(_) => {
                    alternates.push(params.len());
                    continue;
                }
            };
            let key = name.key();
            let default = Fact::default();
            let fact = facts.get(&key).unwrap_or(&default);
            let at = params.len();
            let declared = fact.ident.unwrap_or(name);
            let is_procedure = fact.external
                || fact.procedure.is_some() && !fact.pointer
                || applied.subroutines.contains(&key)
                || has_interface_body(body, &key)
                || (applied.functions.contains(&key) && self.applied_is_call(fact));
            let kind = if is_procedure {
                SymbolKind::Procedure(Procedure::new(None, None, ProcedureClass::Dummy(at)))
            } else {
                SymbolKind::Variable(self.variable(fact, Storage::Dummy(at)))
            };
            params.push(self.program.declare(self.scope, &*declared.text, declared.span, kind));
        }
        self.program.units[unit].params = params;
        self.program.units[unit].alternate_params = alternates;
        // Dummies without declaration, and procedures without a type of their own, are typed by their names.
        for symbol in self.program.units[unit].params.clone() {
            let key = self.program.symbols[symbol].name.to_ascii_lowercase();
            if facts.get(&key).is_some_and(|f| f.spec.is_some() || f.procedure.is_some()) {
                continue;
            }
            let is_function = applied.functions.contains(&key) && !has_interface_body(body, &key);
            if self.program.procedure(symbol).is_none() || is_function {
                self.type_implicitly(symbol);
            }
        }
    }

    /// Whether `name(args)` with these facts about `name` is a call: no array, no substring.
    fn applied_is_call(&self, fact: &Fact) -> bool {
        !(fact.dims || fact.pointer || fact.allocatable || fact.parameter || fact.common || fact.saved)
            && !(fact.by_value || fact.procedure.is_some())
    }

    /// A variable with the attributes that are known about it.
    fn variable(&self, fact: &Fact, storage: Storage) -> Variable {
        let mut v = Variable::new(Type::Void, storage);
        v.intent = fact.intent.map(|i| match i {
            ast::Intent::In => Intent::In,
            ast::Intent::Out => Intent::Out,
            ast::Intent::InOut => Intent::InOut,
        });
        v.optional = fact.optional;
        v.allocatable = fact.allocatable;
        v.pointer = fact.pointer;
        v.polymorphic = matches!(fact.spec.map(|s| &s.base), Some(ast::BaseType::Class(..)));
        v.target = fact.target;
        v.by_value = fact.by_value;
        v.saved = storage == Storage::Local && (fact.saved || self.saves_all.contains(&self.scope));
        if fact.procedure.is_some() {
            v.ty = Type::Procedure;
        }
        v
    }

    fn result_attributes(&mut self, fact: &Fact<'a>) {
        let Some(result) = self.program.units[self.unit].result() else { return };
        let made = self.variable(fact, Storage::Result);
        if let Some(ident) = fact.ident {
            self.program.symbols[result].name = ident.text.to_string();
        }
        self.program.symbols[result].kind = SymbolKind::Variable(made);
    }

    /// The type of a function's result, from its prefix or its name when no declaration gives it.
    fn type_results(&mut self, header: Option<&'a ast::Subprogram>, facts: &Facts<'a>) {
        let Some(result) = self.program.units[self.unit].result() else { return };
        let Some(header) = header.filter(|h| h.is_function) else { return };
        let key = header.result.as_ref().unwrap_or(&header.name).key();
        match header.result_type() {
            Some(spec) => {
                let ty = self.type_of_spec(spec);
                self.set_element(result, ty);
            }
            None if facts.get(&key).is_some_and(|f| f.spec.is_some() || f.procedure.is_some()) => {}
            None => {
                self.type_implicitly(result);
                if let SymbolKind::Variable(v) = &mut self.program.symbols[result].kind {
                    v.implicit = true;
                }
            }
        }
    }

    /// A declared name that is neither dummy nor result.
    fn declare_one(&mut self, key: &str, ident: &'a ast::Ident, fact: &Fact<'a>, applied: &Applied) {
        let called = applied.subroutines.contains(key)
            || (applied.functions.contains(key) && self.applied_is_call(fact) && fact.is_only_typed());
        let is_intrinsic = fact.intrinsic
            || (called && !fact.external && fact.procedure.is_none() && self.names_intrinsic(key, false));
        let typed = fact.spec.is_some() || fact.procedure.is_some() || fact.enumerator;
        if fact.parameter {
            let kind = SymbolKind::Constant { ty: Type::Void, value: il::Expr::int(0) };
            let symbol = self.program.declare(self.scope, &*ident.text, ident.span, kind);
            if !typed {
                self.type_implicitly(symbol);
            }
        } else if is_intrinsic {
            let kind = super::context::procedure(None, ProcedureClass::Intrinsic);
            self.program.declare(self.scope, &*ident.text, ident.span, kind);
        } else if !fact.pointer && (fact.external || fact.procedure.is_some() || called) {
            // A contained procedure of that name is what is meant, even if its type is repeated.
            let already = self.program.lookup_here(self.scope, key).filter(|s| self.program.procedure(*s).is_some());
            let symbol = already.unwrap_or_else(|| self.external(&ident.text, ident.span));
            self.program.import(self.scope, &ident.text, symbol);
            if !typed && applied.functions.contains(key) && self.result_is_unknown(symbol) && !self.implicit_none() {
                self.type_implicitly(symbol);
            }
        } else {
            let scope_is_module = self.is_module_scope(self.scope);
            let storage = match () {
                () if fact.common => Storage::Common,
                () if scope_is_module => Storage::Global,
                () => Storage::Local,
            };
            let variable = self.variable(fact, storage);
            let symbol = self.program.declare(self.scope, &*ident.text, ident.span, SymbolKind::Variable(variable));
            if !typed {
                self.type_implicitly(symbol);
                if let SymbolKind::Variable(v) = &mut self.program.symbols[symbol].kind {
                    v.implicit = true;
                }
            }
        }
    }

    fn result_is_unknown(&self, symbol: SymbolId) -> bool {
        self.program.procedure(symbol).is_some_and(|p| p.unit.is_none() && p.result.is_none())
    }

    /// Whether an undeclared (or merely typed) `name(…)` means an intrinsic. Extensions of compilers give way to a
    /// procedure of the program.
    pub fn names_intrinsic(&self, name: &str, as_subroutine: bool) -> bool {
        let Some(intrinsic) = Intrinsic::from_fortran(name) else { return false };
        let is_subroutine = intrinsic.info().class == il::intrinsics::Class::Subroutine;
        let extension = EXTENSIONS.contains(&name.to_ascii_lowercase().as_str());
        let ours = || {
            self.program
                .lookup_here(self.program.global, name)
                .is_some_and(|s| self.program.procedure(s).is_some_and(|p| p.unit.is_some()))
        };
        is_subroutine == as_subroutine && !(extension && ours())
    }

    /// A local variable that the source does not have, with a declaration behind those of the unit.
    pub fn new_local(&mut self, name: &str, span: il::Span, ty: Type) -> SymbolId {
        let scope = self.unit_scope(self.scope);
        let spelling = match &ty {
            Type::Record(r) => format!("{}({})", self.cased("type"), self.program.records[*r].name),
            _ => ty.scalar().map_or(String::new(), |s| s.spelling.clone()),
        };
        // An array has the shape of what it is given.
        let allocatable = ty.rank() > 0;
        let kind = SymbolKind::Variable(Variable { allocatable, ..Variable::new(ty, Storage::Local) });
        let symbol = self.program.declare(scope, name, span, kind);
        let unit = self.unit;
        let decls = &mut self.program.units[unit].decls;
        let is_type = |d: &il::Decl| matches!(d.kind, DeclKind::Variables { .. });
        let colons = decls.iter().all(|d| !matches!(d.kind, DeclKind::Variables { colons: false, .. }));
        let at = decls.iter().rposition(is_type).map_or(decls.len(), |last| last + 1);
        let entities = vec![il::Entity { dims: allocatable, ..il::Entity::new(symbol) }];
        let attrs: Vec<il::Attr> = allocatable.then_some(il::Attr::Allocatable).into_iter().collect();
        let colons = colons || allocatable;
        decls.insert(at, DeclKind::Variables { spelling, attrs, colons, entities }.into());
        symbol
    }

    /// Gives a symbol the type of its first letter.
    fn type_implicitly(&mut self, symbol: SymbolId) {
        let (name, span) = (self.program.symbols[symbol].name.clone(), self.program.symbols[symbol].span);
        let ty = self.implicit_type(&name, span);
        self.set_element(symbol, ty);
        if let SymbolKind::Variable(v) = &mut self.program.symbols[symbol].kind {
            v.implicit = true;
        }
    }

    /// Sets the element type of a symbol, under the shape that it may have already.
    pub fn set_element(&mut self, symbol: SymbolId, ty: Type) {
        let slot = match &mut self.program.symbols[symbol].kind {
            SymbolKind::Variable(v) => &mut v.ty,
            SymbolKind::Constant { ty, .. } => ty,
            SymbolKind::Procedure(p) => {
                if p.unit.is_none() {
                    p.result = Some(ty);
                }
                return;
            }
            SymbolKind::Generic { .. }
            | SymbolKind::Module(_)
            | SymbolKind::Record(_)
            | SymbolKind::Typedef(_)
            | SymbolKind::Namelist(_) => return,
        };
        match slot {
            Type::Array { elem, .. } => **elem = ty,
            other => *other = ty,
        }
    }

    /// Sets the shape of a symbol.
    pub fn set_shape(&mut self, symbol: SymbolId, dims: Vec<il::Dim>) {
        let wrap = |ty: &mut Type| {
            let elem = Box::new(ty.element().clone());
            *ty = Type::Array { elem, dims };
        };
        match &mut self.program.symbols[symbol].kind {
            SymbolKind::Variable(v) => wrap(&mut v.ty),
            SymbolKind::Constant { ty, .. } => wrap(ty),
            SymbolKind::Procedure(Procedure { unit: None, result: Some(ty), .. }) => wrap(ty),
            _ => {}
        }
    }

    /// The derived types of a scope, empty as yet: components may refer to types that are defined further down.
    fn declare_types(&mut self, body: &'a [ast::Stmt]) {
        for stmt in body {
            let StmtKind::TypeDef(def) = &stmt.kind else { continue };
            let record = self.program.records.add(Record {
                name: def.name.text.to_string(),
                parameters: parameters(&def.params),
                fields: Vec::new(),
                spelling: String::new(),
                attributes: Vec::new(),
                extends: None,
                opaque: false,
                trailing_text: Vec::new(),
                overlaid: Vec::new(),
                external: false,
                handle: None,
                span: stmt.meta.span,
            });
            self.program.declare(self.scope, &*def.name.text, def.name.span, SymbolKind::Record(record));
        }
    }

    /// Whether a type has parameters, its own or those of the type that it extends.
    pub fn is_parameterised(&self, record: il::RecordId) -> bool {
        !self.program.records[record].parameters.is_empty() || self.inheriting.contains(&record)
    }

    /// The record behind a type name.
    pub fn record(&mut self, name: &ast::Ident) -> Option<il::RecordId> {
        let record_of = |cx: &Self, symbol: SymbolId| match cx.program.symbols[symbol].kind {
            SymbolKind::Record(record) => Some(record),
            _ => None,
        };
        let found = self.find(&name.text).and_then(|s| record_of(self, s));
        if found.is_none() {
            self.program.units[self.unit].has_errors = true;
            // A name of a module that is missing: that was said.
            let is_placeholder = self.find(&name.text).is_some_and(|s| self.program.is_placeholder(s));
            if !self.is_shaky() && !is_placeholder {
                let records: Vec<String> =
                    self.program.records.iter().map(|(_, r)| r.name.to_ascii_lowercase()).collect();
                let near = nearest_of(&name.text, records.iter().map(String::as_str)).map(str::to_string);
                self.say(messages::unknown_type(name.span, &name.text, near.as_deref()));
            }
        }
        found
    }

    /// The names that INTERFACE blocks declare: procedures of bodies, generics.
    fn declare_interfaces(&mut self, body: &'a [ast::Stmt]) {
        for stmt in body {
            let StmtKind::Interface(interface) = &stmt.kind else { continue };
            for item in &interface.items {
                if let ast::InterfaceItem::Body(tree) = item
                    && let Some(name) = tree.name()
                {
                    self.declare_interface_body(tree, name, interface.is_abstract);
                }
            }
        }
        for stmt in body {
            let StmtKind::Interface(interface) = &stmt.kind else { continue };
            let Some(spec) = &interface.spec else { continue };
            let mut key = generic_key(spec);
            let span = super::uses::spec_text(spec).0;
            let mut members = Vec::new();
            for item in &interface.items {
                match item {
                    ast::InterfaceItem::Body(tree) => {
                        members.extend(tree.name().and_then(|n| self.find(&n.text)));
                    }
                    ast::InterfaceItem::Procedures { names, .. } => {
                        for name in names {
                            members.push(self.procedure_named(name));
                        }
                    }
                    ast::InterfaceItem::Other(_) => {}
                }
            }
            if self.find(&key).is_some_and(|s| matches!(self.program.symbols[s].kind, SymbolKind::Record(_))) {
                key = constructor_key(&key);
            }
            if let Some(old) = self.find(&key)
                && let SymbolKind::Generic { members: old } = &self.program.symbols[old].kind
            {
                let mut all = old.clone();
                all.extend(members.iter().filter(|m| !old.contains(m)));
                members = all;
            }
            let symbol = self.program.declare(self.scope, key, span, SymbolKind::Generic { members });
            self.program.symbols[symbol].name = super::uses::spec_text(spec).1;
        }
    }

    /// A procedure named in `MODULE PROCEDURE` or `PROCEDURE`: it may be a generic's own name too.
    pub fn procedure_named(&mut self, name: &'a ast::Ident) -> SymbolId {
        match self.find(&name.text) {
            Some(symbol) if self.program.procedure(symbol).is_some() => symbol,
            Some(symbol) => {
                // The generic hides the specific of the same name: look among its members.
                let hidden = match &self.program.symbols[symbol].kind {
                    SymbolKind::Generic { members } => {
                        members.iter().copied().find(|m| name.is(&self.program.symbols[*m].name))
                    }
                    _ => None,
                };
                hidden.unwrap_or_else(|| self.external(&name.text, name.span))
            }
            None => self.external(&name.text, name.span),
        }
    }

    fn declare_interface_body(&mut self, tree: &'a ast::Unit, name: &'a ast::Ident, is_abstract: bool) {
        let is_module = matches!(&tree.kind, ast::UnitKind::Subprogram(h) if h.prefixes.iter().any(|p| matches!(p, ast::Prefix::Module)));
        let local = self
            .program
            .lookup_here(self.scope, &name.text)
            .filter(|s| matches!(self.program.procedure(*s), Some(p) if matches!(p.class, ProcedureClass::Dummy(_))));
        // The body of a separate module procedure may stand in the module itself.
        let own = self
            .program
            .lookup_here(self.scope, &name.text)
            .filter(|s| is_module && self.program.procedure(*s).is_some());
        let symbol = match local.or(own) {
            Some(known) => known,
            None if is_abstract || is_module => self.program.declare(
                self.scope,
                &*name.text,
                name.span,
                super::context::procedure(None, ProcedureClass::Normal),
            ),
            None => {
                let symbol = self.external(&name.text, name.span);
                self.program.import(self.scope, &name.text, symbol);
                symbol
            }
        };
        let unit = self.enter_interface_body(tree, symbol);
        if let SymbolKind::Procedure(p) = &mut self.program.symbols[symbol].kind
            && p.unit.is_none()
        {
            p.unit = Some(unit);
        }
        self.interface_units.insert(std::ptr::from_ref(tree), unit);
    }
}

/// Intrinsics that the standard does not have.
const EXTENSIONS: &[&str] = &[
    "second", "etime", "getarg", "iargc", "exit", "flush", "abort", "sizeof", "loc", "lnblnk", "besj0", "besj1",
    "besjn", "besy0", "besy1", "besyn", "dbesj0", "dbesj1", "dbesjn", "dbesy0", "dbesy1", "dbesyn", "algama", "dlgama",
    "derf", "dgamma", "imag", "dreal", "dfloat", "dcmplx", "isnan", "and", "or", "xor",
];

/// Whether an INTERFACE block of the scope has a body for `key`.
fn has_interface_body(body: &[ast::Stmt], key: &str) -> bool {
    body.iter().any(|stmt| match &stmt.kind {
        StmtKind::Interface(interface) => interface.items.iter().any(|item| match item {
            ast::InterfaceItem::Body(tree) => tree.name().is_some_and(|n| n.is(key)),
            _ => false,
        }),
        _ => false,
    })
}

/// `(k, n)`, or nothing.
fn parameters(names: &[ast::Ident]) -> String {
    let names: Vec<&str> = names.iter().map(|n| n.text.as_ref()).collect();
    if names.is_empty() { String::new() } else { format!("({})", names.join(", ")) }
}
