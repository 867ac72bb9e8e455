//! Patterns of kinds of statements that many treat alike. A match over statements stays one that names each kind, in fewer lines.

/// Statements of the tape.
#[macro_export]
macro_rules! tape {
    () => {
        $crate::StmtKind::Save { .. }
            | $crate::StmtKind::Restore { .. }
            | $crate::StmtKind::SaveControl { .. }
            | $crate::StmtKind::RestoreControl { .. }
    };
}

/// Statements that allocate, release, or give a pointer another target.
#[macro_export]
macro_rules! storage {
    () => {
        $crate::StmtKind::PointerAssign { .. }
            | $crate::StmtKind::Allocate { .. }
            | $crate::StmtKind::Deallocate { .. }
            | $crate::StmtKind::Nullify(_)
    };
}

/// Loops that do not count.
#[macro_export]
macro_rules! uncounted {
    () => {
        $crate::StmtKind::While { .. } | $crate::StmtKind::Until { .. } | $crate::StmtKind::Loop { .. }
    };
}

/// Jumps to one place.
#[macro_export]
macro_rules! jump {
    () => {
        $crate::StmtKind::Exit(_) | $crate::StmtKind::Cycle(_) | $crate::StmtKind::Goto(_)
    };
}

/// Jumps to one of several labels, and what sets those labels.
#[macro_export]
macro_rules! labels {
    () => {
        $crate::StmtKind::ComputedGoto { .. }
            | $crate::StmtKind::AssignLabel { .. }
            | $crate::StmtKind::AssignedGoto { .. }
            | $crate::StmtKind::ArithmeticIf { .. }
    };
}
