//! Expressions: values and places. What has an effect goes through `effects.rs`.

use super::choices::is_place;
use super::{Lowered, Lowerer, literals, spell, types};
use crate::ast::{self, BinaryOp as Op, Expr, ExprKind as K};
use crate::walk;
use il::expr::ExprKind;
use il::symbol::{SymbolId, SymbolKind};
use il::{BinaryOp, Program, RecordId, Scalar, ScalarClass, Span, Type, UnaryOp, typing};

/// The type of a lowered expression by the rules of C: comparisons are `int`, arrays decay where values are asked for.
pub fn type_of(p: &Program, e: &il::Expr) -> Type {
    match &e.kind {
        ExprKind::Integer { ty: None, .. } | ExprKind::Logical(_) => Type::Scalar(types::int()),
        ExprKind::Unary(UnaryOp::Not, _) => Type::Scalar(types::int()),
        ExprKind::Binary(op, ..) if op.is_logical() => Type::Scalar(types::int()),
        ExprKind::Binary(op, l, r) => {
            let (left, right) = (type_of(p, l), type_of(p, r));
            match (is_address(&left), is_address(&right)) {
                (true, true) if *op == BinaryOp::Sub => Type::Scalar(types::integer(8, "long")),
                (true, _) => decayed(left),
                (_, true) => decayed(right),
                _ if matches!(op, BinaryOp::Shl | BinaryOp::Shr) => promoted(left),
                _ => typing::widest(&promoted(left), &promoted(right)),
            }
        }
        ExprKind::Unary(UnaryOp::Paren, x) => type_of(p, x),
        ExprKind::Unary(_, x) => promoted(type_of(p, x)),
        ExprKind::Cond { yes, no, .. } => {
            let (yes, no) = (type_of(p, yes), type_of(p, no));
            if is_address(&yes) {
                decayed(yes)
            } else if yes.scalar().is_none() && yes == no {
                yes
            } else if is_address(&no) {
                decayed(no)
            } else {
                typing::widest(&promoted(yes), &promoted(no))
            }
        }
        _ => typing::type_of(p, e),
    }
}

/// Whether a value of this type is an address.
pub fn is_address(ty: &Type) -> bool {
    matches!(ty, Type::Pointer { .. } | Type::Array { .. })
}

/// An array as a value is a pointer to its first element.
pub fn decayed(ty: Type) -> Type {
    match ty {
        Type::Array { elem, .. } => Type::Pointer { to: elem, to_const: false, restrict: false },
        other => other,
    }
}

fn promoted(ty: Type) -> Type {
    match ty {
        Type::Scalar(scalar) => Type::Scalar(super::records::promoted(&scalar)),
        other => other,
    }
}

/// The IL's operator for one of C.
pub fn operator(op: Op) -> BinaryOp {
    match op {
        Op::Mul => BinaryOp::Mul,
        Op::Div => BinaryOp::Div,
        Op::Rem => BinaryOp::Rem,
        Op::Add => BinaryOp::Add,
        Op::Sub => BinaryOp::Sub,
        Op::Shl => BinaryOp::Shl,
        Op::Shr => BinaryOp::Shr,
        Op::Lt => BinaryOp::Lt,
        Op::Gt => BinaryOp::Gt,
        Op::Le => BinaryOp::Le,
        Op::Ge => BinaryOp::Ge,
        Op::Eq => BinaryOp::Eq,
        Op::Ne => BinaryOp::Ne,
        Op::BitAnd => BinaryOp::BitAnd,
        Op::BitXor => BinaryOp::BitXor,
        Op::BitOr => BinaryOp::BitOr,
        Op::And => BinaryOp::And,
        Op::Or => BinaryOp::Or,
    }
}

/// The value of a constant expression.
#[derive(Clone, Debug)]
enum Constant {
    Integer(i64, Option<Box<Scalar>>),
    Real(f64, Scalar),
}

impl Lowerer<'_, '_> {
    /// The type of a lowered expression.
    pub fn ty(&self, e: &il::Expr) -> Type {
        type_of(self.p, e)
    }

