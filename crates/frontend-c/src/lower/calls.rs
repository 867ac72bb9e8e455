//! Calls: functions of math.h are intrinsics, input and output is kept as text, everything else calls a symbol.

use super::{Lowered, Lowerer, complex, library, spell, types};
use crate::ast::{Arg, Expr, ExprKind as K};
use crate::walk;
use il::expr::ExprKind;
use il::symbol::{ProcedureClass, SymbolId, SymbolKind};
use il::{BinaryOp, Intrinsic, Scalar, ScalarClass, Span, StmtKind, Type};

/// Intrinsics that look at their argument without converting it.
const GENERIC: &[&str] = &["isnan", "isinf", "isfinite", "isnormal", "signbit", "fpclassify"];
/// Comparisons that are macros of math.h (C11 7.12.14): they differ from the operators in the exceptions that they raise.
const COMPARISONS: &[(&str, &[BinaryOp])] = &[
    ("isgreater", &[BinaryOp::Gt]),
    ("isgreaterequal", &[BinaryOp::Ge]),
    ("isless", &[BinaryOp::Lt]),
    ("islessequal", &[BinaryOp::Le]),
    ("islessgreater", &[BinaryOp::Lt, BinaryOp::Gt]),
];
/// Positions of integer arguments.
const INTEGER_ARGUMENTS: &[(&str, usize)] = &[("ldexp", 1), ("bessel_jn", 0), ("bessel_yn", 0)];
/// Functions without a FILE argument that read or print.
const INPUT_OUTPUT: &[&str] =
    &["printf", "scanf", "puts", "putchar", "getchar", "perror", "vprintf", "fflush", "setlocale"];

/// Constants that the compiler makes by calls of its own.
pub fn special_value(name: &str) -> Option<(f64, Scalar)> {
    let base = name.strip_prefix("__builtin_")?;
    let (base, ty) =
        match base.strip_suffix('f').filter(|base| !base.ends_with("in")).or(base.strip_suffix("ff").map(|_| "inf")) {
            Some(base) => (base, types::float()),
            None => match base.strip_suffix('l').filter(|base| *base != "huge_va") {
                Some(base) => (base, types::long_double()),
                None => (base, types::double()),
            },
        };
    match base {
        "huge_val" | "inf" => Some((f64::INFINITY, ty)),
        "nan" | "nans" => Some((f64::NAN, ty)),
        _ => None,
    }
}

/// What a call turned out to be.
enum Callee {
    Intrinsic(Intrinsic, Option<Scalar>),
    Procedure(SymbolId),
    /// Through a pointer: what stands for that, and the pointer, its first argument.
    Pointer(SymbolId, il::Expr),
}

impl Lowerer<'_, '_> {
    /// A call for its value.
    pub fn call_value(&mut self, e: &Expr, callee: &Expr, args: &[Arg]) -> Lowered<il::Expr> {
        if let K::Ident(name) = &walk::bare(callee).kind {
            if let Some((value, ty)) = special_value(name) {
                let text = match (value.is_nan(), name.contains("huge")) {
                    (true, _) => "NAN",
                    (false, true) => "HUGE_VAL",
                    (false, false) => "INFINITY",
                };
                return Ok(super::literals::real(value, text, &ty, e.span));
            }
            match (name.as_str(), args) {
                ("nan" | "nanf" | "nanl", [Arg::Expr(Expr { kind: K::Str(tag), .. })]) => {
                    let ty = match name.as_str() {
                        "nan" => types::double(),
                        "nanf" => types::float(),
                        _ => types::long_double(),
                    };
                    return Ok(super::literals::real(f64::NAN, &format!("{name}({})", tag.join(" ")), &ty, e.span));
                }
                (
                    "__builtin_expect" | "__builtin_expect_with_probability" | "__builtin_assume_aligned",
                    [Arg::Expr(value), ..],
                ) => {
                    return self.value(value);
                }
                // CMPLX and CMPLXF of complex.h.
                ("__builtin_complex", [Arg::Expr(re), Arg::Expr(im)]) => {
                    let part = |x: il::Expr| match spell::strip(x).kind {
                        ExprKind::Cast(_, x) => spell::strip(*x),
                        x => x.into(),
                    };
                    let parts = vec![part(self.value(re)?), part(self.value(im)?)];
                    let single = parts.iter().all(|x| self.ty(x).scalar().is_some_and(|s| s.bytes == 4));
                    let made = il::Expr::intrinsic(if single { "cmplx" } else { "dcmplx" }, parts);
                    return Ok(il::Expr { span: e.span, ..made });
                }
                ("__builtin_tgmath", _) => return self.type_generic(e, args),
                ("__builtin_constant_p", _) => return Ok(il::Expr::int(0)),
                ("__builtin_offsetof", _) => {
                    let size = types::integer(8, "size_t");
                    let text = self.offset(args).unwrap_or_else(|| self.text_of(e.span));
                    let kind = match self.offset_value(args) {
                        Some(value) => {
                            let text = super::literals::literal(&text);
                            ExprKind::Integer { value, text, ty: Some(Box::new(size)) }
                        }
                        None => ExprKind::Opaque { text, reads: Vec::new(), ty: Box::new(Type::Scalar(size)) },
                    };
                    return Ok(il::Expr::at(kind, e.span));
                }
                _ => {}
            }
        }
        let args = match (&walk::bare(callee).kind, args) {
            // As glibc writes it for gcc: the classes, then the number.
            (K::Ident(name), [.., number]) if name == "__builtin_fpclassify" => std::slice::from_ref(number),
            _ => args,
        };
        if let Some(compared) = self.comparison(callee, args, e.span)? {
            return Ok(compared);
        }
        let callee = self.callee(callee, e.span)?;
        let args = self.arguments(args, e.span)?;
        match callee {
            Callee::Intrinsic(f, kind) => Ok(self.intrinsic(f, kind, args, e.span)),
            Callee::Procedure(callee) => {
                self.check_taken_for_int(callee, &args, e.span)?;
                Ok(il::Expr::at(ExprKind::Call { callee, args: args.into_iter().map(il::Arg::new).collect() }, e.span))
            }
            Callee::Pointer(callee, pointer) => {
                let args = std::iter::once(pointer).chain(args).map(il::Arg::new).collect();
                Ok(il::Expr::at(ExprKind::Call { callee, args }, e.span))
            }
        }
    }

