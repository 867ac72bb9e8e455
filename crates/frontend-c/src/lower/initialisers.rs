//! Initialisers: lists become constructors of arrays and structures (C11 6.7.9).

use super::{Lowered, Lowerer, spell, types};
use crate::ast::{Designator, Expr, InitList, Initializer, TypeName};
use il::expr::{ExprKind, Item};
use il::{Arg, Dim, ScalarClass, Span, StmtKind, Type, Upper, fold};
use std::collections::BTreeMap;

/// An initialiser and where it goes.
type InitItem = (Vec<Designator>, Initializer);

/// The initialisers of one list that are not used up yet.
struct Rest<'a> {
    items: &'a [InitItem],
    at: usize,
}

impl<'a> Rest<'a> {
    fn peek(&self) -> Option<&'a InitItem> {
        self.items.get(self.at)
    }
}

impl Lowerer<'_, '_> {
    /// The value that an initialiser gives to something of type `ty`; an array without an extent gets one.
    pub fn initialiser(&mut self, ty: &mut Type, init: &Initializer) -> Lowered<il::Expr> {
        match init {
            Initializer::Expr(e) => {
                self.begin(e, true);
                let value = spell::strip(self.value(e)?);
                if let (ExprKind::Text(text, written), Type::Array { elem, dims }) = (&value.kind, &mut *ty)
                    && dims[0].upper == Upper::Assumed
                {
                    let bytes = elem.scalar().map_or(1, |s| s.bytes);
                    let characters =
                        il::characters::codes(text, written, bytes).map_or(text.len(), |codes| codes.len());
                    dims[0].upper = Upper::At(il::Expr::int(characters as i64 + 1));
                }
                Ok(value)
            }
            Initializer::List(list) => self.list(ty, list),
        }
    }

    /// An initialiser of something that lives before the program starts: no effects.
    pub fn constant_initialiser(&mut self, ty: &mut Type, init: &Initializer) -> Lowered<il::Expr> {
        let (value, effects) = self.apart(|this| this.initialiser(ty, init))?;
        if !effects.is_empty() || !std::mem::take(&mut self.f.post).is_empty() {
            return self.refuse("RT0225", init.span(), "this initial value is not constant");
        }
        Ok(value)
    }

    /// A compound literal: structures are values, everything else gets a variable.
    pub fn compound_literal(&mut self, name: &TypeName, list: &InitList, span: Span) -> Lowered<il::Expr> {
        let mut ty = self.type_name(name)?.ty;
        let value = self.list(&mut ty, list)?;
        match ty {
            Type::Record(_) => Ok(value),
            Type::Array { .. } => {
                if self.f.unit.is_none() {
                    return self.refuse("RT0224", span, "an array without a name is not read here");
                }
                let symbol = self.temporary(Type::Void, span);
                if let il::SymbolKind::Variable(variable) = &mut self.p.symbols[symbol].kind {
                    variable.ty = ty;
                }
                self.emit(StmtKind::Assign { lhs: il::Expr::var(symbol), rhs: value }, span);
                Ok(il::Expr::at(ExprKind::Var(symbol), span))
            }
            ty => Ok(il::Expr::at(ExprKind::Cast(ty, Box::new(value)), span)),
        }
    }

    /// The items of a list with one item for each member or element that is filled part by part: `.a.x = 1, .a.y = 2` is `.a = { .x = 1, .y = 2 }`
    /// (C11 6.7.9p17 to p19). What has no designator behind such a part would go on inside it, which is not read.
    fn collected(&mut self, items: &[InitItem], span: Span) -> Lowered<Vec<InitItem>> {
        let mut out: Vec<InitItem> = Vec::new();
        let mut inside = false;
        for (designators, init) in items {
            let [first, others @ ..] = designators.as_slice() else {
                if inside {
                    return self.refuse(
                        "RT0225",
                        init.span(),
                        "name the place of this value: it follows a part of a part",
                    );
                }
                out.push((Vec::new(), init.clone()));
                continue;
            };
            inside = !others.is_empty();
            let mut same = None;
            for (k, (known, _)) in out.iter().enumerate() {
                if let [known] = known.as_slice()
                    && self.is_same_place(known, first)?
                {
                    same = Some(k);
                }
            }
            let part = (others.to_vec(), init.clone());
            match (same, others.is_empty()) {
                (Some(k), true) => out[k].1 = init.clone(),
                (Some(k), false) => match &mut out[k].1 {
                    Initializer::List(list) => list.items.push(part),
                    Initializer::Expr(_) => {
                        return self.refuse("RT0225", init.span(), "a part of what has a value already is set again");
                    }
                },
                (None, true) => out.push((vec![first.clone()], init.clone())),
                (None, false) => {
                    let list = InitList { items: vec![part], span };
                    out.push((vec![first.clone()], Initializer::List(list)));
                }
            }
        }
        Ok(out)
    }

