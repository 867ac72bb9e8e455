//! Declarations of a file, in the order and grouping of the source.

use il::{Decl, DeclKind, Entity, SymbolId, SymbolKind, Type};

use super::exprs::given;
use super::{Context, Printer, types};
use crate::cat;
use crate::doc::Doc;
use crate::lines::Remark;

impl Printer<'_> {
    /// Declarations in order.
    pub(super) fn decls(&mut self, decls: &[Decl]) {
        let mut is_for_c = false;
        // A file of one function shows no habit: what is not between functions has its blank line always.
        let mut follows_function = false;
        let outer = self.cx.at;
        for d in decls {
            // What we made stands behind what is of the user's file.
            if self.indent == 0 && d.span.file.is_some() {
                self.cx.at = Some(d.span);
            }
            let made = matches!(d.kind, DeclKind::Prototype(_)) && d.span.file.is_none();
            if is_for_c != (made && self.cx.habits.calls_ahead) {
                is_for_c = !is_for_c;
                self.directive(if is_for_c { "#ifndef __cplusplus" } else { "#endif" }, None);
            }
            if let DeclKind::Unit(unit) = d.kind {
                if self.cx.program.units[unit].stands_for_pointer() {
                    continue;
                }
                // The comments before a function are its own, or those of its place: never both.
                let own = &self.cx.program.units[unit];
                if self.cx.habits.blank_between_units || !follows_function {
                    self.lines.blank();
                }
                follows_function = true;
                if own.comments.is_empty() {
                    self.comments(&d.comments);
                }
                self.unit(unit);
                continue;
            }
            follows_function = false;
            // Structures we made stand apart like those of the user; those in a function are read without the lines between them.
            if matches!(d.kind, DeclKind::Record(_)) && d.span.file.is_none() && self.indent == 0 {
                self.lines.blank();
            }
            self.comments(&d.comments);
            self.directives(&d.directives);
            self.decl(d);
        }
        self.cx.at = outer;
        if is_for_c {
            self.directive("#endif", None);
        }
    }

    /// One declaration, without the lines between it and others.
    pub(super) fn decl(&mut self, d: &Decl) {
        let cx = self.cx;
        let doc = match &d.kind {
            DeclKind::Variables { spelling, entities, .. } => {
                let list = Doc::list(entities.iter().map(|e| entity(&cx, e, spelling))).nest(0);
                cat![spelling.as_str(), " ", list, ";"]
            }
            DeclKind::Record(id) => return self.record(*id, self.remark(d.span, &d.trailing)),
            DeclKind::Typedef(symbol) => {
                let SymbolKind::Typedef(ty) = &cx.program.symbols[*symbol].kind else { return };
                // The name of a structure's own typedef stands in its definition.
                if let Type::Record(id) = ty
                    && cx.program.records[*id].spelling == cx.program.symbols[*symbol].name
                {
                    return;
                }
                Doc::text(format!("typedef {};", types::declaration(&cx, ty, false, &cx.name(*symbol))))
            }
            DeclKind::Prototype(symbol) => {
                let unit = cx.program.procedure(*symbol).and_then(|p| p.unit);
                if unit.is_some_and(|u| cx.program.units[u].stands_for_pointer()) {
                    return;
                }
                self.prototype(*symbol)
            }
            DeclKind::Include(text) => {
                return self.directive(&format!("#include {text}"), self.remark(d.span, &d.trailing));
            }
            DeclKind::Enum { text, .. } | DeclKind::Opaque { text, .. } | DeclKind::Error(text) => {
                return self.kept_lines(text, self.remark(d.span, &d.trailing));
            }
            DeclKind::Unit(unit) => return self.unit(*unit),
            // Fortran's own.
            DeclKind::Use { .. }
            | DeclKind::Implicit(_)
            | DeclKind::Parameter(_)
            | DeclKind::Dimension(_)
            | DeclKind::Common { .. }
            | DeclKind::Equivalence(_)
            | DeclKind::Save { .. }
            | DeclKind::Data(_)
            | DeclKind::External(_)
            | DeclKind::Intrinsic(_)
            | DeclKind::Attribute { .. }
            | DeclKind::Interface { .. } => return,
        };
        self.full_line(doc, self.remark(d.span, &d.trailing));
    }

    /// A preprocessor line stands at the margin.
    pub(super) fn directive(&mut self, text: &str, trailing: Option<Remark>) {
        self.lines.statement("", &Doc::text(text), trailing);
    }

    /// Kept text: its lines keep their places relative to the first; a semicolon is added where one is missing.
    pub(super) fn kept_lines(&mut self, text: &str, trailing: Option<Remark>) {
        let text = text.trim();
        let prefix = self.prefix();
        if text.starts_with('#') {
            // Lines that the preprocessor joined are broken where ours are.
            match text.strip_prefix("#pragma omp ") {
                Some(words) if trailing.is_none() && text.len() > 84 && !text.contains('\n') => {
                    return self.openmp(&crate::parallel::clauses(words));
                }
                _ => {}
            }
            let mut lines = text.lines();
            self.directive(lines.next().unwrap_or(""), trailing);
            lines.for_each(|line| self.lines.plain(line));
            return;
        }
        let needs = !text.is_empty() && !text.ends_with([';', '}', ':']);
        let count = text.lines().count();
        for (i, line) in text.lines().enumerate() {
            let last = i + 1 == count;
            let end = if last && needs { ";" } else { "" };
            let shown = if i == 0 { format!("{prefix}{line}{end}") } else { format!("{line}{end}") };
            let comment = trailing.clone().filter(|_| last);
            self.lines.statement("", &Doc::text(shown), comment);
        }
    }

    fn prototype(&self, symbol: SymbolId) -> Doc {
        let cx = self.cx;
        let unit = cx.program.procedure(symbol).and_then(|p| p.unit);
        match unit {
            Some(unit) => cat![self.function_head(&cx.program.units[unit]), ";"],
            None => {
                let (base, declarator) = types::variable(&cx, symbol);
                // Declared as `double f();`, which says nothing of its arguments.
                Doc::text(format!("{base} {declarator}();"))
            }
        }
    }
}

/// A declarator with its initial value. The base type stands in `spelling`.
fn entity(cx: &Context, e: &Entity, spelling: &str) -> Doc {
    let (base, declarator) = types::variable(cx, e.symbol);
    // A base that the spelling does not end with is part of kept text: print all of it there.
    let declarator = if base.is_empty() || !declarator.starts_with('(') || spelling.ends_with(&base) {
        declarator
    } else {
        declarator.trim_start_matches(&base).trim_start().to_string()
    };
    let init = cx.program.variable(e.symbol).and_then(|v| v.init.as_ref()).filter(|_| e.init);
    match init {
        Some(value) => cat![declarator, " ", given(cx, value)],
        None => declarator.into(),
    }
}
