//! What compilers take for uninitialised.
//!
//! The sweeps of an adjoint branch alike, which no compiler sees: a value that one branch of the forward sweep sets and the same branch of the
//! backward sweep reads gets a zero where the procedure begins, a pointer leads nowhere there. So does what is saved before the first turn of a loop has set it.

use std::collections::{BTreeMap, BTreeSet};

use il::expr::Item;
use il::stmt::{Label, associated};
use il::symbol::{Storage, SymbolKind};
use il::typing::type_of;
use il::{
    Block, Expr, ExprKind, Language, Program, ScalarClass, StmtId, StmtKind, Subscript, SymbolId, Type, UnitId, Upper,
};

use crate::derive::{Shell, World};
use crate::simplify;

/// The largest array of C whose elements are watched.
const FEW: i64 = 16;

/// Gives what is not surely set before it is read a value where the procedure begins, so that compilers do not warn.
pub(crate) fn initialise(world: &mut World, shell: &Shell, body: &mut Block) {
    let mut flow = Assigned { world, unit: shell.unit, doubtful: Vec::new(), jumps: BTreeMap::new() };
    let mut set = Parts::default();
    flow.block(body, &mut set);
    let (never_set, is_c) = (flow.never_set(body), flow.is_c());
    let doubtful = flow.doubtful;
    let mut ids = Block::new();
    let mut pointers: Vec<Expr> = Vec::new();
    for s in doubtful {
        let Some(v) = world.out.variable(s).cloned() else { continue };
        if v.storage != Storage::Local || v.saved || v.allocatable || v.init.is_some() {
            continue;
        }
        if v.pointer {
            pointers.push(Expr::var(s));
            continue;
        }
        // Set under another name, perhaps.
        if world.is_overlaid(s) {
            continue;
        }
        if shell.maps.symbols.values().any(|x| *x == s) && is_c && v.constant {
            continue;
        }
        let rhs = match &v.ty {
            Type::Scalar(ty) if ty.class == ScalarClass::Logical => Expr::logical(false),
            Type::Scalar(ty) => simplify::zero(ty),
            Type::Pointer { .. } => Expr::int(0),
            Type::Array { .. } | Type::Record(_) => {
                if elements(&world.out, &v.ty).is_none() {
                    continue;
                }
                let init = zeros(&v.ty);
                if let SymbolKind::Variable(v) = &mut world.out.symbols[s].kind {
                    v.init = Some(init);
                    v.constant = false;
                }
                continue;
            }
            Type::Character { .. } | Type::Procedure | Type::Void | Type::Opaque(_) => continue,
        };
        ids.push(world.out.units[shell.unit].add(StmtKind::Assign { lhs: Expr::var(s), rhs }));
    }
    if !pointers.is_empty() {
        ids.push(world.out.units[shell.unit].add(StmtKind::Nullify(pointers)));
    }
    for (s, rhs) in never_set {
        ids.push(world.out.units[shell.unit].add(StmtKind::Assign { lhs: Expr::var(s), rhs }));
    }
    in_front(&world.out, shell.unit, body, ids);
}

/// The variables of which elements are set where a test of constants decides, and elsewhere.
fn set_where_decided(p: &Program, unit: UnitId, block: &Block, inside: bool, found: [&mut BTreeSet<SymbolId>; 2]) {
    let [decided, free] = found;
    for id in block {
        let kind = &p.units[unit].stmts[*id].kind;
        let mut decides = inside;
        if let StmtKind::If(i) = kind {
            decides |= i.arms.iter().any(|a| a.test.any(&mut |x| is_test_of_constants(p, x)));
        }
        if let Some(lhs) = kind.assigned() {
            let set = if decides { &mut *decided } else { &mut *free };
            set.extend(lhs.root());
        } else if !decides {
            // Calls and restores may set it as well.
            kind.exprs(&mut |e| {
                e.walk(&mut |x| free.extend(if let ExprKind::Var(s) = x.kind { Some(s) } else { None }));
            });
        }
        kind.blocks().into_iter().for_each(|b| set_where_decided(p, unit, b, decides, [&mut *decided, &mut *free]));
    }
}

