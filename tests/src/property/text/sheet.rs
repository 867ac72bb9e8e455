//! A program as a tree of lines and expressions: what is printed, and what shrinking takes apart.

use std::fmt::Write;

/// What values are made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Base {
    /// `real(8)`
    Real,
    /// `complex(8)`
    Complex,
    /// An index between 1 and `n`.
    Index,
    /// A test.
    Logical,
}

/// Shapes. Every array has `n` = 4 elements along each dimension.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// A scalar.
    One,
    /// `n` elements.
    Whole,
    /// `n - 1` elements.
    Less,
    /// Two elements.
    Two,
    /// `n` × `n`.
    Square,
}

/// What may stand for what.
pub type Sort = (Base, Shape);

/// Text with expressions in it.
#[derive(Clone, Debug)]
pub enum Part {
    Text(String),
    Expr(X),
}

/// An expression.
#[derive(Clone, Debug)]
pub struct X {
    pub sort: Sort,
    pub parts: Vec<Part>,
}

impl From<&str> for Part {
    fn from(s: &str) -> Self {
        Part::Text(s.into())
    }
}

impl From<String> for Part {
    fn from(s: String) -> Self {
        Part::Text(s)
    }
}

impl From<X> for Part {
    fn from(x: X) -> Self {
        Part::Expr(x)
    }
}

/// Parts side by side.
macro_rules! parts {
    ($($p:expr),* $(,)?) => { vec![$($crate::property::text::sheet::Part::from($p)),*] };
}
pub(super) use parts;

/// An expression of a sort from its parts.
macro_rules! x {
    ($sort:expr; $($p:expr),* $(,)?) => {
        $crate::property::text::sheet::X { sort: $sort, parts: $crate::property::text::sheet::parts![$($p),*] }
    };
}
pub(super) use x;

/// A line, or lines that belong together.
#[derive(Clone, Debug)]
pub enum Node {
    Line(Vec<Part>),
    /// What no smaller program does without: it goes only with its block.
    Fixed(Vec<Part>),
    /// Opening line and body, further branches, closing line.
    Block(Vec<(Vec<Part>, Vec<Node>)>, Vec<Part>),
}

/// What a program is written in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    Fortran,
    /// In fixed form.
    Fortran77,
    C,
}

impl Language {
    /// The name of a file.
    pub fn file(self) -> &'static str {
        match self {
            Language::Fortran => "main.f90",
            Language::Fortran77 => "main.f",
            Language::C => "main.c",
        }
    }

    /// What begins a comment.
    pub fn comment(self) -> &'static str {
        match self {
            Language::Fortran | Language::Fortran77 => "!",
            Language::C => "//",
        }
    }

    /// A number for the place of an expression.
    pub fn number(self) -> &'static str {
        match self {
            Language::Fortran | Language::Fortran77 => "0.5d0",
            Language::C => "0.5",
        }
    }
}

/// A program with how it is checked.
#[derive(Clone, Debug)]
pub struct Sheet {
    pub language: Language,
    pub nodes: Vec<Node>,
    /// Value of `-head`.
    pub head: String,
    /// Lines of the file of values.
    pub inputs: String,
    /// Options, each with its value.
    pub options: Vec<Vec<String>>,
}

/// Every text of some parts made into another one.
fn reword(parts: &mut [Part], f: &dyn Fn(&str) -> String) {
    for p in parts {
        match p {
            Part::Text(t) => *t = f(t),
            Part::Expr(x) => reword(&mut x.parts, f),
        }
    }
}

fn reword_all(nodes: &mut [Node], f: &dyn Fn(&str) -> String) {
    for n in nodes {
        match n {
            Node::Line(p) | Node::Fixed(p) => reword(p, f),
            Node::Block(arms, end) => {
                for (head, body) in arms {
                    reword(head, f);
                    reword_all(body, f);
                }
                reword(end, f);
            }
        }
    }
}

