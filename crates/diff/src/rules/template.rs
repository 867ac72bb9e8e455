//! Template text → expression: the little language in which partials are written.
//!
//! `+ - * / **`, comparisons, `&& ||`, `test ? a : b`, calls of intrinsics by their generic names, dummy names, `r`. A number with a point
//! is a real literal of the type of the rule's result (that is how `log(10.0)` has full precision), one without is an integer.

use il::{BinaryOp, Expr, ExprKind, Intrinsic, Language, Scalar, UnaryOp};

use crate::simplify;

/// What the names of a template stand for.
pub struct Environment<'a> {
    /// Dummy names and values.
    pub names: &'a [(&'a str, Expr)],
    /// The type of real literals.
    pub literal: &'a Scalar,
    /// Fortran has no `?:`.
    pub language: Language,
}

/// Instantiates a template, split into its value and its guard. Templates are our own text: a mistake in one is a bug and panics (a test
/// instantiates all of them).
pub fn instantiate(text: &str, env: &Environment) -> (Expr, Option<Expr>) {
    match text.split_once(" if ") {
        Some((value, guard)) => (parse(value, env), Some(parse(guard, env))),
        None => (parse(text, env), None),
    }
}

fn parse(text: &str, env: &Environment) -> Expr {
    let mut p = Parser { text, at: 0, env };
    let e = p.conditional();
    assert!(p.rest().is_empty(), "template `{text}`: `{}` is left over", p.rest());
    e
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    env: &'a Environment<'a>,
}

impl Parser<'_> {
    fn rest(&mut self) -> &str {
        while self.text[self.at..].starts_with(' ') {
            self.at += 1;
        }
        &self.text[self.at..]
    }

    /// Takes `token` if it comes next.
    fn eat(&mut self, token: &str) -> bool {
        let found = self.rest().starts_with(token);
        if found {
            self.at += token.len();
        }
        found
    }

    fn conditional(&mut self) -> Expr {
        let test = self.or();
        if !self.eat("?") {
            return test;
        }
        let yes = self.conditional();
        assert!(self.eat(":"), "template `{}`: no `:`", self.text);
        let no = self.conditional();
        self.env.language.choose(test, yes, no)
    }

    fn or(&mut self) -> Expr {
        let mut e = self.and();
        while self.eat("||") {
            e = Expr::binary(BinaryOp::Or, e, self.and());
        }
        e
    }

    fn and(&mut self) -> Expr {
        let mut e = self.comparison();
        while self.eat("&&") {
            e = Expr::binary(BinaryOp::And, e, self.comparison());
        }
        e
    }

    fn comparison(&mut self) -> Expr {
        let left = self.sum();
        for (token, op) in
            [(">=", BinaryOp::Ge), ("<=", BinaryOp::Le), ("==", BinaryOp::Eq), (">", BinaryOp::Gt), ("<", BinaryOp::Lt)]
        {
            if self.eat(token) {
                return Expr::binary(op, left, self.sum());
            }
        }
        left
    }

    fn sum(&mut self) -> Expr {
        let mut e = self.term();
        loop {
            if self.eat("+") {
                e = simplify::add(e, self.term());
            } else if self.eat("-") {
                e = simplify::sub(e, self.term());
            } else {
                return e;
            }
        }
    }

    fn term(&mut self) -> Expr {
        let mut e = self.factor();
        loop {
            if self.rest().starts_with("**") {
                return e;
            } else if self.eat("*") {
                e = simplify::mul(e, self.factor());
            } else if self.eat("/") {
                e = simplify::div(e, self.factor());
            } else {
                return e;
            }
        }
    }

    fn factor(&mut self) -> Expr {
        if self.eat("-") {
            return simplify::neg(self.factor());
        }
        let base = self.atom();
        if !self.eat("**") {
            return base;
        }
        let exponent = self.factor();
        power(base, exponent, self.env)
    }

    fn atom(&mut self) -> Expr {
        if self.eat("(") {
            let e = self.conditional();
            assert!(self.eat(")"), "template `{}`: no `)`", self.text);
            return e;
        }
        let rest = self.rest();
        let word: String = rest.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_' || *c == '.').collect();
        assert!(!word.is_empty(), "template `{}`: nothing at {}", self.text, self.at);
        self.at += word.len();
        if word.starts_with(|c: char| c.is_ascii_digit()) {
            return match word.parse::<i64>() {
                Ok(n) => Expr::int(n),
                Err(_) => simplify::number(word.parse().expect("a number"), self.env.literal),
            };
        }
        if self.eat("(") {
            let mut args = vec![self.conditional()];
            while self.eat(",") {
                args.push(self.conditional());
            }
            assert!(self.eat(")"), "template `{}`: no `)`", self.text);
            assert!(Intrinsic::named(&word).is_some(), "template `{}`: no intrinsic `{word}`", self.text);
            return Expr::intrinsic(&word, args);
        }
        let found = self.env.names.iter().find(|(name, _)| *name == word);
        found.unwrap_or_else(|| panic!("template `{}`: unknown name `{word}`", self.text)).1.clone()
    }
}

/// `base ** exponent` as the language writes it: C has no operator, and squares there are products.
pub fn power(base: Expr, exponent: Expr, env: &Environment) -> Expr {
    if env.language.has_intrinsics() {
        return Expr::binary(BinaryOp::Pow, base, exponent);
    }
    match exponent.as_int() {
        Some(1) => base,
        // A function of math.h that stands twice is evaluated once in the end.
        Some(2) if is_cheap(&base) || matches!(base.kind, ExprKind::Intrinsic(..)) => {
            Expr::binary(BinaryOp::Mul, base.clone(), base)
        }
        Some(n) => Expr::intrinsic("pow", vec![base, simplify::number(n as f64, env.literal)]),
        None => Expr::intrinsic("pow", vec![base, exponent]),
    }
}

/// Whether writing it twice costs nothing: a reference or a literal.
pub fn is_cheap(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Unary(UnaryOp::Neg | UnaryOp::Paren | UnaryOp::Plus, x) => is_cheap(x),
        ExprKind::Integer { .. } | ExprKind::Real { .. } => true,
        _ => e.is_reference(),
    }
}
