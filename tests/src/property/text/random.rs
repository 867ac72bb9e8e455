//! Random numbers that any machine repeats.

/// A splitmix64 generator.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// A sequence of its own for each seed.
    pub fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x2545_f491_4f6c_dd1d)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// 0 … n-1.
    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }

    /// `lo` … `hi`.
    pub fn within(&mut self, lo: usize, hi: usize) -> usize {
        lo + self.below(hi + 1 - lo)
    }

    /// True in `percent` of the cases.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of a list; `None` of an empty one.
    pub fn pick<T: Clone>(&mut self, list: &[T]) -> Option<T> {
        if list.is_empty() { None } else { Some(list[self.below(list.len())].clone()) }
    }

    /// The position of one of several weights.
    pub fn weighted(&mut self, weights: &[usize]) -> usize {
        let mut at = self.below(weights.iter().sum());
        for (k, w) in weights.iter().enumerate() {
            if at < *w {
                return k;
            }
            at -= w;
        }
        0
    }
}

/// Options of the tool, each with its value.
pub fn options(r: &mut Random, directions: bool) -> Vec<Vec<String>> {
    let mut out: Vec<Vec<String>> = Vec::new();
    let mut add = |a: &str, b: &str| out.push([a, b].iter().filter(|w| !w.is_empty()).map(|w| w.to_string()).collect());
    if r.chance(8) {
        add("-nooptim", "everyoptim");
    } else if r.chance(45) {
        for (_, word) in diff::Improvement::ALL {
            if r.chance(12) {
                add("-nooptim", word);
            }
        }
    }
    if r.chance(25) {
        add("-tape", "stack");
    }
    if directions {
        add("-vector", "");
    }
    // Drawn apart, so that a seed gives the text that it gave without it: RTAPENADE_VALUES says of how many in a hundred the values are judged.
    if Random::new(r.0).chance(crate::property::setting("RTAPENADE_VALUES", 0) as usize) {
        add("-value", "");
    }
    out
}
