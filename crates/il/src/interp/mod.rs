//! The reference interpreter: runs IL, and traps where a compiled program would go wrong silently.
//!
//! It traps on reading an undefined value, an index out of bounds, a tape that does not mirror itself, a jump nobody can follow,
//! and on what it cannot run (external procedures, I/O that an active value depends on). It is the oracle of the property tests.
//!
//! Storage is made of *cells*, one scalar each, so an object of a structure type is its leaf components in order. Reals
//! of 4 bytes are rounded when they are stored. Storage that overlaps with different types (EQUIVALENCE of a real and an integer) is refused.

mod allocation;
mod arrays;
mod assign;
#[doc(hidden)]
pub mod binomial;
mod calls;
mod eval;
mod exec;
mod functions;
mod masked;
mod memory;
mod messages;
mod parallel;
mod pointers;

use std::collections::{HashMap, HashSet};

use crate::program::Program;
use crate::source::Span;
use crate::symbol::{Storage, SymbolId, SymbolKind};
use crate::types::{RecordId, Type};
use crate::unit::UnitId;

pub use functions::digamma;
pub use memory::{DimView, Value, View};
pub use messages::{Group, Process};

/// Why a run stopped.
#[derive(Clone, PartialEq, Debug)]
pub struct Trap {
    /// What happened.
    pub message: String,
    /// Where.
    pub span: Span,
}

impl Trap {
    fn new(message: impl Into<String>) -> Self {
        Trap { message: message.into(), span: Span::NONE }
    }

    /// With a place, unless it has one already.
    fn at(mut self, span: Span) -> Self {
        if self.span == Span::NONE {
            self.span = span;
        }
        self
    }
}

type Run<T> = Result<T, Trap>;

/// An activation of a unit.
struct Frame {
    unit: UnitId,
    vars: HashMap<SymbolId, View>,
    /// Dummy procedures.
    procedures: HashMap<SymbolId, SymbolId>,
    /// Frame of the host, for internal procedures.
    host: Option<usize>,
    result: Option<Value>,
}

/// What a save left on the tape.
#[derive(Clone)]
enum Saved {
    Values(crate::stmt::TapeId, Vec<Value>),
    Control(crate::stmt::TapeId, u32),
}

/// A program being run: memory, tape, and the static variables, which live as long as the machine.
pub struct Machine<'p> {
    program: &'p Program,
    objects: Vec<Vec<Value>>,
    statics: HashMap<SymbolId, View>,
    commons: HashMap<String, View>,
    frames: Vec<Frame>,
    tape: Vec<Saved>,
    /// The parallel loop that is running.
    sharing: Option<parallel::Sharing>,
    /// Which of several processes this is.
    process: Option<messages::Process>,
    /// What was read since each repetition under way began, the innermost last: it goes back on the tape to be read once more.
    repetitions: Vec<Vec<Saved>>,
    /// Loops under binomial checkpointing, the innermost last.
    automata: Vec<binomial::Automaton>,
    /// The automatic arrays of the procedures that ran.
    automatic: HashMap<UnitId, Vec<SymbolId>>,
    /// The types whose objects have no end.
    endless: HashSet<RecordId>,
    /// A variable of C is being made although no unit of C runs.
    making_c: bool,
    /// Statements that may still be executed; a run that uses them up traps.
    pub fuel: u64,
    /// Whether assigning what is not a number traps, as invalid operations do in programs that are compiled with all checks.
    pub numbers_only: bool,
}

impl<'p> Machine<'p> {
    /// A machine with nothing in memory.
    pub fn new(program: &'p Program) -> Self {
        Machine {
            program,
            objects: Vec::new(),
            statics: HashMap::new(),
            commons: HashMap::new(),
            frames: Vec::new(),
            tape: Vec::new(),
            sharing: None,
            process: None,
            repetitions: Vec::new(),
            automata: Vec::new(),
            automatic: HashMap::new(),
            endless: program.records.ids().filter(|r| program.is_endless(*r)).collect(),
            making_c: false,
            fuel: 50_000_000,
            numbers_only: false,
        }
    }

    /// A new object holding `values`, seen as an array of `extents` (lower bounds 1) or as a scalar when there are none.
    pub fn object(&mut self, element: Type, extents: &[usize], values: Vec<Value>) -> View {
        // An element that is a structure takes several cells.
        let mut stride = (values.len() / extents.iter().product::<usize>().max(1)).max(1) as isize;
        self.objects.push(values);
        let dims = extents
            .iter()
            .map(|&extent| {
                let d = DimView { lower: 1, extent, stride };
                stride *= extent as isize;
                d
            })
            .collect();
        View { object: self.objects.len() - 1, offset: 0, dims, element }
    }

    /// The cells an object view covers, in array element order.
    pub fn read(&self, view: &View) -> Vec<Value> {
        self.cells(view).into_iter().map(|(o, c)| self.objects[o][c].clone()).collect()
    }

