//! Whether two straight-line pieces of code mean the same: both are executed, from the same values of all variables.
//!
//! Values are integers modulo a prime, functions give scrambled ones: no two expressions agree by chance. Every assignment is noted; what the figure
//! assigns, the code must assign the same values, as often and in the same order, with no more multiplications and divisions. Its own
//! temporaries are free. What is pushed and popped is a value like any other: it may as well wait in a local.

use std::collections::BTreeMap;

use super::canonical::{closing, split_top};

const PRIME: i128 = (1 << 61) - 1;

/// What a piece of code did.
#[derive(Default)]
pub(super) struct Trace {
    /// The values that each variable or element was assigned.
    pub assigned: BTreeMap<String, Vec<i128>>,
    /// Multiplications and divisions.
    pub work: usize,
    values: BTreeMap<String, i128>,
    stack: Vec<i128>,
}

/// Executes the statements of one procedure. `None`: there is control in it, or something that is not understood.
pub(super) fn run(statements: &[String]) -> Option<Trace> {
    let mut t = Trace::default();
    for s in statements {
        let text: String = s.to_lowercase().chars().filter(|c| !c.is_whitespace()).collect();
        if text.starts_with("endsubroutine") {
            break;
        }
        let is_quiet =
            ["subroutine", "implicit", "external", "associate", "endassociate"].iter().any(|w| text.starts_with(w));
        if is_quiet || text.contains("::") {
            continue;
        }
        if let Some(place) = argument(&text, "callpush") {
            let value = t.value(place)?;
            t.stack.push(value);
        } else if let Some(place) = argument(&text, "callpop") {
            let value = t.stack.pop()?;
            t.assign(place, value)?;
        } else {
            let (left, right) = text.split_once('=')?;
            let value = t.value(right)?;
            t.assign(left, value)?;
        }
    }
    Some(t)
}

/// In which the code differs from the figure.
pub(super) fn differences(figure: &Trace, code: &Trace) -> Vec<String> {
    let mut out = Vec::new();
    for (place, values) in figure.assigned.iter().filter(|(p, _)| !p.starts_with("temp")) {
        let found = code.assigned.get(place).map_or(&[][..], Vec::as_slice);
        if found != values {
            let same = values.iter().zip(found).take_while(|(a, b)| a == b).count();
            let name = place.split('(').next().unwrap_or(place);
            out.push(format!(
                "an element of `{name}` gets {} values, the figure's {}; the first {same} are the same",
                found.len(),
                values.len()
            ));
        }
    }
    if out.is_empty() && code.work > figure.work {
        out.push(format!("{} multiplications and divisions, the figure has {}", code.work, figure.work));
    }
    out
}

fn argument<'s>(text: &'s str, start: &str) -> Option<&'s str> {
    let rest = text.strip_prefix(start)?;
    rest.strip_suffix(')')?.split_once('(').map(|p| p.1)
}

