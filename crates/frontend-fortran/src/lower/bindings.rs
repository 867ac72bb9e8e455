//! Type-bound procedures: `call s%step(x)` is `call step(s, x)` where only one procedure can be meant.
//!
//! That is so when the dynamic type of `s` is its declared type, or no extension of it overrides the binding. Otherwise it is a call of the procedure that
//! asks for the dynamic type first ([`super::dispatch`]).

use il::typing::type_of;
use il::unit::Binding as IlBinding;
use il::{Arg, BoundName, Expr, RecordId, ScopeId, SymbolId, Type};

use super::context::Lower;
use super::copies::copies_plainly;
use super::messages;
use super::uses::generic_key;
use crate::ast::{self, AttrKind, Binding, GenericSpec};

/// What a binding name of a type stands for.
#[derive(Clone, Debug)]
pub enum Bound {
    /// A procedure.
    Procedure {
        /// Its name in the scope of the type; of a deferred binding, that of its interface.
        target: String,
        /// The scope of the type.
        scope: ScopeId,
        /// How the object is passed.
        pass: Pass,
        /// Each extension has its own.
        deferred: bool,
    },
    /// A generic: names of other bindings.
    Generic(Vec<String>),
}

/// How a type-bound procedure gets its object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Pass {
    /// As the first argument.
    First,
    /// As the argument of that name.
    Named(String),
    /// Not at all.
    Not,
}

impl Lower<'_, '_> {
    /// Notes what a statement of the CONTAINS part of a type definition binds.
    pub fn note_binding(&mut self, record: RecordId, binding: &ast::Binding) {
        let scope = self.scope;
        let known = self.bindings.entry(record).or_default();
        match binding {
            Binding::Procedure { interface, attrs, names } => {
                let mut pass = Pass::First;
                let mut deferred = interface.is_some();
                for a in attrs {
                    match &a.kind {
                        AttrKind::NoPass => pass = Pass::Not,
                        AttrKind::Pass(Some(name)) => pass = Pass::Named(name.key()),
                        AttrKind::Deferred => deferred = true,
                        _ => {}
                    }
                }
                for (name, target) in names {
                    let target = interface.as_ref().or(target.as_ref()).unwrap_or(name).text.to_string();
                    known.insert(name.key(), Bound::Procedure { target, scope, pass: pass.clone(), deferred });
                }
            }
            Binding::Generic { spec, names, .. } => {
                if matches!(spec, GenericSpec::DefinedIo(..)) {
                    return;
                }
                let members = names.iter().map(|n| n.key());
                match known.entry(generic_key(spec)).or_insert_with(|| Bound::Generic(Vec::new())) {
                    Bound::Generic(list) => list.extend(members),
                    Bound::Procedure { .. } => {}
                }
            }
            Binding::Final(_) | Binding::Error(_) => {}
        }
    }

    /// What `name` is bound to in the type of `structure`.
    pub fn bound(&self, structure: &Expr, name: &str) -> Option<(RecordId, &Bound)> {
        self.bound_to(type_of(self.program, structure).record()?, name)
    }

    /// What `name` is bound to in a type.
    pub fn bound_to(&self, record: RecordId, name: &str) -> Option<(RecordId, &Bound)> {
        let name = name.to_ascii_lowercase();
        let mut at = Some(record);
        while let Some(record) = at {
            if let Some(bound) = self.bindings.get(&record).and_then(|names| names.get(&name)) {
                return Some((record, bound));
            }
            at = self.program.records[record].extends;
        }
        None
    }

    /// The names of the bindings that a generic binding stands for, those of the extended types too.
    fn members(&self, record: RecordId, name: &str) -> Vec<String> {
        let name = name.to_ascii_lowercase();
        let mut out: Vec<String> = Vec::new();
        let mut at = Some(record);
        while let Some(record) = at {
            if let Some(Bound::Generic(members)) = self.bindings.get(&record).and_then(|names| names.get(&name)) {
                for m in members {
                    if !out.contains(m) {
                        out.push(m.clone());
                    }
                }
            }
            at = self.program.records[record].extends;
        }
        out
    }

