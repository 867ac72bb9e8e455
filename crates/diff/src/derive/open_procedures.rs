//! Derivatives of dummy procedures that are dummies themselves ([`Facts::is_open`](crate::facts::Facts::is_open)): their symbols, their declarations, and what
//! calls give for them.

use il::symbol::{Procedure, ProcedureClass, SymbolKind};
use il::{Attr, Block, Decl, DeclKind, Diagnostic, Entity, Expr, ExprKind, Span, StmtKind, SymbolId, Unit};

use super::{Shell, World};
use crate::names;
use crate::refuse::unknown_callees;
use crate::signature::{Part, Slot};

impl World<'_> {
    /// Names the derivatives of the dummy procedures that have one in this procedure.
    pub(super) fn name_open_procedures(&mut self, shell: &mut Shell, original: &Unit) {
        for old in self.open_dummies(shell, original) {
            let pattern = self.request.procedure_pattern().clone();
            let name = names::derived(&self.out, shell.scope, &pattern, &self.source.symbols[old].name);
            let result = match shell.part {
                Part::Tangent if self.request.directions.is_none() => {
                    self.procedure_of(old).and_then(|f| f.result.clone())
                }
                _ => None,
            };
            let result = result.map(|ty| shell.maps.derivative_type(&ty));
            let kind = SymbolKind::Procedure(Procedure::new(None, result, ProcedureClass::Dummy(0)));
            let new = self.out.declare(shell.scope, name, Span::NONE, kind);
            shell.maps.derivatives.insert(old, new);
        }
    }

    /// The dummy procedures of the original whose derivatives are dummies of the procedure that is made.
    fn open_dummies(&self, shell: &Shell, original: &Unit) -> Vec<SymbolId> {
        let signature = self.signatures.of(shell.original, shell.part);
        let old = |slot: &Slot| match slot {
            Slot::Derivative(k) => Some(original.params[*k]).filter(|s| self.facts.is_open(*s)),
            _ => None,
        };
        signature.slots.iter().filter_map(old).collect()
    }

    /// EXTERNAL and the types of these derivatives.
    pub(super) fn declare_open_procedures(&mut self, shell: &Shell, original: &Unit, decls: &mut Vec<Decl>) {
        for old in self.open_dummies(shell, original) {
            let Some(new) = shell.maps.derivative(old) else { continue };
            let explicit = self.source.procedure(old).and_then(|f| f.unit).filter(|u| self.asks_for_interface(*u));
            if explicit.is_some() {
                let name = self.source.symbols[old].name.clone();
                let what = format!(
                    "the dummy procedure `{name}` is called with active arguments, and has dummies that ask for an interface of its derivative"
                );
                self.report(
                    Diagnostic::error("RT0415", self.source.symbols[old].span, what)
                        .note("give its arrays explicit extents, or call the procedure by its own name"),
                );
            }
            let colons = self.writes_colons(decls, shell.unit);
            decls.extend(self.external(new, colons));
        }
    }

    /// What mentions those dummies, and their derivatives, that no statement uses: strict compilers complain of them.
    pub(super) fn mention_open_procedures(&mut self, shell: &Shell, body: &mut Block) {
        let original = self.source.units[shell.original].clone();
        let mut unused = Vec::new();
        for old in self.open_dummies(shell, &original) {
            let explicit = self.source.procedure(old).is_some_and(|f| f.unit.is_some());
            unused.push((shell.maps.symbol(old), explicit));
            unused.extend(shell.maps.derivative(old).map(|new| (new, false)));
        }
        unused.retain(|(s, _)| !uses(&self.out.units[shell.unit], body, *s));
        let mut lines = Vec::new();
        for (n, (s, explicit)) in unused.iter().enumerate() {
            let name = &self.out.symbols[*s].name;
            let interface = match self.out.procedure(*s).and_then(|f| f.result.as_ref()) {
                _ if *explicit => name.clone(),
                Some(ty) => self.type_spelling(ty),
                None => String::new(),
            };
            let number = if n == 0 { String::new() } else { (n - 1).to_string() };
            lines.insert(n, format!("  procedure({interface}), pointer :: unused{number}"));
            lines.push(format!("  unused{number} => {name}"));
        }
        if lines.is_empty() {
            return;
        }
        let all = std::iter::once("block".to_string()).chain(lines).chain(["end block".to_string()]);
        let u = &mut self.out.units[shell.unit];
        let ids: Block = all
            .map(|text| if shell.upper { text.to_uppercase() } else { text })
            .map(|text| u.add(StmtKind::Opaque { text, reads: Vec::new(), writes: Vec::new() }))
            .collect();
        body.splice(0..0, ids);
    }

    /// EXTERNAL for a procedure, and its type.
    pub(super) fn external(&self, symbol: SymbolId, colons: bool) -> Vec<Decl> {
        let Some(ty) = self.out.procedure(symbol).and_then(|f| f.result.clone()) else {
            return vec![Decl::from(DeclKind::External(vec![symbol]))];
        };
        let spelling = self.type_spelling(&ty);
        let variables = |attrs| {
            let entities = vec![Entity::new(symbol)];
            Decl::from(DeclKind::Variables { spelling, attrs, colons, entities })
        };
        match colons {
            true => vec![variables(vec![Attr::External])],
            false => vec![Decl::from(DeclKind::External(vec![symbol])), variables(Vec::new())],
        }
    }

    /// What a call gives for the derivative of a dummy procedure; `None` when the dummy is none of these.
    pub fn derivative_of_procedure(
        &mut self,
        shell: &mut Shell,
        dummy: SymbolId,
        actual: &Expr,
        part: Part,
        span: Span,
    ) -> Option<Expr> {
        if !self.facts.is_open(dummy) {
            return None;
        }
        let ExprKind::Var(given) = actual.kind else { return Some(actual.clone()) };
        let is_dummy = self.source.procedure(given).is_some_and(|f| matches!(f.class, ProcedureClass::Dummy(_)));
        let name = self.source.symbols[given].name.clone();
        let found = match shell.maps.derivative(given) {
            Some(own) => own,
            None if is_dummy || self.source.callee(given).is_some() => {
                self.report(unknown_callees::dummy_called(&name, span));
                given
            }
            None => {
                let made = self.call_target(shell, given, part);
                let made_name = self.out.symbols[made].name.clone();
                let said = format!("(AD09) no source for `{name}`: please provide its derivative `{made_name}`");
                let (code, note) = match part {
                    Part::Tangent => (
                        "RT0421",
                        "the derivative of each real argument follows it; the procedure must compute the original results as well",
                    ),
                    _ => (
                        "RT0405",
                        "the adjoint of each real argument follows it, and is added to; that of what is overwritten is read, then cleared",
                    ),
                };
                self.report(Diagnostic::warning(code, self.source.symbols[given].span, said).note(note));
                made
            }
        };
        Some(Expr::var(found))
    }
}

/// Whether statements call a procedure or hand it on.
fn uses(u: &Unit, body: &Block, s: SymbolId) -> bool {
    let mut found = false;
    u.walk(body, &mut |_, stmt| {
        found |= stmt.kind.callee() == Some(s);
        stmt.kind.exprs(&mut |e| {
            e.walk(&mut |x| {
                found |= matches!(x.kind, ExprKind::Var(v) if v == s);
                found |= matches!(x.kind, ExprKind::Call { callee, .. } if callee == s);
            });
        });
    });
    found
}
