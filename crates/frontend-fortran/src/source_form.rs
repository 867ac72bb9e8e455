//! Files that are in the other source form than their names say: nearly all of their lines are wrong, for one reason.

use il::source::{Diagnostic, FileId, Severity, SourceFile, Sources, Span};

use crate::ast::Form;
use crate::lines::Options;
use crate::messages;
use crate::parse::parse_as;
use crate::statements::NoIncludes;

/// How many errors fewer there must be, where the other form has some too.
const FEWER: usize = 4;

/// The one thing to say of a file that was read as `form`, with `said`, and is right in the other form, or nearly so; a line must show it, too. `original`
/// is its text before it was preprocessed, where it was.
pub(crate) fn other(
    sources: &Sources,
    file: FileId,
    original: Option<String>,
    form: Form,
    said: &[Diagnostic],
    options: &Options,
) -> Option<Diagnostic> {
    let is_wrong = |d: &Diagnostic| {
        d.severity == Severity::Error
            && d.span.file == Some(file)
            && matches!(d.code, "RT0101" | "RT0102" | "RT0104" | "RT0106")
    };
    let errors = said.iter().filter(|d| is_wrong(d)).count();
    if errors == 0 {
        return None;
    }
    let text = original.unwrap_or_else(|| sources[file].text.clone());
    let (span, telling) = match form {
        Form::Free => fixed_line(file, &text)?,
        Form::Fixed => free_line(file, &text)?,
    };
    let other = if form == Form::Free { Form::Fixed } else { Form::Free };
    // The same numbers mean the same files; what is included is not looked at.
    let mut alone = Sources::new();
    for (id, s) in sources.iter() {
        let text = if id == file { text.clone() } else { String::new() };
        alone.add(SourceFile { path: s.path.clone(), text });
    }
    let (_, found) = parse_as(other, &mut alone, file, &mut NoIncludes, options);
    let left = found.iter().filter(|d| is_wrong(d)).count();
    (left * FEWER <= errors).then(|| messages::other_form(span, other, telling, options.form.is_some()))
}

/// The first line that no free form has.
pub fn fixed_line(file: FileId, text: &str) -> Option<(Span, &'static str)> {
    let mut goes_on = false;
    for (at, line) in lines(text) {
        let first = line.chars().next().unwrap_or(' ');
        // `C`, and no word that begins with it.
        let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '(' | '%' | '=');
        let marked = matches!(first, 'C' | 'c' | '*') && !line[1..].starts_with(is_word) && !assigns(line);
        if marked {
            return Some((Span::new(file, at, at + line.trim_end().len()), "a comment of fixed form"));
        }
        let continues =
            line.starts_with("     ") && line[5..].starts_with(|c: char| !c.is_whitespace() && c != '0' && c != '!');
        if continues && !goes_on {
            return Some((Span::new(file, at + 5, at + line.trim_end().len()), "a continuation line of fixed form"));
        }
        if !line.trim().is_empty() && !line.trim_start().starts_with('!') {
            goes_on = line.split('!').next().is_some_and(|l| l.trim_end().ends_with('&'));
        }
    }
    None
}

/// `c = 1` is no comment.
fn assigns(line: &str) -> bool {
    line[1..].trim_start().starts_with(['=', '%', '('])
}

/// The first line that no fixed form has.
pub fn free_line(file: FileId, text: &str) -> Option<(Span, &'static str)> {
    lines(text).find_map(|(at, line)| {
        let first = line.chars().next()?;
        if matches!(first, 'C' | 'c' | '*' | '!' | '#' | 'D' | 'd') || line.trim_start().starts_with('!') {
            return None;
        }
        let code = line.split('!').next().unwrap_or(line).trim_end();
        if code.ends_with('&') {
            return Some((Span::new(file, at + code.len() - 1, at + code.len()), "a line of free form that goes on"));
        }
        let field = line.get(..5)?;
        let is_text = !field.contains('\t') && field.contains(|c: char| c.is_alphabetic());
        is_text.then(|| {
            let start = at + line.len() - line.trim_start().len();
            (Span::new(file, start, at + line.trim_end().len()), "a statement in the columns of labels")
        })
    })
}

/// Lines, with where they begin.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    text.split_inclusive('\n').map(move |line| {
        let start = at;
        at += line.len();
        (start, line.trim_end_matches(['\n', '\r']))
    })
}
