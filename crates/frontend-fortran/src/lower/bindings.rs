//! Type-bound procedures: `call s%step(x)` is `call step(s, x)` where only one procedure can be meant.
//!
//! That is so when no type of the program extends the type of `s`: whatever its dynamic type, the binding is the one
//! that is written there. The procedure must have a name where it is called, because the call is printed with it.
//! Everything else is dispatched at run time, and kept as text.

use il::typing::type_of;
use il::{Arg, Expr, RecordId, ScopeId, SymbolId};

use super::context::Lower;
use crate::ast::{self, AttrKind, Binding, GenericSpec};

/// What a binding name of a type stands for.
#[derive(Clone, Debug)]
pub enum Bound {
    /// A procedure.
    Procedure {
        /// Its name in the scope of the type.
        target: String,
        /// The scope of the type.
        scope: ScopeId,
        /// How the object is passed.
        pass: Pass,
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
    /// Unknown before run time (DEFERRED).
    Deferred,
}

impl Lower<'_, '_> {
    /// Notes what a statement of the CONTAINS part of a type definition binds.
    pub fn note_binding(&mut self, record: RecordId, binding: &ast::Binding) {
        let scope = self.scope;
        let known = self.bindings.entry(record).or_default();
        match binding {
            Binding::Procedure { interface, attrs, names } => {
                let mut pass = if interface.is_some() { Pass::Deferred } else { Pass::First };
                for a in attrs {
                    match &a.kind {
                        AttrKind::NoPass if pass != Pass::Deferred => pass = Pass::Not,
                        AttrKind::Pass(Some(name)) if pass != Pass::Deferred => pass = Pass::Named(name.key()),
                        AttrKind::Deferred => pass = Pass::Deferred,
                        _ => {}
                    }
                }
                for (name, target) in names {
                    let target = target.as_ref().unwrap_or(name).text.to_string();
                    known.insert(name.key(), Bound::Procedure { target, scope, pass: pass.clone() });
                }
            }
            Binding::Generic { spec: GenericSpec::Name(name), names, .. } => {
                let members = names.iter().map(|n| n.key());
                match known.entry(name.key()).or_insert_with(|| Bound::Generic(Vec::new())) {
                    Bound::Generic(list) => list.extend(members),
                    Bound::Procedure { .. } => {}
                }
            }
            Binding::Generic { .. } | Binding::Final(_) | Binding::Error(_) => {}
        }
    }

    /// What `name` is bound to in the type of `structure`.
    pub fn bound(&self, structure: &Expr, name: &str) -> Option<(RecordId, &Bound)> {
        let name = name.to_ascii_lowercase();
        let mut at = type_of(self.program, structure).record();
        while let Some(record) = at {
            if let Some(bound) = self.bindings.get(&record).and_then(|names| names.get(&name)) {
                return Some((record, bound));
            }
            at = self.program.records[record].extends;
        }
        None
    }

    /// Whether no type of the program extends this one.
    pub fn is_final_type(&self, record: RecordId) -> bool {
        !self.program.records.iter().any(|(_, r)| r.extends == Some(record))
    }

    /// The procedure and the whole argument list of `structure%name(args)`, when they are known before run time.
    pub fn static_call(&self, structure: &Expr, name: &str, args: &[Arg]) -> Option<(SymbolId, Vec<Arg>)> {
        let declared = type_of(self.program, structure).record()?;
        if !self.is_final_type(declared) {
            return None;
        }
        let (_, bound) = self.bound(structure, name)?;
        match bound {
            Bound::Procedure { .. } => self.with_object(structure, bound, args),
            Bound::Generic(members) => {
                let mut fitting = members.iter().filter_map(|member| {
                    let (_, bound) = self.bound(structure, member)?;
                    self.with_object(structure, bound, args).filter(|(callee, all)| self.fits(*callee, all))
                });
                let first = fitting.next()?;
                fitting.next().is_none().then_some(first)
            }
        }
    }

    fn with_object(&self, structure: &Expr, bound: &Bound, args: &[Arg]) -> Option<(SymbolId, Vec<Arg>)> {
        let Bound::Procedure { target, scope, pass } = bound else { return None };
        let callee = self.find_from(*scope, target)?;
        let has_name = self.find(&self.program.symbols[callee].name) == Some(callee);
        if !has_name || self.program.procedure(callee).is_none() {
            return None;
        }
        let mut all = args.to_vec();
        match pass {
            Pass::First => all.insert(0, Arg::new(structure.clone())),
            Pass::Named(name) => {
                let unit = self.program.procedure(callee)?.unit?;
                let at = self.program.units[unit]
                    .params
                    .iter()
                    .position(|p| self.program.symbols[*p].name.eq_ignore_ascii_case(name))?;
                let positional = args.iter().take_while(|a| a.keyword.is_none()).count();
                if at <= positional {
                    all.insert(at, Arg::new(structure.clone()));
                } else {
                    all.push(Arg { keyword: Some(name.clone()), value: structure.clone() });
                }
            }
            Pass::Not => {}
            Pass::Deferred => return None,
        }
        Some((callee, all))
    }
}
