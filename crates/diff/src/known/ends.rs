//! Who may end the program: procedures with STOP, `exit` or `abort`, and all that call them. Their calls stay in the forward sweep of an adjoint, like STOP
//! itself, whoever reads what they set: where the original ends, its derivative does not go on with another value.

use std::collections::BTreeSet;

use il::calls::CallGraph;
use il::symbol::ProcedureClass;
use il::{Program, StmtKind, SymbolId, UnitId};

/// Functions of the libraries that do not come back.
const LIBRARY: &[&str] = &["exit", "_Exit", "_exit", "quick_exit", "abort"];

/// The procedures of a program that may end it.
#[derive(Default)]
pub(crate) struct Ends(BTreeSet<UnitId>);

impl Ends {
    /// Of what `heads` may call.
    pub fn new(p: &Program, heads: &[UnitId]) -> Ends {
        let calls = CallGraph::new(p);
        let reached = calls.reached(heads);
        let ends_itself = |unit: &&UnitId| {
            let u = &p.units[**unit];
            u.any(&u.body, &mut |_, s| match &s.kind {
                StmtKind::Stop { .. } => true,
                StmtKind::Call { callee, .. } => is_library(p, *callee),
                _ => false,
            })
        };
        let mut ends: BTreeSet<UnitId> = reached.iter().filter(ends_itself).copied().collect();
        let mut todo: Vec<UnitId> = ends.iter().copied().collect();
        while let Some(unit) = todo.pop() {
            for &caller in calls.callers(unit) {
                if ends.insert(caller) {
                    todo.push(caller);
                }
            }
        }
        Ends(ends)
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
    let symbol = &p.symbols[callee];
    let of_the_system = p.procedure(callee).is_some_and(|f| f.class == ProcedureClass::System);
    (of_the_system || symbol.is_intrinsic()) && LIBRARY.iter().any(|name| symbol.name.eq_ignore_ascii_case(name))
}
