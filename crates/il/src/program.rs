//! The whole program.

use std::collections::{BTreeSet, HashMap};

use serde::{Deserialize, Serialize};

use crate::arena::Arena;
use crate::decl::{Decl, DeclKind};
use crate::expr::{Expr, ExprKind};
use crate::source::{FileId, Sources, Span};
use crate::symbol::{Intent, Procedure, Scope, ScopeId, ScopeKind, Symbol, SymbolId, SymbolKind, Variable};
use crate::types::{Dim, Field, Record, RecordId, Type};
use crate::unit::{Described, Unit, UnitId, UnitKind};

/// A source language.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Language {
    Fortran,
    C,
}

/// The layout of a source text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum SourceForm {
    Fixed,
    Free,
    C,
}

/// One input file and its top-level units in order.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Input {
    /// The text.
    pub file: FileId,
    /// How it is laid out, hence how its output is.
    pub form: SourceForm,
    /// Top-level units in order (C: one unit of kind `File`).
    #[serde(default)]
    pub units: Vec<UnitId>,
    /// Comments after the last unit.
    #[serde(default)]
    pub end_comments: Vec<String>,
    /// Fortran: keywords are written in upper case (the habit of the file, by majority).
    #[serde(default)]
    pub upper_case: bool,
}

/// Everything that was read, and everything that is made from it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Program {
    /// Source texts.
    #[serde(default)]
    pub sources: Sources,
    /// Inputs in command line order.
    #[serde(default)]
    pub inputs: Vec<Input>,
    /// Units.
    #[serde(default)]
    pub units: Arena<UnitId, Unit>,
    /// Symbols.
    #[serde(default)]
    pub symbols: Arena<SymbolId, Symbol>,
    /// Scopes.
    #[serde(default)]
    pub scopes: Arena<ScopeId, Scope>,
    /// Derived types and structs.
    #[serde(default)]
    pub records: Arena<RecordId, Record>,
    /// The root scope of Fortran (external procedures, modules).
    pub global: ScopeId,
    /// The root scope of C (functions with external linkage).
    pub global_c: ScopeId,
    /// Bytes of default REAL, where an option says so (none: 4).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default_real: Option<u8>,
    /// Bytes of default INTEGER, where an option says so (none: 4).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default_integer: Option<u8>,
    /// What derived types bind to names.
    #[serde(skip)]
    pub bound: Vec<BoundName>,
    /// Macros of C: who writes such a name gets what it stands for.
    #[serde(skip)]
    pub macros: BTreeSet<String>,
    /// Calls that the user wrote with a generic name, by where they stand.
    #[serde(skip)]
    pub by_generic: HashMap<Span, String>,
    /// The user's promise that assignments keep the shapes of what procedures get from outside (`-keepshapes`).
    #[serde(skip)]
    pub shapes_promised: bool,
    /// Pointers whose targets the program does not show are taken to lead to different places (`-pointers distinct`).
    #[serde(skip)]
    pub distinct_pointers: bool,
    /// Values are saved by the entry points that Tapenade's runtime has, and no others ([`crate::kit`], `-runtime tapenade`).
    #[serde(skip)]
    pub tapenade_runtime: bool,
}

/// A name that a derived type binds, by its own definition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoundName {
    /// The type.
    pub record: RecordId,
    /// The name, in lower case.
    pub name: String,
    /// The procedures: one, or all that a generic name stands for; an interface body where it is deferred.
    pub units: Vec<UnitId>,
}

impl Default for Program {
    fn default() -> Self {
        Self::new()
    }
}

impl Program {
    /// An empty program.
    pub fn new() -> Self {
        let mut scopes = Arena::new();
        let global = scopes.add(Scope::root(true));
        let global_c = scopes.add(Scope::root(false));
        Program {
            sources: Arena::new(),
            inputs: Vec::new(),
            units: Arena::new(),
            symbols: Arena::new(),
            scopes,
            records: Arena::new(),
            global,
            global_c,
            default_real: None,
            default_integer: None,
            bound: Vec::new(),
            macros: BTreeSet::new(),
            by_generic: HashMap::new(),
            shapes_promised: false,
            distinct_pointers: false,
            tapenade_runtime: false,
        }
    }

    /// The type of a REAL without a kind.
    pub fn real(&self) -> crate::Scalar {
        let real = crate::Scalar::real();
        crate::Scalar { bytes: self.default_real.unwrap_or(real.bytes), ..real }
    }

