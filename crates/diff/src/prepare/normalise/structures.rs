//! Structure constructors: the values of a structure that has a derivative are assigned component by component.
//!
//! - `x = t(a, b)` becomes `x%f = a`, `x%g = b`. Where a later value reads a component that an earlier one has overwritten (`v = t(v%y, v%x)`), or `x` is
//!   an array, the components are those of a new local, and the local is assigned at last.
//! - `v = [t(a, b), f(c)]` becomes an assignment for each element, an implied loop a DO loop.
//! - `x = merge(t(a, b), y, test)` becomes an IF.
//! - Anywhere else (an operand, an actual argument) a constructor is a new local with its own assignments before the statement.

use analysis::other_names::{apart, has_other_names, may_be_one, subscripts_below};
use analysis::reallocation;
use il::expr::Item;
use il::stmt::{Arm, If};
use il::typing::type_of;
use il::{Arg, Block, Dim, Expr, ExprKind, Program, RecordId, Stmt, StmtKind, SymbolId, Type, Upper};

use super::structure_arrays::moves;
use super::{Hoister, Wanted};
use crate::prepare::c_values::parts_of_copy;

/// One component assignment; `pointer`: the component is a pointer and is associated.
struct Part {
    lhs: Expr,
    rhs: Expr,
    pointer: bool,
}