    /// The items of a list for a structure, with the members without a name that lead to what they name: `.x = 1` sets a member of one of these.
    fn through_unnamed(&self, record: il::RecordId, items: &[InitItem]) -> Vec<InitItem> {
        let with_way = |(designators, init): &InitItem| {
            let mut whole = designators.clone();
            if let Some(Designator::Member(name)) = designators.first() {
                let way = self.path_to(record, name).unwrap_or_default();
                let unnamed = way.iter().skip(1).map(|_| Designator::Member(String::new()));
                whole.splice(0..0, unnamed);
            }
            (whole, init.clone())
        };
        items.iter().map(with_way).collect()
    }

    /// Whether two designators are one.
    fn is_same_place(&mut self, a: &Designator, b: &Designator) -> Lowered<bool> {
        Ok(match (a, b) {
            (Designator::Member(a), Designator::Member(b)) => a == b,
            (Designator::Index(a), Designator::Index(b)) => {
                let (a, b) = (self.pure(a)?, self.pure(b)?);
                let (a, b) = (self.constant_integer(&a), self.constant_integer(&b));
                a.is_some() && a == b
            }
            _ => false,
        })
    }

    /// A list in braces.
    fn list(&mut self, ty: &mut Type, list: &InitList) -> Lowered<il::Expr> {
        let parted = list.items.iter().any(|(designators, _)| !designators.is_empty());
        let items = match (&*ty, parted) {
            (Type::Record(record), true) => self.collected(&self.through_unnamed(*record, &list.items), list.span)?,
            (_, true) => self.collected(&list.items, list.span)?,
            (_, false) => Vec::new(),
        };
        let mut rest = Rest { items: if parted { &items } else { &list.items }, at: 0 };
        // `char s[] = { "text" }`.
        if let (Type::Array { elem, .. }, [(designators, Initializer::Expr(e))]) = (&*ty, &list.items[..])
            && elem.scalar().is_some_and(|s| s.class == ScalarClass::Integer)
            && designators.is_empty()
            && matches!(e.kind, crate::ast::ExprKind::Str(_))
        {
            return self.initialiser(ty, &list.items[0].1);
        }
        let value = match &*ty {
            Type::Array { .. } | Type::Record(_) => self.aggregate(ty, &mut rest, true, list.span)?,
            // A scalar in braces.
            _ => match rest.peek() {
                Some((_, init)) => {
                    rest.at += 1;
                    self.initialiser(ty, init)?
                }
                None => self.zero(ty),
            },
        };
        if rest.at < rest.items.len() {
            return self.refuse("RT0225", list.span, "there are more initial values than places");
        }
        Ok(value)
    }

    /// An array or structure, from the values left of a list; `whole` if the list is its own.
    fn aggregate(&mut self, ty: &mut Type, rest: &mut Rest<'_>, whole: bool, span: Span) -> Lowered<il::Expr> {
        match ty {
            Type::Record(record) => self.structure(*record, rest, whole, span),
            Type::Array { elem, dims } => self.array(elem, dims, rest, whole, span),
            _ => self.refuse("RT0225", span, "this is neither an array nor a structure"),
        }
    }

    fn array(
        &mut self,
        elem: &mut Type,
        dims: &mut [Dim],
        rest: &mut Rest<'_>,
        whole: bool,
        span: Span,
    ) -> Lowered<il::Expr> {
        let extent = match &dims[0].upper {
            // What has initial values has a constant extent (C11 6.7.9p3).
            Upper::At(extent) => match fold::integer(self.p, extent) {
                None => {
                    return self.refuse(
                        "RT0202",
                        span,
                        "the extent of what these values are for is not a constant that is known here",
                    );
                }
                known => known,
            },
            Upper::Assumed | Upper::Deferred => None,
        };
        let mut values: BTreeMap<i64, il::Expr> = BTreeMap::new();
        let mut next = 0i64;
        while let Some((designators, init)) = rest.peek() {
            let mut last = next;
            let mut inner: &[Designator] = &[];
            if let Some((first, others)) = designators.split_first() {
                if !whole {
                    break;
                }
                let index = |this: &mut Self, e: &Expr| {
                    let value = this.pure(e)?;
                    match this.constant_integer(&value) {
                        Some(value) if (0..1 << 24).contains(&value) => Ok(value),
                        _ => this.refuse("RT0225", e.span, "this index is no constant"),
                    }
                };
                match first {
                    Designator::Index(at) => {
                        next = index(self, at)?;
                        last = next;
                    }
                    Designator::Range(from, to) => {
                        next = index(self, from)?;
                        last = index(self, to)?;
                    }
                    Designator::Member(_) => return self.refuse("RT0225", span, "an array has no members"),
                }
                inner = others;
            }
            if extent.is_some_and(|extent| next >= extent) {
                break;
            }
            let value = self.element(elem, inner, init, rest, span)?;
            for at in next..=last {
                values.insert(at, value.clone());
            }
            next = last.max(next) + 1;
        }
        let count = values.keys().next_back().map_or(0, |last| last + 1);
        if whole && matches!(dims[0].upper, Upper::Assumed | Upper::Deferred) {
            dims[0].upper = Upper::At(il::Expr::int(count));
        }
        let zero = self.zero(elem);
        let items = (0..count).map(|at| Item::Value(values.remove(&at).unwrap_or_else(|| zero.clone()))).collect();
        Ok(il::Expr::at(ExprKind::Constructor { items, ty: Some(Box::new(elem.clone())) }, span))
    }

