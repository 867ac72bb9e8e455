//! What calls do besides giving a value.

use std::collections::BTreeSet;

use analysis::{c_library, outside};
use il::calls::{CallGraph, with_dummies};
use il::stores::{self, How};
use il::symbol::ProcedureClass;
use il::typing::type_of;
use il::{Arg, Expr, Language, Prefix, Program, StmtKind, Storage, SymbolId, Type, UnitId};

/// The units that may change something that outlives the call. Conservative: what is not known does.
pub(super) struct Effects {
    units: BTreeSet<UnitId>,
    /// Only what is differentiable counts.
    values: bool,
}

impl Effects {
    pub(super) fn of(p: &Program, calls: &CallGraph, values: bool) -> Self {
        let mut table = Effects { units: BTreeSet::new(), values };
        let own = |id: &UnitId| {
            let u = &p.units[*id];
            let mut found = u.is_interface || u.has_errors;
            u.walk(&u.body, &mut |_, s| found |= table.statement(p, *id, &s.kind));
            found && u.is_procedure() && !u.has_prefix(&Prefix::Pure)
        };
        let own: Vec<UnitId> = p.units.ids().filter(own).collect();
        table.units = calls.calling(own);
        table
    }

    /// The units whose text shows that they do, and those that call them.
    pub(super) fn into_units(self) -> BTreeSet<UnitId> {
        self.units
    }

    fn statement(&self, p: &Program, unit: UnitId, kind: &StmtKind) -> bool {
        let outlives = |e: &Expr| match e.root().and_then(|s| Some((s, p.variable(s)?))) {
            Some(_) if self.values && !counts(p, e) => false,
            Some((s, v)) => {
                // A local of the procedure around is none of this one.
                p.home(s) != Some(unit)
                    || v.saved
                    || v.pointer
                    || !matches!(v.storage, Storage::Local | Storage::Result)
                    || matches!(v.ty, Type::Pointer { .. })
            }
            None => true,
        };
        let mut found = matches!(kind, StmtKind::Error(_));
        stores::each(p, unit, kind, &mut |s| {
            found |= s.how != How::Declared && s.reference().is_some_and(|e| outlives(&e));
        });
        kind.each_call(&mut |callee, args| {
            let of_library = matches!(p.procedure(callee), Some(f) if f.class == ProcedureClass::System);
            let mut written = written(p, p.units[unit].language, callee, args);
            found |= self.call(p, callee) || of_library && written.any(outlives);
        });
        found
    }

    pub(super) fn call(&self, p: &Program, callee: SymbolId) -> bool {
        match p.procedure(callee) {
            Some(f) if f.class == ProcedureClass::Intrinsic || f.class == ProcedureClass::System => {
                !self.values && outside::of_call(p, callee).is_some()
            }
            Some(il::symbol::Procedure { unit: Some(u), .. }) => {
                !p.units[*u].has_prefix(&Prefix::Pure) && (p.units[*u].is_interface || self.units.contains(u))
            }
            _ => true,
        }
    }
}

/// The arguments that a procedure without a body may write, as far as is known of it.
pub(super) fn written<'a>(
    p: &'a Program,
    language: Language,
    callee: SymbolId,
    args: &'a [Arg],
) -> impl Iterator<Item = &'a Expr> {
    let only_looks = c_library::named(&p.symbols[callee].name).0.only_reads();
    let only_reads = move |s: SymbolId| p.is_read_only(s) || p.leads_to_constants(s);
    let unit = p.procedure(callee).and_then(|f| f.unit);
    let by_reference = move |actual: &Expr| match language.passes_values() {
        false => actual.is_reference(),
        true => matches!(type_of(p, actual), Type::Pointer { .. } | Type::Array { .. }),
    };
    let pairs = with_dummies(p, unit, args).into_iter();
    let may = move |(dummy, actual): &(Option<SymbolId>, &Expr)| {
        by_reference(actual) && !only_looks && !dummy.is_some_and(only_reads)
    };
    pairs.filter(may).map(|(_, actual)| actual)
}

/// Whether what a reference names, or what a pointer leads to, may have a derivative.
pub(super) fn counts(p: &Program, e: &Expr) -> bool {
    let mut ty = type_of(p, e);
    while let Type::Pointer { to, .. } = ty {
        ty = *to;
    }
    p.is_differentiable(&ty) || matches!(ty, Type::Void) || ty.record().is_some()
}
