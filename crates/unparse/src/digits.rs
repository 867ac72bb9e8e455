//! Decimal digits of real constants: the shortest ones that read back to the same value.

/// A finite value as decimal digits `d₀d₁…` and the power of ten of `d₀`.
pub(crate) struct Decimal {
    /// Whether it is below zero (or minus zero).
    pub negative: bool,
    /// Significant digits without zeros at the end; `0` for zero.
    pub digits: String,
    /// `value = d₀.d₁… · 10^exponent`.
    pub exponent: i32,
}

impl Decimal {
    /// Of a value that is stored in `bytes` bytes. Wider types than double have their value as a double already.
    pub fn new(value: f64, bytes: u8) -> Self {
        let text = if bytes <= 4 { format!("{:e}", (value as f32).abs()) } else { format!("{:e}", value.abs()) };
        let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
        let trimmed = digits.trim_end_matches('0');
        Decimal {
            negative: value.is_sign_negative(),
            digits: if trimmed.is_empty() { "0".into() } else { trimmed.into() },
            exponent: exponent.parse().unwrap_or(0),
        }
    }

    /// Integer part, fraction (both may be empty) and exponent to write: plain for moderate sizes, scientific otherwise.
    pub fn parts(&self) -> (String, String, i32) {
        let (n, e) = (self.digits.len() as i32, self.exponent);
        if (-3..0).contains(&e) {
            ("0".into(), format!("{}{}", "0".repeat((-e - 1) as usize), self.digits), 0)
        } else if (0..10).contains(&e) {
            if n <= e + 1 {
                (format!("{}{}", self.digits, "0".repeat((e + 1 - n) as usize)), String::new(), 0)
            } else {
                let (whole, fraction) = self.digits.split_at((e + 1) as usize);
                (whole.into(), fraction.into(), 0)
            }
        } else {
            let (whole, fraction) = self.digits.split_at(1);
            (whole.into(), fraction.into(), e)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_read_back() {
        for v in [0.0, 1.0, 0.1, 1.0 / 3.0, 123456.75, 1e10, 6.02e23, 1e-3, 1.5e-5, f64::MAX, f64::MIN_POSITIVE, 5e-324]
        {
            let (whole, fraction, e) = Decimal::new(v, 8).parts();
            let back: f64 = format!("{whole}.{fraction}e{e}").parse().unwrap();
            assert_eq!(back, v);
            let (whole, fraction, e) = Decimal::new(v, 4).parts();
            let back: f32 = format!("{whole}.{fraction}e{e}").parse().unwrap_or(f32::INFINITY);
            assert!(back == v as f32 || (v as f32).is_infinite());
        }
    }
}
