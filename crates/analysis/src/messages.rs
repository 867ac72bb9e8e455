//! Numbers that go through a library that a description makes known ([`il::unit::Described`]): messages to other processes, files of its own. What
//! comes back has no derivative there, whatever was put in.

use il::unit::Transfer;
use il::zones::ZoneId;
use il::{Arg, Expr, ExprKind, Intent, Program, Span, StmtId, StmtKind, Storage, SymbolId, Type, UnitId};

use crate::facts::Facts;
use crate::requests;

/// A call that gives numbers to a library, or gets them from it.
#[derive(Clone, Debug)]
pub struct Message {
    /// The statement.
    pub stmt: StmtId,
    /// Where it is written.
    pub span: Span,
    /// The procedure of the library.
    pub callee: SymbolId,
    /// What it reads of the program's storage and may have a derivative.
    pub given: Vec<ZoneId>,
    /// What it may write.
    pub gotten: Vec<ZoneId>,
    way: Way,
}

/// What goes in one way comes out the same way.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Way {
    library: String,
    kind: Kind,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Kind {
    /// From one process to another one.
    Message,
    /// What a collective operation, of this name, brings together: only the same one in the others fits.
    Collective(String),
    /// A file, by the local variable that holds its handle. Other handles may be those of any file.
    File(Option<SymbolId>),
}

/// Collective operations of MPI: each process makes the same call.
#[rustfmt::skip]
const COLLECTIVES: &[&str] = &[
    "bcast", "gather", "gatherv", "scatter", "scatterv", "allgather", "allgatherv", "alltoall", "alltoallv", "alltoallw", "reduce", "allreduce",
    "reduce_scatter", "reduce_scatter_block", "scan", "exscan", "neighbor_allgather", "neighbor_allgatherv", "neighbor_alltoall",
    "neighbor_alltoallv", "neighbor_alltoallw",
];

/// What messages from one process to another are called, as operations.
pub(crate) const SENT: &str = "messages";

/// The operation by which a routine exchanges numbers: only calls of the same one belong together.
pub(crate) fn operation(p: &Program, callee: SymbolId) -> Option<String> {
    let known = p.described(callee)?;
    known.transfer?;
    match kind(&known.library, &p.symbols[callee].name, None) {
        Kind::Message => Some(SENT.to_string()),
        Kind::Collective(name) => Some(name),
        Kind::File(_) => None,
    }
}

/// The calls of a unit that may move numbers so.
pub fn of_unit(facts: &Facts, unit: UnitId) -> Vec<Message> {
    let p = facts.program();
    let u = &p.units[unit];
    let mut out = Vec::new();
    u.walk(&u.body, &mut |stmt, s| {
        s.kind.each_call(&mut |callee, args| {
            let Some(known) = p.described(callee).filter(|d| !d.asks) else { return };
            // The user says what it does.
            if facts.options().externals.contains_key(&p.symbols[callee].name.to_ascii_lowercase()) {
                return;
            }
            let handle = args.first().and_then(|a| a.value.root());
            let local = handle.filter(|s| p.variable(*s).is_some_and(|v| v.storage == Storage::Local));
            let way =
                Way { library: known.library.clone(), kind: kind(&known.library, &p.symbols[callee].name, local) };
            let (given, gotten) = numbers(facts, unit, callee, args);
            out.push(Message { stmt, span: s.span, callee, given, gotten, way });
        });
    });
    out
}

/// The variable in `c_loc(variable)`.
pub fn behind_address(e: &Expr) -> Option<&Expr> {
    match &e.bare().kind {
        ExprKind::Intrinsic(f, args) if f.name() == "c_loc" => args.first().map(|a| &a.value),
        _ => None,
    }
}

/// Whether a statement has a library work on buffers that the call does not name: it says so, the buffer is any address, or an address that a variable holds.
pub fn changes_unseen(p: &Program, unit: UnitId, kind: &StmtKind) -> Option<SymbolId> {
    let mut found = None;
    kind.each_call(&mut |callee, args| {
        let Some(known) = p.described(callee).filter(|d| !d.asks) else { return };
        let described = p.procedure(callee).and_then(|f| f.unit);
        let dummy = |k: usize| described.and_then(|u| p.variable(*p.units[u].params.get(k)?));
        let is_changed = |k: usize| dummy(k).is_some_and(|v| matches!(v.intent, None | Some(Intent::InOut)));
        let leads_away = |(k, a): (usize, &Arg)| match &a.value.kind {
            ExprKind::Var(s) if p.symbols[*s].name.eq_ignore_ascii_case("mpi_bottom") => true,
            _ if behind_address(&a.value).is_some() => false,
            _ => is_changed(k) && is_address(p, &a.value),
        };
        let starts_unseen =
            known.transfer == Some(Transfer::Starts) && requests::prepared(p, unit, callee, args).is_none();
        if known.changes_unseen || starts_unseen || args.iter().enumerate().any(leads_away) {
            found = Some(callee);
        }
    });
    found
}

/// Whether a value is an address of C.
fn is_address(p: &Program, e: &Expr) -> bool {
    let record = |r: il::RecordId| p.records[r].opaque && p.records[r].name.eq_ignore_ascii_case("c_ptr");
    il::typing::type_of(p, e).record().is_some_and(record)
}

impl Message {
    /// Whether what one gives may be what the other gets.
    pub fn may_meet(&self, other: &Message) -> bool {
        let same = match (&self.way.kind, &other.way.kind) {
            (Kind::File(here), Kind::File(there)) => here.is_none() || there.is_none() || here == there,
            (here, there) => here == there,
        };
        same && self.way.library == other.way.library
    }

    /// Whether each of them waits for its partner by name, or finds it by a tag.
    pub fn is_sent(&self) -> bool {
        self.way.kind == Kind::Message
    }
}

fn kind(library: &str, name: &str, handle: Option<SymbolId>) -> Kind {
    let name = name.to_ascii_lowercase();
    let Some(name) = name.strip_prefix("mpi_").filter(|_| library == "MPI") else { return Kind::File(handle) };
    if name.starts_with("file_") {
        return Kind::File(handle);
    }
    let blocking = name.strip_prefix('i').filter(|n| COLLECTIVES.contains(n)).unwrap_or(name);
    if COLLECTIVES.contains(&blocking) { Kind::Collective(blocking.to_string()) } else { Kind::Message }
}

/// What a call reads and what it may write of what can have a derivative.
fn numbers(facts: &Facts, unit: UnitId, callee: SymbolId, args: &[Arg]) -> (Vec<ZoneId>, Vec<ZoneId>) {
    let p = facts.program();
    let (args, known) = requests::describe(p, unit, callee, args, facts.options());
    let (mut given, mut gotten) = (Vec::new(), Vec::new());
    for (k, a) in args.iter().enumerate() {
        let Some(access) = known.places.get(k).or(known.places.last()) else { continue };
        let zones = zones(facts, &a.value);
        if access.read {
            given.extend(&zones);
        }
        if access.written {
            gotten.extend(&zones);
        }
    }
    (given, gotten)
}

fn zones(facts: &Facts, e: &Expr) -> Vec<ZoneId> {
    let (p, zones) = (facts.program(), facts.zones());
    let mut out = Vec::new();
    behind_address(e).unwrap_or(e).walk(&mut |x| {
        if matches!(il::typing::type_of(p, x), Type::Pointer { .. }) || matches!(x.kind, ExprKind::Address(_)) {
            out.extend(zones.behind(p, x));
        }
        out.extend(zones.of_ref(p, x).zones);
    });
    out.retain(|z| zones.zone(*z).differentiable);
    out
}
