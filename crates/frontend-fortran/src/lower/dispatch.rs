//! Calls that the dynamic type of an object decides.
//!
//! For each binding that some extension overrides, and that is called of an object whose type is not known, one procedure is made which stands for the
//! binding: it asks for the type of its object with SELECT TYPE and calls the procedure of that type. It is analysed and differentiated like any other.
//! It is not printed: its calls are printed as the user wrote them, `call s%step(x)`. Its derivative is.

use il::expr::Literal;
use il::stmt::{Case, CaseRange};
use il::typing::type_of;
use il::unit::Binding as IlBinding;
use il::{
    Arg, DeclKind, Expr, ExprKind, Id, Language, RecordId, ScopeKind, StmtKind, SymbolId, SymbolKind, Type, Unit,
    UnitId, UnitKind,
};

use super::bindings::{Bound, Pass};
use super::context::Lower;

/// What a binding is for some types.
struct Target {
    /// The type that defines it.
    owner: RecordId,
    /// The procedure.
    callee: SymbolId,
    /// The types that have it.
    types: Vec<RecordId>,
}

impl Lower<'_, '_> {
    /// One procedure may call another of the same name for another object: what chooses between them is then in both calls.
    pub(super) fn mark_recursive_dispatchers(&mut self) {
        if self.dispatchers.is_empty() {
            return;
        }
        let graph = il::calls::CallGraph::new(self.program);
        let units = self.dispatchers.values().filter_map(|s| self.program.procedure(*s)?.unit);
        let recursive: Vec<_> = units.filter(|u| graph.is_recursive(*u)).collect();
        for unit in recursive {
            let prefixes = &mut self.program.units[unit].prefixes;
            if !prefixes.contains(&il::Prefix::Recursive) {
                prefixes.push(il::Prefix::Recursive);
            }
        }
    }

    /// The procedures that a binding of an object declared as `declared` may mean. `None`: one of them is not known.
    fn targets(&self, declared: RecordId, name: &str) -> Option<Vec<Target>> {
        let mut out: Vec<Target> = Vec::new();
        for r in self.program.dynamic_types(declared) {
            let (owner, bound) = self.bound_to(r, name)?;
            let Bound::Procedure { target, scope, deferred: false, .. } = bound else { return None };
            let callee = self.find_from(*scope, target)?;
            self.program.procedure(callee)?.unit?;
            match out.iter_mut().find(|t| t.callee == callee && t.owner == owner) {
                Some(t) => t.types.push(r),
                None => out.push(Target { owner, callee, types: vec![r] }),
            }
        }
        Some(out)
    }

    /// Whether a binding is the same procedure for all extensions of a type, and takes objects of the type itself.
    pub fn has_one_target(&self, declared: RecordId, name: &str) -> bool {
        if self.program.tag(declared).is_none() {
            return true;
        }
        match self.targets(declared, name).as_deref() {
            Some([one]) => self.program.extends(declared, one.owner),
            _ => false,
        }
    }

    /// The procedure that stands for a binding, and how it gets its object.
    pub fn dispatcher(&mut self, declared: RecordId, name: &str) -> Option<(SymbolId, Pass)> {
        let (_, bound) = self.bound_to(declared, name)?;
        let Bound::Procedure { target, scope, pass, .. } = bound.clone() else { return None };
        if pass == Pass::Not {
            return None;
        }
        if let Some(known) = self.dispatchers.get(&(declared, name.to_string())) {
            return Some((*known, pass));
        }
        let targets = self.targets(declared, name).filter(|t| !t.is_empty())?;
        let base = self.module_of(declared)?;
        let pattern = self.find_from(scope, &target)?;
        let pattern = self.program.procedure(pattern)?.unit?;
        let object = self.passed_at(pattern, &pass)?;
        let title = format!("{}_{name}", self.program.records[declared].name);
        let made = self.make_dispatcher(declared, &title, name, base, pattern, object, &targets)?;
        self.dispatchers.insert((declared, name.to_string()), made);
        Some((made, pass))
    }

    /// The module that defines a type.
    pub fn module_of(&self, record: RecordId) -> Option<UnitId> {
        let symbol = self.program.type_symbol(record)?;
        self.program.home(symbol).filter(|u| matches!(self.program.units[*u].kind, UnitKind::Module))
    }

