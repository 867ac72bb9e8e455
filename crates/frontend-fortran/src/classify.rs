//! What kind of statement is this? Decided before it is cut into words, because keywords are not reserved and, in fixed
//! form, blanks mean nothing.
//!
//! Looking only at what stands outside parentheses and constants:
//! `::` → declaration; `,` before any `=` → keyword; `)` followed by a letter or digit before any `=` → keyword
//! (`IF(a)x=1`); `=` then `,` → DO; `=` → assignment; `=>` → pointer assignment; else keyword. In free form two words in a
//! row before the `=` also mean a keyword.
//!
//! The keyword is then the longest that matches. For each class the places of the keywords *inside* the statement are found
//! too ([`Forced`]), so that everything else may be a name.

mod keywords;
mod skeleton;

use self::keywords::{KEYWORDS, Keyword, PREFIXES, TYPES};
use self::skeleton::is_word;
use crate::ast::IoKind;
use crate::pieces::{END_WORDS, EndWord};
use crate::tokens::{Class, Forced, Tok, TypeWord};

pub use self::keywords::type_word;
pub use self::skeleton::Skeleton;

/// The result.
#[derive(Clone, PartialEq, Debug)]
pub struct Classified<'a> {
    /// What it is.
    pub kind: Kind,
    /// Where the statement goes on after its first keyword.
    pub start: usize,
    /// Keywords inside, in order.
    pub forced: Vec<Forced<'a>>,
}

/// How to go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Parse it with the grammar.
    Class(Class),
    /// `IF (…) statement`, `WHERE (…) assignment`, `FORALL (…) assignment`: the statement begins at `rest`.
    Nested {
        /// Which of the three.
        outer: Outer,
        /// Where the inner statement begins.
        rest: usize,
    },
    /// `FORMAT (…)`: kept as text.
    Format,
    /// No known statement begins like this.
    Unknown,
}

/// Statements that hold another one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Outer {
    If,
    Where,
    Forall,
}

/// What the rules of the module's header look at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shape {
    Assignment,
    PointerAssignment,
    /// `=` then `,`
    Loop,
    /// `::` outside parentheses
    Colons,
    Keyword,
}

fn shape(text: &Skeleton, from: usize) -> Shape {
    let mut previous = b'\n'; // the last byte that is not blank
    let mut blank_before = false;
    let mut keyword = false;
    let mut equals = None;
    let mut skip_to = 0;
    for (at, byte) in text.outside(from) {
        if at < skip_to {
            continue;
        }
        if byte == b' ' {
            blank_before = true;
            continue;
        }
        match byte {
            b':' if text.at(at + 1) == b':' && equals.is_none() => return Shape::Colons,
            b',' if equals.is_some() => return if keyword { Shape::Keyword } else { Shape::Loop },
            b',' => keyword = true,
            b'=' if equals.is_none() => match text.at(at + 1) {
                b'=' => skip_to = at + 2,
                b'>' => {
                    // `procedure(p), pointer :: q => r` has its `::` before; a keyword statement stays one.
                    return if keyword { Shape::Keyword } else { Shape::PointerAssignment };
                }
                _ if matches!(previous, b'/' | b'<' | b'>') && text.at(at - 1) == previous => {}
                _ => equals = Some(at),
            },
            _ if equals.is_some() => {}
            _ if is_word(byte) && (previous == b')' || (blank_before && is_word(previous))) => {
                keyword = true;
            }
            _ => {}
        }
        previous = byte;
        blank_before = false;
    }
    match equals {
        Some(_) if !keyword => Shape::Assignment,
        _ => Shape::Keyword,
    }
}