    /// An expression that must have no effect: an extent, a case, an enumerator.
    pub fn pure(&mut self, e: &Expr) -> Lowered<il::Expr> {
        if walk::has_effects(e) {
            return self.refuse("RT0224", e.span, "an expression with side effects is not read here");
        }
        self.value(e)
    }

    /// The type of an expression that is never evaluated.
    pub fn type_of_unevaluated(&mut self, e: &Expr) -> Lowered<Type> {
        let outer = std::mem::take(&mut self.f.out);
        let post = std::mem::take(&mut self.f.post);
        let value = self.value(e);
        self.f.out = outer;
        self.f.post = post;
        Ok(self.ty(&value?))
    }

    /// A value. Effects become statements before it, or are left for after the full expression.
    pub fn value(&mut self, e: &Expr) -> Lowered<il::Expr> {
        if let Some(constant) = e.spelled.as_ref().and_then(|name| self.named_constant(e, name)) {
            return Ok(constant);
        }
        if let Some(address) = e.spelled.as_ref().and_then(|name| self.named_address(e, name)) {
            return Ok(address);
        }
        let kind = match &e.kind {
            K::Ident(name) => return self.name(name, e.span),
            K::Int(text) => match literals::integer_constant(text, e.spelled.as_deref(), e.span) {
                Some(literal) => return Ok(literal),
                None => return self.imaginary(text, e),
            },
            K::Float(text) => match literals::floating_constant(text, e.spelled.as_deref(), e.span) {
                Some(literal) => return Ok(literal),
                None => return self.imaginary(text, e),
            },
            K::Char(text) => return Ok(literals::character(text, e.spelled.as_deref(), e.span)),
            K::Str(parts) => return Ok(literals::string(parts, e.spelled.as_deref(), e.span)),
            K::Paren(inner) => {
                if let (Some(_), K::Float(number) | K::Int(number)) = (&e.spelled, &walk::bare(inner).kind) {
                    return self.imaginary(number, e);
                }
                let value = self.value(inner)?;
                match value.kind {
                    ExprKind::Binary(..) | ExprKind::Cond { .. } => ExprKind::Unary(UnaryOp::Paren, Box::new(value)),
                    kind => kind,
                }
            }
            K::Call { callee, args } => return self.call_value(e, callee, args),
            K::Index(base, index) => {
                let (mut base, mut index) = (self.value(base)?, self.value(index)?);
                if !is_address(&self.ty(&base)) && is_address(&self.ty(&index)) {
                    std::mem::swap(&mut base, &mut index);
                }
                if !is_address(&self.ty(&base)) {
                    return self.refuse("RT0206", e.span, "what is indexed here is neither an array nor a pointer");
                }
                let index = spell::strip(index);
                return self.through(base, &mut |this, base| {
                    Ok(il::Expr::at(this.indexed(base, index.clone(), e.span), e.span))
                });
            }
            K::Member { base, name, arrow } => return self.member(base, name, *arrow, e.span),
            K::Unary(op, x) => return self.unary(*op, x, e.span),
            K::Step { target, up, prefix } => return self.step(target, *up, *prefix, e.span),
            K::Binary(op @ (Op::And | Op::Or), l, r) if walk::has_effects(r) => {
                return self.short_circuit(*op, l, r, e.span);
            }
            K::Binary(op, l, r) => {
                let (l, r) = (self.value(l)?, self.value(r)?);
                ExprKind::Binary(operator(*op), Box::new(l), Box::new(r))
            }
            K::Assign { op, target, value } => return self.assign(*op, target, value, true, e.span),
            K::Cond(test, yes, no) => match yes {
                // The parts of a structure are set: where one is chosen, in the branches of an IF.
                Some(yes) if is_plain_choice(&e.kind) && !self.is_structure(yes) => self.plain_choice(test, yes, no)?,
                _ => return self.choice(test, yes.as_deref(), no, e.span),
            },
            K::Comma(items) => {
                let Some((last, first)) = items.split_last() else {
                    return self.refuse("RT0224", e.span, "an empty list of expressions");
                };
                self.effects_in_order(first)?;
                return self.value(last);
            }
            K::Cast(ty, x) => {
                let ty = self.type_name(ty)?.ty;
                let value = self.value(x)?;
                ExprKind::Cast(ty, Box::new(value))
            }
            K::SizeofExpr(x) => ExprKind::SizeOf(self.type_of_unevaluated(x)?),
            K::SizeofType(ty) => ExprKind::SizeOf(self.type_name(ty)?.ty),
            K::Alignof(of) => {
                let size = types::integer(8, "size_t");
                let text = self.text_of(e.span);
                let of = match &**of {
                    ast::Arg::Type(name) => self.type_name(name)?.ty,
                    ast::Arg::Expr(x) => self.type_of_unevaluated(x)?,
                };
                match il::layout::of(self.p, of.element()) {
                    Some(layout) => ExprKind::Integer {
                        value: layout.alignment,
                        text: literals::literal(&text),
                        ty: Some(Box::new(size)),
                    },
                    None => ExprKind::Opaque { text, reads: Vec::new(), ty: Box::new(Type::Scalar(size)) },
                }
            }
            K::Compound(ty, list) => return self.compound_literal(ty, list, e.span),
            K::Generic(control, arms) => {
                let arm = self.chosen(control, arms, e.span)?;
                return self.value(arm);
            }
            K::Block(block) => return self.statement_expression(block, e.span),
        };
        Ok(il::Expr::at(kind, e.span))
    }

