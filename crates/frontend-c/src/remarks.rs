//! Comments: handing each one out once, in order.

use crate::ast::{Comment, Comments, RecordSpec};
use il::source::{FileId, Sources, Span};
use std::collections::{BTreeMap, VecDeque};

/// The comments of the user's files that nobody has taken yet, and where lines end.
#[derive(Debug, Default)]
pub struct Remarks {
    files: BTreeMap<FileId, File>,
}

#[derive(Debug, Default)]
struct File {
    left: VecDeque<Comment>,
    line_ends: Vec<u32>,
}

impl Remarks {
    /// Adds the comments of `file`, in order.
    pub fn add(&mut self, file: FileId, comments: Vec<Comment>, sources: &Sources) {
        let line_ends = sources[file].text.match_indices('\n').map(|(at, _)| at as u32).collect();
        self.files.insert(file, File { left: comments.into(), line_ends });
    }

    /// Takes the comments that end before `place`.
    pub fn before(&mut self, place: Span) -> Vec<Comment> {
        self.take(place, |comment| comment.span.end <= place.start)
    }

    /// Takes the comments inside `place` (they join those before) and those after it on its last line.
    pub fn around(&mut self, place: Span, comments: &mut Comments) {
        comments.before.extend(self.take(place, |comment| comment.span.end <= place.end));
        let Some(file) = place.file.and_then(|file| self.files.get(&file)) else { return };
        let line_end = line_end(&file.line_ends, place.end);
        comments.after.extend(self.take(place, |comment| comment.span.start < line_end));
    }

    /// Gives the comments inside a structure to its members.
    pub fn of_members(&mut self, record: &mut RecordSpec) {
        for member in record.members.iter_mut().flatten() {
            member.comments.before = self.before(member.span);
            let mut found = std::mem::take(&mut member.comments);
            self.around(member.span, &mut found);
            member.comments = found;
        }
    }

    /// What is left of `file`.
    pub fn rest(&mut self, file: FileId) -> Vec<Comment> {
        self.files.get_mut(&file).map(|file| file.left.drain(..).collect()).unwrap_or_default()
    }

    fn take(&mut self, place: Span, belongs: impl Fn(&Comment) -> bool) -> Vec<Comment> {
        let mut taken = Vec::new();
        if let Some(file) = place.file.and_then(|file| self.files.get_mut(&file)) {
            while file.left.front().is_some_and(&belongs) {
                taken.extend(file.left.pop_front());
            }
        }
        taken
    }
}

/// The end of the line that holds `at`.
fn line_end(line_ends: &[u32], at: u32) -> u32 {
    let next = line_ends.partition_point(|end| *end < at);
    line_ends.get(next).copied().unwrap_or(u32::MAX)
}
