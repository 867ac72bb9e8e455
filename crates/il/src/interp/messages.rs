//! Processes that exchange numbers by MPI, each a machine of its own: what the calls in Fortran do, and the procedures of `runtime/adMpi*.c` that derivatives
//! call.
//!
//! One process runs at a time, and chance decides who is next wherever one calls MPI. Messages match in the order that MPI asks for; whether a blocking send waits
//! until its message is taken, and whose message a receive from anybody takes, is chance again. What may not be touched is made to show: what a receive has been
//! started for has no value until somebody waits for it, and what is being sent must be the same when somebody does. All processes waiting, messages that nobody
//! receives and collective calls that do not belong together are traps.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use crate::expr::{Arg, Expr, ExprKind};

use super::memory::{Value, View};
use super::{Machine, Run, Trap};

/// A cell of memory: its object and its place there.
type Cell = (usize, usize);

const NO_PROCESS: i64 = -2;
const ANY: i64 = -1;
const SUM: i64 = 1;

/// What the names of MPI stand for here.
const NAMES: &[(&str, i64)] = &[
    ("mpi_success", 0),
    ("mpi_comm_world", 1),
    ("mpi_proc_null", NO_PROCESS),
    ("mpi_any_source", ANY),
    ("mpi_any_tag", ANY),
    ("mpi_request_null", 0),
    ("mpi_sum", SUM),
    ("mpi_prod", 2),
    ("mpi_max", 3),
    ("mpi_min", 4),
    ("mpi_integer", 3),
    ("mpi_real", 4),
    ("mpi_double_precision", 8),
    ("mpi_status_size", 6),
    ("mpi_source", 1),
    ("mpi_tag", 2),
];

/// Which messages a receive takes: those of a program, or adjoints, which have tags of their own.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Wanted {
    from: i64,
    tag: i64,
    is_adjoint: bool,
}

#[derive(Clone, Debug)]
struct Message {
    id: usize,
    from: usize,
    tag: i64,
    is_adjoint: bool,
    values: Vec<Value>,
}

impl Wanted {
    fn takes(&self, m: &Message) -> bool {
        let source = self.from == ANY || self.from == m.from as i64;
        source && (self.tag == ANY || self.tag == m.tag) && self.is_adjoint == m.is_adjoint
    }
}

/// A receive that was started.
struct Posted {
    wanted: Wanted,
    got: Option<Message>,
}

/// A collective call: what each process has brought.
#[derive(Default)]
struct Meeting {
    routine: String,
    brought: HashMap<usize, Vec<Value>>,
    left: usize,
}

struct State {
    random: u64,
    turn: usize,
    ended: Vec<bool>,
    /// How much had happened when a process found nothing to go on with.
    stuck: Vec<Option<u64>>,
    happened: u64,
    failed: Option<String>,
    /// What has come to each process and is not asked for.
    mail: Vec<Vec<Message>>,
    posted: Vec<Vec<Posted>>,
    untaken: HashSet<usize>,
    sent: usize,
    meetings: HashMap<usize, Meeting>,
}

impl State {
    fn below(&mut self, n: usize) -> usize {
        self.random = self.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.random >> 33) as usize % n.max(1)
    }

    /// One of those that may go on, but for one; `None` where all wait.
    fn anybody(&mut self, but: Option<usize>) -> Option<usize> {
        let goes_on = |r: &usize| !self.ended[*r] && self.stuck[*r] != Some(self.happened) && Some(*r) != but;
        let all: Vec<usize> = (0..self.ended.len()).filter(goes_on).collect();
        if all.is_empty() { None } else { Some(all[self.below(all.len())]) }
    }

    fn send(&mut self, to: usize, message: Message) {
        self.happened += 1;
        let posted = self.posted[to].iter_mut().find(|p| p.got.is_none() && p.wanted.takes(&message));
        match posted {
            Some(p) => {
                self.untaken.remove(&message.id);
                p.got = Some(message);
            }
            None => self.mail[to].push(message),
        }
    }

    /// Where the message is that a receive takes: of each process that may have sent it the first one.
    fn waiting(&mut self, at: usize, wanted: &Wanted) -> Option<usize> {
        let mut firsts: Vec<usize> = Vec::new();
        for (k, m) in self.mail[at].iter().enumerate() {
            if wanted.takes(m) && !firsts.iter().any(|f| self.mail[at][*f].from == m.from) {
                firsts.push(k);
            }
        }
        if firsts.is_empty() { None } else { Some(firsts[self.below(firsts.len())]) }
    }

    /// Starts a receive.
    fn post(&mut self, at: usize, wanted: Wanted) -> usize {
        self.happened += 1;
        let got = self.waiting(at, &wanted).map(|k| self.mail[at].remove(k));
        if let Some(m) = &got {
            self.untaken.remove(&m.id);
        }
        self.posted[at].push(Posted { wanted, got });
        self.posted[at].len() - 1
    }
}

/// Processes that run together.
pub struct Group {
    state: Mutex<State>,
    changed: Condvar,
}

