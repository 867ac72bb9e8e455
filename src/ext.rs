//! Library descriptions (`-ext FILE`, `conventions.md` §14): what procedures without source do to their arguments.
//!
//! ```text
//! function dens:
//!   external:
//!   shape: (param 1, param 2, common /cst/[0,8[, result)
//!   ReadNotWritten:     (1, 1, 1, 0)
//!   NotReadThenWritten: (0, 0, 0, 1)
//!   deps: (id, id, id, 1, 1, 0, 0)
//! ```
//! The entries are those of existing files: keywords in any case, a colon that may be missing, parts that say nothing here (`type`, `derivative`,
//! `inline`) skipped. A place of a COMMON block counts as *some global is touched*; what depends on one depends on all that is read.

use std::collections::BTreeMap;

use analysis::{Access, External};
use il::source::SourceFile;
use il::{Diagnostic, FileId, Program, Span};

use crate::args::Options;

/// The description of the tape that users of other tools pass: the tape is known here anyway.
const BUILT_IN: &str = "PUSHPOPGeneralLib";

/// Reads all files that the command line names.
pub fn read(
    options: &Options,
    program: &mut Program,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<BTreeMap<String, External>> {
    let mut out = BTreeMap::new();
    for path in &options.ext {
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(_) if path.file_name().is_some_and(|n| n == BUILT_IN) => continue,
            Err(e) => {
                let message = format!("the library description `{}` cannot be read: {e}", path.display());
                diagnostics.push(Diagnostic::error("RT0501", Span::NONE, message));
                return None;
            }
        };
        let file = program.sources.add(SourceFile { path: path.to_string_lossy().into_owned(), text: text.clone() });
        match parse(file, &text) {
            Ok(found) => out.extend(found),
            Err(d) => {
                diagnostics.push(d);
                return None;
            }
        }
    }
    Some(out)
}

/// A word or sign, with its place.
#[derive(Clone, Debug)]
struct Token {
    text: String,
    at: usize,
}

/// What a place of an entry is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    /// An argument, or what it points to, counted from zero.
    Argument(usize),
    Result,
    Global,
}

/// The descriptions in a file.
pub fn parse(file: FileId, text: &str) -> Result<Vec<(String, External)>, Diagnostic> {
    let mut p = Parser { file, tokens: tokens(text), at: 0 };
    let mut out = Vec::new();
    while let Some(word) = p.next() {
        if !is_head(&word.text) {
            return Err(p.error(&word, "`function` or `subroutine` is expected here"));
        }
        let name = p.next().ok_or_else(|| p.error(&word, "a name must follow"))?;
        p.skip(":");
        let described = p.entry(&name)?;
        out.push((name.text.to_ascii_lowercase(), described));
    }
    Ok(out)
}

fn is_head(word: &str) -> bool {
    ["function", "subroutine"].iter().any(|w| word.eq_ignore_ascii_case(w))
}

const KEYWORDS: &[&str] = &[
    "external",
    "intrinsic",
    "shape",
    "type",
    "notreadnotwritten",
    "readnotwritten",
    "notreadthenwritten",
    "readthenwritten",
    "deps",
    "derivative",
    "inline",
];

fn tokens(text: &str) -> Vec<Token> {
    let mut out = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let trimmed = line.trim_start();
        if trimmed.starts_with("//") || trimmed.starts_with(['#', '%', '!']) {
            continue;
        }
        let mut k = 0;
        while k < line.len() {
            let rest = &line[k..];
            let word: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            if !word.is_empty() {
                out.push(Token { text: word.clone(), at: start + k });
                k += word.len();
                continue;
            }
            let Some(c) = rest.chars().next() else { break };
            if !c.is_whitespace() {
                out.push(Token { text: c.to_string(), at: start + k });
            }
            k += c.len_utf8();
        }
    }
    out
}

struct Parser {
    file: FileId,
    tokens: Vec<Token>,
    at: usize,
}

impl Parser {
    fn next(&mut self) -> Option<Token> {
        let t = self.tokens.get(self.at).cloned()?;
        self.at += 1;
        Some(t)
    }

    fn peek(&self) -> Option<&str> {
        self.tokens.get(self.at).map(|t| t.text.as_str())
    }

    fn skip(&mut self, sign: &str) -> bool {
        let found = self.peek() == Some(sign);
        self.at += usize::from(found);
        found
    }