    /// Where the procedure for a binding stands: in the module that defines the type, when that sees all the procedures; otherwise in a submodule of it,
    /// because the modules of the extensions use that module.
    pub fn home_of(&mut self, base: UnitId, title: &str, targets: &[(SymbolId, Option<RecordId>)]) -> Option<UnitId> {
        let base_scope = self.program.units[base].scope;
        let elsewhere: Vec<(SymbolId, Option<RecordId>)> = targets
            .iter()
            .copied()
            .filter(|(callee, _)| self.find_from(base_scope, &self.program.symbols[*callee].name) != Some(*callee))
            .filter(|(callee, _)| !self.program.is_named_in(base_scope, *callee))
            .collect();
        if elsewhere.is_empty() {
            return Some(base);
        }
        let name = format!("{title}_types");
        let id = UnitId::from_index(self.program.units.len());
        let scope = self.program.new_scope(base_scope, ScopeKind::Unit(id));
        let ancestor = self.program.units[base].name.clone();
        let key = super::units::submodule_key(&ancestor, &name);
        let global = self.program.global;
        let symbol = self.program.declare(global, key, self.program.units[base].span, SymbolKind::Module(Some(id)));
        self.program.symbols[symbol].name = name.clone();
        let mut unit = Unit::new(name, UnitKind::Submodule(ancestor), Language::Fortran, scope);
        unit.symbol = Some(symbol);
        unit.span = self.program.units[base].span;
        unit.binding = Some(IlBinding { name: String::new(), object: 0, dispatches: true });
        let mut modules: Vec<UnitId> = Vec::new();
        for &(callee, owner) in &elsewhere {
            let home = self.program.home(callee)?;
            let procedure = self.program.symbols[callee].name.clone();
            if !matches!(self.program.units[home].kind, UnitKind::Module) {
                return None;
            }
            if !modules.contains(&home) {
                modules.push(home);
            }
            // Both may be private there: the derivative of the module makes public what is needed.
            self.program.import(scope, &procedure, callee);
            let Some(owner) = owner else { continue };
            let class = self.program.records[owner].name.clone();
            let type_symbol = self.program.type_symbol(owner)?;
            self.program.import(scope, &class, type_symbol);
        }
        for m in &modules {
            let module = &self.program.units[*m];
            let kind = DeclKind::Use {
                module: module.name.clone(),
                symbol: module.symbol?,
                nature: None,
                only: false,
                items: Vec::new(),
            };
            unit.decls.push(kind.into());
        }
        // It stands behind the last of them.
        let place = |program: &il::Program, m: &UnitId| {
            program
                .inputs
                .iter()
                .position(|i| i.units.contains(m))
                .map(|k| (k, program.inputs[k].units.iter().position(|u| u == m)))
        };
        let last = modules.iter().max_by_key(|m| place(self.program, m))?;
        let (input, at) = place(self.program, last)?;
        unit.file = Some(self.program.inputs[input].file);
        let made = self.program.units.add(unit);
        assert_eq!(made, id);
        self.program.inputs[input].units.insert(at? + 1, id);
        Some(id)
    }

