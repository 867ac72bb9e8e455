//! Argument lists of derivative procedures: computed once, from activity and the head specification, and the only source for
//! declarations and calls alike (`conventions.md` §4.2–4.4).
//!
//! Each original argument keeps its place; its derivative, if any, comes immediately after it. What becomes of a function:
//!
//! | part | returns | extra arguments at the end |
//! | --- | --- | --- |
//! | tangent of a function | the derivative | the primal value, named as the result |
//! | tangent of an ELEMENTAL function, and in several directions | – | the value and its derivative |
//! | tangent, result without derivative | – | the value |
//! | adjoint, and its backward half | – | the adjoint of the result |
//! | adjoint of a head with `-value` | – | the value, and the adjoint of the result |
//! | value and gradient | – | the value |
//! | forward half of an adjoint | the value | – |
//! | value and partial derivatives | the value | the partials with respect to globals |

pub(crate) mod leaf;
pub(crate) mod part;

pub use part::{Part, Returns, Slot, Status};

use std::collections::{BTreeMap, BTreeSet};

use il::{Expr, Intent, Prefix, Program, SymbolId, UnitId, UnitKind};

use crate::facts::pure_functions;
use crate::facts::{Facts, Lists};
use crate::request::{Improvement, Mode, Place, Request};

/// The signature of one derivative procedure.
#[derive(Clone, Debug)]
pub struct Signature {
    /// The original.
    pub unit: UnitId,
    /// Which derivative.
    pub part: Part,
    /// Dummies in order.
    pub slots: Vec<Slot>,
    /// What it returns.
    pub returns: Returns,
    /// Results whose derivatives are computed, in the header comment's order.
    pub useful: Vec<Place>,
    /// Inputs whose derivatives are used.
    pub varying: Vec<Place>,
    /// Per place what happens to its derivative, sorted by name.
    pub status: Vec<(Place, Status)>,
    /// Dummies with pointers that the original may associate.
    pub moving: BTreeSet<SymbolId>,
    /// Work arrays among the dummies: active inside only. What is in their derivatives on entry does not matter.
    pub cleared: BTreeSet<SymbolId>,
    /// The others, whose derivatives the caller clears.
    pub lent: BTreeSet<SymbolId>,
}

impl Signature {
    /// Whether dummy `k` of the original has a derivative here.
    pub fn has_derivative(&self, k: usize) -> bool {
        self.slots.contains(&Slot::Derivative(k))
    }

    /// The status of the derivative of a variable as a whole; [`Status::Local`] when it has none.
    pub fn status_of(&self, symbol: SymbolId) -> Status {
        self.status.iter().filter(|(p, _)| p.symbol == symbol).fold(Status::Local, |acc, (_, s)| acc.join(*s))
    }

    /// INTENT of the derivative of a dummy: that of its status, never OUT on what has allocatable parts, none where the original has none.
    pub fn derivative_intent(&self, program: &Program, symbol: SymbolId) -> Option<Intent> {
        let v = program.variable(symbol)?;
        // Fortran: the adjoint of a value is passed by reference, and in a pure procedure must say for what (F2018 C1589).
        let value =
            v.by_value && self.part != Part::Tangent && !il::zones::language_of(program, symbol).passes_values();
        let original = v.intent.or(value.then_some(Intent::In))?;
        // Of a POINTER the association is meant, and a target may stand for it (F2018 15.5.2.7): its derivative's goes the same way.
        if v.pointer && original == Intent::In {
            return Some(original);
        }
        Some(match (self.part, self.status_of(symbol)) {
            // Tangent statements stand beside the original ones: what may be assigned is the same.
            (Part::Tangent, Status::Out | Status::InOut) if original == Intent::In => Intent::InOut,
            (Part::Tangent, _) => original,
            (Part::Forward, _) if self.moving.contains(&symbol) => original,
            // Of the others only pointers are looked at.
            (Part::Forward, _) if original != Intent::Out => original,
            // Associations come back.
            (_, _) if self.moving.contains(&symbol) && original == Intent::Out => Intent::InOut,
            (_, _) if self.moving.contains(&symbol) => original,
            (_, Status::In) => Intent::In,
            // Active in between only: what is read there only has no derivative.
            (_, Status::Local) if original == Intent::In => Intent::In,
            // OUT would change the dynamic type of a polymorphic object, which no pure procedure may (F2018 C1588).
            (_, Status::Out) if !has_storage_apart(program, symbol) && !program.is_polymorphic(&Expr::var(symbol)) => {
                Intent::Out
            }
            (_, _) => Intent::InOut,
        })
    }
}

