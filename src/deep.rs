//! How much stack threads have: expressions are walked recursively, and nest as deep as programs write them.

/// Bytes of stack of a thread that may meet the deepest expression that is read. They are addresses: memory is taken as far as it is used.
const MOST: u64 = 1 << 30;

/// What is asked for in any case.
const LEAST: u64 = 16 << 20;

/// The part of the addresses that a process may have which goes to the stacks of all its threads.
const SHARE: u64 = 4;

/// Bytes of stack for each of `threads` that run beside each other. Where the process has few addresses (`ulimit -v`), most are left for what it works on.
pub fn stack(threads: usize) -> usize {
    let most = addresses().map_or(MOST, |all| all / SHARE / (threads as u64 + 1));
    most.clamp(LEAST, MOST) as usize
}

/// The limit on addresses, where there is one.
fn addresses() -> Option<u64> {
    #[cfg(unix)]
    {
        rlimit::Resource::AS.get_soft().ok().filter(|limit| *limit != rlimit::INFINITY)
    }
    #[cfg(not(unix))]
    {
        None
    }
}
