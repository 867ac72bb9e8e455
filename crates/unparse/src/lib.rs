//! IL to Fortran and C.
//!
//! [`unparse`] prints a whole file, [`unparse_unit`] one unit. What an [`OutputFile`] looks like (form, case of keywords,
//! indentation, operators) follows the input it is made from: [`OutputFile::of_input`].
//!
//! - A statement is a [`doc::Doc`]: the document printer decides where it is broken; the languages only say where it may be.
//! - `unparse ∘ parse` is a fixed point: what is printed parses again and prints the same.
//! - Names print as they are known in the scope at hand (USE renames).
//! - Comments are strings without comment signs; an empty string is an empty line.
//!
//! This crate knows `il` only. It reads no file and never fails: a program that does not verify is a bug of its maker.

mod c;
mod digits;
pub mod doc;
mod fortran;
pub mod habits;
pub mod kit;
mod lines;
mod parallel;
pub mod runtime;
pub mod tape;

use std::collections::{BTreeMap, BTreeSet};

use il::{Expr, Input, Language, Program, RecordId, ScopeId, SourceForm, UnitId};

use habits::Habits;

/// A file to print.
#[derive(Clone, Debug)]
pub struct OutputFile {
    /// How it is laid out.
    pub form: SourceForm,
    /// Its top-level units in order (C: one unit of kind `File`).
    pub units: Vec<UnitId>,
    /// Comment lines at the top, without comment signs.
    pub header: Vec<String>,
    /// Comment lines after the last unit.
    pub end_comments: Vec<String>,
    /// C: headers that what stands before this in the file includes. They are not included again: not all of them can be.
    pub included: BTreeSet<String>,
    /// C: structures that what stands before this in the file defines, such as derivative types that several sources have in common.
    pub defined: BTreeSet<RecordId>,
    /// Fortran: keywords in upper case.
    pub upper_case: bool,
    /// How the author of the input writes.
    pub habits: Habits,
    /// The last column of its lines, where that is asked for.
    pub line_length: Option<usize>,
}

impl OutputFile {
    /// An empty file of that form, in its default style.
    pub fn new(form: SourceForm) -> Self {
        OutputFile {
            form,
            units: Vec::new(),
            header: Vec::new(),
            end_comments: Vec::new(),
            included: BTreeSet::new(),
            defined: BTreeSet::new(),
            upper_case: false,
            habits: Habits::default_for(form),
            line_length: None,
        }
    }

    /// The input itself: its units, in its style.
    pub fn of_input(program: &Program, input: &Input) -> Self {
        OutputFile {
            units: input.units.clone(),
            end_comments: input.end_comments.clone(),
            ..Self::like(program, input)
        }
    }

    /// An empty file in the style of an input.
    pub fn like(program: &Program, input: &Input) -> Self {
        OutputFile { upper_case: input.upper_case, habits: Habits::of_input(program, input), ..Self::new(input.form) }
    }
}

/// The text of a file.
pub fn unparse(program: &Program, output: &OutputFile) -> String {
    match output.form {
        SourceForm::Fixed | SourceForm::Free => fortran::file(program, output),
        SourceForm::C => c::file(program, output),
    }
}

/// The headers that the units of a file of C include once: what is included several times, with other macros each time, is not among them.
pub fn included(program: &Program, output: &OutputFile) -> BTreeSet<String> {
    let mut times: BTreeMap<&str, usize> = BTreeMap::new();
    for decl in output.units.iter().flat_map(|u| &program.units[*u].decls) {
        if let il::DeclKind::Include(text) = &decl.kind {
            *times.entry(text).or_default() += 1;
        }
    }
    times.into_iter().filter(|(_, n)| *n == 1).map(|(text, _)| text.to_string()).collect()
}

/// The structures that the units of a file of C define.
pub fn defined(program: &Program, output: &OutputFile) -> BTreeSet<RecordId> {
    let decls = output.units.iter().flat_map(|u| &program.units[*u].decls);
    decls.filter_map(|d| if let il::DeclKind::Record(r) = d.kind { Some(r) } else { None }).collect()
}

/// The text of the header, called `name`, of generated C files; `None` when nobody else can use what is in them.
pub fn interface(program: &Program, output: &OutputFile, name: &str) -> Option<String> {
    (output.form == SourceForm::C).then(|| c::interface(program, output, name)).flatten()
}

/// The text of one unit, in the style of `output` (whose units do not matter).
pub fn unparse_unit(program: &Program, unit: UnitId, output: &OutputFile) -> String {
    match output.form {
        SourceForm::Fixed | SourceForm::Free => fortran::one_unit(program, unit, output),
        SourceForm::C => c::one_unit(program, unit, output),
    }
}

/// An expression on one line, with names as known in `scope`: for messages and dumps.
pub fn unparse_expr(program: &Program, scope: ScopeId, language: Language, e: &Expr) -> String {
    match language {
        Language::Fortran => fortran::one_expr(program, scope, e),
        Language::C => c::one_expr(program, scope, e),
    }
}

/// In kept text: the first `{k}` with `k < count`: text before, `k`, text after.
pub(crate) fn placeholder(text: &str, count: usize) -> Option<(&str, usize, &str)> {
    let mut from = 0;
    while let Some(open) = text[from..].find('{') {
        let open = from + open;
        let close = open + text[open..].find('}')?;
        if let Ok(k) = text[open + 1..close].parse::<usize>()
            && k < count
        {
            return Some((&text[..open], k, &text[close + 1..]));
        }
        from = open + 1;
    }
    None
}
