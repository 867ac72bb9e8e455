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
//! `inline`) skipped. A place of a COMMON block is all of the block; one that the program does not declare counts as *some global is touched*. What depends
//! on one depends on all that is read. Entries of one name are put together ([`matched`]).

mod matched;

use std::collections::BTreeMap;

use analysis::{Access, External};
use il::source::SourceFile;
use il::{Diagnostic, FileId, Program, Span};

use crate::args::Options;
use crate::resolve::with_nearest;

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
        match parse(file, &text, diagnostics) {
            Ok(found) => {
                let known = matched::settle(program, &path.display().to_string(), found, diagnostics);
                out.extend(known);
            }
            Err(d) => {
                diagnostics.push(d);
                return None;
            }
        }
    }
    Some(out)
}

/// A description as it stands in a file.
#[derive(Debug)]
struct Described {
    /// In lower case.
    name: String,
    /// Whether it calls itself a function.
    function: bool,
    /// Where the name stands.
    span: Span,
    external: External,
}

/// A word or sign, with its place.
#[derive(Clone, Debug)]
struct Token {
    text: String,
    at: usize,
    /// Whether it is the first of its line.
    first: bool,
}

/// What a place of an entry is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    /// An argument, or what it points to, counted from zero.
    Argument(usize),
    Result,
    /// The COMMON block of that name, counted from zero in the order in which the entry names them.
    Block(usize),
}

/// The descriptions in a file. What is doubtful in them is added to `diagnostics`.
fn parse(file: FileId, text: &str, diagnostics: &mut Vec<Diagnostic>) -> Result<Vec<Described>, Diagnostic> {
    let mut p = Parser { file, tokens: tokens(text), at: 0, doubts: Vec::new() };
    let mut out = Vec::new();
    while let Some(word) = p.next() {
        if !is_head(&word.text) {
            return Err(p.error(&word, "`function` or `subroutine` is expected here"));
        }
        let name = p.next().ok_or_else(|| p.error(&word, "a name must follow"))?;
        p.skip(":");
        let external = p.entry(&name)?;
        let function = word.text.eq_ignore_ascii_case("function");
        out.push(Described { name: name.text.to_ascii_lowercase(), function, span: p.span(&name), external });
    }
    diagnostics.append(&mut p.doubts);
    Ok(out)
}

const HEADS: &[&str] = &["function", "subroutine"];

fn is_head(word: &str) -> bool {
    HEADS.iter().any(|w| word.eq_ignore_ascii_case(w))
}

/// Whether a word is none of the file's own but looks like one: `ReadNotWriten`.
fn is_misspelt(word: &str) -> bool {
    let distance = |k: &&str| strsim::damerau_levenshtein(&k.to_lowercase(), &word.to_lowercase());
    KEYWORDS.iter().chain(HEADS).any(|k| (1..=k.len() / 4).contains(&distance(k)))
}

