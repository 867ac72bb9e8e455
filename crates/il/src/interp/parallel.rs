//! Parallel loops: each iteration as if it had a thread of its own, in an order that is none of the program's.
//!
//! Private variables begin without a value, reduced ones with the neutral element; the tape is behind an iteration as it was before it. What one iteration
//! writes, no other one may touch, unless both add atomically.

use std::collections::{HashMap, HashSet};

use crate::Expr;
use crate::parallel::Parallel;
use crate::stmt::{Do, Stmt, StmtKind};

use super::eval::Data;
use super::exec::Flow;
use super::memory::{Value, View};
use super::{Machine, Run, Trap};

/// A cell of memory: its object and its place there.
type Cell = (usize, usize);

/// Which iterations did something.
#[derive(Clone, Copy, Default)]
enum Who {
    #[default]
    Nobody,
    One(usize),
    Several,
}

impl Who {
    fn and(self, turn: usize) -> Who {
        match self {
            Who::Nobody => Who::One(turn),
            Who::One(other) if other == turn => self,
            Who::One(_) | Who::Several => Who::Several,
        }
    }

    fn is_other(self, turn: usize) -> bool {
        match self {
            Who::Nobody => false,
            Who::One(other) => other != turn,
            Who::Several => true,
        }
    }
}

/// What iterations did to a cell.
#[derive(Clone, Copy, Default)]
struct Touched {
    read: Who,
    written: Who,
    added: Who,
}

/// The parallel loop that is running.
#[derive(Default)]
pub(super) struct Sharing {
    /// Objects from here on belong to the iteration.
    made_inside: usize,
    /// Cells that each thread has for itself.
    own: HashSet<Cell>,
    turn: usize,
    touched: HashMap<Cell, Touched>,
    /// The next statement adds atomically, and to what the present one does.
    next_is_atomic: bool,
    atomic: HashSet<Cell>,
}

/// The value that a reduction begins with, and how two are taken together; `None` for what is not known here.
fn neutral(op: &str, like: &Value) -> Option<Value> {
    Some(match (op, like) {
        ("+" | "-", Value::Int(_)) => Value::Int(0),
        ("+" | "-", Value::Real(_)) => Value::Real(0.0),
        ("+" | "-", Value::Complex(..)) => Value::Complex(0.0, 0.0),
        ("*", Value::Int(_)) => Value::Int(1),
        ("*", Value::Real(_)) => Value::Real(1.0),
        ("max", Value::Real(_)) => Value::Real(f64::MIN),
        ("min", Value::Real(_)) => Value::Real(f64::MAX),
        ("max", Value::Int(_)) => Value::Int(i64::from(i32::MIN)),
        ("min", Value::Int(_)) => Value::Int(i64::from(i32::MAX)),
        _ => return None,
    })
}

fn together(op: &str, a: &Value, b: &Value) -> Option<Value> {
    Some(match (op, a, b) {
        ("+" | "-", Value::Int(a), Value::Int(b)) => Value::Int(a + b),
        ("+" | "-", Value::Real(a), Value::Real(b)) => Value::Real(a + b),
        ("+" | "-", Value::Complex(a, c), Value::Complex(b, d)) => Value::Complex(a + b, c + d),
        ("*", Value::Int(a), Value::Int(b)) => Value::Int(a * b),
        ("*", Value::Real(a), Value::Real(b)) => Value::Real(a * b),
        ("max", Value::Real(a), Value::Real(b)) => Value::Real(a.max(*b)),
        ("min", Value::Real(a), Value::Real(b)) => Value::Real(a.min(*b)),
        ("max", Value::Int(a), Value::Int(b)) => Value::Int(*a.max(b)),
        ("min", Value::Int(a), Value::Int(b)) => Value::Int(*a.min(b)),
        _ => return None,
    })
}

