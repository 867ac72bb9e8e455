//! Procedures of the run-time stack are known by their names.

use diff::tape::{Entry, entry};

#[test]
fn entries() {
    assert_eq!(entry("PUSHREAL8"), Some(Entry { pushes: true, array: false }));
    assert_eq!(entry("popComplex16Array"), Some(Entry { pushes: false, array: true }));
    assert_eq!(entry("pushinteger4"), None);
    assert_eq!(entry("pushcontrol1b"), None);
    assert_eq!(entry("popular"), None);
}
