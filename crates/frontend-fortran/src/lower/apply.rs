//! `a(i)`: an element, a section, a substring, a call, a structure? And `s%x`: a component, a part, a bound procedure?

use il::intrinsics::argument;
use il::symbol::{ProcedureClass, Storage};
use il::typing::type_of;
use il::{Arg, Expr, ExprKind, Intrinsic, RecordId, Span, Subscript, SymbolId, SymbolKind, Type};

use super::context::Lower;
use super::implicit::nearest_of;
use super::messages;
use super::uses::constructor_key;
use crate::ast::{self, ArgValue};

impl<'a> Lower<'a, '_> {
    /// `base(args)` as a value or a reference.
    pub fn apply(&mut self, base: &'a ast::Expr, args: &'a [ast::Arg], span: Span) -> Expr {
        match &base.kind {
            ast::ExprKind::Name(name) => self.apply_name(name, base.span, args, span),
            ast::ExprKind::Component { base: structure, name } => {
                let s = self.expr(structure);
                if self.bound(&s, &name.text).is_some() {
                    let args = self.args(args);
                    if let Some((callee, args)) = self.bound_procedure(&s, &name.text, &args) {
                        return Expr::at(ExprKind::Call { callee, args }, span);
                    }
                    self.unresolved_binding(span, &s, &name.text);
                    let reads = args.into_iter().map(|a| a.value).chain([s]).collect();
                    return self.unknown_value(span, reads);
                }
                let whole = self.field(s, name, base.span);
                // `a%t(1:2)` of an array `a` of structures is the part of each text (F2018 9.4.1).
                let text = matches!(&whole.kind, ExprKind::Field { record, field, .. }
                    if matches!(self.program.records[*record].fields[*field].ty, Type::Character { .. }));
                if text {
                    self.substring(whole, &name.text, args, span)
                } else {
                    self.subscripted(whole, &name.text, args, span)
                }
            }
            _ => {
                let whole = self.expr(base);
                // What has subscripts already has no more of them: `names(:)(1:2)` is the part of each text.
                let text = matches!(type_of(self.program, &whole).element(), Type::Character { .. });
                if text {
                    self.substring(whole, "this expression", args, span)
                } else {
                    self.subscripted(whole, "this expression", args, span)
                }
            }
        }
    }

    fn apply_name(&mut self, name: &'a str, name_span: Span, args: &'a [ast::Arg], span: Span) -> Expr {
        if let Some(whole) = self.substituted(name) {
            return self.subscripted(whole, name, args, span);
        }
        if let Some((scope, function)) = self.visible_statement_function(name) {
            return self.expand_statement_function(name, scope, &function, args, span);
        }
        let Some(symbol) = self.find(name) else {
            if self.names_intrinsic(name, false) {
                return self.intrinsic(name, args, span);
            }
            return self.call_of_external(name, name_span, args, span);
        };
        self.written_as(symbol, name);
        match &self.program.symbols[symbol].kind {
            SymbolKind::Variable(v) => {
                if v.ty == Type::Procedure {
                    let args = self.args(args);
                    let pointer = Expr::at(ExprKind::Var(symbol), name_span);
                    if let Some((callee, args)) = self.pointer_call(&pointer, &args) {
                        return Expr::at(ExprKind::Call { callee, args }, span);
                    }
                    return Expr::at(ExprKind::Call { callee: symbol, args }, span);
                }
                if let Some(callee) = self.recursive_callee(symbol, args) {
                    let args = self.args(args);
                    return Expr::at(ExprKind::Call { callee, args }, span);
                }
                let whole = Expr::at(ExprKind::Var(symbol), name_span);
                self.subscripted(whole, name, args, span)
            }
            SymbolKind::Constant { .. } => {
                let whole = Expr::at(ExprKind::Var(symbol), name_span);
                self.subscripted(whole, name, args, span)
            }
            SymbolKind::Procedure(p) => {
                if p.class == ProcedureClass::Intrinsic && Intrinsic::from_fortran(name).is_some() {
                    return self.intrinsic(name, args, span);
                }
                let args = self.args(args);
                Expr::at(ExprKind::Call { callee: symbol, args }, span)
            }
            SymbolKind::Generic { .. } => {
                let args = self.args(args);
                self.generic_call(symbol, name, args, span)
            }
            SymbolKind::Record(record) => {
                let record = *record;
                let args = self.args(args);
                if let Some(generic) = self.find(&constructor_key(name))
                    && let Ok(callee) = self.specific(generic, &args)
                {
                    return Expr::at(ExprKind::Call { callee, args }, span);
                }
                Expr::at(ExprKind::Structure { record, args }, span)
            }
            SymbolKind::Module(_) | SymbolKind::Typedef(_) | SymbolKind::Namelist(_) => {
                self.refuse(messages::misused(name_span, name, "no variable or procedure", "an array or a function"));
                self.unknown_value(span, Vec::new())
            }
        }
    }

    /// An intrinsic function applied to arguments.
    fn intrinsic(&mut self, name: &str, args: &'a [ast::Arg], span: Span) -> Expr {
        let args = self.args(args);
        // F2008: ATAN of two arguments is ATAN2.
        let name = if args.len() == 2 && name.eq_ignore_ascii_case("atan") { "atan2" } else { name };
        if let Some(value) = self.logical_bits(name, &args, span) {
            return value;
        }
        match Intrinsic::from_fortran(name) {
            Some(f) => {
                self.know_kind(f, &args, span);
                Expr::at(ExprKind::Intrinsic(f, args), span)
            }
            None => self.unknown_value(span, Vec::new()),
        }
    }

    /// AND, OR and XOR of GNU Fortran, which take logical values as well as integers: operators then.
    fn logical_bits(&self, name: &str, args: &[Arg], span: Span) -> Option<Expr> {
        let op = match name.to_ascii_lowercase().as_str() {
            "and" => il::BinaryOp::And,
            "or" => il::BinaryOp::Or,
            "xor" => il::BinaryOp::Neqv,
            _ => return None,
        };
        let [a, b] = args else { return None };
        let is_logical = |e: &Expr| type_of(self.program, e).class() == Some(il::ScalarClass::Logical);
        let operand =
            |a: &Arg| Box::new(Expr::at(ExprKind::Unary(il::UnaryOp::Paren, Box::new(a.value.clone())), span));
        (is_logical(&a.value) && is_logical(&b.value))
            .then(|| Expr::at(ExprKind::Binary(op, operand(a), operand(b)), span))
    }

    /// A result of a kind that nobody can tell would be taken as one of the default kind.
    fn know_kind(&mut self, f: Intrinsic, args: &[Arg], span: Span) {
        let unknown = argument(f, args, "kind").filter(|k| il::fold::integer(self.program, k).is_none());
        if unknown.is_some() && !self.is_shaky() {
            self.refuse(messages::unknown_kind(span));
        }
    }

    /// A reference to a function that no declaration mentions.
    fn call_of_external(&mut self, name: &str, name_span: Span, args: &'a [ast::Arg], span: Span) -> Expr {
        let args = self.args(args);
        let callee = self.external(name, name_span);
        let known = self.program.procedure(callee).is_some_and(|p| p.unit.is_some() || p.result.is_some());
        if !known {
            let ty = self.implicit_type(name, name_span);
            self.set_element(callee, ty);
        } else if self.implicit_none() && self.program.callee(callee).is_none() {
            self.report_undeclared(name, name_span);
        }
        Expr::at(ExprKind::Call { callee, args }, span)
    }

    /// The function itself, when its result variable is applied and is no array or text.
    fn recursive_callee(&self, symbol: SymbolId, args: &[ast::Arg]) -> Option<SymbolId> {
        let v = self.program.variable(symbol)?;
        let is_section = args.iter().any(|a| matches!(a.value, ArgValue::Section { .. }));
        if v.storage != Storage::Result || v.ty.rank() > 0 || is_section {
            return None;
        }
        let unit = self.program.home(symbol)?;
        self.program.units[unit].symbol
    }

    /// A reference to a generic function.
    fn generic_call(&mut self, generic: SymbolId, name: &str, args: Vec<Arg>, span: Span) -> Expr {
        match self.specific(generic, &args) {
            Ok(callee) => {
                self.program.by_generic.insert(span, name.to_string());
                Expr::at(ExprKind::Call { callee, args }, span)
            }
            Err(several) => {
                // A generic that extends an intrinsic leaves the other types to it.
                if !several && let Some(f) = Intrinsic::from_fortran(name) {
                    return Expr::at(ExprKind::Intrinsic(f, args), span);
                }
                if !self.is_shaky() {
                    self.refuse(messages::no_specific(span, name, several));
                }
                Expr::at(ExprKind::Call { callee: generic, args }, span)
            }
        }
    }

    /// `whole(args)`, where `whole` has storage: an element, a section, a substring.
    fn subscripted(&mut self, whole: Expr, name: &str, args: &'a [ast::Arg], span: Span) -> Expr {
        let ty = type_of(self.program, &whole);
        // A dummy of a statement function stands in parentheses; an associate name for a section has its own bounds.
        if !whole.is_reference() && !matches!(whole.kind, ExprKind::Opaque { .. }) && ty.rank() > 0 {
            return self.keep_expression(span, "a subscript of an expression", vec![whole]);
        }
        match &ty {
            Type::Array { dims, .. } => {
                let rank = dims.len();
                if rank != args.len() {
                    self.refuse(messages::wrong_rank(span, name, rank, args.len()));
                }
                let subs: Vec<Subscript> = args.iter().filter_map(|a| self.subscript(a)).collect();
                if matches!(whole.kind, ExprKind::Index { .. }) || self.is_one_of_several(&whole) {
                    return match self.of_part(&whole, &subs) {
                        Some(e) => e,
                        None => self.keep_expression(span, "a subscript of a section", vec![whole]),
                    };
                }
                Expr::at(ExprKind::Index { base: Box::new(whole), subs }, span)
            }
            Type::Character { .. } => self.substring(whole, name, args, span),
            Type::Procedure => {
                let given = self.args(args);
                if let Some((callee, args)) = self.pointer_call(&whole, &given) {
                    return Expr::at(ExprKind::Call { callee, args }, span);
                }
                let reads = given.into_iter().map(|a| a.value).chain([whole]).collect();
                self.keep_expression(span, "a call through a procedure component", reads)
            }
            Type::Scalar(_) => self.misapplied(whole, name, "a scalar", span),
            Type::Record(_) => self.misapplied(whole, name, "a scalar structure", span),
            Type::Opaque(_) | Type::Void | Type::Pointer { .. } => {
                // Of unknown type: that was said where it was declared.
                let reads = self.args(args).into_iter().map(|a| a.value).chain([whole]).collect();
                self.unknown_value(span, reads)
            }
        }
    }

    /// `text(lo:hi)`, of each text where there are several.
    fn substring(&mut self, text: Expr, name: &str, args: &'a [ast::Arg], span: Span) -> Expr {
        match args {
            [ast::Arg { keyword: None, value: ArgValue::Section { lower, upper, step: None, .. } }] => {
                let lo = lower.as_ref().map(|e| Box::new(self.expr(e)));
                let hi = upper.as_ref().map(|e| Box::new(self.expr(e)));
                Expr::at(ExprKind::Substring { base: Box::new(text), lo, hi }, span)
            }
            _ => self.misapplied(text, name, "a character scalar", span),
        }
    }

    fn misapplied(&mut self, whole: Expr, name: &str, what: &str, span: Span) -> Expr {
        if !self.is_shaky() {
            self.refuse(messages::misused(span, name, what, "an array or a function"));
        }
        self.unknown_value(span, vec![whole])
    }

    fn subscript(&mut self, a: &'a ast::Arg) -> Option<Subscript> {
        match &a.value {
            ArgValue::Expr(e) => Some(Subscript::At(self.expr(e))),
            ArgValue::Section { lower, upper, step, .. } => Some(Subscript::Range {
                lo: lower.as_ref().map(|e| self.expr(e)),
                hi: upper.as_ref().map(|e| self.expr(e)),
                step: step.as_ref().map(|e| self.expr(e)),
            }),
            ArgValue::AlternateReturn(_) | ArgValue::Star(_) | ArgValue::AssumedSize(..) | ArgValue::AssumedRank(_) => {
                let span = a.value.span();
                Some(Subscript::At(self.keep_expression(span, "this subscript", Vec::new())))
            }
        }
    }

    /// `base%name`.
    pub fn component(&mut self, base: &'a ast::Expr, name: &'a ast::Ident, span: Span) -> Expr {
        let structure = self.expr(base);
        if self.bound(&structure, &name.text).is_some() {
            return self.keep_expression(span, "a type-bound procedure", vec![structure]);
        }
        self.field(structure, name, span)
    }

    /// The component `name` of a structure; also the parts `%re`, `%im`, `%kind`, `%len`.
    fn field(&mut self, structure: Expr, name: &ast::Ident, span: Span) -> Expr {
        let ty = type_of(self.program, &structure);
        let Some(record) = ty.record() else {
            let part = match name.key().as_str() {
                "re" => "real",
                "im" => "aimag",
                "kind" => "kind",
                "len" => "len",
                _ => "",
            };
            if !part.is_empty() && !matches!(ty, Type::Opaque(_)) {
                let mut e = Expr::intrinsic(part, vec![structure]);
                e.span = span;
                return e;
            }
            let is_known = !matches!(ty.element(), Type::Opaque(_) | Type::Void);
            if is_known && !self.is_shaky() {
                self.refuse(messages::no_structure(name.span, &name.text));
            } else if matches!(ty.element(), Type::Opaque(text) if !text.is_empty()) {
                return self.keep_expression(span, "a component of an object without a fixed type", vec![structure]);
            }
            return self.unknown_value(span, vec![structure]);
        };
        match self.find_field(record, name) {
            Some(field) => {
                // `x%parent%c` is `x%c`.
                let mut base = structure;
                while let ExprKind::Cast(Type::Record(_), x) = base.kind {
                    base = *x;
                }
                Expr::at(ExprKind::Field { base: Box::new(base), record, field }, span)
            }
            None => {
                if let Some(parent) = self.ancestor(record, name) {
                    return Expr::at(ExprKind::Cast(Type::Record(parent), Box::new(structure)), span);
                }
                if !self.is_shaky() || !self.extends_unknown(record) {
                    let shown = self.program.shown(record);
                    let fields: Vec<String> = shown
                        .into_iter()
                        .map(|k| self.program.records[record].fields[k].name.to_ascii_lowercase())
                        .collect();
                    let near = nearest_of(&name.text, fields.iter().map(String::as_str));
                    let said = messages::no_component(name.span, &self.program.records[record].name, &name.text, near);
                    self.refuse(said);
                }
                self.unknown_value(span, vec![structure])
            }
        }
    }

    /// Whether a type extends another that is not known, whose components it has, too.
    fn extends_unknown(&self, record: il::RecordId) -> bool {
        let mut family = std::iter::successors(Some(record), |r| self.program.records[*r].extends);
        family.any(|r| {
            let record = &self.program.records[r];
            record.opaque
                || record.extends.is_none()
                    && record.attributes.iter().any(|a| a.to_ascii_lowercase().starts_with("extends"))
        })
    }

    /// A procedure component of a structure.
    pub fn procedure_component(&self, structure: &Expr, name: &ast::Ident) -> Option<Expr> {
        let record = type_of(self.program, structure).record()?;
        let field = self.find_field(record, name)?;
        if self.program.records[record].fields[field].ty != Type::Procedure {
            return None;
        }
        let mut base = structure.clone();
        while let ExprKind::Cast(Type::Record(_), x) = base.kind {
            base = *x;
        }
        Some(Expr::at(ExprKind::Field { base: Box::new(base), record, field }, name.span))
    }

    /// A component of a type or of those that it extends.
    fn find_field(&self, record: RecordId, name: &ast::Ident) -> Option<usize> {
        let fields = &self.program.records[record].fields;
        (0..fields.len()).find(|k| name.is(&fields[*k].name) && self.program.shows(record, *k))
    }

    /// `child%parent`: the part of an extended type that it inherits.
    fn ancestor(&self, record: RecordId, name: &ast::Ident) -> Option<RecordId> {
        let mut at = Some(record);
        while let Some(id) = at {
            let parent = self.program.records[id].extends;
            if self.parent_names.get(&id).is_some_and(|n| name.is(n)) {
                return parent;
            }
            at = parent;
        }
        None
    }
}