/// All signatures of a run.
#[derive(Clone, Debug, Default)]
pub struct Signatures {
    by_unit: BTreeMap<(UnitId, Part), Signature>,
}

impl Signatures {
    /// The signatures of every differentiated unit for every part that the mode may ask for.
    pub fn new(program: &Program, request: &Request, facts: &Facts) -> Signatures {
        let parts: &[Part] = match request.mode {
            Mode::Tangent => &[Part::Tangent],
            Mode::Adjoint if request.with_tangent => &[Part::Tangent, Part::Adjoint, Part::Forward, Part::Backward],
            Mode::Adjoint => &[Part::Adjoint, Part::Forward, Part::Backward],
        };
        let mut out = Signatures::default();
        let pure = pure_functions::find(program, facts);
        for &unit in facts.differentiated() {
            for &part in parts {
                let mut signature = signature(program, request, facts, unit, part);
                if pure.contains(&unit) && signature.returns == Returns::Derivative {
                    signature.returns = Returns::Nothing;
                    signature.slots.push(Slot::ResultDerivative);
                }
                out.by_unit.insert((unit, part), signature);
            }
            if request.mode == Mode::Adjoint && request.improves(Improvement::Partials) {
                let found = leaf::leaf(program, request, facts, unit);
                out.by_unit.extend(found.map(|s| ((unit, Part::Partials), s)));
            }
        }
        out
    }

    /// One signature. Panics when the unit is not differentiated.
    pub fn of(&self, unit: UnitId, part: Part) -> &Signature {
        self.get(unit, part).unwrap_or_else(|| panic!("{unit} has no {part:?} signature"))
    }

    /// One signature, if the unit is differentiated.
    pub fn get(&self, unit: UnitId, part: Part) -> Option<&Signature> {
        self.by_unit.get(&(unit, part))
    }

    /// Adds a signature that follows from others.
    pub(crate) fn add(&mut self, signature: Signature) {
        self.by_unit.insert((signature.unit, signature.part), signature);
    }

    /// For adjustments that only a generator can know (dummies that a non-head does not use).
    pub fn get_mut(&mut self, unit: UnitId, part: Part) -> Option<&mut Signature> {
        self.by_unit.get_mut(&(unit, part))
    }
}

pub(crate) fn signature(program: &Program, request: &Request, facts: &Facts, unit: UnitId, part: Part) -> Signature {
    let u = &program.units[unit];
    let (mut slots, mut moving) = (Vec::new(), BTreeSet::new());
    for k in 0..u.params.len() {
        slots.push(Slot::Primal(k));
        if facts.moves(unit, k) {
            moving.insert(u.params[k]);
        }
        let known = part != Part::Forward || u.language.points_by_address() || facts.goes_forward(unit, k);
        if known && facts.param(unit, k) {
            slots.push(Slot::Derivative(k));
        }
    }
    let is_function = matches!(u.kind, UnitKind::Function { .. });
    let active_result = facts.result(unit);
    let elemental = u.has_prefix(&Prefix::Elemental);
    let mut returns = Returns::Nothing;
    if is_function {
        match part {
            Part::Tangent => {
                slots.push(Slot::Value);
                // The derivatives of several directions come back through an argument.
                match (active_result, elemental || request.directions.is_some()) {
                    (true, false) => returns = Returns::Derivative,
                    (true, true) => slots.push(Slot::ResultDerivative),
                    (false, _) => {}
                }
            }
            Part::Adjoint | Part::Backward => {
                if part == Part::Adjoint && request.values && active_result && request.head(unit).is_some() {
                    slots.push(Slot::Value);
                }
                if active_result {
                    slots.push(Slot::ResultDerivative);
                }
            }
            Part::Gradient => slots.push(Slot::Value),
            Part::Forward | Part::Partials => returns = Returns::Value,
        }
    }
    let Lists { useful, varying, status } = facts.lists(program, request, unit, part);
    let (lent, cleared) = facts.work_arrays(program, unit, part);
    Signature { unit, part, slots, returns, useful, varying, status, moving, cleared, lent }
}

/// Whether INTENT(OUT) would release or undefine more than numbers: allocatables and pointers, also deep inside a structure.
fn has_storage_apart(program: &Program, symbol: SymbolId) -> bool {
    let Some(v) = program.variable(symbol) else { return false };
    v.allocatable || v.pointer || program.has_part(&v.ty, &|f| f.allocatable || f.pointer)
}
