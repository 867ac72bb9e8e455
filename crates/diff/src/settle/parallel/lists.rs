//! Which variables of a derivative's parallel loop are private, and which are reduced.

use std::cell::OnceCell;
use std::collections::BTreeSet;

use analysis::loop_dependence::LoopDependence;
use il::stmt::Do;
use il::zones::ZoneId;
use il::{Block, Expr, Language, Parallel, StmtId, StmtKind, Storage, SymbolId};

use super::classes::{Class, Classes, Origin};
use super::order::{First, Order};
use super::{Settling, add_sums, given};

impl Settling<'_> {
    /// What is private, and what is reduced as in the original.
    pub(super) fn lists(&self, c: &Classes, id: StmtId, d: &Do, out: &mut Parallel) -> Result<(), String> {
        let order = Order {
            p: self.p,
            unit: self.unit,
            with_tape: true,
            called: false,
            with_storage: true,
            depth: 3,
            known: &[],
        };
        let but_for_tape = Order { with_tape: false, ..order };
        let written = il::stores::names(self.p, self.unit, &d.body);
        let mut sums: Vec<SymbolId> = Vec::new();
        // What holds a value in front of the loop is handed in where compilers cannot see that it is set: that keeps them quiet.
        let before = self.set_before(id);
        let doubtful = |s: SymbolId| self.is_scalar(s) && before.contains(&s) && order.block(&d.body, s) != First::Set;
        let private = OnceCell::new();
        for s in c.named(&d.body) {
            let own = |out: &mut Parallel| if doubtful(s) { out.first_private.push(s) } else { out.private.push(s) };
            let is_set = || order.block(&d.body, s) != First::Read || self.is_private(c, id, s, &private);
            let is_written = written.contains(&s);
            // Its iterations run again from their beginning, where what is private has no value.
            let is_nobodys = || c.said.runs_again && !self.moves(d, s);
            let name = c.name(s);
            match c.origin(s) {
                Origin::Original(Class::Shared | Class::Temporary) => {}
                // Backward, the iteration before would find what this one began with.
                Origin::Original(Class::Private)
                    if !self.is_tangent && !out.is_backward && !is_set() && !is_nobodys() =>
                {
                    return Err(format!("`{name}` is kept from one iteration to the next"));
                }
                Origin::Original(Class::Private) if !out.is_backward => out.private.push(s),
                Origin::Original(Class::Private | Class::FirstPrivate | Class::LastPrivate)
                    if out.is_backward && is_written =>
                {
                    if is_set() || c.origin(s) == Origin::Original(Class::Private) && is_nobodys() {
                        own(out);
                    } else if but_for_tape.block(&d.body, s) != First::Read && !self.is_pointer(s) {
                        // What it holds at first goes on the tape and comes back, and is nobody's.
                        out.first_private.push(s);
                    } else {
                        return Err(format!("`{name}` has a value from the forward sweep"));
                    }
                }
                // Its value is that in front of the loop.
                Origin::Original(Class::FirstPrivate) => out.first_private.push(s),
                Origin::Original(Class::Private | Class::LastPrivate) if out.is_backward => {
                    return Err(format!("`{name}` has a value from the forward sweep"));
                }
                Origin::Original(Class::LastPrivate) => out.last_private.push(s),
                Origin::Original(Class::Private) => out.private.push(s),
                Origin::Original(Class::Reduced(_)) if out.is_backward => {
                    if is_written {
                        return Err(format!("`{name}`, which is reduced, has a value of its own in each iteration"));
                    }
                }
                Origin::Original(Class::Reduced(_)) if !self.is_tangent && !self.is_alone(d, s) => {
                    return Err(format!("`{name}`, which is reduced, is kept as it is in each iteration"));
                }
                Origin::Original(Class::Reduced(op)) => match out.reductions.iter_mut().find(|(o, _)| *o == op) {
                    Some((_, list)) => list.push(s),
                    None => out.reductions.push((op, vec![s])),
                },
                Origin::Derivative(Class::Reduced(op)) if op != "+" && op != "-" => {
                    return Err(format!("`{name}` is the derivative of what is reduced by `{op}`"));
                }
                Origin::Derivative(Class::Reduced(_)) if self.is_tangent && self.leads(s) => {
                    return Err(format!("`{name}` is a pointer, which no reduction can name"));
                }
                Origin::Derivative(class) if self.is_tangent => match class {
                    Class::Temporary if !is_written => {}
                    Class::Private if is_set() => out.private.push(s),
                    Class::Temporary if is_set() => own(out),
                    Class::Temporary => return Err(format!("`{name}` is handed from one iteration to the next")),
                    Class::Private | Class::FirstPrivate => out.first_private.push(s),
                    Class::LastPrivate => out.last_private.push(s),
                    Class::Reduced(op) => match out.reductions.iter_mut().find(|(o, _)| *o == op) {
                        Some((_, list)) => list.push(s),
                        None => out.reductions.push((op, vec![s])),
                    },
                    Class::Shared => {}
                },
                Origin::Derivative(Class::LastPrivate) => {
                    return Err(format!(
                        "`{name}` is the derivative of what the last iteration leaves (`lastprivate`)"
                    ));
                }
                Origin::Derivative(_) if !is_written => {}
                Origin::Derivative(Class::Temporary) if is_set() => own(out),
                Origin::Derivative(Class::Temporary) if self.stays_zero(id, d, s) => out.first_private.push(s),
                Origin::Derivative(Class::Temporary) if self.is_number(s) && self.is_summed(d, s) => sums.push(s),
                Origin::Derivative(Class::Temporary) => {
                    return Err(format!("`{name}` is handed from one iteration to the next"));
                }
                Origin::Derivative(Class::Private) => match is_set() {
                    true => own(out),
                    false if self.moves(d, s) => return Err(format!("`{name}` is a pointer of each thread's own")),
                    false => out.first_private.push(s),
                },
                // What a pointer leads to is shared.
                Origin::Derivative(Class::FirstPrivate) if self.leads(s) => {}
                Origin::Derivative(Class::FirstPrivate) => sums.push(s),
                Origin::Derivative(Class::Reduced(_)) => {
                    return Err(format!("`{name}`, the adjoint of what is reduced, changes in each iteration"));
                }
                Origin::Derivative(Class::Shared) => {}
                Origin::Made if !is_written => {}
                Origin::Made if self.is_of_iterations(id, s) => out.private.push(s),
                // Elements of its own for each iteration.
                Origin::Made if self.is_handed_on(&order, id, s) => {}
                Origin::Made if is_set() => own(out),
                Origin::Made if self.is_scalar(s) && but_for_tape.block(&d.body, s) != First::Read => {
                    out.first_private.push(s);
                }
                Origin::Made if self.is_number(s) && self.is_summed(d, s) => sums.push(s),
                Origin::Made if self.stays_zero(id, d, s) => out.first_private.push(s),
                // Elements of its own for each iteration, perhaps.
                Origin::Made
                    if !self.is_tangent
                        && (self.is_pointer(s) || self.p.symbol_type(s).is_some_and(|t| t.rank() > 0)) => {}
                Origin::Made => return Err(format!("`{name}` is handed from one iteration to the next")),
            }
        }
        for s in &sums {
            if !self.is_summed(d, *s) {
                return Err(format!(
                    "`{}`, the adjoint of a `firstprivate` variable, is not only added to",
                    c.name(*s)
                ));
            }
        }
        add_sums(out, sums);
        let handed_in = out.first_private.iter().filter(|s| {
            matches!(c.origin(**s), Origin::Made | Origin::Original(Class::Private | Class::FirstPrivate))
                && written.contains(s)
        });
        for s in out.private.iter().chain(handed_in) {
            // What an iteration of the original leaves is nobody's, and its own adjoint runs it again.
            let left = match c.origin(*s) {
                Origin::Original(class) => c.said.runs_again && class == Class::Private,
                Origin::Made => self.is_of_iterations(id, *s),
                Origin::Derivative(_) => false,
            };
            if (!self.is_tangent || c.origin(*s) == Origin::Made) && !left && order.is_read_behind(id, *s) {
                return Err(format!("`{}` is used behind the loop", c.name(*s)));
            }
        }
        Ok(())
    }

    /// Variables that the procedure surely sets in front of a loop.
    fn set_before(&self, id: StmtId) -> BTreeSet<SymbolId> {
        let u = &self.p.units[self.unit];
        let before = u.body.iter().take_while(|s| **s != id && !u.any(&[**s], &mut |inner, _| inner == id));
        before.filter_map(|s| u.stmts[*s].kind.assigned()?.as_var()).collect()
    }

    /// Whether a scalar is zero in front of each iteration: all else sets it to zero, and an iteration that finds it zero leaves it so.
    fn stays_zero(&self, id: StmtId, d: &Do, s: SymbolId) -> bool {
        let u = &self.p.units[self.unit];
        let zero = |kind: &StmtKind| {
            matches!(kind, StmtKind::Assign { lhs: Expr { kind: il::ExprKind::Var(x), .. }, rhs }
                if *x == s && rhs.as_number() == Some(0.0))
        };
        let mut inside = BTreeSet::new();
        u.walk(&[id], &mut |id, _| inside.extend([id]));
        let names = |id: StmtId| il::stores::names(self.p, self.unit, &[id]).contains(&s);
        let simple = |kind: &StmtKind| kind.blocks().is_empty();
        let outside = !u.any(&u.body, &mut |id, x| {
            !inside.contains(&id)
                && simple(&x.kind)
                && names(id)
                && !zero(&x.kind)
                && !matches!(x.kind, StmtKind::Declare(_))
        });
        fn leaves(
            u: &il::Unit,
            block: &Block,
            zero: &dyn Fn(&StmtKind) -> bool,
            names: &dyn Fn(StmtId) -> bool,
        ) -> bool {
            for id in block.iter().rev().filter(|id| names(**id)) {
                let kind = &u.stmts[*id].kind;
                if zero(kind) {
                    return true;
                }
                let blocks = kind.blocks();
                if blocks.is_empty() || !blocks.into_iter().all(|b| leaves(u, b, zero, names)) {
                    return false;
                }
            }
            true
        }
        let jumps = u.any(&d.body, &mut |_, s| matches!(s.kind, il::jump!()));
        self.is_scalar(s) && outside && !jumps && leaves(u, &d.body, &zero, &names)
    }

    fn is_scalar(&self, s: SymbolId) -> bool {
        self.p.variable(s).is_some_and(|v| v.ty.rank() == 0) && !self.is_pointer(s)
    }

    fn is_number(&self, s: SymbolId) -> bool {
        self.p.symbol_type(s).is_some_and(|t| matches!(t, il::Type::Scalar(_)) && t.is_differentiable())
    }

    pub(super) fn is_pointer(&self, s: SymbolId) -> bool {
        self.p.variable(s).is_some_and(|v| v.pointer || v.allocatable || matches!(v.ty, il::Type::Pointer { .. }))
    }

    /// Whether a name may lead to another place in another iteration: a pointer, or what is allocated inside. A private copy of what is allocated in front of
    /// a loop is allocated, too.
    fn moves(&self, d: &Do, s: SymbolId) -> bool {
        let allocatable = self.p.variable(s).is_some_and(|v| v.allocatable);
        let mut inside = false;
        il::stores::each_in(self.p, self.unit, &d.body, &mut |store| {
            inside |= store.symbol == Some(s) && store.how == il::stores::How::Allocated;
        });
        self.is_pointer(s) && !(allocatable && !inside)
    }

    /// Whether what is behind a name is another object: a pointer, a parameter of C that is written like an array.
    fn leads(&self, s: SymbolId) -> bool {
        let is_c = self.p.units[self.unit].language == Language::C;
        self.is_pointer(s)
            || self.p.variable(s).is_some_and(|v| is_c && v.ty.rank() > 0 && matches!(v.storage, Storage::Dummy(_)))
    }

    /// Whether each iteration writes of an array what it reads, element by element.
    fn is_private(&self, c: &Classes, id: StmtId, s: SymbolId, known: &OnceCell<BTreeSet<ZoneId>>) -> bool {
        let v = self.p.variable(s);
        let StmtKind::Do(d) = &self.p.units[self.unit].stmts[id].kind else { return false };
        if v.is_none_or(|v| v.ty.rank() == 0) || self.moves(d, s) {
            return false;
        }
        let private = known.get_or_init(|| {
            let calls = |stmt: StmtId| Some(given::effect(c, self.zones, stmt));
            LoopDependence::new(self.p, self.zones, c.unit, Some(id), &calls).private()
        });
        let own = self.zones.of_symbol(s);
        !own.is_empty() && own.iter().all(|z| private.contains(z))
    }

    /// Whether an array that was made for an adjoint holds what goes from the forward loop to the backward one.
    fn is_handed_on(&self, order: &Order, id: StmtId, s: SymbolId) -> bool {
        let array = self.p.symbol_type(s).is_some_and(|t| t.rank() > 0) || self.is_pointer(s);
        !self.is_tangent && array && order.is_read_behind(id, s)
    }

    /// Whether an allocated array that was made for the derivative is used in one loop only: what it holds never leaves an iteration. Each thread has a copy.
    fn is_of_iterations(&self, id: StmtId, s: SymbolId) -> bool {
        let u = &self.p.units[self.unit];
        let mut inside = BTreeSet::new();
        u.walk(&[id], &mut |id, _| inside.extend([id]));
        let mut outside = false;
        u.walk(&u.body, &mut |id, stmt| {
            let storage = matches!(stmt.kind, StmtKind::Allocate { .. } | StmtKind::Deallocate { .. });
            outside |= !inside.contains(&id) && !storage && stmt.kind.blocks().is_empty() && stmt.kind.mentions(s);
        });
        !outside && self.p.variable(s).is_some_and(|v| v.allocatable && v.is_unsaved_local())
    }

    /// Whether only assignments to a variable name it: what it holds in between depends on how iterations are shared.
    fn is_alone(&self, d: &Do, s: SymbolId) -> bool {
        !self.p.units[self.unit].any(&d.body, &mut |_, stmt| {
            let own = matches!(&stmt.kind, StmtKind::Assign { lhs, .. } if lhs.root() == Some(s));
            !own && stmt.kind.mentions(s)
        })
    }

    /// Whether all that happens to a variable is `x = x + e`.
    fn is_summed(&self, d: &Do, s: SymbolId) -> bool {
        !self.p.units[self.unit].any(&d.body, &mut |_, stmt| {
            let mut times = 0;
            stmt.kind.exprs(&mut |e| {
                e.walk(&mut |x| times += usize::from(matches!(x.kind, il::ExprKind::Var(v) if v == s)))
            });
            let sums = analysis::loop_dependence::is_increment(&stmt.kind)
                && matches!(&stmt.kind, StmtKind::Assign { lhs, .. } if lhs.root() == Some(s));
            times > 0 && !(sums && times == 2)
        })
    }
}
