//! What the lowering carries around.

use std::collections::{BTreeMap, BTreeSet};

use il::{Diagnostic, Expr, Id, Program, Scope, ScopeId, ScopeKind, Severity, Span, SymbolId, UnitId};
use indexmap::{IndexMap, IndexSet};

use super::Options;
use super::bindings::Bound;
use super::implicit::Rules;
use super::uses::Access;
use crate::ast;

/// The state of a run. `scope` and `unit` say where we are.
pub struct Lower<'a, 'p> {
    /// What is being filled.
    pub program: &'p mut Program,
    /// Sizes of the default types.
    pub options: Options,
    /// What was said.
    pub diagnostics: Vec<Diagnostic>,
    /// The scope that names are looked up in.
    pub scope: ScopeId,
    /// The unit that is being lowered.
    pub unit: UnitId,
    /// Keywords of this file are in upper case.
    pub upper_case: bool,
    /// The tree of each unit.
    pub trees: BTreeMap<UnitId, &'a ast::Unit>,
    /// IMPLICIT rules of scopes that have their own.
    pub implicit: BTreeMap<ScopeId, Rules>,
    /// PUBLIC and PRIVATE of modules.
    pub access: BTreeMap<UnitId, Access>,
    /// Statement functions by scope and name.
    pub statement_functions: BTreeMap<(ScopeId, String), StatementFunction<'a>>,
    /// Their dummies that are nothing else, with their types: no variables.
    pub idle_dummies: BTreeMap<(ScopeId, String), &'a ast::TypeSpec>,
    /// Those that kept text refers to, with the unit that defines them.
    pub kept_functions: BTreeMap<(ScopeId, String), UnitId>,
    /// Names that stand for expressions just now: dummies of a statement function, associate names. Innermost last.
    pub substitutions: Vec<IndexMap<String, Expr>>,
    /// What the ASSOCIATE constructs around say, for statements that are kept as text. Innermost last.
    pub associations: Vec<super::kept_names::Associations>,
    /// Statement functions being expanded, against those that call themselves.
    pub expanding: Vec<(ScopeId, String)>,
    /// Scopes in which something was not understood: names that seem undeclared are not reported there.
    pub shaky: BTreeSet<ScopeId>,
    /// Scopes with names of which nothing is known: what is said of their uses would follow from that.
    pub gaps: BTreeSet<ScopeId>,
    /// Scopes that use a module which is missing, without ONLY: any name may be one of it.
    pub open: BTreeMap<ScopeId, String>,
    /// What stands for names of modules that are missing, by module and name.
    pub placeholders: BTreeMap<(String, String), SymbolId>,
    /// What stands for names that nothing declares, by the module that may ([`guesses`](super::guesses)).
    pub guesses: BTreeMap<(String, String), SymbolId>,
    /// Modules and included files of libraries: what their names begin with.
    pub libraries: BTreeMap<String, super::libraries::Known>,
    /// Symbols of libraries whose names nobody has written yet.
    pub unwritten: BTreeSet<SymbolId>,
    /// Types that extend types with parameters.
    pub inheriting: BTreeSet<il::RecordId>,
    /// What was said about units that cannot be differentiated.
    pub refused: BTreeSet<(UnitId, String)>,
    /// Undeclared names that were reported.
    pub reported: BTreeSet<(ScopeId, String)>,
    /// Scopes with a plain SAVE: every local is saved.
    pub saves_all: BTreeSet<ScopeId>,
    /// Labels of the unit that are jumped to.
    pub jumps: IndexSet<u32>,
    /// Labels of the unit that stand somewhere.
    pub defined_labels: BTreeSet<u32>,
    /// Each `ASSIGN label TO variable` of the unit: variable and label.
    pub assigned_labels: Vec<(String, u32)>,
    /// Names of constructs that IL cannot leave by name, with the label behind them.
    pub exits: Vec<(String, u32)>,
    /// The names of the constructs around, as their first lines write them.
    pub around: Vec<String>,
    /// Names of intrinsic subroutines and modules that were met.
    pub intrinsic_scope: ScopeId,
    /// Scopes of the modules that come with the compiler.
    pub builtin_modules: BTreeMap<String, SymbolId>,
    /// What those modules export.
    pub builtin_scopes: BTreeMap<SymbolId, ScopeId>,
    /// The type-bound procedures of each type, by lower-case name.
    pub bindings: BTreeMap<il::RecordId, BTreeMap<String, Bound>>,
    /// Components by value of each type: their types and names.
    pub contained: BTreeMap<il::RecordId, Vec<(il::RecordId, String)>>,
    /// Types that extend another: its name there.
    pub parent_names: BTreeMap<il::RecordId, String>,
    /// Procedures that stand for a binding of a type, whatever the dynamic type of the object.
    pub dispatchers: BTreeMap<(il::RecordId, String), SymbolId>,
    /// How procedure components are called, by type and lower-case name.
    pub procedure_components: BTreeMap<(il::RecordId, String), super::procedure_pointers::Called>,
    /// The interfaces of procedure pointers.
    pub pointer_interfaces: BTreeMap<SymbolId, SymbolId>,
    /// Procedures that stand for calls through pointers.
    pub pointer_calls: Vec<super::procedure_pointers::PointerCalls>,
    /// Specification parts that are done.
    pub specified: BTreeSet<UnitId>,
    /// The variable of each unit for the status of I/O statements that jumped.
    pub status_variables: BTreeMap<ScopeId, SymbolId>,
    /// The units of interface bodies (looked up only, never walked).
    pub interface_units: BTreeMap<*const ast::Unit, UnitId>,
    /// Releases of the unit in front of statements that give polymorphic objects another type.
    pub releases: Vec<il::StmtId>,
    /// Executable parts of units that have one, as found when the declarations were read.
    pub executable: BTreeMap<UnitId, Vec<&'a ast::Stmt>>,
}

