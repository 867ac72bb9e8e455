//! Calls that move reals to and from the tape: the tangent of an adjoint saves each value with its derivative.

use il::{Arg, Expr, ExprKind, Language, Stmt, StmtKind, SymbolId, Type};

use super::Tangent;
use super::calls::{Actuals, pointed_at};
use crate::simplify::address;
use crate::tape::{self, Carrier, Entry, Load};

impl Tangent<'_, '_> {
    /// The tangent of a call that saves pointers or structures, or brings them back: their derivatives go the same way, all of one type or none.
    pub(super) fn carried_on_tape(
        &mut self,
        callee: SymbolId,
        carrier: Carrier,
        args: &[Arg],
        original: &Stmt,
        out: &mut il::Block,
    ) {
        let own = &args[..carrier.load.arguments().min(args.len())];
        let mut same = self.shell.maps.args(own);
        let first = self.add(StmtKind::Call { callee, args: same.clone(), alternates: Vec::new() });
        if !tape::tapes(carrier, args).any(|t| self.world.facts.owns(t)) {
            out.push(first);
            return;
        }
        let found = match carrier.load {
            Load::Pointer => self.pointer_beside(carrier, &own[0].value).map(|d| same[0].value = d),
            Load::Association => self.association_beside(own).map(|list| same = list),
            Load::Bytes => {
                let Some(list) = self.bytes_beside(own) else {
                    out.push(first);
                    return;
                };
                list.map(|list| same = list)
            }
        };
        if found.is_none() {
            let refusal = crate::rules::Refusal {
                what: self.source.symbols[callee].name.clone(),
                why: "what it moves must take derivatives along, and which is not known here".into(),
            };
            self.refuse(
                original.span,
                &refusal,
                "count bytes by `sizeof`, and use other variables for what has no derivatives",
            );
            return;
        }
        let second = self.add(StmtKind::Call { callee, args: same, alternates: Vec::new() });
        out.extend(if carrier.pushes { [first, second] } else { [second, first] });
    }

    /// What is passed for the derivative of a pointer of C.
    fn pointer_beside(&mut self, carrier: Carrier, given: &Expr) -> Option<Expr> {
        if carrier.pushes {
            return self.derivative_pointer(given);
        }
        let place = tape::moved(carrier, &[Arg::new(given.clone())])?;
        let derivative = address(self.derivative_pointer(&place)?);
        // `(void **)&p`
        Some(match &given.kind {
            ExprKind::Cast(ty, _) => ExprKind::Cast(ty.clone(), Box::new(derivative)).into(),
            _ => derivative,
        })
    }

    /// The arguments for the derivative of a structure of associations.
    fn association_beside(&mut self, own: &[Arg]) -> Option<Vec<Arg>> {
        let [given, bytes] = own else { return None };
        let derivative = self.derivative(&given.value)?;
        let mut size = bytes.value.clone();
        let mut counted = false;
        size.rewrite(&mut |x| {
            if *x == given.value {
                *x = derivative.clone();
                counted = true;
            }
        });
        counted.then(|| vec![Arg::new(derivative), Arg::new(size)])
    }

    /// The arguments for the bytes of derivatives; `None` when those of this type have none.
    fn bytes_beside(&mut self, own: &[Arg]) -> Option<Option<Vec<Arg>>> {
        let element = tape::element(self.source, own)?;
        let [given, bytes] = own else { return Some(None) };
        if let Type::Record(r) = element {
            self.shell.maps.records.get(&r)?;
        }
        let mut counted = false;
        bytes.value.walk(&mut |x| {
            if let ExprKind::SizeOf(ty) = &x.kind {
                // One pointer is as long as another.
                counted |= *ty == element || matches!((ty, &element), (Type::Pointer { .. }, Type::Pointer { .. }));
            }
        });
        let derivative = self.derivative_pointer(&given.value).filter(|_| counted);
        Some(derivative.map(|d| vec![Arg::new(d), Arg::new(self.shell.maps.bytes(&bytes.value))]))
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
        let object = if self.language.points_by_address() { pointed_at(&moved).cloned() } else { None };
        let object = object.unwrap_or_else(|| moved.clone());
        let ty = self.old_type(&object);
        let pointer = self.language.points_by_address()
            && matches!(self.old_type(&moved), Type::Pointer { .. } | Type::Array { .. });
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
        let request = self.world.request;
        if self.language == Language::Fortran && request.directions.is_none() && !request.tapenade_runtime {
            // Our runtime has a tangent of its own (`adTangent.c`).
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
