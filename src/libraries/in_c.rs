//! What the derivatives of a user's routine have that cannot be said in C, where a program in C calls it: `diff::libraries` writes them as functions there.

use std::collections::BTreeSet;

use diff::libraries::{Libraries, mentioned, without};
use il::stmt::Do;
use il::types::Upper;
use il::typing::type_of;
use il::{
    Arg, BinaryOp, Expr, ExprKind, Program, ScalarClass, Span, Stmt, StmtKind, Subscript, SymbolId, Type, Unit, UnitId,
};

/// Functions of one real number that C has under the same name.
pub(super) const SAME_IN_C: &[&str] =
    &["abs", "sqrt", "exp", "log", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh"];

/// Words of C.
pub(super) const WORDS: &[&str] = &[
    "auto", "break", "case", "char", "const", "continue", "default", "double", "else", "enum", "extern", "float",
    "for", "goto", "inline", "int", "long", "main", "register", "restrict", "return", "short", "signed", "sizeof",
    "static", "struct", "switch", "typedef", "union", "unsigned", "void", "volatile", "while",
];

/// The first thing, and where it stands.
pub(super) fn obstacle(libraries: &Libraries, name: &str) -> Option<(Span, String)> {
    let p = libraries.program();
    let mut todo = libraries.derivatives(name);
    let mut seen: BTreeSet<UnitId> = BTreeSet::new();
    let kind = |s: SymbolId| {
        p.symbol_type(s).and_then(|ty| ty.element().scalar()).filter(|s| s.class == ScalarClass::Real).map(|s| s.bytes)
    };
    let mut reals: BTreeSet<u8> = BTreeSet::new();
    while let Some(id) = todo.pop() {
        if !seen.insert(id) {
            continue;
        }
        // PRESENT is decided.
        let u = &without(&p.units[id], &BTreeSet::new());
        reals.extend(u.params.iter().copied().chain(mentioned(u)).filter_map(kind));
        if reals.len() > 1 {
            return Some((u.span, "all real numbers are of one kind".into()));
        }
        let said = Unsaid { p, unit: u }.find();
        if said.is_some() {
            return said;
        }
        u.walk(&u.body, &mut |_, s| s.kind.each_call(&mut |callee, _| todo.extend(p.callee(callee))));
    }
    None
}

/// Whether an expression has another one in it.
fn within(e: &Expr, part: &Expr) -> bool {
    let mut found = false;
    e.walk(&mut |x| found |= x == part);
    found
}

struct Unsaid<'p> {
    p: &'p Program,
    unit: &'p Unit,
}