    /// A comparison of math.h, as it is written for gcc, by operators.
    fn comparison(&mut self, callee: &Expr, args: &[Arg], span: Span) -> Lowered<Option<il::Expr>> {
        let K::Ident(name) = &walk::bare(callee).kind else { return Ok(None) };
        let Some(name) = name.strip_prefix("__builtin_") else { return Ok(None) };
        let known = COMPARISONS.iter().find(|(n, _)| *n == name);
        if known.is_none() && name != "isunordered" || args.len() != 2 {
            return Ok(None);
        }
        let args = self.arguments(args, span)?;
        let tests: Vec<il::Expr> = match known {
            Some((_, ops)) => {
                let named = |this: &mut Self, x| if ops.len() > 1 { this.called_in_front(x) } else { x };
                let args: Vec<il::Expr> = args.into_iter().map(|x| named(self, x)).collect();
                ops.iter().map(|op| il::Expr::binary(*op, args[0].clone(), args[1].clone())).collect()
            }
            None => args.into_iter().map(|x| il::Expr::intrinsic("isnan", vec![x])).collect(),
        };
        let whole = tests.into_iter().reduce(|a, b| il::Expr::binary(BinaryOp::Or, a, b));
        Ok(whole.map(|e| il::Expr { span, ..e }))
    }

    /// `offsetof(type, member)` (C11 7.19), spelled anew: it may come out of a macro of the user's, whose text is another.
    fn offset(&mut self, args: &[Arg]) -> Option<String> {
        fn member(e: &Expr) -> Option<String> {
            match &e.kind {
                K::Ident(name) => Some(name.clone()),
                K::Member { base, name, arrow: false } => Some(format!("{}.{name}", member(base)?)),
                K::Index(base, at) => match &at.kind {
                    K::Int(text) => Some(format!("{}[{text}]", member(base)?)),
                    _ => None,
                },
                _ => None,
            }
        }
        let [Arg::Type(name), Arg::Expr(place)] = args else { return None };
        let ty = self.type_name(name).ok()?.ty;
        Some(format!("offsetof({}, {})", spell::declaration(self.p, &ty, ""), member(place)?))
    }

    /// The bytes in front of a member that is named alone.
    fn offset_value(&mut self, args: &[Arg]) -> Option<i64> {
        let [Arg::Type(ty), Arg::Expr(Expr { kind: K::Ident(name), .. })] = args else { return None };
        let Type::Record(record) = self.type_name(ty).ok()?.ty else { return None };
        let way = self.path_to(record, name)?;
        way.into_iter()
            .try_fold(0i64, |sum, (record, field)| sum.checked_add(il::layout::offset(self.p, record, field)?))
    }

