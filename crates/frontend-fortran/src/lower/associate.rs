//! ASSOCIATE is written out: the name stands for its selector, as long as nothing in the body can change what that means.

use std::collections::BTreeSet;

use il::typing::{lower_bound, type_of};
use il::{Block, Expr, ExprKind, Stmt, StmtKind as IlStmt, Storage, Subscript, SymbolKind, Type, UnaryOp, fold};
use indexmap::IndexMap;

use super::context::Lower;
use super::kept_names::{Association, Associations};
use super::kept_subscripts::KeptSubscripts;
use super::walk;
use crate::ast::{self, ArgValue, StmtKind};

impl<'a> Lower<'a, '_> {
    /// ASSOCIATE construct.
    pub fn associate(
        &mut self,
        stmt: &'a ast::Stmt,
        associations: &'a [ast::Association],
        body: &'a [ast::Stmt],
        end: &'a ast::Meta,
        out: &mut Block,
    ) {
        if body.is_empty() && stmt.meta.name.is_none() {
            return self.mentions(stmt, associations, end, out);
        }
        let changed = self.changed_by(body);
        let mut frame = IndexMap::new();
        let mut selectors: Vec<Expr> = associations.iter().map(|a| self.expr(&a.selector)).collect();
        let stays = |this: &Self, s: &Expr| this.means_the_same_throughout(s, &changed);
        let applied = applied(body);
        let kept: Vec<bool> = associations
            .iter()
            .zip(&selectors)
            .map(|(a, s)| {
                let elements = applied.contains(&a.name.key()) && !self.has_elements(s);
                let same = !s.is_reference() || self.keeps_its_value(s, &changed);
                (elements || !stays(self, s)) && same && self.can_be_kept(s)
            })
            .collect();
        let can_stay = |s: &Expr| self.stays_with_kept_subscripts(s, &changed);
        if !selectors.iter().zip(&kept).all(|(s, kept)| *kept || can_stay(s)) {
            return self.keep_statement(stmt, end.span, "an ASSOCIATE whose selector may change its meaning", out);
        }
        let mut subscripts = KeptSubscripts::default();
        for (s, _) in selectors.iter_mut().zip(&kept).filter(|(_, kept)| !**kept) {
            self.keep_subscripts(s, &changed, &mut subscripts, out);
        }
        let mut said: Associations = associations
            .iter()
            .map(|a| Association {
                name: a.name.text.to_string(),
                selector: subscripts.text(self.program, a.selector.span, self.text(a.selector.span)),
            })
            .collect();
        for (((a, selector), said), kept) in associations.iter().zip(&mut selectors).zip(&mut said).zip(kept) {
            if kept {
                // The value that it has here.
                let place = self.place_for(&a.name.text, selector);
                said.selector = place.root().map_or(String::new(), |s| self.program.symbols[s].name.clone());
                let rhs = std::mem::replace(selector, place.clone());
                let set = Stmt { span: a.selector.span, ..Stmt::from(IlStmt::Assign { lhs: place, rhs }) };
                out.push(self.program.units[self.unit].add(set));
            }
        }
        for (a, selector) in associations.iter().zip(selectors) {
            let selector = match selector.is_reference() {
                true => selector,
                false => Expr::unary(UnaryOp::Paren, selector.bare().clone()),
            };
            frame.insert(a.name.key(), selector);
        }
        let after = self.exit_target(stmt);
        self.substitutions.push(frame);
        self.associations.push(said);
        let mut before = super::comments::leading(&self.program.sources, &stmt.meta);
        before.extend(super::comments::trailing(&self.program.sources, &stmt.meta));
        let mut lowered = self.block(body, before);
        self.end_block(end, &mut lowered);
        self.substitutions.pop();
        self.associations.pop();
        let directives = super::comments::directives(&self.program.sources, &stmt.meta);
        if lowered.is_empty() && !directives.is_empty() {
            lowered.push(self.program.units[self.unit].add(Stmt::from(IlStmt::Nop)));
        }
        if let Some(&first) = lowered.first() {
            let label = self.kept_label(&stmt.meta);
            let first = &mut self.program.units[self.unit].stmts[first];
            first.directives.splice(0..0, directives);
            if first.label.is_none() {
                first.label = label;
            }
        }
        out.extend(lowered);
        self.place_exit_target(after, out);
    }

    /// Whether elements of an array can be written as elements of something that has a name.
    fn has_elements(&self, array: &Expr) -> bool {
        match &array.kind {
            ExprKind::Index { subs, .. } => subs.iter().all(|s| match s {
                Subscript::At(e) => type_of(self.program, e).rank() == 0 || self.has_elements(e),
                Subscript::Range { .. } => true,
            }),
            _ => array.is_reference() || type_of(self.program, array).rank() == 0,
        }
    }

    /// Whether a value can be put into a variable: its type says all that the variable needs. That of a structure has a name here.
    pub(super) fn can_be_kept(&self, value: &Expr) -> bool {
        let mut known = match type_of(self.program, value) {
            Type::Record(r) => {
                let record = &self.program.records[r];
                let named = self.find(&record.name).map(|s| &self.program.symbols[s].kind);
                let is_it = matches!(named, Some(SymbolKind::Record(found)) if *found == r);
                is_it && !record.opaque && !value.is_reference() && !self.program.has_open_type(value)
            }
            ty => matches!(ty.element(), Type::Scalar(_)),
        };
        value.walk(&mut |x| known &= !matches!(x.kind, ExprKind::Opaque { .. }));
        known
    }

    /// A variable for the value of a selector, named like what is associated with it, if nothing else is.
    pub(super) fn place_for(&mut self, name: &str, value: &Expr) -> Expr {
        let ty = type_of(self.program, value);
        let mut free = name.to_string();
        while self.find(&free).is_some() {
            free.push('0');
        }
        let ty = match ty.rank() {
            0 => ty,
            rank => {
                let dims = vec![il::Dim { lower: None, upper: il::Upper::Deferred }; rank];
                Type::Array { elem: Box::new(ty.element().clone()), dims }
            }
        };
        Expr::var(self.new_local(&free, il::Span::NONE, ty))
    }

    /// An ASSOCIATE around nothing mentions its selectors, and that is what it is written for: it stays.
    fn mentions(
        &mut self,
        stmt: &'a ast::Stmt,
        associations: &'a [ast::Association],
        end: &'a ast::Meta,
        out: &mut Block,
    ) {
        let reads = associations.iter().map(|a| self.expr(&a.selector)).collect();
        let items: Vec<String> =
            associations.iter().map(|a| format!("{} => {}", a.name.text, self.text(a.selector.span))).collect();
        let text = format!("{} ({})", self.cased("associate"), items.join(", "));
        self.push(&stmt.meta, IlStmt::Opaque { text, reads, writes: Vec::new() }, out);
        let text = self.cased("end associate");
        self.push(end, IlStmt::Opaque { text, reads: Vec::new(), writes: Vec::new() }, out);
    }

    /// A variable keeps its meaning unless it is given another target; what is evaluated must not be changed.
    pub(super) fn means_the_same_throughout(&self, selector: &Expr, changed: &Changed) -> bool {
        match &selector.kind {
            ExprKind::Var(_) => !changed.targets.contains(&self.path(selector)),
            ExprKind::Field { base, .. } => {
                !changed.targets.contains(&self.path(selector)) && self.means_the_same_throughout(base, changed)
            }
            ExprKind::Cast(Type::Record(_), base) => self.means_the_same_throughout(base, changed),
            ExprKind::Index { base, subs } => {
                self.means_the_same_throughout(base, changed)
                    && subs.iter().all(|s| match s {
                        Subscript::At(e) => self.keeps_its_value(e, changed),
                        Subscript::Range { .. } => s.parts().all(|e| self.keeps_its_value(e, changed)),
                    })
            }
            _ => self.keeps_its_value(selector, changed),
        }
    }

    /// The names in a reference, from its root.
    fn path(&self, e: &Expr) -> Vec<String> {
        match &e.kind {
            ExprKind::Var(s) => vec![self.program.symbols[*s].name.to_ascii_lowercase()],
            ExprKind::Field { base, record, field } => {
                let mut path = self.path(base);
                path.push(self.program.records[*record].fields[*field].name.to_ascii_lowercase());
                path
            }
            ExprKind::Index { base, .. } | ExprKind::Cast(_, base) => self.path(base),
            _ => Vec::new(),
        }
    }

    /// What a body may change, by all its names: those of associations, and of what pointers lead to.
    pub(super) fn changed_by(&self, body: impl IntoIterator<Item = &'a ast::Stmt>) -> Changed {
        let mut out = Changed::of(body);
        let behind = |name: &String| self.substituted(name)?.root();
        let others: Vec<_> = out.values.iter().filter_map(behind).collect();
        out.values.extend(others.into_iter().map(|s| self.program.symbols[s].name.to_ascii_lowercase()));
        out.by_pointer = out
            .values
            .iter()
            .filter_map(|name| self.program.variable(self.find(name)?))
            .any(|v| v.pointer || v.target || self.program.holds_pointers(&v.ty));
        out
    }

    pub(super) fn keeps_its_value(&self, e: &Expr, changed: &Changed) -> bool {
        let mut same = true;
        e.walk(&mut |x| match &x.kind {
            ExprKind::Var(s) => {
                let symbol = &self.program.symbols[*s];
                let visible_elsewhere = match &symbol.kind {
                    il::SymbolKind::Variable(v) => {
                        v.target || v.pointer || matches!(v.storage, Storage::Global | Storage::Common)
                    }
                    il::SymbolKind::Constant { .. } => false,
                    _ => true,
                };
                let may_be_pointed_to =
                    matches!(&symbol.kind, il::SymbolKind::Variable(v) if v.target || v.pointer);
                let given = matches!(&symbol.kind, il::SymbolKind::Variable(v) if v.intent == Some(il::Intent::In) && !v.pointer && !v.target);
                same &= given || !changed.values.contains(&symbol.name.to_ascii_lowercase());
                same &= !(visible_elsewhere && changed.calls);
                same &= !(may_be_pointed_to && changed.by_pointer);
            }
            ExprKind::Call { .. } | ExprKind::Opaque { .. } => same = false,
            _ => {}
        });
        same
    }
}

