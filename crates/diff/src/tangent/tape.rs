//! Calls that move reals to and from the tape: the tangent of an adjoint saves each value with its derivative.

use il::{Arg, ExprKind, Language, Stmt, StmtKind, SymbolId, Type};

use super::Tangent;
use super::calls::{Actuals, address, pointed_at};
use crate::tape::{self, Entry};

impl Tangent<'_, '_> {
    /// The tangent of a call that saves a pointer of C or brings it back: the pointer to the derivative goes the same way.
    pub(super) fn pointer_on_tape(&mut self, callee: SymbolId, saves: bool, args: &[Arg], out: &mut il::Block) {
        let derivative = args
            .first()
            .and_then(|a| self.derivative_pointer(if saves { &a.value } else { pointed_at(a.value.uncast())? }));
        let mut calls = vec![StmtKind::Call { callee, args: self.shell.maps.args(args), alternates: Vec::new() }];
        if let Some(d) = derivative {
            // `(void **)&p`
            let value = match &args[0].value.kind {
                _ if saves => d,
                ExprKind::Cast(ty, _) => ExprKind::Cast(ty.clone(), Box::new(address(d))).into(),
                _ => address(d),
            };
            calls.push(StmtKind::Call { callee, args: vec![Arg::new(value)], alternates: Vec::new() });
        }
        if !saves {
            calls.reverse();
        }
        for kind in calls {
            let id = self.add(kind);
            out.push(id);
        }
    }

    /// The tangent of such a call; the tape is its last argument in the program that was analysed.
    pub(super) fn tape_call(
        &mut self,
        callee: SymbolId,
        entry: Entry,
        args: &[Arg],
        original: &Stmt,
        out: &mut il::Block,
    ) {
        let tape = tape::variable(self.source);
        let own: Vec<Arg> = args.iter().filter(|a| tape.is_none() || a.value.root() != tape).cloned().collect();
        let plain = StmtKind::Call { callee, args: self.shell.maps.args(&own), alternates: Vec::new() };
        let Some(moved) = own.first().map(|a| a.value.clone()) else { return };
        if !tape.is_some_and(|t| self.world.facts.owns(t)) {
            let id = self.add(plain);
            out.push(id);
            self.after_call(callee, &own, out);
            return;
        }
        let object = if self.language == Language::C { pointed_at(&moved).cloned() } else { None };
        let object = object.unwrap_or_else(|| moved.clone());
        let ty = self.old_type(&object);
        let pointer =
            self.language == Language::C && matches!(self.old_type(&moved), Type::Pointer { .. } | Type::Array { .. });
        let owned = if pointer { self.derivative_pointer(&moved) } else { self.derivative(&object) };
        let mut actuals = Actuals::default();
        let derivative = match owned {
            Some(d) => {
                let (facts, at) = (self.world.facts, self.before_point());
                let known = facts.varied(self.source, self.unit, at, &object)
                    || facts.useful(self.source, self.unit, at, &object);
                if entry.pushes && !known && !pointer {
                    let resets = self.clear(&d, &ty, &object);
                    actuals.before.extend(resets);
                }
                d
            }
            None if pointer && !matches!(moved.kind, ExprKind::Address(_)) => {
                let refusal = crate::rules::Refusal {
                    what: self.source.symbols[callee].name.clone(),
                    why: "it moves a passive array of unknown extent beside active ones".into(),
                };
                self.refuse(original.span, &refusal, "declare the array with its extent");
                return;
            }
            None => {
                let local = self.dummy(&object, &ty, &mut actuals);
                if pointer { address(local) } else { local }
            }
        };
        if actuals.failed {
            return;
        }
        out.extend(actuals.before);
        let mut same = self.shell.maps.args(&own);
        if self.language == Language::Fortran && self.world.request.directions.is_none() {
            // The runtime has a tangent of its own (`adTangent.c`).
            same.insert(1, Arg::new(derivative));
            let name = format!("{}_d", self.source.symbols[callee].name);
            let target = self.world.runtime_entry(&mut self.shell, &name);
            let id = self.add(StmtKind::Call { callee: target, args: same, alternates: Vec::new() });
            out.push(id);
            return;
        }
        same[0].value = derivative;
        let second = self.add(StmtKind::Call { callee, args: same, alternates: Vec::new() });
        let first = self.add(plain);
        out.extend(if entry.pushes { [first, second] } else { [second, first] });
    }
}