    /// A call as a statement.
    pub fn call_statement(&mut self, e: &Expr, callee: &Expr, args: &[Arg]) -> Lowered<()> {
        if let K::Ident(name) = &walk::bare(callee).kind
            && matches!(name.as_str(), "__builtin_unreachable" | "__builtin_prefetch" | "__builtin_expect")
        {
            self.kept(e);
            return Ok(());
        }
        let procedure = match self.callee(callee, e.span)? {
            Callee::Procedure(procedure) => procedure,
            Callee::Pointer(callee, pointer) => {
                let args = std::iter::once(pointer).chain(self.arguments(args, e.span)?).map(il::Arg::new).collect();
                self.emit(StmtKind::Call { callee, args, alternates: Vec::new() }, e.span);
                return Ok(());
            }
            // A function of math.h for nothing: only its arguments' effects matter.
            Callee::Intrinsic(..) => {
                self.kept(e);
                return Ok(());
            }
        };
        let before = (self.f.out.len(), self.f.post.len());
        let args = self.arguments(args, e.span)?;
        let changed = (self.f.out.len(), self.f.post.len()) != before;
        let name = self.p.symbols[procedure].name.clone();
        let system = self.is_system(procedure);
        if system && name == "exit" && args.len() == 1 {
            let code = args.into_iter().next();
            self.emit(StmtKind::Stop { error: false, code }, e.span);
            return Ok(());
        }
        if system
            && !changed
            && self.is_input_output(procedure, &name)
            && let Some(text) = self.written(e.span)
        {
            let writes = self.changed(procedure, &name, &args);
            self.emit(StmtKind::Opaque { text, reads: args, writes }, e.span);
            return Ok(());
        }
        // Element by element, and for derivatives again, the two places are named more than once.
        let moves = system && matches!(name.as_str(), "memcpy" | "memmove" | "memset");
        let once = |this: &mut Self, a: il::Expr| if moves { this.changing_calls_in_front(a) } else { a };
        let args = args.into_iter().map(|a| il::Arg::new(once(self, a))).collect();
        self.emit(StmtKind::Call { callee: procedure, args, alternates: Vec::new() }, e.span);
        Ok(())
    }

    /// What is called.
    fn callee(&mut self, callee: &Expr, span: Span) -> Lowered<Callee> {
        let mut at = walk::bare(callee);
        // `(*f)(x)` and `(&f)(x)` are `f(x)`.
        while let K::Unary(crate::ast::UnaryOp::Deref | crate::ast::UnaryOp::AddressOf, inner) = &at.kind {
            at = walk::bare(inner);
        }
        if let K::Generic(control, arms) = &at.kind {
            let arm = self.chosen(control, arms, span)?;
            return self.callee(arm, span);
        }
        let K::Ident(name) = &at.kind else { return self.through_pointer(callee, span) };
        let own = self.p.lookup(self.scope, name);
        let plain = plain(name);
        let is_ours = own.is_some_and(|symbol| !self.is_system(symbol)) || self.system.is_defined(name);
        if !is_ours {
            if let Some(f) = Intrinsic::from_c(plain) {
                self.include_for(name, span);
                let kind = kind_of(plain, f.info().c);
                return Ok(Callee::Intrinsic(f, Some(kind).filter(|_| !GENERIC.contains(&f.name()))));
            }
            if let Some((intrinsic, bytes)) = complex::intrinsic(plain)
                && let Some(f) = Intrinsic::named(intrinsic)
            {
                self.include_for(name, span);
                return Ok(Callee::Intrinsic(f, Some(Scalar::new(ScalarClass::Complex, bytes, "double _Complex"))));
            }
        }
        // `__builtin_memcpy` is what the library has, unless the user has a function of that name.
        let is_of_library = own.is_none() && library::header(plain).is_some() && !self.system.is_defined(plain);
        if is_of_library && name != plain {
            self.include_for(name, span);
        }
        let name = if is_of_library { plain } else { name };
        let symbol = match self.find(name) {
            Some(symbol) => symbol,
            None => match self.declared_by_call(name, span) {
                Some(symbol) => symbol,
                None => self.must_find(plain, span)?,
            },
        };
        match &self.p.symbols[symbol].kind {
            SymbolKind::Procedure(_) => Ok(Callee::Procedure(symbol)),
            SymbolKind::Variable(_) => self.through_pointer(callee, span),
            _ => self.refuse("RT0206", span, format!("`{name}` is no function")),
        }
    }