impl Group {
    /// Runs so many processes; `work` gets what a machine needs to be one of them ([`Machine::joins`]). Every seed is another order of what they do.
    pub fn run<T: Send>(
        size: usize,
        seed: u64,
        work: impl Fn(Process) -> Result<T, Trap> + Sync,
    ) -> Result<Vec<T>, Trap> {
        let state = State {
            random: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x2545_f491_4f6c_dd1d,
            turn: 0,
            ended: vec![false; size],
            stuck: vec![None; size],
            happened: 0,
            failed: None,
            mail: vec![Vec::new(); size],
            posted: (0..size).map(|_| Vec::new()).collect(),
            untaken: HashSet::new(),
            sent: 0,
            meetings: HashMap::new(),
        };
        let group = Arc::new(Group { state: Mutex::new(state), changed: Condvar::new() });
        let results: Vec<Result<T, Trap>> = std::thread::scope(|scope| {
            let start = |rank: usize| {
                let (group, work) = (&group, &work);
                let body = move || {
                    let over = Over { group, rank };
                    drop(group.wait_for_turn(group.lock(), rank)?);
                    let process = Process {
                        group: group.clone(),
                        rank,
                        size,
                        requests: Vec::new(),
                        meetings: 0,
                        events: Vec::new(),
                        pending: Vec::new(),
                        derivatives: HashMap::new(),
                    };
                    let done = work(process);
                    if let Err(trap) = &done {
                        group.lock().failed.get_or_insert(trap.message.clone());
                    }
                    drop(over);
                    done
                };
                std::thread::Builder::new().stack_size(64 << 20).spawn_scoped(scope, body)
            };
            let threads: Vec<_> = (0..size).filter_map(|rank| start(rank).ok()).collect();
            let panicked = || Err(Trap::new("a process has panicked"));
            threads.into_iter().map(|t| t.join().unwrap_or_else(|_| panicked())).collect()
        });
        let state = group.lock();
        if let Some(why) = &state.failed {
            // The one that stopped first says where.
            let first = results.into_iter().find_map(|r| r.err().filter(|t| t.message == *why));
            return Err(first.unwrap_or_else(|| Trap::new(why.clone())));
        }
        let lost = state.mail.iter().any(|m| !m.is_empty());
        let open = state.posted.iter().flatten().any(|p| p.got.is_none());
        if lost || open {
            return Err(Trap::new(if lost {
                "nobody receives a message"
            } else {
                "nobody sends what is to be received"
            }));
        }
        results.into_iter().collect()
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait_for_turn<'s>(&'s self, mut state: MutexGuard<'s, State>, rank: usize) -> Run<MutexGuard<'s, State>> {
        while state.turn != rank && state.failed.is_none() {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        match &state.failed {
            Some(_) => Err(Trap::new("another process has stopped")),
            None => Ok(state),
        }
    }

    /// Lets others go first, by chance.
    fn pause(&self, rank: usize) -> Run<()> {
        let mut state = self.lock();
        if state.below(2) == 0
            && let Some(next) = state.anybody(Some(rank))
        {
            state.turn = next;
            self.changed.notify_all();
            drop(self.wait_for_turn(state, rank)?);
        }
        Ok(())
    }

    /// Waits until something is there.
    fn until<T>(&self, rank: usize, mut there: impl FnMut(&mut State) -> Option<T>) -> Run<T> {
        let mut state = self.wait_for_turn(self.lock(), rank)?;
        loop {
            if let Some(found) = there(&mut state) {
                return Ok(found);
            }
            state.stuck[rank] = Some(state.happened);
            let Some(next) = state.anybody(None) else {
                let why = "all processes wait for each other";
                state.failed.get_or_insert(why.to_string());
                self.changed.notify_all();
                return Err(Trap::new(why));
            };
            state.turn = next;
            self.changed.notify_all();
            state = self.wait_for_turn(state, rank)?;
        }
    }
}

/// Says that a process is over, whatever ended it.
struct Over<'g> {
    group: &'g Group,
    rank: usize,
}

impl Drop for Over<'_> {
    fn drop(&mut self) {
        let mut state = self.group.lock();
        if std::thread::panicking() {
            state.failed.get_or_insert("a process has panicked".to_string());
        }
        state.ended[self.rank] = true;
        state.happened += 1;
        if let Some(next) = state.anybody(None) {
            state.turn = next;
        }
        self.group.changed.notify_all();
    }
}

/// A request that somebody may wait for.
#[derive(Clone)]
enum Active {
    /// To or from no process.
    Nothing,
    Send(Vec<Cell>, Vec<Value>),
    Recv(usize, Vec<Cell>),
}

/// What the runtime knows of a message that was started in a forward sweep (`Started` of `adMpiRequests.c`).
#[derive(Clone)]
struct Started {
    is_recv: bool,
    count: usize,
    peer: i64,
    tag: i64,
    base: i64,
    request: i64,
    /// Where the buffer begins in its array.
    offset: usize,
    /// In the backward sweep: its wait has been there, and the receive that it started.
    goes_back: bool,
    back: Option<usize>,
}

/// What happened in the forward sweep: a message was started, or some were waited for; both say which.
enum Event {
    Start(Arc<Mutex<Started>>),
    Wait(Vec<Arc<Mutex<Started>>>),
}

/// What a machine needs to be one of several processes.
pub struct Process {
    group: Arc<Group>,
    rank: usize,
    size: usize,
    requests: Vec<Option<Active>>,
    meetings: usize,
    events: Vec<Event>,
    pending: Vec<Arc<Mutex<Started>>>,
    /// Receives of derivatives, by the requests of those of values.
    derivatives: HashMap<i64, Vec<(usize, Vec<Cell>)>>,
}

impl Process {
    /// Which process it is, from zero.
    pub fn rank(&self) -> usize {
        self.rank
    }
}

fn locked(s: &Mutex<Started>) -> MutexGuard<'_, Started> {
    s.lock().unwrap_or_else(PoisonError::into_inner)
}

fn number(v: &Value) -> Run<f64> {
    match v {
        Value::Real(x) => Ok(*x),
        Value::Int(k) => Ok(*k as f64),
        _ => Err(Trap::new("what is no number is brought together by an operation")),
    }
}

