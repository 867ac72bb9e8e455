//! Regions between `$AD CHECKPOINT-START` and `$AD CHECKPOINT-END`: a snapshot and the statements as they were in the forward sweep; in the
//! backward sweep the snapshot, then both sweeps of the statements (RR-7957 §4.9). Regions without derivatives have a snapshot only.

use il::{Block, StmtId};

use super::{Emit, Pair, Side};
use crate::adjoint::plan::Rebuilt;
use crate::adjoint::plan::tree::Seq;
use crate::adjoint::tidy::choices;
use crate::regions::{self, RegionKind};

impl Emit<'_, '_> {
    /// The sweeps of a region.
    pub(super) fn region(&mut self, stmt: StmtId, region: &Rebuilt, body: &Seq) -> Pair {
        let (mut fore, mut back) = self.saves(&region.saves);
        let outside = self.primal.replace(region.primal.clone());
        let mut primal = self.sequence(body);
        self.primal = outside;
        self.copied.clear();
        if regions::of(&self.world.source.units[self.unit], stmt) != Some(RegionKind::Checkpoint) {
            fore.append(&mut primal.fore);
            return Pair { fore, back };
        }
        let again = self.second(|this| this.sequence(body));
        self.copied.clear();
        fore.append(&mut primal.fore);
        if let Some(first) = again.fore.first().or(again.back.first()) {
            let name = self.world.source.units[self.unit].stmts[stmt].directives.first().map(|d| d.name.clone());
            let unit = self.shell(Side::Back).unit;
            let comment = format!(" the statements of {} again, and back", name.unwrap_or_default());
            self.world.out.units[unit].stmts[*first].comments = vec![comment];
        }
        back.append(&mut self.at_once(again));
        Pair { fore, back }
    }

    /// Both sweeps of something that the backward sweep runs a second time.
    pub(super) fn second(&mut self, emit: impl FnOnce(&mut Self) -> Pair) -> Pair {
        let (forward, depth) = (std::mem::replace(&mut self.forward, Side::Back), std::mem::take(&mut self.depth));
        self.copies += 1;
        let number = self.copy_number.replace(self.copies);
        self.turns += 1;
        let pair = emit(self);
        self.turns -= 1;
        self.copy_number = number;
        (self.forward, self.depth) = (forward, depth);
        pair
    }

    /// Both sweeps of something, one behind the other: where they meet, a choice is made once.
    pub(super) fn at_once(&mut self, sweeps: Pair) -> Block {
        let Pair { mut fore, mut back } = sweeps;
        let unit = self.shell(Side::Back).unit;
        choices::meet(&mut self.world.out.units[unit], &mut fore, None, &mut back);
        fore.append(&mut back);
        fore
    }

    /// The name of a construct in the copy that is being made.
    pub(super) fn construct_name(&self, name: &str) -> String {
        match self.copy_number {
            None => name.to_string(),
            Some(n) => format!("{name}_again{n}"),
        }
    }
}