/// `f(x, y) = value`.
#[derive(Clone)]
pub struct StatementFunction<'a> {
    /// Its dummies.
    pub dummies: Vec<&'a str>,
    /// What it computes.
    pub value: &'a ast::Expr,
    /// Its declared type, `None` where implicit typing decides.
    pub spec: Option<&'a ast::TypeSpec>,
    /// The whole statement.
    pub span: Span,
}

impl<'a, 'p> Lower<'a, 'p> {
    /// Nothing lowered yet.
    pub fn new(program: &'p mut Program, options: Options) -> Self {
        let intrinsic_scope = program.scopes.add(Scope::root(true));
        let scope = program.global;
        Lower {
            program,
            options,
            diagnostics: Vec::new(),
            scope,
            unit: UnitId::from_index(0),
            upper_case: false,
            trees: BTreeMap::new(),
            implicit: BTreeMap::new(),
            access: BTreeMap::new(),
            statement_functions: BTreeMap::new(),
            idle_dummies: BTreeMap::new(),
            kept_functions: BTreeMap::new(),
            substitutions: Vec::new(),
            associations: Vec::new(),
            expanding: Vec::new(),
            shaky: BTreeSet::new(),
            gaps: BTreeSet::new(),
            open: BTreeMap::new(),
            placeholders: BTreeMap::new(),
            guesses: BTreeMap::new(),
            libraries: BTreeMap::new(),
            unwritten: BTreeSet::new(),
            inheriting: BTreeSet::new(),
            refused: BTreeSet::new(),
            reported: BTreeSet::new(),
            saves_all: BTreeSet::new(),
            jumps: IndexSet::new(),
            defined_labels: BTreeSet::new(),
            assigned_labels: Vec::new(),
            exits: Vec::new(),
            around: Vec::new(),
            intrinsic_scope,
            builtin_modules: BTreeMap::new(),
            builtin_scopes: BTreeMap::new(),
            bindings: BTreeMap::new(),
            contained: BTreeMap::new(),
            parent_names: BTreeMap::new(),
            dispatchers: BTreeMap::new(),
            procedure_components: BTreeMap::new(),
            pointer_interfaces: BTreeMap::new(),
            pointer_calls: Vec::new(),
            specified: BTreeSet::new(),
            status_variables: BTreeMap::new(),
            interface_units: BTreeMap::new(),
            releases: Vec::new(),
            executable: BTreeMap::new(),
        }
    }

