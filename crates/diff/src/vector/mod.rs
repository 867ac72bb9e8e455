//! Multi-directional mode (RR-7957 §4.7, figure 9): one run for several directions.
//!
//! Statements of a derivative procedure are of two sorts: those that compute original values (or save, restore and decide), which are the same for
//! every direction, and those that compute derivatives. The mode is therefore a *lift* of a finished scalar tangent or adjoint: derivative
//! variables get one more dimension, derivative statements a loop over it, and all else stays as it was. The lift knows nothing of how a
//! derivative was found: rules, plans and tape are those of the scalar modes.
//!
//! ```text
//! derivatives   which symbols and types hold derivatives        references    a derivative at one direction, at all of them
//! statements    statements into direction loops                 calls         actual arguments, procedures called per direction
//! components    pointers to one component of all structures of an array
//! masks         WHERE, FORALL and DO CONCURRENT taken apart     allocation    ALLOCATE, pointers, C's memory functions
//! merge         neighbouring direction loops become one         hoist         what no direction changes leaves the loops
//! declare       types, declarations, `nbdirs`, `nbdirsmax`      contract      a temporary of one loop is a scalar in it
//! partials      partial derivatives of a block before its direction loop
//! large         what is too much for a stack frame is allocated
//! ```
//!
//! # Where the dimension goes
//! As deep as possible, so that a part of a variable has that part of its derivative: the first dimension in Fortran, the last in C; a component has
//! it, not the structure around it.

mod allocation;
pub(crate) mod bytes;
mod calls;
mod components;
mod contract;
mod declare;
mod derivatives;
mod elementwise;
mod hoist;
mod large;
mod masks;
mod merge;
pub(crate) mod overlay;
mod partials;
mod references;
mod statements;
pub(crate) mod views;

use std::collections::{BTreeMap, BTreeSet};

use il::spelling;
use il::{Diagnostic, Language, Program, SymbolId, UnitId};

use crate::output::Output;
use crate::request::{Directions, Improvement, Request};
use crate::signature::{Part, Slot};

/// What generators say about the program before it is lifted, beside their maps.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    /// Locals made to hold derivatives that nothing defines or reads: only the generator knows what they are.
    pub derivatives: BTreeSet<SymbolId>,
    /// Locals made to measure derivatives: a greatest value over all directions, assigned from itself and a derivative.
    pub measures: BTreeSet<SymbolId>,
    /// Structures made to hold derivatives.
    pub records: BTreeSet<il::RecordId>,
    /// Derivatives of procedures without source → which of their arguments are derivatives.
    pub boxes: BTreeMap<SymbolId, Vec<bool>>,
    /// Interface bodies of such derivatives → their dummies that are derivatives.
    pub bodies: BTreeMap<UnitId, BTreeSet<SymbolId>>,
}

/// Lifts all derivative procedures of an output. Errors are among its diagnostics.
pub fn lift(output: &mut Output, request: &Request, directions: Directions, marks: &Marks) {
    let mut lift = Lift::new(output, request, directions, marks);
    lift.find_derivatives(output);
    lift.spare_counts(output);
    if request.improves(Improvement::Preaccumulate) {
        for d in output.derivatives.iter().filter(|d| d.signature.part == Part::Tangent) {
            if lift.lifted.contains_key(&d.generated) {
                lift.put_together(&mut output.program, d.generated, &d.maps);
            }
        }
    }
    let units: Vec<UnitId> = lift.lifted.keys().copied().collect();
    // In C it is part of the types that casts mention.
    if units.iter().any(|u| output.program.units[*u].language == Language::C) {
        lift.most(&mut output.program, Language::C);
    }
    for &unit in &units {
        lift.lift_unit(output, unit);
    }
    for &unit in &units {
        lift.merge_loops(&mut output.program, unit);
        lift.contract(&mut output.program, unit);
        lift.hoist(&mut output.program, unit, request.improves(Improvement::Preaccumulate));
    }
    lift.declare_all(output);
    for &unit in &units {
        lift.allocate_large(&mut output.program, unit);
    }
    output.diagnostics.append(&mut lift.diagnostics);
}

