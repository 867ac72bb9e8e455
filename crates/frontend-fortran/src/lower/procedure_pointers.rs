//! Calls through procedure pointers and procedure components.
//!
//! What a pointer may point to is what the program ever gives it: by `p => f`, by a default, in a structure constructor, from another pointer. For each
//! pointer variable or component that is called, one procedure is made that asks which of these it is and calls that, as for type-bound procedures
//! ([`super::dispatch`]): `call s%f(x)` is a call of it, and its derivative calls the derivatives of what the pointer may point to.

use il::pointees::{Given, Holder, holder};
use il::stmt::{Arm, If};
use il::symbol::ProcedureClass;
use il::unit::Binding as IlBinding;
use il::{
    Arg, Attr, Decl, DeclKind, Expr, ExprKind, Id, Intent, Language, RecordId, ScopeKind, StmtKind, Storage, SymbolId,
    SymbolKind, Type, Unit, UnitId, UnitKind, Variable,
};

use super::bindings::Pass;
use super::context::Lower;
use super::messages;
use crate::ast::{AttrKind, ProcInterface, ProcedureDecl};

/// How procedure components are called.
#[derive(Clone, Debug)]
pub struct Called {
    interface: Option<SymbolId>,
    pass: Pass,
}

/// A procedure that stands for calls through a pointer.
#[derive(Clone, Debug)]
pub struct PointerCalls {
    holder: Holder,
    unit: UnitId,
    base: UnitId,
    /// The pointer, in that procedure.
    pointer: Expr,
    /// The arguments of what is called.
    params: Vec<SymbolId>,
}

impl Lower<'_, '_> {
    /// Notes how a procedure component is called.
    pub fn note_procedure_component(&mut self, record: RecordId, name: &str, d: &ProcedureDecl) {
        let interface = match &d.interface {
            ProcInterface::Name(name) => self.find(&name.text),
            ProcInterface::None | ProcInterface::Type(_) => None,
        };
        let mut pass = Pass::First;
        for a in &d.attrs {
            match &a.kind {
                AttrKind::NoPass => pass = Pass::Not,
                AttrKind::Pass(Some(name)) => pass = Pass::Named(name.key()),
                _ => {}
            }
        }
        self.procedure_components.insert((record, name.to_ascii_lowercase()), Called { interface, pass });
    }

    /// The procedure that stands for calls through `pointer`, and all its arguments.
    pub fn pointer_call(&mut self, pointer: &Expr, args: &[Arg]) -> Option<(SymbolId, Vec<Arg>)> {
        let holder = holder(self.program, pointer)?;
        match (holder, &pointer.kind) {
            (Holder::Component(owner, field), ExprKind::Field { base, .. }) => {
                let name = self.program.records[owner].fields[field].name.clone();
                let called = self.procedure_components.get(&(owner, name.to_ascii_lowercase()))?.clone();
                let callee = self.calls_through(holder, &name, called.interface?, &called.pass)?;
                let args = match called.pass {
                    Pass::Not => std::iter::once(Arg::new((**base).clone())).chain(args.iter().cloned()).collect(),
                    _ => self.with_object(base, callee, &called.pass, args)?,
                };
                Some((callee, args))
            }
            (Holder::Variable(s), _) => {
                let interface = *self.pointer_interfaces.get(&s)?;
                let name = self.program.symbols[s].name.clone();
                let callee = self.calls_through(holder, &name, interface, &Pass::Not)?;
                Some((callee, std::iter::once(Arg::new(pointer.clone())).chain(args.iter().cloned()).collect()))
            }
            _ => None,
        }
    }

