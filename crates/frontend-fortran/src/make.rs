//! What the grammar's actions build. The grammar accepts one general form of argument list; here a list becomes bounds,
//! a type, an attribute, or a refusal in the user's terms.

use il::source::Span;

use crate::ast::*;
use crate::classify::type_word;
use crate::statements::Cooked;
use crate::tokens::{AttrWord, LexError, TypeWord};

/// Result of an action that may refuse.
pub type Made<T> = Result<T, lalrpop_util::ParseError<usize, crate::tokens::Tok<'static>, Refusal>>;

/// Why a statement is refused.
#[derive(Clone, PartialEq, Debug)]
pub enum Refusal {
    /// By the lexer, in cooked offsets.
    Lex(LexError),
    /// By an action.
    At(Span, String),
}

impl From<LexError> for Refusal {
    fn from(error: LexError) -> Self {
        Refusal::Lex(error)
    }
}

/// The statement that is being parsed.
pub struct Context<'a> {
    /// Its text.
    pub cooked: &'a Cooked,
}

impl Context<'_> {
    /// The place of cooked bytes.
    pub fn span(&self, start: usize, end: usize) -> Span {
        self.cooked.span(start, end)
    }

    /// A name.
    pub fn ident(&self, start: usize, text: &str, end: usize) -> Ident {
        Ident { text: text.into(), span: self.span(start, end) }
    }

    /// A label.
    pub fn label(&self, start: usize, text: &str, end: usize) -> Label {
        Label { number: text.parse().unwrap_or(0), span: self.span(start, end) }
    }

    /// A constant.
    pub fn literal(&self, start: usize, kind: LiteralKind, text: &str, end: usize) -> Expr {
        Expr { kind: ExprKind::Literal(Literal { kind, text: text.into() }), span: self.span(start, end) }
    }
}

/// A binary expression.
pub fn binary(left: Expr, op: BinaryOp, right: Expr) -> Expr {
    let span = left.span.to(right.span);
    Expr { kind: ExprKind::Binary { op, left: Box::new(left), right: Box::new(right) }, span }
}

/// A unary expression whose operator is at `span`.
pub fn unary(span: Span, op: UnaryOp, operand: Expr) -> Expr {
    let span = span.to(operand.span);
    Expr { kind: ExprKind::Unary { op, operand: Box::new(operand) }, span }
}

/// The sign as a unary operator.
pub fn sign(op: BinaryOp) -> UnaryOp {
    if op == BinaryOp::Sub { UnaryOp::Minus } else { UnaryOp::Plus }
}

/// `(a)`, `(re, im)`.
pub fn parenthesised(span: Span, mut items: Vec<Expr>) -> Made<Expr> {
    let kind = match (items.len(), items.pop(), items.pop()) {
        (1, Some(one), None) => ExprKind::Paren(Box::new(one)),
        (2, Some(im), Some(re)) => ExprKind::Complex { re: Box::new(re), im: Box::new(im) },
        _ => return refuse(span, "a list in parentheses needs a loop: (a, b, i = 1, n)"),
    };
    Ok(Expr { kind, span })
}

/// Refuses with a message.
pub fn refuse<T>(span: Span, message: impl Into<String>) -> Made<T> {
    Err(lalrpop_util::ParseError::User { error: Refusal::At(span, message.into()) })
}

/// An expression as a plain name.
pub fn name_of(expr: &Expr) -> Option<Ident> {
    match &expr.kind {
        ExprKind::Name(text) => Some(Ident { text: text.clone(), span: expr.span }),
        _ => None,
    }
}

/// Arguments that must be names.
pub fn names(args: Vec<Arg>) -> Made<Vec<Ident>> {
    args.into_iter().map(only_name).collect()
}

fn only_name(arg: Arg) -> Made<Ident> {
    let span = arg.value.span();
    match (&arg.keyword, &arg.value) {
        (None, ArgValue::Expr(expr)) => match name_of(expr) {
            Some(name) => Ok(name),
            None => refuse(span, "expected a name"),
        },
        _ => refuse(span, "expected a name"),
    }
}

