//! How much a call of C may write behind a pointer: `!$AD ROOM y(n), a(m, n)` before a description says the elements of vectors, and the rows and columns of
//! matrices. The increment of a vector and the leading dimension of a matrix follow it among the arguments.
//!
//! Of routines of the user's, the extents that the description declares say it.
//!
//! An extent is an argument, `n - 1`, `kd + 1`, `max(m, n)`, `min(m, n)`, or `of(trans, m, n)`: the first without transposition.

use il::types::Upper;
use il::{Arg, BinaryOp, Expr, ExprKind, Program, SymbolId, UnaryOp, fold};

use super::interfaces::parts;
use super::{Interface, Libraries, Origin, Routine};

/// `CblasNoTrans`.
const PLAIN: i64 = 111;
/// `CblasRowMajor`, `LAPACK_ROW_MAJOR`.
const ROWS: i64 = 101;

/// A call, with its arguments by their positions in Fortran.
struct Call<'a> {
    libraries: &'a Libraries,
    routine: &'a Routine,
    program: &'a Program,
    positions: Vec<Option<usize>>,
    args: &'a [Arg],
}

impl Libraries {
    /// How many elements of what the argument at `place` leads to a call may write; `None`: nobody knows.
    pub(crate) fn room(&self, program: &Program, name: &str, args: &[Arg], place: usize) -> Option<Expr> {
        let (routine, interface) = self.named(&name.to_ascii_lowercase(), true)?;
        if interface == Interface::Fortran {
            return None;
        }
        let call = Call { libraries: self, routine, program, positions: self.positions(routine, interface), args };
        call.room((*call.positions.get(place)?)?)
    }
}

impl Call<'_> {
    fn name(&self, k: usize) -> &str {
        let text = &self.libraries.program;
        &text.symbols[text.units[self.routine.described].params[k]].name
    }

    fn argument(&self, k: usize) -> Option<Expr> {
        let at = self.positions.iter().position(|p| *p == Some(k))?;
        self.args.get(at).map(|a| a.value.clone())
    }

    fn named(&self, name: &str) -> Option<usize> {
        let count = self.libraries.program.units[self.routine.described].params.len();
        (0..count).find(|k| self.name(*k) == name)
    }

    fn room(&self, k: usize) -> Option<Expr> {
        let u = &self.libraries.program.units[self.routine.described];
        if self.routine.origin == Origin::User {
            return self.declared(u.params[k]);
        }
        let said = &u.directives.iter().find(|d| d.name == "ROOM")?.args;
        let item = parts(said).into_iter().find_map(|item| {
            let (name, list) = item.strip_suffix(')')?.split_once('(')?;
            (name == self.name(k)).then(|| list.to_string())
        })?;
        match parts(&item).as_slice() {
            [n] => {
                let n = self.extent(n)?;
                let step = self.named(&format!("inc{}", self.name(k))).and_then(|k| self.argument(k));
                let step = step.map_or(Expr::int(1), |s| self.size(s));
                Some(fold::add(&times(&fold::sub(&n, &Expr::int(1)), &step), &Expr::int(1)))
            }
            [rows, columns] => {
                let (rows, columns) = (self.extent(rows)?, self.extent(columns)?);
                let leading = self.argument(self.named(&format!("ld{}", self.name(k)))?)?;
                let all =
                    |lines: &Expr, length: &Expr| fold::add(&times(&fold::sub(lines, &Expr::int(1)), &leading), length);
                let layout = self.args.first()?.value.clone();
                Some(self.chosen(layout, ROWS, all(&rows, &columns), all(&columns, &rows)))
            }
            _ => None,
        }
    }

    /// The elements that the description declares.
    fn declared(&self, dummy: SymbolId) -> Option<Expr> {
        let mut out = Expr::int(1);
        for d in self.libraries.program.symbol_type(dummy)?.dimensions() {
            let Upper::At(upper) = &d.upper else { return None };
            out = times(&out, &self.of_call(upper).filter(|_| d.lower.is_none())?);
        }
        Some(out)
    }

    /// An extent of the description, in arguments of the call.
    fn of_call(&self, e: &Expr) -> Option<Expr> {
        let params = &self.libraries.program.units[self.routine.described].params;
        match &e.bare().kind {
            ExprKind::Integer { value, .. } => Some(Expr::int(*value)),
            ExprKind::Var(s) => self.argument(params.iter().position(|p| p == s)?),
            ExprKind::Binary(BinaryOp::Mul, l, r) => Some(times(&self.of_call(l)?, &self.of_call(r)?)),
            ExprKind::Binary(BinaryOp::Add, l, r) => Some(fold::add(&self.of_call(l)?, &self.of_call(r)?)),
            ExprKind::Binary(BinaryOp::Sub, l, r) => Some(fold::sub(&self.of_call(l)?, &self.of_call(r)?)),
            _ => None,
        }
    }

    fn extent(&self, text: &str) -> Option<Expr> {
        if let Some(name) = text.strip_suffix("-1") {
            return Some(fold::sub(&self.extent(name)?, &Expr::int(1)));
        }
        if let Some(name) = text.strip_suffix("+1") {
            return Some(fold::add(&self.extent(name)?, &Expr::int(1)));
        }
        let Some((word, list)) = text.strip_suffix(')').and_then(|t| t.split_once('(')) else {
            return self.argument(self.named(text)?);
        };
        let list = parts(list);
        let value = |k: usize| self.extent(list.get(k)?);
        match word {
            "max" | "min" => {
                let (l, r) = (value(0)?, value(1)?);
                let op = if word == "max" { BinaryOp::Gt } else { BinaryOp::Lt };
                Some(match (fold::integer(self.program, &l), fold::integer(self.program, &r)) {
                    (Some(a), Some(b)) => Expr::int(if word == "max" { a.max(b) } else { a.min(b) }),
                    _ => cond(Expr::binary(op, l.clone(), r.clone()), l, r),
                })
            }
            "of" => Some(self.chosen(value(0)?, PLAIN, value(1)?, value(2)?)),
            _ => None,
        }
    }

    /// A choice by the value of an option, which may be known.
    fn chosen(&self, option: Expr, value: i64, yes: Expr, no: Expr) -> Expr {
        match fold::integer(self.program, &option) {
            _ if yes == no => yes,
            Some(known) => {
                if known == value {
                    yes
                } else {
                    no
                }
            }
            None => cond(Expr::binary(BinaryOp::Eq, option, Expr::int(value)), yes, no),
        }
    }

    /// The absolute value of an increment.
    fn size(&self, step: Expr) -> Expr {
        match fold::integer(self.program, &step) {
            Some(known) => Expr::int(known.abs()),
            None => {
                let negative = Expr::binary(BinaryOp::Lt, step.clone(), Expr::int(0));
                cond(negative, Expr::unary(UnaryOp::Neg, step.clone()), step)
            }
        }
    }
}

fn cond(test: Expr, yes: Expr, no: Expr) -> Expr {
    ExprKind::Cond { test: Box::new(test), yes: Box::new(yes), no: Box::new(no) }.into()
}

fn times(l: &Expr, r: &Expr) -> Expr {
    match (l.as_int(), r.as_int()) {
        (Some(a), Some(b)) => Expr::int(a * b),
        (_, Some(1)) => l.clone(),
        (Some(1), _) => r.clone(),
        _ => Expr::binary(BinaryOp::Mul, l.clone(), r.clone()),
    }
}