    /// Whether an expression inside a function is a structure.
    fn is_structure(&mut self, e: &Expr) -> bool {
        match &walk::bare(e).kind {
            K::Cond(_, _, no) => self.is_structure(no),
            K::Int(_) | K::Float(_) | K::Char(_) | K::Str(_) | K::Binary(..) | K::Cast(..) => false,
            _ => self.f.unit.is_some() && matches!(self.type_of_unevaluated(e), Ok(Type::Record(_))),
        }
    }

    /// `test ? yes : no` as a value, where neither has an effect.
    fn plain_choice(&mut self, test: &Expr, yes: &Expr, no: &Expr) -> Lowered<ExprKind> {
        let test = Box::new(spell::strip(self.value(test)?));
        Ok(ExprKind::Cond { test, yes: Box::new(self.value(yes)?), no: Box::new(self.value(no)?) })
    }

    /// `base[index]`. Of pointer arithmetic it is an element of the pointer: `(p + k)[j]` is `p[k + j]` (C11 6.5.2.1), unless the sum of the
    /// two would be taken in a narrower unsigned type than addresses are, or all rows of a matrix are counted through ([`Self::is_first_row`]).
    fn indexed(&self, base: il::Expr, index: il::Expr, span: Span) -> ExprKind {
        let wraps = |e: &il::Expr| self.ty(e).scalar().is_none_or(|s| s.bytes < 8 && s.unsigned);
        let added =
            |l: il::Expr, r: il::Expr| il::Expr::at(ExprKind::Binary(BinaryOp::Add, Box::new(l), Box::new(r)), span);
        let parts = match &base.kind {
            ExprKind::Binary(BinaryOp::Add, p, k) if is_address(&self.ty(p)) => Some((p, &**k)),
            ExprKind::Binary(BinaryOp::Add, k, p) if is_address(&self.ty(p)) => Some((p, &**k)),
            ExprKind::Address(x) => match &x.kind {
                ExprKind::Index { base, subs } => match subs.as_slice() {
                    [il::Subscript::At(k)] => Some((base, k)),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        };
        let flat = match (&base.kind, parts) {
            (ExprKind::Address(_), Some((p, k))) => k.as_int() == Some(0) && self.is_row(p),
            (_, Some((p, _))) => self.is_first_row(p),
            _ => false,
        };
        match parts {
            Some((p, k)) if !wraps(k) && !wraps(&index) && !flat => {
                self.indexed(spell::strip((**p).clone()), added(spell::strip(k.clone()), index), span)
            }
            None if base.is_reference() => {
                ExprKind::Index { base: Box::new(base), subs: vec![il::Subscript::At(index)] }
            }
            _ => {
                let base = match base.kind {
                    ExprKind::Address(_) => base,
                    _ => il::Expr::at(ExprKind::Unary(UnaryOp::Paren, Box::new(base)), span),
                };
                ExprKind::Deref(Box::new(added(base, index)))
            }
        }
    }

    /// Whether an expression is a row of a matrix.
    fn is_row(&self, e: &il::Expr) -> bool {
        matches!(spell::strip(e.clone()).kind, ExprKind::Index { .. }) && matches!(self.ty(e), Type::Array { .. })
    }

    /// Whether an expression is the first row of a matrix: `*(*m + k)`, like `(&m[0][0])[k]`, may count on through all rows, while `m[0][k]` is an
    /// element of the first, for compilers too.
    fn is_first_row(&self, e: &il::Expr) -> bool {
        let first = |subs: &[il::Subscript]| matches!(subs, [il::Subscript::At(k)] if k.as_int() == Some(0));
        self.is_row(e) && matches!(&spell::strip(e.clone()).kind, ExprKind::Index { subs, .. } if first(subs))
    }

    /// `*at`. Steps from the beginning of an array lead to its elements: `*(m + k)` is `m[k]`.
    fn pointed(&self, at: il::Expr, span: Span) -> ExprKind {
        let in_array =
            |p: &il::Expr| matches!(self.ty(p), Type::Array { .. }) && spell::strip(p.clone()).is_reference();
        match at.kind {
            ExprKind::Binary(BinaryOp::Add, ref p, ref k) if self.is_first_row(p) => {
                let row = Box::new(spell::strip((**p).clone()));
                let first = ExprKind::Index { base: row, subs: vec![il::Subscript::At(il::Expr::int(0))] };
                let first = il::Expr::at(ExprKind::Address(Box::new(il::Expr::at(first, span))), span);
                let at = ExprKind::Binary(BinaryOp::Add, Box::new(first), k.clone());
                ExprKind::Deref(Box::new(il::Expr::at(at, span)))
            }
            ExprKind::Binary(BinaryOp::Add, p, k) if in_array(&p) => {
                self.indexed(spell::strip(*p), spell::strip(*k), span)
            }
            ExprKind::Binary(BinaryOp::Add, k, p) if in_array(&p) => {
                self.indexed(spell::strip(*p), spell::strip(*k), span)
            }
            kind => {
                let at = il::Expr::at(kind, at.span);
                if in_array(&at) {
                    let subs = vec![il::Subscript::At(il::Expr::int(0))];
                    return ExprKind::Index { base: Box::new(at), subs };
                }
                ExprKind::Deref(Box::new(at))
            }
        }
    }

    /// A place: something with storage.
    pub fn place(&mut self, e: &Expr) -> Lowered<il::Expr> {
        let place = spell::strip(self.value(e)?);
        if is_place(&place) {
            return Ok(place);
        }
        self.refuse("RT0206", e.span, "this is not a place that can be assigned")
    }

    fn name(&mut self, name: &str, span: Span) -> Lowered<il::Expr> {
        if matches!(name, "__func__" | "__FUNCTION__" | "__PRETTY_FUNCTION__") {
            let unit = self.f.unit.map(|unit| self.p.units[unit].name.clone()).unwrap_or_default();
            return Ok(il::Expr::at(ExprKind::Text(unit, literals::literal(name)), span));
        }
        let symbol = self.must_find(name, span)?;
        match self.p.symbols[symbol].kind {
            SymbolKind::Variable(_) | SymbolKind::Constant { .. } | SymbolKind::Procedure(_) => {
                Ok(il::Expr::at(ExprKind::Var(symbol), span))
            }
            _ => self.refuse("RT0206", span, format!("`{name}` is not a value")),
        }
    }

    /// `s.m` and `p->m`, through anonymous members if need be.
    fn member(&mut self, base: &Expr, name: &str, arrow: bool, span: Span) -> Lowered<il::Expr> {
        let at = match &walk::bare(base).kind {
            // A member of one of two structures is one of two members.
            chosen @ K::Cond(test, Some(yes), no) if is_plain_choice(chosen) => {
                il::Expr::at(self.plain_choice(test, yes, no)?, base.span)
            }
            _ => self.value(base)?,
        };
        self.through(at, &mut |this, mut at| {
            if arrow {
                // `(&x)->m` is `x.m`.
                at = match at.kind {
                    ExprKind::Address(x) => *x,
                    _ => {
                        let place = at.span;
                        il::Expr::at(ExprKind::Deref(Box::new(at)), place)
                    }
                };
            }
            let Type::Record(record) = this.ty(&at) else {
                return this.refuse("RT0206", span, format!("what `{name}` is asked of is no structure"));
            };
            this.fields_of(at, record, name, span)
        })
    }

    /// `base.name` for a base of type `record`.
    pub fn fields_of(&mut self, base: il::Expr, record: RecordId, name: &str, span: Span) -> Lowered<il::Expr> {
        let Some(path) = self.path_to(record, name) else {
            return self.refuse("RT0207", span, format!("there is no member `{name}`"));
        };
        Ok(path.into_iter().fold(base, |base, (record, field)| {
            il::Expr::at(ExprKind::Field { base: Box::new(base), record, field }, span)
        }))
    }

    fn unary(&mut self, op: ast::UnaryOp, x: &Expr, span: Span) -> Lowered<il::Expr> {
        let mut operand = self.value(x)?;
        // `&(struct s){ a, b }` is the address of an object without a name (C11 6.5.2.5).
        let unnamed = op == ast::UnaryOp::AddressOf && matches!(walk::bare(x).kind, K::Compound(..));
        if unnamed && self.f.unit.is_some() && !operand.is_reference() {
            operand = self.keep(operand, span);
        }
        let simple = |op, operand| il::Expr::at(ExprKind::Unary(op, Box::new(operand)), span);
        Ok(match op {
            ast::UnaryOp::Plus => simple(UnaryOp::Plus, operand),
            ast::UnaryOp::Minus => simple(UnaryOp::Neg, operand),
            ast::UnaryOp::Not => simple(UnaryOp::Not, operand),
            // `~z` of a complex number is its conjugate (an extension of GNU).
            ast::UnaryOp::BitNot if self.ty(&operand).scalar().is_some_and(|s| s.class == ScalarClass::Complex) => {
                il::Expr { span, ..il::Expr::intrinsic("conjg", vec![spell::strip(operand)]) }
            }
            ast::UnaryOp::BitNot => simple(UnaryOp::BitNot, operand),
            ast::UnaryOp::Deref => match spell::strip(operand) {
                il::Expr { kind: ExprKind::Address(inner), .. } => *inner,
                operand if self.is_function(&operand) => operand,
                // `*f` of a pointer to a function is the function, which is a pointer again wherever it is used.
                operand if self.signature_of(&self.ty(&operand)).is_some() => operand,
                operand if is_address(&self.ty(&operand)) => {
                    return self.through(operand, &mut |this, at| match at.kind {
                        ExprKind::Address(inner) => Ok(*inner),
                        kind => Ok(il::Expr::at(this.pointed(il::Expr::at(kind, at.span), span), span)),
                    });
                }
                _ => return self.refuse("RT0206", span, "what is dereferenced here is no pointer"),
            },
            ast::UnaryOp::AddressOf => match spell::strip(operand) {
                il::Expr { kind: ExprKind::Deref(inner), .. } => *inner,
                operand if self.is_function(&operand) => operand,
                operand if is_place(&operand) => {
                    let address = |x: il::Expr| Ok(il::Expr::at(ExprKind::Address(Box::new(x)), span));
                    return self.through(operand, &mut |_, x| match x.kind {
                        ExprKind::Deref(inner) => Ok(*inner),
                        kind => address(il::Expr::at(kind, x.span)),
                    });
                }
                _ => return self.refuse("RT0206", span, "the address of this cannot be taken"),
            },
            ast::UnaryOp::Real | ast::UnaryOp::Imag => {
                let name = if op == ast::UnaryOp::Real { "real" } else { "aimag" };
                il::Expr { span, ..il::Expr::intrinsic(name, vec![spell::strip(operand)]) }
            }
        })
    }

    /// Whether an expression names a function.
    pub fn is_function(&self, e: &il::Expr) -> bool {
        matches!(e.kind, ExprKind::Var(symbol) if self.p.procedure(symbol).is_some())
    }

    /// An imaginary constant, kept by its text, `1.0i` or the macro `I`, and by its value, which is what it reads.
    fn imaginary(&mut self, text: &str, e: &Expr) -> Lowered<il::Expr> {
        let float = text.to_ascii_lowercase().contains('f') || e.spelled.is_some();
        let (bytes, spelling) = if float { (8, "float _Complex") } else { (16, "double _Complex") };
        let ty = Type::Scalar(Scalar::new(ScalarClass::Complex, bytes, spelling));
        let number = text.replace(['i', 'j', 'I', 'J'], "");
        let value = literals::floating_constant(&number, None, e.span);
        let value = value.or_else(|| literals::integer_constant(&number, None, e.span)).into_iter().collect();
        let text = e.spelled.clone().unwrap_or_else(|| text.to_string());
        Ok(il::Expr::at(ExprKind::Opaque { text, reads: value, ty: Box::new(ty) }, e.span))
    }

    /// `_Generic`: the arm whose type is that of the control, else the default.
    pub fn chosen<'e>(
        &mut self,
        control: &Expr,
        arms: &'e [(Option<ast::TypeName>, Expr)],
        span: Span,
    ) -> Lowered<&'e Expr> {
        let ty = decayed(self.type_of_unevaluated(control)?);
        for (name, arm) in arms {
            if let Some(name) = name
                && self.type_name(name)?.ty == ty
            {
                return Ok(arm);
            }
        }
        match arms.iter().find(|(name, _)| name.is_none()) {
            Some((_, arm)) => Ok(arm),
            None => self.refuse("RT0211", span, "no arm of this selection has the type of its control"),
        }
    }