    /// What a variable that is allocatable or a pointer refers to: its one cell, whatever its elements are.
    pub fn referent(&self, variable: &View) -> Value {
        self.objects[variable.object][variable.offset].clone()
    }

    /// Sets the cells of a view.
    pub fn write(&mut self, view: &View, values: &[Value]) {
        for ((o, c), v) in self.cells(view).into_iter().zip(values) {
            self.objects[o][c] = v.clone();
        }
    }

    /// The static storage of a module variable, C global, saved local or COMMON member; made and initialised at first use.
    pub fn global(&mut self, symbol: SymbolId) -> Result<View, Trap> {
        self.lookup(symbol)
    }

    /// Calls a unit with one view per dummy argument; gives the function's value. The tape must be balanced afterwards.
    pub fn call(&mut self, unit: UnitId, args: &[View]) -> Result<Option<Value>, Trap> {
        let depth = self.tape.len();
        self.sharing = None;
        let params = &self.program.units[unit].params;
        let mut actuals = Vec::new();
        for (k, view) in args.iter().enumerate() {
            // What comes by value is changed in a copy.
            let by_value = params.get(k).and_then(|p| self.program.variable(*p)).is_some_and(|v| v.by_value);
            let mut view = view.clone();
            if by_value && view.dims.is_empty() {
                self.objects.push(self.read(&view));
                view = View { object: self.objects.len() - 1, offset: 0, ..view };
            }
            actuals.push(calls::Actual::Place(view));
        }
        let value = self.activate(unit, actuals, None)?;
        if self.tape.len() != depth {
            return Err(Trap::new(format!(
                "the tape is not balanced: {} entries left",
                self.tape.len() as i64 - depth as i64
            )));
        }
        Ok(value)
    }

    /// The activation that a variable belongs to: that of its host where an internal procedure mentions it first.
    fn home_frame(&self, symbol: SymbolId) -> Option<usize> {
        let last = self.frames.len().checked_sub(1)?;
        let home = self.program.home(symbol);
        let hosts = std::iter::successors(Some(last), |i| self.frames[*i].host);
        Some(hosts.into_iter().find(|i| Some(self.frames[*i].unit) == home).unwrap_or(last))
    }

    /// The storage of a variable in the current activation.
    fn lookup(&mut self, symbol: SymbolId) -> Run<View> {
        let mut at = self.frames.len().checked_sub(1);
        while let Some(i) = at {
            if let Some(v) = self.frames[i].vars.get(&symbol) {
                return Ok(v.clone());
            }
            at = self.frames[i].host;
        }
        if let Some(v) = self.statics.get(&symbol) {
            return Ok(v.clone());
        }
        let program = self.program;
        match &program.symbols[symbol].kind {
            SymbolKind::Variable(v) => {
                let view = match v.storage {
                    Storage::Common => self.common_member(symbol)?,
                    _ => {
                        let static_storage = v.saved || v.storage == Storage::Global;
                        let making = self.making_c || self.is_c_symbol(symbol);
                        let around = std::mem::replace(&mut self.making_c, making);
                        let tied = if static_storage { self.equivalenced_in_module(symbol)? } else { None };
                        let made = tied.map_or_else(|| self.new_variable(symbol), Ok);
                        self.making_c = around;
                        let view = made?;
                        if !static_storage {
                            if let Some(at) = self.home_frame(symbol) {
                                self.frames[at].vars.insert(symbol, view.clone());
                            }
                            return Ok(view);
                        }
                        view
                    }
                };
                self.statics.insert(symbol, view.clone());
                let making = self.making_c || self.is_c_symbol(symbol);
                let around = std::mem::replace(&mut self.making_c, making);
                let done = self.initialise(symbol, &view);
                self.making_c = around;
                done?;
                self.with_tied(symbol)?;
                Ok(view)
            }
            SymbolKind::Constant { value, ty } => {
                let mut data = self.eval(value)?;
                let Type::Array { dims, .. } = ty else {
                    let view = self.temporary(ty.clone(), data);
                    self.statics.insert(symbol, view.clone());
                    return Ok(view);
                };
                // Implied shapes (`h(0:*)`) have the extents of the value.
                let said = |d: &crate::Dim| matches!(d.upper, crate::Upper::At(_));
                if dims.iter().all(said) {
                    let shape: Vec<usize> = self.extents(dims)?.into_iter().map(|(_, extent)| extent).collect();
                    data = data.broadcast(&shape)?;
                }
                let mut view = self.temporary(ty.element().clone(), data);
                for (of, d) in view.dims.iter_mut().zip(dims) {
                    if let Some(lower) = &d.lower {
                        of.lower = self.int(lower)?;
                    }
                }
                self.statics.insert(symbol, view.clone());
                Ok(view)
            }
            _ => Err(Trap::new(format!("`{}` is not a variable", program.symbols[symbol].name))),
        }
    }
}
