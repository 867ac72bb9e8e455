//! Saved values of loops that nobody counts: in a small local array, which goes to the run-time stack as a whole when it is full.
//!
//! What [`super::tape_arrays`] leaves on the stack (turns of WHILE loops and of loops made by GOTO, what jumps may leave or repeat) is pushed value by
//! value, by calls that a Fortran compiler cannot see through. All scalars of one type share an array of a fixed size here:
//!
//! ```text
//! tape(tape_at) = x                                    if (tape_at == 0) call popreal8array(tape, 512)
//! tape_at = iand(tape_at + 1, 511)                     tape_at = iand(tape_at - 1, 511)
//! if (tape_at == 0) call pushreal8array(tape, 512)     x = tape(tape_at)
//! ```
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
    BinaryOp, Block, Dim, Expr, ExprKind, Language, Scalar, ScalarClass, Stmt, StmtId, StmtKind, SymbolId, TapeId,
    Type, UnitId, Upper,
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
}

impl Buffer {
    /// Its next element.
    fn slot(self) -> Expr {
        Expr::index(Expr::var(self.array), vec![Expr::var(self.at)])
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
    collect(world, unit, body, Around { repeats: false, shared: false }, &mut labelled, &mut entries);
    entries.retain(|_, e| e.repeats && !e.fixed && e.saves > 0 && e.restores > 0);
    if entries.is_empty() {
        return;
    }
    let mut new = Vec::new();
    let mut fresh = || {
        *tapes += 1;
        il::Id::from_index(*tapes as usize - 1)
    };
    // One buffer for each type.
    let mut kinds: Vec<(Scalar, Buffer)> = Vec::new();
    let mut buffers: BTreeMap<TapeId, Buffer> = BTreeMap::new();
    for (id, e) in entries.iter().filter(|(_, e)| e.ways.is_none()) {
        let Some(Type::Scalar(s)) = e.ty.clone() else { continue };
        // Those without a sign may be enumerations: compilers warn of one that gets the value of another.
        let like = |k: &Scalar| *k == s && k.unsigned == s.unsigned && (!s.unsigned || k.spelling == s.spelling);
        let known = kinds.iter().find(|(k, _)| like(k));
        let buffer = match known {
            Some((_, b)) => *b,
            None => {
                let b = buffer(world, shell, &s, fresh());
                new.push(world.out.units[unit].add(set(b.at, Expr::int(0))));
                kinds.push((s, b));
                b
            }
        };
        buffers.insert(*id, buffer);
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

/// A buffer for scalars of a type.
fn buffer(world: &mut World, shell: &mut Shell, scalar: &Scalar, id: TapeId) -> Buffer {
    let language = world.out.units[shell.unit].language;
    let (lower, upper) =
        if language.first_index() == 0 { (None, ELEMENTS) } else { (Some(Expr::int(0)), ELEMENTS - 1) };
    let dims = vec![Dim { lower, upper: Upper::At(Expr::int(upper)) }];
    let name = if scalar.class == ScalarClass::Integer { "itape" } else { "tape" };

    let spelled = |s: String| if shell.upper { s.to_uppercase() } else { s };
    let (name, counter) = (spelled(name.into()), spelled(format!("{name}_at")));
    let array = world.local(shell, &name, Type::Array { elem: Box::new(Type::Scalar(scalar.clone())), dims });
    let integer = world.out.counting_integer(language);
    let at = world.local(shell, &counter, Type::Scalar(integer));
    Buffer { array, at, id }
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
    unit: UnitId,
    block: &Block,
    around: Around,
    labelled: &mut bool,
    entries: &mut BTreeMap<TapeId, Entry>,
) {
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
                note(world, unit, e, value, around);
            }
            StmtKind::Restore { id, into } => {
                let e = entries.entry(*id).or_default();
                e.restores += 1;
                note(world, unit, e, into, around);
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
                    collect(world, unit, b, inner, labelled, entries);
                }
            }
        }
    }
}

/// Takes down a place that is saved or restored.
fn note(world: &World, unit: UnitId, e: &mut Entry, place: &Expr, around: Around) {
    let same = e.place.as_ref().is_none_or(|p| p == place);
    e.fixed |= around.shared || !same || !may_be_copied(world, unit, place);
    e.ty = Some(type_of(&world.out, place));
    e.place = Some(place.clone());
}

/// Whether a place holds a number that an assignment may copy where it is saved: one that the stack knows, that is there, and that has a value or can be
/// given one where the procedure begins.
fn may_be_copied(world: &World, unit: UnitId, place: &Expr) -> bool {
    let is_described = world.out.units[unit].language.describes_storage();
    let Type::Scalar(s) = type_of(&world.out, place) else { return false };
    let known = match s.class {
        ScalarClass::Integer | ScalarClass::Real => matches!(s.bytes, 4 | 8),
        ScalarClass::Complex => is_described && matches!(s.bytes, 8 | 16),
        ScalarClass::Logical => is_described && s.bytes == 4,
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
                Some(kinds) => {
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
                    out.push(stmt);
                }
            }
        }
        *block = out;
    }

    /// What stands in the place of a tape statement.
    fn instead(&mut self, stmt: StmtId) -> Option<Vec<StmtKind>> {
        let kind = self.world.out.units[self.unit].stmts[stmt].kind.clone();
        if let StmtKind::Save { id, value } = kind {
            let b = *self.buffers.get(&id)?;
            let next = self.wrapped(BinaryOp::Add, b.at);
            let full = self.when(BinaryOp::Eq, b.at, 0, vec![StmtKind::Save { id: b.id, value: Expr::var(b.array) }]);
            Some(vec![StmtKind::Assign { lhs: b.slot(), rhs: value }, set(b.at, next), full])
        } else if let StmtKind::Restore { id, into } = kind {
            let b = *self.buffers.get(&id)?;
            let last = self.wrapped(BinaryOp::Sub, b.at);
            let empty =
                self.when(BinaryOp::Eq, b.at, 0, vec![StmtKind::Restore { id: b.id, into: Expr::var(b.array) }]);
            Some(vec![empty, set(b.at, last), StmtKind::Assign { lhs: into, rhs: b.slot() }])
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