/// Arguments that must be expressions.
pub fn expressions(args: Vec<Arg>) -> Made<Vec<Expr>> {
    args.into_iter().map(expression).collect()
}

fn expression(arg: Arg) -> Made<Expr> {
    let span = arg.value.span();
    match arg {
        Arg { keyword: None, value: ArgValue::Expr(expr) } => Ok(expr),
        _ => refuse(span, "expected an expression"),
    }
}

/// Positional and keyword arguments apart.
pub fn split_options(args: Vec<Arg>) -> Made<(Vec<Expr>, Vec<KeywordArg>)> {
    let mut objects = Vec::new();
    let mut options = Vec::new();
    for arg in args {
        match (arg.keyword, arg.value) {
            (None, ArgValue::Expr(expr)) => objects.push(expr),
            (Some(keyword), ArgValue::Expr(value)) => options.push(KeywordArg { keyword: *keyword, value }),
            (_, value) => return refuse(value.span(), "expected an object or KEYWORD=value"),
        }
    }
    Ok((objects, options))
}

/// Dummy arguments.
pub fn dummies(args: Vec<Arg>) -> Made<Vec<Dummy>> {
    let dummy = |arg: Arg| match arg {
        Arg { keyword: None, value: ArgValue::Star(span) } => Ok(Dummy::Star(span)),
        arg => only_name(arg).map(Dummy::Name),
    };
    args.into_iter().map(dummy).collect()
}

/// `RESULT(name)` and `BIND(C …)` after a header.
pub fn suffixes(list: Vec<(Ident, Vec<Arg>)>) -> Made<(Option<Ident>, Option<Bind>)> {
    let mut result = None;
    let mut found = None;
    for (word, args) in list {
        if word.is("result") {
            result = names(args)?.pop();
        } else if word.is("bind") {
            found = Some(bind(word.span, args)?);
        } else {
            return refuse(word.span, "expected RESULT(…) or BIND(C) after the arguments");
        }
    }
    Ok((result, found))
}

/// `(C [, NAME=expr])`.
pub fn bind(span: Span, args: Vec<Arg>) -> Made<Bind> {
    let mut bind = Bind { name: None, span };
    for arg in args {
        let at = arg.value.span();
        match (arg.keyword, arg.value) {
            (None, ArgValue::Expr(expr)) if name_of(&expr).is_some_and(|name| name.is("c")) => {}
            (Some(keyword), ArgValue::Expr(expr)) if keyword.is("name") => bind.name = Some(Box::new(expr)),
            _ => return refuse(at, "expected C or NAME=… in BIND"),
        }
    }
    Ok(bind)
}

/// Array bounds.
pub fn dims(args: Vec<Arg>) -> Made<Vec<Dim>> {
    let unbox = |bound: Option<Box<Expr>>| bound.map(|bound| *bound);
    let dim = |arg: Arg| match (arg.keyword, arg.value) {
        (None, ArgValue::Expr(upper)) => Ok(Dim::Explicit { lower: None, upper }),
        (None, ArgValue::Star(_)) => Ok(Dim::Size { lower: None }),
        (None, ArgValue::AssumedSize(lower, _)) => Ok(Dim::Size { lower: unbox(lower) }),
        (None, ArgValue::AssumedRank(_)) => Ok(Dim::Rank),
        (None, ArgValue::Section { lower, upper: Some(upper), step: None, .. }) => {
            Ok(Dim::Explicit { lower: unbox(lower), upper: *upper })
        }
        (None, ArgValue::Section { lower, upper: None, step: None, .. }) => Ok(Dim::Shape { lower: unbox(lower) }),
        (_, value) => refuse(value.span(), "expected array bounds"),
    };
    args.into_iter().map(dim).collect()
}

/// Refuses what only makes sense in a declaration.
pub fn subscripts(args: Vec<Arg>) -> Made<Vec<Arg>> {
    for arg in &args {
        if let ArgValue::AssumedSize(_, span) | ArgValue::AssumedRank(span) = arg.value {
            return refuse(span, "this bound may only stand in a declaration");
        }
    }
    Ok(args)
}