/// Classifies the part of a statement that begins at `from`. `assignments` is false where there can be none (inside type
/// definitions), which decides `procedure a => b` and `enumerator a = 1` in fixed form.
pub fn classify<'a>(text: &Skeleton, cooked: &'a str, from: usize, assignments: bool) -> Classified<'a> {
    let from = text.skip(from);
    let plain = |class| Classified { kind: Kind::Class(class), start: from, forced: Vec::new() };
    let shape = shape(text, from);
    match shape {
        Shape::Assignment if assignments => return plain(Class::Assign),
        Shape::PointerAssignment if assignments => return plain(Class::PointerAssign),
        Shape::Loop => {
            if let Some(at) = text.phrase(from, "do") {
                return do_loop(text, cooked, at, true);
            }
        }
        Shape::Assignment | Shape::PointerAssignment | Shape::Colons | Shape::Keyword => {}
    }
    if shape != Shape::Colons
        && let Some(forced) = header(text, cooked, from)
    {
        return Classified { kind: Kind::Class(Class::Header), start: from, forced };
    }
    let first = text.at(from);
    let mut best: Option<(usize, Keyword)> = None;
    for &(phrase, keyword) in KEYWORDS {
        if phrase.as_bytes()[0] == first
            && let Some(end) = text.phrase(from, phrase)
            && best.is_none_or(|(longest, _)| end > longest)
        {
            best = Some((end, keyword));
        }
    }
    // `enddo` is one word of free form, too.
    if let Some(end) = text.prefix(from, "end") {
        let longest = END_WORDS.iter().filter_map(|&(phrase, _)| text.phrase(end, phrase)).max();
        if longest.is_some_and(|longest| best.is_none_or(|(other, _)| longest > other)) {
            best = Some((end, Keyword::End));
        }
    }
    match best {
        Some((at, keyword)) => keyword_statement(text, cooked, from, at, keyword, shape == Shape::Colons),
        None => Classified { kind: Kind::Unknown, start: from, forced: Vec::new() },
    }
}

fn keyword_statement<'a>(
    text: &Skeleton,
    cooked: &'a str,
    from: usize,
    at: usize,
    keyword: Keyword,
    colons: bool,
) -> Classified<'a> {
    let mut start = at;
    let mut forced = Vec::new();
    let kind = match keyword {
        Keyword::Plain(class) => match class {
            // `TYPE IS (…)`, but `TYPEISH` in fixed form is a type called ISH.
            Class::TypeIs | Class::ClassIs if text.mark(at, b'(').is_none() => {
                start = text.phrase(from, "type").unwrap_or(at);
                Kind::Class(Class::TypeDef)
            }
            class => Kind::Class(class),
        },
        Keyword::Generics(class) => {
            generics(text, cooked, at, &mut forced);
            Kind::Class(class)
        }
        Keyword::Only(class) => {
            only(text, at, &mut forced);
            generics(text, cooked, at, &mut forced);
            forced.sort_by_key(|forced| forced.start);
            Kind::Class(class)
        }
        Keyword::InnerType(class) => {
            inner_type(text, at, &mut forced);
            Kind::Class(class)
        }
        Keyword::Io(kind) => {
            let paren = kind != IoKind::Print && text.mark(at, b'(').is_some();
            Kind::Class(if paren { Class::IoParen(kind) } else { Class::IoList(kind) })
        }
        Keyword::Type => match type_spec(text, cooked, from, &mut forced) {
            Some(_) => {
                start = from;
                Kind::Class(if colons { Class::TypeDecl } else { Class::TypeDeclOld })
            }
            None if text.phrase(from, "type").is_some() => Kind::Class(Class::TypeDef),
            None => Kind::Unknown,
        },
        Keyword::AssignLabel => {
            let Some((digit, end)) = text.digits(at) else { return unknown(from) };
            let to = text.skip(end);
            let Some(after) = text.phrase(to, "to") else { return unknown(from) };
            forced.push(Forced { start: digit, end, token: Tok::Int(&cooked[digit..end]) });
            forced.push(Forced { start: to, end: after, token: Tok::To });
            Kind::Class(Class::AssignLabel)
        }
        Keyword::Do => return do_loop(text, cooked, at, false),
        Keyword::End => {
            let words = END_WORDS.iter().filter_map(|&(phrase, word)| text.phrase(at, phrase).map(|end| (end, word)));
            let (end, word) = words.max_by_key(|pair| pair.0).unwrap_or((at, EndWord::Plain));
            start = end;
            generics(text, cooked, end, &mut forced);
            Kind::Class(Class::End(word))
        }
        Keyword::Format => Kind::Format,
        Keyword::If => {
            let is_else = text.at(from) == b'e';
            let Some(close) = text.group(at) else {
                return Classified {
                    kind: Kind::Class(if is_else { Class::ElseIf } else { Class::IfThen }),
                    start,
                    forced,
                };
            };
            let then = text
                .phrase(close, "then")
                .filter(|&end| text.is_end(end) || text.name(end).is_some_and(|name| text.is_end(name)) || is_else);
            if let Some(end) = then {
                forced.push(Forced { start: text.skip(close), end, token: Tok::Then });
                Kind::Class(if is_else { Class::ElseIf } else { Class::IfThen })
            } else if is_else {
                Kind::Class(Class::ElseIf)
            } else if text.at(text.skip(close)).is_ascii_digit() {
                Kind::Class(Class::ArithmeticIf)
            } else if text.is_end(close) {
                Kind::Class(Class::IfThen)
            } else {
                Kind::Nested { outer: Outer::If, rest: close }
            }
        }
        Keyword::Implicit => {
            implicit(text, cooked, at, &mut forced);
            Kind::Class(Class::Implicit)
        }
        Keyword::Nested(outer) => {
            if outer == Outer::Forall {
                inner_type(text, at, &mut forced);
            }
            let construct = if outer == Outer::Forall { Class::Forall } else { Class::Where };
            match text.group(at) {
                Some(close) if !text.is_end(close) => Kind::Nested { outer, rest: close },
                _ => Kind::Class(construct),
            }
        }
    };
    Classified { kind, start, forced }
}