    /// The procedure and the whole argument list of `structure%name(args)`.
    pub fn bound_procedure(&mut self, structure: &Expr, name: &str, args: &[Arg]) -> Option<(SymbolId, Vec<Arg>)> {
        let declared = type_of(self.program, structure).record()?;
        let (_, bound) = self.bound(structure, name)?;
        match bound.clone() {
            Bound::Procedure { .. } => self.of_binding(structure, declared, &name.to_ascii_lowercase(), args),
            Bound::Generic(_) => {
                let mut fitting = Vec::new();
                let mut exact = Vec::new();
                for member in self.members(declared, name) {
                    let Some(found) = self.of_declared(structure, declared, &member, args) else { continue };
                    if self.fits(found.0, &found.1) {
                        if !self.is_elemental(found.0) {
                            exact.push(member.clone());
                        }
                        fitting.push(member);
                    }
                }
                let chosen = match (fitting.as_slice(), exact.as_slice()) {
                    ([one], _) | (_, [one]) => one.clone(),
                    _ => return None,
                };
                self.of_binding(structure, declared, &chosen, args)
            }
        }
    }

    /// A specific binding, whatever the dynamic type of the object is.
    fn of_binding(
        &mut self,
        structure: &Expr,
        declared: RecordId,
        name: &str,
        args: &[Arg],
    ) -> Option<(SymbolId, Vec<Arg>)> {
        if self.program.has_open_type(structure) && !self.has_one_target(declared, name) {
            let (dispatcher, pass) = self.dispatcher(declared, name)?;
            return Some((dispatcher, self.with_object(structure, dispatcher, &pass, args)?));
        }
        self.of_declared(structure, declared, name, args)
    }

    /// A specific binding of the declared type.
    fn of_declared(
        &mut self,
        structure: &Expr,
        declared: RecordId,
        name: &str,
        args: &[Arg],
    ) -> Option<(SymbolId, Vec<Arg>)> {
        let (_, bound) = self.bound_to(declared, name)?;
        let Bound::Procedure { target, scope, pass, .. } = bound.clone() else { return None };
        let callee = self.find_from(scope, &target)?;
        let unit = self.program.procedure(callee)?.unit?;
        if pass != Pass::Not {
            let object = self.passed_at(unit, &pass)?;
            let known = &mut self.program.units[unit].binding;
            known.get_or_insert(IlBinding { name: name.to_string(), object, dispatches: false });
        } else if self.find(&self.program.symbols[callee].name) != Some(callee) {
            return None;
        }
        Some((callee, self.with_object(structure, callee, &pass, args)?))
    }

    /// The position of the dummy argument that gets the object.
    pub fn passed_at(&self, unit: il::UnitId, pass: &Pass) -> Option<usize> {
        match pass {
            Pass::First => Some(0),
            Pass::Not => None,
            Pass::Named(name) => self.program.units[unit]
                .params
                .iter()
                .position(|p| self.program.symbols[*p].name.eq_ignore_ascii_case(name)),
        }
    }

    pub fn with_object(&self, structure: &Expr, callee: SymbolId, pass: &Pass, args: &[Arg]) -> Option<Vec<Arg>> {
        let mut all = args.to_vec();
        match pass {
            Pass::First => all.insert(0, Arg::new(structure.clone())),
            Pass::Named(name) => {
                let unit = self.program.procedure(callee)?.unit?;
                let at = self.passed_at(unit, pass)?;
                let positional = args.iter().take_while(|a| a.keyword.is_none()).count();
                if at <= positional {
                    all.insert(at, Arg::new(structure.clone()));
                } else {
                    all.push(Arg { keyword: Some(name.clone()), value: structure.clone() });
                }
            }
            Pass::Not => {}
        }
        Some(all)
    }

