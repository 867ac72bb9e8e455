//! The automaton of binomial checkpointing (`runtime/adBinomial.c`), for programs that call it: what to do next until a loop is reversed.

use crate::expr::Arg;

use super::memory::Value;
use super::{Machine, Run, Trap};

pub const PUSH: i64 = 1;
pub const LOOK: i64 = 2;
pub const POP: i64 = 3;
pub const ADVANCE: i64 = 4;
const FIRST_TURN: i64 = 5;
const TURN: i64 = 6;

/// A loop that is being reversed.
#[derive(Debug)]
pub struct Automaton {
    /// Steps that were not yet reversed are those before `end`; the state is that in front of `at`.
    end: i64,
    at: i64,
    /// Where to advance to before the next decision.
    target: i64,
    turned: bool,
    capacity: usize,
    /// The steps in front of which snapshots were taken.
    snapshots: Vec<i64>,
}

/// How many steps of `length` are run before the next of `snapshots` snapshots is taken: as `stride` in the runtime.
fn stride(length: i64, snapshots: usize) -> i64 {
    if snapshots <= 1 {
        return length - 1;
    }
    let c = snapshots as i64;
    // β(c, r), and the same with r - 1 and r - 2.
    let (mut now, mut before, mut earlier, mut r) = (1i64, 0, 0, 1);
    while now < length {
        (earlier, before) = (before, now);
        now = now * (c + r) / r;
        r += 1;
    }
    (length - (now - before)).max(earlier).min(before).max(1).min(length - 1)
}

impl Automaton {
    pub fn new(length: i64, snapshots: i64, first: i64) -> Run<Self> {
        if length < 1 || length > 1 && snapshots < 1 {
            return Err(Trap::new("a loop without steps, or without snapshots, is to be checkpointed"));
        }
        let capacity = snapshots.clamp(1, length) as usize;
        Ok(Automaton { end: first + length, at: first, target: first, turned: false, capacity, snapshots: Vec::new() })
    }

    /// The next action and its step; `None` when all is done.
    pub fn step(&mut self) -> Option<(i64, i64)> {
        if self.at < self.target {
            self.at += 1;
            return Some((ADVANCE, self.at - 1));
        }
        if self.at > self.end {
            // The step at `end` was just turned: go back.
            let held = *self.snapshots.last()?;
            if self.end <= held {
                self.snapshots.pop();
                return Some((POP, held));
            }
            (self.at, self.target) = (held, held);
            if self.end - held == 1 {
                self.snapshots.pop();
                return Some((POP, held));
            }
            return Some((LOOK, held));
        }
        let length = self.end - self.at;
        if length == 1 {
            let what = if self.turned { TURN } else { FIRST_TURN };
            let step = self.at;
            (self.turned, self.end) = (true, step);
            (self.at, self.target) = (step + 1, step + 1);
            return Some((what, step));
        }
        if self.snapshots.last() != Some(&self.at) {
            if self.snapshots.len() < self.capacity {
                self.snapshots.push(self.at);
                return Some((PUSH, self.at));
            }
            self.target = self.end - 1;
        } else {
            self.target = self.at + stride(length, self.capacity - self.snapshots.len() + 1);
        }
        self.at += 1;
        Some((ADVANCE, self.at - 1))
    }
}

impl Machine<'_> {
    /// The entries of the automaton, by their names in Fortran or C; `None` when `name` is none of them.
    pub(super) fn binomial(&mut self, name: &str, args: &[Arg]) -> Run<Option<Value>> {
        match (name.to_ascii_lowercase().as_str(), args) {
            ("adbinomial_init", [length, snapshots, first]) => {
                let [length, snapshots, first] =
                    [self.int(&length.value)?, self.int(&snapshots.value)?, self.int(&first.value)?];
                self.automata.push(Automaton::new(length, snapshots, first)?);
                Ok(Some(Value::Int(0)))
            }
            ("adbinomial_next", [action, step]) => {
                let Some(top) = self.automata.last_mut() else {
                    return Err(Trap::new("ADBINOMIAL_NEXT outside of a loop"));
                };
                let Some((what, at)) = top.step() else {
                    self.automata.pop();
                    return Ok(Some(Value::Bool(false)));
                };
                for (place, value) in [(action, what), (step, at)] {
                    let view = match &place.value.kind {
                        crate::expr::ExprKind::Address(x) => self.place(x)?,
                        _ => self.place(&place.value)?,
                    };
                    self.write(&view, &[Value::Int(value)]);
                }
                Ok(Some(Value::Bool(true)))
            }
            _ => Ok(None),
        }
    }
}
