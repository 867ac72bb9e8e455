//! Data-flow analyses over IL. The API that `diff` uses is [`analyse`] → [`Facts`]; all below is how it comes to its answers.
//!
//! ```text
//! analyse(program: &Program, heads: &[Head], options: &Options) -> Facts
//!
//! // Storage and control
//! facts.zones() -> &il::zones::Zones              facts.flow(unit) -> &il::flow::Flow          facts.calls() -> &il::calls::CallGraph
//!
//! // Activity (both modes). A place is At::Entry, At::Before(stmt), At::After(stmt) or At::Exit.
//! facts.differentiated_units() -> &[UnitId]       callees before callers; units that own a derivative procedure
//! facts.is_differentiated(unit) -> bool
//! facts.varied(unit, at) -> ZoneSet               facts.useful(unit, at)       facts.active(unit, at)
//! facts.active_before(unit, stmt) -> ZoneSet      facts.active_after(unit, stmt) -> ZoneSet
//! facts.is_active_ref(unit, at, &Expr) -> bool    a reference some zone of which is active there; also is_varied_ref, is_useful_ref
//! facts.is_active_expr(unit, stmt, &Expr) -> bool its value uses an active reference differentiably (before stmt)
//! facts.is_active_stmt(unit, stmt) -> bool        has a derivative instruction (assignment to what is active after it, or active call)
//! facts.is_active_call(unit, stmt) -> bool
//! facts.active_symbols(unit) -> &[VarRef]         what owns a derivative anywhere in the unit, globals included, component by component
//! facts.has_derivative(unit, &Expr) -> bool       isDiff(REF): the variable of the reference owns a derivative in the unit
//! facts.signature(unit) -> Option<&Signature>     formals, result and globals with varied_in, useful_out, active
//! facts.call_pattern(unit, stmt) -> Option<Pattern> what the call asks of its callee's derivative; head_pattern(unit)
//! facts.passive_globals_before(unit, stmt)        globals the callee takes as varied but which are not active before the call:
//!                                                 their derivatives must be cleared before an active tangent call
//! facts.undefined_derivatives(unit) -> ZoneSet    derivatives to clear where the tangent begins
//!
//! // Effects
//! facts.in_out(unit) -> InOut                     summary: read, exposed (read before written), written, killed
//! facts.in_out_call(unit, stmt) -> InOut          the same, mapped to the zones of the call site
//! facts.must_read(unit) -> ZoneSet                what it surely reads of its inputs
//! till_exit::TillExit::new(&facts, unit)          .constant(position), .dead(position): what the sequel surely does not write, does not read
//! recomputability::Recomputability::new(…)        .again(stmt): what it overwrites and could be computed again
//! shapes::kept(program, heads) -> places          allocatable arrays that no assignment gives another allocation (asked before the others)
//! out_of_reach::led_to_from_outside(program)   C: what is static, and what a global of other files leads to
//! set_first::set_first(&facts, heads, symbol)     whether calls read of an array that outlives them only what they have set, element by element
//! earlier_calls::reals_that_reach(&facts, head, zones, once)         reals left by earlier calls that a dependent is made of
//! made_once::made_once(&facts)                    flags of first calls and the tables behind them: never put back
//! facts.reads(unit, stmt) / facts.writes(unit, stmt) / facts.kills(unit, stmt) -> ZoneSet     calls included
//!
//! // Adjoint
//! facts.diff_live(unit, at) -> ZoneSet            facts.diff_live_after(unit, stmt)
//! facts.is_live_for_diff(unit, stmt) -> bool      keep it in the forward sweep (constructs: keep the control)
//! facts.needed_on_entry(unit) -> ZoneSet          what the unit's adjoint reads of its inputs
//! facts.tbr_before(unit, stmt) -> ZoneSet         values that earlier derivative instructions still need
//! facts.to_save(unit, stmt) -> ZoneSet            zones to save before stmt and to restore before its adjoint
//! facts.adjoint_use(unit, stmt) -> ZoneSet        use(I′)
//! facts.loop_bounds_kept(unit, stmt) -> bool      a reversed DO may evaluate its bounds again
//! facts.adjoint_out(unit, at) -> ZoneSet
//!
//! // Loops: elements, not zones. `root` is a loop statement, or None for the whole body (then only may_be_overwritten is meant).
//! facts.loop_dependence(unit, root) -> LoopDependence
//! LoopDependence::new(program, zones, unit, root, &|stmt| None)      the same on any program, without facts: user calls are opaque
//! dep.accesses() -> &[Access]                     stmt, reference, zones, is_write, in program order
//! dep.is_independent() -> bool                    iterations in any order (II-LOOP), privatisable variables having copies
//! dep.is_independent_but_reductions() -> bool     the same but for sums
//! dep.private() / dep.reductions() -> zones       written before read in each iteration / only s = s + e
//! dep.may_meet(a, b, When::Same | Later | Different) -> bool         the same element in such iterations?
//! dep.may_be_overwritten(use, write) -> bool      is there a later instance of write on an element of use (lexicographic, within bounds)?
//! dep.may_statement_overwrite(reader, reference, writer) -> bool     the same by statements
//! fusable::fusable(facts, unit, loop) -> Result<Fusable, Reason>      may adjoint iterations run in forward order, each behind its own?
//! linearity::Linearity::new(&facts)              .pairs(unit, at) -> (u, v, Class): how u depends on v; polynomial::degrees, carried::carried stand on it
//! dep.is_injective(access) -> bool                no element in two iterations
//!
//! // What the text tells by itself, of any version of a program
//! allocation, reallocation, allocated             what procedures, assignments and the statements of one procedure do to allocations
//! asked_parts, owning, first_indices              allocatable parts that need not be there, pointers that own their targets, where arrays begin
//! overwritten, reached, other_names, harmless     what calls may overwrite or reach by name, and which may be left out
//! at_entry, extents, extents_here, element        values and shapes that mean the same elsewhere, and single elements
//! first_values, local_pointers, made_elsewhere    memory that is new, names of places, objects that calls make and release
//! passed_place, optional_dummies, repeatable      what arguments hand over, those that may be absent, and reading that can be done again
//! ```

