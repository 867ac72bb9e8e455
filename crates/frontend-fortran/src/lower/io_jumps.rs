//! Jumps out of input and output, written out: `READ (u, *, END=10, ERR=20) x` is
//!
//! ```fortran
//!     READ (u, *, IOSTAT=iostat0) x
//!     IF (iostat0 .LT. 0) GOTO 10
//!     IF (iostat0 .GT. 0) GOTO 20
//! ```
//!
//! F2018 12.11: the status is positive after an error, negative at the end of the file. Where the program would have
//! stopped for want of END= or ERR=, it stops. EOR= is negative too and stays refused.

use il::stmt::{Arm, If};
use il::{BinaryOp, Block, Expr, Scalar, ScalarClass, Stmt, StmtKind, SymbolId, Type};

use super::context::Lower;
use super::messages;
use crate::ast::{self, ArgValue, ExprKind, IoKind};

impl<'a> Lower<'a, '_> {
    /// An I/O statement that may jump; false when it cannot be written out (then it was refused).
    pub fn io_with_jumps(&mut self, stmt: &'a ast::Stmt, io: &'a ast::Io, out: &mut Block) -> bool {
        let target = |word: &str| {
            io.controls.iter().find_map(|c| match (&c.keyword, &c.value) {
                (Some(k), ArgValue::Expr(e)) if k.is(word) => match &e.kind {
                    ExprKind::Literal(l) => Some(l.text.trim_start_matches('0').to_string()),
                    _ => None,
                },
                _ => None,
            })
        };
        let (end, error, record) = (target("end"), target("err"), target("eor"));
        let own = io.controls.iter().find(|c| c.keyword.as_ref().is_some_and(|k| k.is("iostat")));
        let status = match own.map(|c| &c.value) {
            Some(ArgValue::Expr(e)) => Some(self.expr(e)),
            Some(_) => return self.refuse_jump(stmt),
            None => None,
        };
        if record.is_some() || io.opaque {
            return self.refuse_jump(stmt);
        }
        let (status, given) = match status {
            Some(e) => (e, true),
            None => (Expr::var(self.status_variable()), false),
        };
        let name = match (&status.kind, given) {
            (il::ExprKind::Var(s), false) => Some(self.program.symbols[*s].name.clone()),
            _ => None,
        };
        let Some(text) = without_jumps(&io.text, name.map(|n| format!("{}={n}", self.cased("iostat")))) else {
            return self.refuse_jump(stmt);
        };
        let StmtKind::Opaque { reads, mut writes, .. } = self.io(io, stmt.meta.span) else { return false };
        if !given {
            writes.push(status.clone());
        }
        let text = self.with_names(text);
        self.push(&stmt.meta, StmtKind::Opaque { text, reads, writes }, out);
        // Without a status of its own the program stops where no label says where to go.
        let stops = !given;
        let reads_files = io.kind == IoKind::Read;
        for (op, label, may_happen) in [(BinaryOp::Lt, end, reads_files), (BinaryOp::Gt, error, true)] {
            let action = match label {
                Some(label) => StmtKind::Goto(label),
                None if stops && may_happen => StmtKind::Stop { error: false, code: None },
                None => continue,
            };
            let body = vec![self.program.units[self.unit].add(action)];
            let test = Expr::binary(op, status.clone(), Expr::int(0));
            let mut jump =
                Stmt::from(StmtKind::If(If { arms: vec![Arm { test, body }], otherwise: None, one_line: true }));
            jump.span = stmt.meta.span;
            out.push(self.program.units[self.unit].add(jump));
        }
        true
    }

    fn refuse_jump(&mut self, stmt: &ast::Stmt) -> bool {
        self.refuse(messages::io_jump(stmt.meta.span));
        false
    }

    /// The unit's variable for the status of its I/O statements.
    fn status_variable(&mut self) -> SymbolId {
        let scope = self.unit_scope(self.scope);
        if let Some(symbol) = self.status_variables.get(&scope) {
            return *symbol;
        }
        let mut k = 0;
        let name = loop {
            let name = self.cased(&format!("iostat{k}"));
            if self.find(&name).is_none() {
                break name;
            }
            k += 1;
        };
        let ty = Type::Scalar(Scalar::new(ScalarClass::Integer, self.options.integer, self.cased("integer")));
        let symbol = self.new_local(&name, il::Span::NONE, ty);
        self.status_variables.insert(scope, symbol);
        symbol
    }
}

/// The text of an I/O statement without END= and ERR=, with `status` in their place; `None` when it has no such list.
pub fn without_jumps(text: &str, status: Option<String>) -> Option<String> {
    let open = text.find('(')?;
    let (mut depth, mut quote, mut close) = (0, None, None);
    let mut pieces = Vec::new();
    let mut start = open + 1;
    for (at, c) in text.char_indices().skip_while(|(at, _)| *at < open) {
        match (quote, c) {
            (Some(q), c) if c == q => quote = None,
            (Some(_), _) => {}
            (None, '\'' | '"') => quote = Some(c),
            (None, '(' | '[') => depth += 1,
            (None, ',') if depth == 1 => {
                pieces.push(&text[start..at]);
                start = at + 1;
            }
            (None, ')' | ']') => {
                depth -= 1;
                if depth == 0 {
                    pieces.push(&text[start..at]);
                    close = Some(at);
                    break;
                }
            }
            _ => {}
        }
    }
    let close = close?;
    let mut status = status;
    let mut kept: Vec<String> = Vec::new();
    for piece in pieces {
        let keyword: String = piece.split('=').next().unwrap_or("").split_whitespace().collect();
        let jumps = piece.contains('=') && ["end", "err"].iter().any(|k| keyword.eq_ignore_ascii_case(k));
        match jumps {
            true => kept.extend(status.take()),
            false => kept.push(piece.trim().to_string()),
        }
    }
    Some(format!("{}({}){}", &text[..open], kept.join(", "), &text[close + 1..]))
}
