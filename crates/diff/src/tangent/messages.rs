//! Calls that exchange numbers with other processes ([`crate::messages`]): what is linear is called once more, for the derivatives, behind the call itself.

use il::{Arg, Block, Expr, Stmt, StmtKind, SymbolId};

use super::Tangent;
use super::calls::Actuals;
use crate::messages::started;
use analysis::requests::request_at;

impl Tangent<'_, '_> {
    /// The tangent of such a call. False: it is none.
    pub(super) fn exchange_call(&mut self, callee: SymbolId, args: &[Arg], original: &Stmt, out: &mut Block) -> bool {
        let Some(exchange) = self.world.exchange_of(callee) else { return false };
        let found = crate::messages::takes_any(self.source, callee, args);
        let found = found.map(|places| self.found(callee, args, places, out));
        let named: Vec<usize> = exchange.named(self.source, args).collect();
        let mut actuals = Actuals::default();
        let mut derivatives: Vec<(usize, Expr)> = Vec::new();
        for &k in &named {
            let d = self.box_derivative(&args[k].value, &mut actuals);
            derivatives.push((k, d));
        }
        out.append(&mut self.before);
        out.extend(actuals.before);
        self.clear_globals(callee, args, out);
        if exchange.completes {
            let Some((entry, given)) = started::in_place_of(self.source, callee, args, "d") else {
                // While the requests still tell which messages these are.
                self.told_requests(callee, args, &format!("admpi_{}_d", exchange.routine), out);
                self.copy(original, out);
                return true;
            };
            let mut given: Vec<Arg> = given.iter().map(|k| Arg::new(self.actual_value(&args[*k].value))).collect();
            given.extend(self.error_code(callee, args));
            let target = self.of_runtime(callee, &entry);
            self.copy(original, out);
            if let Some(&copy) = out.last() {
                self.world.out.units[self.shell.unit].stmts[copy].kind =
                    StmtKind::Call { callee: target, args: given, alternates: Vec::new() };
            }
            return true;
        }
        self.copy(original, out);
        if exchange.starts {
            self.told_requests(callee, args, &format!("admpi_{}_d", exchange.routine), out);
            return true;
        }
        if let (Some(found), Some(&copy)) = (&found, out.last())
            && let StmtKind::Call { args, .. } = &mut self.world.out.units[self.shell.unit].stmts[copy].kind
        {
            found.iter().for_each(|(k, value)| args[*k].value = value.clone());
        }
        let derivative = |k: usize| derivatives.iter().find(|(at, _)| *at == k).map(|(_, d)| d.clone());
        let kind = if exchange.is_linear(self.source, args) && !exchange.is_early {
            let arg = |(k, a): (usize, &Arg)| {
                let found = found.iter().flatten().find(|(at, _)| *at == k).map(|(_, e)| e.clone());
                let value = derivative(k).or(found).unwrap_or_else(|| self.actual_value(&a.value));
                Arg { keyword: a.keyword.clone(), value }
            };
            let args = args.iter().enumerate().map(arg).collect();
            StmtKind::Call { callee: self.shell.maps.symbol(callee), args, alternates: Vec::new() }
        } else {
            let Ok(entry) = exchange.entry(self.source, args, "d") else { return true };
            let mut read = exchange.reads(self.source, args);
            if exchange.is_early {
                read.extend(exchange.read.iter().copied().chain(request_at(self.source, callee)));
            }
            let mut given = Vec::new();
            for (k, a) in args.iter().enumerate() {
                given.extend(read.contains(&k).then(|| Arg::new(self.actual_value(&a.value))));
                given.extend(derivative(k).map(Arg::new));
            }
            StmtKind::Call { callee: self.of_runtime(callee, &entry), args: given, alternates: Vec::new() }
        };
        let id = self.add(kind);
        out.push(id);
        self.after_call(callee, args, out);
        true
    }

    /// A procedure of the runtime, in capitals where what is called is.
    fn of_runtime(&mut self, callee: SymbolId, entry: &str) -> SymbolId {
        let entry = crate::messages::spelled(self.source, callee, entry);
        self.world.runtime_function(&mut self.shell, &entry, None)
    }

    /// Tells the runtime the requests of a call.
    fn told_requests(&mut self, callee: SymbolId, args: &[Arg], entry: &str, out: &mut Block) {
        let target = self.of_runtime(callee, entry);
        let at = request_at(self.source, callee).map_or(0, |k| k + 1);
        let args = args.iter().take(at).map(|a| Arg::new(self.actual_value(&a.value))).collect();
        let id = self.add(StmtKind::Call { callee: target, args, alternates: Vec::new() });
        out.push(id);
    }

    /// The last argument in Fortran.
    fn error_code(&mut self, callee: SymbolId, args: &[Arg]) -> Option<Arg> {
        let (at, ty) = started::error_code_at(self.source, callee)?;
        let value = match args.get(at) {
            Some(a) => self.actual_value(&a.value),
            None => self.holder(&ty, "ierror", None),
        };
        Some(Arg::new(value))
    }

    /// What a receive gets that takes anything: two locals for source and tag, set by a probe that waits for a message, so that its derivative comes from
    /// there, too.
    fn found(&mut self, callee: SymbolId, args: &[Arg], places: [usize; 3], out: &mut Block) -> Vec<(usize, Expr)> {
        let [source, tag, comm] = places;
        let integer = self
            .source
            .symbol_type(
                self.source.units[self.source.procedure(callee).and_then(|f| f.unit).expect("a description has it")]
                    .params[source],
            )
            .cloned();
        let integer = integer.expect("a rank is an integer");
        let from = self.holder(&integer, "source", None);
        let with = self.holder(&integer, "tag", None);
        let target = self.of_runtime(callee, "admpi_probe");
        let given = [source, tag, comm].map(|k| Arg::new(self.actual_value(&args[k].value)));
        let got = [&from, &with].map(|e| Arg::new(crate::messages::told(self.source, callee, e.clone())));
        let args = given.into_iter().chain(got).collect();
        let id = self.add(StmtKind::Call { callee: target, args, alternates: Vec::new() });
        out.push(id);
        vec![(source, from), (tag, with)]
    }
}