    fn structure(&mut self, record: il::RecordId, rest: &mut Rest<'_>, whole: bool, span: Span) -> Lowered<il::Expr> {
        if !self.complete.contains(&record) {
            return self.refuse("RT0225", span, "the members of this structure are not known");
        }
        let mut args: Vec<Arg> = Vec::new();
        let mut field = 0;
        while let Some((designators, init)) = rest.peek() {
            let mut keyword = None;
            let mut inner: &[Designator] = &[];
            if let Some((first, others)) = designators.split_first() {
                if !whole {
                    break;
                }
                let Designator::Member(name) = first else {
                    return self.refuse("RT0225", span, "a structure has no indices");
                };
                let called: Vec<usize> = (0..)
                    .zip(&self.p.records[record].fields)
                    .filter(|(_, f)| f.name == *name)
                    .map(|(k, _)| k)
                    .collect();
                field = match called.as_slice() {
                    [at] => *at,
                    [] => return self.refuse("RT0207", span, format!("there is no member `{name}`")),
                    _ => {
                        return self.refuse(
                            "RT0225",
                            span,
                            "a list that names what is in one of several members without a name is not read",
                        );
                    }
                };
                keyword = Some(name.clone());
                inner = others;
            }
            let Some(found) = self.p.records[record].fields.get(field) else { break };
            let mut ty = found.ty.clone();
            // Once a member was named, those that follow are named too: positions would be counted from there.
            if keyword.is_none() && args.iter().any(|arg| arg.keyword.is_some()) {
                keyword = Some(found.name.clone());
            }
            let value = self.element(&mut ty, inner, init, rest, span)?;
            args.push(Arg { keyword, value });
            field += 1;
            // A union has one value.
            if self.p.records[record].opaque && !whole {
                break;
            }
        }
        Ok(il::Expr::at(ExprKind::Structure { record, args }, span))
    }

    /// One element or member: a value, a list of its own, or (braces left out) as many values of this list as it takes.
    fn element(
        &mut self,
        ty: &mut Type,
        designators: &[Designator],
        init: &Initializer,
        rest: &mut Rest<'_>,
        span: Span,
    ) -> Lowered<il::Expr> {
        if !designators.is_empty() {
            // `.a.b = e` is `.a = { .b = e }`.
            rest.at += 1;
            let items = [(designators.to_vec(), init.clone())];
            let mut inner = Rest { items: &items, at: 0 };
            return self.aggregate(ty, &mut inner, true, span);
        }
        if let (Type::Array { .. } | Type::Record(_), Initializer::Expr(e)) = (&*ty, init) {
            let is_text = matches!(e.kind, crate::ast::ExprKind::Str(_));
            let whole_value = match &*ty {
                Type::Array { elem, .. } => is_text && elem.scalar().is_some_and(|s| s.class == ScalarClass::Integer),
                _ => self.type_of_unevaluated(e)? == *ty,
            };
            if !whole_value {
                let before = rest.at;
                let value = self.aggregate(ty, rest, false, span)?;
                if rest.at == before {
                    return self.refuse("RT0225", span, "this value does not fit its place");
                }
                return Ok(value);
            }
        }
        rest.at += 1;
        self.initialiser(ty, init)
    }

    /// The zero of a type.
    fn zero(&self, ty: &Type) -> il::Expr {
        match ty {
            Type::Scalar(scalar) if scalar.class == ScalarClass::Real => il::Expr::real(0.0, scalar),
            Type::Record(record) => ExprKind::Structure { record: *record, args: Vec::new() }.into(),
            Type::Array { elem, .. } => ExprKind::Constructor { items: Vec::new(), ty: Some(elem.clone()) }.into(),
            Type::Scalar(_) => {
                ExprKind::Integer { value: 0, text: Default::default(), ty: Some(Box::new(types::int())) }.into()
            }
            _ => il::Expr::int(0),
        }
    }
}