/// Two numbers brought together.
fn combined(op: i64, a: &Value, b: &Value) -> Run<Value> {
    let (x, y) = (number(a)?, number(b)?);
    let real = match op {
        SUM => x + y,
        2 => x * y,
        3 => x.max(y),
        4 => x.min(y),
        _ => return Err(Trap::new("an operation that is not known here")),
    };
    Ok(if let (Value::Int(_), Value::Int(_)) = (a, b) { Value::Int(real as i64) } else { Value::Real(real) })
}

/// Rows of numbers brought together, element by element.
fn all_combined(op: i64, rows: &[Vec<Value>]) -> Run<Vec<Value>> {
    let Some((first, rest)) = rows.split_first() else { return Ok(Vec::new()) };
    let mut out = first.clone();
    for row in rest {
        out = out.iter().zip(row).map(|(a, b)| combined(op, a, b)).collect::<Run<_>>()?;
    }
    Ok(out)
}

/// The derivatives of the result of an operation for what each process has brought: `factors[process][element]`.
fn factors(op: i64, rows: &[Vec<Value>]) -> Run<Vec<Vec<f64>>> {
    let rows: Vec<Vec<f64>> = rows.iter().map(|r| r.iter().map(number).collect()).collect::<Run<_>>()?;
    let mut out: Vec<Vec<f64>> = rows.iter().map(|r| vec![0.0; r.len()]).collect();
    for k in 0..rows.first().map_or(0, Vec::len) {
        let best = rows.iter().map(|r| r[k]).fold(None, |best: Option<f64>, x| match (op, best) {
            (_, None) => Some(x),
            (3, Some(b)) => Some(b.max(x)),
            (_, Some(b)) => Some(b.min(x)),
        });
        let first = rows.iter().position(|r| Some(r[k]) == best);
        let others = |p: usize| rows.iter().enumerate().filter(|(q, _)| *q != p).map(|(_, r)| r[k]).product();
        for (p, of) in out.iter_mut().enumerate() {
            of[k] = match op {
                SUM => 1.0,
                2 => others(p),
                3 | 4 => f64::from(u8::from(first == Some(p))),
                _ => return Err(Trap::new("an operation that is not known here")),
            };
        }
    }
    Ok(out)
}

fn sum(rows: &[Vec<Value>]) -> Run<Vec<Value>> {
    all_combined(SUM, rows)
}

impl<'p> Machine<'p> {
    /// Makes the machine one of several processes.
    pub fn joins(&mut self, process: Process) {
        self.process = Some(process);
    }

    /// What a name of MPI stands for, where there are processes.
    pub(super) fn constant_of_processes(&self, name: &str) -> Option<i64> {
        let known = || NAMES.iter().find(|(n, _)| n.eq_ignore_ascii_case(name)).map(|(_, value)| *value);
        self.process.as_ref().and_then(|_| known())
    }

    /// A call of MPI or of its derivatives; `None` where the name is none of them, or there is one process only.
    pub(super) fn exchange(&mut self, name: &str, args: &[Arg]) -> Run<Option<Value>> {
        let name = name.to_ascii_lowercase();
        let Some(process) = &self.process else { return Ok(None) };
        let known = if let Some(routine) = name.strip_prefix("mpi_") {
            process.group.pause(process.rank)?;
            self.mpi(routine, args)?
        } else if let Some(rest) = name.strip_prefix("admpi_") {
            process.group.pause(process.rank)?;
            let mut parts: Vec<&str> = rest.split('_').collect();
            let end = parts.pop_if(|p| ["b", "d", "f"].contains(p)).unwrap_or_default();
            let is_kind = |p: &mut &str| p.len() > 1 && p[1..].bytes().all(|b| b.is_ascii_digit());
            let kind = parts.pop_if(is_kind);
            self.runtime(&parts.join("_"), kind.is_some(), end, args)?
        } else {
            return Ok(None);
        };
        match known {
            true => Ok(Some(Value::Int(0))),
            false => Err(Trap::new(format!("`{name}` is not known to the processes of the interpreter"))),
        }
    }

    fn process(&mut self) -> Run<&mut Process> {
        self.process.as_mut().ok_or_else(|| Trap::new("one process alone exchanges nothing"))
    }

    fn place_of_process(&mut self) -> Run<(Arc<Group>, usize, usize)> {
        let p = self.process()?;
        Ok((p.group.clone(), p.rank, p.size))
    }