    fn through_pointer(&mut self, callee: &Expr, span: Span) -> Lowered<Callee> {
        let pointer = spell::strip(self.value(callee)?);
        let through = self.pointer_call(&pointer, span)?;
        Ok(Callee::Pointer(through, pointer))
    }

    fn arguments(&mut self, args: &[Arg], span: Span) -> Lowered<Vec<il::Expr>> {
        args.iter()
            .map(|arg| match arg {
                Arg::Expr(arg) => Ok(spell::strip(self.value(arg)?)),
                Arg::Type(_) => self.refuse("RT0206", span, "a type is passed to what is no function"),
            })
            .collect()
    }

    /// An intrinsic, its arguments converted to the type that the C function takes.
    pub fn intrinsic(&mut self, f: Intrinsic, kind: Option<Scalar>, args: Vec<il::Expr>, span: Span) -> il::Expr {
        let args = match kind {
            Some(kind) => self.converted(f, &kind, args),
            None => args,
        };
        il::Expr::at(ExprKind::Intrinsic(f, args.into_iter().map(il::Arg::new).collect()), span)
    }

    fn converted(&mut self, f: Intrinsic, kind: &Scalar, args: Vec<il::Expr>) -> Vec<il::Expr> {
        let scalars: Vec<Option<Scalar>> = args.iter().map(|arg| self.ty(arg).scalar().cloned()).collect();
        // `pow(x, 2)`: one argument of the right type decides that of the result; integers beside it stay what they are.
        let decided = scalars.iter().flatten().any(|scalar| scalar.class == kind.class && scalar.bytes == kind.bytes);
        let is_count = |at: usize| INTEGER_ARGUMENTS.contains(&(f.name(), at));
        let convert = |(at, (arg, scalar)): (usize, (il::Expr, Option<Scalar>))| {
            let Some(scalar) = scalar.filter(|_| !is_count(at)) else { return arg };
            let integer = matches!(scalar.class, ScalarClass::Integer | ScalarClass::Logical);
            if (scalar.class == kind.class && scalar.bytes == kind.bytes) || (integer && decided) {
                return arg;
            }
            // Complex functions take reals too: the argument that is complex decides.
            if kind.class == ScalarClass::Complex && (decided || scalar.class == ScalarClass::Complex) {
                return arg;
            }
            match arg.kind {
                ExprKind::Integer { value, text, .. } if kind.class == ScalarClass::Real => {
                    il::Expr::at(ExprKind::Real { value: value as f64, text, ty: Box::new(kind.clone()) }, arg.span)
                }
                _ => {
                    let span = arg.span;
                    il::Expr::at(ExprKind::Cast(Type::Scalar(kind.clone()), Box::new(arg)), span)
                }
            }
        };
        args.into_iter().zip(scalars).enumerate().map(convert).collect()
    }

    /// tgmath.h: the functions that could be meant, then the arguments.
    fn type_generic(&mut self, e: &Expr, args: &[Arg]) -> Lowered<il::Expr> {
        let mut names: Vec<&str> = Vec::new();
        for arg in args {
            match arg {
                Arg::Expr(Expr { kind: K::Ident(name), .. }) if self.is_system_function(name) => names.push(name),
                _ => break,
            }
        }
        let args = &args[names.len()..];
        let f = names.iter().find_map(|name| Intrinsic::from_c(plain(name)));
        // `creal`, `carg`: there is none of real numbers.
        let of_complex = || complex::intrinsic(names.first()?).and_then(|(name, _)| Intrinsic::named(name));
        let (f, only_complex) = match (f, of_complex()) {
            (Some(f), _) => (f, false),
            (None, Some(f)) => (f, true),
            (None, None) => return self.chosen_by_type(e, &names, args),
        };
        let args = self.arguments(args, e.span)?;
        let is_complex = |arg: &il::Expr| self.ty(arg).scalar().is_some_and(|s| s.class == ScalarClass::Complex);
        if only_complex && !args.iter().any(is_complex) {
            let kind = Scalar::new(ScalarClass::Complex, 16, "double _Complex");
            return Ok(self.intrinsic(f, Some(kind), args, e.span));
        }
        // Integers count as double, reals and complex numbers stay what they are.
        let real = args.iter().any(|arg| {
            self.ty(arg).scalar().is_some_and(|s| matches!(s.class, ScalarClass::Real | ScalarClass::Complex))
        });
        Ok(self.intrinsic(f, (!real).then(types::double), args, e.span))
    }