/// A derivative procedure that is lifted.
#[derive(Clone, Debug)]
struct Lifted {
    language: Language,
    /// The dummy that says how many directions there are; made when a statement needs it.
    count: Option<SymbolId>,
    /// The counter of its direction loops.
    counter: Option<SymbolId>,
    /// The counters of loops over elements, outermost dimension last.
    element_counters: Vec<SymbolId>,
    /// Temporaries of the lift, to be declared.
    locals: Vec<SymbolId>,
    /// A forward sweep that touches no derivative has no dummy for the number of directions.
    without_count: bool,
    /// The dummy through which a tangent gives its result's derivative back.
    result: Option<SymbolId>,
    /// Names of new things are written in capitals.
    upper: bool,
}

/// A lift under way.
struct Lift<'a> {
    marks: &'a Marks,
    directions: Directions,
    /// Symbols that hold derivatives.
    derivatives: BTreeSet<SymbolId>,
    /// Derivatives that have become scalars of a direction loop.
    contracted: BTreeSet<SymbolId>,
    /// Types of derivatives, whose components get the dimension.
    records: BTreeSet<il::RecordId>,
    /// Lifted procedures, in order.
    lifted: BTreeMap<UnitId, Lifted>,
    /// Elemental derivatives, which stay scalar and are called once for each direction.
    pointwise: BTreeSet<UnitId>,
    /// `nbdirsmax`, by language.
    most: BTreeMap<bool, SymbolId>,
    diagnostics: Vec<Diagnostic>,
}

impl<'a> Lift<'a> {
    fn new(output: &Output, request: &Request, directions: Directions, marks: &'a Marks) -> Self {
        let p = &output.program;
        let mut lifted = BTreeMap::new();
        let pointwise = pointwise(output, request);
        for d in output.derivatives.iter().filter(|d| !pointwise.contains(&d.generated)) {
            let u = &p.units[d.generated];
            let info = Lifted {
                language: u.language,
                count: None,
                counter: None,
                element_counters: Vec::new(),
                locals: Vec::new(),
                without_count: false,
                result: d
                    .signature
                    .slots
                    .iter()
                    .position(|s| *s == Slot::ResultDerivative)
                    .filter(|_| d.signature.part == Part::Tangent)
                    .and_then(|k| u.params.get(k).copied()),
                upper: p.writes_upper(d.generated),
            };
            lifted.insert(d.generated, info);
        }
        Lift {
            marks,
            directions,
            derivatives: BTreeSet::new(),
            contracted: BTreeSet::new(),
            records: BTreeSet::new(),
            lifted,
            pointwise,
            most: BTreeMap::new(),
            diagnostics: Vec::new(),
        }
    }

    /// Forward sweeps that touch no derivative, themselves or through others, need not know how many directions there are.
    fn spare_counts(&mut self, output: &Output) {
        let p = &output.program;
        let mut spare: BTreeSet<UnitId> = output
            .derivatives
            .iter()
            .filter(|d| d.signature.part == Part::Forward && self.lifted.contains_key(&d.generated))
            .map(|d| d.generated)
            .collect();
        loop {
            let needs = |u: &UnitId| {
                let mut found = false;
                let unit = &p.units[*u];
                let mut look = |callee: SymbolId| {
                    found |= p.callee(callee).is_some_and(|c| self.lifted.contains_key(&c) && !spare.contains(&c));
                };
                let mut mentions = false;
                unit.walk(&unit.body, &mut |_, s| {
                    s.kind.each_call(&mut |callee, _| look(callee));
                    s.kind.exprs(&mut |e| {
                        e.walk(&mut |n| {
                            mentions |= matches!(&n.kind, il::ExprKind::Var(s) if self.derivatives.contains(s));
                        })
                    });
                });
                found || mentions
            };
            let kept: BTreeSet<UnitId> = spare.iter().copied().filter(|u| !needs(u)).collect();
            if kept.len() == spare.len() {
                break;
            }
            spare = kept;
        }
        for u in spare {
            self.lifted.get_mut(&u).expect("chosen among them").without_count = true;
        }
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        if !self.diagnostics.contains(&diagnostic) {
            self.diagnostics.push(diagnostic);
        }
    }

    /// Refuses a statement that the lift has no rule for.
    fn refuse(&mut self, span: il::Span, what: &str, note: &str) {
        let message = format!("{what} cannot be written for several directions");
        self.report(Diagnostic::error("RT0440", span, message).label("works on derivatives").note(note));
    }