/// Whether a logical expression is made of constants.
fn is_test_of_constants(p: &Program, e: &Expr) -> bool {
    let changes = |x: &Expr| {
        matches!(x.kind, ExprKind::Var(s) if p.variable(s).is_some())
            || matches!(x.kind, ExprKind::Call { .. } | ExprKind::Index { .. } | ExprKind::Intrinsic(..))
    };
    type_of(p, e).class() == Some(ScalarClass::Logical) && !e.any(&mut |x| changes(x))
}

/// Puts statements where a procedure begins, behind its declarations.
pub(crate) fn in_front(p: &Program, unit: UnitId, body: &mut Block, ids: Block) {
    let kind = |id: &StmtId| &p.units[unit].stmts[*id].kind;
    let behind = body.iter().position(|s| !matches!(kind(s), StmtKind::Declare(_))).unwrap_or(body.len());
    // Nothing comes between a declaration and its initial value.
    let is_initial = |(declaration, value): (&StmtId, &StmtId)| {
        matches!((kind(declaration), kind(value)), (StmtKind::Declare(list), StmtKind::Assign { lhs, .. })
            if matches!(list[..], [s] if lhs.kind == ExprKind::Var(s)))
    };
    let last = behind.checked_sub(1).filter(|k| body.get(behind).is_some_and(|next| is_initial((&body[*k], next))));
    let at = last.unwrap_or(behind);
    body.splice(at..at, ids);
}

/// What clears all of an array or a structure of C: `{ { 0 } }`, a brace for each dimension of an array of numbers; `{ 0 }` where there are
/// structures, which compilers take for all of them without a word (`-Wmissing-field-initializers`).
fn zeros(ty: &Type) -> Expr {
    let list = |value: Expr| ExprKind::Constructor { items: vec![Item::Value(value)], ty: None }.into();
    match ty {
        Type::Array { elem, .. } if ty.record().is_none() => list(zeros(elem)),
        Type::Array { .. } => list(Expr::int(0)),
        Type::Record(record) => ExprKind::Structure { record: *record, args: vec![il::Arg::new(Expr::int(0))] }.into(),
        _ => Expr::int(0),
    }
}

/// A variable, or a member of a structure or an element of an array of C.
type Part = (SymbolId, Option<usize>);

/// What is set: variables, and members of structures, which compilers tell apart.
#[derive(Clone, Default)]
struct Parts(BTreeSet<Part>);

impl Parts {
    fn add(&mut self, whole: impl IntoIterator<Item = SymbolId>) {
        self.0.extend(whole.into_iter().map(|s| (s, None)));
    }

    /// Whether a member is set, or anything of a variable.
    fn has(&self, (s, member): Part) -> bool {
        match member {
            Some(_) => self.covers((s, member)),
            None => self.0.range((s, None)..).next().is_some_and(|first| first.0 == s),
        }
    }

    /// Whether a member, or all of a variable, is set.
    fn covers(&self, part: Part) -> bool {
        self.0.contains(&part) || self.0.contains(&(part.0, None))
    }

    /// What is set both here and there.
    fn meet(&self, other: &Parts) -> Parts {
        let common = |a: &Parts, b: &Parts| a.0.iter().copied().filter(|part| b.covers(*part)).collect::<Vec<_>>();
        Parts(common(self, other).into_iter().chain(common(other, self)).collect())
    }
}

/// Definite assignment over the generated body, as a compiler sees it.
struct Assigned<'w, 'a> {
    world: &'w World<'a>,
    unit: UnitId,
    doubtful: Vec<SymbolId>,
    /// What is set at all jumps to a label so far.
    jumps: BTreeMap<Label, Parts>,
}

impl Assigned<'_, '_> {
    /// Fortran: local arrays that are set only where a test of constants decides, `debug .and. x > 0` of a constant `debug`; with what clears them. Compilers leave out
    /// such statements, and then warn of what reads the array in the backward sweep, where they know of no test.
    fn never_set(&self, body: &Block) -> Vec<(SymbolId, Expr)> {
        if self.is_c() {
            return Vec::new();
        }
        let (p, unit) = (&self.world.out, self.unit);
        let (mut decided, mut free) = (BTreeSet::new(), BTreeSet::new());
        set_where_decided(p, unit, body, false, [&mut decided, &mut free]);
        let clears = |s: SymbolId| {
            let v = p.variable(s).filter(|v| v.is_unsaved_local() && !v.allocatable && !v.pointer)?;
            let Type::Array { elem, .. } = &v.ty else { return None };
            let own = p.home(s) == Some(unit) && v.init.is_none() && !self.world.is_overlaid(s);
            elem.scalar().filter(|ty| own && ty.class == ScalarClass::Real).map(|ty| (s, simplify::zero(ty)))
        };
        decided.difference(&free).filter_map(|s| clears(*s)).collect()
    }