    fn error(&self, near: &Token, message: &str) -> Diagnostic {
        let span = Span::new(self.file, near.at, near.at + near.text.len());
        Diagnostic::error("RT0317", span, format!("library description: {message}"))
    }

    fn is_keyword(&self) -> bool {
        self.peek().is_some_and(|w| KEYWORDS.iter().any(|k| w.eq_ignore_ascii_case(k)) || is_head(w))
    }

    /// What follows the name of a procedure.
    fn entry(&mut self, name: &Token) -> Result<External, Diagnostic> {
        let mut shape: Vec<Place> = Vec::new();
        let mut access: BTreeMap<usize, Access> = BTreeMap::new();
        let mut rows: Option<Vec<Vec<usize>>> = None;
        while let Some(word) = self.tokens.get(self.at).cloned() {
            if is_head(&word.text) {
                break;
            }
            self.at += 1;
            self.skip(":");
            let keyword = word.text.to_ascii_lowercase();
            match keyword.as_str() {
                "external" | "intrinsic" => {}
                "shape" => shape = self.shape(&word)?,
                "notreadnotwritten" | "readnotwritten" | "notreadthenwritten" | "readthenwritten" => {
                    let bits = self.list(&word)?;
                    if bits.len() != shape.len() {
                        let message =
                            format!("`{}` has {} places, the shape has {}", word.text, bits.len(), shape.len());
                        return Err(self.error(&word, &message));
                    }
                    let written = keyword.ends_with("thenwritten");
                    let own = Access {
                        read: keyword.starts_with("read"),
                        written,
                        killed: keyword.starts_with("notread") && written,
                    };
                    access.extend(bits.iter().enumerate().filter(|(_, b)| *b == "1").map(|(k, _)| (k, own)));
                }
                "deps" => {
                    let words = self.list(&word)?;
                    rows = Some(self.rows(&word, &words, shape.len())?);
                }
                _ if KEYWORDS.contains(&keyword.as_str()) => self.skip_part(),
                _ => return Err(self.error(&word, &format!("`{}` is not known", word.text))),
            }
        }
        if shape.is_empty() && !access.is_empty() {
            return Err(self.error(name, "the entry has no shape"));
        }
        Ok(described(&shape, &access, rows.as_deref()))
    }

    /// `(param 1, common /cst/[0,8[, result)`.
    fn shape(&mut self, near: &Token) -> Result<Vec<Place>, Diagnostic> {
        let mut out = Vec::new();
        if !self.skip("(") {
            return Err(self.error(near, "a list in parentheses must follow"));
        }
        loop {
            let Some(word) = self.next() else { return Err(self.error(near, "the list has no end")) };
            match word.text.to_ascii_lowercase().as_str() {
                ")" => return Ok(out),
                "," => {}
                kind @ ("param" | "destofparam") => {
                    let number = self.next().and_then(|t| t.text.parse::<usize>().ok()).filter(|n| *n > 0);
                    let Some(n) = number else { return Err(self.error(&word, &format!("`{kind}` needs a number"))) };
                    out.push(Place::Argument(n - 1));
                }
                "result" => out.push(Place::Result),
                "common" => {
                    // The block's name and a range of bytes, whose brackets need not match.
                    while self.peek().is_some_and(|t| t != "," && t != ")" && t != "[") {
                        self.at += 1;
                    }
                    if self.skip("[") {
                        while let Some(t) = self.next() {
                            if t.text == "[" || t.text == "]" {
                                break;
                            }
                        }
                    }
                    out.push(Place::Global);
                }
                other => return Err(self.error(&word, &format!("a place cannot be `{other}`"))),
            }
        }
    }

    /// The words of a list in parentheses.
    fn list(&mut self, near: &Token) -> Result<Vec<String>, Diagnostic> {
        if !self.skip("(") {
            return Err(self.error(near, "a list in parentheses must follow"));
        }
        let mut out = Vec::new();
        while let Some(t) = self.next() {
            match t.text.as_str() {
                ")" => return Ok(out),
                "," => {}
                _ => out.push(t.text),
            }
        }
        Err(self.error(near, "the list has no end"))
    }