    fn calls_through(&mut self, holder: Holder, name: &str, interface: SymbolId, pass: &Pass) -> Option<SymbolId> {
        if let Some(known) = self.pointer_calls.iter().find(|c| c.holder == holder) {
            return self.program.units[known.unit].symbol;
        }
        let pattern = self.program.procedure(interface)?.unit?;
        let base = match holder {
            Holder::Component(record, _) => self.module_of(record)?,
            Holder::Result(_) => return None,
            Holder::Variable(s) => {
                // The module, or the external procedure.
                let mut at = self.program.home(s)?;
                while let Some(above) = self.program.units[at].parent {
                    at = above;
                }
                at
            }
        };
        let base_scope = self.program.units[base].scope;
        let interface_name = self.program.symbols[interface].name.clone();
        let title = match holder {
            Holder::Component(record, _) => format!("{}_{name}", self.program.records[record].name),
            Holder::Variable(_) | Holder::Result(_) => format!("{name}_called"),
        };
        let mut title = title;
        while self.find_from(base_scope, &title).is_some() {
            title.push('_');
        }
        let id = UnitId::from_index(self.program.units.len());
        let scope = self.program.new_scope(base_scope, ScopeKind::Unit(id));
        let span = self.program.units[pattern].span;
        let kind = super::context::procedure(Some(id), ProcedureClass::Normal);
        let symbol = self.program.declare(base_scope, title.clone(), span, kind);
        let mut unit = Unit::new(title, UnitKind::Subroutine, Language::Fortran, scope);
        (unit.symbol, unit.parent, unit.span) = (Some(symbol), Some(base), span);
        unit.file = self.program.units[base].file;
        let made = self.program.units.add(unit);
        assert_eq!(made, id);
        self.copy_header(pattern, id);
        self.keep_arguments_only(id);
        self.program.units[id].prefixes.clear();
        self.name_result(id);
        if let Some(result) = self.program.units[id].result() {
            let ty = self.program.symbol_type(result).cloned();
            if let SymbolKind::Procedure(p) = &mut self.program.symbols[symbol].kind {
                p.result = ty;
            }
        }
        let params = self.program.units[id].params.clone();
        let (pointer, binding) = match holder {
            Holder::Component(record, field) => {
                let at = self.passed_at(id, pass);
                let object = match at {
                    Some(at) => *params.get(at)?,
                    None => {
                        let ty = Type::Record(record);
                        let class = self.program.records[record].name.clone();
                        // Only types with SEQUENCE or BIND cannot be extended (F2018 7.5.7.1): others may be the type of a CLASS object.
                        let closes = |a: &String| {
                            let a = a.trim_start_matches([',', ' ']).to_ascii_lowercase();
                            a.starts_with("sequence") || a.starts_with("bind")
                        };
                        let plain = self.program.records[record].attributes.iter().any(closes);
                        let word = if plain { "type" } else { "class" };
                        self.first_argument(id, "object", ty, !plain, format!("{word}({class})"), Vec::new())
                    }
                };
                let base = Box::new(Expr::var(object));
                let binding = IlBinding { name: name.to_string(), object: at.unwrap_or(0), dispatches: true };
                (ExprKind::Field { base, record, field }.into(), binding)
            }
            Holder::Result(_) => return None,
            Holder::Variable(_) => {
                if self.find_from(base_scope, &interface_name) != Some(interface) {
                    return None;
                }
                let spelling = format!("procedure({interface_name})");
                let p = self.first_argument(id, name, Type::Procedure, false, spelling, vec![Attr::Pointer]);
                (Expr::var(p), IlBinding { name: String::new(), object: 0, dispatches: true })
            }
        };
        self.program.units[id].binding = Some(binding);
        self.program.units[base].children.push(id);
        self.pointer_calls.push(PointerCalls { holder, unit: id, base, pointer, params });
        Some(symbol)
    }

    /// The result of a copied header gets a name of its own: that of the pattern means the pattern.
    pub fn name_result(&mut self, unit: UnitId) {
        let UnitKind::Function { result, explicit, .. } = &mut self.program.units[unit].kind else { return };
        if *explicit {
            return;
        }
        *explicit = true;
        let result = *result;
        let scope = self.program.units[unit].scope;
        let mut name = "value".to_string();
        while self.program.lookup_here(scope, &name).is_some() {
            name.push('_');
        }
        self.program.scopes[scope].names.retain(|_, s| *s != result);
        self.program.symbols[result].name.clone_from(&name);
        self.program.import(scope, &name, result);
    }

