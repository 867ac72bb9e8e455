//! Statements: structure, labels, reads and writes.

use super::{clean, codes, program, show, unit};

#[test]
fn structure() {
    // Fixed form, body of a subroutine, and what becomes of it.
    for (body, expected) in [
        ("      DO 10 I = 1, 3\n   10 X = I", "do i { x = i }"),
        ("      DO 10 I = 1, 3\n      DO 10 J = 1, 3\n      X = I\n   10 CONTINUE", "do i { do j { x = i } }"),
        (
            "      DO 10 I = 1, 3\n      IF (I.EQ.2) GOTO 10\n      X = I\n   10 CONTINUE",
            "do i { if i Eq 2 { goto 10 }; x = i; 10: nop }",
        ),
        ("      DO 10 I = 1, 3\n      GOTO 10\n   10 X = 1", "do i { goto 10; 10: x = 1 }"),
        ("      DO 10 I = 1, 3\n      GOTO 10\n   10 END DO", "do i { goto 10; 10: nop }"),
        ("   20 X = 1\n   30 CONTINUE\n      GOTO 20", "20: x = 1; goto 20"),
        ("      IF (X) 10, 20, 10\n   10 X = 1\n   20 CONTINUE", "if x 10 20 10; 10: x = 1; 20: nop"),
        ("      GOTO (10, 20), K\n   10 X = 1\n   20 X = 2", "goto k of 10 20; 10: x = 1; 20: x = 2"),
        (
            "   90 FORMAT (I3)\n      ASSIGN 90 TO K\n      ASSIGN 10 TO L\n      GOTO L\n   10 X = 1",
            "assign 90 k; assign 10 l; goto l 10; 10: x = 1",
        ),
        ("      CALL P(X, *10)\n   10 RETURN", "call p(x) *10; 10: return"),
        ("      DO WHILE (X .GT. 0)\n      X = X - 1\n      ENDDO", "while x Gt 0 { x = x-1 }"),
        ("      DO\n      EXIT\n      ENDDO", "loop { exit }"),
        ("      IF (X .GT. 0) X = 1", "if x Gt 0 { x = 1 }"),
        (
            "      IF (X .GT. 0) THEN\n      X = 1\n      ELSE IF (X .LT. 0) THEN\n      X = 2\n      ELSE\n      ENDIF",
            "if x Gt 0 { x = 1 } else if x Lt 0 { x = 2 } else {  }",
        ),
        (
            "   10 FORMAT (I3)\n      X = 1\n   20 FORMAT (I4)\n      PRINT 20, I",
            "x = 1; 20: 'FORMAT(I4)' reads  writes ; 'PRINT 20, I' reads i writes ",
        ),
    ] {
        let p = clean(&format!("      SUBROUTINE S\n{body}\n      END\n"));
        let s = &p.units[unit(&p, "s")];
        assert_eq!(show::block(&p, s, &s.body), expected, "{body}");
    }
}

#[test]
fn constructs_that_are_left_by_name() {
    let p = clean(
        "subroutine s(x)\nreal :: x\na: if (x > 0) then\nb: do\nif (x > 1) exit a\nif (x > 2) exit b\nend do b\nend if a\nend subroutine\n",
    );
    let s = &p.units[unit(&p, "s")];
    let expected = "if x Gt 0 { loop { if x Gt 1 { goto 100 }; if x Gt 2 { exit b } } }; 100: nop";
    assert_eq!(show::block(&p, s, &s.body), expected);
}

#[test]
fn associate_is_written_out() {
    let declarations = "real :: a(5, 5), x, y\nreal, pointer :: q(:), r(:)\ninteger :: i\ntype t\nreal :: v(3)\nend type\ntype(t) :: s1";
    for (associations, body, expected) in [
        ("p => x", "p = p + 1", "x = x+1"),
        ("p => s1%v", "p(2) = 1", "s1.v[2] = 1"),
        ("p => a(:, i)", "p(2) = p(3)", "a[2, i] = a[3, i]"),
        ("p => a(2:4, 1)", "p(i) = 0; p(2:3) = 1; p = 2", "a[i+1, 1] = 0; a[3:4, 1] = 1; a[2:4, 1] = 2"),
        ("p => x*2", "y = p", "y = (x*2)"),
        // The value that it has before its operands change.
        ("p => x*2", "x = 1; y = p", "p = x*2; x = 1; y = p"),
        ("p => a(:, i)", "i = 2; p(3) = 1", "i0 = i; i = 2; a[3, i0] = 1"),
        ("p => a(i + 1, 2)", "i = 2; p = p + 1", "i0 = i+1; i = 2; a[i0, 2] = a[i0, 2]+1"),
    ] {
        let p = clean(&format!(
            "subroutine s\n{declarations}\nassociate ({associations})\n{body}\nend associate\nend subroutine\n"
        ));
        let s = &p.units[unit(&p, "s")];
        assert_eq!(show::block(&p, s, &s.body), expected, "{associations}");
    }
    // The name stays with the target that the pointer had.
    {
        let (associations, body) = ("p => q", "q => r\np = 1");
        let text = format!(
            "subroutine s\n{declarations}\nassociate ({associations})\n{body}\nend associate\nend subroutine\n"
        );
        assert_eq!(codes(&text), ["RT0210"], "{associations}");
        assert!(program(&[&text]).0.units.iter().all(|(_, u)| u.has_errors));
    }
}