/// What the statements of a body may change, by name.
#[derive(Default)]
pub(super) struct Changed {
    /// Variables that may get another value.
    values: BTreeSet<String>,
    /// Pointers and allocatables that may get another target, by the names in their designators.
    targets: BTreeSet<Vec<String>>,
    /// Something is called that may change variables that it sees.
    calls: bool,
    /// Something is changed that a pointer may lead to.
    by_pointer: bool,
    /// Names that stand for something else in a part of the body, with what they stand for.
    others: Vec<(String, String)>,
}

impl Changed {
    fn of<'t>(body: impl IntoIterator<Item = &'t ast::Stmt>) -> Changed {
        let mut out = Changed::default();
        for stmt in body {
            out.add(stmt);
        }
        // Constructs inside are met after those around them.
        for (name, behind) in std::mem::take(&mut out.others).into_iter().rev() {
            if out.values.contains(&name) {
                out.values.insert(behind);
            }
        }
        out
    }

    fn add(&mut self, stmt: &ast::Stmt) {
        let out = self;
        walk::statement(stmt, &mut |stmt| match &stmt.kind {
            StmtKind::Assign { lhs, .. } => out.values.extend(root(lhs)),
            StmtKind::PointerAssign { lhs, .. } => {
                out.values.extend(root(lhs));
                out.targets.extend(names(lhs));
            }
            StmtKind::Call { args, .. } => {
                out.calls = true;
                for a in args {
                    if let ArgValue::Expr(e) = &a.value {
                        out.values.extend(root(e));
                    }
                }
            }
            StmtKind::Do(d) => {
                if let ast::DoControl::Count { variable, .. } = &d.control {
                    out.values.insert(variable.key());
                }
            }
            StmtKind::Allocate { objects, options, .. } | StmtKind::Deallocate { objects, options } => {
                out.values.extend(objects.iter().filter_map(root));
                out.targets.extend(objects.iter().filter_map(names));
                out.values.extend(options.iter().filter_map(|o| root(&o.value)));
            }
            StmtKind::Associate { associations, .. } => {
                out.others.extend(associations.iter().filter_map(|a| Some((a.name.key(), root(&a.selector)?))));
            }
            StmtKind::SelectType(s) => {
                out.others.extend(s.associate.iter().filter_map(|name| Some((name.key(), root(&s.selector)?))));
            }
            StmtKind::Nullify(objects) => out.targets.extend(objects.iter().filter_map(names)),
            StmtKind::Io(io) => {
                // What is written is only read.
                let reads_values = io.opaque || !matches!(io.kind, ast::IoKind::Write | ast::IoKind::Print);
                io.items.iter().for_each(|e| out.transferred(e, reads_values));
                for c in &io.controls {
                    if let ArgValue::Expr(e) = &c.value {
                        out.values.extend(root(e));
                    }
                }
            }
            _ => {}
        });
    }

    /// An item of a READ or a WRITE, whose loops count.
    fn transferred(&mut self, item: &ast::Expr, reads_values: bool) {
        if let ast::ExprKind::ImpliedDo(i) = &item.kind {
            self.values.insert(i.variable.key());
            i.items.iter().for_each(|e| self.transferred(e, reads_values));
        } else if reads_values {
            self.values.extend(root(item));
        }
    }
}