impl Hoister<'_> {
    /// Whether `e` makes a structure that has a derivative.
    pub(super) fn makes_structure(&self, e: &Expr) -> bool {
        matches!(&e.kind, ExprKind::Structure { record, .. } if self.p.is_differentiable(&Type::Record(*record)))
    }

    /// `lhs = t(…)` or `lhs = [t(…), …]` as statements: all but the last go to `before`, the last takes the place of `stmt`. False when it is another
    /// statement, or one that has to stay.
    pub(super) fn structure_assignment(&mut self, stmt: &mut Stmt, before: &mut Block, after: &mut Block) -> bool {
        let StmtKind::Assign { lhs, rhs } = &stmt.kind else { return false };
        let (lhs, rhs) = (lhs.clone(), rhs.bare().clone());
        if self.makes_structure(&rhs) {
            let rank = type_of(self.p, &lhs).rank();
            let parts = if rank == 0 { self.parts(&lhs, &rhs).filter(|p| !self.reads_itself(&lhs, p)) } else { None };
            if let Some(parts) = parts {
                let mut all = Block::new();
                self.assign_parts(parts, before, &mut all);
                let mut all = all.into_iter();
                if let Some(first) = all.next() {
                    stmt.kind = self.p.units[self.unit].stmts[first].kind.clone();
                }
                for id in all {
                    self.p.units[self.unit].stmts[id].span = stmt.span;
                    after.push(id);
                }
                return true;
            }
            let Some(value) = self.structure_value(&rhs, before) else { return false };
            let mut parts = self.copied(lhs, value).into_iter();
            if let Some(first) = parts.next() {
                stmt.kind = first;
            }
            for kind in parts {
                let id = self.add(kind);
                self.p.units[self.unit].stmts[id].span = stmt.span;
                after.push(id);
            }
            return true;
        }
        match &rhs.kind {
            ExprKind::Constructor { items, .. } => self.structure_elements(stmt, &lhs, items, before),
            ExprKind::Intrinsic(i, args) if i.name() == "merge" && self.structure_merge(stmt, &lhs, args, before) => {
                true
            }
            ExprKind::Intrinsic(..) => self.moved_structures(stmt, &lhs, &rhs, before),
            _ => false,
        }
    }

    /// `x = merge(a, b, test)` is an IF. It evaluates one of the two values, which has no other effect.
    fn structure_merge(&mut self, stmt: &mut Stmt, lhs: &Expr, args: &[Arg], before: &mut Block) -> bool {
        let ty = type_of(self.p, lhs);
        let [yes, no, test] = args else { return false };
        let single = [&yes.value, &no.value, &test.value].into_iter().all(|e| type_of(self.p, e).rank() == 0);
        if !single || ty.rank() > 0 || ty.record().is_none() || !self.p.is_differentiable(&ty) {
            return false;
        }
        let mut test = test.value.clone();
        self.expr(&mut test, Wanted::Values, before);
        let mut arm = |value: &Expr| {
            let mut body = Block::new();
            self.set(lhs.clone(), value, &mut body);
            body
        };
        let (body, otherwise) = (arm(&yes.value), Some(arm(&no.value)));
        stmt.kind = StmtKind::If(If { arms: vec![Arm { test, body }], otherwise, one_line: false });
        true
    }

    /// The local that a constructor inside an expression becomes; `None` when it has to stay.
    pub(super) fn structure_value(&mut self, e: &Expr, before: &mut Block) -> Option<Expr> {
        // A variable that is not needed would still be one of the unit.
        self.parts(e, e)?;
        let ty = type_of(self.p, e);
        let holder = Expr::var(self.local("value", &ty));
        let parts = self.parts(&holder, e)?;
        let mut all = Block::new();
        self.assign_parts(parts, before, &mut all);
        before.append(&mut all);
        Some(holder)
    }

    /// The assignments of parts into `out`; what their values need before them into `before`.
    fn assign_parts(&mut self, parts: Vec<Part>, before: &mut Block, out: &mut Block) {
        for Part { lhs, mut rhs, pointer } in parts {
            if pointer {
                out.push(self.add(StmtKind::PointerAssign { lhs, rhs }));
                continue;
            }
            let mut stmt = Stmt::from(StmtKind::Assign { lhs: lhs.clone(), rhs: rhs.clone() });
            let mut rest = Block::new();
            if self.structure_assignment(&mut stmt, before, &mut rest) {
                out.push(self.add(stmt.kind));
                out.append(&mut rest);
                continue;
            }
            self.expr(&mut rhs, Wanted::Values, before);
            for kind in self.copied(lhs, rhs) {
                out.push(self.add(kind));
            }
        }
    }

    /// `lhs = rhs`; C: part by part where there are pointers to reals in it, whose derivatives follow.
    fn copied(&mut self, lhs: Expr, rhs: Expr) -> Vec<StmtKind> {
        let parts = parts_of_copy(self.p, self.unit, (&lhs, &rhs), &mut self.declared);
        parts.unwrap_or_else(|| vec![StmtKind::Assign { lhs, rhs }])
    }

    /// The components of a constructor in the order of its values, nested ones in place of their own; `None` where a component has neither a value nor a
    /// default, or must be made unallocated.
    fn parts(&self, lhs: &Expr, e: &Expr) -> Option<Vec<Part>> {
        let ExprKind::Structure { record, args } = &e.bare().kind else { return None };
        let fields = &self.p.records[*record].fields;
        let place = |k: usize, a: &Arg| self.p.component_of(*record, k, a.keyword.as_deref());
        let given: Vec<usize> = args.iter().enumerate().map(|(k, a)| place(k, a)).collect::<Option<_>>()?;
        let mut values: Vec<(usize, &Expr)> = given.iter().copied().zip(args.iter().map(|a| &a.value)).collect();
        let c = self.language().points_by_address();
        for (k, f) in fields.iter().enumerate().filter(|(k, _)| !given.contains(k) && self.p.shows(*record, *k)) {
            if c {
                // These are zero, which is a rule of its own.
                return None;
            }
            values.push((k, f.init.as_ref().filter(|_| !f.allocatable)?));
        }
        let mut out = Vec::new();
        for (k, value) in values {
            let f = fields.get(k)?;
            let part: Expr = component(lhs, *record, k);
            if f.pointer {
                out.push(Part { lhs: part, rhs: value.clone(), pointer: true });
                continue;
            }
            if f.allocatable && matches!(&value.bare().kind, ExprKind::Intrinsic(i, _) if i.name() == "null") {
                return None;
            }
            match self.parts(&part, value).filter(|_| f.ty.rank() == 0 && !f.allocatable) {
                Some(inner) => out.extend(inner),
                None => out.push(Part { lhs: part, rhs: value.clone(), pointer: false }),
            }
        }
        Some(out)
    }

    /// Whether a value reads what an assignment before it has changed, or what its own gives another shape.
    fn reads_itself(&self, lhs: &Expr, parts: &[Part]) -> bool {
        let Some(root) = lhs.root() else { return true };
        let renamed = |e: &Expr| match self.language().points_by_address() {
            false => has_other_names(self.p, e) && has_other_names(self.p, lhs),
            // The address of an array is read, and not the array.
            true => type_of(self.p, e).rank() == 0 && may_be_one(self.p, self.unit, e, lhs),
        };
        parts.iter().enumerate().any(|(n, part)| {
            // What an assignment gives another shape loses its derivative before that of the value is added to.
            let own = reallocation::may_reallocate(self.p, self.unit, &part.lhs, &part.rhs);
            let changed = &parts[..n + usize::from(own)];
            let mut found = false;
            let mut seen: Vec<&Expr> = vec![&part.rhs];
            while let Some(e) = seen.pop() {
                if let ExprKind::Address(place) = &e.kind {
                    found_by(self.p, place, &mut seen);
                    continue;
                }
                if let Some(r) = e.root().filter(|_| e.is_reference()) {
                    let same = r == root && changed.iter().any(|before| !apart(&before.lhs, e));
                    found |= same || (n > 0 && r != root && renamed(e));
                }
                // A function may read the variable behind our back.
                found |= n > 0 && matches!(&e.kind, ExprKind::Call { .. }) && self.is_shared(root);
                subscripts_below(e, &mut seen);
            }
            found
        })
    }

    /// Whether a procedure that does not get a variable as argument may see it.
    fn is_shared(&self, s: SymbolId) -> bool {
        let at = self.p.units[self.unit].scope;
        self.p.symbols[s].scope != at || !self.p.units[self.unit].children.is_empty()
    }

    /// `v = [t(…), (t(…), i = 1, n)]`, element by element.
    fn structure_elements(&mut self, stmt: &mut Stmt, lhs: &Expr, items: &[Item], before: &mut Block) -> bool {
        let ty = type_of(self.p, lhs);
        let structures = items.iter().all(|i| self.is_structure_item(i)) && !items.is_empty();
        if !structures || ty.rank() != 1 || !self.p.is_differentiable(&ty) || !self.language().computes_with_arrays() {
            return false;
        }
        let mut items = items.to_vec();
        if !self.named_items(&mut items, before) {
            return false;
        }
        // The number of elements of each item, in terms of what the statement reads.
        let Some(counts) = items.iter().map(|i| self.count(i)).collect::<Option<Vec<Expr>>>() else { return false };
        let total = counts.iter().fold(Expr::int(0), |sum, c| il::fold::add(&sum, c));
        let root = lhs.root();
        let mut reads = false;
        for i in &items {
            reads |= mentions(i, root);
        }
        let fixed = root.and_then(|s| self.p.variable(s)).is_some_and(|v| !v.allocatable && !v.pointer);
        let lower = match (&lhs.kind, &ty) {
            (ExprKind::Var(_), Type::Array { dims, .. }) if fixed && !reads => {
                dims[0].lower.clone().unwrap_or_else(|| Expr::int(1))
            }
            _ => Expr::int(1),
        };
        let place = if fixed && !reads && matches!(lhs.kind, ExprKind::Var(_)) {
            lhs.clone()
        } else {
            match il::fold::integer(self.p, &total) {
                Some(n) => {
                    let dims = vec![Dim { lower: None, upper: Upper::At(Expr::int(n)) }];
                    let ty = Type::Array { elem: Box::new(ty.element().clone()), dims };
                    Expr::var(self.declared_local("value", il::Variable::new(ty, il::Storage::Local)))
                }
                None => {
                    let extent = Dim { lower: None, upper: Upper::At(total.clone()) };
                    let made = self.temporary("value", ty.element().clone(), &[extent], before);
                    self.released.push(made.clone());
                    made
                }
            }
        };
        self.elements(&place, &items, &counts, &lower, before);
        if place == *lhs {
            match before.pop() {
                Some(last) => stmt.kind = self.p.units[self.unit].stmts[last].kind.clone(),
                None => stmt.kind = StmtKind::Nop,
            }
        } else {
            stmt.kind = StmtKind::Assign { lhs: lhs.clone(), rhs: place };
        }
        true
    }

    fn is_structure_item(&self, item: &Item) -> bool {
        match item {
            Item::Value(e) => {
                let e = e.bare();
                match &e.kind {
                    ExprKind::Call { .. } => true,
                    ExprKind::Intrinsic(f, _) => moves(*f),
                    ExprKind::Constructor { items, .. } => items.iter().all(|i| self.is_structure_item(i)),
                    _ => self.makes_structure(e) || e.is_reference(),
                }
            }
            Item::Implied { items, .. } => items.iter().all(|i| self.is_structure_item(i)),
        }
    }
}

/// What is read to find a place of C, and not the place: the pointers that lead to it, and its subscripts.
fn found_by<'e>(p: &Program, place: &'e Expr, out: &mut Vec<&'e Expr>) {
    let base = match &place.kind {
        ExprKind::Index { base, .. } | ExprKind::Field { base, .. } => base,
        ExprKind::Deref(pointer) => return out.push(pointer),
        _ => return,
    };
    place.children(&mut |c| {
        if !std::ptr::eq(c, &**base) {
            out.push(c);
        }
    });
    match type_of(p, base) {
        Type::Pointer { .. } => out.push(base),
        _ => found_by(p, base, out),
    }
}

fn component(base: &Expr, record: RecordId, field: usize) -> Expr {
    ExprKind::Field { base: Box::new(base.clone()), record, field }.into()
}

fn mentions(item: &Item, root: Option<SymbolId>) -> bool {
    let Some(root) = root else { return true };
    match item {
        Item::Value(e) => e.mentions(root),
        Item::Implied { items, .. } => items.iter().any(|i| mentions(i, Some(root))),
    }
}