fn unknown<'a>(start: usize) -> Classified<'a> {
    Classified { kind: Kind::Unknown, start, forced: Vec::new() }
}

/// `DO [label] [,] …`, `at` being after DO.
fn do_loop<'a>(text: &Skeleton, cooked: &'a str, at: usize, counts: bool) -> Classified<'a> {
    let mut forced = Vec::new();
    let mut next = at;
    if let Some((start, end)) = text.digits(at) {
        forced.push(Forced { start, end, token: Tok::Int(&cooked[start..end]) });
        next = end;
    }
    next = text.mark(next, b',').unwrap_or(next);
    if !counts {
        for (phrase, token) in [("while", Tok::While), ("concurrent", Tok::Concurrent)] {
            if let Some(end) = text.phrase(next, phrase)
                && text.mark(end, b'(').is_some()
            {
                forced.push(Forced { start: text.skip(next), end, token });
                inner_type(text, end, &mut forced);
            }
        }
    }
    Classified { kind: Kind::Class(Class::Do), start: at, forced }
}

/// The end of a type with its `*8` or `(…)` at `at`, or `None` if no type stands there.
fn type_spec<'a>(text: &Skeleton, cooked: &'a str, at: usize, forced: &mut Vec<Forced<'a>>) -> Option<usize> {
    let found = TYPES.iter().filter_map(|&(phrase, word)| text.phrase(at, phrase).map(|end| (end, word)));
    let (end, word) = found.max_by_key(|pair| pair.0)?;
    let derived = matches!(word, TypeWord::Type | TypeWord::Class);
    if derived && text.mark(end, b'(').is_none() {
        return None;
    }
    forced.push(Forced { start: text.skip(at), end, token: Tok::TypeWord(word) });
    if let Some(star) = text.mark(end, b'*') {
        if let Some((start, end)) = text.digits(star) {
            forced.push(Forced { start, end, token: Tok::Int(&cooked[start..end]) });
            return Some(end);
        }
        return text.group(star);
    }
    if text.mark(end, b'(').is_some() { text.group(end) } else { Some(end) }
}

