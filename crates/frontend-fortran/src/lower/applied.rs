//! Which names a unit applies to arguments: `real f` is a function, not a variable, when the unit says `f(x)`.

use std::collections::BTreeSet;

use super::walk;
use crate::ast::{ArgValue, ExprKind, Stmt, StmtKind, Unit};

/// How names are used in the statements of a unit and of what it contains.
#[derive(Default, Debug)]
pub struct Applied {
    /// `name(args)` with arguments that are not all sections; lower case.
    pub functions: BTreeSet<String>,
    /// `CALL name`; lower case.
    pub subroutines: BTreeSet<String>,
    /// `name = …`: no function, whatever else is said; lower case.
    pub assigned: BTreeSet<String>,
}

impl Applied {
    /// Of a unit. What a contained unit declares itself is not this unit's name; that is told by `declares`.
    pub fn of_unit(unit: &Unit, declares: &dyn Fn(&Unit, &str) -> bool) -> Applied {
        let mut out = Applied::of_body(&unit.body);
        for inner in unit.contains.iter().flat_map(|c| &c.units) {
            let below = Applied::of_unit(inner, declares);
            out.functions.extend(below.functions.into_iter().filter(|n| !declares(inner, n)));
            out.subroutines.extend(below.subroutines.into_iter().filter(|n| !declares(inner, n)));
        }
        out.functions.retain(|n| !out.assigned.contains(n));
        out
    }

    /// Of statements.
    pub fn of_body(body: &[Stmt]) -> Applied {
        let mut out = Applied::default();
        walk::statements(body, &mut |stmt| {
            if let StmtKind::Call { callee, .. } = &stmt.kind
                && let ExprKind::Name(name) = &callee.kind
            {
                out.subroutines.insert(name.to_ascii_lowercase());
            }
            if let StmtKind::Assign { lhs, .. } = &stmt.kind
                && let ExprKind::Name(name) = &lhs.kind
            {
                out.assigned.insert(name.to_ascii_lowercase());
            }
            walk::expressions(stmt, &mut |e| {
                if let ExprKind::Apply { base, args } = &e.kind
                    && let ExprKind::Name(name) = &base.kind
                    && (args.is_empty() || !args.iter().all(|a| matches!(a.value, ArgValue::Section { .. })))
                {
                    out.functions.insert(name.to_ascii_lowercase());
                }
            });
        });
        out
    }
}
