//! Procedure pointers that are passed for dummy procedures.
//!
//! ```text
//! y = total(g, x)      if (associated(g, bend)) then
//!                        y = total(bend, x)
//!                      else if (associated(g, wave)) then
//!                        y = total(wave, x)
//! ```
//!
//! A derivative needs to know what its callee is given. What a pointer may point to is known ([`super::procedure_pointers`]): where that is one
//! procedure, its name stands for the pointer; where it is one of several, the statement is there for each of them. For an OPTIONAL dummy procedure it may
//! also point to nothing: the argument is absent then. A pointer of which that is not known, or of several that stand in the test of a loop or of an IF, stays
//! what it is, and is refused where a derivative needs it.

use std::collections::BTreeSet;

use il::calls::actual_for;
use il::pointees::{Given, Holder, holder};
use il::stmt::{Arm, If};
use il::symbol::ProcedureClass;
use il::{Arg, Expr, ExprKind, Program, Stmt, StmtId, StmtKind, SymbolId, UnitId};

use super::context::Lower;

impl Lower<'_, '_> {
    /// Passes the procedures themselves, once all statements of the program are known.
    pub fn finish_pointers_handed_on(&mut self) {
        let units: Vec<UnitId> = self.program.units.ids().collect();
        let any = units.iter().any(|u| {
            let stmts = &self.program.units[*u].stmts;
            stmts.iter().any(|(_, s)| handed_on(self.program, &s.kind).is_some())
        });
        if !any {
            return;
        }
        let given = Given::of(self.program);
        for unit in units {
            let mut split = BTreeSet::new();
            for stmt in self.program.units[unit].all_stmts() {
                self.name_procedures(unit, stmt, &given, &mut split);
            }
            self.unfold_one_line(unit, &split);
        }
    }

    fn name_procedures(&mut self, unit: UnitId, stmt: StmtId, given: &Given, split: &mut BTreeSet<StmtId>) {
        let Stmt { kind, span, .. } = self.program.units[unit].stmts[stmt].clone();
        let Some(passed) = handed_on(self.program, &kind) else { return };
        let found = given.closed(passed.from);
        let scope = self.program.units[unit].scope;
        let visible = |s: &SymbolId| self.find_from(scope, &self.program.symbols[*s].name) == Some(*s);
        if found.unknown || !found.procedures.iter().all(visible) {
            return;
        }
        let of = |target: Option<SymbolId>| {
            let mut kind = kind.clone();
            give(self.program, &mut kind, &passed.pointer, target);
            kind
        };
        match found.procedures.as_slice() {
            [] => {}
            [only] if !passed.optional => {
                self.program.units[unit].stmts[stmt].kind = of(Some(*only));
                self.name_procedures(unit, stmt, given, split);
            }
            any if matches!(kind, StmtKind::Call { .. } | StmtKind::Assign { .. }) => {
                let of_each: Vec<(SymbolId, StmtKind)> = any.iter().map(|s| (*s, of(Some(*s)))).collect();
                let absent = passed.optional.then(|| of(None));
                let mut arm = |this: &mut Self, kind: StmtKind| {
                    let inner = this.program.units[unit].add(Stmt { span, ..Stmt::from(kind) });
                    this.name_procedures(unit, inner, given, split);
                    inner
                };
                let mut arms = Vec::new();
                for (target, kind) in of_each {
                    let test = Expr::intrinsic("associated", vec![passed.pointer.clone(), Expr::var(target)]);
                    arms.push(Arm { test, body: vec![arm(self, kind)] });
                }
                let otherwise = Some(vec![match absent {
                    Some(kind) => arm(self, kind),
                    None => self.no_procedure(unit),
                }]);
                self.program.units[unit].stmts[stmt].kind = StmtKind::If(If { arms, otherwise, one_line: false });
                split.insert(stmt);
            }
            _ => {}
        }
    }

