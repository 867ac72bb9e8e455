//! Messages that are started by one call and waited for by another one ([`crate::messages::started`]): the forward sweep notes both, and the adjoint of the
//! wait starts what the adjoints of the starts wait for.

use analysis::requests::{request, request_at};
use il::typing::{rank_of, type_of};
use il::{Arg, Block, Expr, StmtId, StmtKind, SymbolId};

use crate::adjoint::emit::{Emit, Side};
use crate::messages::started::{Held, arrays, error_code_at, in_place_of, size_to_test};
use crate::messages::{is_of_c, letter_of};

impl Emit<'_, '_> {
    /// What the forward sweep notes of a call that starts a message or prepares it, behind it. Whether that is all: what is only prepared moves nothing.
    pub(crate) fn note_started(&mut self, callee: SymbolId, args: &[Arg], fore: &mut Block) -> bool {
        let p = self.world.source;
        let Some(exchange) = self.world.exchange_of(callee).filter(|x| x.is_early) else { return false };
        let side = self.forward;
        let mut given = Vec::new();
        let mut entry = "admpi_isend_f".to_string();
        if exchange.routine == "irecv" || exchange.is_prepared() {
            let Ok(name) = exchange.entry(p, args, "f") else { return false };
            entry = name;
            let all = request(p, callee, args).map(|r| arrays(p, self.world.facts, r)).unwrap_or_default();
            let buffer = &args[exchange.buffers[0]].value;
            let array = crate::messages::started::whole(p, self.unit, buffer).unwrap_or(buffer.clone());
            let is_it = |h: &Held| h.array == array && h.is_owned;
            let number = all.iter().position(is_it).map_or(0, |k| k + 1);
            let size = size_to_test(p, &array).filter(|_| !is_of_c(p, callee)).map_or(Expr::int(0), |e| self.fore(&e));
            given.extend([self.fore(buffer), self.fore(&array), size, Expr::int(number as i64)].map(Arg::new));
        }
        let rest = exchange.read.iter().copied().chain(request_at(p, callee));
        given.extend(rest.filter_map(|k| args.get(k)).map(|a| Arg::new(self.fore(&a.value))));
        let target = self.of_runtime(side, callee, &entry);
        fore.push(self.add(side, StmtKind::Call { callee: target, args: given, alternates: Vec::new() }));
        exchange.is_prepared()
    }

    /// The wait in the forward sweep, and what is noted before it, or what is called in its place. False: the call does not wait.
    pub(crate) fn forward_wait(&mut self, stmt: StmtId, callee: SymbolId, args: &[Arg], fore: &mut Block) -> bool {
        if !self.world.exchange_of(callee).is_some_and(|x| x.completes) {
            return false;
        }
        let p = self.world.source;
        if let Some((entry, given)) = in_place_of(p, callee, args, "f") {
            let mut given: Vec<Arg> = given.iter().map(|k| Arg::new(self.fore(&args[*k].value))).collect();
            given.extend(self.error_code(callee, args));
            let target = self.of_runtime(self.forward, callee, &entry);
            let call = self.copy(stmt);
            let unit = self.shell(self.forward).unit;
            self.world.out.units[unit].stmts[call].kind =
                StmtKind::Call { callee: target, args: given, alternates: Vec::new() };
            fore.push(call);
            return true;
        }
        let name = p.symbols[callee].name.to_ascii_lowercase();
        let entry = if name.ends_with("all") { "admpi_waitall_f" } else { "admpi_wait_f" };
        let target = self.of_runtime(self.forward, callee, entry);
        let at = request_at(p, callee).map_or(0, |k| k + 1);
        let given = args.iter().take(at).map(|a| Arg::new(self.fore(&a.value))).collect();
        fore.push(self.add(self.forward, StmtKind::Call { callee: target, args: given, alternates: Vec::new() }));
        fore.push(self.copy(stmt));
        true
    }

    /// The last argument in Fortran.
    pub(crate) fn error_code(&mut self, callee: SymbolId, args: &[Arg]) -> Option<Arg> {
        let (at, ty) = error_code_at(self.world.source, callee)?;
        let value = match args.get(at) {
            Some(a) => self.fore(&a.value),
            None => Expr::var(self.scratch_in(self.forward, "ierror", ty)),
        };
        Some(Arg::new(value))
    }

    /// What is started once more in the forward sweep, and what is noted behind it. False: the call starts nothing.
    pub(crate) fn forward_start(&mut self, stmt: StmtId, callee: SymbolId, args: &[Arg], fore: &mut Block) -> bool {
        if !self.world.exchange_of(callee).is_some_and(|x| x.starts) {
            return false;
        }
        fore.push(self.copy(stmt));
        let p = self.world.source;
        let routine = self.world.exchange_of(callee).map(|x| x.routine).unwrap_or_default();
        let target = self.of_runtime(self.forward, callee, &format!("admpi_{routine}_f"));
        let at = request_at(p, callee).map_or(0, |k| k + 1);
        let given = args.iter().take(at).map(|a| Arg::new(self.fore(&a.value))).collect();
        fore.push(self.add(self.forward, StmtKind::Call { callee: target, args: given, alternates: Vec::new() }));
        true
    }

    /// The adjoint of a `wait` or a `start`: the arrays of the messages that it may be for are named one after the other.
    pub(crate) fn requests_back(&mut self, callee: SymbolId, args: &[Arg], what: &str, back: &mut Block) {
        let p = self.world.source;
        let all = request(p, callee, args).map(|r| arrays(p, self.world.facts, r)).unwrap_or_default();
        for (k, held) in all.iter().enumerate().filter(|(_, h)| h.is_owned) {
            let letter = letter_of(&type_of(p, &held.array));
            let shape = usize::from(rank_of(p, &held.array) > 0);
            let found = match is_of_c(p, callee) {
                true => self.pointer_of(Side::Back, &held.array).map(|a| (a, format!("admpi_{what}_array_b"))),
                false => self.adjoint_of(&held.array).zip(letter.map(|l| format!("admpi_{what}_{l}{shape}_b"))),
            };
            let Some((adjoint, entry)) = found else { continue };
            let target = self.of_runtime(Side::Back, callee, &entry);
            let given = vec![Arg::new(Expr::int(k as i64 + 1)), Arg::new(adjoint.clone())];
            let told = self.add(Side::Back, StmtKind::Call { callee: target, args: given, alternates: Vec::new() });
            back.push(self.where_allocated(&held.array, adjoint, told));
        }
        let target = self.of_runtime(Side::Back, callee, &format!("admpi_{what}_b"));
        back.push(self.add(Side::Back, StmtKind::Call { callee: target, args: Vec::new(), alternates: Vec::new() }));
    }

    /// A statement that is for an array which need not be allocated.
    fn where_allocated(&mut self, array: &Expr, adjoint: Expr, told: StmtId) -> StmtId {
        if !self.world.source.is_allocatable(array) {
            return told;
        }
        let test = Expr::intrinsic("allocated", vec![adjoint]);
        self.add(Side::Back, StmtKind::If(il::stmt::If::when(test, vec![told], true)))
    }
}
