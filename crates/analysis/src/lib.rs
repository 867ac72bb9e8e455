//! Data-flow analyses over IL. The API that `diff` uses is [`analyse`] → [`Facts`]; all below is how it comes to its answers.
//!
//! ```text
//! analyse(program: &Program, heads: &[Head], options: &Options) -> Facts
//!
//! // Storage and control
//! facts.zones() -> &il::zones::Zones              facts.flow(unit) -> &il::flow::Flow          facts.calls() -> &il::calls::CallGraph
//!
//! // Activity (both modes)
//! facts.differentiated_units() -> &[UnitId]       callees before callers; units that own a derivative procedure
//! facts.is_differentiated(unit) -> bool
//! facts.varied(unit, stmt, When) -> ZoneSet       facts.useful(…)      facts.active(…)
//! facts.active_before(unit, stmt) -> ZoneSet      facts.active_after(unit, stmt) -> ZoneSet
//! facts.is_active_ref(unit, stmt, &Expr, When) -> bool    a reference some zone of which is active there
//! facts.is_active_expr(unit, stmt, &Expr) -> bool         its value uses an active reference differentiably (before stmt)
//! facts.is_active_stmt(unit, stmt) -> bool                has a derivative instruction (assignment, or active call)
//! facts.is_active_call(unit, stmt) -> bool
//! facts.active_symbols(unit) -> &[VarRef]         what owns a derivative anywhere in the unit, globals included, component by component
//! facts.has_derivative(unit, &Expr) -> bool       isDiff(REF): the variable of the reference owns a derivative in the unit
//! facts.signature(unit) -> Option<&Signature>     formals, result and globals with varied_in, useful_out, active
//! facts.passive_globals(unit, stmt) -> Vec<ZoneId>  globals the callee takes as varied but which are not active before the call:
//!                                                 their derivatives must be cleared before an active call
//!
//! // Adjoint
//! facts.diff_live(unit, stmt, When) -> ZoneSet    facts.diff_live_after(unit, stmt)
//! facts.is_live_for_diff(unit, stmt) -> bool      keep it in the forward sweep (constructs: keep the control)
//! facts.tbr_before(unit, stmt) -> ZoneSet         values that earlier derivative instructions still need
//! facts.to_save(unit, stmt) -> ZoneSet            zones to save before stmt and to restore before its adjoint
//! facts.adjoint_use(unit, stmt) -> ZoneSet        use(I′)
//! facts.adjoint_out(unit, stmt, When) -> ZoneSet
//! facts.in_out(unit) -> &InOut                    summary: may/must read and written
//! facts.in_out_call(unit, stmt) -> InOut          the same, mapped to the zones of the call site
//! facts.reads(unit, stmt) / facts.writes(unit, stmt) / facts.kills(unit, stmt) -> ZoneSet     of one statement (calls included)
//! ```

pub mod request;

pub use request::{Access, External, Head, Options, VarRef, When};
