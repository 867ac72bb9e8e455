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
//! one followed does not matter to it, nor where a jump out of several loops went on, only which of its statements it reached. Its tests tell that, as they
//! tell which arms it took.

use il::{StmtKind, Unit};

use super::tree::{FrameId, Node, NodeKind, Seq, Tree, seq_completes};

/// The body of a loop without the jumps that end its turns, wherever they lead; `None` where an inner loop is left by one, where it gives the value of a
/// function, or where what it jumps over would have to stand in two places.
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
            let is_left = self.is_left(n);
            match &n.kind {
                NodeKind::Jump(_) => return (is_left && self.gives_nothing(n)).then_some(out),
                NodeKind::Choice { arms, otherwise, .. } if is_left => {
                    let rest = &seq[k + 1..];
                    let goes_on = |arm: &Seq| seq_completes(arm, &self.tree.frames, self.unit);
                    let several = arms.iter().filter(|a| goes_on(a)).count() > 1;
                    let rest = match several && !rest.is_empty() {
                        true if self.run_on(rest)?.iter().all(does_nothing) => &[],
                        true => return None,
                        false => rest,
                    };
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

    fn is_left(&self, n: &Node) -> bool {
        !n.ways(self.frame).is_empty()
    }

    /// Whether a jump does nothing but lead elsewhere: it sets no value that is returned.
    fn gives_nothing(&self, n: &Node) -> bool {
        !matches!(self.unit.stmts[n.stmt].kind, StmtKind::Return(Some(_)))
    }
}

/// Whether nothing is left in a node but choices.
fn does_nothing(n: &Node) -> bool {
    matches!(&n.kind, NodeKind::Choice { arms, .. } if arms.iter().flatten().all(does_nothing))
}