/// What follows a type name.
pub enum Selector {
    /// Nothing.
    None,
    /// `*8`
    Bytes(u32, Span),
    /// `*(…)`
    StarParen(Vec<Arg>, Span),
    /// `(…)`
    Paren(Vec<Arg>, Span),
}

/// A type from its name (at `span`) and selector.
pub fn type_spec(span: Span, word: TypeWord, selector: Selector) -> Made<TypeSpec> {
    let base = match word {
        TypeWord::Integer => BaseType::Integer,
        TypeWord::Real => BaseType::Real,
        TypeWord::DoublePrecision => BaseType::DoublePrecision,
        TypeWord::Complex => BaseType::Complex,
        TypeWord::DoubleComplex => BaseType::DoubleComplex,
        TypeWord::Logical => BaseType::Logical,
        TypeWord::Character => BaseType::Character,
        TypeWord::Byte => BaseType::Byte,
        TypeWord::Type | TypeWord::Class => return derived(span, word == TypeWord::Class, selector),
    };
    let mut spec = TypeSpec { base, kind: None, length: None, span };
    let is_character = word == TypeWord::Character;
    match selector {
        Selector::None => {}
        Selector::Bytes(bytes, end) => {
            spec.span = span.to(end);
            if is_character {
                let text = bytes.to_string().into();
                let literal = ExprKind::Literal(Literal { kind: LiteralKind::Integer, text });
                let value = LengthValue::Expr(Box::new(Expr { kind: literal, span: end }));
                spec.length = Some(CharLength { value, spelling: LengthSpelling::Star });
            } else {
                spec.kind = Some(KindSpec::Bytes(bytes));
            }
        }
        Selector::StarParen(args, end) => {
            spec.span = span.to(end);
            if !is_character {
                return refuse(end, "expected a number of bytes after *");
            }
            spec.length = Some(char_length(args, end)?);
        }
        Selector::Paren(args, end) => {
            spec.span = span.to(end);
            for (index, arg) in args.into_iter().enumerate() {
                let keyword = arg.keyword.as_deref().map(Ident::key);
                match (keyword.as_deref(), index) {
                    (Some("len"), _) => {
                        spec.length = Some(length(arg.value, LengthSpelling::Keyword)?);
                    }
                    (None, 0) if is_character => spec.length = Some(length(arg.value, LengthSpelling::Paren)?),
                    (Some("kind"), _) | (None, _) => {
                        let keyword = arg.keyword.is_some();
                        let value = expression(Arg { keyword: None, value: arg.value })?;
                        spec.kind = Some(KindSpec::Expr { value, keyword });
                    }
                    (Some(other), _) => {
                        return refuse(arg.value.span(), format!("a type has no parameter {other}"));
                    }
                }
            }
        }
    }
    Ok(spec)
}

fn derived(span: Span, class: bool, selector: Selector) -> Made<TypeSpec> {
    let Selector::Paren(mut args, end) = selector else { return refuse(span, "expected (name) after TYPE") };
    let whole = span.to(end);
    let base = match (args.len(), args.pop().map(|arg| arg.value)) {
        (1, Some(ArgValue::Star(_))) if class => BaseType::ClassStar,
        (1, Some(ArgValue::Star(_))) => BaseType::TypeStar,
        (1, Some(ArgValue::Expr(expr))) => {
            if let Some(word) = name_of(&expr).and_then(|name| type_word(&name.text))
                && !class
            {
                // `TYPE(REAL)`: the same as REAL.
                return type_spec(whole, word, Selector::None);
            }
            let (name, params) = match expr.kind {
                ExprKind::Name(text) => (Ident { text, span: expr.span }, Vec::new()),
                ExprKind::Apply { base, args } => match name_of(&base) {
                    Some(name) => (name, args),
                    None => return refuse(end, "expected the name of a type"),
                },
                _ => return refuse(end, "expected the name of a type"),
            };
            if class { BaseType::Class(name, params) } else { BaseType::Derived(name, params) }
        }
        _ => return refuse(end, "expected the name of a type"),
    };
    Ok(TypeSpec { base, kind: None, length: None, span: whole })
}