    fn read(&mut self, e: &Expr, set: &mut Parts) {
        let mut found = Vec::new();
        self.values(e, set, &mut found);
        for (s, _) in found.into_iter().filter(|part| !set.has(*part)).collect::<Vec<_>>() {
            let watched = |v: &il::symbol::Variable| v.is_unsaved_local() && (v.pointer || self.watches(&v.ty));
            let local = self.world.out.variable(s).is_some_and(watched);
            let own = local && self.world.out.home(s) == Some(self.unit);
            if own && !self.doubtful.contains(&s) {
                self.doubtful.push(s);
            }
            set.add([s]);
        }
    }

    /// The variables whose values an expression reads. What it takes the address of may be set through that from then on.
    fn values(&self, e: &Expr, set: &mut Parts, found: &mut Vec<Part>) {
        match &e.kind {
            ExprKind::Var(s) => match self.world.out.symbol_type(*s) {
                Some(Type::Array { .. }) if self.is_c() => set.add([*s]),
                _ => found.push((*s, None)),
            },
            ExprKind::Index { .. } | ExprKind::Field { .. } => {
                let root = self.whole(e);
                found.extend(root.map(|s| (s, member(&self.world.out, e))));
                e.children(&mut |c| {
                    if root.is_none_or(|s| c.kind != ExprKind::Var(s)) {
                        self.values(c, set, found);
                    }
                });
            }
            ExprKind::Address(x) => {
                set.add(self.whole(x));
                x.children(&mut |c| self.values(c, set, found));
            }
            _ => e.children(&mut |c| self.values(c, set, found)),
        }
    }

    /// Fortran: a pointer is given a target.
    fn give(&mut self, pointer: &Expr, set: &mut Parts) {
        match &pointer.kind {
            ExprKind::Var(s) => {
                set.add([*s]);
            }
            _ => pointer.children(&mut |c| self.read(c, set)),
        }
    }

    fn is_pointer(&self, s: SymbolId) -> bool {
        self.world.out.variable(s).is_some_and(|v| v.pointer)
    }

    /// Of C also structures, and arrays of few elements: compilers treat their parts like scalars.
    fn watches(&self, ty: &Type) -> bool {
        match ty {
            Type::Scalar(_) | Type::Pointer { .. } => true,
            Type::Array { .. } => self.is_c() && elements(&self.world.out, ty).is_some_and(|n| n <= FEW),
            Type::Record(_) => self.is_c(),
            Type::Character { .. } | Type::Procedure | Type::Void | Type::Opaque(_) => false,
        }
    }

    fn is_c(&self) -> bool {
        self.world.out.units[self.unit].language == Language::C
    }

    /// The array or structure of C that a place is a part of, or that is handed over by its address.
    fn whole(&self, place: &Expr) -> Option<SymbolId> {
        let root = place.root().filter(|_| self.is_c() && !through_pointer(&self.world.out, place))?;
        matches!(self.world.out.symbol_type(root), Some(Type::Array { .. } | Type::Record(_))).then_some(root)
    }

    /// Arrays and structures that a loop sets count as set behind it: compilers do not follow their elements so far.
    fn leave_loop(&self, inner: Parts, set: &mut Parts) {
        set.0.extend(inner.0.into_iter().filter(|(s, _)| self.whole(&Expr::var(*s)).is_some()));
    }

    /// A value that goes to the tape: of arrays the whole, however many elements it has.
    fn save(&mut self, value: &Expr, set: &mut Parts) {
        let own = |s: &SymbolId| {
            let v = self.world.out.variable(*s);
            self.world.out.home(*s) == Some(self.unit) && v.is_some_and(|v| v.is_unsaved_local())
        };
        let whole = self.whole(value).filter(|_| matches!(type_of(&self.world.out, value), Type::Array { .. }));
        if let Some(s) = whole.filter(|s| own(s) && !set.has((*s, None)) && !self.doubtful.contains(s)) {
            self.doubtful.push(s);
        }
        self.read(value, set);
    }

