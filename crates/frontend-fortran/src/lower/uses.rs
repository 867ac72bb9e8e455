//! USE association: names of modules become visible, with ONLY and renames; PRIVATE and PUBLIC are respected.

use std::collections::BTreeSet;

use il::decl::UseItem;
use il::{DeclKind, Expr, ScopeId, SymbolId, SymbolKind, Type, UnitId};

use super::context::Lower;
use super::implicit::nearest_of;
use super::{builtin, libraries, messages};
use crate::ast::{self, AttrKind, GenericSpec, StmtKind};

/// What a module lets others see.
#[derive(Clone, Default, Debug)]
pub struct Access {
    /// A bare PRIVATE.
    default_private: bool,
    /// Names made private.
    private: BTreeSet<String>,
    /// Names made public.
    public: BTreeSet<String>,
}

impl Access {
    /// Reads the accessibility of a module's names.
    pub fn of_module(body: &[ast::Stmt]) -> Access {
        let mut access = Access::default();
        for stmt in body {
            match &stmt.kind {
                StmtKind::Access { private, names } if names.is_empty() => access.default_private = *private,
                StmtKind::Access { private, names } => {
                    for name in names {
                        access.set(generic_key(name), *private);
                    }
                }
                StmtKind::TypeDecl(d) => access.entities(&d.attrs, &d.entities),
                StmtKind::ProcedureDecl(d) => access.entities(&d.attrs, &d.entities),
                StmtKind::AttrStmt { attr, entities } => access.entities(std::slice::from_ref(attr), entities),
                StmtKind::TypeDef(t) => {
                    for a in &t.attrs {
                        access.attr(&a.kind, t.name.key());
                    }
                }
                _ => {}
            }
        }
        access
    }

    fn entities(&mut self, attrs: &[ast::Attr], entities: &[ast::Entity]) {
        for a in attrs {
            for e in entities {
                self.attr(&a.kind, e.name.key());
            }
        }
    }

    fn attr(&mut self, attr: &AttrKind, key: String) {
        match attr {
            AttrKind::Private => self.set(key, true),
            AttrKind::Public => self.set(key, false),
            _ => {}
        }
    }

    fn set(&mut self, key: String, private: bool) {
        if private {
            self.private.insert(key)
        } else {
            self.public.insert(key)
        };
    }

    /// Whether others may see `key`.
    pub fn allows(&self, key: &str) -> bool {
        let key = constructor_of(key).unwrap_or(key);
        self.public.contains(key) || !(self.default_private || self.private.contains(key))
    }
}

/// The key of a generic specification in a scope: a name, `operator(+)`, `assignment(=)`. Dotted relations have the key of
/// the sign they mean.
pub fn generic_key(spec: &GenericSpec) -> String {
    match spec {
        GenericSpec::Name(name) => name.key(),
        GenericSpec::Operator(op, _) => operator_key(op),
        GenericSpec::Assignment(_) => "assignment(=)".to_string(),
        GenericSpec::DefinedIo(text, _) => text.to_ascii_lowercase(),
    }
}

/// The key of an operator as written.
pub fn operator_key(op: &str) -> String {
    let op: String = op.to_ascii_lowercase().split_whitespace().collect();
    let sign = match op.as_str() {
        ".eq." => "==",
        ".ne." => "/=",
        ".lt." => "<",
        ".le." => "<=",
        ".gt." => ">",
        ".ge." => ">=",
        other => other,
    };
    format!("operator({sign})")
}

/// The key of a generic that has the name of a derived type: it overloads the structure constructor.
pub fn constructor_key(name: &str) -> String {
    format!("constructor({})", name.to_ascii_lowercase())
}

fn constructor_of(key: &str) -> Option<&str> {
    key.strip_prefix("constructor(")?.strip_suffix(')')
}