fn length(value: ArgValue, spelling: LengthSpelling) -> Made<CharLength> {
    let value = match value {
        ArgValue::Expr(expr) => LengthValue::Expr(Box::new(expr)),
        ArgValue::Star(_) => LengthValue::Assumed,
        ArgValue::Section { lower: None, upper: None, step: None, .. } => LengthValue::Deferred,
        other => return refuse(other.span(), "expected a length"),
    };
    Ok(CharLength { value, spelling })
}

/// The length after `*`: `(…)`.
pub fn char_length(mut args: Vec<Arg>, span: Span) -> Made<CharLength> {
    match (args.len(), args.pop()) {
        (1, Some(Arg { keyword: None, value })) => length(value, LengthSpelling::Star),
        _ => refuse(span, "expected a length"),
    }
}

/// A type where the grammar sees an expression: `[real(8) :: …]`, `ALLOCATE (t :: x)`, `TYPE IS (integer)`.
pub fn type_of_expr(expr: Expr) -> Made<TypeSpec> {
    let span = expr.span;
    match expr.kind {
        ExprKind::Name(text) => match type_word(&text) {
            Some(word) => type_spec(span, word, Selector::None),
            None => Ok(TypeSpec {
                base: BaseType::Derived(Ident { text, span }, Vec::new()),
                kind: None,
                length: None,
                span,
            }),
        },
        ExprKind::Apply { base, args } => match name_of(&base) {
            Some(name) => match type_word(&name.text) {
                Some(word) => type_spec(name.span, word, Selector::Paren(args, span)),
                None => Ok(TypeSpec { base: BaseType::Derived(name, args), kind: None, length: None, span }),
            },
            None => refuse(span, "expected a type"),
        },
        ExprKind::Binary { op: BinaryOp::Mul, left, right } => {
            let word = name_of(&left).and_then(|name| type_word(&name.text));
            let right_span = right.span;
            match (word, right.kind) {
                (Some(word), ExprKind::Literal(Literal { kind: LiteralKind::Integer, text })) => {
                    type_spec(left.span, word, Selector::Bytes(text.parse().unwrap_or(0), right_span))
                }
                (Some(word), ExprKind::Paren(inner)) => {
                    let args = vec![Arg { keyword: None, value: ArgValue::Expr(*inner) }];
                    type_spec(left.span, word, Selector::StarParen(args, right_span))
                }
                _ => refuse(span, "expected a type"),
            }
        }
        _ => refuse(span, "expected a type"),
    }
}

/// The type of TYPE IS, whose argument list may hold lengths.
pub fn type_of_args(mut args: Vec<Arg>, span: Span) -> Made<TypeSpec> {
    match (args.len(), args.pop()) {
        (1, Some(Arg { keyword: None, value: ArgValue::Expr(expr) })) => type_of_expr(expr),
        _ => refuse(span, "expected a type"),
    }
}

/// `double precision` where the grammar sees two names.
pub fn type_of_two(first: Ident, second: Ident) -> Made<TypeSpec> {
    let span = first.span.to(second.span);
    match type_word(&format!("{}{}", first.text, second.text)) {
        Some(word) => type_spec(span, word, Selector::None),
        None => refuse(span, "expected a type"),
    }
}

