//! Derivatives of procedures that the other language defines: Fortran declares them by interface bodies with their labels. (C declares them as those of
//! other procedures without source: `black_boxes`.)

use std::collections::BTreeMap;

use il::{Decl, DeclKind, Diagnostic, SymbolId, UnitId};

use super::{Shell, World};
use crate::mixed::{self, Called};
use crate::signature::Part;

impl World<'_> {
    /// Whether a procedure that is called is one of the other language, whose derivative is generated there: that it is called is noted.
    pub fn is_of_others(&mut self, callee: SymbolId, part: Part, result: bool) -> bool {
        if self.request.pairs.definition(callee).is_none() {
            return false;
        }
        let arguments = self.facts.box_arguments(self.source, callee);
        let called = Called { declared: callee, part, arguments, result, span: self.source.symbols[callee].span };
        if !self.of_others.contains(&called) {
            self.of_others.push(called);
        }
        true
    }

    /// Whether the other language, or the text of a library, defines a function whose value has no derivative.
    pub fn gives_status(&self, callee: SymbolId) -> bool {
        let name = || self.source.symbols[callee].name.to_ascii_lowercase();
        let is_defined = self.request.pairs.definition(callee).is_some()
            || self.request.directions.is_none() && self.request.library_routines.contains(&name());
        is_defined && !self.gives_number(callee)
    }

    /// Whether the value of a function has a derivative.
    pub fn gives_number(&self, callee: SymbolId) -> bool {
        let returned = self.source.procedure(callee).and_then(|p| p.result.as_ref());
        returned.is_some_and(|ty| self.source.is_differentiable(ty))
    }

    /// Fortran: the interface block for the derivative of a procedure of C that a shell calls.
    pub(super) fn interface_of_others(&mut self, shell: &Shell, symbol: SymbolId) -> Option<Decl> {
        let (callee, part) = self.box_called(symbol)?;
        let definition = self.request.pairs.definition(callee)?;
        let interface = self.source.procedure(callee)?.unit?;
        let label = il::labels::label(&self.source.units[definition])?;
        let bind = mixed::bind_text(
            self.source.units[interface].suffix.as_deref(),
            &self.request.procedure_pattern_of(part).apply(&label),
        );
        let arguments = self.facts.box_arguments(self.source, callee);
        let Some(body) = self.interface_with(shell, symbol, interface, part, &arguments, Some(bind)) else {
            let span = self.source.symbols[callee].span;
            let what =
                format!("the interface of the derivative of `{}` cannot be written", self.source.symbols[callee].name);
            let said = Diagnostic::error(mixed::BETWEEN_LANGUAGES, span, what);
            self.report(said.note("its arguments may be numbers with VALUE, and scalars and arrays of numbers"));
            return None;
        };
        Some(Decl::from(DeclKind::Interface {
            generic: String::new(),
            is_abstract: false,
            bodies: vec![body],
            procedures: Vec::new(),
        }))
    }

    /// Which arguments the procedures change that the other language calls.
    pub(super) fn written_for_others(&self) -> BTreeMap<UnitId, Vec<bool>> {
        let heads = self.request.heads.iter().filter(|h| h.for_others);
        let written = |unit: UnitId| {
            let written = &self.facts.analysis.in_out(unit).written;
            let params = self.source.units[unit].params.iter();
            let of = |s: &SymbolId| self.facts.components(*s).iter().any(|(_, zones)| written.contains_any(zones));
            params.map(of).collect()
        };
        heads.map(|h| (h.unit, written(h.unit))).collect()
    }
}