    /// The type of an INTEGER without a kind.
    pub fn integer(&self) -> crate::Scalar {
        let integer = crate::Scalar::integer();
        crate::Scalar { bytes: self.default_integer.unwrap_or(integer.bytes), ..integer }
    }

    /// The type of a LOGICAL without a kind, which takes as much room as an INTEGER does (F2018 19.5.3.2).
    pub fn logical(&self) -> crate::Scalar {
        let logical = crate::Scalar::logical();
        crate::Scalar { bytes: self.default_integer.unwrap_or(logical.bytes), ..logical }
    }

    /// A new scope inside `parent`, which decides about case.
    pub fn new_scope(&mut self, parent: ScopeId, kind: ScopeKind) -> ScopeId {
        let scope = Scope { kind, ..Scope::root(self.scopes[parent].case_insensitive) };
        let scope = self.scopes.add(scope);
        self.enclose(scope, parent);
        scope
    }

    /// Lets lookup from `scope` go on in `parent`, and no more where it went on before.
    pub fn enclose(&mut self, scope: ScopeId, parent: ScopeId) {
        if let Some(before) = self.scopes[scope].parent.replace(parent) {
            self.scopes[before].inner.retain(|s| *s != scope);
        }
        self.scopes[parent].inner.push(scope);
    }

    /// Finds again what is inside of scopes, and what is declared in them, where scopes and symbols know only what is around them.
    pub(crate) fn link_scopes(&mut self) {
        let around: Vec<_> = self.scopes.iter().filter_map(|(s, scope)| Some((s, scope.parent?))).collect();
        around.into_iter().for_each(|(scope, parent)| self.scopes[parent].inner.push(scope));
        for (symbol, s) in self.symbols.iter() {
            self.scopes[s.scope].declared.push(symbol);
        }
    }

