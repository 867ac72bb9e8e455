//! The adjoint of an exchange with other processes ([`crate::messages`]): a procedure of the runtime, which gets derivatives in place of the buffers.

use il::{Arg, Block, Expr, StmtId, StmtKind, SymbolId};

use crate::adjoint::emit::{Emit, Pair, Side};
use crate::adjoint::plan::Home;
use crate::messages::{spelled, told};
use crate::signature::Slot;

impl Emit<'_, '_> {
    /// The procedure and its arguments, `None` of any other call.
    pub(crate) fn exchange(&mut self, callee: SymbolId, args: &[Arg]) -> Option<(SymbolId, Vec<Slot>)> {
        let exchange = self.world.exchange_of(callee)?;
        let p = self.world.source;
        let entry = exchange.entry(p, args, "b").ok()?;
        let target = self.of_runtime(Side::Back, callee, &entry);
        let (named, read): (Vec<usize>, _) = (exchange.named(p, args).collect(), exchange.reads(p, args));
        let mut slots = Vec::new();
        for k in 0..args.len() {
            slots.extend(read.contains(&k).then_some(Slot::Primal(k)));
            slots.extend(named.contains(&k).then_some(Slot::Derivative(k)));
        }
        Some((target, slots))
    }

    /// The receive in the forward sweep, where it takes a message from any process or with any tag: a probe says which, for the backward sweep.
    pub(crate) fn found(
        &mut self,
        stmt: StmtId,
        callee: SymbolId,
        args: &[Arg],
        pair: &mut Pair,
    ) -> Option<[(usize, SymbolId); 2]> {
        let p = self.world.source;
        self.world.exchange_of(callee)?;
        let [source, tag, comm] = crate::messages::takes_any(p, callee, args)?;
        let side = self.forward;
        let (from, with) = (self.twin("source", self.integer()), self.twin("tag", self.integer()));
        let shell = if side == Side::Back { self.shells.len() - 1 } else { 0 };
        let target = self.of_runtime(side, callee, "admpi_probe");
        let found = [from.fore, with.fore].map(|s| Arg::new(told(p, callee, Expr::var(s))));
        let asked = [source, tag, comm].map(|k| Arg::new(self.fore(&args[k].value)));
        let probe = asked.into_iter().chain(found).collect();
        pair.fore.push(self.add(side, StmtKind::Call { callee: target, args: probe, alternates: Vec::new() }));
        let receive = self.copy(stmt);
        let unit = self.shells[shell].unit;
        if let StmtKind::Call { args, .. } = &mut self.world.out.units[unit].stmts[receive].kind {
            args[source].value = Expr::var(from.fore);
            args[tag].value = Expr::var(with.fore);
        }
        pair.fore.push(receive);
        if self.home_here() == Home::Tape {
            for twin in [from, with] {
                let id = self.new_tape();
                pair.fore.push(self.add(side, StmtKind::Save { id, value: Expr::var(twin.fore) }));
                pair.back.insert(0, self.add(Side::Back, StmtKind::Restore { id, into: Expr::var(twin.back) }));
            }
        }
        Some([(source, from.back), (tag, with.back)])
    }

    /// Has the adjoint of such a receive go back to where the message came from.
    pub(crate) fn send_back(&mut self, callee: SymbolId, args: &[Arg], found: [(usize, SymbolId); 2], back: &Block) {
        let Some((target, slots)) = self.exchange(callee, args) else { return };
        let unit = self.shell(Side::Back).unit;
        let u = &mut self.world.out.units[unit];
        for &id in back {
            let StmtKind::Call { callee, args, .. } = &mut u.stmts[id].kind else { continue };
            for (place, local) in found.iter().filter(|_| *callee == target) {
                let at = slots.iter().position(|s| matches!(s, Slot::Primal(k) if k == place));
                at.and_then(|at| args.get_mut(at)).into_iter().for_each(|a| a.value = Expr::var(*local));
            }
        }
    }

    /// In place of a call that releases a communicator or a type: it stays until the end, since the backward sweep may go by it once more.
    pub(crate) fn kept_handle(&mut self, callee: SymbolId, args: &[Arg]) -> Option<StmtId> {
        let p = self.world.source;
        let name = p.described(callee).map(|_| p.symbols[callee].name.to_ascii_lowercase())?;
        let name = name.strip_prefix("mpi_").filter(|n| ["comm_free", "type_free"].contains(n))?;
        self.world.has_active_exchange().then_some(())?;
        let (side, entry) = (self.forward, format!("admpi_{name}"));
        let target = self.of_runtime(side, callee, &entry);
        let mut given: Vec<Arg> = args.iter().map(|a| Arg::new(self.fore(&a.value))).collect();
        given.truncate(1);
        given.extend(self.error_code(callee, args));
        Some(self.add(side, StmtKind::Call { callee: target, args: given, alternates: Vec::new() }))
    }

    /// A procedure of the runtime that a sweep calls, in capitals where what the original calls is.
    pub(crate) fn of_runtime(&mut self, side: Side, callee: SymbolId, entry: &str) -> SymbolId {
        let entry = spelled(self.world.source, callee, entry);
        let shell = if side == Side::Back { self.shells.len() - 1 } else { 0 };
        self.world.runtime_function(&mut self.shells[shell], &entry, None)
    }
}
