//! Columns: which word of the user's line each preprocessed token is.
//!
//! The preprocessor keeps lines but not columns. The words of the original line are read along the tokens as the preprocessor reads them; where a macro
//! with arguments is in the way, tokens are matched to words by a longest common subsequence. What has no partner came out of a macro and gets the place of
//! the words in the same gap. What one identifier stands for, a macro without arguments, may be written by its name again.

use crate::original::Original;
use crate::preprocessed::Token;
use crate::tokens::Tok;
use il::source::{FileId, Span};
use logos::Logos;
use std::collections::BTreeMap;
use std::ops::Range;

/// Above this product of the two lengths a line is not aligned: its tokens get the span of the whole line.
const LIMIT: usize = 1 << 22;

/// Gives every token of a user's file its span. Returns the names of the macros that [`Token::expansion`] numbers from 1.
///
/// `macros` are those without arguments, and what they stand for.
pub fn align(
    tokens: &mut [Token<'_>],
    originals: &BTreeMap<FileId, Original<'_>>,
    macros: &BTreeMap<&str, &str>,
) -> Vec<String> {
    let mut names = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let (origin, line) = (tokens[at].origin, tokens[at].line);
        let same = |t: &Token<'_>| t.origin == origin && t.line == line;
        let length = tokens[at..].iter().take_while(|t| same(t)).count();
        if let Some(original) = origin.file().and_then(|file| originals.get(&file)) {
            align_line(&mut tokens[at..at + length], original, line, macros, &mut names);
        }
        at += length;
    }
    names
}

