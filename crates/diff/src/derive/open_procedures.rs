//! Derivatives of dummy procedures that are dummies themselves ([`Facts::is_open`](crate::facts::Facts::is_open)): their symbols, their declarations, and what
//! calls give for them.

use il::symbol::{Procedure, ProcedureClass, SymbolKind, Variable};
use il::{
    Attr, Block, Decl, DeclKind, Diagnostic, Entity, Expr, ExprKind, Intent, Prefix, ScopeId, Span, StmtKind, Storage,
    SymbolId, Type, Unit, UnitId, UnitKind,
};

use super::{Maps, Shell, World};
use crate::names;
use crate::refuse::unknown_callees;
use crate::signature::{Part, Slot};

impl World<'_> {
    /// Names the derivatives of the dummy procedures that have one in this procedure.
    pub(super) fn name_open_procedures(&mut self, shell: &mut Shell, original: &Unit) {
        for old in self.open_dummies(shell, original) {
            let pattern = self.request.procedure_pattern().clone();
            let name = names::derived(&self.out, shell.scope, &pattern, &self.source.symbols[old].name);
            let result = match shell.part {
                Part::Tangent if self.request.directions.is_none() => {
                    self.procedure_of(old).and_then(|f| f.result.clone())
                }
                _ => None,
            };
            let result = result.map(|ty| shell.maps.derivative_type(&ty));
            let kind = SymbolKind::Procedure(Procedure::new(None, result, ProcedureClass::Dummy(0)));
            let new = self.out.declare(shell.scope, name, Span::NONE, kind);
            shell.maps.derivatives.insert(old, new);
        }
    }

    /// The dummy procedures of the original whose derivatives are dummies of the procedure that is made.
    pub(super) fn open_dummies(&self, shell: &Shell, original: &Unit) -> Vec<SymbolId> {
        let signature = self.signatures.of(shell.original, shell.part);
        let old = |slot: &Slot| match slot {
            Slot::Derivative(k) => Some(original.params[*k]).filter(|s| self.facts.is_open(*s)),
            _ => None,
        };
        signature.slots.iter().filter_map(old).collect()
    }

    /// EXTERNAL and the types of these derivatives, OPTIONAL where the originals are.
    pub(super) fn declare_open_procedures(&mut self, shell: &Shell, original: &Unit, decls: &mut Vec<Decl>) {
        for old in self.open_dummies(shell, original) {
            let Some(new) = shell.maps.derivative(old) else { continue };
            let explicit = self.source.procedure(old).and_then(|f| f.unit).filter(|u| self.asks_for_interface(*u));
            let optional = DeclKind::Attribute { attr: Attr::Optional, symbols: vec![Entity::new(new)] };
            let optional = original.has_optional(old).then(|| Decl::from(optional));
            if let Some(interface) = explicit {
                match self.interface_of_derivative(shell, new, interface) {
                    Some(body) => decls.push(Decl::from(DeclKind::Interface {
                        generic: String::new(),
                        is_abstract: false,
                        bodies: vec![body],
                        procedures: Vec::new(),
                    })),
                    None => {
                        let name = &self.source.symbols[old].name;
                        let what = format!(
                            "the dummy procedure `{name}` is called with active arguments, and the interface of its derivative cannot be written"
                        );
                        let said = Diagnostic::error("RT0415", self.source.symbols[old].span, what);
                        self.report(
                            said.note("give its arrays explicit extents, or call the procedure by its own name"),
                        );
                    }
                }
                decls.extend(optional);
                continue;
            }
            let colons = self.writes_colons(decls, shell.unit);
            decls.extend(self.external(new, colons));
            decls.extend(optional);
        }
    }

    /// An interface body for the derivative of a dummy procedure whose own interface is `of`: the derivative of each real argument follows it, with the
    /// same INTENT in tangents, INOUT in adjoints. `None` where that does not say all. In several directions it is lifted with the procedures that have it.
    fn interface_of_derivative(&mut self, shell: &Shell, symbol: SymbolId, of: UnitId) -> Option<UnitId> {
        let numbers = |s: &SymbolId| self.source.symbol_type(*s).is_some_and(|ty| self.source.is_differentiable(ty));
        let all: Vec<bool> = self.source.units[of].params.iter().map(numbers).collect();
        self.interface_with(shell, symbol, of, shell.part, &all, None)
    }

    /// The same of derivative `part`, where the arguments `with` have derivatives; `bind`: as C has it, where the adjoint of a value is one.
    pub(super) fn interface_with(
        &mut self,
        shell: &Shell,
        symbol: SymbolId,
        of: UnitId,
        part: Part,
        with: &[bool],
        bind: Option<String>,
    ) -> Option<UnitId> {
        let original = self.source.units[of].clone();
        let plain = |v: &Variable| !(v.optional || v.allocatable || v.pointer || v.polymorphic);
        let is_plain = |s: &SymbolId| self.source.variable(*s).is_some_and(plain);
        let number = |s: SymbolId| self.source.symbol_type(s).is_some_and(|t| t.scalar().is_some());
        let said = original.params.iter().all(is_plain) && original.result().is_none_or(|r| is_plain(&r) && number(r));
        if !said || original.has_prefix(&Prefix::Elemental) {
            return None;
        }
        let name = self.out.symbols[symbol].name.clone();
        let unit = self.out.units.add(Unit {
            parent: Some(shell.unit),
            file: original.file,
            symbol: Some(symbol),
            is_interface: true,
            ..Unit::new(name, UnitKind::Subroutine, original.language, shell.scope)
        });
        let mut maps = shell.maps.clone();
        // A body sees nothing of what is around it.
        let around = self.out.global;
        let scope = self.copy_scope(self.source, &original, unit, around, &mut maps);
        let tangent = part == Part::Tangent;
        // What has several directions is no value, neither of a function nor by VALUE.
        let gives = original.result().and_then(|r| self.source.symbol_type(r));
        let is_number = gives.is_some_and(|ty| self.source.is_differentiable(ty));
        let function = tangent && self.request.directions.is_none();
        let mut params = Vec::new();
        for (k, &old) in original.params.iter().enumerate() {
            params.push(maps.symbol(old));
            let variable = self.source.variable(old)?;
            if with.get(k).copied().unwrap_or(false) && self.source.is_differentiable(&variable.ty) {
                let stated = variable.intent.is_some() || variable.by_value;
                let intent = match tangent {
                    true => variable.intent.or(Some(Intent::In).filter(|_| variable.by_value && !function)),
                    false => stated.then_some(Intent::InOut),
                };
                // Arrays have no VALUE, and what is added to comes back.
                params.push(self.derivative_in(scope, old, intent, function, &mut maps));
            }
        }
        let mut decls: Vec<Decl> = Vec::new();
        for d in original.decls.iter().filter(|d| says_types(d) || d.kind.is_import()) {
            // The derivatives of types are not in its list.
            if d.kind.is_import() {
                let text = if shell.upper { "IMPORT".into() } else { "import".into() };
                decls.push(Decl::from(DeclKind::Opaque { text, symbols: Vec::new() }));
                continue;
            }
            let mut copy = self.copy_decl(d, &maps);
            if let DeclKind::Variables { entities, .. } = &mut copy.kind {
                entities.retain(|e| original.result().is_none_or(|r| e.symbol != maps.symbol(r)));
            }
            let empty = matches!(&copy.kind, DeclKind::Variables { entities, .. } if entities.is_empty());
            decls.extend(Some(copy).filter(|_| !empty));
            decls.extend(self.mirror(d, &maps));
        }
        // A status that C gives has no derivative.
        if let Some(r) = original.result().filter(|_| bind.is_some() && !is_number) {
            if tangent {
                let value = maps.symbol(r);
                if let SymbolKind::Variable(v) = &mut self.out.symbols[value].kind {
                    v.intent = Some(Intent::Out);
                }
                let spelling = self.type_spelling(&self.out.symbol_type(value)?.clone());
                let entities = vec![Entity::new(value)];
                let attrs = vec![Attr::Intent(Intent::Out)];
                decls.push(Decl::from(DeclKind::Variables { spelling, attrs, colons: true, entities }));
                params.push(value);
            }
        } else if let Some(r) = original.result() {
            let intent = if tangent { Intent::Out } else { Intent::InOut };
            let of_c = bind.is_some() && !tangent;
            let derivative = self.derivative_in(scope, r, Some(intent).filter(|_| !of_c), false, &mut maps);
            if let SymbolKind::Variable(v) = &mut self.out.symbols[derivative].kind {
                v.by_value |= of_c;
            }
            let value = maps.symbol(r);
            if let SymbolKind::Variable(v) = &mut self.out.symbols[value].kind {
                v.intent = Some(Intent::Out);
            }
            for s in Some(value).filter(|_| tangent).into_iter().chain([derivative]) {
                let is_result = function && s == derivative;
                let variable = self.out.variable(s)?;
                let stated = variable.intent.filter(|_| !is_result).map(Attr::Intent);
                let attrs =
                    stated.into_iter().chain(Some(Attr::Value).filter(|_| variable.by_value && !is_result)).collect();
                let spelling = self.type_spelling(&variable.ty);
                let kind = DeclKind::Variables { spelling, attrs, colons: true, entities: vec![Entity::new(s)] };
                decls.push(Decl::from(kind));
                params.extend(Some(s).filter(|_| !is_result));
            }
            if function {
                self.out.units[unit].kind =
                    UnitKind::Function { result: derivative, explicit: true, type_prefix: None };
            }
        }
        for (k, s) in params.iter().enumerate() {
            if let SymbolKind::Variable(v) = &mut self.out.symbols[*s].kind {
                v.storage = Storage::Dummy(k);
            }
        }
        self.narrow_uses(shell.unit, &mut decls);
        let u = &mut self.out.units[unit];
        (u.scope, u.params, u.decls, u.suffix) = (scope, params, decls, bind);
        if let SymbolKind::Procedure(f) = &mut self.out.symbols[symbol].kind {
            f.unit = Some(unit);
        }
        let own = |s: &SymbolId| self.out.symbols[*s].scope == scope;
        self.marks.bodies.insert(unit, maps.derivatives.into_values().filter(own).collect());
        Some(unit)
    }

    /// The derivative of a dummy or of a result, in the scope of an interface body. `value`: it may have VALUE.
    fn derivative_in(
        &mut self,
        scope: ScopeId,
        old: SymbolId,
        intent: Option<Intent>,
        value: bool,
        maps: &mut Maps,
    ) -> SymbolId {
        let mut variable =
            self.source.variable(old).cloned().unwrap_or_else(|| Variable::new(Type::Void, Storage::Local));
        variable.by_value &= value;
        let pattern = self.request.variable_pattern().clone();
        let name = names::derived(&self.out, scope, &pattern, &self.source.symbols[old].name);
        let ty = maps.derivative_type(&variable.ty);
        let new = self.out.declare(scope, name, Span::NONE, SymbolKind::Variable(Variable { ty, intent, ..variable }));
        maps.derivatives.insert(old, new);
        new
    }

    /// What mentions those dummies, and their derivatives, that no statement uses, and other dummy procedures whose calls are not in this part of the
    /// original: strict compilers complain of them.
    pub(super) fn mention_open_procedures(&mut self, shell: &Shell) {
        let original = self.source.units[shell.original].clone();
        let mut unused = Vec::new();
        for old in self.open_dummies(shell, &original) {
            let optional = original.has_optional(old);
            let explicit = self.source.procedure(old).is_some_and(|f| f.unit.is_some());
            unused.push((shell.maps.symbol(old), explicit, optional));
            let new = shell.maps.derivative(old);
            unused.extend(new.map(|new| (new, self.out.procedure(new).is_some_and(|f| f.unit.is_some()), optional)));
        }
        let params = &self.out.units[shell.unit].params;
        let passive = original.params.iter().copied().filter(|old| {
            let class = self.source.procedure(*old).map(|f| &f.class);
            let kept = matches!(class, Some(ProcedureClass::Dummy(_))) && params.contains(&shell.maps.symbol(*old));
            let body = self.source.units[shell.original].children.iter().map(|c| &self.source.units[*c]);
            kept && !self.facts.is_open(*old) && body.chain([&original]).any(|u| uses(u, *old))
        });
        for old in passive {
            let explicit = self.source.procedure(old).is_some_and(|f| f.unit.is_some());
            unused.push((shell.maps.symbol(old), explicit, original.has_optional(old)));
        }
        let inner = self.out.units[shell.unit].children.clone();
        let bodies: Vec<&Unit> = inner.iter().chain([&shell.unit]).map(|u| &self.out.units[*u]).collect();
        unused.retain(|(s, ..)| !bodies.iter().any(|u| uses(u, *s)));
        if unused.is_empty() {
            return;
        }
        // gfortran 12 stops at such a block in a procedure that has internal ones, but not in one of these.
        let at = inner.first().copied().unwrap_or(shell.unit);
        let around = self.out.units[at].scope;
        let scope = self.out.new_scope(around, il::ScopeKind::Block);
        let case = |text: String| if shell.upper { text.to_uppercase() } else { text };
        let (mut decls, mut body) = (Vec::new(), Block::new());
        for (n, (s, explicit, optional)) in unused.iter().enumerate() {
            let name = self.out.symbols[*s].name.clone();
            let interface = match self.out.procedure(*s).and_then(|f| f.result.as_ref()) {
                _ if *explicit => name.clone(),
                Some(ty) => self.type_spelling(ty),
                None => String::new(),
            };
            let number = if n == 0 { String::new() } else { (n - 1).to_string() };
            let text = case(format!("procedure({interface}), pointer :: unused{number}"));
            decls.push(Decl::from(DeclKind::Opaque { text, symbols: Vec::new() }));
            let guard = if *optional { format!("if (present({name})) ") } else { String::new() };
            let text = case(format!("{guard}unused{number} => {name}"));
            let statement = StmtKind::Opaque { text, reads: Vec::new(), writes: Vec::new() };
            body.push(self.out.units[at].add(statement));
        }
        let u = &mut self.out.units[at];
        let block = u.add(StmtKind::Scope { scope, decls, body, name: None });
        u.body.insert(0, block);
    }

    /// EXTERNAL for a procedure, and its type.
    pub(super) fn external(&self, symbol: SymbolId, colons: bool) -> Vec<Decl> {
        let Some(ty) = self.out.procedure(symbol).and_then(|f| f.result.clone()) else {
            return vec![Decl::from(DeclKind::External(vec![symbol]))];
        };
        let spelling = self.type_spelling(&ty);
        let variables = |attrs| {
            let entities = vec![Entity::new(symbol)];
            Decl::from(DeclKind::Variables { spelling, attrs, colons, entities })
        };
        match colons {
            true => vec![variables(vec![Attr::External])],
            false => vec![Decl::from(DeclKind::External(vec![symbol])), variables(Vec::new())],
        }
    }

    /// What a call gives for the derivative of a dummy procedure; `None` when the dummy is none of these.
    pub fn derivative_of_procedure(
        &mut self,
        shell: &mut Shell,
        dummy: SymbolId,
        actual: &Expr,
        part: Part,
        span: Span,
    ) -> Option<Expr> {
        if !self.facts.is_open(dummy) {
            return None;
        }
        let pointer = match actual.kind {
            ExprKind::Var(s) => self.source.variable(s).is_some(),
            _ => matches!(actual.kind, ExprKind::Field { .. }),
        };
        if pointer && il::zones::language_of(self.source, dummy) == il::Language::Fortran {
            self.report(unknown_callees::pointer_handed_on(self.source, dummy, span));
            return Some(actual.clone());
        }
        let ExprKind::Var(given) = actual.kind else { return Some(actual.clone()) };
        let is_dummy = self.source.procedure(given).is_some_and(|f| matches!(f.class, ProcedureClass::Dummy(_)));
        let name = self.source.symbols[given].name.clone();
        let found = match shell.maps.derivative(given) {
            Some(own) => own,
            None if is_dummy => {
                self.report(unknown_callees::dummy_called(&name, span));
                given
            }
            None if self.source.callee(given).is_some() => {
                self.report(unknown_callees::handed_on(self.source, given, dummy, span));
                given
            }
            None => {
                let made = self.call_target(shell, given, part);
                let made_name = self.out.symbols[made].name.clone();
                let said = format!("(AD09) no source for `{name}`: please provide its derivative `{made_name}`");
                let (code, note) = match part {
                    Part::Tangent => (
                        "RT0421",
                        "the derivative of each real argument follows it; the procedure must compute the original results as well",
                    ),
                    _ => (
                        "RT0405",
                        "the adjoint of each real argument follows it, and is added to; that of what is overwritten is read, then cleared",
                    ),
                };
                self.report(Diagnostic::warning(code, self.source.symbols[given].span, said).note(note));
                made
            }
        };
        Some(Expr::var(found))
    }
}

/// Whether the statements of a unit call a procedure or hand it on.
fn uses(u: &Unit, s: SymbolId) -> bool {
    let mut found = false;
    u.walk(&u.body, &mut |_, stmt| {
        found |= stmt.kind.callee() == Some(s);
        stmt.kind.exprs(&mut |e| {
            e.walk(&mut |x| {
                found |= matches!(x.kind, ExprKind::Var(v) if v == s);
                found |= matches!(x.kind, ExprKind::Call { callee, .. } if callee == s);
            });
        });
    });
    found
}

/// Whether a declaration says types, or where they come from.
fn says_types(d: &Decl) -> bool {
    matches!(
        d.kind,
        DeclKind::Variables { .. }
            | DeclKind::Use { .. }
            | DeclKind::Implicit(_)
            | DeclKind::Attribute { .. }
            | DeclKind::Dimension(_)
            | DeclKind::Parameter(_)
    )
}