fn flat(parts: &[Part], out: &mut String) {
    for p in parts {
        match p {
            Part::Text(t) => out.push_str(t),
            Part::Expr(x) => flat(&x.parts, out),
        }
    }
}

/// One line, continued where it is too long.
fn line(out: &mut String, language: Language, indent: usize, parts: &[Part]) {
    if language == Language::Fortran77 {
        return card(out, indent, parts);
    }
    let mut text = String::new();
    flat(parts, &mut text);
    let mut rest = text.as_str();
    let pad = "  ".repeat(indent);
    // A label stands at the beginning.
    write!(out, "{pad}").expect("strings take text");
    let continued = if language == Language::Fortran { " &" } else { "" };
    while rest.len() > 100 && !rest.starts_with(['!', '/', '#']) {
        let break_at = rest[..100].rfind([' ', ',', '*', '(']).filter(|k| *k > 20).unwrap_or(99);
        let break_at = if rest[..=break_at].ends_with('*') && rest[break_at + 1..].starts_with('*') {
            break_at + 1
        } else {
            break_at
        };
        writeln!(out, "{}{continued}", &rest[..=break_at]).expect("strings take text");
        write!(out, "{pad}    ").expect("strings take text");
        rest = &rest[break_at + 1..];
    }
    writeln!(out, "{rest}").expect("strings take text");
}

/// One line in fixed form: a label in front, the statement up to column 72.
fn card(out: &mut String, indent: usize, parts: &[Part]) {
    let mut text = String::new();
    flat(parts, &mut text);
    let label = text.chars().take_while(char::is_ascii_digit).count();
    let mut rest = text[label..].trim_start();
    let mut front = format!("{:>5} ", &text[..label]);
    // Columns 7 to 72; a card may end anywhere.
    let mut width = 66 - 2 * indent.min(10);
    front += &"  ".repeat(indent.min(10));
    while rest.len() > width {
        let at = rest[..width].rfind([' ', ',', '(']).filter(|k| *k > 20).unwrap_or(width - 1);
        writeln!(out, "{front}{}", &rest[..=at]).expect("strings take text");
        rest = &rest[at + 1..];
        (front, width) = ("     &  ".to_string(), 64);
    }
    writeln!(out, "{front}{rest}").expect("strings take text");
}

fn print(nodes: &[Node], language: Language, indent: usize, out: &mut String) {
    for n in nodes {
        match n {
            Node::Line(p) | Node::Fixed(p) => line(out, language, indent, p),
            Node::Block(arms, end) => {
                for (head, body) in arms {
                    line(out, language, indent, head);
                    print(body, language, indent + 1, out);
                }
                line(out, language, indent, end);
            }
        }
    }
}

impl Sheet {
    /// The source text.
    pub fn text(&self) -> String {
        let mut out = String::new();
        print(&self.nodes, self.language, 0, &mut out);
        out
    }

    /// The same Fortran program in single precision.
    pub fn single(mut self) -> Sheet {
        let kinds = [("real(8)", "real(4)"), ("complex(8)", "complex(4)"), (", 8)", ", 4)")];
        let numbers = [(".d0", ".e0"), ("4d0", "4e0"), ("5d0", "5e0"), ("7d0", "7e0")];
        let single = |t: &str| kinds.iter().chain(&numbers).fold(t.to_string(), |t, (from, to)| t.replace(from, to));
        reword_all(&mut self.nodes, &single);
        self
    }

    /// The command line of its check, without the file.
    pub fn words(&self) -> Vec<String> {
        self.options.iter().flatten().cloned().collect()
    }

    /// The source text as a file of `tests/run` has it.
    pub fn file(&self) -> String {
        let c = self.language.comment();
        let mut out = format!("{c} head: {}\n", self.head);
        for l in self.inputs.lines() {
            writeln!(out, "{c} inputs: {l}").expect("strings take text");
        }
        if !self.options.is_empty() {
            writeln!(out, "{c} options: {}", self.words().join(" ")).expect("strings take text");
        }
        out + &self.text()
    }
}
