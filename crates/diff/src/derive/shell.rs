//! Derivative procedures without their bodies: dummies by signature, scope, declarations.

use il::symbol::{Storage, SymbolKind, Variable};
use il::{Diagnostic, Intent, Language, Prefix, ScopeId, Span, SymbolId, Type, Unit, UnitId, UnitKind, Upper};

use super::copy::declare_procedure;
use super::{Maps, World, passed_extents};
use crate::names;
use crate::signature::{Part, Returns, Slot};

/// A derivative procedure under construction.
#[derive(Clone, Debug)]
pub struct Shell {
    /// The original.
    pub original: UnitId,
    /// Which derivative of it.
    pub part: Part,
    /// The new unit, in `World::out`.
    pub unit: UnitId,
    /// Its scope.
    pub scope: ScopeId,
    /// Names of the original → names here.
    pub maps: Maps,
    /// The argument that takes the primal value of a function.
    pub value: Option<SymbolId>,
    /// The derivative of the result: a result variable (tangent function) or a dummy.
    pub result_derivative: Option<SymbolId>,
    /// Temporaries, declared when the shell is finished.
    pub(super) locals: Vec<SymbolId>,
    /// Types of temporaries that hold the associations of pointers.
    pub holders: Vec<il::RecordId>,
    /// Derivative procedures that are called and must be declared here.
    pub(super) called: Vec<SymbolId>,
    /// The names of new things are written in capitals.
    pub upper: bool,
}

