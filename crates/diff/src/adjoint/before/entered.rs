//! Jumps into blocks, `goto overflow;` where the label stands in a branch far above: where the statements behind the label soon leave the procedure, the
//! jump does what they do, and the block is entered from above only.
//!
//! ```c
//!     if (p > big) {                                 if (p > big) {
//! overflow:
//!         printf("overflow\n");                          printf("overflow\n");
//!         return HUGE_VAL;                               return HUGE_VAL;
//!     }                                              }
//!     if (x > 170.0) goto overflow;                  if (x > 170.0) { printf("overflow\n"); return HUGE_VAL; }
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::mem;

use il::{Block, Label, Program, Stmt, StmtId, StmtKind, Unit, UnitId};

/// No more statements than these are copied for one jump.
const LONGEST: usize = 12;
/// Nor are more jumps replaced in one procedure.
const MOST: usize = 100;

/// The constructs around a statement, outermost first, each with which of its blocks.
type Path = Vec<(StmtId, usize)>;

/// Replaces such jumps in a procedure.
pub(super) fn copy_exits(p: &mut Program, unit: UnitId) {
    let u = &mut p.units[unit];
    let mut replaced = BTreeSet::new();
    for _ in 0..MOST {
        let mut found = Found::default();
        found.look_through(u, &u.body, &mut Path::new());
        let entering = found.jumps.into_iter().find_map(|(jump, label, from)| {
            let (at, rest) = found.labels.get(&label)?;
            (!from.starts_with(at) && leaves_soon(u, rest)).then(|| (jump, label, rest.clone()))
        });
        let Some((jump, label, rest)) = entering else { break };
        let mut copies: Block = rest.iter().map(|id| copy(u, *id)).collect();
        let old = mem::replace(&mut u.stmts[jump], Stmt::from(StmtKind::Nop));
        let first = &mut u.stmts[copies[0]];
        first.label = old.label;
        first.comments.splice(0..0, old.comments);
        let mut body = mem::take(&mut u.body);
        put(u, &mut body, jump, &mut copies);
        u.body = body;
        replaced.insert(label);
    }
    // Compilers warn of labels that nothing jumps to.
    let mut wanted = BTreeSet::new();
    u.walk(&u.body, &mut |_, s| {
        if let StmtKind::Goto(label) = &s.kind {
            wanted.insert(label.clone());
        }
    });
    for id in u.all_stmts() {
        if u.stmts[id].label.as_ref().is_some_and(|l| replaced.contains(l) && !wanted.contains(l)) {
            u.stmts[id].label = None;
        }
    }
}

#[derive(Default)]
struct Found {
    /// For each label where it stands, and the statements from there to the end of the block.
    labels: BTreeMap<Label, (Path, Block)>,
    jumps: Vec<(StmtId, Label, Path)>,
}

impl Found {
    fn look_through(&mut self, u: &Unit, block: &Block, path: &mut Path) {
        for (at, &id) in block.iter().enumerate() {
            let s = &u.stmts[id];
            if let Some(label) = &s.label {
                self.labels.insert(label.clone(), (path.clone(), block[at..].to_vec()));
            }
            if let StmtKind::Goto(label) = &s.kind
                && s.directives.is_empty()
            {
                self.jumps.push((id, label.clone(), path.clone()));
            }
            for (k, inner) in s.kind.blocks().into_iter().enumerate() {
                path.push((id, k));
                self.look_through(u, inner, path);
                path.pop();
            }
        }
    }
}

/// Whether statements, of which the first has a label, are few simple ones, and leave the procedure or jump on.
fn leaves_soon(u: &Unit, rest: &Block) -> bool {
    let (mut count, mut simple) = (0, true);
    u.walk(rest, &mut |id, s| {
        count += 1;
        simple &= s.directives.is_empty() && (s.label.is_none() || rest.first() == Some(&id));
        simple &= matches!(
            s.kind,
            StmtKind::Assign { .. }
                | StmtKind::Call { .. }
                | StmtKind::Opaque { .. }
                | StmtKind::If(_)
                | StmtKind::Return(_)
                | StmtKind::Stop { .. }
                | StmtKind::Goto(_)
                | StmtKind::Nop
        );
    });
    let last = rest.last().map(|id| &u.stmts[*id].kind);
    simple && count <= LONGEST && matches!(last, Some(StmtKind::Return(_) | StmtKind::Stop { .. } | StmtKind::Goto(_)))
}

/// A statement again, with what is in it.
fn copy(u: &mut Unit, id: StmtId) -> StmtId {
    let mut stmt = u.stmts[id].clone();
    for block in stmt.kind.blocks_mut() {
        *block = mem::take(block).into_iter().map(|id| copy(u, id)).collect();
    }
    u.add(stmt)
}

/// Puts statements in the place of a jump.
fn put(u: &mut Unit, block: &mut Block, jump: StmtId, instead: &mut Block) {
    if let Some(at) = block.iter().position(|id| *id == jump) {
        block.splice(at..=at, mem::take(instead));
        return;
    }
    for &id in block.iter() {
        let mut kind = mem::replace(&mut u.stmts[id].kind, StmtKind::Nop);
        for inner in kind.blocks_mut() {
            put(u, inner, jump, instead);
        }
        if let StmtKind::If(i) = &mut kind {
            i.one_line &= i.arms.iter().all(|a| a.body.len() == 1);
        }
        u.stmts[id].kind = kind;
    }
}
