//! Work that falls into parts which know nothing of each other is done by all cores.

use crate::deep;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What `work` makes of 0, 1, … `parts` - 1, in that order. Each thread has a state of its own, which `prepare` makes. One part, or one core, needs no thread.
pub fn map<S, T: Send>(
    parts: usize,
    prepare: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, usize) -> T + Sync,
) -> Vec<T> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from).min(parts);
    if cores < 2 {
        let mut state = prepare();
        return (0..parts).map(|k| work(&mut state, k)).collect();
    }
    let next = AtomicUsize::new(0);
    let share = || {
        let (mut state, mut done) = (prepare(), Vec::new());
        loop {
            let k = next.fetch_add(1, Ordering::Relaxed);
            if k >= parts {
                return done;
            }
            done.push((k, work(&mut state, k)));
        }
    };
    let mut all: Vec<(usize, T)> = std::thread::scope(|scope| {
        // Deep expressions need a deep stack, as in `main`.
        let one = || std::thread::Builder::new().stack_size(deep::stack(cores)).spawn_scoped(scope, share).ok();
        let threads: Vec<_> = (0..cores).filter_map(|_| one()).collect();
        let mut all = Vec::new();
        for thread in threads {
            match thread.join() {
                Ok(done) => all.extend(done),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        all
    });
    // Threads that cannot be had leave their work to this one.
    if all.len() < parts {
        all.extend(share());
    }
    all.sort_unstable_by_key(|(k, _)| *k);
    all.into_iter().map(|(_, made)| made).collect()
}

#[cfg(test)]
mod tests {
    use super::map;

    #[test]
    fn results_stand_in_order() {
        for parts in [0, 1, 2, 1000] {
            let squares: Vec<usize> = (0..parts).map(|k| k * k).collect();
            assert_eq!(map(parts, || (), |(), k| k * k), squares);
        }
    }
}
