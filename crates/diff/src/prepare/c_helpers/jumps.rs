//! A body whose jumps to what it does at last are that: `goto fail` releases memory and returns.
//!
//! ```c
//!     if (!(s->a = malloc(n))) goto fail;        if (!(s->a = malloc(n))) { free(s); return NULL; }
//!     return s;                                  return s;
//! fail:
//!     free(s);
//!     return NULL;
//! ```
//!
//! What stands in several places then is one block of the body: it is copied where it is put in the place of a call.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::mem;

use il::{Block, Label, StmtId, StmtKind, Unit};

use super::{LONGEST, returns};

/// `u` without labels. `None`: a jump goes back, or into a block.
pub(super) fn resolved(u: &Unit) -> Option<Cow<'_, Unit>> {
    let mut labelled = false;
    u.walk(&u.body, &mut |_, s| labelled |= s.label.is_some());
    if !labelled {
        return Some(Cow::Borrowed(u));
    }
    let mut u = u.clone();
    // Behind each label, what happens from there to the end.
    let mut ends: BTreeMap<Label, Block> = BTreeMap::new();
    let mut rest = Block::new();
    for id in mem::take(&mut u.body).into_iter().rev() {
        let label = u.stmts[id].label.take();
        rest.splice(0..0, instead(&mut u, id, &ends)?);
        let Some(label) = label else { continue };
        let mut end = rest.clone();
        if !returns::leaves(&u, &end) {
            end.push(u.add(StmtKind::Return(None)));
        }
        let mut length = 0;
        u.walk(&end, &mut |_, _| length += 1);
        if length > LONGEST {
            return None;
        }
        ends.insert(label, end);
    }
    u.body = rest;
    Some(Cow::Owned(u))
}

/// What stands for a statement.
fn instead(u: &mut Unit, id: StmtId, ends: &BTreeMap<Label, Block>) -> Option<Block> {
    let stmt = &u.stmts[id];
    if stmt.label.is_some() {
        return None;
    }
    if let StmtKind::Goto(label) = &stmt.kind {
        // A region may end here.
        return ends.get(label).filter(|_| stmt.directives.is_empty()).cloned();
    }
    let mut kind = mem::replace(&mut u.stmts[id].kind, StmtKind::Nop);
    let mut jumps_end = true;
    for block in kind.blocks_mut() {
        let inner: Option<Vec<Block>> = mem::take(block).into_iter().map(|id| instead(u, id, ends)).collect();
        jumps_end &= inner.is_some();
        *block = inner.unwrap_or_default().concat();
    }
    if let StmtKind::If(i) = &mut kind {
        i.one_line &= i.arms.iter().all(|a| a.body.len() == 1);
    }
    u.stmts[id].kind = kind;
    jumps_end.then(|| vec![id])
}
