//! What stands around each statement of a unit: the masks that govern it, and the variables of the loops that it is a turn of.

use std::collections::HashMap;

use il::unit::Unit;
use il::{Language, StmtId, StmtKind, SymbolId};

/// The constructs whose mask or index set governs a statement (WHERE, FORALL), innermost last.
pub(crate) fn masks(u: &Unit) -> HashMap<StmtId, Vec<StmtId>> {
    let masking = |id: StmtId, kind: &StmtKind| {
        matches!(kind, StmtKind::Where { .. } | StmtKind::Forall { concurrent: false, .. }).then_some(id)
    };
    noted(u, &masking)
}

/// The DO variables of the loops around a statement: nothing in a turn may define them (F2018 11.1.7.4.3), and no procedure that gets them.
pub(crate) fn counters(u: &Unit) -> HashMap<StmtId, Vec<SymbolId>> {
    let counting = |_: StmtId, kind: &StmtKind| kind.as_do().filter(|_| u.language == Language::Fortran).map(|d| d.var);
    noted(u, &counting)
}

/// For each statement what `of` says of the statements around it.
fn noted<T: Copy>(u: &Unit, of: &dyn Fn(StmtId, &StmtKind) -> Option<T>) -> HashMap<StmtId, Vec<T>> {
    fn below<T: Copy>(
        u: &Unit,
        block: &[StmtId],
        of: &dyn Fn(StmtId, &StmtKind) -> Option<T>,
        around: &mut Vec<T>,
        out: &mut HashMap<StmtId, Vec<T>>,
    ) {
        for &id in block {
            if !around.is_empty() {
                out.insert(id, around.clone());
            }
            let kind = &u.stmts[id].kind;
            let depth = around.len();
            around.extend(of(id, kind));
            kind.blocks().into_iter().for_each(|inner| below(u, inner, of, around, out));
            around.truncate(depth);
        }
    }
    let mut out = HashMap::new();
    below(u, &u.body, of, &mut Vec::new(), &mut out);
    out
}
