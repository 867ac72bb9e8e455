//! The traditional C preprocessor, as Fortran compilers run it on `.F90`: text to text, before columns or `&` mean anything.
//!
//! | file | knows |
//! | --- | --- |
//! | `mod` | directives, what is skipped, what is included |
//! | `macros` | `#define`, and how a line is expanded |
//! | `condition` | the expressions of `#if` |
//!
//! The result has the lines of the user's file one for one, so that whatever points into it points to the user's line: a directive stays,
//! marked as obeyed, a skipped line leaves [`NOTHING`]; `statements` follows the lines of an `#include`, which [`included`] understands.
//! Macros that Fortran compilers define by themselves (`__GFORTRAN__`) are not: the tool is no compiler, `-D` says what holds.

use std::borrow::Cow;
use std::collections::BTreeMap;

use il::arena::Id;
use il::source::{Diagnostic, FileId, Sources, Span};

use crate::lines::FIXED_WIDTH;
use crate::messages;
use crate::statements::Loader;

mod condition;
mod macros;

pub use macros::Macro;

/// What stands in the place of a line that was skipped. `lines` drops it.
pub const NOTHING: &str = "#";

/// What ends a directive that was obeyed: nobody sees it, so that messages show the user's own line.
const OBEYED: char = '\u{2060}';

/// What ends a line that was not too long for fixed form before its macros were replaced: it has no last column.
pub const WIDE: char = '\u{2061}';

/// What ends an `#include` of a file that is not found, and that a description knows.
const DESCRIBED: char = '\u{2062}';

/// The bits of the number of an included file behind [`OBEYED`], as unseen.
const BITS: [char; 2] = ['\u{200b}', '\u{200c}'];

/// A directive that was obeyed, with the file that it includes.
pub fn obeyed(line: &str, included: Option<FileId>) -> String {
    let bits = included.map_or(String::new(), |file| format!("{:b}", file.index()));
    let bits = bits.chars().map(|bit| BITS[usize::from(bit == '1')]);
    line.chars().chain([OBEYED]).chain(bits).collect()
}

/// Whether a line of the preprocessed text says nothing: it was skipped, or obeyed and includes nothing.
pub fn is_nothing(line: &str) -> bool {
    line == NOTHING || line.starts_with('#') && line.ends_with(OBEYED)
}

/// A line as the user wrote it: without what preprocessing puts behind it.
pub fn without_marks(line: &str) -> &str {
    line.find([OBEYED, WIDE]).map_or(line, |at| &line[..at])
}

/// The file that the preprocessed line `line` includes.
pub fn included(line: &str) -> Option<FileId> {
    let (_, bits) = line.strip_prefix('#')?.rsplit_once(OBEYED)?;
    let bits: Option<String> =
        bits.chars().map(|c| BITS.iter().position(|b| *b == c).map(|b| if b == 1 { '1' } else { '0' })).collect();
    usize::from_str_radix(&bits?, 2).ok().map(FileId::from_index)
}

/// The name of the file that the preprocessed line `line` includes, where it is not there and a description says what it declares.
pub fn described(line: &str) -> Option<&str> {
    let directive = line.strip_prefix('#')?.strip_suffix(DESCRIBED)?;
    let (_, name) = directive.split_once(['"', '<', '\''])?;
    name.split(['"', '>', '\'']).next()
}

/// How deep `#include` may nest.
const MAX_DEPTH: usize = 64;

/// Macros given on the command line: `-D` and `-U`, in their order.
#[derive(Clone, Debug, Default)]
pub struct Definitions {
    /// `NAME` or `NAME=value` (defined), or a name alone with `false` (undefined).
    pub list: Vec<(String, bool)>,
}

/// Whether the text of `path` goes through the preprocessor: compilers decide by a capital extension; a directive decides too.
pub fn wanted(path: &str, text: &str) -> bool {
    let extension = path.rsplit('.').next().unwrap_or("");
    let capital = extension.starts_with('F') || extension.eq_ignore_ascii_case("fpp");
    capital && text.contains('#')
        || capital && text.contains("__")
        || text.lines().any(|line| directive(line).is_some())
}

/// The word and the rest of a directive; a lone `#` has an empty word.
fn directive(line: &str) -> Option<(&str, &str)> {
    let body = line.trim_end().strip_prefix('#')?.trim_start();
    let end = body.find(|c: char| !c.is_ascii_alphabetic() && c != '_').unwrap_or(body.len());
    let word = &body[..end];
    let known = [
        "define", "undef", "include", "if", "ifdef", "ifndef", "elif", "else", "endif", "error", "warning", "line",
        "pragma", "ident",
    ];
    (body.is_empty() || known.contains(&word) || body.starts_with(|c: char| c.is_ascii_digit()))
        .then_some((word, body[end..].trim()))
}

