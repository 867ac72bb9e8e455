//! Calls whose arguments may share storage ([`shared`]): what their adjoints do about it.

use il::typing::type_of;
use il::{Block, Diagnostic, Expr, ExprKind, Span, Stmt, StmtId, StmtKind, SymbolId, UnitId};

use crate::adjoint::emit::{Emit, Side};
use crate::shared::reach::Site;
use crate::shared::{self, Treatment};
use crate::signature::{Part, Slot};

impl Emit<'_, '_> {
    /// What is done about actual arguments whose derivatives may be one storage.
    pub(crate) fn sharing(
        &self,
        stmt: StmtId,
        (callee, unit): (SymbolId, Option<UnitId>),
        values: &[Option<Expr>],
        slots: &[Slot],
    ) -> Treatment {
        // Buffers of one call lie apart.
        if self.world.exchange_of(callee).is_some() {
            return Treatment::default();
        }
        let given: Vec<Option<&Expr>> = values.iter().map(Option::as_ref).collect();
        if let Some(refused) = self.world.library_clash(callee, Part::Adjoint, &given) {
            return Treatment { refused, ..Treatment::default() };
        }
        let facts = &self.world.facts.analysis;
        let is_value = |z| facts.zones().zone(z).differentiable;
        if unit.is_some_and(|u| !facts.in_out(u).written.iter().any(is_value)) {
            // It moves pointers at most, and its adjoint neither adds nor clears.
            return Treatment::default();
        }
        let derived: Vec<(usize, Expr)> = slots
            .iter()
            .filter_map(|s| if let Slot::Derivative(k) = s { Some(*k) } else { None })
            .filter_map(|k| Some((k, self.owner(values.get(k)?.as_ref()?)?)))
            .collect();
        let derived: Vec<(usize, &Expr)> = derived.iter().map(|(k, e)| (*k, e)).collect();
        let known = shared::guards::at(self.world.source, self.unit, stmt);
        let site = Site { program: self.world.source, callee: unit, values, known: &known };
        let mut treatment = shared::treatment(self.world.facts, &site, &derived, self.language());
        // No variant could be made.
        if self.language().points_by_address() {
            treatment.refused |= !std::mem::take(&mut treatment.groups).is_empty();
        }
        treatment
            .temporaries
            .extend(std::mem::take(&mut treatment.groups).into_iter().flat_map(|g| g.into_iter().skip(1)));
        treatment
    }

    /// The object that is passed, when its derivative has storage.
    pub(crate) fn owner(&self, actual: &Expr) -> Option<Expr> {
        let object = match &actual.kind {
            ExprKind::Address(x) => (**x).clone(),
            // A structure in parentheses is read only; its derivative is added to as it is.
            _ if type_of(self.world.source, actual).record().is_some() => actual.bare().clone(),
            _ => actual.clone(),
        };
        object.root()?;
        let owned = if self.is_by_pointer(actual) {
            self.shell(Side::Back).maps.pointer(actual).is_some()
        } else {
            self.world.facts.has_storage(self.world.source, &object)
        };
        owned.then_some(object)
    }

    /// Ends the program where two arguments of the adjoint of `callee` that follows lead to one place.
    pub(crate) fn stop_where(&mut self, callee: Option<UnitId>, tests: &[Expr], span: Span, block: &mut Block) {
        for test in tests {
            let callee = callee.map_or("", |u| self.world.source.units[u].name.as_str());
            let words = format!("{callee}: two pointers of its adjoint lead to one place");
            let code = ExprKind::Text(words, Default::default()).into();
            let stop = self.add_stmt(Side::Back, Stmt::from(StmtKind::Stop { error: true, code: Some(code) }));
            let test = self.back(test);
            block.extend(self.if_then(Side::Back, test, vec![stop], Block::new()));
            let d = Diagnostic::warning(
                "RT0404",
                span,
                "two pointers that this call hands over must not lead to the same storage",
            )
            .label("the program ends where they do, before its adjoint is called")
            .note("declare one of the two `restrict` if they never lead to the same place");
            self.world.report(d);
        }
    }
}
