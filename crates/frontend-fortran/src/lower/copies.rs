//! Which procedures bound to `assignment(=)` leave on their left side just what stands on the right: where one does, it makes no difference that
//! copies of objects, of what holds them and of results kept in between call it too.

use il::intrinsics::Class;
use il::typing::type_of;
use il::{Block, Expr, ExprKind, Program, RecordId, StmtKind, Subscript, SymbolId, UnitId};

/// Whether a procedure `(to, from)` copies objects of a type: what it does last is an assignment of each component to itself, of pointers by
/// `=>`. Tests that only inquire, `if (allocated(from%v))`, may stand around them; whatever comes before is overwritten.
pub fn copies_plainly(p: &Program, unit: UnitId, record: RecordId) -> bool {
    let u = &p.units[unit];
    let [to, from] = u.params[..] else { return false };
    let mut reader = Reader { p, unit, to, from, done: Vec::new() };
    !u.has_errors && reader.block(&u.body) && p.shown(record).into_iter().all(|k| reader.done.contains(&k))
}

struct Reader<'a> {
    p: &'a Program,
    unit: UnitId,
    to: SymbolId,
    from: SymbolId,
    /// The components that are copied, and not touched afterwards.
    done: Vec<usize>,
}

impl Reader<'_> {
    /// False: control may leave the procedure, and what follows would not happen.
    fn block(&mut self, body: &Block) -> bool {
        body.iter().all(|s| self.stmt(&self.p.units[self.unit].stmts[*s].kind))
    }

    fn stmt(&mut self, kind: &StmtKind) -> bool {
        match kind {
            StmtKind::Nop | StmtKind::Declare(_) => true,
            StmtKind::Assign { lhs, rhs } => self.copy(self.component(lhs, self.to, false), rhs, false),
            StmtKind::PointerAssign { lhs, rhs } => self.copy(self.component(lhs, self.to, true), rhs, true),
            // With SOURCE, or to be filled.
            StmtKind::Allocate { objects, options } => {
                for a in objects {
                    let k = self.component(&a.object, self.to, false);
                    let source = options.iter().find(|o| o.is_named("source"));
                    match source {
                        Some(source) => self.copy(k, &source.value, false),
                        None => self.forget(),
                    };
                }
                true
            }
            StmtKind::If(i) if i.arms.iter().all(|a| only_inquires(&a.test)) => {
                let arms = i.arms.iter().map(|a| &a.body).chain(&i.otherwise);
                // Each is looked at, whatever the others say.
                arms.map(|body| self.block(body)).filter(|goes_on| !goes_on).count() == 0
            }
            other => {
                self.forget();
                stays(self.p, self.unit, other)
            }
        }
    }

    fn forget(&mut self) -> bool {
        self.done.clear();
        true
    }

    /// An assignment to component `k` of the left side: the component is done when `value` is the same one of the right side.
    fn copy(&mut self, k: Option<usize>, value: &Expr, pointer: bool) -> bool {
        match k {
            Some(k) if self.component(value.bare(), self.from, pointer) == Some(k) => {
                if !self.done.contains(&k) {
                    self.done.push(k);
                }
                true
            }
            _ => self.forget(),
        }
    }

    /// Which component of `object` an expression is, whole: a pointer, or a value.
    fn component(&self, e: &Expr, object: SymbolId, pointer: bool) -> Option<usize> {
        let e = match &e.kind {
            ExprKind::Index { base, subs } => {
                let whole = |s: &Subscript| matches!(s, Subscript::Range { lo: None, hi: None, step: None });
                subs.iter().all(whole).then_some(&**base)?
            }
            _ => e,
        };
        let ExprKind::Field { base, field, record } = &e.kind else { return None };
        let is_object =
            base.root() == Some(object) && matches!(type_of(self.p, base).record(), Some(r) if r == *record);
        let plain = matches!(base.kind, ExprKind::Var(_));
        (is_object && plain && self.p.records[*record].fields[*field].pointer == pointer).then_some(*field)
    }
}

/// Whether a test looks at allocations, associations and extents only.
fn only_inquires(test: &Expr) -> bool {
    match &test.kind {
        ExprKind::Intrinsic(f, _) => f.info().class == Class::Inquiry || f.name() == "associated",
        ExprKind::Var(_) | ExprKind::Index { .. } | ExprKind::Field { .. } | ExprKind::Call { .. } => false,
        _ => {
            let mut all = true;
            test.children(&mut |part| all &= only_inquires(part));
            all
        }
    }
}

/// Whether what follows a statement is reached whenever it is.
fn stays(p: &Program, unit: UnitId, kind: &StmtKind) -> bool {
    let leaves = |k: &StmtKind| {
        k.jumps_to_labels() || matches!(k, StmtKind::Return(_) | StmtKind::Error(_) | StmtKind::Opaque { .. })
    };
    let mut stays = !leaves(kind);
    for block in kind.blocks() {
        p.units[unit].walk(block, &mut |_, s| stays &= !leaves(&s.kind));
    }
    stays
}
