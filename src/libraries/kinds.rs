//! The kinds of numbers for which a text is written: one text in double precision is those of all kinds that it is for.
//!
//! `?` stands for the letter of a kind in front of names. A text of complex numbers has `~` for that of their parts, too. What both real and complex numbers have is
//! written for complex ones; for real ones, parts and conjugates are the numbers themselves, conjugate transposes are transposes, and lines that begin with `!c` are not there.

/// The numbers that a text is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Numbers {
    Real,
    Complex,
    /// Written for complex numbers.
    All,
}

/// A kind of numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Kind {
    letter: &'static str,
    of_parts: &'static str,
    single: bool,
    pub(super) is_complex: bool,
}

pub(super) const DOUBLE: Kind = Kind { letter: "d", of_parts: "", single: false, is_complex: false };
pub(super) const SINGLE: Kind = Kind { letter: "s", of_parts: "", single: true, is_complex: false };

const KINDS: &[Kind] = &[
    DOUBLE,
    SINGLE,
    Kind { letter: "z", of_parts: "d", single: false, is_complex: true },
    Kind { letter: "c", of_parts: "s", single: true, is_complex: true },
];

/// What complex numbers have and real ones have not: names of routines, conjugate transposes, and numbers without imaginary parts.
const OF_COMPLEX: &[(&str, &str)] = &[
    ("complex(8)", "real(8)"),
    ("'C'", "'T'"),
    ("(1.0d0, 0.0d0)", "1.0d0"),
    ("(-1.0d0, 0.0d0)", "-1.0d0"),
    ("(0.0d0, 0.0d0)", "0.0d0"),
    ("?dotc", "?dot"),
    ("?hemm", "?symm"),
    ("?her2k", "?syr2k"),
];

impl Numbers {
    /// The kinds that a text is for.
    pub(super) fn kinds(self) -> impl Iterator<Item = Kind> {
        KINDS.iter().copied().filter(move |k| match self {
            Numbers::Real => !k.is_complex,
            Numbers::Complex => k.is_complex,
            Numbers::All => true,
        })
    }

    /// A text for the numbers of a kind.
    pub(super) fn text(self, text: &str, kind: Kind) -> String {
        let text = match (self, kind.is_complex) {
            (Numbers::Real | Numbers::Complex, _) => text.to_string(),
            (Numbers::All, false) => real(text),
            (Numbers::All, true) => {
                text.lines().map(|l| l.strip_prefix("!c").unwrap_or(l).to_string() + "\n").collect()
            }
        };
        kind.apply(&text)
    }
}

impl Kind {
    /// A text, or a name in one, for this kind.
    pub(super) fn apply(self, text: &str) -> String {
        let mut text = text.replace('?', self.letter);
        if self.is_complex {
            text = text.replace('~', self.of_parts);
        }
        if !self.single {
            return text;
        }
        text.replace("real(8)", "real(4)").replace("complex(8)", "complex(4)").replace("d0", "e0")
    }
}

/// A text of complex numbers for real ones.
fn real(text: &str) -> String {
    let lines = text.lines().filter(|l| !l.starts_with("!c")).map(|l| bare(&bare(l, "conjg"), "real") + "\n");
    let text: String = lines.collect();
    OF_COMPLEX.iter().fold(text, |text, (complex, real)| text.replace(complex, real))
}

/// A line without a function, whose argument stays. Kinds of types are none.
fn bare(line: &str, function: &str) -> String {
    let start = format!("{function}(");
    let mut out = String::new();
    let mut rest = line;
    while let Some((before, behind)) = rest.split_once(&start) {
        out.push_str(before);
        let mut depth = 1;
        let end = behind.find(|c| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            depth == 0
        });
        let (argument, more) = behind.split_at(end.unwrap_or(behind.len()));
        let is_kind = argument.bytes().all(|b| b.is_ascii_digit());
        out.push_str(&if is_kind { format!("{start}{argument})") } else { bare(argument, function) });
        rest = more.strip_prefix(')').unwrap_or(more);
    }
    out + rest
}

#[test]
fn complex_texts_are_those_of_real_numbers() {
    let all = "  complex(8) :: a\n!c  real(8) :: b\n  call ?axpy(n, conjg(alpha), (1.0d0, 0.0d0))\n  s = real(conjg(x(i))*y(j))/2\n";
    let texts: Vec<String> = Numbers::All.kinds().map(|k| Numbers::All.text(all, k)).collect();
    assert_eq!(texts[0], "  real(8) :: a\n  call daxpy(n, alpha, 1.0d0)\n  s = x(i)*y(j)/2\n");
    assert_eq!(
        texts[3],
        "  complex(4) :: a\n  real(4) :: b\n  call caxpy(n, conjg(alpha), (1.0e0, 0.0e0))\n  s = real(conjg(x(i))*y(j))/2\n"
    );
}
