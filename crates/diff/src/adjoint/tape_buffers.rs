//! Saved values of loops that nobody counts: in a small local array, which goes to the run-time stack as a whole when it is full.
//!
//! What [`super::tape_arrays`] leaves on the stack (turns of WHILE loops and of loops made by GOTO, what jumps may leave or repeat) is pushed value by
//! value, by calls that a Fortran compiler cannot see through. All scalars of one type share an array of a fixed size here, and so do pointers of C, and
//! the structures that hold associations in Fortran:
//!
//! ```text
//! tape(tape_at) = x                                    if (tape_at == 0) call popreal8array(tape, 512)
//! tape_at = iand(tape_at + 1, 511)                     tape_at = iand(tape_at - 1, 511)
//! if (tape_at == 0) call pushreal8array(tape, 512)     x = tape(tape_at)
//! ```
//!
//! A pointer and its derivative, which are saved one behind the other, have an array each and one number of elements.
//!
//! The ways that were taken are the digits of a number, which goes to the stack when the next ones would not fit: what every turn of a loop
//! restores says where to look, once a turn.
//!
//! It is right whatever the flow is: values of one array are a stack of their own, restored in the order that mirrors that of their saves, as any values on
//! the run-time stack are. Behind a save the array is empty only if it has just gone there, so that in front of the restore it comes back from where
//! the pops that mirror the other pushes have come to. It must be the procedure's own while both sweeps run: procedures that may be active several
//! times at once (their arrays would fill the machine's stack), iterations that threads share, halves of split mode and what reads the tape several times go
//! on as they are.

use std::collections::{BTreeMap, BTreeSet};

use il::stmt::If;
use il::symbol::{Intent, Storage};
use il::typing::type_of;
use il::{
    BinaryOp, Block, Dim, Expr, ExprKind, Language, ScalarClass, Stmt, StmtId, StmtKind, SymbolId, TapeId, Type,
    UnitId, Upper,
};

use super::tidy::initial;
use crate::derive::{Shell, World};
use crate::request::Improvement;

/// Elements of a buffer, a power of two: a small part of the first cache.
const ELEMENTS: i64 = 512;
/// Bits of the number that holds ways, without its sign.
const BITS: u32 = 31;
/// More bits than that leave too little room in it.
const WIDEST: u32 = 9;

/// The saves and restores of one tape entry.
#[derive(Default)]
struct Entry {
    saves: usize,
    restores: usize,
    /// Some save may be executed several times.
    repeats: bool,
    /// It cannot wait in a buffer.
    fixed: bool,
    place: Option<Expr>,
    /// Of a record of ways, how many there are, and the type of what it comes back to.
    ways: Option<u32>,
    ty: Option<Type>,
}

/// What is known where a statement stands.
#[derive(Clone, Copy)]
struct Around {
    repeats: bool,
    shared: bool,
}

/// A local array and the number of elements in it.
#[derive(Clone, Copy)]
struct Buffer {
    array: SymbolId,
    at: SymbolId,
    id: TapeId,
    /// Beside which it is filled, if it is.
    beside: Option<Beside>,
}

/// Of two arrays with one number of elements: this one is filled first and emptied last, or the other, which is that.
#[derive(Clone, Copy)]
enum Beside {
    First,
    Second(SymbolId, TapeId),
}

impl Buffer {
    /// Its next element.
    fn slot(self) -> Expr {
        Expr::index(Expr::var(self.array), vec![Expr::var(self.at)])
    }

    /// What goes to the stack when it is full; `None` where another array has another element first.
    fn all(self) -> Option<Vec<(SymbolId, TapeId)>> {
        match self.beside {
            None => Some(vec![(self.array, self.id)]),
            Some(Beside::First) => None,
            Some(Beside::Second(first, id)) => Some(vec![(first, id), (self.array, self.id)]),
        }
    }
}

/// The number whose digits are ways.
struct Ways {
    digits: SymbolId,
    /// It goes to the stack from there on.
    most: i64,
    id: TapeId,
    /// Behind the saves of which it may go there.
    looked_at: BTreeSet<TapeId>,
}