    /// What is executed where a procedure pointer points to nothing.
    pub fn no_procedure(&mut self, unit: UnitId) -> StmtId {
        let words = ExprKind::Text("a procedure pointer is not associated".into(), Default::default());
        self.program.units[unit].add(StmtKind::Stop { error: true, code: Some(words.into()) })
    }

    /// An IF statement holds no IF construct.
    fn unfold_one_line(&mut self, unit: UnitId, split: &BTreeSet<StmtId>) {
        for id in self.program.units[unit].all_stmts() {
            if let StmtKind::If(choice) = &mut self.program.units[unit].stmts[id].kind {
                choice.one_line &= !choice.arms.iter().any(|a| a.body.iter().any(|s| split.contains(s)));
            }
        }
    }
}

/// A pointer that a statement passes for a dummy procedure.
struct Passed {
    from: Holder,
    pointer: Expr,
    optional: bool,
}

fn handed_on(p: &Program, kind: &StmtKind) -> Option<Passed> {
    let mut found = None;
    kind.each_call(&mut |callee, args| {
        let first = || {
            (0..args.len()).find_map(|k| {
                let dummy = dummy_procedure(p, callee, args, k)?;
                let optional = p.home(dummy).is_some_and(|u| p.units[u].has_optional(dummy));
                let pointer = args[k].value.clone();
                Some(Passed { from: holder_of_pointer(p, &pointer)?, pointer, optional })
            })
        };
        found = found.take().or_else(first);
    });
    found
}

/// Puts `target` in the place of `pointer` wherever the statement passes it for a dummy procedure; leaves the argument out without one.
fn give(p: &Program, kind: &mut StmtKind, pointer: &Expr, target: Option<SymbolId>) {
    let replace = |callee: SymbolId, args: &mut Vec<Arg>| {
        let here = |k: &usize| args[*k].value == *pointer && dummy_procedure(p, callee, args, *k).is_some();
        let places: Vec<usize> = (0..args.len()).filter(here).collect();
        match target {
            Some(target) => {
                for k in places {
                    args[k].value = Expr::at(ExprKind::Var(target), args[k].value.span);
                }
            }
            None => leave_out(p, callee, args, &places),
        }
    };
    kind.each_call_mut(&mut |callee, args| replace(*callee, args));
}

/// Removes arguments; those behind them say their names.
fn leave_out(p: &Program, callee: SymbolId, args: &mut Vec<Arg>, places: &[usize]) {
    let (Some(&first), Some(unit)) = (places.first(), p.procedure(callee).and_then(|f| f.unit)) else { return };
    for (k, a) in args.iter_mut().enumerate().skip(first).filter(|(_, a)| a.keyword.is_none()) {
        a.keyword = p.units[unit].params.get(k).map(|dummy| p.symbols[*dummy].name.as_str().into());
    }
    let mut k = 0;
    args.retain(|_| {
        k += 1;
        !places.contains(&(k - 1))
    });
}

/// The dummy procedure of the callee that is given this argument, if it is no pointer.
fn dummy_procedure(p: &Program, callee: SymbolId, args: &[Arg], k: usize) -> Option<SymbolId> {
    let unit = p.procedure(callee).and_then(|f| f.unit)?;
    let params = p.units[unit].params.iter().enumerate();
    let is_procedure = |d: SymbolId| p.procedure(d).is_some_and(|f| matches!(f.class, ProcedureClass::Dummy(_)));
    let given = |at: usize, d: SymbolId| actual_for(args, at, &p.symbols[d].name);
    params
        .filter(|(at, d)| is_procedure(**d) && given(*at, **d).is_some_and(|a| std::ptr::eq(a, &args[k].value)))
        .map(|(_, d)| *d)
        .next()
}

fn holder_of_pointer(p: &Program, e: &Expr) -> Option<Holder> {
    let pointer = match &e.kind {
        ExprKind::Var(s) => p.variable(*s).is_some_and(|v| v.pointer),
        ExprKind::Field { .. } => true,
        _ => false,
    };
    holder(p, e).filter(|_| pointer)
}
