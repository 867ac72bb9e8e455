//! C: the prototypes of derivatives that the user provides. They follow those of the originals: the derivative of a parameter stands behind it.

use il::symbol::{ProcedureClass, SymbolKind};
use il::{Id, Language, ScopeKind, Storage, SymbolId, Type, Unit, UnitId, UnitKind, Variable};

use super::World;
use crate::signature::Part;

impl World<'_> {
    /// Declares the parameters of `made`, the tangent or adjoint of `callee`. What has no prototype has none for its derivative either, and with several
    /// directions the lift would change the types.
    pub fn describe_black_box(&mut self, callee: SymbolId, made: SymbolId, part: Part, with_result: bool) {
        let Some(original) = self.source.procedure(callee).and_then(|p| p.unit) else { return };
        let known = self.out.procedure(made).is_none_or(|p| p.unit.is_some());
        if known || self.source.units[original].language != Language::C || self.request.directions.is_some() {
            return;
        }
        let derivatives = self.facts.box_arguments(self.source, callee);
        let suffix = if part == Part::Tangent { "d" } else { "b" };
        let id = UnitId::from_index(self.out.units.len());
        let scope = self.out.new_scope(self.out.global_c, ScopeKind::Unit(id));
        let mut types: Vec<(String, Type, bool)> = Vec::new();
        let source = &self.source.units[original];
        for (k, s) in source.params.iter().enumerate() {
            let Some(v) = self.source.variable(*s) else { return };
            let name = match self.source.symbols[*s].name.as_str() {
                "" => format!("arg{}", k + 1),
                name => name.to_string(),
            };
            types.push((name.clone(), self.globals.ty(&v.ty), v.constant));
            if derivatives.get(k).copied().unwrap_or(false) {
                let ty = self.globals.derivative_type(&v.ty);
                // The tangent only reads where the original does.
                let tangent = part == Part::Tangent;
                let ty = if tangent { ty } else { collected(ty) };
                types.push((format!("{name}{suffix}"), ty, tangent && v.constant));
            }
        }
        let returned = self.source.procedure(callee).and_then(|p| p.result.clone()).filter(|t| *t != Type::Void);
        // What the other language defines, or a library, gives no derivative of a status.
        let number = |ty: &&Type| !self.gives_status(callee) || self.source.is_differentiable(ty);
        let derivative = returned.as_ref().filter(number).cloned();
        let returned = returned.filter(|_| part == Part::Tangent || derivative.is_some());
        if let Some(ty) = returned.as_ref().filter(|_| with_result) {
            types.push(match part {
                Part::Tangent => ("result".into(), pointer_to(self.globals.ty(ty)), false),
                _ => ("resultb".into(), self.globals.derivative_type(ty), false),
            });
        }
        let name = self.out.symbols[made].name.clone();
        let declare = |this: &mut Self, name: &str, ty: Type, constant: bool, storage: Storage| {
            let variable = Variable { constant, by_value: true, ..Variable::new(ty, storage) };
            this.out.declare(scope, name, il::Span::NONE, SymbolKind::Variable(variable))
        };
        let mut params = Vec::new();
        for (k, (name, ty, constant)) in types.into_iter().enumerate() {
            params.push(declare(self, &name, ty, constant, Storage::Dummy(k)));
        }
        let kind = match derivative.filter(|_| part == Part::Tangent) {
            Some(ty) => {
                let ty = self.globals.derivative_type(&ty);
                let result = declare(self, &name, ty, false, Storage::Result);
                UnitKind::Function { result, explicit: false, type_prefix: None }
            }
            None => UnitKind::Subroutine,
        };
        let mut unit = Unit::new(name, kind, Language::C, scope);
        (unit.symbol, unit.is_interface, unit.params) = (Some(made), true, params);
        let at = self.out.units.add(unit);
        assert_eq!(at, id);
        if let SymbolKind::Procedure(p) = &mut self.out.symbols[made].kind {
            (p.unit, p.class) = (Some(id), ProcedureClass::Normal);
        }
    }
}

fn pointer_to(ty: Type) -> Type {
    Type::Pointer { to: Box::new(ty), restrict: false, to_const: false }
}

/// What an adjoint adds to: behind a pointer, and not constant there.
fn collected(mut ty: Type) -> Type {
    match ty {
        Type::Pointer { .. } | Type::Array { .. } => {
            ty.release_targets();
            ty
        }
        _ => pointer_to(ty),
    }
}