    // ---- constants that macros name

    /// A macro's constant as a literal that is spelled with its name.
    fn named_constant(&mut self, e: &Expr, name: &str) -> Option<il::Expr> {
        match self.constant(e)? {
            Constant::Integer(value, ty) => {
                Some(il::Expr::at(ExprKind::Integer { value, text: literals::literal(name), ty }, e.span))
            }
            Constant::Real(value, ty) => Some(literals::real(value, name, &ty, e.span)),
        }
    }

    /// What a macro of a header names that is the address of a variable of the header, such as `MPI_COMM_WORLD`: a constant of that name.
    fn named_address(&mut self, e: &Expr, name: &str) -> Option<il::Expr> {
        fn variable(e: &Expr) -> Option<&str> {
            match &e.kind {
                K::Paren(x) | K::Cast(_, x) => variable(x),
                K::Unary(ast::UnaryOp::AddressOf, x) => match &walk::bare(x).kind {
                    K::Ident(name) => Some(name),
                    _ => None,
                },
                _ => None,
            }
        }
        let variable = self.find(variable(e)?)?;
        let is_own = self.p.symbols[variable].span.file.is_some_and(|file| !self.headers.contains_key(&file));
        if self.p.variable(variable).is_none() || is_own {
            return None;
        }
        let value = self.value(&Expr { spelled: None, ..e.clone() }).ok()?;
        let known = self.p.lookup_here(self.p.global_c, name);
        let known = known.filter(|s| matches!(self.p.symbols[*s].kind, SymbolKind::Constant { .. }));
        let symbol = known.unwrap_or_else(|| {
            let kind = SymbolKind::Constant { ty: self.ty(&value), value: value.clone() };
            self.p.declare(self.p.global_c, name, Span::NONE, kind)
        });
        Some(il::Expr::at(ExprKind::Var(symbol), e.span))
    }

