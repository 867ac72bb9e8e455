//! What types operands, values and arguments have (C11 6.5, 6.5.16.1p1, 6.5.2.2p2): what every compiler refuses is an error here too.
//!
//! Numbers, addresses and structures are told apart, and no more. Integers and addresses are not: compilers warn there and go on. Where a type is not known
//! for certain nothing is said.

use super::Lowerer;
use il::expr::ExprKind;
use il::{
    BinaryOp, Diagnostic, Expr, Program, ScalarClass, Span, StmtKind, SymbolId, Type, UnaryOp, UnitId, UnitKind, typing,
};

/// What an expression is, as far as rules of types ask.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sort {
    Integer,
    Floating,
    Address,
    Structure,
    Unknown,
}

impl Sort {
    fn of(ty: &Type) -> Sort {
        match ty {
            Type::Scalar(s) => match s.class {
                ScalarClass::Integer | ScalarClass::Logical => Sort::Integer,
                ScalarClass::Real | ScalarClass::Complex => Sort::Floating,
            },
            Type::Pointer { .. } | Type::Array { .. } => Sort::Address,
            Type::Record(_) => Sort::Structure,
            _ => Sort::Unknown,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Sort::Integer => "an integer",
            Sort::Floating => "a floating-point number",
            Sort::Address => "an address",
            Sort::Structure => "a structure",
            Sort::Unknown => "not known",
        }
    }
}

/// What may not be given to what: no compiler converts it.
fn is_unfit(to: Sort, from: Sort) -> bool {
    use Sort::*;
    matches!(
        (to, from),
        (Address, Floating | Structure)
            | (Floating, Address | Structure)
            | (Integer, Structure)
            | (Structure, Integer | Floating | Address)
    )
}

impl Lowerer<'_, '_> {
    /// Says where the functions of the program give operators, variables and functions what is of no fitting type.
    pub fn check_types(&mut self) {
        let mut found: Vec<(Option<UnitId>, Diagnostic)> = Vec::new();
        for (id, unit) in self.p.units.iter() {
            if unit.language != il::Language::C || unit.is_interface || unit.has_errors || unit.stands_for_pointer() {
                continue;
            }
            let mut check = Check { p: self.p, found: Vec::new(), at: Span::NONE };
            unit.walk(&unit.body, &mut |_, s| {
                check.at = s.span;
                check.statement(id, &s.kind);
            });
            found.extend(check.found.into_iter().map(|d| (Some(id), d)));
        }
        for (symbol, s) in self.p.symbols.iter() {
            let Some(v) = self.p.variable(symbol).filter(|_| s.span.file.is_some()) else { continue };
            if let Some(init) = v.init.as_ref().filter(|init| !is_list(init)) {
                let mut check = Check { p: self.p, found: Vec::new(), at: s.span };
                check.given(Sort::of(&v.ty), s.span, &s.name, init);
                found.extend(check.found.into_iter().map(|d| (self.p.home(symbol), d)));
            }
        }
        for (unit, said) in found {
            if let Some(unit) = unit {
                self.p.units[unit].has_errors = true;
            }
            if said.span.file.is_some() && !self.diagnostics.contains(&said) {
                self.diagnostics.push(said);
            }
        }
    }
}

fn is_list(init: &Expr) -> bool {
    matches!(init.kind, ExprKind::Constructor { .. } | ExprKind::Structure { .. } | ExprKind::Text(..))
}

struct Check<'p> {
    p: &'p Program,
    found: Vec<Diagnostic>,
    /// The statement.
    at: Span,
}

