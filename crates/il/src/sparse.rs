//! Sets of numbers that lie together in few places: what one unit touches of all storage there is.

/// A set of small numbers, kept as those words of a row of bits in which some are set, in order. What it costs grows with its members, not with the largest one.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Sparse(Vec<Word>);

#[derive(Clone, Copy, PartialEq, Eq)]
struct Word {
    /// Its numbers begin at `at * 64`.
    at: u32,
    /// Never 0.
    bits: u64,
}

impl Sparse {
    /// Puts `i` in.
    pub fn add(&mut self, i: u32) {
        let word = Word { at: i / 64, bits: 1 << (i % 64) };
        match self.0.last_mut() {
            Some(last) if last.at == word.at => last.bits |= word.bits,
            Some(last) if last.at > word.at => match self.0.binary_search_by_key(&word.at, |w| w.at) {
                Ok(k) => self.0[k].bits |= word.bits,
                Err(k) => self.0.insert(k, word),
            },
            Some(_) | None => self.0.push(word),
        }
    }

    /// Whether `i` is in it.
    pub fn has(&self, i: u32) -> bool {
        self.0.binary_search_by_key(&(i / 64), |w| w.at).is_ok_and(|k| self.0[k].bits >> (i % 64) & 1 == 1)
    }

    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Puts all of `other` in. Says whether that changed anything.
    pub fn union(&mut self, other: &Sparse) -> bool {
        let mut missing = 0;
        let mut changed = false;
        let mut k = 0;
        for theirs in &other.0 {
            k += self.0[k..].partition_point(|w| w.at < theirs.at);
            match self.0.get_mut(k) {
                Some(ours) if ours.at == theirs.at => {
                    changed |= theirs.bits & !ours.bits != 0;
                    ours.bits |= theirs.bits;
                }
                Some(_) | None => missing += 1,
            }
        }
        if missing > 0 {
            let (ours, mut theirs) = (std::mem::take(&mut self.0), other.0.iter().copied().peekable());
            self.0.reserve(ours.len() + missing);
            for word in ours {
                while let Some(other) = theirs.next_if(|w| w.at <= word.at) {
                    if other.at < word.at {
                        self.0.push(other);
                    }
                }
                self.0.push(word);
            }
            self.0.extend(theirs);
        }
        changed | (missing > 0)
    }

    /// Takes all of `other` out.
    pub fn subtract(&mut self, other: &Sparse) {
        let mut theirs = Behind(&other.0);
        self.0.retain_mut(|word| {
            word.bits &= !theirs.at(word.at);
            word.bits != 0
        });
    }

    /// Whether both have something in common.
    pub fn meets(&self, other: &Sparse) -> bool {
        let (few, many) = if self.0.len() < other.0.len() { (self, other) } else { (other, self) };
        let mut many = Behind(&many.0);
        few.0.iter().any(|word| word.bits & many.at(word.at) != 0)
    }

    /// What both have in common.
    pub fn and(&self, other: &Sparse) -> Sparse {
        let (few, many) = if self.0.len() < other.0.len() { (self, other) } else { (other, self) };
        let mut many = Behind(&many.0);
        let common = few.0.iter().map(|word| Word { at: word.at, bits: word.bits & many.at(word.at) });
        Sparse(common.filter(|word| word.bits != 0).collect())
    }

    /// Its members in order.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.0.iter().flat_map(|word| {
            let mut left = word.bits;
            std::iter::from_fn(move || {
                let bit = (left != 0).then(|| left.trailing_zeros())?;
                left &= left - 1;
                Some(word.at * 64 + bit)
            })
        })
    }
}

impl std::fmt::Debug for Sparse {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// Words that are asked for in order.
struct Behind<'a>(&'a [Word]);

impl Behind<'_> {
    /// The bits of the word at `at`, which is not before the one asked for last.
    fn at(&mut self, at: u32) -> u64 {
        self.0 = &self.0[self.0.partition_point(|w| w.at < at)..];
        self.0.first().filter(|w| w.at == at).map_or(0, |w| w.bits)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::Sparse;

    fn sparse(members: &BTreeSet<u32>) -> Sparse {
        let mut out = Sparse::default();
        // In an order that inserts in front and in between, too.
        members.iter().rev().step_by(2).chain(members).for_each(|i| out.add(*i));
        out
    }

    #[test]
    fn is_a_set() {
        // Numbers as a linear congruence gives them: some close together, some far apart.
        let mut state = 1_u32;
        let mut draw = |n: usize, below: u32| -> BTreeSet<u32> {
            let mut next = || {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (state >> 8) % below
            };
            (0..n).map(|_| next()).collect()
        };
        for round in 0..400 {
            let below = [70, 700, 20_000][round % 3];
            let (a, b) = (draw(round % 23, below), draw(round % 17, below));
            let (x, y) = (sparse(&a), sparse(&b));
            assert_eq!(x.iter().collect::<BTreeSet<_>>(), a);
            assert!((0..below).step_by(7).all(|i| x.has(i) == a.contains(&i)));
            assert_eq!(x.is_empty(), a.is_empty());
            assert_eq!(x.meets(&y), !a.is_disjoint(&b));
            assert_eq!(x.and(&y), sparse(&(&a & &b)));
            let mut all = x.clone();
            assert_eq!(all.union(&y), !b.is_subset(&a));
            assert_eq!(all, sparse(&(&a | &b)));
            let mut rest = x.clone();
            rest.subtract(&y);
            assert_eq!(rest, sparse(&(&a - &b)));
        }
    }
}
