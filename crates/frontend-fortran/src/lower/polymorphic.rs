//! Values for objects whose dynamic type they decide: `s = circle(r)` and `allocate (s, source=other)` of polymorphic objects (F2018 10.2.1.3 and
//! 9.7.1.2), and whole objects that are assigned under TYPE IS.
//!
//! The object gets its type from ALLOCATE and then its components, one by one. A value that is polymorphic itself is asked for its type first.

use std::collections::BTreeSet;

use il::expr::Literal;
use il::intrinsics::{Intrinsic, argument};
use il::stmt::{Allocation, Arm, Case, CaseRange, If};
use il::typing::type_of;
use il::{Arg, Block, Expr, ExprKind, Id, Intent, RecordId, Span, Stmt, StmtId, StmtKind, Storage, SymbolId, Type};

use super::context::Lower;
use crate::ast;

impl<'a> Lower<'a, '_> {
    /// `lhs = rhs` of a polymorphic object. `false`: it cannot be said by its components, and nothing was added.
    pub fn polymorphic_assignment(&mut self, meta: &'a ast::Meta, lhs: &Expr, rhs: &Expr, out: &mut Block) -> bool {
        let of_value = type_of(self.program, rhs);
        let (Some(declared), Some(record)) = (type_of(self.program, lhs).record(), of_value.record()) else {
            return false;
        };
        if of_value.rank() > 0
            || type_of(self.program, lhs).rank() > 0
            || !self.program.extends(record, declared)
            || self.has_polymorphic_parts(record)
            || self.program.returns_polymorphic(rhs)
            || !self.is_open(record)
        {
            return false;
        }
        let mut made = Block::new();
        // Only under TYPE IS can a polymorphic object be assigned that is not allocatable.
        let done = match &lhs.kind {
            ExprKind::Cast(..) => {
                record == declared
                    && !self.program.has_open_type(rhs)
                    && self.assign_components(lhs, rhs, false, &mut made)
            }
            _ if !self.program.is_allocatable(lhs) => {
                record == declared
                    && !self.program.has_open_type(rhs)
                    && self.assign_components(lhs, rhs, false, &mut made)
            }
            _ => {
                let value = match lhs.root().is_some_and(|s| rhs.mentions(s)) {
                    true if self.program.has_open_type(rhs) => return false,
                    true => self.kept_value(rhs, record, &mut made),
                    false => rhs.clone(),
                };
                self.release_first(lhs, &mut made);
                self.allocate_like(lhs, &value, meta.span, &mut made)
            }
        };
        if done {
            self.push_all(meta, made, out);
        }
        done
    }

    /// `allocate (object, source=value)` of a polymorphic object, or of a structure that has other types in its family. `false`: nothing was added.
    pub fn allocate_with_value(
        &mut self,
        meta: &'a ast::Meta,
        object: &Allocation,
        value: &Expr,
        out: &mut Block,
    ) -> bool {
        let ty = type_of(self.program, &object.object);
        let polymorphic = self.program.is_polymorphic(&object.object) && self.program.tag_of(&object.object).is_some();
        if !polymorphic || !object.dims.is_empty() || ty.rank() > 0 || type_of(self.program, value).rank() > 0 {
            return false;
        }
        let mut made = Block::new();
        let done = self.allocate_like(&object.object, value, meta.span, &mut made);
        if done {
            self.push_all(meta, made, out);
        }
        done
    }

    /// `call move_alloc(from, to)` to a polymorphic object: `to` gets the type and the components of `from`, which is released. `false`: nothing was added.
    pub fn polymorphic_move(&mut self, meta: &'a ast::Meta, call: &StmtKind, out: &mut Block) -> bool {
        let StmtKind::Call { callee, args, .. } = call else { return false };
        let Some(f) = Intrinsic::named("move_alloc").filter(|_| self.program.is_move_alloc(*callee)) else {
            return false;
        };
        let (Some(from), Some(to), 2) = (argument(f, args, "from"), argument(f, args, "to"), args.len()) else {
            return false;
        };
        let object = |e: &Expr| self.program.is_polymorphic(e) && self.program.tag_of(e).is_some();
        // What comes from a TYPE has a type that needs no question.
        let known = |e: &Expr| !self.program.is_polymorphic(e) && type_of(self.program, e).record().is_some();
        if !object(from) && !known(from) || !object(to) || type_of(self.program, to).rank() > 0 {
            return false;
        }
        let (mut made, mut moved) = (Block::new(), Block::new());
        self.release_first(to, &mut made);
        if !self.allocate_like(to, from, meta.span, &mut moved) {
            return false;
        }
        self.add_to(&mut moved, meta.span, StmtKind::Deallocate { objects: vec![from.clone()], options: Vec::new() });
        let arms = vec![Arm { test: Expr::intrinsic("allocated", vec![from.clone()]), body: moved }];
        self.add_to(&mut made, meta.span, StmtKind::If(If { arms, otherwise: None, one_line: false }));
        self.push_all(meta, made, out);
        true
    }

    /// Allocates `object` with the dynamic type and the components of `value`.
    fn allocate_like(&mut self, object: &Expr, value: &Expr, span: Span, out: &mut Block) -> bool {
        let Some(record) = type_of(self.program, value).record() else { return false };
        if self.program.returns_polymorphic(value) {
            return false;
        }
        // An object in parentheses has the same components.
        let value = value.bare();
        if !self.program.has_open_type(value) || self.program.tag(record).is_none() {
            return self.allocate_as(object, value, record, out);
        }
        let (true, Some(tag)) = (value.is_reference(), self.program.dynamic_type(value)) else { return false };
        let types = self.program.dynamic_types(record);
        if !types.iter().all(|r| self.is_open(*r)) {
            return false;
        }
        let mut cases: Vec<Case> = Vec::new();
        for r in types {
            let mut body = Block::new();
            if !self.allocate_as(object, &self.seen_as(value, r), r, &mut body) {
                return false;
            }
            let words = format!("type is ({})", self.program.records[r].name);
            let number = ExprKind::Integer { value: r.index() as i64, text: Literal(Some(words.into())), ty: None };
            cases.push(Case {
                ranges: vec![CaseRange::Value(number.into())],
                default: false,
                body,
                falls_through: false,
            });
        }
        // All types there are: the last needs no question.
        let Some(last) = cases.last_mut() else { return false };
        last.default = true;
        let select = StmtKind::Select { selector: tag, cases, name: None };
        out.push(self.program.units[self.unit].add(Stmt { span, ..Stmt::from(select) }));
        true
    }

    /// Allocates `object` as one of type `record`, and gives it the components of `value`, which is of this type.
    fn allocate_as(&mut self, object: &Expr, value: &Expr, record: RecordId, out: &mut Block) -> bool {
        let declared = type_of(self.program, object).record();
        if declared.is_none_or(|d| !self.program.extends(record, d)) || !self.is_open(record) {
            return false;
        }
        let mold: Expr = ExprKind::Structure { record, args: Vec::new() }.into();
        let mold = (declared != Some(record)).then(|| Arg { keyword: Some("mold".into()), value: mold });
        let objects = vec![Allocation { object: object.clone(), dims: Vec::new() }];
        self.add_to(out, object.span, StmtKind::Allocate { objects, options: mold.into_iter().collect() });
        self.assign_components(&self.seen_as(object, record), value, true, out)
    }

    /// An object that is known to be of a type.
    fn seen_as(&self, object: &Expr, record: RecordId) -> Expr {
        match type_of(self.program, object).record() == Some(record) {
            true => object.clone(),
            false => Expr::at(ExprKind::Cast(Type::Record(record), Box::new(object.clone())), object.span),
        }
    }

    /// `object = value`, component by component. `fresh`: the object was allocated just now.
    fn assign_components(&mut self, object: &Expr, value: &Expr, fresh: bool, out: &mut Block) -> bool {
        let Some(record) = type_of(self.program, object).record() else { return false };
        let shown = self.program.shown(record);
        if self.has_polymorphic_parts(record) {
            return false;
        }
        let apart =
            |given: &Vec<(usize, Expr)>| given.len() == shown.len() && object.root().is_none_or(|s| !value.mentions(s));
        if let Some(given) = self.constructed(record, value).filter(|g| fresh || apart(g)) {
            for (k, v) in given {
                self.assign_component(object, record, k, v, !fresh, out);
            }
            return true;
        }
        let value = match value.is_reference() && (fresh || value.root() != object.root()) {
            true => value.clone(),
            false => self.kept_value(value, record, out),
        };
        for k in shown {
            let part = ExprKind::Field { base: Box::new(value.clone()), record, field: k }.into();
            self.assign_component(object, record, k, part, !fresh, out);
        }
        true
    }

    /// What a structure constructor gives to each component of its type; the others have what their type says at first. `None`: it is none, or gives the
    /// components of a type that it extends together.
    fn constructed(&self, record: RecordId, value: &Expr) -> Option<Vec<(usize, Expr)>> {
        let ExprKind::Structure { record: own, args } = &value.bare().kind else { return None };
        let shown = self.program.shown(record);
        let fits = |k: usize, v: &Expr| {
            let ty = &self.program.records[record].fields[k].ty;
            type_of(self.program, v).record() == ty.record()
        };
        if *own != record || args.len() > shown.len() {
            return None;
        }
        let given = |(k, a): (usize, &Arg)| {
            let field = self.program.component_of(record, k, a.keyword.as_deref())?;
            fits(field, &a.value).then(|| (field, a.value.clone()))
        };
        args.iter().enumerate().map(given).collect()
    }

    /// One component. `again`: it may have had a value before.
    fn assign_component(
        &mut self,
        object: &Expr,
        record: RecordId,
        k: usize,
        value: Expr,
        again: bool,
        out: &mut Block,
    ) {
        let (span, field) = (object.span, self.program.records[record].fields[k].clone());
        let lhs = Expr::at(ExprKind::Field { base: Box::new(object.clone()), record, field: k }, span);
        if field.pointer {
            return self.add_to(out, span, StmtKind::PointerAssign { lhs, rhs: value });
        }
        let allocated = |e: &Expr| Expr::intrinsic("allocated", vec![e.clone()]);
        let absent = matches!(&value.kind, ExprKind::Intrinsic(f, _) if f.name() == "null");
        if !field.allocatable || !absent && !self.program.is_allocatable(&value) {
            return self.add_to(out, span, StmtKind::Assign { lhs, rhs: value });
        }
        let mut arms = Vec::new();
        if !absent {
            let mut body = Block::new();
            self.add_to(&mut body, span, StmtKind::Assign { lhs: lhs.clone(), rhs: value.clone() });
            arms.push(Arm { test: allocated(&value), body });
        }
        if again {
            let mut body = Block::new();
            self.add_to(&mut body, span, StmtKind::Deallocate { objects: vec![lhs.clone()], options: Vec::new() });
            arms.push(Arm { test: allocated(&lhs), body });
        }
        if !arms.is_empty() {
            let one_line = arms.len() == 1;
            self.add_to(out, span, StmtKind::If(If { arms, otherwise: None, one_line }));
        }
    }

    /// Whether a type is known here by its own name, and its components too.
    fn is_open(&self, record: RecordId) -> bool {
        let found = self.find(&self.program.records[record].name);
        let named = found.is_some_and(|s| self.program.is_type(s, record));
        named && self.program.shown(record).iter().all(|k| self.is_open_component(record, *k))
    }

    /// PRIVATE components have no names outside of the module that defines their type (F2018 7.5.4.8).
    fn is_open_component(&self, record: RecordId, k: usize) -> bool {
        let field = &self.program.records[record].fields[k];
        let owner = field.owner.unwrap_or(record);
        let word = |text: &str, word: &str| text.trim_matches([' ', ',']).eq_ignore_ascii_case(word);
        let says = |what| field.attributes.iter().any(|a| word(a, what));
        let hidden = self.program.records[owner].attributes.iter().any(|a| word(a, "private") && !a.starts_with(','));
        if says("public") || !hidden && !says("private") {
            return true;
        }
        let module = self.module_of(owner);
        let mut at = Some(self.unit);
        while let Some(unit) = at {
            if Some(unit) == module {
                return true;
            }
            at = self.program.units[unit].parent;
        }
        false
    }

    /// Whether a place takes over an object whose dynamic type a function decides, of the same declared type: an allocatable one that the function cannot
    /// know but as an argument.
    pub fn takes_over(&self, place: &Expr, value: &Expr) -> bool {
        let of = |e: &Expr| type_of(self.program, e);
        let own =
            |v: &il::Variable| matches!(v.storage, Storage::Local | Storage::Dummy(_) | Storage::Result) && !v.saved;
        let behind_pointer = |e: &Expr| match &e.kind {
            ExprKind::Field { record, field, .. } => self.program.records[*record].fields[*field].pointer,
            ExprKind::Var(s) => self.program.variable(*s).is_none_or(|v| v.pointer || v.target),
            ExprKind::Cast(..) => true,
            _ => false,
        };
        let mut inside = false;
        place.walk(&mut |e| inside |= behind_pointer(e));
        let root = place.root().filter(|s| self.program.home(*s) == Some(self.unit) && !value.mentions(*s));
        self.program.returns_polymorphic(value)
            && self.program.is_allocatable(place)
            && of(place).rank() == 0
            && of(place).record() == of(value).record()
            && !inside
            && root.and_then(|s| self.program.variable(s)).is_some_and(own)
            && !self.is_known_inside(value)
    }

    /// Whether a value is that of a procedure inside this one.
    fn is_known_inside(&self, value: &Expr) -> bool {
        let ExprKind::Call { callee, .. } = value.bare().kind else { return false };
        self.program.callee(callee).is_some_and(|u| self.program.units[u].parent == Some(self.unit))
    }

    /// Whether the components of a type have dynamic types of their own.
    fn has_polymorphic_parts(&self, record: RecordId) -> bool {
        let fields = &self.program.records[record].fields;
        self.program.shown(record).iter().any(|k| fields[*k].polymorphic && !fields[*k].pointer)
    }

    /// A value in a variable of its own.
    fn kept_value(&mut self, value: &Expr, record: RecordId, out: &mut Block) -> Expr {
        let mut name = self.cased("value");
        while self.find(&name).is_some() {
            name.push('0');
        }
        let kept = Expr::var(self.new_local(&name, Span::NONE, Type::Record(record)));
        self.add_to(out, value.span, StmtKind::Assign { lhs: kept.clone(), rhs: value.clone() });
        kept
    }

    /// `if (allocated(s)) deallocate (s)`, where it may be allocated.
    fn release_first(&mut self, object: &Expr, out: &mut Block) {
        let mut body = Block::new();
        self.add_to(
            &mut body,
            object.span,
            StmtKind::Deallocate { objects: vec![object.clone()], options: Vec::new() },
        );
        let arms = vec![Arm { test: Expr::intrinsic("allocated", vec![object.clone()]), body }];
        self.add_to(out, object.span, StmtKind::If(If { arms, otherwise: None, one_line: true }));
        self.releases.extend(out.last().copied());
    }

    fn add_to(&mut self, out: &mut Block, span: Span, kind: StmtKind) {
        out.push(self.program.units[self.unit].add(Stmt { span, ..Stmt::from(kind) }));
    }

    /// Adds the statements that one of the source has become, the first with what stands around that.
    fn push_all(&mut self, meta: &'a ast::Meta, made: Block, out: &mut Block) {
        let mut made = made.into_iter();
        let Some(first) = made.next() else { return };
        let kind = self.program.units[self.unit].stmts[first].kind.clone();
        self.push(meta, kind, out);
        if let (Some(known), Some(pushed)) = (self.releases.iter().position(|r| *r == first), out.last()) {
            self.releases[known] = *pushed;
        }
        for id in made {
            self.program.units[self.unit].stmts[id].span = meta.span;
            out.push(id);
        }
    }

    /// Drops the releases of what cannot be allocated yet: nothing before them mentions it.
    pub fn drop_vain_releases(&mut self) {
        let releases = std::mem::take(&mut self.releases);
        let u = &self.program.units[self.unit];
        let jumps = u.stmts.iter().any(|(_, s)| {
            matches!(s.kind, StmtKind::Goto(_) | StmtKind::ComputedGoto { .. } | StmtKind::AssignedGoto { .. })
        });
        if releases.is_empty() || jumps {
            return;
        }
        let mut vain = Vec::new();
        self.first_releases(&u.body, &releases, &mut BTreeSet::new(), &mut vain);
        for id in vain {
            let stmt = &mut self.program.units[self.unit].stmts[id];
            stmt.kind = StmtKind::Nop;
        }
    }

    fn first_releases(
        &self,
        block: &Block,
        releases: &[StmtId],
        seen: &mut BTreeSet<SymbolId>,
        vain: &mut Vec<StmtId>,
    ) {
        let u = &self.program.units[self.unit];
        let mentioned = |block: &[StmtId], seen: &mut BTreeSet<SymbolId>| {
            u.walk(block, &mut |_, s| s.kind.exprs(&mut |e| e.walk(&mut |x| seen.extend(x.root()))));
        };
        for id in block {
            let stmt = &u.stmts[*id];
            if let (true, StmtKind::If(i)) = (releases.contains(id), &stmt.kind) {
                let StmtKind::Deallocate { objects, .. } = &u.stmts[i.arms[0].body[0]].kind else { continue };
                if objects
                    .iter()
                    .all(|o| matches!(o.kind, ExprKind::Var(s) if self.starts_unallocated(s) && !seen.contains(&s)))
                {
                    vain.push(*id);
                }
                continue;
            }
            if matches!(stmt.kind, StmtKind::If(_) | StmtKind::Select { .. }) {
                // Each arm comes behind what stood before.
                let before = seen.clone();
                for arm in stmt.kind.blocks() {
                    let mut inside = before.clone();
                    self.first_releases(arm, releases, &mut inside, vain);
                    seen.extend(inside);
                }
                stmt.kind.exprs(&mut |e| e.walk(&mut |x| seen.extend(x.root())));
                continue;
            }
            mentioned(&[*id], seen);
        }
    }

    /// Whether a variable has no allocation when its procedure begins (F2018 8.5.3, 8.5.10).
    fn starts_unallocated(&self, s: SymbolId) -> bool {
        self.program.variable(s).is_some_and(|v| match v.storage {
            Storage::Local | Storage::Result => !v.saved,
            Storage::Dummy(_) => v.intent == Some(Intent::Out),
            _ => false,
        })
    }
}