impl World<'_> {
    /// The shell of a derivative procedure; made on first demand (hosts of internal procedures before them), a clone afterwards.
    pub fn shell(&mut self, unit: UnitId, part: Part) -> Shell {
        if let Some(shell) = self.shells.get(&(unit, part)) {
            return shell.clone();
        }
        let shell = self.make_shell(unit, part);
        self.shells.insert((unit, part), shell.clone());
        shell
    }

    /// Forgets a shell that turned out not to be needed, and its name.
    pub fn discard(&mut self, shell: &Shell) {
        self.shells.remove(&(shell.original, shell.part));
        if let Some(symbol) = self.procedures.remove(&(shell.original, shell.part)) {
            let scope = self.out.symbols[symbol].scope;
            self.out.scopes[scope].names.retain(|_, s| *s != symbol);
        }
    }

    fn make_shell(&mut self, unit: UnitId, part: Part) -> Shell {
        let original = self.source.units[unit].clone();
        let symbol = self.procedure(unit, part);
        let (parent, parent_scope, mut maps) = self.surroundings(unit, part);
        let new = self.out.units.add(Unit {
            kind: original.kind.clone(),
            file: original.file,
            parent,
            span: original.span,
            ..Unit::new(self.out.symbols[symbol].name.clone(), UnitKind::Subroutine, original.language, parent_scope)
        });
        self.adopt(symbol, new);
        let scope = self.copy_scope(self.source, &original, new, parent_scope, &mut maps);
        self.out.units[new].scope = scope;
        // What is named from here on differs from what USE brings.
        self.import_derivatives(new, &maps);
        let upper = self.source.writes_upper(unit);
        let mut shell = Shell {
            original: unit,
            part,
            unit: new,
            scope,
            maps,
            value: None,
            result_derivative: None,
            locals: Vec::new(),
            holders: Vec::new(),
            called: Vec::new(),
            upper,
        };
        self.name_derivatives(&mut shell, &original);
        self.name_open_procedures(&mut shell, &original);
        self.place_result(&mut shell, &original);
        self.place_dummies(&mut shell, &original);
        self.place_prefixes(&shell, &original);
        self.out.units[new].comments = original.comments.clone();
        self.out.units[new].end_comments = original.end_comments.clone();
        self.declare_shell(&mut shell, &original);
        self.write_header(&shell);
        shell
    }

    /// Where a derivative of `unit` stands: its parent unit, the scope around it, and what names mean there.
    fn surroundings(&mut self, unit: UnitId, part: Part) -> (Option<UnitId>, ScopeId, Maps) {
        let Some(host) = self.source.units[unit].parent else {
            return (None, self.parent_scope(self.source.units[unit].scope), self.globals.clone());
        };
        if let Some(&container) = self.containers.get(&host) {
            return (Some(container), self.out.units[container].scope, self.globals.clone());
        }
        // An internal procedure: the derivative of its host is around it.
        let host_part = match (part, self.halved.contains(&host)) {
            (Part::Tangent, _) => Part::Tangent,
            (Part::Forward, true) => Part::Forward,
            (_, true) => Part::Backward,
            (_, false) => Part::Adjoint,
        };
        let shell = self.shell(host, host_part);
        (Some(shell.unit), shell.scope, shell.maps)
    }

    /// Gives every local that owns a derivative its derivative symbol, in order of declaration.
    fn name_derivatives(&mut self, shell: &mut Shell, original: &Unit) {
        let pattern = self.request.variable_pattern().clone();
        let own: Vec<SymbolId> = self
            .source
            .symbols_in(shell.original)
            .into_iter()
            .filter(|s| self.facts.owns(*s))
            .filter(|s| Some(*s) != original.result())
            // Its partials with respect to globals are dummies of their own.
            .filter(|s| shell.part != Part::Partials || !is_global(self.source, *s))
            .collect();
        for old in own {
            let copy = shell.maps.symbol(old);
            let Some(variable) = self.source.variable(old).cloned() else { continue };
            let scope = self.out.symbols[copy].scope;
            // Derivatives of internal procedures mention it beside their own locals.
            let name =
                names::derived_for(&self.out, scope, &pattern, &self.source.symbols[old].name, &[original.scope]);
            let ty = shell.maps.derivative_type(&variable.ty);
            // Explicit declarations see to theirs themselves.
            let kept = variable.implicit && variable.saved && variable.storage == Storage::Local;
            let mut derivative = Variable {
                init: if kept { super::declare::zero_of(&ty) } else { None },
                ty,
                implicit: variable.implicit,
                ..variable
            };
            if let Type::Pointer { restrict, .. } = &mut derivative.ty {
                *restrict &= !self.facts.is_passed_twice(old);
            }
            // Adjoints are added to through a pointer whose original only reads, and the pointer is set again in the backward sweep.
            if shell.part != Part::Tangent {
                derivative.ty.release_targets();
                // With every variable active, a table of constants has an adjoint that is cleared.
                let cleared = matches!(derivative.ty, Type::Array { .. }) && derivative.init.is_none();
                if cleared || matches!(derivative.ty, Type::Pointer { .. }) {
                    derivative.constant = false;
                }
            }
            let new = self.out.declare(scope, name, Span::NONE, SymbolKind::Variable(derivative));
            shell.maps.derivatives.insert(old, new);
        }
    }

    /// Whether `symbol` is declared in `scope` or in a block inside it.
    fn is_own(&self, symbol: SymbolId, scope: ScopeId) -> bool {
        let mut at = self.source.symbols[symbol].scope;
        loop {
            if at == scope {
                return true;
            }
            match (self.source.scopes[at].kind, self.source.scopes[at].parent) {
                (il::symbol::ScopeKind::Block, Some(p)) => at = p,
                _ => return false,
            }
        }
    }

    /// What becomes of the result variable of a function.
    fn place_result(&mut self, shell: &mut Shell, original: &Unit) {
        let UnitKind::Function { result, explicit, type_prefix } = original.kind.clone() else { return };
        let signature = self.signatures.of(shell.original, shell.part).clone();
        let value = shell.maps.symbol(result);
        let ty = self.source.symbol_type(result).cloned().unwrap_or(Type::Void);
        let derivative_type = shell.maps.derivative_type(&ty);
        let pattern = self.request.variable_pattern().clone();
        if self.facts.result(shell.original) {
            // The result variable of a function without RESULT is called like the function.
            let own_name = self.out.units[shell.unit].name.clone();
            let name = if signature.returns == Returns::Derivative && !explicit {
                own_name
            } else {
                names::derived(&self.out, shell.scope, &pattern, &self.source.symbols[result].name)
            };
            let storage = if signature.returns == Returns::Derivative { Storage::Result } else { Storage::Local };
            let base = self.source.variable(result).cloned();
            let variable = Variable {
                storage,
                intent: None,
                ..base.map_or_else(
                    || Variable::new(derivative_type.clone(), storage),
                    |v| Variable { ty: derivative_type.clone(), ..v },
                )
            };
            let new = self.out.declare(shell.scope, name, Span::NONE, SymbolKind::Variable(variable));
            shell.maps.derivatives.insert(result, new);
            shell.result_derivative = Some(new);
            // The seed is nobody's argument there, and C declares no results.
            if shell.part == Part::Partials && original.language.passes_values() {
                shell.locals.push(new);
            }
        }
        let kind = match signature.returns {
            Returns::Nothing => UnitKind::Subroutine,
            Returns::Value => UnitKind::Function { result: value, explicit, type_prefix },
            Returns::Derivative => UnitKind::Function {
                result: shell.result_derivative.expect("a tangent function has an active result"),
                explicit,
                type_prefix: type_prefix.map(|spelled| match original.language {
                    Language::Fortran => self.derivative_spelling(&spelled, &ty, &shell.maps),
                    Language::C => spelled,
                }),
            },
        };
        if signature.returns != Returns::Value {
            if signature.slots.contains(&Slot::Value) {
                shell.value = Some(value);
                let by_pointer = original.language.passes_values();
                if by_pointer && shell.part != Part::Tangent {
                    self.place_value(shell, value);
                    self.declare_result(shell, None, kind);
                    return;
                }
                // C lets a local variable have the name of its function; the argument that the value becomes would have it too.
                let name = &self.source.symbols[result].name;
                let twin = |(s, other): (SymbolId, &il::Symbol)| {
                    s != result && other.name == *name && self.is_own(s, original.scope)
                };
                if by_pointer && self.source.symbols.iter().any(twin) {
                    let name = names::fresh(&self.out, shell.scope, name, false);
                    self.out.rename(value, &name);
                }
                if let SymbolKind::Variable(v) = &mut self.out.symbols[value].kind {
                    v.intent = Some(Intent::Out);
                    if by_pointer {
                        v.ty = Type::Pointer { to: Box::new(v.ty.clone()), to_const: false, restrict: false };
                    }
                }
            } else if let SymbolKind::Variable(v) = &mut self.out.symbols[value].kind {
                v.storage = Storage::Local;
            }
        }
        let result_type = match signature.returns {
            Returns::Nothing => None,
            Returns::Value | Returns::Derivative => Some(derivative_type),
        };
        if signature.returns == Returns::Value && !explicit && original.language == Language::Fortran {
            // Without RESULT the value is called like the function.
            let own_name = self.out.units[shell.unit].name.clone();
            self.out.rename(value, &own_name);
        }
        self.declare_result(shell, result_type, kind);
    }

    /// What a derivative procedure returns, and what kind of unit that makes it.
    fn declare_result(&mut self, shell: &Shell, result_type: Option<Type>, kind: UnitKind) {
        let procedure = self.procedure(shell.original, shell.part);
        if let SymbolKind::Procedure(p) = &mut self.out.symbols[procedure].kind {
            p.result = result_type;
        }
        self.out.units[shell.unit].kind = kind;
    }

    /// C: the argument that takes the value of a function from an adjoint. The sweeps set a variable, for which `*value` stands in the end
    /// ([`crate::adjoint`]).
    fn place_value(&mut self, shell: &mut Shell, variable: SymbolId) {
        let name = self.out.symbols[variable].name.clone();
        let hidden = names::fresh(&self.out, shell.scope, "value", false);
        self.out.rename(variable, &hidden);
        let name = match self.out.lookup_here(shell.scope, &name) {
            // A local variable may have the name of its function.
            Some(_) => names::fresh(&self.out, shell.scope, &name, false),
            None => name,
        };
        let to = self.out.symbol_type(variable).cloned().unwrap_or(Type::Void);
        let ty = Type::Pointer { to: Box::new(to), to_const: false, restrict: false };
        if let SymbolKind::Variable(v) = &mut self.out.symbols[variable].kind {
            v.storage = Storage::Local;
        }
        let kind = SymbolKind::Variable(Variable::new(ty, Storage::Local));
        shell.value = Some(self.out.declare(shell.scope, name, Span::NONE, kind));
    }

    /// C: the argument that takes the primal value has the name of the function, and hides that from a derivative that calls it, `n*fac(n - 1)` of what is
    /// not active: the argument gets another name there.
    pub(super) fn uncover_originals(&mut self) {
        let mut hiding = Vec::new();
        for shell in self.shells.values() {
            let u = &self.source.units[shell.original];
            let (Some(value), Some(function), Language::C) = (shell.value, u.symbol, u.language) else { continue };
            let function = self.primal(function);
            let covers = self.out.symbols[value].name == self.out.symbols[function].name;
            if covers && self.used_symbols(shell.unit).contains(&function) {
                hiding.push((value, shell.scope));
            }
        }
        for (value, scope) in hiding {
            let name = names::fresh(&self.out, scope, &self.out.symbols[value].name, false);
            self.out.rename(value, &name);
        }
    }

    /// The dummies in order, and the INTENT of derivatives.
    fn place_dummies(&mut self, shell: &mut Shell, original: &Unit) {
        let signature = self.signatures.of(shell.original, shell.part).clone();
        let mut params = Vec::new();
        for slot in &signature.slots {
            let position = params.len();
            let symbol = match slot {
                Slot::Primal(k) => shell.maps.symbol(original.params[*k]),
                Slot::Derivative(k) => {
                    let old = original.params[*k];
                    let Some(new) = shell.maps.derivative(old) else { continue };
                    let intent = signature.derivative_intent(self.source, old);
                    let part = shell.part;
                    if let SymbolKind::Variable(v) = &mut self.out.symbols[new].kind {
                        v.intent = intent;
                        // A value that came by value sends its adjoint back through a pointer.
                        if part != Part::Tangent && v.by_value && !matches!(v.ty, Type::Pointer { .. }) {
                            v.by_value = original.language.passes_values();
                            if original.language.passes_values() {
                                v.ty = Type::Pointer { to: Box::new(v.ty.clone()), to_const: false, restrict: false };
                            }
                        }
                        if part != Part::Tangent {
                            v.ty.release_targets();
                            v.constant = false;
                        }
                    }
                    new
                }
                Slot::Value => {
                    let Some(value) = shell.value else { continue };
                    value
                }
                // The lift makes it.
                Slot::Directions => continue,
                Slot::Partial(old) => {
                    let Some(new) = self.global_partial(shell, *old) else { continue };
                    new
                }
                Slot::ResultDerivative => {
                    let Some(new) = shell.result_derivative else { continue };
                    let intent = match shell.part {
                        Part::Tangent => Intent::Out,
                        Part::Adjoint | Part::Backward if original.has_prefix(&Prefix::Elemental) => Intent::In,
                        Part::Adjoint | Part::Forward | Part::Backward => Intent::InOut,
                        Part::Partials | Part::Gradient => Intent::InOut,
                    };
                    if let SymbolKind::Variable(v) = &mut self.out.symbols[new].kind {
                        v.intent = Some(intent);
                        // A structure of C that a tangent gives back through an argument; numbers become arrays in the lift.
                        let structure = original.language.passes_values() && matches!(v.ty, Type::Record(_));
                        if structure && shell.part == Part::Tangent {
                            v.ty = Type::Pointer { to: Box::new(v.ty.clone()), to_const: false, restrict: false };
                        }
                    }
                    new
                }
            };
            match &mut self.out.symbols[symbol].kind {
                SymbolKind::Variable(v) => v.storage = Storage::Dummy(position),
                SymbolKind::Procedure(p) => p.class = il::symbol::ProcedureClass::Dummy(position),
                _ => {}
            }
            params.push(symbol);
        }
        // Active dummies without a derivative argument keep theirs locally.
        for (k, old) in original.params.iter().enumerate() {
            if signature.has_derivative(k) {
                continue;
            }
            if let Some(new) = shell.maps.derivative(*old) {
                self.make_local(shell, *old, new);
            }
        }
        let alternates = original
            .alternate_params
            .iter()
            .map(|&at| signature.slots.iter().position(|s| *s == Slot::Primal(at)).unwrap_or(signature.slots.len()));
        let alternates = alternates.collect();
        let u = &mut self.out.units[shell.unit];
        u.params = params;
        u.alternate_params = alternates;
    }

    /// A dummy for the partial derivative with respect to a global: in this procedure it stands for the derivative of that.
    fn global_partial(&mut self, shell: &mut Shell, old: SymbolId) -> Option<SymbolId> {
        let ty = shell.maps.derivative_type(self.source.symbol_type(old)?);
        let mut ty = il::spelling::visible(self.source, shell.original, ty);
        let pattern = self.request.variable_pattern().clone();
        let name = names::derived(&self.out, shell.scope, &pattern, &self.source.symbols[old].name);
        let by_pointer = self.out.units[shell.unit].language.passes_values();
        if by_pointer {
            ty = Type::Pointer { to: Box::new(ty), to_const: false, restrict: false };
        }
        let intent = Some(Intent::Out).filter(|_| !by_pointer);
        let variable = Variable { by_value: by_pointer, intent, ..Variable::new(ty, Storage::Local) };
        let new = self.out.declare(shell.scope, name, Span::NONE, SymbolKind::Variable(variable));
        shell.maps.derivatives.insert(old, new);
        Some(new)
    }

    /// Turns the derivative of a dummy into a local of the same shape.
    fn make_local(&mut self, shell: &mut Shell, old: SymbolId, new: SymbolId) {
        let copy = shell.maps.symbol(old);
        // What calls the adjoint gives it the one object that a pointer of C leads to.
        if shell.part == Part::Gradient
            && self.facts.analysis.zones().is_single_object(old)
            && let SymbolKind::Variable(v) = &mut self.out.symbols[new].kind
            && let Type::Pointer { to, .. } = &v.ty
        {
            v.ty = (**to).clone();
        }
        let Some(variable) = self.out.variable(new) else { return };
        let mut unknown = matches!(variable.ty, Type::Pointer { .. });
        if let Type::Array { dims, .. } = &variable.ty {
            unknown |= dims.iter().any(|d| matches!(d.upper, Upper::Assumed));
        }
        // Until something uses it, an unknown extent harms nobody: `finish_shell` reports it when the derivative is really needed.
        if unknown {
            shell.maps.unknown_extents.insert(new, old);
        }
        passed_extents::as_local(copy, &mut self.out.symbols[new].kind);
        if let SymbolKind::Variable(v) = &mut self.out.symbols[new].kind {
            v.storage = Storage::Local;
            v.intent = None;
            v.optional = false;
            v.by_value = false;
            // Of a CLASS dummy that no type extends: others have derivative arguments.
            v.polymorphic = false;
        }
        // In Fortran it stands with the declarations of the dummies.
        if self.out.units[shell.unit].language == Language::C {
            shell.locals.push(new);
        }
    }

    /// RECURSIVE, ELEMENTAL and C's `static` stay; but the derivative of a head is there for others to call, wherever the head was called
    /// from. PURE stays on subroutines: a tangent function has an INTENT(OUT) argument, which PURE functions must not have.
    fn place_prefixes(&mut self, shell: &Shell, original: &Unit) {
        let is_function = matches!(self.out.units[shell.unit].kind, UnitKind::Function { .. });
        let tape = matches!(shell.part, Part::Forward | Part::Backward) && !self.notes(shell.original);
        // Dummy procedures of a pure procedure are pure (F2018 C1591), what is given for their derivatives need not be.
        let closed = self.open_dummies(shell, original).is_empty();
        let head = matches!(shell.part, Part::Tangent | Part::Adjoint) && self.request.head(shell.original).is_some();
        let keep = |p: &Prefix| match p {
            // It calls the adjoint, which may use the tape.
            Prefix::Pure | Prefix::Elemental if shell.part == Part::Gradient => false,
            Prefix::Pure => !is_function && !tape && closed,
            Prefix::Elemental => !is_function && !tape,
            Prefix::Impure | Prefix::Recursive | Prefix::NonRecursive | Prefix::Module => true,
            Prefix::Static | Prefix::Inline => !head && shell.part != Part::Gradient,
            Prefix::Other(_) => false,
        };
        self.out.units[shell.unit].prefixes = original.prefixes.iter().filter(|p| keep(p)).cloned().collect();
    }

    /// A new local variable of a shell, named after `base`.
    pub fn local(&mut self, shell: &mut Shell, base: &str, ty: Type) -> SymbolId {
        let name = names::fresh(&self.out, shell.scope, base, shell.upper);
        let ty = il::spelling::visible(self.source, shell.original, ty);
        let ty = il::spelling::spelled(ty, self.source.units[shell.original].language);
        let new =
            self.out.declare(shell.scope, name, Span::NONE, SymbolKind::Variable(Variable::new(ty, Storage::Local)));
        shell.locals.push(new);
        new
    }

    /// A new last dummy argument of a shell.
    pub fn dummy(&mut self, shell: &mut Shell, base: &str, ty: Type, intent: Intent) -> SymbolId {
        let new = self.local(shell, base, ty);
        let u = &mut self.out.units[shell.unit];
        if let SymbolKind::Variable(v) = &mut self.out.symbols[new].kind {
            v.storage = Storage::Dummy(u.params.len());
            v.intent = Some(intent);
        }
        u.params.push(new);
        new
    }

    /// A function of the C library that comes with the same header as `like`, which the user's code may not have named.
    pub fn system_procedure(&mut self, name: &str, like: SymbolId) -> SymbolId {
        let scope = self.out.symbols[like].scope;
        if let Some(found) = self.out.lookup(scope, name) {
            return found;
        }
        let kind = self.out.symbols[like].kind.clone();
        self.out.declare(scope, name, Span::NONE, kind)
    }

    /// A new allocatable local of a shell.
    pub fn allocatable(&mut self, shell: &mut Shell, base: &str, ty: Type) -> SymbolId {
        let local = self.local(shell, base, ty);
        if let SymbolKind::Variable(v) = &mut self.out.symbols[local].kind {
            v.allocatable = true;
        }
        local
    }

    /// The symbol of a derivative procedure as called from `shell`, which declares it where that is needed.
    pub fn call_target(&mut self, shell: &mut Shell, callee: SymbolId, part: Part) -> SymbolId {
        if let Some(own) = shell.maps.derivative(callee).filter(|_| self.facts.is_open(callee)) {
            return own;
        }
        let symbol = match self.source.callee(callee) {
            Some(unit) if self.signatures.get(unit, part).is_some() => self.procedure(unit, part),
            _ => self.black_box(callee, part),
        };
        if !shell.called.contains(&symbol) {
            shell.called.push(symbol);
        }
        symbol
    }

    /// An entry of the runtime, as called from `shell`: declared like any other external procedure.
    pub fn runtime_entry(&mut self, shell: &mut Shell, name: &str) -> SymbolId {
        let scope = self.out.global;
        let known = self.out.lookup_here(scope, name).filter(|s| self.out.procedure(*s).is_some());
        let symbol = known.unwrap_or_else(|| declare_procedure(&mut self.out, scope, name, None));
        if !shell.called.contains(&symbol) {
            shell.called.push(symbol);
        }
        symbol
    }

    /// A procedure of the runtime with its result, as called from `shell`.
    pub fn runtime_function(&mut self, shell: &mut Shell, name: &str, result: Option<Type>) -> SymbolId {
        let symbol = self.runtime_entry(shell, name);
        let is_c = self.out.units[shell.unit].language == Language::C;
        if let SymbolKind::Procedure(p) = &mut self.out.symbols[symbol].kind {
            p.result = result;
            // C has it from a header.
            if is_c {
                p.class = il::symbol::ProcedureClass::System;
            }
        }
        symbol
    }

    /// Puts the body into the new unit, declares temporaries and called procedures, drops what is not used.
    pub fn finish_shell(&mut self, mut shell: Shell, mut body: il::Block) {
        self.allocate_like_passed(&shell, &mut body);
        body.splice(..0, self.overlap_tests(&shell));
        self.out.units[shell.unit].body = body;
        self.make_serial(shell.original, shell.unit);
        self.nest_children(&shell);
        self.mention_open_procedures(&shell);
        self.drop_unread_functions(&shell);
        self.declare_locals(&mut shell);
        self.declare_called(&shell);
        // In several directions all is allocated with their number in front.
        if self.request.directions.is_none() {
            let declared = |s: &SymbolId| self.source.symbols[*s].span != il::Span::NONE;
            let of_users = shell.maps.derivatives.iter().filter(|(s, _)| declared(s)).map(|(_, d)| *d).collect();
            crate::settle::first_values::first_values(&mut self.out, shell.unit, &of_users);
        }
        self.prune(&shell);
        self.check_extents(&shell);
        // The derivative of a variant stands with those of the original.
        let home = self.variants.original.get(&shell.original).copied().unwrap_or(shell.original);
        self.generated.entry(home).or_default().push(shell.unit);
        self.shells.insert((shell.original, shell.part), shell);
    }

    /// Internal procedures: their derivatives, and the originals that something calls.
    fn nest_children(&mut self, shell: &Shell) {
        let mut children = Vec::new();
        for child in self.source.units[shell.original].children.clone() {
            if self.source.units[child].is_interface {
                continue;
            }
            let made = self.generated.get(&child).cloned().unwrap_or_default();
            children.extend(made.into_iter().filter(|u| self.out.units[*u].parent == Some(shell.unit)));
        }
        self.out.units[shell.unit].children = children;
        // The originals that are called, in place; those may call others.
        loop {
            let called = self.body_symbols(shell.unit);
            let next = self.source.units[shell.original].children.clone().into_iter().find_map(|child| {
                let symbol = shell.maps.symbol(self.source.units[child].symbol?);
                let there =
                    self.out.units[shell.unit].children.iter().any(|c| self.out.units[*c].symbol == Some(symbol));
                (!there && !self.source.units[child].is_interface && called.contains(&symbol))
                    .then_some((child, symbol))
            });
            let Some((child, symbol)) = next else { break };
            let copy = self.copy_unit(child, Some(shell.unit), shell.scope, &shell.maps, None);
            self.adopt(symbol, copy);
            self.out.units[shell.unit].children.push(copy);
        }
    }

    /// BLOCK declarations in a derivative: the originals', each followed by those of derivatives.
    pub fn block_declarations(&mut self, decls: &[il::Decl], maps: &Maps) -> Vec<il::Decl> {
        let mut out = Vec::new();
        for d in decls {
            out.push(self.copy_decl(d, maps));
            out.extend(self.mirror(d, maps));
        }
        out
    }

    /// Derivatives of dummies whose extent nobody knows cannot be locals.
    fn check_extents(&mut self, shell: &Shell) {
        for (new, old) in shell.maps.unknown_extents.clone() {
            if !self.is_mentioned(shell.unit, new) {
                continue;
            }
            let name = self.source.symbols[old].name.clone();
            let span = self.source.symbols[old].span;
            self.report(
                Diagnostic::error(
                    "RT0410",
                    span,
                    format!(
                        "the derivative of `{name}` would be a local variable, but the extent of `{name}` is not known"
                    ),
                )
                .label("active inside, but in neither list of the head")
                .note(format!(
                    "name `{name}` among the independents of the head, and clear its derivative before the call"
                ))
                .note("or give the dummy argument an explicit extent"),
            );
        }
    }

    pub(super) fn name_procedure(&mut self, unit: UnitId, part: Part) -> SymbolId {
        let original = &self.source.units[unit];
        let pattern = match part {
            Part::Tangent | Part::Adjoint => self.request.procedure_pattern().clone(),
            Part::Forward => crate::request::Pattern::new("%_fwd"),
            Part::Backward => crate::request::Pattern::new("%_bwd"),
            Part::Partials => crate::request::Pattern::new("%_part"),
            Part::Gradient => self.request.patterns.gradient.clone(),
        };
        let scope = match original.parent {
            None => self.parent_scope(original.scope),
            Some(_) => self.surroundings(unit, part).1,
        };
        // A procedure that a module declares and a submodule defines belongs to the module.
        let declared = original.symbol.map(|s| self.source.symbols[s].scope);
        let scope = match declared.map(|s| self.source.scopes[s].kind) {
            Some(il::ScopeKind::Unit(module)) if Some(module) != original.parent => {
                self.containers.get(&module).map_or(scope, |c| self.out.units[*c].scope)
            }
            _ => scope,
        };
        let pattern = match self.variants.copies.number(unit) {
            Some(n) => crate::request::Pattern(format!("{}{n}", pattern.0)),
            None => pattern,
        };
        let name = names::derived(&self.out, scope, &pattern, &original.name);
        declare_procedure(&mut self.out, scope, &name, None)
    }

    pub(super) fn name_black_box(&mut self, callee: SymbolId, part: Part) -> SymbolId {
        let symbol = &self.source.symbols[callee];
        let pattern = self.request.procedure_pattern().clone();
        let scope = if self.out.scopes[symbol.scope].case_insensitive { self.out.global } else { self.out.global_c };
        let base = match self.library_rule(callee, part) {
            Some(_) => self.library_name(&symbol.name),
            None => symbol.name.clone(),
        };
        let name = names::derived(&self.out, scope, &pattern, &base);
        let result = match part {
            Part::Tangent if self.request.directions.is_none() && !self.gives_status(callee) => {
                self.procedure_of(callee).and_then(|p| p.result.clone())
            }
            Part::Tangent | Part::Adjoint | Part::Forward | Part::Backward | Part::Partials | Part::Gradient => None,
        };
        declare_procedure(&mut self.out, scope, &name, result)
    }

    /// Whether `symbol` occurs in the statements of a generated unit.
    pub fn is_mentioned(&self, unit: UnitId, symbol: SymbolId) -> bool {
        let u = &self.out.units[unit];
        u.mentions(&u.body, symbol)
    }
}

/// Whether a variable lives in COMMON, in a module or in a file.
fn is_global(p: &il::Program, s: SymbolId) -> bool {
    p.variable(s).is_some_and(|v| matches!(v.storage, Storage::Global | Storage::Common))
}