impl Unsaid<'_> {
    fn find(&self) -> Option<(Span, String)> {
        let all = self.unit.params.iter().copied().chain(mentioned(self.unit));
        let symbol = |s: SymbolId| Some((self.p.symbols[s].span, self.of_symbol(s)?));
        if let Some(said) = all.filter_map(symbol).next() {
            return Some(said);
        }
        let mut said = None;
        self.unit.walk(&self.unit.body, &mut |_, s| {
            if said.is_none() {
                said = self.of_statement(s).map(|what| (s.span, what));
            }
        });
        said
    }

    fn of_symbol(&self, s: SymbolId) -> Option<String> {
        let name = &self.p.symbols[s].name;
        let ty = self.p.symbol_type(s)?;
        if WORDS.contains(&name.to_ascii_lowercase().as_str()) {
            return Some(format!("`{name}` is a word of the language"));
        }
        let is_known = |ty: &Type| {
            ty.element().scalar().is_some_and(|n| match n.class {
                ScalarClass::Real => true,
                ScalarClass::Integer => n.bytes == 4,
                _ => false,
            })
        };
        if !is_known(ty) {
            return Some(format!("`{name}` has a type that is neither real nor an INTEGER of four bytes"));
        }
        let plain = |d: &il::Dim| match &d.upper {
            Upper::At(e) => d.lower.is_none() && self.of_value(e).is_none(),
            Upper::Assumed | Upper::Deferred => d.lower.is_none(),
        };
        let dims = ty.dimensions();
        if dims.len() > 2 || !dims.into_iter().all(plain) {
            return Some(format!(
                "`{name}` is an array of one or two dimensions that count from one, with plain extents"
            ));
        }
        None
    }

    fn of_statement(&self, s: &Stmt) -> Option<String> {
        match &s.kind {
            StmtKind::Assign { lhs, rhs } => self.of_assignment(lhs, rhs),
            StmtKind::Call { callee, args, .. } => self.of_call(*callee, args),
            StmtKind::If(choice) => choice.arms.iter().find_map(|arm| self.of_value(&arm.test)),
            StmtKind::Do(d) => self.of_loop(d),
            StmtKind::Stop { .. } | StmtKind::Nop => None,
            StmtKind::Allocate { .. }
            | StmtKind::Deallocate { .. }
            | StmtKind::PointerAssign { .. }
            | StmtKind::Nullify(_)
            | il::uncounted!()
            | StmtKind::Select { .. }
            | StmtKind::Where { .. }
            | StmtKind::Forall { .. }
            | StmtKind::Scope { .. }
            | il::jump!()
            | StmtKind::ComputedGoto { .. }
            | StmtKind::AssignLabel { .. }
            | StmtKind::AssignedGoto { .. }
            | StmtKind::ArithmeticIf { .. }
            | StmtKind::Return(_)
            | StmtKind::Declare(_)
            | StmtKind::Opaque { .. }
            | StmtKind::Error(_)
            | il::tape!() => Some("there are assignments, calls, IF and counted loops".into()),
        }
    }

    fn of_assignment(&self, lhs: &Expr, rhs: &Expr) -> Option<String> {
        let root = lhs.root()?;
        if type_of(self.p, lhs).rank() > 0 {
            // Element by element.
            let mut other = false;
            rhs.walk(&mut |e| {
                let is_part = matches!(&e.kind, ExprKind::Index { base, .. } if base.root() == Some(root));
                other |= is_part && e != lhs;
            });
            if other || !matches!(lhs.kind, ExprKind::Var(_)) && rhs.mentions(root) && !within(rhs, lhs) {
                return Some("an array is not made of other parts of itself".into());
            }
        }
        self.of_value(lhs).or_else(|| self.of_value(rhs))
    }

    fn of_loop(&self, d: &Do) -> Option<String> {
        let mut outside = 0;
        let within = |block: &il::Block| {
            let mut n = 0;
            self.unit.walk(block, &mut |_, s| s.kind.exprs(&mut |e| n += usize::from(e.mentions(d.var))));
            n
        };
        let mut loops = 0;
        self.unit.walk(&self.unit.body, &mut |_, s| {
            if let StmtKind::Do(other) = &s.kind
                && other.var == d.var
            {
                loops += within(&other.body);
            }
        });
        outside += within(&self.unit.body);
        if outside != loops {
            return Some(format!("`{}` is used in its loops only", self.p.symbols[d.var].name));
        }
        let mut set: BTreeSet<SymbolId> = BTreeSet::new();
        self.unit.walk(&d.body, &mut |_, s| {
            if let StmtKind::Assign { lhs, .. } = &s.kind {
                set.extend(lhs.root());
            }
        });
        let bounds = [Some(&d.from), Some(&d.to), d.step.as_ref()];
        let changes = |e: &Expr| set.iter().any(|s| e.mentions(*s));
        if set.contains(&d.var) || bounds.into_iter().flatten().any(changes) {
            return Some("a loop does not change what it counts with".into());
        }
        if d.step.as_ref().is_some_and(|s| s.as_int().is_none_or(|n| n < 1)) {
            return Some("loops count upwards by a number".into());
        }
        self.of_value(&d.from).or_else(|| self.of_value(&d.to))
    }

    fn of_call(&self, callee: SymbolId, args: &[Arg]) -> Option<String> {
        let dummies = self.p.callee(callee).map(|u| self.p.units[u].params.clone()).unwrap_or_default();
        if args.iter().any(|a| a.keyword.is_some()) || dummies.len() != args.len() {
            return Some("arguments stand in their order".into());
        }
        let one = |(a, dummy): (&Arg, &SymbolId)| {
            let is_array = self.p.symbol_type(*dummy).is_some_and(|ty| ty.rank() > 0);
            let is_option = matches!(self.p.symbol_type(*dummy), Some(Type::Character { .. }));
            let is_element = |e: &Expr| match &e.kind {
                ExprKind::Var(_) => true,
                ExprKind::Index { subs, .. } => subs.iter().all(|s| matches!(s, Subscript::At(_))),
                _ => false,
            };
            match (is_array, is_option) {
                (true, _) if !is_element(&a.value) => Some("an array is passed by its name or an element".into()),
                (_, true) if !matches!(a.value.kind, ExprKind::Text(..)) => Some("options are letters".into()),
                (_, true) => None,
                _ => self.of_value(&a.value),
            }
        };
        args.iter().zip(&dummies).find_map(one)
    }

    /// Of a number, a truth value, or an array of numbers.
    fn of_value(&self, e: &Expr) -> Option<String> {
        match &e.kind {
            ExprKind::Integer { .. } | ExprKind::Real { .. } | ExprKind::Logical(_) => None,
            ExprKind::Var(s) => match &self.p.symbols[*s].kind {
                il::SymbolKind::Constant { value, .. } => self.of_value(value),
                _ => None,
            },
            ExprKind::Index { base, subs } => {
                let of_subscript = |s: &Subscript| match s {
                    Subscript::At(e) => self.of_value(e),
                    Subscript::Range { lo, hi: Some(hi), step: None } => {
                        lo.as_ref().and_then(|e| self.of_value(e)).or_else(|| self.of_value(hi))
                    }
                    Subscript::Range { .. } => Some("sections have an end and no step".into()),
                };
                match base.kind {
                    ExprKind::Var(_) => subs.iter().find_map(of_subscript),
                    _ => Some("elements are those of variables".into()),
                }
            }
            ExprKind::Unary(_, x) => self.of_value(x),
            ExprKind::Binary(op, l, r) => match op {
                BinaryOp::Pow if r.as_int() != Some(2) => Some("squares are the only powers".into()),
                BinaryOp::Concat | BinaryOp::Eqv | BinaryOp::Neqv => {
                    Some("numbers are added, multiplied and compared".into())
                }
                _ => self.of_value(l).or_else(|| self.of_value(r)),
            },
            ExprKind::Intrinsic(f, args) => self.of_intrinsic(f.name(), args),
            ExprKind::Call { callee, args } => match self.p.callee(*callee) {
                Some(u) if self.p.units[u].body.is_empty() => self.of_call(*callee, args),
                _ => Some("functions are those of the library".into()),
            },
            ExprKind::Text(..)
            | ExprKind::ComplexParts(..)
            | ExprKind::Substring { .. }
            | ExprKind::Field { .. }
            | ExprKind::Deref(_)
            | ExprKind::Address(_)
            | ExprKind::Cond { .. }
            | ExprKind::Cast(..)
            | ExprKind::Constructor { .. }
            | ExprKind::Structure { .. }
            | ExprKind::SizeOf(_)
            | ExprKind::Opaque { .. } => Some("expressions are made of numbers, variables and elements".into()),
        }
    }

    fn of_intrinsic(&self, name: &str, args: &[Arg]) -> Option<String> {
        let is_real = |e: &Expr| type_of(self.p, e).element().is_differentiable();
        let fits = match (name, args) {
            ("merge", [_, _, _]) => true,
            ("max" | "min", [l, r]) => !is_real(&l.value) && !is_real(&r.value),
            ("sign", [one, _]) => matches!(one.value.kind, ExprKind::Real { value, .. } if value > 0.0),
            (name, [x]) => SAME_IN_C.contains(&name) && is_real(&x.value),
            _ => false,
        };
        match fits {
            true => args.iter().find_map(|a| self.of_value(&a.value)),
            false => Some(format!("`{name}` is not used like this")),
        }
    }
}