const KEYWORDS: &[&str] = &[
    "external",
    "intrinsic",
    "shape",
    "type",
    "NotReadNotWritten",
    "ReadNotWritten",
    "NotReadThenWritten",
    "ReadThenWritten",
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
        let lines = out.len();
        while k < line.len() {
            let rest = &line[k..];
            let word: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            if !word.is_empty() {
                out.push(Token { text: word.clone(), at: start + k, first: out.len() == lines });
                k += word.len();
                continue;
            }
            let Some(c) = rest.chars().next() else { break };
            if !c.is_whitespace() {
                out.push(Token { text: c.to_string(), at: start + k, first: out.len() == lines });
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
    /// What is to be said of what is read all the same.
    doubts: Vec<Diagnostic>,
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

    fn span(&self, token: &Token) -> Span {
        Span::new(self.file, token.at, token.at + token.text.len())
    }

    fn error(&self, near: &Token, message: &str) -> Diagnostic {
        Diagnostic::error("RT0317", self.span(near), format!("library description: {message}"))
    }

    /// The error for a word where a part must begin.
    fn unknown(&self, word: &Token) -> Diagnostic {
        let known = KEYWORDS.iter().chain(HEADS).map(|k| k.to_string());
        with_nearest(self.error(word, &format!("`{}` is not known", word.text)), &word.text, known)
    }

    fn is_keyword(&self) -> bool {
        self.peek().is_some_and(|w| KEYWORDS.iter().any(|k| w.eq_ignore_ascii_case(k)) || is_head(w))
    }

    /// What follows the name of a procedure.
    fn entry(&mut self, name: &Token) -> Result<External, Diagnostic> {
        let mut shape: Vec<Place> = Vec::new();
        let mut blocks: Vec<String> = Vec::new();
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
                "shape" => (shape, blocks) = self.shape(&word)?,
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
                    for (k, _) in bits.iter().enumerate().filter(|(_, b)| *b == "1") {
                        let Some(known) = access.get_mut(&k) else {
                            access.insert(k, own);
                            continue;
                        };
                        if known.written != own.written {
                            self.doubt(&word, k, &name.text, *known);
                        }
                        // Each may be so on some way through the procedure.
                        known.read |= own.read;
                        known.written |= own.written;
                        known.killed &= own.killed;
                    }
                }
                "deps" => {
                    let words = self.list(&word)?;
                    rows = Some(self.rows(&word, &words, shape.len())?);
                }
                _ if KEYWORDS.contains(&keyword.as_str()) => self.skip_part()?,
                _ => return Err(self.unknown(&word)),
            }
        }
        if shape.is_empty() && !access.is_empty() {
            return Err(self.error(name, "the entry has no shape"));
        }
        Ok(described(&shape, blocks, &access, rows.as_deref()))
    }

    /// Says that a place stands in two lists of which one only denies that it is written.
    fn doubt(&mut self, word: &Token, place: usize, name: &str, before: Access) {
        let other = if before.written { "a list of what is written" } else { "a list of what is not written" };
        let said = format!("library description: place {} of `{name}` is in {other}, too", place + 1);
        let said = Diagnostic::warning("RT0317", self.span(word), said);
        self.doubts.push(said.note("it is taken as what may be written, and may stay as it is"));
    }

    /// `(param 1, common /cst/[0,8[, result)`: the places, and the names of the COMMON blocks.
    fn shape(&mut self, near: &Token) -> Result<(Vec<Place>, Vec<String>), Diagnostic> {
        let mut out = Vec::new();
        let mut blocks = Vec::new();
        if !self.skip("(") {
            return Err(self.error(near, "a list in parentheses must follow"));
        }
        loop {
            let Some(word) = self.next() else { return Err(self.error(near, "the list has no end")) };
            match word.text.to_ascii_lowercase().as_str() {
                ")" => return Ok((out, blocks)),
                "," => {}
                kind @ ("param" | "destofparam") => {
                    let number = self.next().and_then(|t| t.text.parse::<usize>().ok()).filter(|n| *n > 0);
                    let Some(n) = number else { return Err(self.error(&word, &format!("`{kind}` needs a number"))) };
                    out.push(Place::Argument(n - 1));
                }
                "result" => out.push(Place::Result),
                "common" => {
                    // The block's name and a range of bytes, whose brackets need not match.
                    let mut name = String::new();
                    while let Some(t) = self.peek().filter(|t| !matches!(*t, "," | ")" | "[")) {
                        name.push_str(if t == "/" { "" } else { t });
                        self.at += 1;
                    }
                    if self.skip("[") {
                        while let Some(t) = self.next() {
                            if t.text == "[" || t.text == "]" {
                                break;
                            }
                        }
                    }
                    out.push(Place::Block(blocks.len()));
                    blocks.push(name.to_ascii_lowercase());
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
    fn skip_part(&mut self) -> Result<(), Diagnostic> {
        let mut depth = 0i32;
        while let Some(t) = self.tokens.get(self.at) {
            match t.text.as_str() {
                "(" | "{" | "[" => depth += 1,
                ")" | "}" | "]" => depth -= 1,
                _ if depth <= 0 && self.is_keyword() => return Ok(()),
                _ if depth <= 0 && t.first && is_misspelt(&t.text) => return Err(self.unknown(t)),
                _ => {}
            }
            self.at += 1;
        }
        Ok(())
    }
}

/// What the analyses are told.
fn described(
    shape: &[Place],
    blocks: Vec<String>,
    access: &BTreeMap<usize, Access>,
    rows: Option<&[Vec<usize>]>,
) -> External {
    let arguments = shape.iter().filter_map(|p| if let Place::Argument(k) = p { Some(k + 1) } else { None }).max();
    let mut places = vec![Access::default(); arguments.unwrap_or(0)];
    let mut touched: Vec<(String, Access)> = Vec::new();
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
            Place::Block(n) if own.read || own.written => touched.push((blocks[*n].clone(), own)),
            Place::Block(_) => {}
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
                    Place::Block(_) | Place::Result => return None,
                }
            }
        }
        Some(out)
    };
    let written: Vec<Place> =
        places.iter().enumerate().filter(|(_, a)| a.written).map(|(n, _)| Place::Argument(n)).collect();
    let result = shape.contains(&Place::Result).then_some(Place::Result);
    let deps = rows.and_then(|_| written.into_iter().chain(result).map(row).collect());
    External { places, globals: false, blocks: touched, deps }
}