/// Whether `text` is what [`preprocess`] leaves of a text with directives.
pub fn was_preprocessed(text: &str) -> bool {
    text.lines().any(|line| is_nothing(line) || included(line).is_some())
}

/// Preprocesses `file` in place. Returns what went wrong.
pub fn preprocess(
    sources: &mut Sources,
    file: FileId,
    loader: &mut dyn Loader,
    definitions: &Definitions,
) -> Vec<Diagnostic> {
    let mut macros = BTreeMap::new();
    for (text, defined) in &definitions.list {
        let (name, value) = text.split_once('=').unwrap_or((text, "1"));
        match (defined, Macro::parse(&format!("{name} {value}"))) {
            (true, Some((name, made))) => drop(macros.insert(name, made)),
            _ => drop(macros.remove(name)),
        }
    }
    let mut run = Run { macros, loader, diagnostics: Vec::new(), depth: 0, described: false };
    run.file(sources, file);
    run.diagnostics
}

struct Run<'a> {
    macros: BTreeMap<String, Macro>,
    loader: &'a mut dyn Loader,
    diagnostics: Vec<Diagnostic>,
    depth: usize,
    /// The directive before includes what is not there, but described.
    described: bool,
}

/// An `#if` that is open.
struct Level {
    /// Where.
    opened: Span,
    /// Lines are taken.
    taking: bool,
    /// A branch was taken, or none may be: the whole `#if` is skipped.
    done: bool,
    /// `#else` was seen.
    last: bool,
}