/// The names that a body applies: to subscripts, if they are arrays.
fn applied(body: &[ast::Stmt]) -> BTreeSet<String> {
    let mut out = BTreeSet::new();
    walk::statements(body, &mut |stmt| {
        walk::expressions(stmt, &mut |e| {
            if let ast::ExprKind::Apply { base, .. } = &e.kind {
                out.extend(root(base));
            }
        });
    });
    out
}

/// The name at the root of a designator.
fn root(e: &ast::Expr) -> Option<String> {
    match &e.kind {
        ast::ExprKind::Name(name) => Some(name.to_ascii_lowercase()),
        ast::ExprKind::Apply { base, .. }
        | ast::ExprKind::Component { base, .. }
        | ast::ExprKind::Coindexed { base, .. } => root(base),
        _ => None,
    }
}

/// The names in a designator, from its root.
fn names(e: &ast::Expr) -> Option<Vec<String>> {
    match &e.kind {
        ast::ExprKind::Name(name) => Some(vec![name.to_ascii_lowercase()]),
        ast::ExprKind::Apply { base, .. } | ast::ExprKind::Coindexed { base, .. } => names(base),
        ast::ExprKind::Component { base, name } => {
            let mut all = names(base)?;
            all.push(name.text.to_ascii_lowercase());
            Some(all)
        }
        _ => None,
    }
}