    fn constant(&mut self, e: &Expr) -> Option<Constant> {
        match &e.kind {
            K::Paren(x) => self.constant(x),
            K::Int(_) | K::Float(_) | K::Char(_) => {
                let literal = match &e.kind {
                    K::Int(text) => literals::integer_constant(text, None, e.span)?,
                    K::Float(text) => literals::floating_constant(text, None, e.span)?,
                    K::Char(text) => literals::character(text, None, e.span),
                    _ => return None,
                };
                match literal.kind {
                    ExprKind::Integer { value, ty, .. } => Some(Constant::Integer(value, ty)),
                    ExprKind::Real { value, ty, .. } => Some(Constant::Real(value, *ty)),
                    _ => None,
                }
            }
            K::Unary(ast::UnaryOp::Minus, x) => match self.constant(x)? {
                Constant::Integer(value, ty) => Some(Constant::Integer(value.checked_neg()?, ty)),
                Constant::Real(value, ty) => Some(Constant::Real(-value, ty)),
            },
            K::Unary(ast::UnaryOp::Plus, x) => self.constant(x),
            K::Cast(ty, x) => {
                let ty = self.type_name(ty).ok()?.ty;
                match (ty, self.constant(x)?) {
                    (Type::Scalar(s), value) if s.class == ScalarClass::Real => Some(Constant::Real(value.number(), s)),
                    (Type::Scalar(s), Constant::Integer(value, _)) => Some(Constant::Integer(value, Some(Box::new(s)))),
                    // A null pointer is the constant 0 for us.
                    (Type::Pointer { .. }, Constant::Integer(0, _)) => Some(Constant::Integer(0, None)),
                    _ => None,
                }
            }
            K::Call { callee, .. } => match &walk::bare(callee).kind {
                K::Ident(name) => {
                    let (value, ty) = super::calls::special_value(name)?;
                    Some(Constant::Real(value, ty))
                }
                _ => None,
            },
            _ if is_arithmetic(e) => {
                let lowered = self.value(&Expr { spelled: None, ..e.clone() }).ok()?;
                let ty = self.ty(&lowered).scalar()?.clone();
                match il::constant::value(self.p, &lowered)?.converted(&ty)? {
                    il::constant::Constant::Real { value, .. } => Some(Constant::Real(value, ty)),
                    known => {
                        let plain = ty.bytes == 4 && !ty.unsigned;
                        Some(Constant::Integer(known.integer()?, (!plain).then(|| Box::new(ty))))
                    }
                }
            }
            _ => None,
        }
    }