/// Moves saved scalars of one joint adjoint from the stack to buffers; `tapes` is the number of tape entries.
pub(super) fn place(world: &mut World, shell: &mut Shell, body: &mut Block, tapes: &mut u32) {
    let unit = shell.unit;
    if !world.request.improves(Improvement::TapeArrays)
        || !world.source.units[shell.original].children.is_empty()
        || world.facts.analysis.calls().is_recursive(shell.original)
        || reads_again(world, unit, body)
    {
        return;
    }
    let mut entries: BTreeMap<TapeId, Entry> = BTreeMap::new();
    let mut labelled = false;
    collect(world, shell, body, Around { repeats: false, shared: false }, &mut labelled, &mut entries);
    entries.retain(|_, e| e.repeats && !e.fixed && e.saves > 0 && e.restores > 0);
    if entries.is_empty() {
        return;
    }
    let mut new = Vec::new();
    let mut fresh = || {
        *tapes += 1;
        il::Id::from_index(*tapes as usize - 1)
    };
    // One buffer for each type, two for what is saved side by side.
    let pairs = pairs(&world.out.units[unit], body, &entries);
    let seconds: BTreeSet<TapeId> = pairs.values().copied().collect();
    let plain = |id: &TapeId| {
        let mut ty = entries.get(id)?.ty.clone()?;
        if let Type::Pointer { restrict, .. } = &mut ty {
            *restrict = false;
        }
        Some(ty)
    };
    let mut kinds: Vec<(Vec<Type>, Vec<Buffer>)> = Vec::new();
    let mut buffers: BTreeMap<TapeId, Buffer> = BTreeMap::new();
    for id in entries.iter().filter(|(id, e)| e.ways.is_none() && !seconds.contains(id)).map(|(id, _)| id) {
        let ids: Vec<TapeId> = [*id].into_iter().chain(pairs.get(id).copied()).collect();
        let Some(types) = ids.iter().map(plain).collect::<Option<Vec<Type>>>() else { continue };
        let like = |k: &Vec<Type>| k.len() == types.len() && k.iter().zip(&types).all(|(a, b)| are_alike(a, b));
        let known = kinds.iter().find(|(k, _)| like(k)).map(|(_, b)| b.clone());
        let made = known.unwrap_or_else(|| {
            let mut made = vec![buffer(world, shell, &types[0], fresh(), None)];
            new.push(world.out.units[unit].add(set(made[0].at, Expr::int(0))));
            if let Some(second) = types.get(1) {
                made.push(buffer(world, shell, second, fresh(), Some(made[0])));
                made[0].beside = Some(Beside::First);
            }
            kinds.push((types, made.clone()));
            made
        });
        buffers.extend(ids.into_iter().zip(made));
    }
    let records: BTreeMap<TapeId, u32> = entries.iter().filter_map(|(id, e)| Some((*id, bits(e.ways?)))).collect();
    let ty = entries.values().find(|e| e.ways.is_some()).and_then(|e| e.ty.clone());
    let ways = ty.filter(|_| !records.is_empty()).map(|ty| {
        let digits = world.local(shell, if shell.upper { "WAYS" } else { "ways" }, ty);
        new.push(world.out.units[unit].add(set(digits, Expr::int(1))));
        let (looked_at, room) = looked_at(world, unit, body, &records);
        Ways { digits, most: 1 << (BITS - room), id: fresh(), looked_at }
    });
    Rewrite { world: &mut *world, unit, buffers, ways, records }.block(body);
    if let Some(first) = new.first() {
        let said = " What loops save waits in an array or a number, which goes to the stack when it is full.";
        world.out.units[unit].stmts[*first].comments.push(said.into());
    }
    initial::in_front(&world.out, unit, body, new);
    initial::initialise(world, shell, body);
}

/// Whether values of two types may wait in one array. Integers without a sign may be enumerations: compilers warn of one that gets the value of another.
fn are_alike(a: &Type, b: &Type) -> bool {
    let spelled = match (a, b) {
        (Type::Scalar(a), Type::Scalar(b)) => a.unsigned == b.unsigned && (!b.unsigned || a.spelling == b.spelling),
        (_, _) => true,
    };
    a == b && spelled
}