/// An attribute from its word and arguments.
pub fn attr(word: Ident, args: Option<Vec<Arg>>, span: Span) -> Made<Attr> {
    let key = word.key();
    if let Some(args) = args {
        let kind = match key.as_str() {
            "dimension" => AttrKind::Dimension(dims(args)?),
            "intent" => AttrKind::Intent(intent(&names(args)?)?),
            "bind" => AttrKind::Bind(bind(span, args)?),
            "extends" => match names(args)?.pop() {
                Some(parent) => AttrKind::Extends(parent),
                None => return refuse(span, "expected the name of a type in EXTENDS"),
            },
            "pass" => AttrKind::Pass(names(args)?.pop()),
            _ => return refuse(span, format!("{} is not an attribute", word.text)),
        };
        return Ok(Attr { kind, span });
    }
    let kind = match key.as_str() {
        "abstract" => AttrKind::Abstract,
        "allocatable" => AttrKind::Allocatable,
        "asynchronous" => AttrKind::Asynchronous,
        "contiguous" => AttrKind::Contiguous,
        "deferred" => AttrKind::Deferred,
        "external" => AttrKind::External,
        "intrinsic" => AttrKind::Intrinsic,
        "kind" => AttrKind::Kind,
        "len" => AttrKind::Len,
        "non_overridable" => AttrKind::NonOverridable,
        "nopass" => AttrKind::NoPass,
        "optional" => AttrKind::Optional,
        "parameter" => AttrKind::Parameter,
        "pass" => AttrKind::Pass(None),
        "pointer" => AttrKind::Pointer,
        "private" => AttrKind::Private,
        "protected" => AttrKind::Protected,
        "public" => AttrKind::Public,
        "save" => AttrKind::Save,
        "target" => AttrKind::Target,
        "value" => AttrKind::Value,
        "volatile" => AttrKind::Volatile,
        _ => return refuse(span, format!("{} is not an attribute", word.text)),
    };
    Ok(Attr { kind, span })
}

/// The attribute of an attribute statement.
pub fn attr_word(word: AttrWord) -> AttrKind {
    match word {
        AttrWord::Allocatable => AttrKind::Allocatable,
        AttrWord::Asynchronous => AttrKind::Asynchronous,
        AttrWord::Codimension => AttrKind::Codimension,
        AttrWord::Contiguous => AttrKind::Contiguous,
        AttrWord::Dimension => AttrKind::Dimension(Vec::new()),
        AttrWord::External => AttrKind::External,
        AttrWord::Intrinsic => AttrKind::Intrinsic,
        AttrWord::Optional => AttrKind::Optional,
        AttrWord::Pointer => AttrKind::Pointer,
        AttrWord::Protected => AttrKind::Protected,
        AttrWord::Target => AttrKind::Target,
        AttrWord::Value => AttrKind::Value,
        AttrWord::Volatile => AttrKind::Volatile,
    }
}

/// IN, OUT, INOUT, IN OUT.
pub fn intent(words: &[Ident]) -> Made<Intent> {
    match words {
        [word] if word.is("in") => Ok(Intent::In),
        [word] if word.is("out") => Ok(Intent::Out),
        [word] if word.is("inout") => Ok(Intent::InOut),
        [first, second] if first.is("in") && second.is("out") => Ok(Intent::InOut),
        [word, ..] => refuse(word.span, "expected IN, OUT or INOUT"),
        [] => refuse(Span::NONE, "expected IN, OUT or INOUT"),
    }
}

/// `CALL designator`.
pub fn call(target: Expr) -> StmtKind {
    match target.kind {
        ExprKind::Apply { base, args } => StmtKind::Call { callee: *base, args, has_parens: true },
        _ => StmtKind::Call { callee: target, args: Vec::new(), has_parens: false },
    }
}

/// CASE values.
pub fn cases(args: Vec<Arg>) -> Made<Vec<CaseRange>> {
    let unbox = |bound: Option<Box<Expr>>| bound.map(|bound| *bound);
    let case = |arg: Arg| match (arg.keyword, arg.value) {
        (None, ArgValue::Expr(value)) => Ok(CaseRange::Value(value)),
        (None, ArgValue::Section { lower, upper, step: None, .. }) => Ok(CaseRange::Range(unbox(lower), unbox(upper))),
        (_, value) => refuse(value.span(), "expected a value or a range"),
    };
    args.into_iter().map(case).collect()
}

