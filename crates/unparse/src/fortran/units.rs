//! Program units: header, declarations, body, contained units, END.

use il::{Prefix, Unit, UnitId, UnitKind};

use super::Printer;
use crate::cat;
use crate::doc::Doc;

impl Printer<'_> {
    /// A unit with all that it contains.
    pub(super) fn unit(&mut self, id: UnitId) {
        let program = self.cx.program;
        let unit = &program.units[id];
        self.comments(&unit.comments);
        self.directives(&unit.directives);
        self.within(unit.scope, |p| {
            let titled = !matches!(unit.kind, UnitKind::Program { named: false });
            if titled {
                let title = p.title(unit);
                p.line(title);
            }
            let indent = p.indent;
            p.indent += p.cx.habits.unit_indent;
            p.decls(&unit.decls);
            p.block(unit, &unit.body);
            let children: Vec<UnitId> =
                unit.children.iter().copied().filter(|c| is_printed(&program.units[*c])).collect();
            // Comments before CONTAINS and before END are one list: of two empty lines the second is that of END.
            let mut comments = unit.end_comments.as_slice();
            let mut blank_end = false;
            if let ([before @ .., last], false) = (comments, children.is_empty())
                && last.is_empty()
                && before.iter().any(|c| c.is_empty())
            {
                (comments, blank_end) = (before, true);
            }
            p.comments(comments);
            p.indent = indent;
            if !children.is_empty() {
                p.line(p.cx.kw("contains"));
                p.indent += p.cx.habits.contains_indent;
                for child in children {
                    p.between_units();
                    p.unit(child);
                }
                p.indent = indent;
            }
            if blank_end {
                p.lines.blank();
            }
            let end = p.end(unit);
            p.line(end);
        });
    }

    /// The empty line between units, where the author leaves one.
    pub(super) fn between_units(&mut self) {
        if self.cx.habits.blank_between_units {
            self.lines.blank();
        }
    }

    /// The first line.
    fn title(&self, unit: &Unit) -> Doc {
        let cx = self.cx;
        let mut words = Vec::new();
        for prefix in &unit.prefixes {
            words.push(match prefix {
                Prefix::Pure => cx.kw("pure"),
                Prefix::Elemental => cx.kw("elemental"),
                Prefix::Impure => cx.kw("impure"),
                Prefix::Recursive => cx.kw("recursive"),
                Prefix::NonRecursive => cx.kw("non_recursive"),
                Prefix::Module => cx.kw("module"),
                Prefix::Other(text) => text.clone(),
                // C's own.
                Prefix::Static | Prefix::Inline => continue,
            });
        }
        let mut suffix = String::new();
        if let UnitKind::Function { type_prefix, explicit, result } = &unit.kind {
            let ty = cx.program.symbol_type(*result);
            words.extend(type_prefix.as_ref().map(|spelling| super::types::written(&cx, spelling, ty)));
            if *explicit {
                suffix = format!(" {}({})", cx.kw("result"), cx.name(*result));
            }
        }
        let word = match &unit.kind {
            UnitKind::Submodule(parent) => format!("{} ({parent})", cx.kw("submodule")),
            kind => cx.kw(keyword(kind)),
        };
        words.push(word);
        words.push(unit.name.clone());
        if let Some(text) = &unit.suffix {
            suffix = format!("{suffix} {text}");
        }
        let dummies = match &unit.kind {
            UnitKind::Subroutine | UnitKind::Function { .. } => {
                let mut names = Vec::new();
                for i in 0..=unit.params.len() {
                    names.extend(unit.alternate_params.iter().filter(|a| **a == i).map(|_| Doc::text("*")));
                    names.extend(unit.params.get(i).map(|s| Doc::from(cx.name(*s))));
                }
                let bare = names.is_empty()
                    && unit.kind == UnitKind::Subroutine
                    && !cx.habits.empty_parens
                    && suffix.is_empty();
                let wide = cx.habits.wide_calls && !names.is_empty();
                if bare { Doc::NIL } else { cx.parens(wide, cx.list(names)) }
            }
            _ => Doc::NIL,
        };
        cat![words.join(" "), dummies, suffix]
    }

    /// The last line.
    fn end(&self, unit: &Unit) -> String {
        let cx = self.cx;
        let named = !matches!(unit.kind, UnitKind::Program { named: false }) && !unit.name.is_empty();
        let must_name = unit.is_interface
            || unit.parent.is_some()
            || matches!(unit.kind, UnitKind::Module | UnitKind::Submodule(_));
        let end = cx.kw("end");
        if !named || cx.habits.bare_end && !must_name {
            return end;
        }
        format!("{end} {} {}", cx.kw(keyword(&unit.kind)), unit.name)
    }
}

/// What is contained in a unit and stands in its text: interface bodies are declarations, and what stands for a binding has no text.
fn is_printed(unit: &Unit) -> bool {
    !unit.is_interface && unit.binding.as_ref().is_none_or(|b| !b.dispatches)
}

fn keyword(kind: &UnitKind) -> &'static str {
    match kind {
        UnitKind::Program { .. } => "program",
        UnitKind::Subroutine => "subroutine",
        UnitKind::Function { .. } => "function",
        UnitKind::Module | UnitKind::File => "module",
        UnitKind::Submodule(_) => "submodule",
        UnitKind::BlockData => "block data",
    }
}
