//! The list of signatures that a run leaves beside its outputs, `NAME_b.sig`: each derivative procedure with its arguments in order, and what happens to
//! each derivative. A line says one thing, so that a version control system shows what changed; `rtapenade compare` reads it ([`crate::compare`]).
//!
//! ```text
//! rtapenade signatures 1
//!
//! procedure flow_diff%lake_b
//! is the adjoint of lake
//! argument n
//! argument rain
//! argument rainb
//! derivative rain out
//! argument misfit
//! argument misfitb
//! derivative misfit in-zero
//! ```
//!
//! `derivative` lines say by which name of the original a derivative goes and its status, that of components line by line; those of globals stand behind
//! the arguments. `caller clears w`: nobody else knows how much there is of this work array's derivative. `returns value` or `returns derivative` stands there for a function.

use std::fmt::Write;

use diff::{Derivative, Output, Part, Place, Status};
use il::{Language, Program, SymbolId, UnitId, UnitKind};

/// The first line.
pub const TITLE: &str = "rtapenade signatures 1";

/// The whole text.
pub fn text(output: &Output) -> String {
    let outputs = std::iter::once(output).chain(output.beside.as_deref());
    let mut made: Vec<(String, &Derivative, &Program)> = Vec::new();
    for o in outputs {
        made.extend(o.derivatives.iter().map(|d| (full_name(&o.program, d.generated), d, &o.program)));
    }
    made.sort_by(|a, b| a.0.cmp(&b.0));
    let mut out = format!("{TITLE}\n");
    for (name, d, p) in made {
        let kind = kind(d.signature.part);
        let original = full_name(p, d.original);
        let _ = write!(out, "\nprocedure {name}\nis the {kind} of {original}\n");
        arguments(p, d, &mut out);
    }
    out
}

fn arguments(p: &Program, d: &Derivative, out: &mut String) {
    let unit = &p.units[d.generated];
    let (params, result) = (&p.units[d.original].params, p.units[d.original].result());
    let derivative_of = |s: SymbolId| {
        let originals = params.iter().copied().chain(result);
        originals.into_iter().find(|o| d.maps.derivative(*o) == Some(s))
    };
    let status = |of: SymbolId, out: &mut String| {
        for (place, status) in d.signature.status.iter().filter(|(place, _)| place.symbol == of) {
            let _ = writeln!(out, "derivative {} {}", shown(p, place), status.word());
        }
        // Nothing is said of it: a work array of a procedure that others call.
        if d.signature.status.iter().all(|(place, _)| place.symbol != of) {
            let _ = writeln!(out, "derivative {} {}", shown(p, &Place::whole(of)), Status::Local.word());
        }
    };
    let mut said: Vec<SymbolId> = Vec::new();
    for &s in &unit.params {
        let _ = writeln!(out, "argument {}", spelled(p, s));
        if let Some(original) = derivative_of(s) {
            status(original, out);
            said.push(original);
            if d.signature.lent.contains(&original) {
                let _ = writeln!(out, "caller clears {}", spelled(p, original));
            }
        }
    }
    let returned = unit.result().filter(|_| matches!(unit.kind, UnitKind::Function { .. }));
    if let Some(r) = returned {
        let is_derivative = derivative_of(r).is_some();
        let _ = writeln!(out, "returns {}", if is_derivative { "derivative" } else { "value" });
        if let Some(original) = derivative_of(r) {
            status(original, out);
            said.push(original);
        }
    }
    for (place, status) in &d.signature.status {
        let own = params.contains(&place.symbol) || result == Some(place.symbol);
        if !own && !said.contains(&place.symbol) {
            let _ = writeln!(out, "derivative {} {}", shown(p, place), status.word());
        }
    }
}

fn kind(part: Part) -> &'static str {
    match part {
        Part::Tangent => "tangent",
        Part::Adjoint => "adjoint",
        Part::Forward => "forward half of the adjoint",
        Part::Backward => "backward half of the adjoint",
        Part::Partials => "value and partial derivatives",
        Part::Gradient => "value and gradient",
    }
}

/// `module%procedure`, `host%procedure`, or the name alone; in lower case where case means nothing.
pub(crate) fn full_name(p: &Program, unit: UnitId) -> String {
    let u = &p.units[unit];
    let own = if u.language == Language::Fortran { u.name.to_lowercase() } else { u.name.clone() };
    match u.parent.filter(|parent| p.units[*parent].kind != UnitKind::File) {
        Some(parent) => format!("{}%{own}", full_name(p, parent)),
        None => own,
    }
}

/// The name of a variable, in lower case where case means nothing.
pub(crate) fn spelled(p: &Program, s: SymbolId) -> String {
    let name = &p.symbols[s].name;
    if il::zones::language_of(p, s) == Language::Fortran { name.to_lowercase() } else { name.clone() }
}

/// `cell.soil.ks`.
fn shown(p: &Program, place: &Place) -> String {
    let fields = place.fields(p).map(|f| format!(".{}", f.name));
    let path: String = fields.collect();
    let fortran = il::zones::language_of(p, place.symbol) == Language::Fortran;
    format!("{}{}", spelled(p, place.symbol), if fortran { path.to_lowercase() } else { path })
}
