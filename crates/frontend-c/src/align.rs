//! Columns: which word of the user's line each preprocessed token is.
//!
//! The preprocessor keeps lines but not columns. The tokens of a line are matched to the words of the original line by a longest common
//! subsequence; what has no partner came out of a macro and gets the place of the words in the same gap. If that gap is one identifier,
//! the tokens are the expansion of a macro without arguments, and whoever prints them may write the identifier again.

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
    let partners = match_words(tokens, words, original.text);
    let mut at = 0;
    let mut word = 0;
    while at < tokens.len() {
        if let Some(partner) = partners[at] {
            // Words that left no token of their own (a macro's name, its last parenthesis) belong to the token they lead to.
            tokens[at].span = span(&(words[word.min(partner)].start..words[partner].end));
            word = partner + 1;
            at += 1;
            continue;
        }
        let end = (at..tokens.len()).find(|i| partners[*i].is_some()).unwrap_or(tokens.len());
        let gap = &words[word..partners.get(end).copied().flatten().unwrap_or(words.len())];
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

/// For every token the word that is its partner in a longest common subsequence.
fn match_words(tokens: &[Token<'_>], words: &[Range<usize>], text: &str) -> Vec<Option<usize>> {
    let same = |i: usize, j: usize| tokens[i].text == &text[words[j].clone()];
    // Most lines hold no macro: then the two agree from the start and nothing else is needed.
    let prefix = (0..tokens.len().min(words.len())).take_while(|&i| same(i, i)).count();
    let mut partners: Vec<Option<usize>> = (0..tokens.len()).map(|i| (i < prefix).then_some(i)).collect();
    let (rows, columns) = (tokens.len() - prefix, words.len() - prefix);
    let mut longest = vec![0u32; (rows + 1) * (columns + 1)];
    let cell = |i: usize, j: usize| i * (columns + 1) + j;
    for i in (0..rows).rev() {
        for j in (0..columns).rev() {
            longest[cell(i, j)] = if same(prefix + i, prefix + j) {
                longest[cell(i + 1, j + 1)] + 1
            } else {
                longest[cell(i + 1, j)].max(longest[cell(i, j + 1)])
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    while i < rows && j < columns {
        if same(prefix + i, prefix + j) {
            partners[prefix + i] = Some(prefix + j);
            (i, j) = (i + 1, j + 1);
        } else if longest[cell(i + 1, j)] >= longest[cell(i, j + 1)] {
            i += 1;
        } else {
            j += 1;
        }
    }
    partners
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::preprocessed::read;
    use il::source::{SourceFile, Sources};

    fn aligned(original: &str, preprocessed: &str) -> Vec<(String, String)> {
        let mut sources = Sources::new();
        let main = sources.add(SourceFile { path: "a.c".into(), text: original.into() });
        let (mut tokens, _) = read(preprocessed, main, &sources);
        let originals = BTreeMap::from([(main, Original::scan(main, original))]);
        let names = align(&mut tokens, &originals, &BTreeMap::from([("N", "3"), ("PI", "3.14"), ("SQ", "")]));
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