    #[allow(clippy::too_many_arguments)]
    fn make_dispatcher(
        &mut self,
        declared: RecordId,
        title: &str,
        binding: &str,
        base: UnitId,
        pattern: UnitId,
        object: usize,
        targets: &[Target],
    ) -> Option<SymbolId> {
        let base_scope = self.program.units[base].scope;
        let mut name = title.to_string();
        while self.find_from(base_scope, &name).is_some() {
            name.push('_');
        }
        let callees: Vec<(SymbolId, Option<RecordId>)> = targets.iter().map(|t| (t.callee, Some(t.owner))).collect();
        let home = self.home_of(base, &name, &callees)?;
        let home_scope = self.program.units[home].scope;
        let id = UnitId::from_index(self.program.units.len());
        let scope = self.program.new_scope(home_scope, ScopeKind::Unit(id));
        let span = self.program.units[pattern].span;
        let symbol = self.program.declare(
            base_scope,
            name.clone(),
            span,
            super::context::procedure(Some(id), il::symbol::ProcedureClass::Normal),
        );
        let mut unit = Unit::new(name, UnitKind::Subroutine, Language::Fortran, scope);
        unit.symbol = Some(symbol);
        unit.parent = Some(home);
        unit.file = self.program.units[home].file;
        unit.span = span;
        unit.binding = Some(IlBinding { name: binding.to_string(), object, dispatches: true });
        let made = self.program.units.add(unit);
        assert_eq!(made, id);
        self.copy_header(pattern, id);
        self.keep_arguments_only(id);
        self.name_result(id);
        let self_symbol = *self.program.units[id].params.get(object)?;
        if let SymbolKind::Variable(v) = &mut self.program.symbols[self_symbol].kind {
            v.ty = Type::Record(declared);
            v.polymorphic = true;
        }
        let class = self.program.records[declared].name.clone();
        for d in &mut self.program.units[id].decls {
            if let DeclKind::Variables { spelling, entities, .. } = &mut d.kind
                && entities.iter().any(|e| e.symbol == self_symbol)
            {
                *spelling = format!("class({class})");
            }
        }
        // A prefix that not all have is none of theirs.
        let common = |p: &il::Prefix| {
            targets.iter().all(|t| {
                let unit = self.program.procedure(t.callee).and_then(|p| p.unit);
                unit.is_some_and(|u| self.program.units[u].has_prefix(p))
            })
        };
        let mut prefixes: Vec<il::Prefix> =
            [il::Prefix::Pure, il::Prefix::Elemental].into_iter().filter(common).collect();
        let recursive = |p: &il::Prefix| *p == il::Prefix::Recursive;
        let unit_of = |t: &Target| self.program.procedure(t.callee).and_then(|p| p.unit);
        let recurs = targets.iter().filter_map(unit_of).any(|u| self.program.units[u].prefixes.iter().any(recursive));
        if recurs {
            prefixes.push(il::Prefix::Recursive);
        }
        if home != base {
            prefixes.push(il::Prefix::Module);
        }
        self.program.units[id].prefixes = prefixes;
        let result = self.program.units[id].result();
        if let SymbolKind::Procedure(p) = &mut self.program.symbols[symbol].kind {
            p.result = None;
        }
        if let Some(result) = result {
            let ty = self.program.symbol_type(result).cloned();
            if let SymbolKind::Procedure(p) = &mut self.program.symbols[symbol].kind {
                p.result = ty;
            }
        }
        let me = Expr::var(self_symbol);
        let tag = self.program.dynamic_type(&me)?;
        let params = self.program.units[id].params.clone();
        let mut cases = Vec::new();
        for (k, t) in targets.iter().enumerate() {
            let args: Vec<Arg> = params
                .iter()
                .map(|p| match *p == self_symbol && t.owner != declared && self.program.extends(t.owner, declared) {
                    true => Arg::new(ExprKind::Cast(Type::Record(t.owner), Box::new(me.clone())).into()),
                    false => Arg::new(Expr::var(*p)),
                })
                .collect();
            let kind = match result {
                Some(result) => {
                    let (lhs, rhs) = (Expr::var(result), ExprKind::Call { callee: t.callee, args }.into());
                    match self.program.variable(result).is_some_and(|v| v.pointer) {
                        true => StmtKind::PointerAssign { lhs, rhs },
                        false => StmtKind::Assign { lhs, rhs },
                    }
                }
                None => StmtKind::Call { callee: t.callee, args, alternates: Vec::new() },
            };
            let stmt = self.program.units[id].add(kind);
            self.program.units[id].stmts[stmt].span = span;
            let owner = match self.program.extends(t.owner, declared) {
                true => t.owner,
                false => declared,
            };
            let words = format!("class is ({})", self.program.records[owner].name);
            let value = |r: &RecordId| {
                let text = Literal(Some(words.as_str().into()));
                CaseRange::Value(ExprKind::Integer { value: r.index() as i64, text, ty: None }.into())
            };
            let ranges = t.types.iter().map(value).collect();
            // All types there are: the last needs no question.
            cases.push(Case { ranges, default: k + 1 == targets.len(), body: vec![stmt], falls_through: false });
        }
        let select = self.program.units[id].add(StmtKind::Select { selector: tag, cases, name: None });
        self.program.units[id].stmts[select].span = span;
        self.program.units[id].body = vec![select];
        self.program.units[home].children.push(id);
        Some(symbol)
    }

    /// Only the arguments, the result and what is made visible there remain of the declarations of a copied header.
    pub fn keep_arguments_only(&mut self, unit: UnitId) {
        let u = &self.program.units[unit];
        let own: Vec<SymbolId> = u.params.iter().copied().chain(u.result()).collect();
        let scope = u.scope;
        let u = &mut self.program.units[unit];
        u.decls.retain_mut(|d| {
            d.comments.clear();
            d.trailing = None;
            match &mut d.kind {
                DeclKind::Use { .. } => true,
                DeclKind::Variables { entities, .. } => {
                    entities.retain(|e| own.contains(&e.symbol));
                    !entities.is_empty()
                }
                _ => false,
            }
        });
        let symbols = &self.program.symbols;
        let names = &mut self.program.scopes[scope].names;
        names.retain(|_, s| own.contains(s) || symbols[*s].scope != scope);
    }

    /// Why there is no procedure for a binding.
    pub fn no_dispatcher(&self, structure: &Expr, name: &str) -> String {
        let Some(declared) = type_of(self.program, structure).record() else { return "its type is not known".into() };
        match self.bound_to(declared, name) {
            None => "it has no such binding".into(),
            Some((_, Bound::Generic(_))) => "not exactly one of its specific bindings fits".into(),
            Some((_, Bound::Procedure { pass: Pass::Not, .. })) => {
                "NOPASS procedures that extensions override have no object to ask for its type".into()
            }
            Some(_) => match self.targets(declared, name) {
                None => "the procedure of one of the extensions is not known".into(),
                Some(t) if t.is_empty() => "no type that is not abstract has it".into(),
                Some(_) => "its type, or one of the procedures, is not defined in a module".into(),
            },
        }
    }
}