#[test]
fn input_and_output() {
    for (statement, expected) in [
        ("read (5, *) x, a(i)", "reads  writes x, a[i]"),
        ("write (6, '(f8.3)') x + 1, f(x)", "reads x+1, @f(x) writes "),
        ("write (c, *) x", "reads x writes c"),
        ("read (c(1:4), *) i", "reads c{1:4} writes i"),
        ("read (unit=i, fmt=*, iostat=k) (a(j), j = 1, i)", "reads i, 1, i writes k, a, j"),
        ("open (newunit=k, file=c)", "reads c writes k"),
        ("inquire (file=c, exist=l)", "reads c writes l"),
        ("print *, x", "reads x writes "),
        ("read (5, nml=g)", "reads  writes x, i"),
        ("write (6, g)", "reads x, i writes "),
    ] {
        let p = clean(&format!(
            "subroutine s\nreal :: x, a(9), f\ninteger :: i, j, k\nlogical :: l\ncharacter(8) :: c\nnamelist /g/ x, i\n{statement}\nend\n"
        ));
        let s = &p.units[unit(&p, "s")];
        let expected = expected.replace("reads i, 1, i", "reads i, i");
        assert_eq!(show::block(&p, s, &s.body), format!("'{statement}' {expected}"), "{statement}");
    }
}

#[test]
fn jumps_out_of_input() {
    for (statement, expected) in [
        (
            "read (5, *, end=10, err=10) x",
            "'read (5, *, iostat=iostat0) x' reads  writes x, iostat0; if iostat0 Lt 0 { goto 10 }; if iostat0 Gt 0 { goto 10 }",
        ),
        ("read (5, *, end=10, iostat=k) x", "'read (5, *, iostat=k) x' reads  writes k, x; if k Lt 0 { goto 10 }"),
        (
            "write (6, *, err=10) x",
            "'write (6, *, iostat=iostat0) x' reads x writes iostat0; if iostat0 Gt 0 { goto 10 }",
        ),
    ] {
        let p = clean(&format!("subroutine s\n{statement}\n10 continue\nend subroutine\n"));
        let s = &p.units[unit(&p, "s")];
        assert_eq!(show::block(&p, s, &s.body), format!("{expected}; 10: nop"));
    }
}

#[test]
fn allocation_with_a_type() {
    let declarations =
        "character(:), allocatable :: c\ntype t\nend type\ntype(t), allocatable :: v(:)\nreal, allocatable :: a(:)";
    for (statement, expected) in [
        ("allocate (a(3), stat=i)", "allocate a/1"),
        ("allocate (real :: a(3))", "allocate a/1"),
        ("allocate (t :: v(2))", "allocate v/1"),
        ("allocate (character(len=n) :: c)", "'allocate (character(len=n) :: c)' reads n writes c"),
    ] {
        let p = clean(&format!("subroutine s\n{declarations}\n{statement}\nend subroutine\n"));
        let s = &p.units[unit(&p, "s")];
        assert_eq!(show::block(&p, s, &s.body), expected);
    }
}

#[test]
fn comments_stay_in_their_place() {
    let p = clean(
        "! head\nsubroutine s(x)\nreal :: x ! declared\n! before\n\n!$AD NOCHECKPOINT now\nif (x > 0) then ! test\nx = 1\n! end of arm\n\
         else ! other\nx = 2\nend if\n!$omp barrier\nx = 3 ! three\n! last\nend subroutine\n! tail\n",
    );
    let s = &p.units[unit(&p, "s")];
    assert_eq!(s.comments, [" head"]);
    assert_eq!(s.decls[0].trailing.as_deref(), Some(" declared"));
    assert_eq!(s.end_comments, [" last"]);
    assert_eq!(p.inputs[0].end_comments, [" tail"]);
    let first = &s.stmts[s.body[0]];
    assert_eq!(first.comments, [" before", ""]);
    assert_eq!(first.trailing.as_deref(), Some(" test"));
    assert_eq!((first.directives[0].name.as_str(), first.directives[0].args.as_str()), ("NOCHECKPOINT", "now"));
    let arms = first.kind.blocks();
    assert_eq!(s.stmts[arms[0][1]].comments, [" end of arm"]);
    assert_eq!(s.stmts[arms[1][0]].comments, [" other"]);
    let last = &s.stmts[s.body[1]];
    assert_eq!(last.comments, ["$omp barrier"]);
    assert_eq!(last.trailing.as_deref(), Some(" three"));
}
