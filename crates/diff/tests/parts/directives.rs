//! Misspelt directives.

use diff::directives::nearest;

#[test]
fn misspelt_names_have_a_nearest_one() {
    let cases = [("NOCHEKPOINT", "NOCHECKPOINT"), ("NO-CHECKPOINT", "NOCHECKPOINT"), ("IILOOP", "II-LOOP")];
    for (wrong, right) in cases.into_iter().chain([("BINOMIAL-CPK", "BINOMIAL-CKP"), ("DONOTDIFF", "DO-NOT-DIFF")]) {
        assert_eq!(nearest(wrong), Some(right));
    }
    assert_eq!(nearest("PARALLEL"), None);
}