impl<'p> Machine<'p> {
    /// Runs the iterations of a parallel loop; `None` where it is none, or runs inside another one.
    pub(super) fn shared_turns(
        &mut self,
        unit: &'p crate::unit::Unit,
        d: &'p Do,
        counter: &View,
        values: &[Value],
    ) -> Run<Option<()>> {
        let Some(parallel) = d.parallel.as_deref().filter(|p| !p.is_text) else { return Ok(None) };
        if self.sharing.is_some() {
            return Ok(None);
        }
        let Some(lists) = self.lists(parallel)? else { return Ok(None) };
        let mut own: HashSet<Cell> = self.cells(counter).into_iter().collect();
        lists.all().map(|(view, _)| view).chain(&lists.handles).for_each(|view| own.extend(self.cells(view)));
        // The counters of the loops that are one with it.
        let mut nest = d;
        for _ in 1..parallel.collapse.unwrap_or(1) {
            let inner = nest.body.iter().find_map(|s| match &unit.stmts[*s].kind {
                StmtKind::Do(d) => Some(d),
                _ => None,
            });
            let Some(inner) = inner else { break };
            let counter = self.lookup(inner.var)?;
            own.extend(self.cells(&counter));
            nest = inner;
        }
        // What is declared inside, which may be there already where the loop runs again.
        let mut inside = Vec::new();
        unit.walk(&d.body, &mut |_, s| match &s.kind {
            StmtKind::Declare(symbols) => inside.extend(symbols),
            StmtKind::Do(d) if d.declares => inside.push(d.var),
            _ => {}
        });
        for s in inside {
            if self.program.variable(s).is_some_and(|v| !v.saved) {
                let view = self.lookup(s)?;
                own.extend(self.cells(&view));
            }
        }
        let mut sums: Vec<Vec<Value>> = lists.reduced.iter().map(|(_, before, _)| before.clone()).collect();
        let mut last: Vec<Vec<Value>> = Vec::new();
        self.sharing = Some(Sharing { made_inside: self.objects.len(), own, ..Sharing::default() });
        let depth = self.tape.len();
        for turn in order(values.len()) {
            self.burn()?;
            if let Some(s) = &mut self.sharing {
                s.turn = turn;
            }
            for (view, before) in lists.private.iter().chain(&lists.last) {
                self.write(view, &vec![Value::Undefined; before.len()]);
            }
            for (view, before) in &lists.first {
                self.write(view, before);
            }
            for (view, before, op) in &lists.reduced {
                let start: Vec<Value> = before.iter().filter_map(|v| neutral(op, v)).collect();
                self.write(view, &start);
            }
            self.store(counter, Data::scalar(values[turn].clone()))?;
            match self.block(unit, &d.body)? {
                Flow::Normal | Flow::Cycle(None) => {}
                Flow::Cycle(n) if n == d.name => {}
                Flow::Cycle(_) | Flow::Exit(_) | Flow::Goto(_) | Flow::Return => {
                    return Err(Trap::new("an iteration leaves its parallel loop"));
                }
            }
            if self.tape.len() != depth {
                return Err(Trap::new("an iteration of a parallel loop does not leave the tape as it was"));
            }
            for ((view, _, op), sum) in lists.reduced.iter().zip(&mut sums) {
                let part = self.read(view);
                *sum = sum.iter().zip(&part).filter_map(|(a, b)| together(op, a, b)).collect();
            }
            if turn + 1 == values.len() {
                last = lists.last.iter().map(|(view, _)| self.read(view)).collect();
            }
        }
        self.sharing = None;
        for (view, before) in lists.private.iter().chain(&lists.first) {
            self.write(view, before);
        }
        for ((view, _, _), sum) in lists.reduced.iter().zip(&sums) {
            self.write(view, sum);
        }
        for ((view, _), value) in lists.last.iter().zip(&last) {
            self.write(view, value);
        }
        Ok(Some(()))
    }