    /// What a call is given.
    fn pass(&mut self, args: &[il::Arg], set: &mut Parts) {
        for a in args {
            match &a.value.kind {
                // Passed by reference: the callee may set it.
                ExprKind::Var(s) if self.world.out.units[self.unit].language == Language::Fortran => {
                    set.add([*s]);
                }
                ExprKind::Address(x) if !through_pointer(&self.world.out, x) => set.add(x.root()),
                // An array decays: the callee may set it.
                _ if matches!(type_of(&self.world.out, &a.value), Type::Array { .. }) && self.is_c() => {
                    set.add(a.value.root());
                }
                _ => self.read(&a.value, set),
            }
        }
    }

    fn block(&mut self, block: &Block, set: &mut Parts) {
        for &id in block {
            let stmt = self.world.out.units[self.unit].stmts[id].clone();
            // Jumps forward are followed, as compilers do; what is set where a jump goes back to is set there already.
            if let Some(there) = stmt.label.as_ref().and_then(|l| self.jumps.get(l)) {
                *set = set.meet(there);
            }
            match &stmt.kind {
                StmtKind::Goto(label) => {
                    let here = match self.jumps.get(label) {
                        Some(known) => known.meet(set),
                        None => set.clone(),
                    };
                    self.jumps.insert(label.clone(), here);
                }
                StmtKind::Assign { lhs, rhs } => {
                    match &rhs.kind {
                        ExprKind::Call { args, .. } => self.pass(args, set),
                        _ => self.read(rhs, set),
                    }
                    match &lhs.kind {
                        ExprKind::Var(s) if !self.is_pointer(*s) => {
                            set.add([*s]);
                        }
                        ExprKind::Var(_) => self.read(lhs, set),
                        _ => {
                            set.0.extend(self.whole(lhs).map(|s| (s, member(&self.world.out, lhs))));
                            lhs.children(&mut |c| self.read(c, set));
                        }
                    }
                }
                StmtKind::Restore { into, .. } | StmtKind::RestoreControl { into, .. } => {
                    match into.root() {
                        Some(s) if self.is_pointer(s) => self.read(&Expr::var(s), set),
                        root if !through_pointer(&self.world.out, into) => set.add(root),
                        _ => {}
                    }
                    into.children(&mut |c| self.read(c, set));
                }
                StmtKind::Save { value, .. } => {
                    if self.is_c() {
                        self.save(value, set);
                    } else {
                        value.children(&mut |c| self.read(c, set));
                    }
                }
                StmtKind::Call { args, .. } => self.pass(args, set),
                StmtKind::PointerAssign { lhs, rhs } if !self.is_c() => {
                    match rhs.root() {
                        Some(s) if !self.is_pointer(s) => {
                            // What it points to may be set through it.
                            set.add([s]);
                        }
                        _ => self.read(rhs, set),
                    }
                    self.give(associated(lhs), set);
                }
                StmtKind::Allocate { objects, .. } if !self.is_c() => {
                    let whole = |e: &Expr| objects.iter().any(|o| o.object == *e);
                    stmt.kind.exprs(&mut |e| {
                        if !whole(e) {
                            self.read(e, set);
                        }
                    });
                    objects.iter().for_each(|o| self.give(&o.object, set));
                }
                StmtKind::Nullify(objects) => objects.iter().for_each(|o| self.give(o, set)),
                StmtKind::If(i) => {
                    let mut ends: Vec<Parts> = Vec::new();
                    for a in &i.arms {
                        self.read(&a.test, set);
                        let mut inner = set.clone();
                        self.block(&a.body, &mut inner);
                        if !self.leaves(&a.body) {
                            ends.push(inner);
                        }
                    }
                    let mut inner = set.clone();
                    if let Some(o) = &i.otherwise {
                        self.block(o, &mut inner);
                    }
                    if !i.otherwise.as_ref().is_some_and(|o| self.leaves(o)) {
                        ends.push(inner);
                    }
                    if let Some(first) = ends.pop() {
                        *set = ends.into_iter().fold(first, |a, b| a.meet(&b));
                    }
                }
                StmtKind::Select { selector, cases, .. } => {
                    self.read(selector, set);
                    let mut ends: Vec<Parts> = Vec::new();
                    for c in cases {
                        let mut inner = set.clone();
                        self.block(&c.body, &mut inner);
                        ends.push(inner);
                    }
                    if cases.iter().any(|c| c.default)
                        && let Some(first) = ends.pop()
                    {
                        *set = ends.into_iter().fold(first, |a, b| a.meet(&b));
                    }
                }
                StmtKind::Do(d) => {
                    stmt.kind.exprs(&mut |e| self.read(e, set));
                    set.add([d.var]);
                    let mut inner = set.clone();
                    self.block(&d.body, &mut inner);
                    self.leave_loop(inner, set);
                }
                StmtKind::While { body, test, .. } => {
                    self.read(test, set);
                    let mut inner = set.clone();
                    self.block(body, &mut inner);
                    self.leave_loop(inner, set);
                }
                StmtKind::Until { body, test, .. } => {
                    self.block(body, set);
                    self.read(test, set);
                }
                StmtKind::Loop { body, .. } => {
                    let mut inner = set.clone();
                    self.block(body, &mut inner);
                    self.leave_loop(inner, set);
                }
                StmtKind::Scope { body, .. } => self.block(body, set),
                StmtKind::Opaque { reads, writes, .. } => {
                    reads.iter().for_each(|e| self.read(e, set));
                    writes.iter().for_each(|e| set.add(e.root()));
                }
                _ => {
                    stmt.kind.exprs(&mut |e| self.read(e, set));
                    for inner in stmt.kind.blocks() {
                        let mut own = set.clone();
                        self.block(inner, &mut own);
                    }
                }
            }
        }
    }

