//! Text of the user that is printed as it stands, only broken where it is too long.

use crate::cat;
use crate::doc::Doc;

/// A document of one statement's text: it may be broken after commas and at blanks outside character constants.
pub(super) fn text(text: &str, fixed: bool) -> Doc {
    if fixed && has_hollerith(text) {
        // A blank more inside a Hollerith constant would change it: only column 72 breaks such a line.
        return Doc::text(text);
    }
    let mut out = Vec::new();
    let mut word = String::new();
    let mut quote = None;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (None, '\'' | '"') => quote = Some(c),
            (Some(q), c) if q == c => quote = None,
            _ => {}
        }
        if quote.is_none() && c == ' ' && !word.is_empty() {
            out.push(Doc::text(std::mem::take(&mut word)));
            out.push(Doc::Break(" ").group());
            while chars.peek() == Some(&' ') {
                chars.next();
            }
            continue;
        }
        word.push(c);
        if quote.is_none() && c == ',' && chars.peek().is_some_and(|c| *c != ' ') {
            out.push(Doc::text(std::mem::take(&mut word)));
            out.push(Doc::Break("").group());
        }
    }
    cat![Doc::Cat(out), word]
}

/// Whether there may be a Hollerith constant: digits and `H`, not behind a letter.
fn has_hollerith(text: &str) -> bool {
    let bytes = text.as_bytes();
    (1..bytes.len()).any(|i| {
        let digits = bytes[..i].iter().rev().take_while(|b| b.is_ascii_digit()).count();
        matches!(bytes[i], b'h' | b'H')
            && digits > 0
            && !bytes[..i - digits].last().is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_')
    })
}
