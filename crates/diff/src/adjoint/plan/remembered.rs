//! Answers that are worked out once.

use std::cell::RefCell;
use std::collections::HashMap;
use std::hash::Hash;
use std::rc::Rc;

/// What was asked for so far.
pub(crate) struct Remembered<K, V>(RefCell<HashMap<K, Rc<V>>>);

impl<K, V> Default for Remembered<K, V> {
    fn default() -> Self {
        Remembered(RefCell::default())
    }
}

impl<K: Copy + Eq + Hash, V> Remembered<K, V> {
    /// The answer for `key`; `find` works it out, and may ask for those of other keys.
    pub(crate) fn get(&self, key: K, find: impl FnOnce() -> V) -> Rc<V> {
        if let Some(known) = self.0.borrow().get(&key) {
            return known.clone();
        }
        let found = Rc::new(find());
        self.0.borrow_mut().insert(key, found.clone());
        found
    }
}
