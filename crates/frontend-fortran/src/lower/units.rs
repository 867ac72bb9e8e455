//! The units of all files, entered before anything is looked up.

use il::symbol::{ProcedureClass, Storage};
use il::{
    FileId, Id, Input, Language, Prefix, ScopeId, ScopeKind, SourceForm, Span, SymbolId, SymbolKind, Type, Unit,
    UnitId, UnitKind, Variable,
};

use super::context::{Lower, procedure};
use super::{comments, messages};
use crate::ast;

/// Enters every unit of every file; returns the top-level ones.
pub fn enter<'a>(cx: &mut Lower<'a, '_>, files: &'a [ast::File]) -> Vec<UnitId> {
    let mut all = Vec::new();
    for file in files {
        cx.program.inputs.push(Input {
            file: file.file,
            form: match file.form {
                ast::Form::Fixed => SourceForm::Fixed,
                ast::Form::Free => SourceForm::Free,
            },
            units: Vec::new(),
            end_comments: comments::lines(&cx.program.sources, &file.trailing),
            upper_case: cx.writes_upper_case(file),
        });
        let scope = cx.program.global;
        let units: Vec<UnitId> = file.units.iter().map(|u| cx.enter_unit(u, None, scope, file.file)).collect();
        all.extend(&units);
        cx.program.inputs.last_mut().expect("just pushed").units = units;
    }
    all
}