impl Run<'_> {
    fn file(&mut self, sources: &mut Sources, file: FileId) {
        let text = std::mem::take(&mut sources[file].text);
        let path = sources[file].path.clone();
        let mut out = String::with_capacity(text.len());
        let mut levels: Vec<Level> = Vec::new();
        let mut comment = false;
        let mut start = 0;
        let mut number = 0;
        while start < text.len() {
            // One line, or several if a directive ends in a backslash.
            let mut end = line_end(&text, start);
            let mut count = 1;
            let is_directive = !comment && text[start..].starts_with('#') && directive(&text[start..end]).is_some();
            while is_directive && text[start..end].trim_end_matches(['\n', '\r']).ends_with('\\') && end < text.len() {
                end = line_end(&text, end);
                count += 1;
            }
            let line = text[start..end].trim_end_matches(['\n', '\r']);
            let span = Span::new(file, start, start + line.len());
            let taking = levels.iter().all(|level| level.taking);
            number += 1;
            if is_directive {
                let joined = line.replace("\\\r\n", " ").replace("\\\n", " ");
                let (word, rest) = directive(&joined).unwrap_or(("", ""));
                let place = Place { path: &path, line: number, span, file };
                let includes = self.directive(sources, word, rest, &mut levels, &place);
                out += &obeyed(line.lines().next().unwrap_or(line), includes);
                if std::mem::take(&mut self.described) {
                    out.push(DESCRIBED);
                }
            } else if !taking {
                out += NOTHING;
            } else {
                let place = macros::Where { path: &path, line: number };
                let mut visible = macros::without_c_comments(line, &mut comment);
                let mut expanded = String::new();
                // The arguments of a macro may go on in continuation lines.
                while macros::expand(&self.macros, &visible, &place, &mut expanded) {
                    let next_end = line_end(&text, end);
                    let next = text[end..next_end].trim_end_matches(['\n', '\r']);
                    let next = macros::without_c_comments(next, &mut comment);
                    let Some(joined) = macros::continued(&visible, &next) else {
                        let said = "the arguments of a macro do not end in this statement: it is not replaced";
                        self.diagnostics.push(Diagnostic::warning("RT0103", span, said));
                        break;
                    };
                    visible = Cow::Owned(joined);
                    expanded.clear();
                    end = next_end;
                    count += 1;
                }
                let grew = expanded.chars().count() > FIXED_WIDTH && line.chars().count() <= FIXED_WIDTH;
                out += &expanded;
                if grew || count > 1 {
                    out.push(WIDE);
                }
            }
            out.push('\n');
            for _ in 1..count {
                out += NOTHING;
                out.push('\n');
            }
            number += count - 1;
            start = end;
        }
        for level in levels {
            self.diagnostics.push(messages::preprocessing(level.opened, "this #if has no #endif"));
        }
        // Messages of this run point to the user's directives, which are lines of the result as they were.
        let starts: Vec<usize> = line_starts(&text);
        let new_starts: Vec<usize> = line_starts(&out);
        for d in self.diagnostics.iter_mut().filter(|d| d.span.file == Some(file)) {
            let line = starts.partition_point(|&at| at <= d.span.start as usize).saturating_sub(1);
            let at = new_starts.get(line).copied().unwrap_or(out.len().saturating_sub(1));
            let shown = out[at..].find([OBEYED, '\n']).unwrap_or(0);
            d.span = Span::new(file, at, at + shown);
        }
        sources[file].text = out;
    }

    /// Obeys a directive; the file that it includes, if it includes one.
    fn directive(
        &mut self,
        sources: &mut Sources,
        word: &str,
        rest: &str,
        levels: &mut Vec<Level>,
        place: &Place<'_>,
    ) -> Option<FileId> {
        let taking = levels.iter().all(|level| level.taking);
        // An empty comment in a body pastes.
        let whole = if word == "define" { strip_comment(&rest.replace("/**/", "##")) } else { strip_comment(rest) };
        let rest = whole.as_str();
        match word {
            "if" | "ifdef" | "ifndef" => {
                let holds = taking && self.holds(word, rest, place);
                levels.push(Level { opened: place.span, taking: holds, done: holds || !taking, last: false });
            }
            "elif" | "else" => {
                let outer = levels.iter().rev().skip(1).all(|level| level.taking);
                let Some(level) = levels.last() else {
                    self.wrong(place, &format!("#{word} without #if"));
                    return None;
                };
                if level.last {
                    self.wrong(place, &format!("#{word} after #else"));
                }
                let holds = outer && !level.done && (word == "else" || self.holds("if", rest, place));
                if let Some(level) = levels.last_mut() {
                    level.taking = holds;
                    level.done |= holds;
                    level.last |= word == "else";
                }
            }
            "endif" if levels.pop().is_none() => {
                self.wrong(place, "#endif without #if");
            }
            _ if !taking => {}
            "define" => match Macro::parse(rest) {
                Some((name, made)) => drop(self.macros.insert(name, made)),
                None => self.wrong(place, "#define needs a name"),
            },
            "undef" => drop(self.macros.remove(first_word(rest))),
            "include" => return self.include(sources, rest, place),
            "error" => self.wrong(place, &format!("#error {rest}")),
            "warning" => {
                self.diagnostics.push(Diagnostic::warning("RT0103", place.span, format!("#warning {rest}")));
            }
            // Line numbers of another preprocessor, and what is for other compilers.
            _ => {}
        }
        None
    }

    fn is_defined(&self, name: &str) -> bool {
        self.macros.contains_key(name) || macros::is_built_in(name)
    }

    fn holds(&mut self, word: &str, rest: &str, place: &Place<'_>) -> bool {
        match word {
            "ifdef" => self.is_defined(first_word(rest)),
            "ifndef" => !self.is_defined(first_word(rest)),
            _ => {
                let here = macros::Where { path: place.path, line: place.line };
                condition::evaluate(rest, &self.macros, &here).unwrap_or_else(|why| {
                    self.wrong(place, &format!("the condition of this #if cannot be read: {why}"));
                    false
                })
            }
        }
    }

    fn include(&mut self, sources: &mut Sources, rest: &str, place: &Place<'_>) -> Option<FileId> {
        let mut expanded = String::new();
        if rest.starts_with(['"', '<', '\'']) {
            expanded += rest;
        } else {
            macros::expand(&self.macros, rest, &macros::Where { path: place.path, line: place.line }, &mut expanded);
        }
        let name = expanded.trim().trim_matches(['"', '<', '>', '\'']).to_string();
        if name.is_empty() {
            self.wrong(place, "#include needs the name of a file");
            return None;
        }
        if self.depth >= MAX_DEPTH {
            self.diagnostics.push(messages::include_cycle(place.span, &name));
            return None;
        }
        let Some(found) = self.loader.load(sources, &name, place.file) else {
            // A name that a macro gives is not in the line.
            if self.loader.describes(&name) && rest.contains(&name) {
                self.described = true;
                return None;
            }
            self.diagnostics.push(messages::include_not_found(place.span, &name));
            return None;
        };
        self.depth += 1;
        self.file(sources, found);
        self.depth -= 1;
        Some(found)
    }

    fn wrong(&mut self, place: &Place<'_>, what: &str) {
        self.diagnostics.push(messages::preprocessing(place.span, what));
    }
}

/// Where a directive stands.
struct Place<'a> {
    path: &'a str,
    line: usize,
    span: Span,
    file: FileId,
}

/// A directive's operand without a C comment behind it.
fn strip_comment(text: &str) -> String {
    let mut comment = false;
    // In a directive `!` is an operator, not a comment.
    let plain = text.replace('!', "\u{2}");
    macros::without_c_comments(&plain, &mut comment).replace('\u{2}', "!").trim().to_string()
}

/// The name that a directive is about: compilers ignore what follows it, such as `! a comment`.
fn first_word(rest: &str) -> &str {
    rest.split(|c: char| !macros::is_word(c)).next().unwrap_or("")
}

fn line_end(text: &str, start: usize) -> usize {
    text[start..].find('\n').map_or(text.len(), |at| start + at + 1)
}

fn line_starts(text: &str) -> Vec<usize> {
    std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect()
}
