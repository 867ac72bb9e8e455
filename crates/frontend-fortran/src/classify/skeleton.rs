//! A statement without its constants: what classification looks at, and the few questions it asks.

use crate::ast::Form;
use crate::statements::Cooked;

/// Lower-case text whose constants are masked by quotes: same length as the original.
pub struct Skeleton {
    pub(super) bytes: Vec<u8>,
    pub(super) form: Form,
}

impl Skeleton {
    /// Of a statement.
    pub fn new(cooked: &Cooked, form: Form) -> Self {
        let mut bytes = cooked.text.as_bytes().to_vec();
        for &(start, end) in &cooked.holleriths {
            bytes[start as usize..end as usize].fill(b'\'');
        }
        let mut quote = None;
        for byte in &mut bytes {
            match quote {
                Some(open) => {
                    if *byte == open {
                        quote = None;
                    }
                    *byte = b'\'';
                }
                None if *byte == b'\'' => quote = Some(b'\''),
                None if *byte == b'"' => {
                    quote = Some(b'"');
                    *byte = b'\'';
                }
                None if *byte == b'\t' => *byte = b' ',
                None => byte.make_ascii_lowercase(),
            }
        }
        Skeleton { bytes, form }
    }

    pub(super) fn at(&self, at: usize) -> u8 {
        self.bytes.get(at).copied().unwrap_or(b'\n')
    }

    pub(super) fn len(&self) -> usize {
        self.bytes.len()
    }

    /// First position from `at` that is not blank.
    pub(super) fn skip(&self, mut at: usize) -> usize {
        while self.at(at) == b' ' {
            at += 1;
        }
        at
    }

    /// The end of `word` at `at`, whatever follows.
    pub(super) fn prefix(&self, at: usize, word: &str) -> Option<usize> {
        let end = at + word.len();
        (self.bytes.get(at..end) == Some(word.as_bytes())).then_some(end)
    }

    /// The end of `phrase` at `at` (after blanks). Its words may touch each other; in free form the last must end there.
    pub(super) fn phrase(&self, at: usize, phrase: &str) -> Option<usize> {
        let mut at = self.skip(at);
        for byte in phrase.bytes() {
            if byte == b' ' {
                at = self.skip(at);
            } else if self.at(at) == byte {
                at += 1;
            } else {
                return None;
            }
        }
        let ends = self.form == Form::Fixed || !is_word(self.at(at));
        ends.then_some(at)
    }

    /// The end of the name at `at` (after blanks).
    pub(super) fn name(&self, at: usize) -> Option<usize> {
        let start = self.skip(at);
        if !self.at(start).is_ascii_alphabetic() {
            return None;
        }
        let mut end = start;
        while is_word(self.at(end)) {
            end += 1;
        }
        Some(end)
    }

    /// The end of the digits at `at` (after blanks).
    pub(super) fn digits(&self, at: usize) -> Option<(usize, usize)> {
        let start = self.skip(at);
        let mut end = start;
        while self.at(end).is_ascii_digit() {
            end += 1;
        }
        (end > start).then_some((start, end))
    }

    /// Whether `byte` stands at `at` (after blanks), and where it ends.
    pub(super) fn mark(&self, at: usize, byte: u8) -> Option<usize> {
        let at = self.skip(at);
        (self.at(at) == byte).then_some(at + 1)
    }

    /// One past the parenthesis that closes the one at `at` (after blanks).
    pub(super) fn group(&self, at: usize) -> Option<usize> {
        let mut at = self.mark(at, b'(')?;
        let mut depth = 1;
        while at < self.len() {
            match self.bytes[at] {
                b'(' => depth += 1,
                b')' => depth -= 1,
                _ => {}
            }
            at += 1;
            if depth == 0 {
                return Some(at);
            }
        }
        None
    }

    /// Whether nothing follows.
    pub(super) fn is_end(&self, at: usize) -> bool {
        self.skip(at) >= self.len()
    }

    /// Positions from `at` of the bytes outside parentheses and brackets.
    pub(super) fn outside(&self, at: usize) -> impl Iterator<Item = (usize, u8)> {
        let mut depth = 0usize;
        self.bytes[at.min(self.len())..].iter().enumerate().filter_map(move |(offset, &byte)| {
            match byte {
                b'(' | b'[' => {
                    depth += 1;
                    return (depth == 1).then_some((at + offset, byte));
                }
                b')' | b']' => depth = depth.saturating_sub(1),
                _ => {}
            }
            (depth == 0).then_some((at + offset, byte))
        })
    }
}

/// Whether `byte` can be inside a name.
pub(super) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$'
}
