//! What a character of statement text is: code, a blank, or part of a constant that must not be touched.
//!
//! Quotes and Hollerith counts are the only context that source form, continuation and classification need; this is the
//! one place that follows them. A Hollerith constant (`5HABCDE`) has no delimiter: whether `8H` in `REAL*8 HX` is one
//! depends on the beginning of the statement, which is therefore remembered.

use crate::ast::Form;

/// What one byte is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// Significant, outside constants.
    Code,
    /// A blank or tab outside constants.
    Blank,
    /// Inside a character constant, quotes included.
    Quoted,
    /// One of the characters counted by a Hollerith constant.
    Hollerith,
}

/// The first significant characters are kept up to this length: `DOUBLECOMPLEX*16` is the longest that matters.
const HEAD: usize = 18;

/// The state between two bytes of a statement.
#[derive(Clone)]
pub struct TextState {
    form: Form,
    quote: Option<u8>,
    hollerith: usize,
    /// Value of the run of digits that ends here, if it may be a Hollerith count.
    count: Option<usize>,
    /// The previous byte could be inside an identifier or number.
    in_word: bool,
    head: [u8; HEAD],
    head_len: usize,
}

impl TextState {
    /// At the beginning of a statement.
    pub fn new(form: Form) -> Self {
        TextState { form, quote: None, hollerith: 0, count: None, in_word: false, head: [0; HEAD], head_len: 0 }
    }

    /// Whether a constant is open: then the next line continues it, blanks included.
    pub fn in_constant(&self) -> bool {
        self.quote.is_some() || self.hollerith > 0
    }

    /// Whether a Hollerith constant is open.
    pub fn in_hollerith(&self) -> bool {
        self.hollerith > 0
    }

    /// Takes the next byte.
    #[inline]
    pub fn step(&mut self, byte: u8) -> Class {
        if let Some(quote) = self.quote {
            if byte == quote {
                self.quote = None;
            }
            return Class::Quoted;
        }
        if self.hollerith > 0 {
            self.hollerith -= 1;
            return Class::Hollerith;
        }
        if byte == b' ' || byte == b'\t' {
            if self.form == Form::Free {
                self.count = None;
                self.in_word = false;
            }
            return Class::Blank;
        }
        if byte == b'\'' || byte == b'"' {
            self.quote = Some(byte);
            self.count = None;
            self.in_word = false;
            return Class::Quoted;
        }
        if byte.is_ascii_digit() {
            let digit = usize::from(byte - b'0');
            self.count = match self.count {
                Some(count) if count < 10_000 => Some(count * 10 + digit),
                None if !self.in_word || self.is_format() => Some(digit),
                _ => None,
            };
            self.in_word = true;
        } else {
            if (byte == b'h' || byte == b'H') && !self.is_size_of_type() {
                self.hollerith = self.count.unwrap_or(0);
            }
            self.count = None;
            self.in_word = byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'.' || byte == b'$';
            // `1.EQ.` and `.5H`: after a point no count starts. After a Hollerith constant one may.
            if self.hollerith > 0 {
                self.in_word = false;
            }
        }
        if self.head_len < HEAD {
            self.head[self.head_len] = byte.to_ascii_lowercase();
            self.head_len += 1;
        }
        Class::Code
    }

    /// The digits before this H are those of `REAL*8`.
    fn is_size_of_type(&self) -> bool {
        let head = &self.head[..self.head_len];
        let digits = head.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
        let types = ["real", "integer", "logical", "complex", "character", "doublecomplex", "byte"];
        head[..head.len() - digits].strip_suffix(b"*").is_some_and(|word| types.iter().any(|t| t.as_bytes() == word))
    }

    /// Edit descriptors may touch each other: `1X5HABCDE`.
    fn is_format(&self) -> bool {
        self.head[..self.head_len].starts_with(b"format(")
    }
}