    /// One row for each place: `id`, or a bit for each place.
    fn rows(&self, near: &Token, words: &[String], places: usize) -> Result<Vec<Vec<usize>>, Diagnostic> {
        let mut out: Vec<Vec<usize>> = Vec::new();
        let mut words = words.iter();
        while out.len() < places {
            let Some(first) = words.next() else {
                return Err(self.error(near, &format!("`deps` has rows for {} of {places} places", out.len())));
            };
            if first.eq_ignore_ascii_case("id") {
                out.push(vec![out.len()]);
                continue;
            }
            let bits: Vec<&String> = std::iter::once(first).chain(words.by_ref().take(places - 1)).collect();
            if bits.len() < places {
                return Err(self.error(near, "the last row of `deps` is too short"));
            }
            out.push(bits.iter().enumerate().filter(|(_, b)| **b == "1").map(|(k, _)| k).collect());
        }
        Ok(out)
    }

    /// A part that says nothing here: to the next keyword outside of parentheses.
    fn skip_part(&mut self) {
        let mut depth = 0i32;
        while let Some(t) = self.peek() {
            match t {
                "(" | "{" | "[" => depth += 1,
                ")" | "}" | "]" => depth -= 1,
                _ if depth <= 0 && self.is_keyword() => return,
                _ => {}
            }
            self.at += 1;
        }
    }
}

/// What the analyses are told.
fn described(shape: &[Place], access: &BTreeMap<usize, Access>, rows: Option<&[Vec<usize>]>) -> External {
    let arguments = shape.iter().filter_map(|p| if let Place::Argument(k) = p { Some(k + 1) } else { None }).max();
    let mut places = vec![Access::default(); arguments.unwrap_or(0)];
    let mut globals = false;
    for (k, place) in shape.iter().enumerate() {
        let own = access.get(&k).copied().unwrap_or_default();
        match place {
            Place::Argument(n) => {
                let both = &mut places[*n];
                both.read |= own.read;
                both.killed =
                    if both.written && own.written { both.killed && own.killed } else { both.killed || own.killed };
                both.written |= own.written;
            }
            Place::Global => globals |= own.read || own.written,
            Place::Result => {}
        }
    }
    if places.is_empty() {
        // The last place stands for all further arguments.
        places.push(Access::default());
    }
    let row = |wanted: Place| -> Option<Vec<usize>> {
        let mut out = Vec::new();
        for (k, _) in shape.iter().enumerate().filter(|(_, p)| **p == wanted) {
            for &from in rows?.get(k)? {
                match shape[from] {
                    Place::Argument(n) => out.push(n),
                    Place::Global | Place::Result => return None,
                }
            }
        }
        Some(out)
    };
    let written: Vec<Place> =
        places.iter().enumerate().filter(|(_, a)| a.written).map(|(n, _)| Place::Argument(n)).collect();
    let result = shape.contains(&Place::Result).then_some(Place::Result);
    let deps = rows.and_then(|_| written.into_iter().chain(result).map(row).collect());
    External { places, globals, deps }
}

#[cfg(test)]
mod tests {
    use super::*;
    use il::arena::Id;

    fn one(text: &str) -> External {
        parse(FileId::from_index(0), text).unwrap_or_else(|d| panic!("{}", d.message)).remove(0).1
    }

    #[test]
    fn a_function() {
        let e = one("function dens:\n external:\n shape: (param 1, param 2, common /cst/[0,8[, result)\n\
             type: (modifiedType(modifiers(ident double), float()), none(), float(), none())\n\
             NotReadNotWritten: (0,0,0,0)\n ReadNotWritten (1, 1, 1, 0)\n NotReadThenWritten: (0,0,0,1)\n\
             deps: (id, id, id, 1, 1, 0, 0)\n");
        assert_eq!(e.places, [Access { read: true, written: false, killed: false }; 2]);
        assert!(e.globals);
        assert_eq!(e.deps, Some(vec![vec![0, 1]]));
    }

    #[test]
    fn a_subroutine_that_sets_one_argument() {
        let e = one("subroutine SOLVE\n shape:(param 1, param 2, param 3)\n ReadNotWritten:(1,1,0)\n\
             NotReadThenWritten:(0,0,1)\n deps:(id, id, 0,1,0)\n");
        assert_eq!(e.places[2], Access { read: false, written: true, killed: true });
        assert_eq!(e.deps, Some(vec![vec![1]]));
    }

    #[test]
    fn what_is_wrong_is_said() {
        let said = |t: &str| parse(FileId::from_index(0), t).unwrap_err().message;
        assert!(said("procedure x").contains("expected"));
        assert!(said("function f: shape: (param 1) ReadNotWritten: (1, 0)").contains("2 places"));
        assert!(said("function f: shape: (param 1, result) deps: (id, 1)").contains("too short"));
    }
}
