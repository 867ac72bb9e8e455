//! Who may end the program: procedures with STOP, `exit` or `abort`, and all that call them. Their calls stay in the forward sweep of an adjoint, like STOP
//! itself, whoever reads what they set: where the original ends, its derivative does not go on with another value.

use std::collections::BTreeSet;

use il::calls::CallGraph;
use il::{Program, StmtKind, SymbolId, UnitId};

use crate::c_library::{self, World};

/// The procedures of a program that may end it.
#[derive(Default)]
pub struct Ends(BTreeSet<UnitId>);

impl Ends {
    /// Of what `heads` may call.
    pub fn new(p: &Program, heads: &[UnitId]) -> Ends {
        let calls = CallGraph::new(p);
        let reached = calls.reached(heads);
        let ends_itself = |unit: &&UnitId| {
            let u = &p.units[**unit];
            u.any(&u.body, &mut |_, s| Ends::default().may_end(p, &s.kind))
        };
        Ends(calls.calling(reached.iter().filter(ends_itself).copied()))
    }

    /// Whether a statement may end the program.
    pub fn may_end(&self, p: &Program, kind: &StmtKind) -> bool {
        let ends = |callee: SymbolId| is_library(p, callee) || p.callee(callee).is_some_and(|c| self.0.contains(&c));
        let mut found = matches!(kind, StmtKind::Stop { .. });
        kind.each_call(&mut |callee, _| found |= ends(callee));
        found
    }
}

/// Whether a procedure is one of the system's that end the program: `exit` and `abort` of the C library, or gfortran's of these names.
fn is_library(p: &Program, callee: SymbolId) -> bool {
    c_library::of(p, callee).is_some_and(|(_, world)| world == World::Ended)
}