impl<'a> Lower<'a, '_> {
    /// Whether the headers and declarations of a file are mostly in upper case.
    fn writes_upper_case(&self, file: &ast::File) -> bool {
        fn count(cx: &Lower, unit: &ast::Unit, balance: &mut i64) {
            let metas = std::iter::once(&unit.meta)
                .chain(unit.body.iter().filter(|s| !matches!(s.kind, ast::StmtKind::Assign { .. })).map(|s| &s.meta));
            for meta in metas.chain(std::iter::once(&unit.end)) {
                match cx.verbatim(meta.span).chars().next() {
                    Some(c) if c.is_ascii_uppercase() => *balance += 1,
                    Some(c) if c.is_ascii_lowercase() => *balance -= 1,
                    _ => {}
                }
            }
            for inner in unit.contains.iter().flat_map(|c| &c.units) {
                count(cx, inner, balance);
            }
        }
        let mut balance = 0;
        for unit in &file.units {
            count(self, unit, &mut balance);
        }
        balance > 0
    }

    /// Enters a unit and what it contains.
    fn enter_unit(&mut self, tree: &'a ast::Unit, parent: Option<UnitId>, outer: ScopeId, file: FileId) -> UnitId {
        let (name, span) = name_of(tree);
        let id = UnitId::from_index(self.program.units.len());
        let symbol = match &tree.kind {
            ast::UnitKind::Program { .. } | ast::UnitKind::BlockData { .. } => None,
            ast::UnitKind::Subprogram(_) | ast::UnitKind::ModuleProcedure { .. } => {
                Some(self.enter_procedure(outer, &name, span, id))
            }
            ast::UnitKind::Module { .. } => Some(self.enter_module(&name, span, id)),
            // Its name is known to other submodules only, under a name that no program can write.
            ast::UnitKind::Submodule { ancestor, .. } => {
                let key = submodule_key(&ancestor.text, &name);
                let global = self.program.global;
                let symbol = self.program.declare(global, key, span, SymbolKind::Module(Some(id)));
                self.program.symbols[symbol].name = name.clone();
                Some(symbol)
            }
        };
        let made = self.new_unit(tree, parent, outer, Some(file), symbol);
        assert_eq!(made, id);
        let children: Vec<UnitId> = tree
            .contains
            .iter()
            .flat_map(|c| &c.units)
            .map(|inner| {
                let scope = self.program.units[id].scope;
                self.enter_unit(inner, Some(id), scope, file)
            })
            .collect();
        self.program.units[id].children = children;
        id
    }

    /// Makes the unit of the description of a library, which belongs to no file.
    pub fn enter_library(&mut self, tree: &'a ast::Unit, symbol: SymbolId) -> UnitId {
        self.new_unit(tree, None, self.program.global, None, Some(symbol))
    }

    /// Makes the unit of an interface body. Its scope sees nothing of the host unless IMPORT says so (F2018 19.5.1.4).
    pub fn enter_interface_body(&mut self, tree: &'a ast::Unit, symbol: SymbolId) -> UnitId {
        let host_scope = self.scope;
        let imports_all = tree.body.iter().any(|s| {
            matches!(&s.kind, ast::StmtKind::Import { names, mode }
                if names.is_empty() && !mode.as_ref().is_some_and(|m| m.is("none")))
        });
        let is_module = matches!(&tree.kind, ast::UnitKind::Subprogram(h) if h.prefixes.iter().any(|p| matches!(p, ast::Prefix::Module)));
        let outer = if imports_all || is_module { host_scope } else { self.program.global };
        let file = self.program.units[self.unit].file;
        let host = self.unit;
        let id = self.new_unit(tree, Some(host), outer, file, Some(symbol));
        self.program.units[id].is_interface = true;
        let scope = self.program.units[id].scope;
        if self.is_shaky() {
            self.shaky.insert(scope);
        }
        for stmt in &tree.body {
            if let ast::StmtKind::Import { names, .. } = &stmt.kind {
                for name in names {
                    if let Some(found) = self.find_from(host_scope, &name.text) {
                        self.program.import(scope, &name.text, found);
                    }
                }
            }
        }
        id
    }

    fn new_unit(
        &mut self,
        tree: &'a ast::Unit,
        parent: Option<UnitId>,
        outer: ScopeId,
        file: Option<FileId>,
        symbol: Option<SymbolId>,
    ) -> UnitId {
        let (name, span) = name_of(tree);
        let id = UnitId::from_index(self.program.units.len());
        let scope = self.program.new_scope(outer, ScopeKind::Unit(id));
        let kind = match &tree.kind {
            ast::UnitKind::Program { name } => UnitKind::Program { named: name.is_some() },
            ast::UnitKind::Subprogram(header) if header.is_function => {
                let result_name = header.result.as_ref().unwrap_or(&header.name);
                let variable = Variable::new(Type::Void, Storage::Result);
                let result =
                    self.program.declare(scope, &*result_name.text, result_name.span, SymbolKind::Variable(variable));
                UnitKind::Function {
                    result,
                    explicit: header.result.is_some(),
                    type_prefix: header.result_type().map(|t| self.text(t.span)),
                }
            }
            ast::UnitKind::Subprogram(_) | ast::UnitKind::ModuleProcedure { .. } => UnitKind::Subroutine,
            ast::UnitKind::Module { .. } => UnitKind::Module,
            ast::UnitKind::Submodule { ancestor, parent, .. } => UnitKind::Submodule(match parent {
                Some(parent) => format!("{}:{}", ancestor.text, parent.text),
                None => ancestor.text.to_string(),
            }),
            ast::UnitKind::BlockData { .. } => UnitKind::BlockData,
        };
        let mut unit = Unit::new(name, kind, Language::Fortran, scope);
        unit.file = file;
        unit.symbol = symbol;
        unit.parent = parent;
        unit.of_entry = tree.of_entry;
        unit.span = tree.meta.span.to(span);
        unit.comments = comments::leading(&self.program.sources, &tree.meta);
        unit.comments.extend(comments::trailing(&self.program.sources, &tree.meta));
        unit.directives = comments::directives(&self.program.sources, &tree.meta);
        if let Some(contains) = &tree.contains {
            unit.end_comments = comments::leading(&self.program.sources, &contains.meta);
        }
        unit.end_comments.extend(comments::leading(&self.program.sources, &tree.end));
        if let ast::UnitKind::Subprogram(header) = &tree.kind {
            unit.prefixes = header.prefixes.iter().filter_map(prefix).collect();
            unit.suffix = header.bind.as_ref().map(|b| self.bind_text(b));
        }
        let made = self.program.units.add(unit);
        self.trees.insert(made, tree);
        made
    }

    fn enter_procedure(&mut self, outer: ScopeId, name: &str, span: Span, id: UnitId) -> SymbolId {
        if let Some(old) = self.program.lookup_here(outer, name) {
            let first = self.program.symbols[old].span;
            self.say(messages::defined_twice(span, name, first));
            // The second definition gets a symbol that nobody finds.
            let made = self.program.declare(outer, name, span, procedure(Some(id), ProcedureClass::Normal));
            self.program.import(outer, name, old);
            return made;
        }
        self.program.declare(outer, name, span, procedure(Some(id), ProcedureClass::Normal))
    }

    fn enter_module(&mut self, name: &str, span: Span, id: UnitId) -> SymbolId {
        let global = self.program.global;
        let old = self.program.lookup_here(global, name);
        let made = self.program.declare(global, name, span, SymbolKind::Module(Some(id)));
        if let Some(old) = old {
            let first = self.program.symbols[old].span;
            self.say(messages::defined_twice(span, name, first));
            self.program.import(global, name, old);
        }
        made
    }
}

/// The key under which a submodule is entered among the global names.
pub fn submodule_key(ancestor: &str, name: &str) -> String {
    format!("{}:{}", ancestor.to_ascii_lowercase(), name.to_ascii_lowercase())
}

/// The name of a unit; those without one get the name that gfortran gives them.
fn name_of(tree: &ast::Unit) -> (String, Span) {
    match (tree.name(), &tree.kind) {
        (Some(name), _) => (name.text.to_string(), name.span),
        (None, ast::UnitKind::BlockData { .. }) => (String::new(), tree.meta.span),
        (None, _) => ("main".to_string(), tree.meta.span),
    }
}

fn prefix(p: &ast::Prefix) -> Option<Prefix> {
    match p {
        ast::Prefix::Pure => Some(Prefix::Pure),
        ast::Prefix::Impure => Some(Prefix::Impure),
        ast::Prefix::Elemental => Some(Prefix::Elemental),
        ast::Prefix::Recursive => Some(Prefix::Recursive),
        ast::Prefix::NonRecursive => Some(Prefix::NonRecursive),
        ast::Prefix::Module => Some(Prefix::Module),
        ast::Prefix::Type(_) => None,
    }
}