/// `(i = 1:n, mask)`.
pub fn forall(type_spec: Option<TypeSpec>, args: Vec<Arg>) -> Made<ForallHeader> {
    let mut header = ForallHeader { type_spec, indices: Vec::new(), mask: None };
    for arg in args {
        let span = arg.value.span();
        match (arg.keyword, arg.value) {
            (Some(variable), ArgValue::Section { lower: Some(first), upper: Some(last), step, .. }) => {
                let step = step.map(|step| *step);
                header.indices.push(ForallIndex { variable: *variable, first: *first, last: *last, step });
            }
            (None, ArgValue::Expr(mask)) if header.mask.is_none() => header.mask = Some(mask),
            _ => return refuse(span, "expected index = first:last or a mask"),
        }
    }
    Ok(header)
}

/// The letters of IMPLICIT: names and differences of names.
pub fn letters(args: Vec<Arg>) -> Made<Vec<(char, char)>> {
    let one = |expr: &Expr| {
        let name = name_of(expr)?;
        let mut chars = name.text.chars();
        let letter = chars.next()?.to_ascii_lowercase();
        (chars.next().is_none()).then_some(letter)
    };
    let range = |expr: Expr| {
        let found = match &expr.kind {
            ExprKind::Binary { op: BinaryOp::Sub, left, right } => one(left).zip(one(right)),
            _ => one(&expr).map(|letter| (letter, letter)),
        };
        match found {
            Some(range) => Ok(range),
            None => refuse(expr.span, "expected a letter or a range of letters"),
        }
    };
    expressions(args)?.into_iter().map(range).collect()
}

/// Groups entities by the COMMON block that precedes them. The outer option is a change of block, the inner its name.
pub fn commons(list: Vec<(Option<Option<Ident>>, Entity)>) -> Vec<CommonBlock> {
    let mut blocks: Vec<CommonBlock> = Vec::new();
    for (change, entity) in list {
        if let Some(name) = change {
            blocks.push(CommonBlock { name, entities: Vec::new() });
        } else if blocks.is_empty() {
            blocks.push(CommonBlock { name: None, entities: Vec::new() });
        }
        if let Some(block) = blocks.last_mut() {
            block.entities.push(entity);
        }
    }
    blocks
}

/// Groups names by NAMELIST group.
pub fn namelists(list: Vec<(Option<Ident>, Ident)>) -> Vec<(Ident, Vec<Ident>)> {
    let mut groups: Vec<(Ident, Vec<Ident>)> = Vec::new();
    for (group, name) in list {
        if let Some(group) = group {
            groups.push((group, Vec::new()));
        }
        if let Some((_, names)) = groups.last_mut() {
            names.push(name);
        }
    }
    groups
}

/// A generic as written.
pub fn generic(text: &str, span: Span) -> GenericSpec {
    let squeezed: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let inner = squeezed.split_once('(').map_or("", |pair| pair.1);
    let inner = inner.strip_suffix(')').unwrap_or(inner);
    let lower = squeezed.to_ascii_lowercase();
    if lower.starts_with("operator") {
        GenericSpec::Operator(inner.into(), span)
    } else if lower.starts_with("assignment") {
        GenericSpec::Assignment(span)
    } else {
        GenericSpec::DefinedIo(squeezed.into(), span)
    }
}

/// What stands in `PROCEDURE (…)`.
pub fn proc_interface(mut args: Vec<Arg>, span: Span) -> Made<ProcInterface> {
    match (args.len(), args.pop()) {
        (0, None) => Ok(ProcInterface::None),
        (1, Some(Arg { keyword: None, value: ArgValue::Expr(expr) })) => match name_of(&expr) {
            Some(name) if type_word(&name.text).is_none() => Ok(ProcInterface::Name(name)),
            _ => type_of_expr(expr).map(ProcInterface::Type),
        },
        _ => refuse(span, "expected the name of an interface or a type"),
    }
}

/// `name [= value]` of ENUMERATOR.
pub fn enumerators(entities: Vec<Entity>) -> Made<Vec<(Ident, Option<Expr>)>> {
    let one = |entity: Entity| match entity.init {
        None => Ok((entity.name, None)),
        Some(Init::Value(value)) => Ok((entity.name, Some(value))),
        Some(_) => refuse(entity.span, "expected name = value"),
    };
    entities.into_iter().map(one).collect()
}