pub mod activity;
pub mod adjoint_out;
pub mod adjoint_use;
pub mod affine;
mod alike_calls;
pub mod allocated;
pub mod allocation;
mod around;
pub mod asked_parts;
pub mod at_entry;
pub mod c_library;
pub mod c_memory;
mod callbacks;
pub mod carried;
pub mod channels;
pub mod coverage;
pub mod degrees;
pub mod dependency;
pub mod diff_dependency;
pub mod diff_liveness;
pub mod earlier_calls;
pub mod effects;
pub mod element;
pub mod ends;
pub mod extents;
pub mod extents_here;
pub mod external;
pub mod facts;
mod filled;
pub mod first_indices;
pub mod first_values;
pub mod folds;
pub mod framework;
pub mod fusable;
pub mod given_places;
pub mod harmless;
pub mod in_out;
pub mod integers;
pub mod linearity;
mod literal_cover;
pub mod local_pointers;
pub mod loop_dependence;
pub mod made_elsewhere;
pub mod made_once;
pub mod matrix;
pub mod messages;
pub mod must_read;
pub mod opaque_stores;
pub mod openmp;
pub mod optional_dummies;
pub mod other_names;
pub mod out_of_reach;
pub mod outside;
pub mod overwritten;
pub mod owning;
pub mod passed_place;
pub mod pattern;
pub mod pieces;
pub mod polynomial;
pub mod reached;
pub mod reader;
pub mod reallocation;
pub mod recomputability;
pub mod region;
pub mod reinterpreted;
pub mod repeatable;
pub mod request;
pub mod requests;
pub mod set_first;
pub mod sets;
pub mod shapes;
pub mod sight;
pub mod steps;
pub mod tbr;
pub mod text;
pub mod till_exit;
pub mod trust;
pub mod uses;
pub mod varying;
mod whole_names;
mod written_before;

pub use facts::{Facts, FormalActivity, Signature, analyse};
pub use in_out::InOut;
pub use loop_dependence::{LoopDependence, When};
pub use pattern::Pattern;
pub use request::{Access, At, External, Head, Options, VarRef};
pub use sets::ZoneSet;