/// A buffer for values of a type, perhaps beside another one.
fn buffer(world: &mut World, shell: &mut Shell, ty: &Type, id: TapeId, first: Option<Buffer>) -> Buffer {
    let language = world.out.units[shell.unit].language;
    let (lower, upper) =
        if language.first_index() == 0 { (None, ELEMENTS) } else { (Some(Expr::int(0)), ELEMENTS - 1) };
    let dims = vec![Dim { lower, upper: Upper::At(Expr::int(upper)) }];
    let name = match (ty, first) {
        (Type::Scalar(s), _) if s.class == ScalarClass::Integer => "itape",
        (Type::Scalar(_), _) => "tape",
        (_, Some(_)) => "ptapeb",
        (_, None) => "ptape",
    };
    let spelled = |s: String| if shell.upper { s.to_uppercase() } else { s };
    let (name, counter) = (spelled(name.into()), spelled(format!("{name}_at")));
    let array = world.local(shell, &name, Type::Array { elem: Box::new(ty.clone()), dims });
    if let Some(f) = first {
        return Buffer { array, at: f.at, id, beside: Some(Beside::Second(f.array, f.id)) };
    }
    let integer = world.out.counting_integer(language);
    let at = world.local(shell, &counter, Type::Scalar(integer));
    Buffer { array, at, id, beside: None }
}

/// Pointers, and structures that hold associations, that are always saved one directly behind the other, and come back so: the second of each first one.
fn pairs(u: &il::Unit, body: &Block, entries: &BTreeMap<TapeId, Entry>) -> BTreeMap<TapeId, TapeId> {
    let (mut saved, mut restored) = (BTreeMap::new(), BTreeMap::new());
    adjacent(u, body, &mut saved, &mut restored);
    let (mut out, mut taken) = (BTreeMap::new(), BTreeSet::new());
    for (&(a, b), n) in &saved {
        let (Some(first), Some(second), Some(m)) = (entries.get(&a), entries.get(&b), restored.get(&(a, b))) else {
            continue;
        };
        let fits = |e: &Entry| {
            let leads = matches!(e.ty, Some(Type::Pointer { .. } | Type::Record(_)));
            leads && e.ways.is_none() && (e.saves, e.restores) == (*n, *m)
        };
        if a != b && fits(first) && fits(second) && !taken.contains(&a) && !taken.contains(&b) {
            taken.extend([a, b]);
            out.insert(a, b);
        }
    }
    out
}

/// How often one value is saved directly behind another, and comes back directly in front of it.
type Adjacent = BTreeMap<(TapeId, TapeId), usize>;

fn adjacent(u: &il::Unit, block: &Block, saved: &mut Adjacent, restored: &mut Adjacent) {
    for (k, stmt) in block.iter().enumerate() {
        let kind = &u.stmts[*stmt].kind;
        kind.blocks().into_iter().for_each(|b| adjacent(u, b, saved, restored));
        // Between structures of associations stands what these are associated with.
        let mut next = block[k + 1..].iter().take(2).map(|s| &u.stmts[*s]).take_while(|s| s.label.is_none());
        let next = next.find(|s| !matches!(s.kind, StmtKind::PointerAssign { .. }));
        let next = next.map(|s| &s.kind);
        if let (StmtKind::Save { id: a, .. }, Some(StmtKind::Save { id: b, .. })) = (kind, next) {
            *saved.entry((*a, *b)).or_default() += 1;
        } else if let (StmtKind::Restore { id: b, .. }, Some(StmtKind::Restore { id: a, .. })) = (kind, next) {
            *restored.entry((*a, *b)).or_default() += 1;
        }
    }
}

fn set(s: SymbolId, rhs: Expr) -> StmtKind {
    StmtKind::Assign { lhs: Expr::var(s), rhs }
}

/// The bits that tell so many ways apart.
fn bits(ways: u32) -> u32 {
    (u32::BITS - ways.saturating_sub(1).leading_zeros()).max(1)
}

/// Whether a body may read one part of the tape several times, or names of ours are the user's.
fn reads_again(world: &World, unit: UnitId, body: &Block) -> bool {
    let u = &world.out.units[unit];
    let mut found = world.out.lookup(u.scope, "iand").is_some();
    u.walk(body, &mut |_, s| {
        s.kind.each_call(&mut |callee, _| {
            let name = world.out.symbols[callee].name.to_ascii_lowercase();
            found |= name.starts_with("adstack_") || name.starts_with("adbinomial");
        });
    });
    found
}

