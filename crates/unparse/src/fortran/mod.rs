//! IL to Fortran, fixed and free form.

mod decls;
mod exprs;
mod kept;
mod literals;
mod long_lists;
mod operators;
mod stmts;
mod tape;
mod types;
mod units;

use il::{Directive, Program, ScopeId, SourceForm, Span, UnitId};

use crate::OutputFile;
use crate::cat;
use crate::doc::{Doc, Layout};
use crate::habits::Habits;
use crate::lines::{Lines, Remark};

pub(crate) use exprs::{ends_with_number, expr, is_index_like};

/// What the printing of a name, a keyword or an expression depends on.
#[derive(Clone, Copy)]
pub(crate) struct Context<'a> {
    /// Where symbols are looked up.
    pub program: &'a Program,
    /// The scope names are printed for.
    pub scope: ScopeId,
    /// Keywords in upper case.
    pub upper: bool,
    /// Fixed form.
    pub fixed: bool,
    /// How the file is written.
    pub habits: &'a Habits,
}

impl Context<'_> {
    /// A keyword, given in lower case.
    pub fn kw(&self, word: &str) -> String {
        if self.upper { word.to_ascii_uppercase() } else { word.to_string() }
    }

    /// Arguments, separated as the author does: `a, b` or `a,b`.
    pub fn list(&self, items: impl IntoIterator<Item = Doc>) -> Doc {
        Doc::separated(items, if self.habits.tight_lists { "" } else { " " })
    }

    /// Declared names, separated as the author does.
    pub fn names(&self, items: impl IntoIterator<Item = Doc>) -> Doc {
        Doc::separated(items, if self.habits.tight_names { "" } else { " " })
    }

    /// `inner` in parentheses, with blanks inside them where `wide` says so.
    pub fn parens(&self, wide: bool, inner: Doc) -> Doc {
        if wide { Doc::parens("( ", inner, " )") } else { Doc::parens("(", inner, ")") }
    }

    /// The condition of a statement in parentheses, behind its word: `if (test)`, `IF( TEST )`.
    pub fn condition(&self, word: &str, test: Doc) -> Doc {
        let blank = if self.habits.tight_if { "" } else { " " };
        cat![self.kw(word), blank, self.parens(self.habits.wide_groups, test)]
    }

    /// The sign of an assignment with the blanks that the author leaves around it.
    pub fn equals(&self) -> &'static str {
        if self.habits.tight_assign { "=" } else { " = " }
    }

    /// The name of a symbol as it is known here.
    pub fn name(&self, symbol: il::SymbolId) -> String {
        self.program.name_in(self.scope, symbol).to_string()
    }

    /// The name by which a procedure is called at a place of the source.
    pub fn called(&self, callee: il::SymbolId, span: il::Span) -> String {
        self.program.called_name_in(self.scope, callee, span).to_string()
    }

    /// The name of a derived type as it is known here.
    pub fn type_name(&self, record: il::RecordId) -> &str {
        self.program.record_name_in(self.scope, record).unwrap_or(&self.program.records[record].name)
    }
}

/// A file in the making.
pub(crate) struct Printer<'a> {
    cx: Context<'a>,
    lines: Lines,
    indent: usize,
}

/// Deeper than this nesting moves no statement further to the right.
const DEEPEST_FIXED: usize = 36;
const DEEPEST_FREE: usize = 60;

impl<'a> Printer<'a> {
    fn new(program: &'a Program, scope: ScopeId, output: &'a OutputFile) -> Self {
        let fixed = output.form == SourceForm::Fixed;
        let layout = if fixed { Layout { start: output.habits.continuation, ..Layout::FIXED } } else { Layout::FREE };
        let layout = output.line_length.map_or(layout, |columns| layout.of_length(columns));
        Printer {
            cx: Context { program, scope, upper: output.upper_case, fixed, habits: &output.habits },
            lines: Lines::new(layout, layout.limit),
            indent: 0,
        }
    }

    /// Runs `f` with names looked up in `scope`.
    fn within(&mut self, scope: ScopeId, f: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.cx.scope, scope);
        f(self);
        self.cx.scope = outer;
    }

    /// Runs `f` one step further to the right.
    fn deeper(&mut self, f: impl FnOnce(&mut Self)) {
        let step = self.cx.habits.indent;
        self.indent += step;
        f(self);
        self.indent -= step;
    }

    /// The start of a line: label and indentation.
    fn prefix(&self, label: Option<&str>) -> String {
        let label = label.unwrap_or("");
        if self.cx.fixed {
            format!("{label:>5} {}", " ".repeat(self.indent.min(DEEPEST_FIXED)))
        } else if label.is_empty() {
            " ".repeat(self.indent.min(DEEPEST_FREE))
        } else {
            format!("{:<width$}", format!("{label} "), width = self.indent.min(DEEPEST_FREE))
        }
    }

    /// A statement.
    fn line(&mut self, doc: impl Into<Doc>) {
        let prefix = self.prefix(None);
        self.lines.statement(&prefix, &doc.into(), None);
    }

    /// A statement with its label and the comment on its line.
    fn full_line(&mut self, label: Option<&str>, doc: Doc, trailing: Option<Remark>) {
        let prefix = self.prefix(label);
        self.lines.statement(&prefix, &doc, trailing);
    }

    /// The comment behind what stands at `span`.
    fn remark(&self, span: Span, text: &Option<String>) -> Option<Remark> {
        let alone = |t: &String| self.cx.fixed.then(|| format!("{}{t}", self.cx.habits.comment_sign));
        text.as_ref().map(|t| Remark { alone: alone(t), ..Remark::at(self.cx.program, span, t, format!("!{t}")) })
    }

    /// Comment lines: an empty string is an empty line, preprocessor lines stand at the margin.
    fn comments(&mut self, comments: &[String]) {
        for text in comments {
            if text.is_empty() {
                self.lines.blank();
            } else if text.starts_with('#') {
                self.lines.plain(text.as_str());
            } else if self.cx.fixed {
                let sign = if text.starts_with('$') { '!' } else { self.cx.habits.comment_sign };
                self.lines.plain(format!("{sign}{text}"));
            } else {
                self.lines.plain(format!("{}!{text}", self.prefix(None)));
            }
        }
    }

    /// `$AD` lines.
    fn directives(&mut self, directives: &[Directive]) {
        for d in directives {
            let text = format!("!$AD {} {}", d.name, d.args);
            if self.cx.fixed {
                self.lines.plain(text);
            } else {
                self.lines.plain(format!("{}{text}", self.prefix(None)));
            }
        }
    }
}

/// The text of a whole file.
pub(crate) fn file(program: &Program, output: &OutputFile) -> String {
    let mut p = Printer::new(program, program.global, output);
    // An empty line of the header is an empty comment.
    let header: Vec<String> = output.header.iter().map(|l| if l.is_empty() { " ".into() } else { l.clone() }).collect();
    p.comments(&header);
    for (i, &unit) in output.units.iter().enumerate() {
        if i > 0 {
            p.between_units();
        }
        p.unit(unit);
    }
    p.comments(&output.end_comments);
    p.lines.finish()
}

/// The text of one unit.
pub(crate) fn one_unit(program: &Program, unit: UnitId, output: &OutputFile) -> String {
    let mut p = Printer::new(program, program.units[unit].scope, output);
    p.unit(unit);
    p.lines.finish()
}

/// An expression on one line.
pub(crate) fn one_expr(program: &Program, scope: ScopeId, e: &il::Expr) -> String {
    let habits = Habits::default_for(SourceForm::Free);
    expr(&Context { program, scope, upper: false, fixed: false, habits: &habits }, e).flat()
}
