//! What is probably wrong with a piece that does not parse: a word that is misspelt, a bracket that nothing closes, an extension that is not read.

use crate::preprocessed::Token;
use crate::scope::Scopes;
use crate::tokens::Tok;
use il::source::{Diagnostic, Span};

/// Keywords that begin statements and declarations, as they are meant by misspelt words.
const KEYWORDS: &[&str] = &[
    "break", "case", "char", "const", "continue", "default", "do", "double", "else", "enum", "extern", "float", "for",
    "goto", "if", "inline", "int", "long", "register", "restrict", "return", "short", "signed", "sizeof", "static",
    "struct", "switch", "typedef", "union", "unsigned", "void", "volatile", "while",
];

/// Words that are keywords of C23, or of C++, and what C11 has for them.
const LATER: &[(&str, &str)] = &[
    ("nullptr", "`nullptr` is a keyword of C23: write NULL (<stddef.h>)"),
    ("bool", "`bool` is a keyword of C23 only: include <stdbool.h>, or write _Bool"),
    ("true", "`true` is a keyword of C23 only: include <stdbool.h>, or write 1"),
    ("false", "`false` is a keyword of C23 only: include <stdbool.h>, or write 0"),
    ("constexpr", "`constexpr` is a keyword of C23: write `static const`, or #define"),
    ("thread_local", "`thread_local` is a keyword of C23 only: include <threads.h>, or write _Thread_local"),
    ("alignas", "`alignas` is a keyword of C23 only: include <stdalign.h>, or write _Alignas"),
    ("static_assert", "`static_assert` is a keyword of C23 only: include <assert.h>, or write _Static_assert"),
    ("_BitInt", "integers of any width are an extension of C23: write a type of <stdint.h>"),
    ("typeof_unqual", "`typeof_unqual` is a keyword of C23: write the type"),
    ("class", "this is C++, and C is read: make a `struct` of it, with functions beside it"),
    ("template", "this is C++, and C is read: write the function for one type"),
    ("namespace", "this is C++, and C is read: names have prefixes in C"),
    ("using", "this is C++, and C is read: write `typedef`"),
    ("public", "this is C++, and C is read"),
    ("private", "this is C++, and C is read"),
];

/// What C11 has for a word of later standards or other languages.
pub fn later(word: &str) -> Option<&'static str> {
    LATER.iter().find(|(known, _)| *known == word).map(|(_, advice)| *advice)
}

/// The one of some names that a word was probably meant to be.
pub fn nearest<'n>(word: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let most = if word.len() < 4 { 1 } else { 2 };
    let near =
        names.map(|name| (strsim::damerau_levenshtein(name, word), name)).filter(|(d, _)| (1..=most).contains(d));
    near.min().map(|(_, name)| name)
}

/// The keyword that a word was probably meant to be.
pub fn nearest_keyword(word: &str) -> Option<&'static str> {
    nearest(word, KEYWORDS.iter().copied())
}

/// A word among the tokens at and before `at` that stands where only a type or a keyword can, and is neither: what stands there is nothing else that is known.
pub fn unknown_word(tokens: &[Token<'_>], scopes: &Scopes, from: usize, at: usize) -> Option<usize> {
    let word = |at: usize| matches!(tokens.get(at)?.tok, Tok::Word(w) if !scopes.knows(w)).then_some(at);
    let tok = |at: usize| tokens.get(at).map(|t| t.tok);
    let is_name = |at: usize| matches!(tok(at), Some(Tok::Word(_)));
    let named_after = |at: usize| {
        let behind = (at + 1..).find(|k| !matches!(tok(*k), Some(Tok::Star | Tok::Qual(_)))).unwrap_or(at + 1);
        is_name(behind)
    };
    // `retrun y`, `doble x`; `static doble x`.
    let before = at.checked_sub(1).filter(|before| *before >= from).and_then(word);
    let value = |t: Option<Tok<'_>>| {
        matches!(
            t,
            Some(Tok::Word(_) | Tok::Int(_) | Tok::Float(_) | Tok::Char(_) | Tok::Str(_) | Tok::Basic(_) | Tok::LBrace)
        )
    };
    before.filter(|_| value(tok(at))).or_else(|| word(at).filter(|at| named_after(*at)))
}

/// The message about such a word.
pub fn misspelt(word: &str, span: Span, scopes: &Scopes) -> Diagnostic {
    let said =
        Diagnostic::error("RT0101", span, format!("`{word}` is neither a keyword nor a type that is known here"));
    if let Some(advice) = later(word) {
        return said.note(advice);
    }
    match nearest(word, scopes.types().chain(KEYWORDS.iter().copied())) {
        Some(near) => said.note(format!("did you mean `{near}`?")),
        None => said.note(format!("a type needs its typedef: include the header that has it, or define it with -D'{word}=…' if a macro is meant")),
    }
}

/// The last bracket among the tokens `from..to` that nothing closes.
pub fn unclosed(tokens: &[Token<'_>], partner: &[usize], from: usize, to: usize) -> Option<usize> {
    (from..to.min(tokens.len())).rev().find(|at| {
        let closing = match tokens[*at].tok {
            Tok::LParen => Tok::RParen,
            Tok::LBracket => Tok::RBracket,
            _ => return false,
        };
        tokens.get(partner[*at]).is_none_or(|t| t.tok != closing)
    })
}

/// The message about it; `at`: what stands where it should be closed.
pub fn not_closed(tokens: &[Token<'_>], open: usize, at: Span) -> Diagnostic {
    let (sign, closing) = if tokens[open].tok == Tok::LParen { ("(", ")") } else { ("[", "]") };
    let said =
        Diagnostic::error("RT0106", tokens[open].span, format!("this `{sign}` is not closed: `{closing}` is missing"));
    let said = said.label("opened here");
    if at.file.is_some() && at != tokens[open].span { said.with(at, "still open here") } else { said }
}

/// A function that is defined inside another one, among the tokens `from..to` of a declaration: its name and its brace.
pub fn inner_function(tokens: &[Token<'_>], partner: &[usize], from: usize, to: usize) -> Option<(usize, usize)> {
    let mut at = from;
    let mut name = None;
    while at < to {
        match tokens[at].tok {
            Tok::Eq | Tok::Semi => return None,
            Tok::LParen => {
                if name.is_none() {
                    name = at.checked_sub(1).filter(|at| matches!(tokens[*at].tok, Tok::Word(_)));
                }
                at = partner[at].saturating_add(1);
                continue;
            }
            Tok::LBrace => {
                let behind_list = at > from && tokens[at - 1].tok == Tok::RParen;
                return name.filter(|_| behind_list).map(|name| (name, at));
            }
            _ => at += 1,
        }
    }
    None
}