    /// The function that an operator, or the subroutine that an assignment, between these operands is bound to. An error says whether several may be
    /// meant.
    pub fn bound_generic(&mut self, key: &str, operands: &[Arg]) -> Result<SymbolId, bool> {
        for (position, operand) in operands.iter().enumerate() {
            let Some(record) = type_of(self.program, &operand.value).record() else { continue };
            for member in self.members(record, key) {
                let Some((owner, Bound::Procedure { target, scope, pass, .. })) = self.bound_to(record, &member) else {
                    continue;
                };
                let (target, scope, pass) = (target.clone(), *scope, pass.clone());
                let Some(callee) = self.find_from(scope, &target) else { continue };
                if !self.fits(callee, operands) {
                    continue;
                }
                let Some(unit) = self.program.procedure(callee).and_then(|p| p.unit) else { continue };
                let Some(object) = self.passed_at(unit, &pass) else { continue };
                // Compilers ask the operand that has the generic, the first of both, and not the one that is passed as the object.
                if object != position && !self.has_one_target(owner, &member) {
                    return Err(true);
                }
                if self.program.has_open_type(&operand.value) && !self.has_one_target(record, &member) {
                    return self.dispatcher(record, &member).map(|d| d.0).ok_or(true);
                }
                let known = &mut self.program.units[unit].binding;
                known.get_or_insert(IlBinding { name: member, object, dispatches: false });
                return Ok(callee);
            }
        }
        Err(false)
    }

    /// Whether assignment to objects of this type is what a procedure bound to it does, though both sides are of the type, and that is more than
    /// a copy.
    pub fn copies_by_procedure(&self, record: RecordId) -> bool {
        self.members(record, "assignment(=)").iter().any(|member| {
            let Some((_, Bound::Procedure { target, scope, .. })) = self.bound_to(record, member) else { return true };
            let unit = self.find_from(*scope, target).and_then(|s| self.program.procedure(s)).and_then(|p| p.unit);
            let Some(unit) = unit else { return true };
            let of_family = |p: &SymbolId| match self.program.symbol_type(*p) {
                Some(Type::Record(r)) => self.program.family_root(*r) == self.program.family_root(record),
                Some(Type::Opaque(_)) | None => true,
                _ => false,
            };
            self.program.units[unit].params.iter().all(of_family) && !copies_plainly(self.program, unit, record)
        })
    }

    /// What is hidden in bindings may copy values behind the back of an assignment of structures that contain them. Bodies are known by then.
    pub fn close_types(&mut self) {
        let hiding: Vec<RecordId> = self.bindings.keys().copied().filter(|r| self.copies_by_procedure(*r)).collect();
        for r in hiding {
            for member in self.program.family(r) {
                self.program.records[member].opaque = true;
            }
        }
    }

    /// Leaves what types bind to names in the program: heads may be named so.
    pub fn publish_bindings(&mut self) {
        let unit = |target: &str, scope: ScopeId| {
            self.find_from(scope, target).and_then(|s| self.program.procedure(s)).and_then(|p| p.unit)
        };
        let mut all = Vec::new();
        for (&record, names) in &self.bindings {
            for (name, bound) in names {
                let units = match bound {
                    Bound::Procedure { target, scope, .. } => unit(target, *scope).into_iter().collect(),
                    Bound::Generic(_) => {
                        let members = self.members(record, name);
                        let specific = |m: &String| match self.bound_to(record, m)?.1 {
                            Bound::Procedure { target, scope, .. } => unit(target, *scope),
                            Bound::Generic(_) => None,
                        };
                        members.iter().filter_map(specific).collect()
                    }
                };
                all.push(BoundName { record, name: name.clone(), units });
            }
        }
        self.program.bound = all;
    }

    /// Says that a call of a type-bound procedure was not understood.
    pub fn unresolved_binding(&mut self, span: il::Span, structure: &Expr, name: &str) {
        if self.is_shaky() {
            self.program.units[self.unit].has_errors = true;
            return;
        }
        let why = self.no_dispatcher(structure, name);
        self.refuse(messages::unresolved_binding(span, name, &why));
    }
}
