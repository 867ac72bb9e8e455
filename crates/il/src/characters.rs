//! The elements of an array of C that a string literal initialises.

use crate::expr::Literal;

/// The codes of the characters of a string, of `bytes` each, without the terminating zero (C11 6.4.5p6). `written` is how the source has it. `None` where that
/// does not tell whether a character was written as such, which takes several bytes, or by its code, which takes one.
pub fn codes(contents: &str, written: &Literal, bytes: u8) -> Option<Vec<i64>> {
    let one_by_one = || contents.chars().map(|c| i64::from(u32::from(c)));
    match bytes {
        1 if contents.is_ascii() => Some(one_by_one().collect()),
        1 => {
            let written = written.0.as_deref().filter(|text| text.contains('"'))?;
            match (written.is_ascii(), written.contains('\\')) {
                // By their codes alone.
                (true, _) => Some(one_by_one().map(|code| i64::from(code as i8)).collect()),
                (false, false) => Some(contents.bytes().map(|byte| i64::from(byte as i8)).collect()),
                (false, true) => None,
            }
        }
        2 => Some(contents.encode_utf16().map(i64::from).collect()),
        _ => Some(one_by_one().collect()),
    }
}
