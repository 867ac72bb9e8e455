//! Generic names: which specific procedure do these arguments choose? (F2018 15.5.5.2)

use il::typing::type_of;
use il::{Arg, ExprKind, Prefix, SymbolId, SymbolKind, Type, UnitId};

use super::context::Lower;

impl Lower<'_, '_> {
    /// The one member of a generic that fits; `Err(true)` when several do.
    pub fn specific(&self, generic: SymbolId, args: &[Arg]) -> Result<SymbolId, bool> {
        let SymbolKind::Generic { members } = &self.program.symbols[generic].kind else { return Err(false) };
        let fitting: Vec<SymbolId> = members.iter().copied().filter(|m| self.fits(*m, args)).collect();
        match fitting.as_slice() {
            [] => Err(false),
            [one] => Ok(*one),
            _ => {
                // A specific with the right rank is preferred to an elemental one.
                let exact: Vec<SymbolId> = fitting.iter().copied().filter(|m| !self.is_elemental(*m)).collect();
                match exact.as_slice() {
                    [one] => Ok(*one),
                    _ => Err(true),
                }
            }
        }
    }

    pub fn is_elemental(&self, procedure: SymbolId) -> bool {
        let unit = self.program.procedure(procedure).and_then(|p| p.unit);
        unit.is_some_and(|u| {
            let unit = &self.program.units[u];
            unit.has_prefix(&Prefix::Elemental)
        })
    }

    /// Whether arguments agree with the dummies of a procedure in number, keyword, type, kind and rank.
    pub fn fits(&self, procedure: SymbolId, args: &[Arg]) -> bool {
        let Some(unit) = self.program.procedure(procedure).and_then(|p| p.unit) else { return false };
        let params = &self.program.units[unit].params;
        let elemental = self.is_elemental(procedure);
        let mut given = vec![false; params.len()];
        for (k, arg) in args.iter().enumerate() {
            let at = match &arg.keyword {
                None => Some(k),
                Some(keyword) => {
                    params.iter().position(|p| self.program.symbols[*p].name.eq_ignore_ascii_case(keyword))
                }
            };
            let Some((at, param)) = at.and_then(|at| params.get(at).map(|p| (at, *p))) else { return false };
            given[at] = true;
            if !self.accepts(param, arg, elemental) {
                return false;
            }
        }
        params.iter().zip(given).all(|(p, given)| given || self.is_optional(unit, *p))
    }

    /// Whether a dummy of a unit is OPTIONAL. Of a dummy procedure the declarations say it.
    fn is_optional(&self, unit: UnitId, dummy: SymbolId) -> bool {
        if let Some(v) = self.program.variable(dummy) {
            return v.optional;
        }
        self.program.units[unit].has_optional(dummy)
    }

    fn accepts(&self, param: SymbolId, arg: &Arg, elemental: bool) -> bool {
        let is_procedure = matches!(arg.value.kind, ExprKind::Var(s) if self.program.procedure(s).is_some());
        let Some(dummy) = self.program.variable(param) else {
            return is_procedure || type_of(self.program, &arg.value) == Type::Procedure;
        };
        if is_procedure {
            return dummy.ty == Type::Procedure;
        }
        // An address of C: the kind of function says so, its type does not.
        if matches!(&arg.value.kind, ExprKind::Intrinsic(f, _) if f.name() == "c_loc") {
            let is_address = |r: il::RecordId| self.program.records[r].name.eq_ignore_ascii_case("c_ptr");
            return match &dummy.ty {
                Type::Record(r) => is_address(*r),
                ty => matches!(ty, Type::Opaque(_)),
            };
        }
        let actual = type_of(self.program, &arg.value);
        let rank_fits = dummy.ty.rank() == actual.rank() || (elemental && dummy.ty.rank() == 0);
        match (dummy.ty.element(), actual.element()) {
            (Type::Opaque(_) | Type::Void, _) | (_, Type::Opaque(_) | Type::Void) => true,
            (Type::Scalar(a), Type::Scalar(b)) => a == b && rank_fits,
            (Type::Character { .. }, Type::Character { .. }) => rank_fits,
            // Only CLASS takes extensions (F2018 15.5.2.4).
            (Type::Record(a), Type::Record(b)) => {
                (a == b || dummy.polymorphic && self.extends_record(*b, *a)) && rank_fits
            }
            _ => false,
        }
    }
}