    /// Calls that can mean one procedure only, and can name it, call it.
    fn call_directly(&mut self, call: &PointerCalls, target: SymbolId) {
        let Some(own) = self.program.units[call.unit].symbol else { return };
        // The pointer, or the object that it is a component of, may be an argument only of the procedure that stands for it.
        let extra = self.program.units[call.unit].params.len() > call.params.len();
        let name = self.program.symbols[target].name.clone();
        let direct = |callee: &mut SymbolId, args: &mut Vec<Arg>| {
            if *callee == own {
                *callee = target;
                if extra {
                    args.remove(0);
                }
            }
        };
        for unit in self.program.units.ids().collect::<Vec<_>>() {
            let scope = self.program.units[unit].scope;
            if unit == call.unit || self.find_from(scope, &name) != Some(target) {
                continue;
            }
            for id in self.program.units[unit].all_stmts() {
                let kind = &mut self.program.units[unit].stmts[id].kind;
                kind.each_call_mut(&mut |callee, args| direct(callee, args));
            }
        }
    }

    /// A new first dummy argument of a unit.
    fn first_argument(
        &mut self,
        unit: UnitId,
        name: &str,
        ty: Type,
        polymorphic: bool,
        spelling: String,
        attrs: Vec<Attr>,
    ) -> SymbolId {
        let scope = self.program.units[unit].scope;
        let mut name = name.to_string();
        while self.program.lookup_here(scope, &name).is_some() {
            name.push('_');
        }
        for p in self.program.units[unit].params.clone() {
            match &mut self.program.symbols[p].kind {
                SymbolKind::Variable(Variable { storage: Storage::Dummy(k), .. }) => *k += 1,
                SymbolKind::Procedure(il::symbol::Procedure { class: ProcedureClass::Dummy(k), .. }) => *k += 1,
                _ => {}
            }
        }
        let mut v = Variable::new(ty, Storage::Dummy(0));
        v.intent = Some(Intent::In);
        v.polymorphic = polymorphic;
        v.pointer = attrs.contains(&Attr::Pointer);
        let symbol = self.program.declare(scope, name, il::Span::NONE, SymbolKind::Variable(v));
        let u = &mut self.program.units[unit];
        u.params.insert(0, symbol);
        let attrs = attrs.into_iter().chain([Attr::Intent(Intent::In)]).collect();
        let kind = DeclKind::Variables { spelling, attrs, colons: true, entities: vec![il::Entity::new(symbol)] };
        let at = u.decls.iter().position(|d| !matches!(d.kind, DeclKind::Use { .. })).unwrap_or(u.decls.len());
        u.decls.insert(at, Decl::from(kind));
        symbol
    }

