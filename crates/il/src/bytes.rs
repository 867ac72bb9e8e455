//! Files whose bytes are no UTF-8, as many with accents in comments: what is read is written again as it was.
//!
//! Bytes that are part of no character of UTF-8 are characters of their own while the tool works, of the private use area, and become bytes again where
//! something is written.

use std::borrow::Cow;

/// What stands for the byte zero; bytes that are no characters are 0x80 and above.
const FIRST: u32 = 0xF700;

/// The text of a file.
pub fn decode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().filter_map(|b| char::from_u32(FIRST + u32::from(*b))));
    }
    text
}

/// The byte that a character stands for, if it stands for one.
pub fn byte(c: char) -> Option<u8> {
    u32::from(c).checked_sub(FIRST + 0x80).filter(|n| *n < 0x80).map(|n| (n + 0x80) as u8)
}

/// The bytes of a file with this text.
pub fn encode(text: &str) -> Cow<'_, [u8]> {
    if !text.chars().any(|c| byte(c).is_some()) {
        return Cow::Borrowed(text.as_bytes());
    }
    let mut bytes = Vec::with_capacity(text.len());
    for c in text.chars() {
        match byte(c) {
            Some(b) => bytes.push(b),
            None => bytes.extend(c.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    Cow::Owned(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_come_back_as_they_were() {
        for bytes in [&b"caf\xe9 caf\xc3\xa9 \xff\xc3"[..], b"plain", &[0x80, 0xbf, 0xed, 0xa0, 0x80]] {
            assert_eq!(&*encode(&decode(bytes)), bytes);
        }
        assert_eq!(decode("é".as_bytes()), "é");
    }
}