    fn argument<'a>(&self, args: &'a [Arg], k: usize) -> Run<&'a Expr> {
        args.get(k).map(|a| &a.value).ok_or_else(|| Trap::new("a call of MPI has too few arguments"))
    }

    fn ints<const N: usize>(&mut self, args: &[Arg], at: [usize; N]) -> Run<[i64; N]> {
        let mut out = [0; N];
        for (o, k) in out.iter_mut().zip(at) {
            *o = self.int(self.argument(args, k)?)?;
        }
        Ok(out)
    }

    fn is_named(&self, e: &Expr, name: &str) -> bool {
        let found = match &e.kind {
            ExprKind::Var(s) => &self.program.symbols[*s].name,
            ExprKind::Opaque { text, .. } => text,
            _ => return false,
        };
        found.eq_ignore_ascii_case(name)
    }

    /// The cells of a buffer, of which so many are meant.
    fn buffer(&mut self, e: &Expr, count: i64) -> Run<Vec<Cell>> {
        let count = usize::try_from(count).map_err(|_| Trap::new("a buffer of less than nothing"))?;
        let view = if e.is_reference() {
            self.place(e)?
        } else {
            let data = self.eval(e)?;
            let ty = crate::typing::type_of(self.program, e).element().clone();
            self.temporary(ty, data)
        };
        let cells = match view.dims.is_empty() {
            true => (view.offset..view.offset + count).map(|c| (view.object, c)).collect(),
            false => self.cells(&view).into_iter().take(count).collect::<Vec<_>>(),
        };
        if cells.len() < count || cells.iter().any(|(o, c)| self.objects[*o].len() <= *c) {
            return Err(Trap::new("a message is longer than its buffer"));
        }
        Ok(cells)
    }

    fn buffer_of(&mut self, args: &[Arg], k: usize, count: i64) -> Run<Vec<Cell>> {
        self.buffer(self.argument(args, k)?, count)
    }

    fn taken(&self, cells: &[Cell]) -> Vec<Value> {
        cells.iter().map(|(o, c)| self.objects[*o][*c].clone()).collect()
    }

    /// What is sent must have values.
    fn read_buffer(&self, cells: &[Cell]) -> Run<Vec<Value>> {
        let values = self.taken(cells);
        match values.contains(&Value::Undefined) {
            true => Err(Trap::new("what has no value is sent")),
            false => Ok(values),
        }
    }

    fn put(&mut self, cells: &[Cell], values: &[Value]) {
        for ((o, c), v) in cells.iter().zip(values) {
            self.objects[*o][*c] = v.clone();
        }
    }

    fn add(&mut self, cells: &[Cell], values: &[Value]) -> Run<()> {
        let new: Vec<Value> =
            self.taken(cells).iter().zip(values).map(|(a, b)| combined(SUM, a, b)).collect::<Run<_>>()?;
        self.put(cells, &new);
        Ok(())
    }

    fn clear(&mut self, cells: &[Cell]) {
        self.put(cells, &vec![Value::Real(0.0); cells.len()]);
    }

    fn set_int(&mut self, e: &Expr, value: i64) -> Run<()> {
        let view = self.place(e)?;
        self.write(&view, &[Value::Int(value)]);
        Ok(())
    }

    /// Sends; gives the number of the message.
    fn post_message(&mut self, to: i64, tag: i64, is_adjoint: bool, values: Vec<Value>) -> Run<Option<usize>> {
        if to == NO_PROCESS {
            return Ok(None);
        }
        let (group, rank, size) = self.place_of_process()?;
        let to = usize::try_from(to).ok().filter(|t| *t < size).ok_or_else(|| Trap::new("a message to nobody"))?;
        let mut state = group.lock();
        let id = state.sent;
        state.sent += 1;
        state.untaken.insert(id);
        state.send(to, Message { id, from: rank, tag, is_adjoint, values });
        Ok(Some(id))
    }

    fn post_receive(&mut self, from: i64, tag: i64, is_adjoint: bool) -> Run<Option<usize>> {
        if from == NO_PROCESS {
            return Ok(None);
        }
        let (group, rank, _) = self.place_of_process()?;
        Ok(Some(group.lock().post(rank, Wanted { from, tag, is_adjoint })))
    }

    /// Waits for what was received: who has sent it, with which tag, and what.
    fn received(&mut self, posted: usize) -> Run<(i64, i64, Vec<Value>)> {
        let (group, rank, _) = self.place_of_process()?;
        let m = group.until(rank, |s| s.posted[rank][posted].got.clone())?;
        Ok((m.from as i64, m.tag, m.values))
    }

    fn receive_into(&mut self, posted: usize, cells: &[Cell]) -> Run<(i64, i64)> {
        let (from, tag, values) = self.received(posted)?;
        if values.len() > cells.len() {
            return Err(Trap::new("a message is longer than the buffer that receives it"));
        }
        self.put(cells, &values);
        Ok((from, tag))
    }

    /// A blocking send, which may wait until the message is taken.
    fn send(&mut self, cells: &[Cell], to: i64, tag: i64, always_waits: bool) -> Run<()> {
        let values = self.read_buffer(cells)?;
        let Some(id) = self.post_message(to, tag, false, values)? else { return Ok(()) };
        let (group, rank, _) = self.place_of_process()?;
        let waits = always_waits || group.lock().below(2) == 0;
        if waits {
            group.until(rank, |s| (!s.untaken.contains(&id)).then_some(()))?;
        }
        Ok(())
    }

    fn set_status(&mut self, e: &Expr, at: usize, from: i64, tag: i64) -> Run<()> {
        if self.is_named(e, "mpi_status_ignore") || self.is_named(e, "mpi_statuses_ignore") {
            return Ok(());
        }
        let view = self.place(e)?;
        let cells: Vec<Cell> = self.cells(&view).into_iter().skip(6 * at).take(2).collect();
        self.put(&cells, &[Value::Int(from), Value::Int(tag)]);
        Ok(())
    }

    fn new_request(&mut self, e: &Expr, active: Active) -> Run<()> {
        let process = self.process()?;
        process.requests.push(Some(active));
        let name = process.requests.len() as i64;
        self.set_int(e, name)
    }

    /// Waits for a request, of which nothing is left.
    fn wait(&mut self, request: i64) -> Run<(i64, i64)> {
        if request == 0 {
            return Ok((ANY, ANY));
        }
        let at = usize::try_from(request - 1).unwrap_or(usize::MAX);
        let active = self.process()?.requests.get_mut(at).and_then(Option::take);
        match active.ok_or_else(|| Trap::new("what is waited for is no request"))? {
            Active::Nothing => Ok((NO_PROCESS, ANY)),
            Active::Send(cells, values) => match self.taken(&cells) == values {
                true => Ok((ANY, ANY)),
                false => Err(Trap::new("what is being sent was changed")),
            },
            Active::Recv(posted, cells) => self.receive_into(posted, &cells),
        }
    }

    /// The numbers of requests.
    fn requests(&mut self, e: &Expr, count: i64) -> Run<(Vec<Cell>, Vec<i64>)> {
        let cells = self.buffer(e, count)?;
        let names = self
            .taken(&cells)
            .iter()
            .map(|v| if let Value::Int(k) = v { Ok(*k) } else { Err(Trap::new("a request without value")) })
            .collect::<Run<_>>()?;
        Ok((cells, names))
    }

    /// Brings numbers to a collective call, and gets those of all processes.
    fn meet(&mut self, routine: &str, values: Vec<Value>) -> Run<Vec<Vec<Value>>> {
        let (group, rank, size) = self.place_of_process()?;
        let process = self.process()?;
        let which = process.meetings;
        process.meetings += 1;
        {
            let mut state = group.lock();
            state.happened += 1;
            let m = state.meetings.entry(which).or_default();
            if m.brought.is_empty() {
                m.routine = routine.to_string();
            } else if m.routine != routine {
                return Err(Trap::new(format!("`{}` and `{routine}` meet", m.routine)));
            }
            m.brought.insert(rank, values);
        }
        group.until(rank, |s| {
            let m = s.meetings.get_mut(&which).filter(|m| m.brought.len() == size)?;
            let all = (0..size).map(|r| m.brought[&r].clone()).collect();
            m.left += 1;
            if m.left == size {
                s.meetings.remove(&which);
            }
            Some(all)
        })
    }

    fn wait_all(&mut self, requests: (Vec<Cell>, Vec<i64>), status: Option<&Expr>) -> Run<()> {
        let (cells, names) = requests;
        for (k, name) in names.into_iter().enumerate() {
            let (from, tag) = self.wait(name)?;
            if let Some(e) = status {
                self.set_status(e, k, from, tag)?;
            }
        }
        self.put(&cells, &vec![Value::Int(0); cells.len()]);
        Ok(())
    }

    /// A call of MPI, by its name without that of the library.
    fn mpi(&mut self, routine: &str, args: &[Arg]) -> Run<bool> {
        let (_, rank, size) = self.place_of_process()?;
        match routine {
            "comm_rank" => self.set_int(self.argument(args, 1)?, rank as i64)?,
            "comm_size" => self.set_int(self.argument(args, 1)?, size as i64)?,
            "barrier" => drop(self.meet(routine, Vec::new())?),
            "send" | "ssend" | "bsend" | "rsend" => {
                let [count, to, tag] = self.ints(args, [1, 3, 4])?;
                let cells = self.buffer_of(args, 0, count)?;
                self.send(&cells, to, tag, routine == "ssend")?;
            }
            "recv" => {
                let [count, from, tag] = self.ints(args, [1, 3, 4])?;
                let cells = self.buffer_of(args, 0, count)?;
                let source = match self.post_receive(from, tag, false)? {
                    Some(posted) => self.receive_into(posted, &cells)?,
                    None => (NO_PROCESS, ANY),
                };
                self.set_status(self.argument(args, 6)?, 0, source.0, source.1)?;
            }
            "sendrecv" | "sendrecv_replace" => {
                let is_one = routine == "sendrecv_replace";
                let at = if is_one { [1, 3, 4, 1, 5, 6] } else { [1, 3, 4, 6, 8, 9] };
                let [count, to, tag, room, from, other] = self.ints(args, at)?;
                let sent = self.buffer_of(args, 0, count)?;
                let cells = self.buffer_of(args, if is_one { 0 } else { 5 }, room)?;
                let values = self.read_buffer(&sent)?;
                let posted = self.post_receive(from, other, false)?;
                self.post_message(to, tag, false, values)?;
                let source = match posted {
                    Some(posted) => self.receive_into(posted, &cells)?,
                    None => (NO_PROCESS, ANY),
                };
                self.set_status(self.argument(args, if is_one { 8 } else { 11 })?, 0, source.0, source.1)?;
            }
            "isend" | "issend" => {
                let [count, to, tag] = self.ints(args, [1, 3, 4])?;
                let cells = self.buffer_of(args, 0, count)?;
                let values = self.read_buffer(&cells)?;
                let sent = self.post_message(to, tag, false, values.clone())?;
                let active = if sent.is_some() { Active::Send(cells, values) } else { Active::Nothing };
                self.new_request(self.argument(args, 6)?, active)?;
            }
            "irecv" => {
                let [count, from, tag] = self.ints(args, [1, 3, 4])?;
                let cells = self.buffer_of(args, 0, count)?;
                let active = match self.post_receive(from, tag, false)? {
                    Some(posted) => {
                        self.put(&cells, &vec![Value::Undefined; cells.len()]);
                        Active::Recv(posted, cells)
                    }
                    None => Active::Nothing,
                };
                self.new_request(self.argument(args, 6)?, active)?;
            }
            "wait" => {
                let requests = self.requests(self.argument(args, 0)?, 1)?;
                self.wait_all(requests, Some(self.argument(args, 1)?))?;
            }
            "waitall" => {
                let [count] = self.ints(args, [0])?;
                let requests = self.requests(self.argument(args, 1)?, count)?;
                self.wait_all(requests, Some(self.argument(args, 2)?))?;
            }
            "bcast" => {
                let [count, root] = self.ints(args, [1, 3])?;
                let cells = self.buffer_of(args, 0, count)?;
                let own = if rank as i64 == root { self.read_buffer(&cells)? } else { Vec::new() };
                let all = self.meet(routine, own)?;
                self.put(&cells, &all[root as usize]);
            }
            "reduce" | "allreduce" | "scan" => {
                let [count, op] = self.ints(args, [2, 4])?;
                let root = if routine == "reduce" { Some(self.ints(args, [5])?[0]) } else { None };
                let in_place = self.is_named(self.argument(args, 0)?, "mpi_in_place");
                let sent = self.buffer_of(args, usize::from(in_place), count)?;
                let own = self.read_buffer(&sent)?;
                let all = self.meet(routine, own)?;
                if root.is_none_or(|r| r == rank as i64) {
                    let until = if routine == "scan" { rank + 1 } else { size };
                    let cells = self.buffer_of(args, 1, count)?;
                    let values = all_combined(op, &all[..until])?;
                    self.put(&cells, &values);
                }
            }
            "gather" | "scatter" | "allgather" | "alltoall" => {
                let [each, room] = self.ints(args, [1, 4])?;
                let rooted = matches!(routine, "gather" | "scatter");
                let is_root = !rooted || self.ints(args, [6])?[0] == rank as i64;
                let root = if rooted { self.ints(args, [6])?[0] as usize } else { 0 };
                let (n, whole) = (size as i64, matches!(routine, "scatter" | "alltoall"));
                let own = match (routine, is_root) {
                    ("scatter", false) => Vec::new(),
                    _ => {
                        let sent = self.buffer_of(args, 0, if whole { n * each } else { each })?;
                        self.read_buffer(&sent)?
                    }
                };
                let all = self.meet(routine, own)?;
                let part = |values: &[Value], r: usize| values[r * each as usize..(r + 1) * each as usize].to_vec();
                let values: Vec<Value> = match routine {
                    "scatter" => part(&all[root], rank),
                    "alltoall" => all.iter().flat_map(|v| part(v, rank)).collect(),
                    _ => all.concat(),
                };
                if is_root || routine != "gather" {
                    let cells = self.buffer_of(args, 3, if routine == "scatter" { room } else { n * room })?;
                    self.put(&cells, &values);
                }
            }
            _ => return Ok(false),
        }
        // The code of the call: it has worked.
        if let Some(last) = args.last().filter(|a| a.value.is_reference() && !matches!(routine, "wtime" | "wtick")) {
            self.set_int(&last.value, 0)?;
        }
        Ok(true)
    }

    fn start(&mut self, s: Started) -> Run<()> {
        let is_nothing = s.peer == NO_PROCESS;
        let s = Arc::new(Mutex::new(Started { goes_back: is_nothing, ..s }));
        let process = self.process()?;
        process.events.push(Event::Start(s.clone()));
        if !is_nothing {
            process.pending.push(s);
        }
        Ok(())
    }

    /// Notes which messages a wait of the forward sweep ends, and waits for what is received.
    fn note_wait(&mut self, names: &[i64]) -> Run<()> {
        let mut waited = Vec::new();
        for name in names.iter().filter(|n| **n != 0) {
            let pending = &mut self.process()?.pending;
            let Some(at) = pending.iter().position(|s| locked(s).request == *name) else { continue };
            let s = pending.remove(at);
            if locked(&s).is_recv {
                let active = self.process()?.requests.get(*name as usize - 1).cloned().flatten();
                let Some(Active::Recv(posted, _)) = active else { return Err(Trap::new("a receive that is no more")) };
                let (from, tag, values) = self.received(posted)?;
                let mut s = locked(&s);
                (s.peer, s.tag, s.count) = (from, tag, values.len());
            }
            waited.push(s);
        }
        self.process()?.events.push(Event::Wait(waited));
        Ok(())
    }

    fn last_wait(&mut self) -> Run<Vec<Arc<Mutex<Started>>>> {
        match self.process()?.events.last() {
            Some(Event::Wait(waited)) => Ok(waited.clone()),
            Some(Event::Start(_)) => Err(Trap::new("a message was started that nobody has waited for")),
            None => Err(Trap::new("the forward sweep of a wait has not come by here")),
        }
    }

    /// The adjoints of what was received into an array go back.
    fn send_back(&mut self, base: i64, array: Option<&Expr>) -> Run<()> {
        for s in self.last_wait()? {
            let known = locked(&s).clone();
            if !known.is_recv || known.base != base || known.goes_back {
                continue;
            }
            locked(&s).goes_back = true;
            let values = match array {
                Some(e) => {
                    let cells = self.array_from(e, known.offset, known.count)?;
                    self.read_buffer(&cells)?
                }
                None => vec![Value::Real(0.0); known.count],
            };
            self.post_message(known.peer, known.tag, true, values)?;
        }
        Ok(())
    }

    /// Cells of an array from one of them on.
    fn array_from(&mut self, e: &Expr, offset: usize, count: usize) -> Run<Vec<Cell>> {
        let view = self.place(e)?;
        let first = View { dims: Vec::new(), ..view };
        let cells: Vec<Cell> =
            (first.offset + offset..first.offset + offset + count).map(|c| (first.object, c)).collect();
        match cells.iter().any(|(o, c)| self.objects[*o].len() <= *c) {
            true => Err(Trap::new("a message is longer than its buffer")),
            false => Ok(cells),
        }
    }

    fn going_back(&mut self, is_recv: bool) -> Run<Started> {
        match self.process()?.events.pop() {
            Some(Event::Start(s)) if locked(&s).is_recv == is_recv && locked(&s).goes_back => Ok(locked(&s).clone()),
            _ => Err(Trap::new(
                "nobody has waited for a message, or derivatives of calls are in another order than they",
            )),
        }
    }

    /// The adjoint of what was sent comes back, and is added.
    fn add_back(&mut self, cells: &[Cell], posted: Option<usize>) -> Run<()> {
        let Some(posted) = posted else { return Ok(()) };
        let (_, _, values) = self.received(posted)?;
        match values.len() == cells.len() {
            true => self.add(cells, &values),
            false => Err(Trap::new("the adjoint of a message has another length than it")),
        }
    }

    /// A procedure of the runtime: the routine whose derivative it is, whether a buffer is in its name, and which derivative.
    fn runtime(&mut self, routine: &str, has_kind: bool, end: &str, args: &[Arg]) -> Run<bool> {
        let (group, rank, size) = self.place_of_process()?;
        match (routine, end) {
            ("probe", "") => {
                let [from, tag] = self.ints(args, [0, 1])?;
                let wanted = Wanted { from, tag, is_adjoint: false };
                let found = group.until(rank, |s| {
                    let k = s.waiting(rank, &wanted)?;
                    Some((s.mail[rank][k].from, s.mail[rank][k].tag))
                })?;
                self.set_int(self.argument(args, 3)?, found.0 as i64)?;
                self.set_int(self.argument(args, 4)?, found.1)?;
            }
            ("isend" | "issend", "f") => {
                let [count, peer, tag, request] = self.ints(args, [0, 2, 3, 5])?;
                let count = count as usize;
                self.start(Started {
                    is_recv: false,
                    count,
                    peer,
                    tag,
                    base: 0,
                    request,
                    offset: 0,
                    goes_back: false,
                    back: None,
                })?;
            }
            ("irecv", "f") => {
                let [base, count, peer, tag, request] = self.ints(args, [3, 4, 6, 7, 9])?;
                let buffer = self.place(self.argument(args, 0)?)?;
                let array = self.place(self.argument(args, 1)?)?;
                if buffer.object != array.object || buffer.offset < array.offset {
                    return Err(Trap::new("the buffer is a part of an array that does not lie together"));
                }
                let (count, offset) = (count as usize, buffer.offset - array.offset);
                self.start(Started {
                    is_recv: true,
                    count,
                    peer,
                    tag,
                    base,
                    request,
                    offset,
                    goes_back: false,
                    back: None,
                })?;
            }
            ("wait" | "waitall", "f") => {
                let (_, names) = self.requests_of(routine, args)?;
                self.note_wait(&names)?;
            }
            ("wait", "b") if has_kind => {
                let [base] = self.ints(args, [0])?;
                self.send_back(base, Some(self.argument(args, 1)?))?;
            }
            ("wait", "b") => {
                self.send_back(0, None)?;
                for s in self.last_wait()? {
                    let known = locked(&s).clone();
                    if known.is_recv && !known.goes_back {
                        return Err(Trap::new("the array that a receive was started for is not known here"));
                    }
                    if !known.is_recv {
                        let back = self.post_receive(known.peer, known.tag, true)?;
                        let mut s = locked(&s);
                        (s.goes_back, s.back) = (true, back);
                    }
                }
                self.process()?.events.pop();
            }
            ("isend" | "issend", "b") => {
                let s = self.going_back(false)?;
                let cells = self.buffer_of(args, 0, s.count as i64)?;
                self.add_back(&cells, s.back)?;
            }
            ("irecv", "b") => {
                let s = self.going_back(true)?;
                if s.peer != NO_PROCESS {
                    let cells = self.buffer_of(args, 0, s.count as i64)?;
                    self.clear(&cells);
                }
            }
            ("isend" | "issend", "d") => {
                let [count, to, tag] = self.ints(args, [1, 3, 4])?;
                let cells = self.buffer_of(args, 0, count)?;
                let values = self.read_buffer(&cells)?;
                self.post_message(to, tag, false, values)?;
            }
            ("irecv", "d") => {
                let [count, from, tag, request] = self.ints(args, [1, 3, 4, 6])?;
                let cells = self.buffer_of(args, 0, count)?;
                if from == ANY || tag == ANY {
                    return Err(Trap::new("the derivative may come from another process, or with another tag"));
                }
                if let Some(posted) = self.post_receive(from, tag, false)? {
                    self.put(&cells, &vec![Value::Undefined; cells.len()]);
                    self.process()?.derivatives.entry(request).or_default().push((posted, cells));
                }
            }
            ("wait" | "waitall", "d") => {
                let (_, names) = self.requests_of(routine, args)?;
                for name in names {
                    for (posted, cells) in self.process()?.derivatives.remove(&name).unwrap_or_default() {
                        self.receive_into(posted, &cells)?;
                    }
                }
            }
            ("send" | "ssend" | "bsend" | "rsend", "b") => {
                let [count, to, tag] = self.ints(args, [1, 3, 4])?;
                let cells = self.buffer_of(args, 0, count)?;
                let posted = self.post_receive(to, tag, true)?;
                self.add_back(&cells, posted)?;
            }
            ("recv", "b") => {
                let [count, from, tag] = self.ints(args, [1, 3, 4])?;
                let cells = self.buffer_of(args, 0, count)?;
                self.give_back(&cells, from, tag)?;
            }
            ("sendrecv" | "sendrecv_replace", "b") => {
                let is_one = routine == "sendrecv_replace";
                let at = if is_one { [1, 3, 4, 1, 5, 6] } else { [1, 3, 4, 6, 8, 9] };
                let [count, to, tag, room, from, other] = self.ints(args, at)?;
                let sent = self.buffer_of(args, 0, count)?;
                let cells = self.buffer_of(args, if is_one { 0 } else { 5 }, room)?;
                self.give_back(&cells, from, other)?;
                let posted = self.post_receive(to, tag, true)?;
                self.add_back(&sent, posted)?;
            }
            _ => return self.collective_adjoint(routine, end, args, (rank, size)),
        }
        Ok(true)
    }

    fn requests_of(&mut self, routine: &str, args: &[Arg]) -> Run<(Vec<Cell>, Vec<i64>)> {
        if routine == "wait" {
            return self.requests(self.argument(args, 0)?, 1);
        }
        let [count] = self.ints(args, [0])?;
        self.requests(self.argument(args, 1)?, count)
    }

    /// The adjoint of what was received goes to where that came from.
    fn give_back(&mut self, cells: &[Cell], from: i64, tag: i64) -> Run<()> {
        if from == NO_PROCESS {
            return Ok(());
        }
        if from == ANY {
            return Err(Trap::new("the source is not known any more"));
        }
        let values = self.read_buffer(cells)?;
        self.clear(cells);
        self.post_message(from, tag, true, values)?;
        Ok(())
    }

    fn collective_adjoint(
        &mut self,
        routine: &str,
        end: &str,
        args: &[Arg],
        (rank, size): (usize, usize),
    ) -> Run<bool> {
        let n = size as i64;
        match (routine, end) {
            ("bcast", "b") => {
                let [count, root] = self.ints(args, [1, 3])?;
                let cells = self.buffer_of(args, 0, count)?;
                let own = self.read_buffer(&cells)?;
                let all = self.meet("bcast_b", own)?;
                self.clear(&cells);
                if root == rank as i64 {
                    self.put(&cells, &sum(&all)?);
                }
            }
            ("reduce" | "allreduce" | "scan", "b") => {
                let [count] = self.ints(args, [2])?;
                let is_root = routine != "reduce" || self.ints(args, [5])?[0] == rank as i64;
                let (sent, got) = (self.buffer_of(args, 0, count)?, self.result_of(args, 1, count, is_root)?);
                let own = self.read_buffer(&got)?;
                let all = self.meet(&format!("{routine}_b"), own)?;
                self.clear(&got);
                let from = if routine == "scan" { rank } else { 0 };
                let rows: Vec<Vec<Value>> =
                    all[from..].iter().filter(|r| !r.is_empty() || count == 0).cloned().collect();
                self.add(&sent, &sum(&rows)?)?;
            }
            ("allreduce_inplace", "b") => {
                let [count] = self.ints(args, [1])?;
                let cells = self.buffer_of(args, 0, count)?;
                let own = self.read_buffer(&cells)?;
                let all = self.meet("allreduce_b", own)?;
                self.put(&cells, &sum(&all)?);
            }
            ("reduce_inplace", "b") => {
                let [count] = self.ints(args, [1])?;
                let cells = self.buffer_of(args, 0, count)?;
                let own = self.read_buffer(&cells)?;
                self.meet("reduce_b", own)?;
            }
            ("reduce_op" | "allreduce_op", "b" | "d") => {
                let [count, op] = self.ints(args, [3, 5])?;
                let is_root = routine == "allreduce_op" || self.ints(args, [6])?[0] == rank as i64;
                let (values, derivatives) = (self.buffer_of(args, 0, count)?, self.buffer_of(args, 1, count)?);
                let got = self.result_of(args, 2, count, is_root)?;
                let values = self.read_buffer(&values)?;
                let all = self.meet(routine, values)?;
                let factors = factors(op, &all)?;
                let times = |row: &[Value], factors: &[f64]| -> Run<Vec<Value>> {
                    row.iter().zip(factors).map(|(v, f)| Ok(Value::Real(number(v)? * f))).collect()
                };
                if end == "d" {
                    let own = self.read_buffer(&derivatives)?;
                    let all = self.meet(routine, times(&own, &factors[rank])?)?;
                    self.put(&got, &sum(&all)?);
                } else {
                    let own = self.read_buffer(&got)?;
                    let all = self.meet(routine, own)?;
                    self.clear(&got);
                    let rows: Vec<Vec<Value>> = all.into_iter().filter(|r| !r.is_empty() || count == 0).collect();
                    self.add(&derivatives, &times(&sum(&rows)?, &factors[rank])?)?;
                }
            }
            ("gather" | "scatter" | "allgather" | "alltoall", "b") => {
                let [each, room] = self.ints(args, [1, 4])?;
                let rooted = matches!(routine, "gather" | "scatter");
                let root = if rooted { self.ints(args, [6])?[0] as usize } else { rank };
                let is_root = root == rank;
                let whole = matches!(routine, "scatter" | "alltoall");
                let got = match (routine, is_root) {
                    ("gather", false) => Vec::new(),
                    ("scatter", _) => self.buffer_of(args, 3, room)?,
                    _ => self.buffer_of(args, 3, n * room)?,
                };
                let own = self.read_buffer(&got)?;
                let all = self.meet(&format!("{routine}_b"), own)?;
                self.clear(&got);
                let part = |values: &[Value]| values[rank * each as usize..(rank + 1) * each as usize].to_vec();
                let values = match routine {
                    "gather" => part(&all[root]),
                    "scatter" => all.concat(),
                    "allgather" => sum(&all.iter().map(|v| part(v)).collect::<Vec<_>>())?,
                    _ => all.iter().flat_map(|v| part(v)).collect(),
                };
                if is_root || routine != "scatter" {
                    let sent = self.buffer_of(args, 0, if whole { n * each } else { each })?;
                    self.add(&sent, &values)?;
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// What a collective call leaves, where it leaves something.
    fn result_of(&mut self, args: &[Arg], k: usize, count: i64, is_root: bool) -> Run<Vec<Cell>> {
        if is_root { self.buffer_of(args, k, count) } else { Ok(Vec::new()) }
    }
}