    /// Writes the bodies, once all statements of the program are known.
    pub fn finish_pointer_calls(&mut self) {
        if self.pointer_calls.is_empty() {
            return;
        }
        let given = Given::of(self.program);
        for call in std::mem::take(&mut self.pointer_calls) {
            let found = given.closed(call.holder);
            let of_module = |s: &SymbolId| {
                let home = self.program.home(*s);
                home.is_some_and(|u| matches!(self.program.units[u].kind, UnitKind::Module | UnitKind::Submodule(_)))
            };
            let host = self.host_of_all(&call, &found.procedures);
            let other = found.procedures.iter().find(|s| !of_module(s) && host.is_none());
            let other = other.map(|s| self.program.symbols[*s].span);
            let cause = found.unknown_at.map(|at| (at, "not known")).or(other.map(|at| (at, "no module procedure")));
            let targets = (!found.unknown && !found.procedures.is_empty()).then_some(found.procedures);
            let home = targets.as_ref().and_then(|t| {
                if host.is_some() {
                    return host;
                }
                let title = self.program.units[call.unit].name.clone();
                let callees: Vec<(SymbolId, Option<RecordId>)> = t.iter().map(|s| (*s, None)).collect();
                self.home_of(call.base, &title, &callees)
            });
            let (Some(targets), Some(home)) = (targets, home) else {
                let span = self.program.units[call.unit].span;
                let binding = self.program.units[call.unit].binding.clone();
                let name = binding.map(|b| b.name).filter(|n| !n.is_empty());
                let name = name.unwrap_or_else(|| self.program.units[call.unit].name.clone());
                self.say(messages::unresolved_pointer(span, &name, cause));
                self.program.units[call.unit].has_errors = true;
                continue;
            };
            if home != call.base {
                let scope = self.program.units[call.unit].scope;
                self.program.scopes[scope].parent = Some(self.program.units[home].scope);
                self.program.units[call.base].children.retain(|c| *c != call.unit);
                self.program.units[home].children.push(call.unit);
                let u = &mut self.program.units[call.unit];
                u.parent = Some(home);
                if host.is_none() {
                    u.prefixes.push(il::Prefix::Module);
                }
            }
            // A call of any of pure procedures is pure.
            let is_pure = |t: &SymbolId| self.program.callee(*t).is_some_and(|u| self.program.units[u].is_pure());
            if targets.iter().all(is_pure) {
                self.program.units[call.unit].prefixes.push(il::Prefix::Pure);
            }
            self.write_pointer_call(&call, &targets);
            if let [only] = targets.as_slice() {
                self.call_directly(&call, *only);
            }
        }
    }

    /// The procedure that has internal procedures among the targets, where all calls through the pointer are made inside it: what stands for them is internal,
    /// too.
    fn host_of_all(&self, call: &PointerCalls, targets: &[SymbolId]) -> Option<UnitId> {
        let host_of = |s: &SymbolId| self.program.callee(*s).and_then(|u| self.program.host_procedure(u));
        let host = targets.iter().find_map(host_of)?;
        let scope = self.program.units[host].scope;
        let visible = |s: &SymbolId| self.find_from(scope, &self.program.symbols[*s].name) == Some(*s);
        let own = self.program.units[call.unit].symbol?;
        let mut inside = true;
        for (unit, u) in self.program.units.iter() {
            let mut calls = false;
            u.walk(&u.body, &mut |_, s| {
                calls |= s.kind.callee() == Some(own);
                s.kind.exprs(&mut |e| {
                    e.walk(&mut |x| calls |= matches!(x.kind, ExprKind::Call { callee, .. } if callee == own));
                });
            });
            inside &= !calls || unit == host || self.program.host_procedure(unit) == Some(host);
        }
        (inside && targets.iter().all(visible)).then_some(host)
    }

    fn write_pointer_call(&mut self, call: &PointerCalls, targets: &[SymbolId]) {
        let result = self.program.units[call.unit].result();
        let span = self.program.units[call.unit].span;
        let args: Vec<Arg> = call.params.iter().map(|p| Arg::new(Expr::var(*p))).collect();
        let mut arms = Vec::new();
        for &callee in targets {
            let kind = match result {
                Some(result) => {
                    let (lhs, rhs) = (Expr::var(result), ExprKind::Call { callee, args: args.clone() }.into());
                    match self.program.variable(result).is_some_and(|v| v.pointer) {
                        true => StmtKind::PointerAssign { lhs, rhs },
                        false => StmtKind::Assign { lhs, rhs },
                    }
                }
                None => StmtKind::Call { callee, args: args.clone(), alternates: Vec::new() },
            };
            let stmt = self.program.units[call.unit].add(kind);
            self.program.units[call.unit].stmts[stmt].span = span;
            let test = Expr::intrinsic("associated", vec![call.pointer.clone(), Expr::var(callee)]);
            arms.push(Arm { test, body: vec![stmt] });
        }
        let stop = self.no_procedure(call.unit);
        let choice = StmtKind::If(If { arms, otherwise: Some(vec![stop]), one_line: false });
        let body = vec![self.program.units[call.unit].add(choice)];
        self.program.units[call.unit].body = body;
    }
}
