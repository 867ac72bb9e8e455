//! What `lower::io_jumps` makes of texts.

use frontend_fortran::lower::io_jumps::*;

#[test]
fn texts() {
    let table = [
        ("READ (5, *, END=10, ERR = 20) X", Some("I=J"), "READ (5, *, I=J) X"),
        ("read(u,'(a,b)',err=3)x,y", Some("i"), "read(u, '(a,b)', i)x,y"),
        ("READ (UNIT=F(1,2), IOSTAT=K, END=1) X(1)", None, "READ (UNIT=F(1,2), IOSTAT=K) X(1)"),
    ];
    for (text, status, expected) in table {
        assert_eq!(without_jumps(text, status.map(String::from)).as_deref(), Some(expected));
    }
    assert_eq!(without_jumps("PRINT *, X", None), None);
}