    /// `nbdirsmax` (C: `NBDirsMax`), with a number behind it where the user has something of that name: it is declared in many places, and means the
    /// same in all of them.
    fn most(&mut self, p: &mut Program, language: Language) -> SymbolId {
        let c = language == Language::C;
        if let Some(&s) = self.most.get(&c) {
            return s;
        }
        let scope = if c { p.global_c } else { p.global };
        // Who takes it from DIFFSIZES means the same constant.
        let given = self.constant_of_sizes(p).filter(|_| !self.directions.inline);
        let name = crate::names::fresh_everywhere(p, !c, declare::most_name(language), &|s| Some(s) == given);
        let kind = il::SymbolKind::Constant {
            ty: il::Type::Scalar(p.counting_integer(language)),
            value: il::Expr::int(self.directions.most),
        };
        let symbol = p.add_symbol(il::Symbol { name, scope, span: il::Span::NONE, kind });
        self.most.insert(c, symbol);
        symbol
    }

    /// How many directions there are, in a unit.
    fn count(&mut self, p: &mut Program, unit: UnitId) -> SymbolId {
        if let Some(s) = self.lifted[&unit].count {
            return s;
        }
        let scalar = p.counting_integer(self.lifted[&unit].language);
        let s = self.name(p, unit, "nbdirs", il::Type::Scalar(scalar));
        self.lifted.get_mut(&unit).expect("asked for above").count = Some(s);
        s
    }

    /// The counter of direction loops in a unit.
    fn counter(&mut self, p: &mut Program, unit: UnitId) -> SymbolId {
        if let Some(s) = self.lifted[&unit].counter {
            return s;
        }
        let s = self.local(p, unit, "nd", il::Type::Scalar(p.counting_integer(self.lifted[&unit].language)));
        self.lifted.get_mut(&unit).expect("asked for above").counter = Some(s);
        s
    }

    /// A new local, named after `base`.
    fn local(&mut self, p: &mut Program, unit: UnitId, base: &str, ty: il::Type) -> SymbolId {
        let s = self.name(p, unit, base, ty);
        self.lifted.get_mut(&unit).expect("only lifted units have locals").locals.push(s);
        s
    }

    fn name(&mut self, p: &mut Program, unit: UnitId, base: &str, ty: il::Type) -> SymbolId {
        let scope = p.units[unit].scope;
        let name = crate::names::fresh(p, scope, base, self.lifted[&unit].upper);
        let ty = spelling::visible(p, unit, spelling::spelled(ty, p.units[unit].language));
        let variable = il::Variable::new(ty, il::Storage::Local);
        p.declare(scope, name, il::Span::NONE, il::SymbolKind::Variable(variable))
    }
}

/// Whether the elemental derivative `d` can be called once for each direction as it is: it works on numbers only.
fn stays_scalar(p: &Program, d: &crate::output::Derivative) -> bool {
    d.maps
        .derivatives
        .values()
        .filter(|s| p.home(**s) == Some(d.generated))
        .all(|s| p.symbol_type(*s).is_some_and(|t| t.record().is_none()))
}

/// Elemental derivatives that are called once for each direction: those of one value that call no derivative but others of their kind.
fn pointwise(output: &Output, request: &Request) -> BTreeSet<UnitId> {
    let p = &output.program;
    let generated: BTreeSet<UnitId> = output.derivatives.iter().map(|d| d.generated).collect();
    let alone = |d: &&crate::output::Derivative| {
        p.units[d.generated].has_prefix(&il::Prefix::Elemental)
            && request.head(d.original).is_none()
            && stays_scalar(p, d)
            && !reads_others(p, d)
    };
    let mut out: BTreeSet<UnitId> = output.derivatives.iter().filter(alone).map(|d| d.generated).collect();
    loop {
        let other = |c: &UnitId| generated.contains(c) && !out.contains(c);
        let calls_other = |u: &&UnitId| il::calls::callees(p, **u).iter().any(other);
        let Some(lifted) = out.iter().find(calls_other).copied() else { return out };
        out.remove(&lifted);
    }
}

/// Whether a derivative mentions derivatives of variables that are not its own: those of its host, of modules.
fn reads_others(p: &Program, d: &crate::output::Derivative) -> bool {
    let u = &p.units[d.generated];
    let other = |s: SymbolId| p.home(s) != Some(d.generated) && d.maps.derivatives.values().any(|x| *x == s);
    u.any(&u.body, &mut |_, s| s.kind.any_expr(&mut |n| matches!(n.kind, il::ExprKind::Var(s) if other(s))))
}