impl Check<'_> {
    fn statement(&mut self, unit: UnitId, kind: &StmtKind) {
        match kind {
            StmtKind::Assign { lhs, rhs } if !is_list(rhs) => {
                let to = self.sort(lhs);
                let name = lhs.root().map_or_else(String::new, |s| self.p.symbols[s].name.clone());
                self.given(to, lhs.span, &name, rhs);
            }
            StmtKind::Return(Some(value)) => {
                let UnitKind::Function { result, .. } = self.p.units[unit].kind else { return };
                let to = self.p.symbol_type(result).map_or(Sort::Unknown, Sort::of);
                let from = self.sort(value);
                if is_unfit(to, from) {
                    let name = &self.p.units[unit].name;
                    let message = format!("`{name}` returns {}, and this is {}", to.name(), from.name());
                    self.say(value.span, message);
                }
            }
            StmtKind::Call { callee, args, .. } => self.arguments(*callee, args),
            _ => {
                let conditions: Vec<&Expr> = match kind {
                    StmtKind::If(i) => i.arms.iter().map(|a| &a.test).collect(),
                    StmtKind::While { test, .. } | StmtKind::Until { test, .. } => vec![test],
                    _ => Vec::new(),
                };
                kind.exprs(&mut |e| {
                    if self.sort(e) == Sort::Structure && conditions.iter().any(|c| std::ptr::eq(*c, e)) {
                        self.say(e.span, "a condition is a number or an address, and this is a structure".into());
                    }
                });
            }
        }
    }

    fn say(&mut self, span: Span, message: String) {
        let span = if span.file.is_some() { span } else { self.at };
        let said = Diagnostic::error("RT0226", span, message);
        self.found.push(said.note("no compiler converts one to the other: correct the expression, or the declaration"));
    }

    /// `value` becomes the value of what is called `name`.
    fn given(&mut self, to: Sort, place: Span, name: &str, value: &Expr) {
        let from = self.sort(value);
        if is_unfit(to, from) {
            self.say(value.span, format!("`{name}` is {}, and this is {}", to.name(), from.name()));
            if let Some(said) = self.found.last_mut().filter(|d| place.file.is_some() && place != d.span) {
                said.related.push((place, format!("this is {}", to.name())));
            }
        }
    }

    fn arguments(&mut self, callee: SymbolId, args: &[il::Arg]) {
        let sorts: Vec<Sort> = args.iter().map(|a| self.sort(&a.value)).collect();
        let Some(unit) = self.p.procedure(callee).and_then(|f| f.unit) else { return };
        if self.p.units[unit].stands_for_pointer() {
            return;
        }
        for (k, (param, from)) in self.p.units[unit].params.iter().zip(sorts).enumerate() {
            let Some(v) = self.p.variable(*param) else { continue };
            let to = Sort::of(&v.ty);
            if is_unfit(to, from) {
                let (name, number) = (&self.p.symbols[callee].name, k + 1);
                let message = format!("argument {number} of `{name}` is {}, and this is {}", to.name(), from.name());
                self.say(args[k].value.span, message);
            }
        }
    }

    /// The sort of an expression; on the way, what does not fit in it is noted.
    fn sort(&mut self, e: &Expr) -> Sort {
        match &e.kind {
            ExprKind::Unary(op, x) => {
                let sort = self.sort(x);
                let (sign, bad) = match op {
                    UnaryOp::Paren => return sort,
                    UnaryOp::Not => ("!", sort == Sort::Structure),
                    UnaryOp::Neg => ("-", matches!(sort, Sort::Structure | Sort::Address)),
                    UnaryOp::Plus => ("+", matches!(sort, Sort::Structure | Sort::Address)),
                    UnaryOp::BitNot => ("~", matches!(sort, Sort::Structure | Sort::Address)),
                };
                if bad {
                    self.say(x.span, format!("`{sign}` takes no operand that is {}", sort.name()));
                }
                if *op == UnaryOp::Not { Sort::Integer } else { sort }
            }
            ExprKind::Binary(op, l, r) => self.binary(*op, l, r),
            ExprKind::Integer { .. } | ExprKind::Logical(_) | ExprKind::SizeOf(_) => Sort::Integer,
            ExprKind::Real { .. } => Sort::Floating,
            ExprKind::Text(..) | ExprKind::Address(_) => {
                e.children(&mut |c| {
                    self.sort(c);
                });
                Sort::Address
            }
            ExprKind::Var(s) if self.p.procedure(*s).is_some() => Sort::Address,
            ExprKind::Var(s) => self.p.symbol_type(*s).map_or(Sort::Unknown, Sort::of),
            ExprKind::Call { callee, args } => {
                self.arguments(*callee, args);
                match self.p.procedure(*callee) {
                    Some(f) => f.result.as_ref().map_or(Sort::Unknown, Sort::of),
                    None => Sort::Unknown,
                }
            }
            ExprKind::Cond { test, yes, no } => {
                self.sort(test);
                let (yes, no) = (self.sort(yes), self.sort(no));
                if yes == no { yes } else { Sort::Unknown }
            }
            ExprKind::Cast(ty, x) => {
                let (to, from) = (Sort::of(ty), self.sort(x));
                let bad = matches!((to, from), (Sort::Address, Sort::Floating) | (Sort::Floating, Sort::Address));
                if bad {
                    self.say(x.span, format!("{} cannot be cast to {}", from.name(), to.name()));
                }
                to
            }
            ExprKind::Index { .. } | ExprKind::Field { .. } | ExprKind::Deref(_) | ExprKind::Opaque { .. } => {
                e.children(&mut |c| {
                    self.sort(c);
                });
                Sort::of(&typing::type_of(self.p, e))
            }
            _ => {
                e.children(&mut |c| {
                    self.sort(c);
                });
                Sort::Unknown
            }
        }
    }

    fn binary(&mut self, op: BinaryOp, l: &Expr, r: &Expr) -> Sort {
        use Sort::*;
        let (left, right) = (self.sort(l), self.sort(r));
        let pair = (left, right);
        let bad = match op {
            BinaryOp::And | BinaryOp::Or => left == Structure || right == Structure,
            _ if left == Structure || right == Structure => true,
            BinaryOp::Add => matches!(pair, (Address, Floating | Address) | (Floating, Address)),
            BinaryOp::Sub => matches!(pair, (Address, Floating) | (Floating | Integer, Address)),
            BinaryOp::Mul | BinaryOp::Div => left == Address || right == Address,
            op if op.is_comparison() => matches!(pair, (Address, Floating) | (Floating, Address)),
            BinaryOp::Rem | BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor | BinaryOp::Shl | BinaryOp::Shr => {
                matches!(left, Address | Floating) || matches!(right, Address | Floating)
            }
            _ => false,
        };
        if bad {
            let span = l.span.to(r.span);
            self.say(
                span,
                format!("this operator takes no operands of which one is {}, the other {}", left.name(), right.name()),
            );
        }
        match op {
            op if op.is_logical() => Integer,
            BinaryOp::Sub if pair == (Address, Address) => Integer,
            _ if bad => Unknown,
            _ if left == Address || right == Address => Address,
            _ if left == Floating || right == Floating => Floating,
            _ if pair == (Integer, Integer) => Integer,
            _ => Unknown,
        }
    }
}