    /// The variables of the lists, with what they hold; `None` where one is not known here.
    fn lists(&mut self, parallel: &Parallel) -> Run<Option<Lists>> {
        let mut out = Lists::default();
        let mut handles = Vec::new();
        let mut views = |this: &mut Self, symbols: &[crate::SymbolId]| -> Run<Option<Vec<(View, Vec<Value>)>>> {
            let mut found = Vec::new();
            for s in symbols {
                let v = this.program.variable(*s);
                if v.is_none_or(|v| v.pointer) {
                    return Ok(None);
                }
                let mut view = this.lookup(*s)?;
                if v.is_some_and(|v| v.allocatable) {
                    handles.push(view);
                    let all = Expr::var(*s);
                    if *this.referred(&all)? == Value::Null {
                        continue;
                    }
                    view = this.place(&all)?;
                }
                found.push((view.clone(), this.read(&view)));
            }
            Ok(Some(found))
        };
        let (Some(private), Some(first), Some(last)) = (
            views(self, &parallel.private)?,
            views(self, &parallel.first_private)?,
            views(self, &parallel.last_private)?,
        ) else {
            return Ok(None);
        };
        (out.private, out.first, out.last) = (private, first, last);
        for (op, symbols) in &parallel.reductions {
            let Some(found) = views(self, symbols)? else { return Ok(None) };
            for (view, before) in found {
                if before.iter().any(|v| neutral(op, v).is_none()) {
                    return Ok(None);
                }
                out.reduced.push((view, before, op.clone()));
            }
        }
        out.handles = handles;
        Ok(Some(out))
    }

    /// Looks at a statement of a parallel loop before it runs: whether it adds atomically, and to what.
    pub(super) fn note_statement(&mut self, stmt: &Stmt) -> Run<()> {
        if self.sharing.is_none() {
            return Ok(());
        }
        let said = |text: &String| text.to_ascii_lowercase().contains("omp atomic");
        let is_atomic = stmt.comments.iter().any(said) || self.sharing.as_ref().is_some_and(|s| s.next_is_atomic);
        let mut cells = HashSet::new();
        let mut next = false;
        match &stmt.kind {
            StmtKind::Opaque { text, .. } => next = said(text),
            StmtKind::Assign { lhs, .. } if is_atomic => {
                let view = self.place(lhs)?;
                cells.extend(self.cells(&view));
            }
            _ => {}
        }
        if let Some(s) = &mut self.sharing {
            (s.next_is_atomic, s.atomic) = (next, cells);
        }
        Ok(())
    }

    /// Notes that the present iteration reads or writes a place.
    pub(super) fn touch(&mut self, view: &View, writes: bool) -> Run<()> {
        if self.sharing.is_none() {
            return Ok(());
        }
        let cells = self.cells(view);
        let Some(s) = &mut self.sharing else { return Ok(()) };
        for cell in cells {
            if cell.0 >= s.made_inside || s.own.contains(&cell) {
                continue;
            }
            let (turn, t) = (s.turn, s.touched.entry(cell).or_default());
            let (clash, atomic) = (|who: Who| who.is_other(turn), s.atomic.contains(&cell));
            let races = match (atomic, writes) {
                (true, _) => clash(t.read) || clash(t.written),
                (false, true) => clash(t.read) || clash(t.written) || clash(t.added),
                (false, false) => clash(t.written) || clash(t.added),
            };
            if races {
                return Err(Trap::new("two iterations of a parallel loop touch one place, and one of them writes"));
            }
            let who = match (atomic, writes) {
                (true, _) => &mut t.added,
                (false, true) => &mut t.written,
                (false, false) => &mut t.read,
            };
            *who = who.and(turn);
        }
        Ok(())
    }
}

/// The variables of which each thread has its own, with the values in front of the loop.
#[derive(Default)]
struct Lists {
    private: Vec<(View, Vec<Value>)>,
    first: Vec<(View, Vec<Value>)>,
    last: Vec<(View, Vec<Value>)>,
    reduced: Vec<(View, Vec<Value>, String)>,
    /// Where the memory is of what is allocated.
    handles: Vec<View>,
}

impl Lists {
    fn all(&self) -> impl Iterator<Item = (&View, &Vec<Value>)> {
        let plain = self.private.iter().chain(&self.first).chain(&self.last).map(|(v, b)| (v, b));
        plain.chain(self.reduced.iter().map(|(v, b, _)| (v, b)))
    }
}

/// The numbers below `n` in an order that is neither up nor down, and always the same.
fn order(n: usize) -> Vec<usize> {
    let mut out: Vec<usize> = (0..n).collect();
    let mut state = 0x2545_F491_4F6C_DD1D_u64;
    for k in (1..n).rev() {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        out.swap(k, (state >> 33) as usize % (k + 1));
    }
    out
}
