//! Derivatives are serial: directives of OpenMP and OpenACC are left out, and that is said. What is private and what is reduced would have to be said
//! of derivatives and temporaries as well, adjoints add to what iterations only read, and there is one tape: a race is worse than a serial loop.
//! Other pragmas are left out too: they are said of the statement that follows, and here others follow.

use il::{Diagnostic, StmtKind, UnitId};

use super::World;

impl World<'_> {
    /// Takes the directives and pragmas out of `unit`, a derivative of `original`.
    pub(super) fn make_serial(&mut self, original: UnitId, unit: UnitId) {
        let mut found = false;
        let mut drop = |comments: &mut Vec<String>| {
            let before = comments.len();
            comments.retain(|c| !is_parallel(c));
            found |= comments.len() != before;
        };
        let u = &mut self.out.units[unit];
        drop(&mut u.end_comments);
        u.decls.iter_mut().for_each(|d| drop(&mut d.comments));
        let mut pragmas = Vec::new();
        for (id, stmt) in u.stmts.iter_mut() {
            drop(&mut stmt.comments);
            if let StmtKind::Opaque { text, .. } = &stmt.kind
                && (is_parallel(text) || il::stmt::pragma(text).is_some())
            {
                pragmas.push((id, is_parallel(text)));
            }
        }
        for (id, parallel) in pragmas {
            found |= parallel;
            u.stmts[id].kind = StmtKind::Nop;
        }
        if !found {
            return;
        }
        let original = &self.source.units[original];
        let said = format!(
            "directives for parallel execution of `{}` are not in its derivative, which is serial",
            original.name
        );
        let warning = Diagnostic::warning("RT0424", original.span, said);
        self.report(warning.note("add them to the generated code, with derivatives and temporaries in their clauses"));
    }
}

/// Whether a comment or kept text is a directive of OpenMP or OpenACC.
fn is_parallel(text: &str) -> bool {
    let text = text.trim_start().to_ascii_lowercase();
    let text = text.strip_prefix('!').unwrap_or(&text);
    let pragma = il::stmt::pragma(text).and_then(|words| words.split_whitespace().next());
    ["$omp", "$acc"].iter().any(|w| text.starts_with(w)) || pragma.is_some_and(|w| w == "omp" || w == "acc")
}