impl Lower<'_, '_> {
    /// `name(subs)` where the name stands for a section or a component of several structures, as subscripts of the array in it; `None` when there is none.
    pub fn of_part(&self, whole: &Expr, subs: &[Subscript]) -> Option<Expr> {
        let kind = match &whole.kind {
            ExprKind::Field { base, record, field } if self.is_one_of_several(whole) => {
                ExprKind::Field { base: self.of_structures(base, subs)?, record: *record, field: *field }
            }
            ExprKind::Index { base, subs: inner } => match &base.kind {
                ExprKind::Field { base: several, record, field } if self.are_several(several) => {
                    let base = self.of_structures(several, subs)?;
                    let part = ExprKind::Field { base, record: *record, field: *field };
                    ExprKind::Index { base: Box::new(Expr::at(part, whole.span)), subs: inner.clone() }
                }
                _ => return self.of_section(whole, subs),
            },
            _ => return self.of_section(whole, subs),
        };
        Some(Expr::at(kind, whole.span))
    }

    /// Elements of an array of structures, for one component of which a name stands: that is no whole array, and counts from 1.
    fn of_structures(&self, several: &Expr, subs: &[Subscript]) -> Option<Box<Expr>> {
        if matches!(several.kind, ExprKind::Index { .. }) || self.is_one_of_several(several) {
            return Some(Box::new(self.of_part(several, subs)?));
        }
        let all = vec![Subscript::Range { lo: None, hi: None, step: None }; type_of(self.program, several).rank()];
        let section = ExprKind::Index { base: Box::new(several.clone()), subs: all };
        Some(Box::new(self.of_section(&Expr::at(section, several.span), subs)?))
    }