fn scramble(mut h: u64) -> i128 {
    h = (h ^ (h >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    h = (h ^ (h >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    i128::from(h ^ (h >> 31)) % PRIME
}

fn hashed(text: &str) -> i128 {
    scramble(text.bytes().fold(0xcbf2_9ce4_8422_2325, |h, b| (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3)))
}

fn power(base: i128, mut n: i128) -> i128 {
    let (mut b, mut out) = (base.rem_euclid(PRIME), 1);
    while n > 0 {
        if n & 1 == 1 {
            out = out * b % PRIME;
        }
        b = b * b % PRIME;
        n >>= 1;
    }
    out
}

impl Trace {
    fn assign(&mut self, place: &str, value: i128) -> Option<()> {
        let place = self.place(place)?;
        self.assigned.entry(place.clone()).or_default().push(value);
        self.values.insert(place, value);
        Some(())
    }

    /// A variable, or an element by the values of its subscripts.
    fn place(&mut self, text: &str) -> Option<String> {
        let Some((name, _)) = text.split_once('(') else { return Some(text.to_string()) };
        let inside = text[name.len() + 1..].strip_suffix(')')?;
        let mut out = format!("{name}(");
        for sub in split_top(inside, b',') {
            let work = self.work;
            out += &format!("{},", self.value(sub)?);
            // Addresses are not arithmetic.
            self.work = work;
        }
        Some(out)
    }

    fn value(&mut self, text: &str) -> Option<i128> {
        let mut rest = text;
        let value = self.sum(&mut rest)?;
        rest.is_empty().then_some(value)
    }

    fn sum(&mut self, rest: &mut &str) -> Option<i128> {
        let negative = take(rest, "-");
        let mut out = self.product(rest)?;
        if negative {
            out = PRIME - out;
        }
        loop {
            if take(rest, "+") {
                out += self.product(rest)?;
            } else if take(rest, "-") {
                out += PRIME - self.product(rest)?;
            } else {
                return Some(out % PRIME);
            }
            out %= PRIME;
        }
    }

    fn product(&mut self, rest: &mut &str) -> Option<i128> {
        let mut out = self.factor(rest)?;
        loop {
            if take(rest, "*") {
                out = out * self.factor(rest)? % PRIME;
            } else if take(rest, "/") {
                out = out * power(self.factor(rest)?, PRIME - 2) % PRIME;
            } else {
                return Some(out);
            }
            self.work += 1;
        }
    }

    fn factor(&mut self, rest: &mut &str) -> Option<i128> {
        let base = self.primary(rest)?;
        if !take(rest, "**") {
            return Some(base);
        }
        self.work += 1;
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let n = rest[..digits].parse().ok()?;
        *rest = &rest[digits..];
        Some(power(base, n))
    }

    fn primary(&mut self, rest: &mut &str) -> Option<i128> {
        if rest.starts_with('(') {
            let close = closing(&rest[1..])?;
            let value = self.value(&rest[1..=close])?;
            *rest = &rest[close + 2..];
            return Some(value);
        }
        let word = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || "_.%".contains(c)).len();
        let (name, after) = rest.split_at(word);
        *rest = after;
        if name.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
            return number(name);
        }
        if name.is_empty() {
            return None;
        }
        let mut text = name.to_string();
        if let Some(inside) = after.strip_prefix('(') {
            let close = closing(inside)?;
            text += &after[..close + 2];
            *rest = &after[close + 2..];
        }
        let place = self.place(&text)?;
        if ["sin(", "cos(", "exp(", "log(", "sqrt(", "floor(", "abs("].iter().any(|f| text.starts_with(f)) {
            return Some(hashed(&place));
        }
        Some(*self.values.entry(place.clone()).or_insert_with(|| hashed(&place)))
    }
}

fn take(rest: &mut &str, sign: &str) -> bool {
    let found = rest.starts_with(sign) && (sign != "*" || !rest.starts_with("**"));
    if found {
        *rest = &rest[sign.len()..];
    }
    found
}

/// A literal without exponent, its kind ignored.
fn number(text: &str) -> Option<i128> {
    let digits = text.split('_').next()?;
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let value: i128 = format!("0{whole}{part}").parse().ok()?;
    let scale = i128::pow(10, u32::try_from(part.len()).ok()?);
    Some(value % PRIME * power(scale, PRIME - 2) % PRIME)
}

#[test]
fn meanings() {
    let trace = |text: &str| run(&text.split(';').map(str::to_string).collect::<Vec<_>>()).expect("straight");
    let same = |a: &str, b: &str| differences(&trace(a), &trace(b)).is_empty();
    assert!(same("x = a/b - c*d/b**2", "temp = c/b; x = (a - temp*d)/b"));
    assert!(same("call push(a); a = 2*a; call pop(a)", "a0 = a; a = a*2.0; a = a0"));
    assert!(same("n = i(k); b(n) = 0.5*b(n+1)", "n = i(k); b(n) = b(1+n)/2"));
    assert!(!same("x = x + a; y = x", "x = x - a; y = x"));
    assert!(!same("x = x + a*b", "x = x + a; x = x + a*b - a"), "assigned twice");
    assert!(!same("x = x + a*(b + c)", "x = x + a*b + a*c"), "more work");
    assert!(run(&["do i = 1, n".to_string()]).is_none() && run(&["call f(x)".to_string()]).is_none());
}
