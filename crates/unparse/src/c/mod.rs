//! IL to C.

mod blocks;
mod decls;
mod exprs;
mod interface;
mod literals;
mod records;
mod stmts;
mod tape;
mod types;
mod units;

use std::collections::BTreeSet;

use il::{Directive, Expr, Program, RecordId, ScopeId, SourceForm, Span, SymbolId, UnitId};

use crate::OutputFile;
use crate::doc::{Doc, Layout};
use crate::habits::Habits;
use crate::lines::{Lines, Remark};

/// What the printing of a name or an expression depends on.
#[derive(Clone, Copy)]
pub(crate) struct Context<'a> {
    /// Where symbols are looked up.
    pub program: &'a Program,
    /// The scope names are printed for.
    pub scope: ScopeId,
    /// How the file is written.
    pub habits: &'a Habits,
    /// The structure being defined: inside it only its tag is known.
    pub inside: Option<RecordId>,
    /// The declaration of the file that is printed.
    pub at: Option<Span>,
    /// The variable being declared: it hides nothing in front of itself.
    pub declares: Option<SymbolId>,
}

impl Context<'_> {
    /// The name of a symbol as it is known here.
    pub fn name(&self, symbol: SymbolId) -> String {
        self.program.name_in(self.scope, symbol).to_string()
    }

    /// The imaginary unit: `I`, unless the program means something else by that (C11 7.3.1p4 lets it).
    pub fn imaginary_unit(&self) -> &'static str {
        if self.program.lookup(self.scope, "I").is_some() { "_Complex_I" } else { "I" }
    }
}

/// A loop or switch around the statement being printed.
struct Breakable {
    name: Option<String>,
    is_loop: bool,
    /// Labels that jumps out of inner constructs need: at its end, and behind it.
    next: Option<String>,
    end: Option<String>,
}

/// A file in the making.
pub(crate) struct Printer<'a> {
    cx: Context<'a>,
    lines: Lines,
    indent: usize,
    around: Vec<Breakable>,
    /// Numbers the labels made for jumps that C has no word for.
    labels: usize,
    /// Headers that the file includes already.
    included: &'a BTreeSet<String>,
    /// Structures that the file defines already.
    defined: &'a BTreeSet<RecordId>,
    /// Whether it is a header, which has no lines of the user's file.
    is_header: bool,
}

/// Deeper than this nesting moves no statement further to the right.
const DEEPEST: usize = 64;

impl<'a> Printer<'a> {
    fn new(program: &'a Program, scope: ScopeId, output: &'a OutputFile) -> Self {
        Printer {
            cx: Context { program, scope, habits: &output.habits, inside: None, at: None, declares: None },
            lines: match output.line_length {
                Some(columns) => Lines::new(Layout { width: columns, ..Layout::C }, columns),
                None => Lines::new(Layout::C, Layout::C.width + 20),
            },
            indent: 0,
            around: Vec::new(),
            labels: 0,
            included: &output.included,
            defined: &output.defined,
            is_header: false,
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

    fn prefix(&self) -> String {
        " ".repeat(self.indent.min(DEEPEST))
    }

    /// A line.
    fn line(&mut self, doc: impl Into<Doc>) {
        self.full_line(doc, None);
    }

    /// A line with the comment behind it.
    fn full_line(&mut self, doc: impl Into<Doc>, trailing: Option<Remark>) {
        let prefix = self.prefix();
        self.lines.statement(&prefix, &doc.into(), trailing);
    }

    /// The comment behind what stands at `span`.
    fn remark(&self, span: Span, text: &Option<String>) -> Option<Remark> {
        text.as_ref().map(|t| Remark::at(self.cx.program, span, t, delimited(t)))
    }

    /// Comment lines: an empty string is an empty line; text without its own delimiters gets some.
    fn comments(&mut self, comments: &[String]) {
        let prefix = self.prefix();
        for text in comments {
            if text.is_empty() {
                self.lines.blank();
                continue;
            }
            // A macro of a function's own.
            if text.starts_with('#') {
                text.lines().for_each(|line| self.lines.plain(line));
                continue;
            }
            let shown = delimited(text);
            let mut lines = shown.lines();
            if let Some(first) = lines.next() {
                self.lines.plain(format!("{prefix}{}", first.trim_start()));
            }
            // The other lines keep their places relative to the first, which stood at one of the levels of nesting.
            let rest: Vec<&str> = lines.collect();
            let margin = rest.iter().filter(|l| !l.trim().is_empty()).map(|l| l.len() - l.trim_start().len()).min();
            let margin = margin.unwrap_or(0);
            let here = prefix.len();
            let step = self.cx.habits.indent.max(1);
            let stood = if (here..here + 4).contains(&margin) { here } else { margin / step * step };
            for line in rest {
                let blanks = line.len() - line.trim_start().len();
                self.lines.plain(format!("{}{}", " ".repeat((blanks + here).saturating_sub(stood)), line.trim_start()));
            }
        }
    }

    /// `$AD` lines.
    fn directives(&mut self, directives: &[Directive]) {
        for d in directives {
            let text = format!("{}/* $AD {} {}", self.prefix(), d.name, d.args);
            self.lines.plain(format!("{} */", text.trim_end()));
        }
    }
}

/// A comment with its delimiters.
fn delimited(text: &str) -> String {
    let trimmed = text.trim_start();
    if trimmed.starts_with("//") || trimmed.starts_with("/*") {
        trimmed.to_string()
    } else if text.starts_with('\n') {
        // Signs on lines of their own.
        format!("/*{}*/", text.replace("*/", "* /"))
    } else {
        format!("/* {} */", text.trim().replace("*/", "* /"))
    }
}

pub(crate) use interface::interface;

/// The text of a whole file.
pub(crate) fn file(program: &Program, output: &OutputFile) -> String {
    let mut p = Printer::new(program, program.global_c, output);
    p.header(&output.header);
    for &unit in &output.units {
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
pub(crate) fn one_expr(program: &Program, scope: ScopeId, e: &Expr) -> String {
    let habits = Habits::default_for(SourceForm::C);
    exprs::expr(&Context { program, scope, habits: &habits, inside: None, at: None, declares: None }, e).flat()
}
