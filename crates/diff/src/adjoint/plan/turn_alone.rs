//! A turn of a loop by itself: what jumps over the rest of the turn comes under the arms that do not jump.
//!
//! ```text
//! s = f/g                                  s = f/g
//! if (abs(s) < tol) exit                   if (.not. abs(s) < tol) then
//! x = x - s                                  x = x - s
//!                                          end if
//! ```
//!
//! The forward sweep makes its turns as they are written, and counts them. One that runs again in the backward sweep has been made: whether another
//! one followed does not matter to it, only which of its statements it reached. Its tests tell that, as they tell which arms it took.

use super::tree::{FrameId, Jump, Landing, Node, NodeKind, Seq, Tree, seq_completes};
use il::Unit;

/// The body of a loop without the jumps that end its turns; `None` where one leaves more than this loop, or where what it jumps over would have to stand in
/// two places.
pub(crate) fn alone(tree: &Tree, unit: &Unit, frame: FrameId, body: &Seq) -> Option<Seq> {
    if !tree.is_left_early(frame) {
        return Some(body.clone());
    }
    Turn { tree, unit, frame }.run_on(body)
}

struct Turn<'t> {
    tree: &'t Tree,
    unit: &'t Unit,
    frame: FrameId,
}

impl Turn<'_> {
    /// What of a sequence a turn runs through, with what is jumped over under the arms that go on.
    fn run_on(&self, seq: &[Node]) -> Option<Seq> {
        let mut out = Seq::new();
        for (k, n) in seq.iter().enumerate() {
            let is_left = !n.ways(self.frame).is_empty();
            match &n.kind {
                NodeKind::Jump(jump) => return self.ends_turn(jump).then_some(out),
                NodeKind::Choice { arms, otherwise, .. } if is_left => {
                    let rest = &seq[k + 1..];
                    let goes_on = |arm: &Seq| seq_completes(arm, &self.tree.frames, self.unit);
                    if !rest.is_empty() && arms.iter().filter(|a| goes_on(a)).count() > 1 {
                        return None;
                    }
                    let whole = |arm: &Seq| match goes_on(arm) {
                        true => arm.iter().chain(rest).cloned().collect(),
                        false => arm.clone(),
                    };
                    let arms: Vec<Seq> = arms.iter().map(|a| self.run_on(&whole(a))).collect::<Option<_>>()?;
                    let written = !arms[*otherwise].is_empty();
                    out.push(Node { stmt: n.stmt, kind: NodeKind::Choice { arms, otherwise: *otherwise, written } });
                    return Some(out);
                }
                NodeKind::Simple
                | NodeKind::Choice { .. }
                | NodeKind::Loop { .. }
                | NodeKind::Scope(_)
                | NodeKind::Join { .. }
                | NodeKind::Again { .. }
                | NodeKind::Dispatch { .. } => {
                    if is_left {
                        return None;
                    }
                    out.push(n.clone());
                }
            }
        }
        Some(out)
    }

    fn ends_turn(&self, jump: &Jump) -> bool {
        let here = jump.landing == Landing::Behind || jump.landing == Landing::NextTurn;
        here && matches!(jump.crossings[..], [only] if only.frame == self.frame)
    }
}