    /// The symbol of a plain variable.
    pub fn plain_variable(&self, e: &il::Expr) -> Option<SymbolId> {
        match e.kind {
            ExprKind::Var(symbol) if self.p.variable(symbol).is_some() => Some(symbol),
            _ => None,
        }
    }
}

/// Whether both values of a choice are without effects.
fn is_plain_choice(e: &K) -> bool {
    matches!(e, K::Cond(_, Some(yes), no) if !walk::has_effects(yes) && !walk::has_effects(no))
}

/// Whether an expression is made of operators, sizes and numbers alone.
fn is_arithmetic(e: &Expr) -> bool {
    use ast::UnaryOp as U;
    match &e.kind {
        K::Int(_) | K::Float(_) | K::Char(_) | K::SizeofType(_) | K::SizeofExpr(_) => true,
        K::Paren(x) | K::Cast(_, x) => is_arithmetic(x),
        K::Unary(U::Plus | U::Minus | U::Not | U::BitNot, x) => is_arithmetic(x),
        K::Binary(_, l, r) => is_arithmetic(l) && is_arithmetic(r),
        K::Cond(test, Some(yes), no) => [test, yes, no].into_iter().all(|x| is_arithmetic(x)),
        K::Call { callee, .. } => {
            matches!(&walk::bare(callee).kind, K::Ident(name) if super::calls::special_value(name).is_some())
        }
        _ => false,
    }
}

impl Constant {
    fn number(&self) -> f64 {
        match self {
            Constant::Integer(value, _) => *value as f64,
            Constant::Real(value, _) => *value,
        }
    }
}