/// Aligns the tokens of one line.
fn align_line(
    tokens: &mut [Token<'_>],
    original: &Original<'_>,
    line: usize,
    macros: &BTreeMap<&str, &str>,
    names: &mut Vec<String>,
) {
    let words = original.words_of(line);
    let span = |range: &Range<usize>| Span::new(original.file, range.start, range.end);
    if tokens.len().saturating_mul(words.len()) > LIMIT || words.is_empty() {
        let whole = original.line_span(line);
        tokens.iter_mut().for_each(|token| token.span = whole);
        return;
    }
    let partners = Matching { tokens, words, text: original.text, macros }.partners();
    let mut at = 0;
    let mut word = 0;
    while at < tokens.len() {
        let partner = partners[at];
        let end = (at..tokens.len()).find(|i| partners[*i] != partner).unwrap_or(tokens.len());
        match partner {
            Partner::Word(partner) => {
                // Words that left no token of their own (a macro's name, its last parenthesis) belong to the token they lead to.
                tokens[at].span = span(&(words[word.min(partner)].start..words[partner].end));
                word = partner + 1;
                at += 1;
            }
            Partner::Macro(partner) => {
                names.push(original.text[words[partner].clone()].to_string());
                for token in &mut tokens[at..end] {
                    token.span = span(&words[partner]);
                    token.expansion = names.len();
                }
                if end - at > 3 {
                    name_imaginary_units(&mut tokens[at..end], macros, names);
                }
                word = partner + 1;
                at = end;
            }
            Partner::None => {
                let gap = &words[word..partners.get(end).and_then(|p| p.word()).unwrap_or(words.len())];
                let place = match gap {
                    [] => span(&words[word.saturating_sub(1)]),
                    [first, .., last] => span(&(first.start..last.end)),
                    [only] => span(only),
                };
                let name = gap.first().map_or("", |first| &original.text[first.clone()]);
                let is_macro =
                    gap.len() == 1 && macros.get(name).is_some_and(|text| stands_for(text, &tokens[at..end], macros));
                if is_macro {
                    names.push(name.to_string());
                }
                for token in &mut tokens[at..end] {
                    token.span = place;
                    token.expansion = if is_macro { names.len() } else { 0 };
                }
                // The longest of their names' own expansions is `(1.0iF)`.
                if !is_macro || end - at > 3 {
                    name_imaginary_units(&mut tokens[at..end], macros, names);
                }
                word += gap.len();
                at = end;
            }
        }
    }
}

/// Names the imaginary units in what a greater macro expands to: what headers write for `I` of complex.h, `(1.0iF)`, is no constant of C.
fn name_imaginary_units(tokens: &mut [Token<'_>], macros: &BTreeMap<&str, &str>, names: &mut Vec<String>) {
    let is_unit = |t: &Token<'_>| t.text.starts_with(|c: char| c.is_ascii_digit()) && t.text.contains(['i', 'j']);
    let mut at = 0;
    while let Some(unit) = tokens[at..].iter().position(is_unit).map(|found| at + found) {
        at = unit + 1;
        // With or without parentheses around it.
        let around = [(unit.wrapping_sub(1), unit + 2), (unit, unit + 1)];
        let found = ["I", "_Complex_I"].iter().find_map(|name| {
            let text = macros.get(name)?;
            let is_whole = |&(from, to): &(usize, usize)| {
                tokens.get(from..to).is_some_and(|tokens| stands_for(text, tokens, macros))
            };
            Some((*name, around.into_iter().find(is_whole)?))
        });
        if let Some((name, (from, to))) = found {
            names.push(name.to_string());
            tokens[from..to].iter_mut().for_each(|token| token.expansion = names.len());
            at = to;
        }
    }
}

/// Whether `tokens` are the expansion of a macro with this text, macros without arguments in it expanded in turn.
fn stands_for(text: &str, tokens: &[Token<'_>], macros: &BTreeMap<&str, &str>) -> bool {
    let mut words = Vec::new();
    expand(text, macros, 16, &mut words);
    words.iter().copied().eq(tokens.iter().map(|token| token.text))
}

/// The words of `text`; what decorates is left out, as it was among the tokens.
fn expand<'a>(text: &'a str, macros: &BTreeMap<&str, &'a str>, depth: usize, words: &mut Vec<&'a str>) {
    for (_, range) in Tok::lexer(text).spanned() {
        let word = &text[range];
        match macros.get(word) {
            Some(inner) if depth > 0 && words.len() < 256 => expand(inner, macros, depth - 1, words),
            _ if word == "__extension__" => {}
            _ => words.push(word),
        }
    }
}

/// What a token is of a line's words.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Partner {
    /// It came out of a macro, of which one is not known.
    None,
    /// It is that word.
    Word(usize),
    /// It is a part of what the macro without arguments that is that word stands for.
    Macro(usize),
}

impl Partner {
    fn word(self) -> Option<usize> {
        match self {
            Partner::None => None,
            Partner::Word(word) | Partner::Macro(word) => Some(word),
        }
    }
}

/// The tokens of a line beside its words.
struct Matching<'m> {
    tokens: &'m [Token<'m>],
    words: &'m [Range<usize>],
    text: &'m str,
    macros: &'m BTreeMap<&'m str, &'m str>,
}