fn collect(
    world: &World,
    shell: &Shell,
    block: &Block,
    around: Around,
    labelled: &mut bool,
    entries: &mut BTreeMap<TapeId, Entry>,
) {
    let unit = shell.unit;
    for stmt in block {
        let s = &world.out.units[unit].stmts[*stmt];
        // A jump may come back to it.
        *labelled |= s.label.is_some();
        let repeats = around.repeats || *labelled;
        match &s.kind {
            StmtKind::Save { id, value } => {
                let e = entries.entry(*id).or_default();
                e.saves += 1;
                e.repeats |= repeats;
                note(world, shell, e, value, around);
            }
            StmtKind::Restore { id, into } => {
                let e = entries.entry(*id).or_default();
                e.restores += 1;
                note(world, shell, e, into, around);
            }
            StmtKind::SaveControl { id, ways, .. } => {
                let e = entries.entry(*id).or_default();
                e.saves += 1;
                e.repeats |= repeats;
                e.fixed |= around.shared || bits(*ways) > WIDEST;
                e.ways = Some(*ways);
            }
            StmtKind::RestoreControl { id, into, .. } => {
                let e = entries.entry(*id).or_default();
                e.restores += 1;
                let ty = type_of(&world.out, into);
                // Counted with literals, which have the kind of INTEGER (eight bytes under `-i8`, where the way comes back to four).
                let counts = world.out.counting_integer(world.out.units[unit].language).bytes;
                let is_counter = matches!(&ty, Type::Scalar(s) if s.class == ScalarClass::Integer && s.bytes == counts && counts >= 4);
                e.fixed |= around.shared || !is_counter;
                e.ty = Some(ty);
            }
            kind => {
                let inner = Around {
                    repeats: around.repeats || kind.repeats(),
                    shared: around.shared || kind.parallel().is_some() || matches!(kind, StmtKind::Forall { .. }),
                };
                for b in kind.blocks() {
                    collect(world, shell, b, inner, labelled, entries);
                }
            }
        }
    }
}

/// Takes down a place that is saved or restored.
fn note(world: &World, shell: &Shell, e: &mut Entry, place: &Expr, around: Around) {
    let same = e.place.as_ref().is_none_or(|p| p == place);
    e.fixed |= around.shared || !same || !may_be_copied(world, shell, place);
    e.ty = Some(type_of(&world.out, place));
    e.place = Some(place.clone());
}

/// Whether a place holds a number or a pointer that an assignment may copy where it is saved: one that the stack knows, that is there, and that has a value
/// or can be given one where the procedure begins.
fn may_be_copied(world: &World, shell: &Shell, place: &Expr) -> bool {
    let unit = shell.unit;
    let is_described = world.out.units[unit].language.describes_storage();
    let known = match type_of(&world.out, place) {
        Type::Scalar(s) => match s.class {
            ScalarClass::Integer | ScalarClass::Real => matches!(s.bytes, 4 | 8),
            ScalarClass::Complex => is_described && matches!(s.bytes, 8 | 16),
            ScalarClass::Logical => is_described && s.bytes == 4,
        },
        // To a structure or to a number: what has extents would be declared with them.
        Type::Pointer { to, .. } => matches!(*to, Type::Scalar(_) | Type::Record(_)),
        // Tapenade's runtime knows texts alone.
        Type::Record(r) => shell.holders.contains(&r) && !world.request.tapenade_runtime,
        Type::Array { .. } | Type::Character { .. } | Type::Procedure | Type::Void | Type::Opaque(_) => false,
    };
    let Some(symbol) = place.root() else { return false };
    let Some(root) = world.out.variable(symbol) else { return false };
    let whole = matches!(place.kind, ExprKind::Var(_));
    let local = root.is_unsaved_local();
    // A local array need not have a value everywhere; nor need what the caller gets.
    let valued = match (is_described, local) {
        (false, true | false) => true,
        (true, true) => whole && world.out.home(symbol) == Some(unit) && !root.pointer && !root.allocatable,
        (true, false) => {
            let out = matches!(root.storage, Storage::Dummy(_)) && root.intent == Some(Intent::Out);
            !out && !root.optional
        }
    };
    known && valued && !world.is_overlaid(symbol) && !place.has_call()
}