    fn leaves(&self, block: &Block) -> bool {
        block.last().is_some_and(|id| {
            matches!(
                self.world.out.units[self.unit].stmts[*id].kind,
                StmtKind::Goto(_)
                    | StmtKind::Exit(_)
                    | StmtKind::Cycle(_)
                    | StmtKind::Return(_)
                    | StmtKind::Stop { .. }
            )
        })
    }
}

/// The member or element of its variable that a place is, or is a part of; members of a union are one.
fn member(p: &Program, place: &Expr) -> Option<usize> {
    let of_variable = |base: &Expr| matches!(base.kind, ExprKind::Var(_));
    place.spine().find_map(|e| match &e.kind {
        ExprKind::Field { base, record, field } => {
            (of_variable(base) && !p.records[*record].is_union()).then_some(*field)
        }
        ExprKind::Index { base, subs } if of_variable(base) => element(p, &type_of(p, base), subs),
        _ => None,
    })
}

/// Which element of an array of C literal subscripts name.
fn element(p: &Program, array: &Type, subs: &[Subscript]) -> Option<usize> {
    let Type::Array { dims, .. } = array else { return None };
    let all = dims.iter().zip(subs).filter(|_| dims.len() == subs.len());
    let at = all.map(|(d, sub)| {
        let (Upper::At(extent), Subscript::At(e)) = (&d.upper, sub) else { return None };
        Some((il::fold::integer(p, extent)?, e.as_int()?))
    });
    let at: Vec<(i64, i64)> = at.collect::<Option<_>>()?;
    let flat = at.iter().try_fold(0i64, |flat, (extent, k)| flat.checked_mul(*extent)?.checked_add(*k))?;
    usize::try_from(flat).ok().filter(|_| !at.is_empty())
}

/// Whether a place lies behind a pointer.
fn through_pointer(p: &Program, place: &Expr) -> bool {
    match &place.kind {
        ExprKind::Index { base, .. } => matches!(type_of(p, base), Type::Pointer { .. }) || through_pointer(p, base),
        ExprKind::Field { base, .. } => through_pointer(p, base),
        ExprKind::Deref(_) => true,
        _ => false,
    }
}

/// How many elements an array has, when that is known.
fn elements(p: &Program, ty: &Type) -> Option<i64> {
    let Type::Array { elem, dims } = ty else { return Some(1) };
    dims.iter().try_fold(elements(p, elem)?, |n, d| match &d.upper {
        Upper::At(e) => Some(n * il::fold::integer(p, e)?),
        Upper::Deferred | Upper::Assumed => None,
    })
}
