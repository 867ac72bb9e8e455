//! Before the analyses: arms that leave a turn stand by themselves.
//!
//! ```text
//! if (a) then                  if (a) then
//!   s                            s
//!   exit                         exit
//! else if (b) then             end if
//!   t                          if (b) then
//! else                           t
//!   u                          else
//! end if                         u
//!                              end if
//! ```
//!
//! Behind the choice there is then one arm that goes on, which what follows can come under (`plan/turn_alone`).

use il::stmt::If;
use il::{StmtKind, Unit};

/// Takes the arms behind those that leave their turn out of a choice, where more than one of them goes on.
pub(crate) fn apart(u: &Unit, i: &mut If) -> Option<If> {
    let leaves = |body: &il::Block| {
        let last = body.last().map(|id| &u.stmts[*id].kind);
        matches!(last, Some(StmtKind::Exit(_) | StmtKind::Cycle(_)))
    };
    let first = i.arms.iter().take_while(|arm| leaves(&arm.body)).count();
    if first == 0 || first == i.arms.len() {
        return None;
    }
    let (arms, otherwise) = (i.arms.split_off(first), i.otherwise.take());
    i.one_line = false;
    Some(If { arms, otherwise, one_line: false })
}