#[cfg(test)]
mod tests {
    use super::*;
    use il::arena::Id;

    fn all(text: &str, doubts: &mut Vec<Diagnostic>) -> Result<Vec<Described>, Diagnostic> {
        parse(FileId::from_index(0), text, doubts)
    }

    fn one(text: &str) -> External {
        all(text, &mut Vec::new()).unwrap_or_else(|d| panic!("{}", d.message)).remove(0).external
    }

    #[test]
    fn a_function() {
        let e = one("function dens:\n external:\n shape: (param 1, param 2, common /cst/[0,8[, result)\n\
             type: (modifiedType(modifiers(ident double), float()), none(), float(), none())\n\
             NotReadNotWritten: (0,0,0,0)\n ReadNotWritten (1, 1, 1, 0)\n NotReadThenWritten: (0,0,0,1)\n\
             deps: (id, id, id, 1, 1, 0, 0)\n");
        assert_eq!(e.places, [Access { read: true, written: false, killed: false }; 2]);
        let read = Access { read: true, ..Access::default() };
        assert_eq!((e.globals, e.blocks), (false, vec![("cst".to_string(), read)]));
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
        let said = |t: &str| all(t, &mut Vec::new()).unwrap_err().message;
        assert!(said("procedure x").contains("expected"));
        assert!(said("function f: shape: (param 1) ReadNotWritten: (1, 0)").contains("2 places"));
        assert!(said("function f: shape: (param 1, result) deps: (id, 1)").contains("too short"));
        let misspelt = "function f:\n shape: (param 1, result)\n type: (none(), float())\n ReadNotWriten: (1, 0)\n";
        let d = all(misspelt, &mut Vec::new()).unwrap_err();
        assert!(d.message.contains("`ReadNotWriten` is not known"), "{}", d.message);
        assert_eq!(d.notes, ["the nearest is `ReadNotWritten`"]);
    }

    #[test]
    fn a_place_in_two_lists() {
        let mut doubts = Vec::new();
        let text = "subroutine s:\n shape: (param 1, param 2)\n ReadNotWritten: (1, 1)\n NotReadThenWritten: (0, 1)\n";
        let external = all(text, &mut doubts).unwrap().remove(0).external;
        assert_eq!(external.places[1], Access { read: true, written: true, killed: false });
        assert!(doubts[0].message.contains("place 2 of `s`"), "{}", doubts[0].message);
    }
}
