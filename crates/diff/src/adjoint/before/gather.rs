//! Before the analyses: statements that only one jump leads to come to where it jumps from.
//!
//! ```text
//! select case (k)              select case (k)
//! case (1)                     case (1)
//!   goto 11                      a = x
//! case (2)                       goto 20
//!   goto 12                    case (2)
//! end select                     a = x*x
//! 11 a = x                       goto 20
//!    goto 20                   end select
//! 12 a = x*x                20 …
//!    goto 20
//! 20 …
//! ```
//!
//! Computed GOTO and arithmetic IF become choices with a jump in each arm ([`super::structure`]); what is left here are choices whose arms end at one
//! place, which are no jumps at all ([`super::jumps`]). A piece is moved when nothing runs into it from above, when it ends by a jump of its own, and
//! when only choices lie between it and the jump, which stands before it.

use il::{Block, Label, Language, Program, Stmt, StmtId, StmtKind, UnitId};

/// Moves such pieces, one after the other, until there are none.
pub(crate) fn gather(p: &mut Program, unit: UnitId) {
    let mut body = std::mem::take(&mut p.units[unit].body);
    let mut stmts = Pieces { p, unit };
    while stmts.once(&mut body) {}
    p.units[unit].body = body;
}

struct Pieces<'p> {
    p: &'p mut Program,
    unit: UnitId,
}

impl Pieces<'_> {
    fn stmt(&self, id: StmtId) -> &Stmt {
        &self.p.units[self.unit].stmts[id]
    }

    /// Moves one piece of a block, or of a block inside it.
    fn once(&mut self, block: &mut Block) -> bool {
        for k in 1..block.len() {
            let Some(label) = self.stmt(block[k]).label.clone() else { continue };
            let Some(end) = (k..block.len()).find(|e| self.leaves(block[*e])) else { continue };
            if !self.leaves(block[k - 1]) || !self.is_movable(&block[k..=end]) || self.jumps(&label) != 1 {
                continue;
            }
            if (0..k).any(|at| self.is_in_arm(block[at], &label)) {
                let piece: Block = block.drain(k..=end).collect();
                self.p.units[self.unit].stmts[piece[0]].label = None;
                let mut piece = Some(piece);
                for &id in &block[..k] {
                    self.put(id, &label, &mut piece);
                }
                return true;
            }
        }
        for id in block.clone() {
            let mut kind = std::mem::replace(&mut self.p.units[self.unit].stmts[id].kind, StmtKind::Nop);
            let moved = kind.blocks_mut().into_iter().any(|b| self.once(b));
            self.p.units[self.unit].stmts[id].kind = kind;
            if moved {
                return true;
            }
        }
        false
    }

    /// Whether control never reaches what stands behind a statement by itself.
    fn leaves(&self, id: StmtId) -> bool {
        matches!(
            self.stmt(id).kind,
            StmtKind::Goto(_) | StmtKind::Return(_) | StmtKind::Cycle(_) | StmtKind::Exit(_) | StmtKind::Stop { .. }
        )
    }

    /// Whether nobody jumps into the middle of a piece, and nothing in it belongs to its place.
    fn is_movable(&self, piece: &[StmtId]) -> bool {
        let (mut inner, mut plain) = (Vec::new(), true);
        let u = &self.p.units[self.unit];
        let c = u.language == Language::C;
        u.walk(piece, &mut |id, s| {
            plain &= s.directives.is_empty() && !matches!(s.kind, StmtKind::Declare(_));
            // `break` would leave the switch that it comes into.
            plain &= !(c && matches!(s.kind, StmtKind::Exit(_) | StmtKind::Cycle(_)));
            inner.extend(s.label.clone().filter(|_| id != piece[0]));
        });
        plain && inner.is_empty()
    }

    /// How many jumps lead to a label.
    fn jumps(&self, label: &Label) -> usize {
        let u = &self.p.units[self.unit];
        u.stmts.iter().filter(|(_, s)| matches!(&s.kind, StmtKind::Goto(l) if l == label)).count()
    }

    /// Whether an arm of a choice, or of one inside it, ends with the jump to `label`.
    fn is_in_arm(&self, id: StmtId, label: &Label) -> bool {
        let kind = &self.stmt(id).kind;
        matches!(kind, StmtKind::If(_) | StmtKind::Select { .. })
            && kind.blocks().into_iter().any(|b| {
                let ends = b.last().is_some_and(|last| self.is_jump(*last, label));
                ends || b.iter().any(|inner| self.is_in_arm(*inner, label))
            })
    }

    fn is_jump(&self, id: StmtId, label: &Label) -> bool {
        let s = self.stmt(id);
        s.label.is_none() && s.directives.is_empty() && matches!(&s.kind, StmtKind::Goto(l) if l == label)
    }

    /// Puts the piece in the place of the jump.
    fn put(&mut self, id: StmtId, label: &Label, piece: &mut Option<Block>) {
        if piece.is_none() || !self.is_in_arm(id, label) {
            return;
        }
        let mut kind = std::mem::replace(&mut self.p.units[self.unit].stmts[id].kind, StmtKind::Nop);
        for b in kind.blocks_mut() {
            match b.last() {
                Some(&last) if self.is_jump(last, label) => {
                    b.pop();
                    // It is counted no more.
                    self.p.units[self.unit].stmts[last].kind = StmtKind::Nop;
                    b.extend(piece.take().into_iter().flatten());
                }
                _ => b.clone().into_iter().for_each(|inner| self.put(inner, label, piece)),
            }
        }
        self.p.units[self.unit].stmts[id].kind = kind;
    }
}