    /// One of the functions of the library that are called by one name, as `frexp`: that of the greatest real type among the arguments. Integers count
    /// as double (C11 7.25).
    fn chosen_by_type(&mut self, e: &Expr, names: &[&str], args: &[Arg]) -> Lowered<il::Expr> {
        let mut bytes = 0;
        for arg in args {
            let Arg::Expr(arg) = arg else { continue };
            let scalar = self.type_of_unevaluated(arg)?.scalar().cloned();
            bytes = bytes.max(match scalar {
                Some(s) if s.class == ScalarClass::Real => s.bytes,
                Some(_) => types::double().bytes,
                None => 0,
            });
        }
        for name in names {
            let unit = self.find(name).and_then(|s| self.p.procedure(s)).and_then(|p| p.unit);
            let first = unit.and_then(|u| self.p.units[u].params.first().copied());
            let scalar = first.and_then(|s| self.p.symbol_type(s)).and_then(Type::scalar);
            if scalar.is_some_and(|s| s.class == ScalarClass::Real && s.bytes == bytes) {
                let callee = Expr { kind: K::Ident((*name).to_string()), span: e.span, spelled: None };
                return self.call_value(e, &callee, args);
            }
        }
        self.refuse("RT0211", e.span, "this type-generic function is not known")
    }

    /// Whether a name is that of a function of the library.
    fn is_system_function(&mut self, name: &str) -> bool {
        match self.p.lookup(self.scope, name) {
            Some(symbol) => self.is_system(symbol),
            None => {
                let known = Intrinsic::from_c(plain(name)).is_some() || complex::intrinsic(name).is_some();
                known || self.find(name).is_some_and(|symbol| self.is_system(symbol))
            }
        }
    }

    /// Whether a procedure comes from the system.
    pub fn is_system(&self, symbol: SymbolId) -> bool {
        self.p.procedure(symbol).is_some_and(|procedure| procedure.class == ProcedureClass::System)
    }

    fn is_input_output(&self, procedure: SymbolId, name: &str) -> bool {
        let plain = name.strip_prefix("__builtin_").unwrap_or(name);
        INPUT_OUTPUT.contains(&plain) || plain.ends_with("printf") || plain.ends_with("scanf") || {
            let params = self.p.procedure(procedure).and_then(|p| p.unit).map(|unit| self.p.units[unit].params.clone());
            params
                .unwrap_or_default()
                .into_iter()
                .any(|param| self.p.symbol_type(param).is_some_and(|ty| self.is_file(ty)))
        }
    }

    fn is_file(&self, ty: &Type) -> bool {
        ty.record().is_some_and(|record| {
            self.p.records[record].name == "_IO_FILE" || self.p.records[record].spelling == "FILE"
        })
    }

    /// What input and output may write: through pointers that are not to const, and through all of `scanf`'s.
    fn changed(&self, procedure: SymbolId, name: &str, args: &[il::Expr]) -> Vec<il::Expr> {
        let unit = self.p.procedure(procedure).and_then(|p| p.unit);
        let params = unit.map(|unit| self.p.units[unit].params.as_slice()).unwrap_or_default();
        let writes = |(at, arg): (usize, &il::Expr)| {
            let may = match params.get(at).and_then(|param| self.p.symbol_type(*param)) {
                Some(Type::Pointer { to_const, .. }) => !to_const && !self.is_file(&self.ty(arg)),
                Some(_) => false,
                None => name.contains("scanf"),
            };
            if !may {
                return None;
            }
            match &arg.kind {
                ExprKind::Address(place) => Some((**place).clone()),
                _ if !super::expressions::is_address(&self.ty(arg)) => None,
                _ if arg.is_reference() && matches!(self.ty(arg), Type::Array { .. }) => Some(arg.clone()),
                _ => Some(il::Expr::at(ExprKind::Deref(Box::new(arg.clone())), arg.span)),
            }
        };
        args.iter().enumerate().filter_map(writes).collect()
    }
}

/// The name by which a function of the library is known: glibc writes others for gcc.
fn plain(name: &str) -> &str {
    match name.strip_prefix("__builtin_").unwrap_or(name) {
        "isinf_sign" => "isinf",
        // Alike where the radix of real numbers is 2 (C11 7.12.6.13).
        "scalbn" | "scalbln" => "ldexp",
        "scalbnf" | "scalblnf" => "ldexpf",
        "scalbnl" | "scalblnl" => "ldexpl",
        plain => plain,
    }
}

/// The real type that a function of math.h takes, by the end of its name.
pub fn kind_of(name: &str, double: &str) -> Scalar {
    match name.strip_prefix(double) {
        Some("f") => types::float(),
        Some("l") => types::long_double(),
        _ => types::double(),
    }
}