/// Behind the saves of which records the number of ways is looked at, and how many bits may come between: those of all others, each at most once, and
/// one more. Every turn of a loop must pass one of them.
fn looked_at(world: &World, unit: UnitId, body: &Block, records: &BTreeMap<TapeId, u32>) -> (BTreeSet<TapeId>, u32) {
    let mut out = BTreeSet::new();
    each_turn(world, unit, body, false, records, &mut out);
    let widest = records.values().copied().max().unwrap_or(1);
    let between: u32 = records.iter().filter(|(id, _)| !out.contains(id)).map(|(_, bits)| bits).sum();
    if between + widest <= BITS / 2 {
        return (out, between + widest);
    }
    (records.keys().copied().collect(), widest)
}

/// Adds one record that each turn of a loop restores, for each loop that restores any; all records of a loop where there is none.
fn each_turn(
    world: &World,
    unit: UnitId,
    block: &Block,
    is_turn: bool,
    records: &BTreeMap<TapeId, u32>,
    out: &mut BTreeSet<TapeId>,
) {
    let u = &world.out.units[unit];
    let record = |s: &StmtId| {
        let StmtKind::RestoreControl { id, .. } = u.stmts[*s].kind else { return None };
        records.contains_key(&id).then_some(id)
    };
    // Of the turn itself, not of loops in it.
    let mut own: Vec<TapeId> = Vec::new();
    let mut leaves = false;
    let mut todo: Vec<StmtId> = block.clone();
    while let Some(s) = todo.pop() {
        let kind = &u.stmts[s].kind;
        own.extend(record(&s));
        leaves |= kind.leaves_blocks() || kind.jumps_to_labels() || u.stmts[s].label.is_some();
        for b in kind.blocks() {
            if kind.repeats() {
                each_turn(world, unit, b, true, records, out);
            } else {
                todo.extend(b);
            }
        }
    }
    if !is_turn || own.is_empty() {
        return;
    }
    match block.iter().find_map(record).filter(|_| !leaves) {
        Some(id) => {
            out.insert(id);
        }
        None => out.extend(own),
    }
}

/// Puts buffers in the place of the stack.
struct Rewrite<'w, 'a> {
    world: &'w mut World<'a>,
    unit: UnitId,
    buffers: BTreeMap<TapeId, Buffer>,
    ways: Option<Ways>,
    records: BTreeMap<TapeId, u32>,
}

impl Rewrite<'_, '_> {
    fn block(&mut self, block: &mut Block) {
        let mut out = Block::new();
        for &stmt in block.iter() {
            let unit = self.unit;
            match self.instead(stmt) {
                Some(mut kinds) => {
                    self.take_in(&mut kinds, &out);
                    let old = std::mem::replace(&mut self.world.out.units[unit].stmts[stmt], Stmt::from(StmtKind::Nop));
                    out.extend(self.world.out.units[unit].add_in_place_of(old, kinds));
                }
                None => {
                    let mut kind = std::mem::replace(&mut self.world.out.units[unit].stmts[stmt].kind, StmtKind::Nop);
                    for b in kind.blocks_mut() {
                        self.block(b);
                    }
                    if let StmtKind::If(i) = &mut kind {
                        i.one_line &= i.otherwise.is_none() && matches!(i.arms.as_slice(), [a] if a.body.len() == 1);
                    }
                    self.world.out.units[unit].stmts[stmt].kind = kind;
                    if !self.leads_there(&out, stmt) {
                        out.push(stmt);
                    }
                }
            }
        }
        *block = out;
    }

    /// `p_was%to => p; ptape(at) = p_was` is `ptape(at)%to => p`: `kinds` begin with the second, the first is the last of those `before`.
    fn take_in(&mut self, kinds: &mut Vec<StmtKind>, before: &Block) {
        let stmts = &mut self.world.out.units[self.unit].stmts;
        let (Some(last), Some(StmtKind::Assign { lhs: slot, rhs: whole })) = (before.last(), kinds.first()) else {
            return;
        };
        let StmtKind::PointerAssign { lhs, rhs } = &stmts[*last].kind else { return };
        let ExprKind::Field { base, record, field } = &lhs.kind else { return };
        if **base != *whole {
            return;
        }
        let lhs = ExprKind::Field { base: Box::new(slot.clone()), record: *record, field: *field }.into();
        stmts[*last].kind = StmtKind::PointerAssign { lhs, rhs: rhs.clone() };
        kinds.remove(0);
    }