impl<'a> Lower<'a, '_> {
    /// Makes the names of a USE statement visible in the current scope, without what others there of the same module rename.
    pub fn use_module(&mut self, u: &'a ast::Use, elsewhere: &BTreeSet<String>) {
        let global = self.program.global;
        let own = match u.intrinsic {
            Some(true) => None,
            _ => self.program.lookup_here(global, &u.module.text).filter(|s| self.module_unit(*s).is_some()),
        };
        let library = match (own, u.intrinsic) {
            (None, None | Some(false)) => self.library_module(&u.module.key()),
            _ => None,
        };
        let builtin = match own {
            None if u.intrinsic != Some(false) && library.is_none() => builtin::module(self, &u.module.key()),
            _ => None,
        };
        let (from, module) = match (own, builtin) {
            (Some(symbol), _) => {
                let unit = self.module_unit(symbol);
                (unit.map(|u| self.program.units[u].scope), unit)
            }
            (None, Some(symbol)) => (self.builtin_scopes.get(&symbol).copied(), None),
            (None, None) => (library.map(|(_, scope)| scope), None),
        };
        if library.is_some() && self.reported.insert((self.program.global, u.module.key())) {
            self.say(libraries::said(u.module.span, &u.module.text, true));
        }
        let Some(from) = from else {
            // Units are marked by what they need of the module.
            self.say(messages::missing_module(u.module.span, &u.module.text));
            return self.import_unknown(u);
        };
        if module.is_some_and(|m| self.program.units[m].has_errors) {
            // What went wrong there was said there.
            self.shaky.insert(self.scope);
        }
        let access = module.and_then(|m| self.access.get(&m).cloned()).unwrap_or_default();
        let visible: Vec<(String, SymbolId)> = self.program.scopes[from]
            .names
            .iter()
            .filter(|(key, _)| access.allows(key))
            .map(|(key, symbol)| (key.clone(), *symbol))
            .collect();
        let mut renamed = BTreeSet::new();
        for item in &u.items {
            let key = generic_key(&item.name);
            let local = item.local.as_ref().map_or_else(|| key.clone(), generic_key);
            let found: Vec<SymbolId> = visible.iter().filter(|(k, _)| *k == key).map(|(_, s)| *s).collect();
            renamed.insert(key.clone());
            if found.is_empty() {
                let (span, text) = spec_text(&item.name);
                if library.is_some() {
                    self.say(messages::not_described(span, &u.module.text, &text));
                } else if !self.is_shaky() {
                    let near = nearest_of(&text, visible.iter().map(|(k, _)| k.as_str())).map(str::to_string);
                    self.say(messages::not_in_module(span, &u.module.text, &text, near.as_deref()));
                }
                self.import_placeholder(&u.module.key(), &key, &local, span, true);
                continue;
            }
            for symbol in found {
                self.import_merged(self.scope, &local, symbol);
            }
            if let Some((_, overload)) = visible.iter().find(|(k, _)| *k == constructor_key(&key)) {
                self.import_merged(self.scope, &constructor_key(&local), *overload);
            }
        }
        if !u.only {
            for (key, symbol) in visible {
                if !renamed.contains(&key) && !elsewhere.contains(&key) {
                    self.import_merged(self.scope, &key, symbol);
                }
            }
        }
    }

    /// The unit of a module symbol.
    pub fn module_unit(&self, symbol: SymbolId) -> Option<UnitId> {
        match self.program.symbols[symbol].kind {
            SymbolKind::Module(unit) => unit,
            _ => None,
        }
    }

    /// Imports a name. Two generics of one name become one; otherwise what is there already stays.
    fn import_merged(&mut self, scope: ScopeId, name: &str, symbol: SymbolId) {
        match self.program.lookup_here(scope, name) {
            None => self.program.import(scope, name, symbol),
            Some(old) if old == symbol => {}
            Some(old) => {
                let (SymbolKind::Generic { members: a }, SymbolKind::Generic { members: b }) =
                    (&self.program.symbols[old].kind, &self.program.symbols[symbol].kind)
                else {
                    let s = &mut self.program.scopes[scope];
                    let name = s.fold(name);
                    s.ambiguous.insert(name);
                    return;
                };
                let mut members = a.clone();
                members.extend(b.iter().filter(|m| !a.contains(m)).copied().collect::<Vec<_>>());
                let span = self.program.symbols[symbol].span;
                let own = self.program.symbols[symbol].name.clone();
                let merged = self.program.add_symbol(il::Symbol {
                    name: own,
                    scope: self.program.symbols[symbol].scope,
                    span,
                    kind: SymbolKind::Generic { members },
                });
                self.program.import(scope, name, merged);
            }
        }
    }

    /// After a module that is not there: the names of its ONLY list are of unknown type, others are not reported.
    fn import_unknown(&mut self, u: &ast::Use) {
        if !u.only {
            self.shaky.insert(self.scope);
            self.open.entry(self.scope).or_insert_with(|| u.module.text.to_string());
        }
        for item in &u.items {
            let (key, (span, _)) = (generic_key(&item.name), spec_text(&item.name));
            let local = item.local.as_ref().map_or_else(|| key.clone(), generic_key);
            self.import_placeholder(&u.module.key(), &key, &local, span, false);
        }
    }

    /// One name of one module is one variable, wherever it is used. `guessed`: the module is there, and has none of that name.
    fn import_placeholder(&mut self, module: &str, key: &str, local: &str, span: il::Span, guessed: bool) {
        self.gaps.insert(self.scope);
        if self.program.lookup_here(self.scope, local).is_none() {
            let named = (module.to_string(), key.to_string());
            let symbol = self.placeholders.get(&named).copied().unwrap_or_else(|| {
                let mut unknown = il::Variable::new(Type::Opaque(String::new()), il::Storage::Global);
                unknown.implicit = guessed;
                let scope = self.intrinsic_scope;
                let kind = SymbolKind::Variable(unknown);
                self.program.add_symbol(il::Symbol { name: key.to_string(), scope, span, kind })
            });
            self.placeholders.insert(named, symbol);
            self.program.import(self.scope, local, symbol);
        }
    }

    /// The declaration of a USE statement.
    pub fn use_decl(&mut self, u: &'a ast::Use) -> DeclKind {
        let global = self.program.global;
        let key = u.module.key();
        let symbol = match (u.intrinsic, self.program.lookup_here(global, &key)) {
            (Some(false) | None, Some(symbol)) => symbol,
            _ => match self.library_module(&key).map(|m| m.0).or_else(|| builtin::module(self, &key)) {
                Some(symbol) => symbol,
                None => self.program.declare(global, &*u.module.text, u.module.span, SymbolKind::Module(None)),
            },
        };
        let item = |spec: &GenericSpec| spec_text(spec).1;
        DeclKind::Use {
            module: u.module.text.to_string(),
            symbol,
            nature: u.intrinsic.map(|i| self.cased(if i { "intrinsic" } else { "non_intrinsic" })),
            only: u.only,
            items: u
                .items
                .iter()
                .map(|i| match &i.local {
                    Some(local) => UseItem { local: item(local), name: Some(item(&i.name)) },
                    None => UseItem { local: item(&i.name), name: None },
                })
                .collect(),
        }
    }

    /// The declaration of `PUBLIC` and `PRIVATE`: names only where all are symbols, text otherwise.
    pub fn access_decl(&mut self, stmt: &'a ast::Stmt, private: bool, names: &[GenericSpec]) -> DeclKind {
        let attr = if private { il::Attr::Private } else { il::Attr::Public };
        let symbols: Option<Vec<il::Entity>> = names
            .iter()
            .map(|n| match n {
                GenericSpec::Name(name) => {
                    self.find(&name.text).map(|symbol| il::Entity { symbol, dims: false, init: false, star: None })
                }
                _ => None,
            })
            .collect();
        match symbols {
            Some(symbols) => DeclKind::Attribute { attr, symbols },
            None => {
                let text = self.text(stmt.meta.span);
                let symbols = names.iter().filter_map(|n| self.find(&generic_key(n))).collect();
                DeclKind::Opaque { text, symbols }
            }
        }
    }
}

/// What other USE statements of the same module rename in a scope: all lists of one module count as one (F2018 14.2.2).
pub fn renamed_elsewhere(u: &ast::Use, body: &[ast::Stmt]) -> BTreeSet<String> {
    let others = body.iter().filter_map(|s| match &s.kind {
        StmtKind::Use(other) if other.module.key() == u.module.key() => Some(other),
        _ => None,
    });
    others.flat_map(|o| &o.items).filter(|i| i.local.is_some()).map(|i| generic_key(&i.name)).collect()
}

/// A generic specification as it is written in lists, and its place.
pub fn spec_text(spec: &GenericSpec) -> (il::Span, String) {
    match spec {
        GenericSpec::Name(name) => (name.span, name.text.to_string()),
        GenericSpec::Operator(op, span) => (*span, format!("operator({op})")),
        GenericSpec::Assignment(span) => (*span, "assignment(=)".to_string()),
        GenericSpec::DefinedIo(text, span) => (*span, text.to_string()),
    }
}

/// An integer constant for the modules that come with the compiler.
pub fn integer_constant(value: i64) -> SymbolKind {
    SymbolKind::Constant { ty: Type::Scalar(il::Scalar::integer()), value: Expr::int(value) }
}