    /// The scopes inside `scope`, at any depth, without itself.
    pub fn scopes_inside(&self, scope: ScopeId) -> impl Iterator<Item = ScopeId> + '_ {
        let mut left = vec![scope];
        std::iter::from_fn(move || {
            let next = left.pop()?;
            left.extend(self.scopes[next].inner.iter().rev());
            Some(next)
        })
        .skip(1)
    }

    /// Adds a symbol to a scope. An existing entry of the same name is hidden, not removed from the arena.
    pub fn declare(&mut self, scope: ScopeId, name: impl Into<String>, span: Span, kind: SymbolKind) -> SymbolId {
        let name = name.into();
        let key = self.scopes[scope].fold(&name);
        let id = self.add_symbol(Symbol { name, scope, span, kind });
        self.scopes[scope].names.insert(key, id);
        id
    }

    /// A symbol that has a scope, but that no name in it means.
    pub fn add_symbol(&mut self, symbol: Symbol) -> SymbolId {
        let scope = symbol.scope;
        let id = self.symbols.add(symbol);
        self.scopes[scope].declared.push(id);
        id
    }

    /// Makes a symbol another one, perhaps of another scope.
    pub fn replace_symbol(&mut self, id: SymbolId, by: Symbol) {
        let after = by.scope;
        let before = std::mem::replace(&mut self.symbols[id], by).scope;
        self.symbols[id].scope = before;
        self.move_symbol(id, after);
    }

    /// Lets another scope declare a symbol. What names mean there and where it was is left to the caller.
    pub fn move_symbol(&mut self, id: SymbolId, to: ScopeId) {
        let from = std::mem::replace(&mut self.symbols[id].scope, to);
        self.scopes[from].declared.retain(|s| *s != id);
        let declared = &mut self.scopes[to].declared;
        declared.insert(declared.partition_point(|s| *s < id), id);
    }

    /// The symbols that `scope` itself declares, named or hidden, in order of making. What USE brings is not among them.
    pub fn symbols_of(&self, scope: ScopeId) -> &[SymbolId] {
        &self.scopes[scope].declared
    }

    /// The symbols whose [home](Program::home) is `unit`, in order of making: those of its scope and of the blocks in it.
    pub fn symbols_in(&self, unit: UnitId) -> Vec<SymbolId> {
        let mut out = Vec::new();
        let mut left = vec![self.units[unit].scope];
        while let Some(scope) = left.pop() {
            out.extend_from_slice(&self.scopes[scope].declared);
            let inner = self.scopes[scope].inner.iter().copied();
            left.extend(inner.filter(|s| !matches!(self.scopes[*s].kind, ScopeKind::Unit(_))));
        }
        out.sort();
        out
    }

    /// Makes a symbol visible in `scope` under `name` (USE association, with or without rename).
    pub fn import(&mut self, scope: ScopeId, name: &str, symbol: SymbolId) {
        let key = self.scopes[scope].fold(name);
        self.scopes[scope].names.insert(key, symbol);
    }

    /// Gives a symbol another name in its scope. (Other scopes know it as before.)
    pub fn rename(&mut self, symbol: SymbolId, name: &str) {
        let Symbol { scope, name: old, .. } = &self.symbols[symbol];
        let (scope, old) = (*scope, self.scopes[*scope].fold(old));
        if self.scopes[scope].names.get(&old) == Some(&symbol) {
            self.scopes[scope].names.shift_remove(&old);
        }
        self.import(scope, name, symbol);
        self.symbols[symbol].name = name.to_string();
    }

    /// Looks a name up in a scope and those around it.
    pub fn lookup(&self, scope: ScopeId, name: &str) -> Option<SymbolId> {
        let mut at = Some(scope);
        while let Some(id) = at {
            let s = &self.scopes[id];
            if let Some(&found) = s.names.get(&s.fold(name)) {
                return Some(found);
            }
            at = s.parent;
        }
        None
    }

    /// Looks a name up in one scope only.
    pub fn lookup_here(&self, scope: ScopeId, name: &str) -> Option<SymbolId> {
        let s = &self.scopes[scope];
        s.names.get(&s.fold(name)).copied()
    }

    /// Whether the source of a unit is written in capitals (by the habit of its input file and its own name).
    pub fn writes_upper(&self, unit: UnitId) -> bool {
        let u = &self.units[unit];
        let in_capitals =
            u.name.chars().any(|c| c.is_ascii_uppercase()) && !u.name.chars().any(|c| c.is_ascii_lowercase());
        let input = u.file.and_then(|f| self.inputs.iter().find(|i| i.file == f));
        self.scopes[u.scope].case_insensitive && in_capitals && input.is_none_or(|i| i.upper_case)
    }

    /// The name under which `symbol` is known in `scope`: its own, or the local name of a USE rename.
    pub fn name_in(&self, scope: ScopeId, symbol: SymbolId) -> &str {
        let own = &self.symbols[symbol].name;
        let is_ambiguous = |s: &Scope, name: &str| s.ambiguous.contains(&s.fold(name));
        let means_it = self.lookup(scope, own) == Some(symbol);
        let around = std::iter::successors(Some(scope), |s| self.scopes[*s].parent);
        let knows = |s: &ScopeId| self.lookup_here(*s, own).is_some();
        let in_doubt = around.into_iter().find(knows).is_some_and(|s| is_ambiguous(&self.scopes[s], own));
        if means_it && !in_doubt {
            // An external procedure may be a specific of a generic by which alone it is declared here.
            let undeclared = self.symbols[symbol].scope == self.global && !self.is_declared_in(scope, symbol);
            let generic = undeclared.then(|| self.generic_in(scope, symbol)).flatten();
            return generic.unwrap_or(own);
        }
        let mut at = Some(scope);
        while let Some(id) = at {
            let s = &self.scopes[id];
            if let Some((name, _)) = s.names.iter().find(|(name, v)| **v == symbol && !is_ambiguous(s, name)) {
                return name;
            }
            at = s.parent;
        }
        self.generic_in(scope, symbol).unwrap_or(own)
    }

    /// The name by which a call that stands at `span` is written in `scope`: the generic name that the user wrote there, while it still leads to `callee`.
    pub fn called_name_in(&self, scope: ScopeId, callee: SymbolId, span: Span) -> &str {
        let leads = |name: &&String| {
            let generic = self.lookup(scope, name).map(|s| &self.symbols[s].kind);
            matches!(generic, Some(SymbolKind::Generic { members }) if members.contains(&callee))
        };
        let written = self.by_generic.get(&span).filter(|_| span.file.is_some());
        written.filter(leads).map_or_else(|| self.name_in(scope, callee), String::as_str)
    }

    /// Whether `scope`, or one around it, has a name for an external procedure: a declaration, an interface body or a USE gives it. Every scope finds it.
    pub fn is_declared_in(&self, scope: ScopeId, external: SymbolId) -> bool {
        let inside = |s: &ScopeId| *s != self.global;
        let mut scopes = std::iter::successors(Some(scope), |s| self.scopes[*s].parent).take_while(inside);
        scopes.any(|at| self.scopes[at].names.values().any(|s| *s == external))
    }

    /// The name under which a derived type is known in `scope`: its own, or the local name of a USE rename. `None`: no name there means it.
    pub fn record_name_in(&self, scope: ScopeId, record: RecordId) -> Option<&str> {
        let own = self.records[record].name.as_str();
        let means = |name: &str| self.lookup(scope, name).is_some_and(|s| self.is_type(s, record));
        if means(own) {
            return Some(own);
        }
        std::iter::successors(Some(scope), |s| self.scopes[*s].parent).find_map(|at| {
            let mut names = self.scopes[at].names.iter().filter(|(_, s)| self.is_type(**s, record));
            names.find(|(name, _)| means(name)).map(|(name, _)| name.as_str())
        })
    }

    /// The symbol of a derived type.
    pub fn type_symbol(&self, record: RecordId) -> Option<SymbolId> {
        self.symbols.ids().find(|s| self.is_type(*s, record))
    }

    /// Whether a symbol is the name of a derived type.
    pub fn is_type(&self, symbol: SymbolId, record: RecordId) -> bool {
        matches!(self.symbols[symbol].kind, SymbolKind::Record(r) if r == record)
    }

    /// The generic name by which a procedure without a name of its own may be called in `scope` (a private specific).
    pub fn generic_in(&self, scope: ScopeId, symbol: SymbolId) -> Option<&str> {
        // Operators and assignment are no names; a generic that has the name of a type is entered as `constructor(type)`.
        self.generic_key_in(scope, symbol, |key| match key.strip_prefix("constructor(") {
            Some(rest) => rest.strip_suffix(')'),
            None => (!key.contains('(')).then_some(key),
        })
    }

    /// The sign by which a procedure without any name in `scope` may be meant there: `+` of `operator(+)`, `=` of `assignment(=)`.
    pub fn sign_in<'a>(&'a self, scope: ScopeId, symbol: SymbolId) -> Option<&'a str> {
        let inside = |key: &'a str| {
            let rest = key.strip_prefix("operator(").or_else(|| key.strip_prefix("assignment("));
            rest?.strip_suffix(')')
        };
        if self.lookup(scope, &self.symbols[symbol].name) == Some(symbol) {
            return None;
        }
        let found = self.generic_key_in(scope, symbol, inside)?;
        (!self.is_named_in(scope, symbol) && self.generic_in(scope, symbol).is_none()).then_some(found)
    }

    /// Whether `scope`, or one around it, has a name for a symbol that nothing in between hides.
    pub fn is_named_in(&self, scope: ScopeId, symbol: SymbolId) -> bool {
        std::iter::successors(Some(scope), |s| self.scopes[*s].parent).any(|at| {
            let mut names = self.scopes[at].names.iter().filter(|(_, s)| **s == symbol);
            names.any(|(name, _)| self.lookup(scope, name) == Some(symbol))
        })
    }

    /// What `accept` makes of the key of the innermost generic around that has a procedure among its specifics.
    fn generic_key_in<'a>(
        &'a self,
        scope: ScopeId,
        symbol: SymbolId,
        accept: impl Fn(&'a str) -> Option<&'a str>,
    ) -> Option<&'a str> {
        let has_it = |generic: &SymbolId| match &self.symbols[*generic].kind {
            SymbolKind::Generic { members } => members.contains(&symbol),
            _ => false,
        };
        std::iter::successors(Some(scope), |s| self.scopes[*s].parent)
            .find_map(|at| self.scopes[at].names.iter().filter(|(_, v)| has_it(v)).find_map(|(key, _)| accept(key)))
    }

    /// The variable behind a symbol.
    pub fn variable(&self, symbol: SymbolId) -> Option<&Variable> {
        match &self.symbols[symbol].kind {
            SymbolKind::Variable(v) => Some(v),
            _ => None,
        }
    }

    /// Whether a symbol only stands for a name of a module that is missing: of its type nothing is known.
    pub fn is_placeholder(&self, symbol: SymbolId) -> bool {
        self.variable(symbol)
            .is_some_and(|v| v.ty == Type::Opaque(String::new()) && v.storage == crate::Storage::Global)
    }

    /// Whether it is a guess that there is such a name: no list names it, or the module that is meant has none.
    pub fn is_guessed(&self, symbol: SymbolId) -> bool {
        self.is_placeholder(symbol) && self.variable(symbol).is_some_and(|v| v.implicit)
    }

    /// Whether a variable or constant is declared REAL or COMPLEX with a kind of which nothing is known.
    pub fn is_of_unknown_kind(&self, symbol: SymbolId) -> bool {
        let is_number = |text: &str| {
            let text = text.to_ascii_lowercase();
            text.starts_with("real") || text.starts_with("complex")
        };
        matches!(self.symbol_type(symbol).map(Type::element), Some(Type::Opaque(text)) if is_number(text))
    }

    /// Whether a reference names an ALLOCATABLE variable or component as a whole.
    pub fn is_allocatable(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Var(s) => self.variable(*s).is_some_and(|v| v.allocatable),
            ExprKind::Field { record, field, .. } => self.records[*record].fields[*field].allocatable,
            _ => false,
        }
    }

    /// The module that a symbol names.
    pub fn module_of(&self, symbol: SymbolId) -> Option<UnitId> {
        if let SymbolKind::Module(module) = self.symbols[symbol].kind { module } else { None }
    }

    /// The modules that a unit uses, in order.
    pub fn used_modules(&self, unit: UnitId) -> impl Iterator<Item = UnitId> + '_ {
        let used = |d: &Decl| if let DeclKind::Use { symbol, .. } = d.kind { self.module_of(symbol) } else { None };
        self.units[unit].decls.iter().filter_map(used)
    }

    /// Whether a reference names a variable, or a component of one structure, as a whole.
    pub fn is_of_one(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Var(_) => true,
            ExprKind::Field { base, .. } => crate::typing::rank_of(self, base) == 0,
            _ => false,
        }
    }

    /// Whether a reference names a component, or an element of one, of several structures.
    pub fn is_component_of_several(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Field { base, .. } => crate::typing::rank_of(self, base) > 0,
            ExprKind::Index { base, .. } => self.is_component_of_several(base),
            _ => false,
        }
    }

    /// Whether a reference names a POINTER variable or component as a whole.
    pub fn is_pointer(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Var(s) => self.variable(*s).is_some_and(|v| v.pointer),
            _ => self.is_pointer_component(e),
        }
    }

    /// Whether a reference names a POINTER component as a whole.
    pub fn is_pointer_component(&self, e: &Expr) -> bool {
        matches!(&e.kind, ExprKind::Field { record, field, .. } if self.records[*record].fields[*field].pointer)
    }

    /// Whether a reference is a pointer, or is found by one.
    pub fn leads_through_pointer(&self, e: &Expr) -> bool {
        e.spine().any(|link| self.is_pointer(link))
    }

    /// Whether a reference is a pointer component, or is found by one.
    pub fn leads_through_pointer_component(&self, e: &Expr) -> bool {
        e.spine().any(|link| self.is_pointer_component(link))
    }

    /// Whether a procedure is MOVE_ALLOC (F2018 16.9.137).
    pub fn is_move_alloc(&self, callee: SymbolId) -> bool {
        let callee = &self.symbols[callee];
        callee.is_intrinsic() && callee.name.eq_ignore_ascii_case("move_alloc")
    }

    /// Whether values of a type are pointers, or hold some: what they lead to others may know.
    pub fn holds_pointers(&self, ty: &Type) -> bool {
        let is_pointer = |ty: &Type| matches!(ty.element(), Type::Pointer { .. });
        is_pointer(ty) || self.has_part(ty, &|f| f.pointer || is_pointer(&f.ty))
    }

    /// The procedure behind a symbol.
    pub fn procedure(&self, symbol: SymbolId) -> Option<&Procedure> {
        match &self.symbols[symbol].kind {
            SymbolKind::Procedure(p) => Some(p),
            _ => None,
        }
    }

    /// The procedure that an internal procedure stands in.
    pub fn host_procedure(&self, unit: UnitId) -> Option<UnitId> {
        self.units[unit].parent.filter(|around| self.units[*around].is_procedure())
    }

    /// What the description of a library says of a procedure.
    pub fn described(&self, symbol: SymbolId) -> Option<&Described> {
        self.units[self.procedure(symbol)?.unit?].library.as_ref()
    }

    /// The unit with a body (not an interface body) that a callee symbol names.
    pub fn callee(&self, symbol: SymbolId) -> Option<UnitId> {
        let unit = self.procedure(symbol)?.unit?;
        (!self.units[unit].is_interface).then_some(unit)
    }

    /// The unit whose scope (or a block of it) declares `symbol`.
    pub fn home(&self, symbol: SymbolId) -> Option<UnitId> {
        let mut at = Some(self.symbols[symbol].scope);
        while let Some(id) = at {
            if let ScopeKind::Unit(u) = self.scopes[id].kind {
                return Some(u);
            }
            at = self.scopes[id].parent;
        }
        None
    }

    /// Whether a variable is one of a procedure, and of none of the procedures inside of it, which it may call.
    pub fn is_alone_in(&self, unit: UnitId, symbol: SymbolId) -> bool {
        let mentions = |inner: &UnitId| self.units[*inner].mentions(&self.units[*inner].body, symbol);
        self.home(symbol) == Some(unit) && !self.units[unit].children.iter().any(mentions)
    }

    /// Whether an EQUIVALENCE gives a variable other names, in the unit that declares it: a procedure, its host, a module.
    pub fn is_overlaid(&self, symbol: SymbolId) -> bool {
        self.home(symbol).is_some_and(|u| self.units[u].overlaid().contains(&symbol))
    }

    /// The variables that statements of a unit may name and an EQUIVALENCE gives other names: its own, those of its hosts and of modules.
    pub fn overlaid(&self, unit: UnitId) -> std::collections::BTreeSet<SymbolId> {
        let hosts = std::iter::successors(Some(unit), |u| self.units[*u].parent);
        let modules = self.units.iter().filter(|(_, u)| u.kind == UnitKind::Module).map(|(id, _)| id);
        hosts.chain(modules).flat_map(|u| self.units[u].overlaid()).collect()
    }

    /// What is evaluated where a unit begins: bounds of its arrays, lengths of its texts.
    pub fn specification<'p>(&'p self, unit: UnitId, f: &mut dyn FnMut(&'p Expr)) {
        let scope = self.units[unit].scope;
        for &s in self.scopes[scope].names.values().filter(|s| self.symbols[**s].scope == scope) {
            self.bounds(s, f);
            if let Some(Type::Character { len: Some(len), .. }) = self.variable(s).map(|v| v.ty.element()) {
                f(len);
            }
        }
    }

    /// Visits the bounds that a variable is declared with; in C those of its rows too.
    pub fn bounds<'p>(&'p self, symbol: SymbolId, f: &mut dyn FnMut(&'p Expr)) {
        let mut ty = self.variable(symbol).map(|v| &v.ty);
        while let Some(Type::Array { elem, dims }) = ty {
            dims.iter().flat_map(Dim::bounds).for_each(&mut *f);
            ty = Some(elem);
        }
    }

    /// The declared type of a symbol, for variables, constants and functions.
    pub fn symbol_type(&self, symbol: SymbolId) -> Option<&Type> {
        match &self.symbols[symbol].kind {
            SymbolKind::Variable(v) => Some(&v.ty),
            SymbolKind::Constant { ty, .. } => Some(ty),
            SymbolKind::Procedure(p) => p.result.as_ref(),
            _ => None,
        }
    }

    /// Whether a variable of a BLOCK is another one each time the block is entered.
    pub fn is_made_anew(&self, symbol: SymbolId) -> bool {
        let begins = |v: &Variable| v.ty.rank() > 0 || v.allocatable || v.ty.record().is_some();
        self.variable(symbol).is_some_and(|v| !v.saved && !v.pointer && begins(v))
    }

    /// Whether values of this type may carry derivatives: real, complex, or a record with such a component.
    pub fn is_differentiable(&self, ty: &Type) -> bool {
        self.has_leaf(ty, &mut Vec::new())
    }

    /// [`Program::is_differentiable`], without the records that were looked through before: types may point to each other in a circle,
    /// which adds no new kind of leaf.
    fn has_leaf(&self, ty: &Type, seen: &mut Vec<RecordId>) -> bool {
        let Some(r) = ty.record() else { return ty.is_differentiable() };
        let record = &self.records[r];
        if record.opaque || seen.contains(&r) {
            return false;
        }
        seen.push(r);
        record.fields.iter().any(|f| self.has_leaf(&f.ty, seen))
    }

    /// The types of which each object of type `r` holds an object: its own, and those of its components that are neither pointers nor allocatable.
    pub fn held(&self, r: RecordId) -> Vec<RecordId> {
        let (mut all, mut next) = (vec![r], 0);
        while let Some(r) = all.get(next).copied() {
            next += 1;
            for inner in self.values_in(r) {
                if !all.contains(&inner) {
                    all.push(inner);
                }
            }
        }
        all
    }

    /// Fortran: whether each object of a structure has pointers in it: its own, and those of the objects that it holds.
    pub fn has_pointers(&self, ty: &Type) -> bool {
        let held = ty.element().record().map(|r| self.held(r)).unwrap_or_default();
        held.into_iter().any(|r| self.records[r].fields.iter().any(|f| f.pointer))
    }

    /// The types of the components that are objects themselves, in Fortran and in C.
    fn values_in(&self, r: RecordId) -> impl Iterator<Item = RecordId> + '_ {
        let leads = |f: &Field| f.pointer || f.allocatable || matches!(f.ty.element(), Type::Pointer { .. });
        self.records[r].fields.iter().filter(move |f| !leads(f)).filter_map(|f| f.ty.element().record())
    }

    /// Whether objects of type `r` have no end: types of one [family](crate::family) share their components, and one of them holds objects of another.
    pub fn is_endless(&self, r: RecordId) -> bool {
        let again = |outer: RecordId| self.values_in(outer).any(|inner| self.held(inner).contains(&outer));
        self.held(r).into_iter().any(again)
    }

    /// Whether a type has a component of some kind, also within its components; not behind pointers.
    pub fn has_part(&self, ty: &Type, wanted: &dyn Fn(&Field) -> bool) -> bool {
        // A type may contain itself.
        fn within(p: &Program, ty: &Type, wanted: &dyn Fn(&Field) -> bool, seen: &mut Vec<RecordId>) -> bool {
            ty.element().record().filter(|r| !seen.contains(r)).is_some_and(|r| {
                seen.push(r);
                p.records[r].fields.iter().any(|f| wanted(f) || !f.pointer && within(p, &f.ty, wanted, seen))
            })
        }
        within(self, ty, wanted, &mut Vec::new())
    }

    /// C: whether a parameter is a pointer by which nothing is written: `const double *x`, and `const double x[3]`, which is one too (C11 6.7.6.3).
    pub fn leads_to_constants(&self, parameter: SymbolId) -> bool {
        self.variable(parameter).is_some_and(|v| match v.ty {
            Type::Pointer { to_const, .. } => to_const,
            Type::Array { .. } => v.constant,
            _ => false,
        })
    }

    /// Whether nothing that a dummy leads to may change: INTENT(IN), and no pointer, nor is a part of it one. Of a pointer INTENT(IN) keeps
    /// the association, not the target (F2018 8.5.10).
    pub fn is_read_only(&self, dummy: SymbolId) -> bool {
        self.variable(dummy)
            .is_some_and(|v| v.intent == Some(Intent::In) && !v.pointer && !self.has_part(&v.ty, &|f| f.pointer))
    }

    /// Whether what a reference denotes stays as it is, whoever `unit` passes it to: it belongs to an INTENT(IN) dummy (F2018 8.5.10), or to a PROTECTED
    /// variable of a module that the unit is not in (F2018 8.5.15). The targets of pointers do not belong to them.
    pub fn stays(&self, unit: UnitId, e: &Expr) -> bool {
        let Some(v) = e.root().and_then(|s| self.variable(s)) else { return false };
        let pointed = |x: &Expr| match &x.kind {
            ExprKind::Var(_) => v.pointer,
            ExprKind::Field { record, field, .. } => self.records[*record].fields[*field].pointer,
            _ => false,
        };
        let promised = v.intent == Some(Intent::In) || e.root().is_some_and(|s| self.is_protected_from(unit, s));
        let own = || !e.spine().any(pointed) && !self.has_part(&crate::typing::type_of(self, e), &|f| f.pointer);
        promised && own()
    }

    fn is_protected_from(&self, unit: UnitId, variable: SymbolId) -> bool {
        let Some(home) = self.home(variable).filter(|u| self.units[*u].kind == UnitKind::Module) else { return false };
        let inner = self.units[unit].scope;
        let mut within = std::iter::successors(Some(inner), |s| self.scopes[*s].parent);
        let within = within.any(|s| s == self.units[home].scope);
        !within && crate::access::is_protected(self, home, variable)
    }
}