impl Matching<'_> {
    fn word(&self, at: usize) -> &str {
        self.words.get(at).map_or("", |word| &self.text[word.clone()])
    }

    /// The partner of each token.
    fn partners(&self) -> Vec<Partner> {
        let mut partners = vec![Partner::None; self.tokens.len()];
        if self.follow(0, 0..self.words.len(), &mut partners) != Some(self.tokens.len()) {
            partners.fill(Partner::None);
            self.common(0..self.tokens.len(), 0..self.words.len(), &mut partners);
        }
        partners
    }

    /// Reads `words` from the token `at` on, as the preprocessor does. Gives the token behind, `None` where tokens are others.
    fn follow(&self, mut at: usize, words: Range<usize>, partners: &mut [Partner]) -> Option<usize> {
        let mut j = words.start;
        while j < words.end {
            let word = self.word(j);
            let stands_for = self.macros.get(word).filter(|text| text.trim() != word);
            if let Some(text) = stands_for {
                let length = self.expansion(text, at, j + 1..words.end)?;
                partners[at..at + length].fill(Partner::Macro(j));
                (at, j) = (at + length, j + 1);
            } else if self.tokens.get(at).is_some_and(|t| t.text == word) {
                partners[at] = Partner::Word(j);
                (at, j) = (at + 1, j + 1);
            } else {
                // A macro with arguments: up to what stands behind it.
                let close = self.closing(j + 1).filter(|close| *close < words.end)?;
                let end = match close + 1 < words.end {
                    true => self.until(at, self.word(close + 1))?,
                    false => self.tokens.len(),
                };
                self.arguments(at..end, j..close + 1, partners);
                (at, j) = (end, close + 1);
            }
        }
        Some(at)
    }

    /// How many tokens from `at` on a macro without arguments stands for, which `rest` follows.
    fn expansion(&self, text: &str, at: usize, rest: Range<usize>) -> Option<usize> {
        let mut words = Vec::new();
        expand(text, self.macros, 16, &mut words);
        let tokens = &self.tokens[at..];
        if words.len() <= tokens.len() && words.iter().zip(tokens).all(|(word, token)| *word == token.text) {
            return Some(words.len());
        }
        // Macros with arguments are in it. What headers write for a value stands in parentheses.
        let is_name = |word: &str| word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        if !words.windows(2).any(|pair| is_name(pair[0]) && pair[1] == "(") {
            return None;
        }
        let end = (tokens.first().is_some_and(|t| t.text == "(")).then(|| self.until(at + 1, ")"))??;
        let next = self.tokens.get(end + 1).map_or("", |t| t.text);
        (rest.is_empty() || self.word(rest.start) == next).then_some(end + 1 - at)
    }

    /// The first token from `at` on, in no further parentheses, with this text.
    fn until(&self, at: usize, text: &str) -> Option<usize> {
        let mut depth = 0;
        for (k, token) in self.tokens.iter().enumerate().skip(at) {
            if depth == 0 && token.text == text {
                return Some(k);
            }
            match token.text {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth -= 1,
                _ => {}
            }
            if depth < 0 {
                return None;
            }
        }
        None
    }

    /// The word that closes the parenthesis which is the word `open`.
    fn closing(&self, open: usize) -> Option<usize> {
        let mut depth = 0;
        for k in open..self.words.len() {
            match self.word(k) {
                "(" => depth += 1,
                ")" => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return (k > open).then_some(k);
            }
        }
        None
    }

    /// The tokens that a macro with arguments, `words`, has become. Where an argument names macros itself it is looked for as a whole.
    fn arguments(&self, tokens: Range<usize>, words: Range<usize>, partners: &mut [Partner]) {
        let mut found = vec![Partner::None; self.tokens.len()];
        let (mut from, mut depth, mut begin) = (tokens.start, 0, words.start + 2);
        for k in words.start + 2..words.end {
            let closes = k + 1 == words.end;
            match self.word(k) {
                "(" => depth += 1,
                ")" if !closes => depth -= 1,
                _ => {}
            }
            if !closes && (depth > 0 || self.word(k) != ",") {
                continue;
            }
            let argument = begin..k;
            begin = k + 1;
            let first = self.word(argument.start);
            let is_macro = self.macros.contains_key(first) || self.word(argument.start + 1) == "(";
            let begins = |at: &usize| is_macro || self.tokens[*at].text == first;
            let whole = (from..tokens.end).filter(begins).find_map(|at| {
                let mut here = vec![Partner::None; self.tokens.len()];
                let end =
                    self.follow(at, argument.clone(), &mut here).filter(|end| (at + 1..=tokens.end).contains(end))?;
                Some((at, end, here))
            });
            if let Some((at, end, here)) = whole {
                found[at..end].copy_from_slice(&here[at..end]);
                from = end;
            }
        }
        if found.iter().any(|p| matches!(p, Partner::Macro(_))) {
            partners[tokens.clone()].copy_from_slice(&found[tokens]);
        } else {
            self.common(tokens, words, partners);
        }
    }

    /// The partners of tokens among words in a longest common subsequence.
    fn common(&self, tokens: Range<usize>, words: Range<usize>, partners: &mut [Partner]) {
        let same = |i: usize, j: usize| self.tokens[tokens.start + i].text == self.word(words.start + j);
        let (rows, columns) = (tokens.len(), words.len());
        let mut longest = vec![0u32; (rows + 1) * (columns + 1)];
        let cell = |i: usize, j: usize| i * (columns + 1) + j;
        for i in (0..rows).rev() {
            for j in (0..columns).rev() {
                longest[cell(i, j)] = if same(i, j) {
                    longest[cell(i + 1, j + 1)] + 1
                } else {
                    longest[cell(i + 1, j)].max(longest[cell(i, j + 1)])
                };
            }
        }
        let (mut i, mut j) = (0, 0);
        while i < rows && j < columns {
            if same(i, j) {
                partners[tokens.start + i] = Partner::Word(words.start + j);
                (i, j) = (i + 1, j + 1);
            } else if longest[cell(i + 1, j)] >= longest[cell(i, j + 1)] {
                i += 1;
            } else {
                j += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::preprocessed::read;
    use il::source::{SourceFile, Sources};

    fn aligned(original: &str, preprocessed: &str) -> Vec<(String, String)> {
        aligned_by(original, preprocessed, &[("N", "3"), ("PI", "3.14"), ("SQ", "")])
    }

    fn aligned_by(original: &str, preprocessed: &str, macros: &[(&str, &str)]) -> Vec<(String, String)> {
        let mut sources = Sources::new();
        let main = sources.add(SourceFile { path: "a.c".into(), text: original.into() });
        let (mut tokens, _) = read(preprocessed, main, &sources);
        let originals = BTreeMap::from([(main, Original::scan(main, original))]);
        let names = align(&mut tokens, &originals, &macros.iter().copied().collect());
        let place = |t: &Token<'_>| match t.expansion {
            0 => original[t.span.start as usize..t.span.end as usize].to_string(),
            n => format!("={}", names[n - 1]),
        };
        tokens.iter().map(|t| (t.text.to_string(), place(t))).collect()
    }

    #[test]
    fn words_find_themselves_and_macros_their_name() {
        let found = aligned("x = /* c */  N*PI;", "x = 3*3.14;");
        let places: Vec<_> = found.iter().map(|(_, place)| place.as_str()).collect();
        assert_eq!(places, ["x", "=", "=N", "*", "=PI", ";"]);
    }

    #[test]
    fn macros_of_headers_may_use_macros_with_arguments() {
        let macros = [("WORLD", "GLOBAL(Comm, world)"), ("REAL", "GLOBAL(Type, real)"), ("NONE", "((Status *) 0)")];
        let found = aligned_by(
            "rc = go(&u[1], REAL, WORLD, NONE); CHECK(at(a, WORLD));",
            "rc = go(&u[1], ((Type) ((void *) &(real))), ((Comm) ((void *) &(world))), ((Status *) 0)); do { int e = (at(a, ((Comm) ((void *) &(world))))); } while (0);",
            &macros,
        );
        let mut places: Vec<_> = found.iter().map(|(_, place)| place.as_str()).collect();
        places.dedup();
        assert_eq!(places.join(" "), "rc = go ( & u [ 1 ] , =REAL , =WORLD , =NONE ) ; CHECK( at ( a , =WORLD ) ;");
    }

    #[test]
    fn what_is_pasted_is_no_value_of_a_header() {
        let macros = [("kind", "base"), ("base", "double"), ("double_MAX", "LIMIT"), ("LIMIT", "((double)9.0L)")];
        let found = aligned_by("return PAR(kind, MAX);", "return ((double)9.0L);", &macros);
        // The type is what the argument stands for, but not the whole value.
        let named: Vec<_> = found.iter().filter(|(_, place)| place == "=kind").map(|(text, _)| text.as_str()).collect();
        assert_eq!(named, ["double"]);
    }

    #[test]
    fn a_macro_with_arguments_gives_its_place() {
        let found = aligned("y = SQ(a) + b;", "y = ((a)*(a)) + b;");
        assert_eq!(found[0].1, "y");
        assert_eq!(found[2].1, "SQ");
        assert_eq!(found.last().unwrap().1, ";");
        let places: Vec<_> = aligned("USE(a);", "(void)a;").into_iter().map(|(_, place)| place).collect();
        assert_eq!(places.join("|"), "USE(|(|(|a|);");
        assert!(found[2..].iter().all(|(_, place)| !place.starts_with('=')));
    }
}