    /// Everything that was said, in order of place.
    pub fn finish(mut self) -> Vec<Diagnostic> {
        self.keep_statement_functions();
        self.diagnostics.sort_by_key(|d| (d.span.file, d.span.start));
        self.diagnostics
    }

    /// Says something.
    pub fn say(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Says something that keeps the unit from being differentiated. A warning is said once per unit.
    pub fn refuse(&mut self, diagnostic: Diagnostic) {
        self.program.units[self.unit].has_errors = true;
        let first = self.refused.insert((self.unit, diagnostic.message.clone()));
        if first || diagnostic.severity == Severity::Error {
            self.diagnostics.push(diagnostic);
        }
    }

    /// Looks a name up in the current scope and its hosts, but not among the global names: those are not visible by
    /// themselves, a local name may be the same.
    pub fn find(&self, name: &str) -> Option<SymbolId> {
        self.find_from(self.scope, name)
    }

    /// [`Lower::find`] from another scope.
    pub fn find_from(&self, scope: ScopeId, name: &str) -> Option<SymbolId> {
        let mut at = Some(scope);
        while let Some(id) = at {
            if self.program.scopes[id].kind == ScopeKind::Global {
                return None;
            }
            if let Some(found) = self.program.lookup_here(id, name) {
                return Some(found);
            }
            at = self.program.scopes[id].parent;
        }
        None
    }

    /// The scope of the unit around `scope` (itself, unless it is a block).
    pub fn unit_scope(&self, scope: ScopeId) -> ScopeId {
        let mut at = scope;
        while self.program.scopes[at].kind == ScopeKind::Block {
            match self.program.scopes[at].parent {
                Some(parent) => at = parent,
                None => return at,
            }
        }
        at
    }

    /// Whether something was not understood in this scope or around it.
    pub fn is_shaky(&self) -> bool {
        self.scopes_around().any(|id| self.shaky.contains(&id) || self.gaps.contains(&id))
    }

    /// Whether declarations may be missing in this scope or around it, so that nobody knows what a name is that has none.
    pub fn lacks_declarations(&self) -> bool {
        self.scopes_around().any(|id| self.shaky.contains(&id))
    }

    /// The scope, and those around it.
    pub fn scopes_around(&self) -> impl Iterator<Item = ScopeId> {
        std::iter::successors(Some(self.scope), |id| self.program.scopes[*id].parent)
    }

    /// A keyword or generated name in the case of the file.
    pub fn cased(&self, word: &str) -> String {
        if self.upper_case { word.to_ascii_uppercase() } else { word.to_string() }
    }

    /// Goes to a unit; returns where we were.
    pub fn enter(&mut self, unit: UnitId) -> (UnitId, ScopeId, bool) {
        let was = (self.unit, self.scope, self.upper_case);
        self.unit = unit;
        self.scope = self.program.units[unit].scope;
        let file = self.program.units[unit].file;
        if let Some(input) = self.program.inputs.iter().find(|i| Some(i.file) == file) {
            self.upper_case = input.upper_case;
        }
        was
    }

    /// Goes back.
    pub fn leave(&mut self, was: (UnitId, ScopeId, bool)) {
        (self.unit, self.scope, self.upper_case) = was;
    }

    /// The symbol of an external procedure, made when nobody has mentioned it before.
    pub fn external(&mut self, name: &str, span: Span) -> SymbolId {
        let global = self.program.global;
        match self.program.lookup_here(global, name) {
            Some(symbol) if self.program.procedure(symbol).is_some() => symbol,
            _ => self.program.declare(global, name, span, procedure(None, il::symbol::ProcedureClass::Normal)),
        }
    }
}

/// A procedure symbol whose result nobody knows yet.
pub fn procedure(unit: Option<UnitId>, class: il::symbol::ProcedureClass) -> il::SymbolKind {
    il::SymbolKind::Procedure(il::symbol::Procedure::new(unit, None, class))
}