    /// `p_was = ptape(at); p => p_was%to` is `p => ptape(at)%to`: whether a statement behind others is such, and is taken into the last one.
    fn leads_there(&mut self, before: &Block, stmt: StmtId) -> bool {
        let stmts = &mut self.world.out.units[self.unit].stmts;
        let StmtKind::PointerAssign { lhs, rhs } = &stmts[stmt].kind else { return false };
        let (Some(last), ExprKind::Field { base, record, field }) = (before.last(), &rhs.kind) else { return false };
        let StmtKind::Assign { lhs: whole, rhs: slot } = &stmts[*last].kind else { return false };
        if **base != *whole {
            return false;
        }
        let rhs = ExprKind::Field { base: Box::new(slot.clone()), record: *record, field: *field }.into();
        stmts[*last].kind = StmtKind::PointerAssign { lhs: lhs.clone(), rhs };
        true
    }

    /// What stands in the place of a tape statement.
    fn instead(&mut self, stmt: StmtId) -> Option<Vec<StmtKind>> {
        let kind = self.world.out.units[self.unit].stmts[stmt].kind.clone();
        if let StmtKind::Save { id, value } = kind {
            let b = *self.buffers.get(&id)?;
            let mut out = vec![StmtKind::Assign { lhs: b.slot(), rhs: value }];
            let save = |(array, id)| StmtKind::Save { id, value: Expr::var(array) };
            if let Some(all) = b.all() {
                let full = self.when(BinaryOp::Eq, b.at, 0, all.into_iter().map(save).collect());
                out.extend([set(b.at, self.wrapped(BinaryOp::Add, b.at)), full]);
            }
            Some(out)
        } else if let StmtKind::Restore { id, into } = kind {
            let b = *self.buffers.get(&id)?;
            let mut out = Vec::new();
            let restore = |(array, id)| StmtKind::Restore { id, into: Expr::var(array) };
            if let Some(all) = b.all() {
                let empty = self.when(BinaryOp::Eq, b.at, 0, all.into_iter().rev().map(restore).collect());
                out.extend([empty, set(b.at, self.wrapped(BinaryOp::Sub, b.at))]);
            }
            out.push(StmtKind::Assign { lhs: into, rhs: b.slot() });
            Some(out)
        } else if let StmtKind::SaveControl { id, taken, .. } = kind {
            let (w, bits) = (self.ways.as_ref()?, *self.records.get(&id)?);
            let (digits, most, whole, is_looked_at) = (w.digits, w.most, w.id, w.looked_at.contains(&id));
            let shifted = Expr::binary(BinaryOp::Mul, Expr::int(1 << bits), Expr::var(digits));
            let mut out = vec![set(digits, il::fold::add(&shifted, &Expr::int(taken.into())))];
            if is_looked_at {
                let save = StmtKind::Save { id: whole, value: Expr::var(digits) };
                out.push(self.when(BinaryOp::Ge, digits, most, vec![save, set(digits, Expr::int(1))]));
            }
            Some(out)
        } else if let StmtKind::RestoreControl { id, into, .. } = kind {
            let (w, bits) = (self.ways.as_ref()?, *self.records.get(&id)?);
            let (digits, whole, is_looked_at) = (w.digits, w.id, w.looked_at.contains(&id));
            let mut out = Vec::new();
            if is_looked_at {
                let restore = StmtKind::Restore { id: whole, into: Expr::var(digits) };
                out.push(self.when(BinaryOp::Eq, digits, 1, vec![restore]));
            }
            let (low, rest) = self.language().split_bits(&Expr::var(digits), bits);
            out.extend([StmtKind::Assign { lhs: into, rhs: low }, set(digits, rest)]);
            Some(out)
        } else {
            None
        }
    }

    fn language(&self) -> Language {
        self.world.out.units[self.unit].language
    }

    fn when(&mut self, op: BinaryOp, s: SymbolId, value: i64, kinds: Vec<StmtKind>) -> StmtKind {
        let one_line = kinds.len() == 1;
        let u = &mut self.world.out.units[self.unit];
        let body: Block = kinds.into_iter().map(|k| u.add(k)).collect();
        StmtKind::If(If::when(Expr::binary(op, Expr::var(s), Expr::int(value)), body, one_line))
    }

    /// The next or the last number of elements, round the end of the array.
    fn wrapped(&self, op: BinaryOp, at: SymbolId) -> Expr {
        self.language().split_bits(&Expr::binary(op, Expr::var(at), Expr::int(1)), ELEMENTS.trailing_zeros()).0
    }
}
