//! The text of directives of OpenMP and OpenACC is left out of derivatives, and that is said, but where the directives were read and are in the loops
//! themselves ([`il::Parallel`]). What is private and what is reduced would have to be said of derivatives and temporaries as well, and adjoints add to
//! what iterations only read: a race is worse than a serial loop.
//! Other pragmas are left out too: they are said of the statement that follows, and here others follow.

use il::{Diagnostic, StmtKind, UnitId};

use super::World;
use crate::prepare::parallel_loops::So;

impl World<'_> {
    /// Takes the directives and pragmas out of `unit`, a derivative of `original`.
    pub(super) fn make_serial(&mut self, original: UnitId, unit: UnitId) {
        let (mut found, others) = (false, std::cell::Cell::new(false));
        let see = |text: &str| others.set(others.get() || is_parallel(text) && !is_openmp(text));
        let mut drop = |comments: &mut Vec<String>| {
            let before = comments.len();
            comments.iter().for_each(|c| see(c));
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
                see(text);
                pragmas.push((id, is_parallel(text)));
            }
        }
        for (id, parallel) in pragmas {
            found |= parallel;
            u.stmts[id].kind = StmtKind::Nop;
        }
        let of = self.variants.original.get(&original).copied().unwrap_or(original);
        let trouble = self.unread_directives.units.get(&of).cloned();
        let name = self.source.units[original].name.clone();
        if let Some(t) = &trouble
            && t.so == So::Wrong
        {
            let said = format!("the derivative of `{name}` would run on one thread, and so not do what `{name}` does");
            self.report(Diagnostic::error("RT0424", t.span, said).note(format!("not handled: {}", t.what)));
            return;
        }
        for t in self.unread_directives.loops.get(&of).cloned().unwrap_or_default() {
            let said = format!("a parallel loop of `{name}` is serial in derivatives");
            self.report(Diagnostic::warning("RT0424", t.span, said).note(format!("not handled: {}", t.what)));
        }
        if !found || self.request.parallel.is_some() && trouble.is_none() && !others.get() {
            return;
        }
        let said = format!("directives for parallel execution of `{name}` are not in its derivative, which is serial");
        let note = match &trouble {
            Some(t) if self.request.parallel.is_some() => format!("not handled: {}", t.what),
            _ if others.get() => "directives of OpenACC are not read".to_string(),
            _ if let Some(s) = self.unread_directives.owned.get(&of) => {
                let s = &self.source.symbols[*s].name;
                format!(
                    "without -openmp directives are comments, and the private `{s}` has the last iteration's value behind its loop"
                )
            }
            _ => "-openmp makes derivatives of parallel loops parallel".to_string(),
        };
        let span = match &trouble {
            Some(t) if self.request.parallel.is_some() => t.span,
            _ => self.source.units[original].span,
        };
        self.report(Diagnostic::warning("RT0424", span, said).note(note));
    }
}

/// Whether a directive is one of OpenMP.
fn is_openmp(text: &str) -> bool {
    !text.to_ascii_lowercase().contains("acc") || text.to_ascii_lowercase().contains("omp")
}

/// Whether a comment or kept text is a directive of OpenMP or OpenACC.
fn is_parallel(text: &str) -> bool {
    let text = text.trim_start().to_ascii_lowercase();
    let text = text.strip_prefix('!').unwrap_or(&text);
    let pragma = il::stmt::pragma(text).and_then(|words| words.split_whitespace().next());
    ["$omp", "$acc"].iter().any(|w| text.starts_with(w)) || pragma.is_some_and(|w| w == "omp" || w == "acc")
}