    /// Whether it is a component of several structures that is no array by itself.
    pub fn is_one_of_several(&self, whole: &Expr) -> bool {
        let ExprKind::Field { base, record, field } = &whole.kind else { return false };
        self.are_several(base) && self.program.records[*record].fields[*field].ty.rank() == 0
    }

    fn are_several(&self, e: &Expr) -> bool {
        type_of(self.program, e).rank() > 0
    }

    /// `section(subs)` as subscripts of the array itself; `None` when `whole` is no section.
    fn of_section(&self, whole: &Expr, subs: &[Subscript]) -> Option<Expr> {
        let ExprKind::Index { base, subs: outer } = &whole.kind else { return None };
        let Type::Array { dims, .. } = type_of(self.program, base) else { return None };
        let mut given = subs.iter();
        let mut out = Vec::new();
        for (k, s) in outer.iter().enumerate() {
            let (lo, hi, step) = match s {
                Subscript::Range { lo, hi, step } => (lo, hi, step),
                Subscript::At(e) if type_of(self.program, e).rank() == 0 => {
                    out.push(s.clone());
                    continue;
                }
                Subscript::At(e) => {
                    out.push(Subscript::At(self.of_vector(e, given.next()?)?));
                    continue;
                }
            };
            let first = lo.clone().or_else(|| lower_bound(dims.get(k)?, base, k))?;
            let shift = |e: &Expr| {
                let from_zero = fold::sub(e, &Expr::int(1));
                match step {
                    None => fold::add(&first, &from_zero),
                    Some(step) => fold::add(
                        &first,
                        &Expr::binary(il::BinaryOp::Mul, Expr::unary(UnaryOp::Paren, from_zero), step.clone()),
                    ),
                }
            };
            out.push(match given.next()? {
                Subscript::At(e) if type_of(self.program, e).rank() == 0 => Subscript::At(shift(e)),
                Subscript::Range { lo: None, hi: None, step: None } => s.clone(),
                Subscript::Range { lo: inner_lo, hi: Some(inner_hi), step: inner } if step.is_none() => {
                    Subscript::Range {
                        lo: Some(inner_lo.as_ref().map_or_else(|| first.clone(), &shift)),
                        hi: Some(shift(inner_hi)),
                        step: inner.clone(),
                    }
                }
                Subscript::Range { lo: Some(inner_lo), hi: None, step: inner } if step.is_none() => {
                    Subscript::Range { lo: Some(shift(inner_lo)), hi: hi.clone(), step: inner.clone() }
                }
                Subscript::At(_) | Subscript::Range { .. } => return None,
            });
        }
        given.next().is_none().then(|| Expr::at(ExprKind::Index { base: base.clone(), subs: out }, whole.span))
    }

    /// `vector(sub)`, for a vector subscript: counted from 1, whatever the bounds of the vector are.
    fn of_vector(&self, vector: &Expr, sub: &Subscript) -> Option<Expr> {
        let all = matches!(sub, Subscript::Range { lo: None, hi: None, step: None });
        match &vector.kind {
            _ if all => Some(vector.clone()),
            ExprKind::Index { .. } => self.of_section(vector, std::slice::from_ref(sub)),
            _ if self.is_one_of_several(vector) => self.of_part(vector, std::slice::from_ref(sub)),
            _ if vector.is_reference() => {
                let Type::Array { dims, .. } = type_of(self.program, vector) else { return None };
                let first = lower_bound(dims.first()?, vector, 0)?;
                let shift = |e: &Expr| fold::add(&first, &fold::sub(e, &Expr::int(1)));
                let sub = match sub {
                    Subscript::At(e) => Subscript::At(shift(e)),
                    Subscript::Range { lo, hi, step } => {
                        Subscript::Range { lo: lo.as_ref().map(shift), hi: hi.as_ref().map(shift), step: step.clone() }
                    }
                };
                Some(Expr::at(ExprKind::Index { base: Box::new(vector.clone()), subs: vec![sub] }, vector.span))
            }
            _ => None,
        }
    }
}