/// The keywords of `[prefix…] FUNCTION name (…)` or `… SUBROUTINE name`, if it is that.
fn header<'a>(text: &Skeleton, cooked: &'a str, from: usize) -> Option<Vec<Forced<'a>>> {
    // Only these letters begin a header.
    if !matches!(
        text.at(from),
        b'p' | b'i' | b'e' | b'r' | b'n' | b'm' | b'd' | b'c' | b'l' | b'b' | b't' | b'f' | b's'
    ) {
        return None;
    }
    let mut forced = Vec::new();
    let mut at = from;
    loop {
        for (phrase, is_function) in [("function", true), ("subroutine", false)] {
            if let Some(end) = text.phrase(at, phrase)
                && let Some(name) = text.name(end)
            {
                let paren = text.group(name);
                if paren.is_some() || (!is_function && text.is_end(name)) {
                    forced.push(Forced { start: text.skip(at), end, token: Tok::Procedure(is_function) });
                    return Some(forced);
                }
            }
        }
        let prefix = PREFIXES.iter().find_map(|&(phrase, word)| text.phrase(at, phrase).map(|end| (end, word)));
        if let Some((end, word)) = prefix {
            forced.push(Forced { start: text.skip(at), end, token: Tok::Prefix(word) });
            at = end;
        } else {
            at = type_spec(text, cooked, at, &mut forced)?;
        }
    }
}

/// `OPERATOR (…)` and its like, at the beginning and after `,`, `:` and `=>`.
fn generics<'a>(text: &Skeleton, cooked: &'a str, at: usize, forced: &mut Vec<Forced<'a>>) {
    let mut previous = b',';
    let mut skip_to = at;
    for (position, byte) in text.outside(at) {
        if position < skip_to || byte == b' ' {
            continue;
        }
        if matches!(previous, b',' | b':' | b'>') {
            for phrase in ["operator", "assignment", "read", "write"] {
                if let Some(end) = text.phrase(position, phrase)
                    && let Some(close) = text.group(end)
                {
                    let token = Tok::GenericSpec(&cooked[position..close]);
                    forced.push(Forced { start: position, end: close, token });
                    skip_to = close;
                }
            }
        }
        previous = byte;
    }
}

/// `, ONLY :`
fn only<'a>(text: &Skeleton, at: usize, forced: &mut Vec<Forced<'a>>) {
    for (position, byte) in text.outside(at) {
        if byte == b','
            && let Some(end) = text.phrase(position + 1, "only")
            && let Some(colon) = text.mark(end, b':')
            && text.at(colon) != b':'
        {
            forced.push(Forced { start: text.skip(position + 1), end: colon, token: Tok::Only });
            return;
        }
    }
}

/// The `::` just inside the parentheses at `at`.
fn inner_type<'a>(text: &Skeleton, at: usize, forced: &mut Vec<Forced<'a>>) {
    let Some(open) = text.mark(at, b'(') else { return };
    let mut in_group = false;
    for (position, byte) in text.outside(open) {
        match byte {
            b':' if text.at(position + 1) == b':' => {
                forced.push(Forced { start: position, end: position + 2, token: Tok::TypeColons });
                return;
            }
            b'(' | b'[' => in_group = true,
            b')' | b']' if in_group => in_group = false,
            b',' | b'=' | b')' => return,
            _ => {}
        }
    }
}

/// The types of IMPLICIT, or NONE.
fn implicit<'a>(text: &Skeleton, cooked: &'a str, at: usize, forced: &mut Vec<Forced<'a>>) {
    if let Some(end) = text.phrase(at, "none") {
        forced.push(Forced { start: text.skip(at), end, token: Tok::None });
        return;
    }
    let mut next = at;
    while type_spec(text, cooked, next, forced).is_some() {
        match text.outside(next).find(|pair| pair.1 == b',') {
            Some((comma, _)) => next = comma + 1,
            None => return,
        }
    }
}
