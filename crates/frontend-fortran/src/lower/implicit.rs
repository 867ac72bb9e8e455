//! Implicit typing (F2018 8.7).

use il::symbol::Storage;
use il::{Scalar, ScalarClass, ScopeId, ScopeKind, Span, SymbolId, SymbolKind, Type, Variable};

use super::context::Lower;
use super::messages;
use crate::ast;

/// The rules of one scope.
#[derive(Clone, Debug)]
pub struct Rules {
    /// IMPLICIT NONE.
    pub none: bool,
    /// The type of names that begin with each letter, where it is not the default.
    letters: Vec<Option<Type>>,
}

impl Rules {
    fn default_rules() -> Rules {
        Rules { none: false, letters: vec![None; 26] }
    }
}

impl<'a> Lower<'a, '_> {
    /// Reads the IMPLICIT statements of a scope, on top of its host's rules. Interface bodies start afresh.
    pub fn implicit_rules(&mut self, body: &'a [ast::Stmt]) {
        let parent = self.program.scopes[self.scope].parent;
        let is_interface = self.program.units[self.unit].is_interface;
        let mut rules = match parent {
            Some(parent) if !is_interface => self.rules(parent).clone(),
            _ => Rules::default_rules(),
        };
        for stmt in body {
            let ast::StmtKind::Implicit(list) = &stmt.kind else { continue };
            if list.is_empty() {
                rules = Rules { none: true, ..Rules::default_rules() };
            } else if rules.none && parent.is_some() {
                // A host's NONE is replaced by the scope's own rules.
                rules = Rules::default_rules();
            }
            for rule in list {
                let ty = self.type_of_spec(&rule.spec);
                for (from, to) in &rule.letters {
                    for letter in *from..=*to {
                        if let Some(slot) = rules.letters.get_mut((letter as usize).wrapping_sub('a' as usize)) {
                            *slot = Some(ty.clone());
                        }
                    }
                }
            }
        }
        self.implicit.insert(self.scope, rules);
    }

    fn rules(&self, scope: ScopeId) -> Rules {
        let mut at = Some(scope);
        while let Some(id) = at {
            if let Some(rules) = self.implicit.get(&id) {
                return rules.clone();
            }
            at = self.program.scopes[id].parent;
        }
        Rules::default_rules()
    }

    /// Whether a name without declaration is an error here.
    pub fn implicit_none(&self) -> bool {
        self.rules(self.scope).none
    }

    /// The type that the first letter of `name` gives; reports it under IMPLICIT NONE (once per name and unit).
    pub fn implicit_type(&mut self, name: &str, span: Span) -> Type {
        let rules = self.rules(self.scope);
        if rules.none {
            self.report_undeclared(name, span);
        } else if self.lacks_declarations() {
            // What was not understood may declare it.
            self.program.units[self.unit].has_errors = true;
        }
        let first = name.chars().next().unwrap_or('x').to_ascii_lowercase();
        let slot = (first as usize).wrapping_sub('a' as usize);
        match rules.letters.get(slot).and_then(|t| t.clone()) {
            Some(ty) => ty,
            None if ('i'..='n').contains(&first) => {
                Type::Scalar(Scalar::new(ScalarClass::Integer, self.options.integer, self.cased("integer")))
            }
            None => Type::Scalar(Scalar::new(ScalarClass::Real, self.options.real, self.cased("real"))),
        }
    }

    /// RT0202, once per name and unit, and not where something else was not understood.
    pub fn report_undeclared(&mut self, name: &str, span: Span) {
        let key = (self.unit_scope(self.scope), name.to_ascii_lowercase());
        let unit = self.unit;
        self.program.units[unit].has_errors = true;
        if self.lacks_declarations() || self.library_of(name).is_some() || !self.reported.insert(key) {
            return;
        }
        let near = self.nearest(name);
        self.say(messages::undeclared(span, name, near.as_deref()));
    }

    /// The visible name that looks most like `name`.
    pub fn nearest(&self, name: &str) -> Option<String> {
        let mut names = Vec::new();
        let mut at = Some(self.scope);
        while let Some(id) = at {
            if self.program.scopes[id].kind == ScopeKind::Global {
                break;
            }
            names.extend(self.program.scopes[id].names.keys().cloned());
            at = self.program.scopes[id].parent;
        }
        nearest_of(name, names.iter().map(String::as_str)).map(str::to_string)
    }

    /// A new variable for a name that nobody declared; it belongs to the unit, whatever block uses it.
    pub fn implicit_variable(&mut self, name: &str, span: Span) -> SymbolId {
        let ty = self.implicit_type(name, span);
        let scope = self.unit_scope(self.scope);
        let storage = if self.is_module_scope(scope) { Storage::Global } else { Storage::Local };
        let mut variable = Variable::new(ty, storage);
        variable.implicit = true;
        variable.saved = self.saves_all.contains(&scope);
        self.program.declare(scope, name, span, SymbolKind::Variable(variable))
    }

    /// Whether what is declared in `scope` is a module variable.
    pub fn is_module_scope(&self, scope: ScopeId) -> bool {
        match self.program.scopes[scope].kind {
            ScopeKind::Unit(unit) => {
                matches!(self.program.units[unit].kind, il::UnitKind::Module | il::UnitKind::Submodule(_))
            }
            _ => false,
        }
    }
}

/// The one of `names` that looks most like `name`, if any does.
pub fn nearest_of<'n>(name: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let name = name.to_ascii_lowercase();
    let allowed = (name.len() / 3).max(1);
    names
        .map(|n| (strsim::damerau_levenshtein(&name, n), n))
        .filter(|(distance, n)| *distance <= allowed && *distance > 0 && n.len() > 1)
        .min()
        .map(|(_, n)| n)
}
