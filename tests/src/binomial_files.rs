//! BINOMIAL-CKP round turns that read files: what they open, read and close themselves they read again. Where a file stands when a turn begins is not known
//! again, and the loop is reversed like any other.

use crate::checking;

fn program(around: &str, turn: &str, more: &str) -> String {
    format!(
        "module river\n  implicit none\ncontains\n  subroutine steps(n, x, y)\n    integer, intent(in) :: n\n    real(8), intent(in) :: x(4)\n    \
         real(8), intent(out) :: y\n    real(8) :: u(4), f, g\n    integer :: i, k, lun\n    u = x\n    f = 0\n    g = 0\n{around}    \
         !$AD BINOMIAL-CKP n+1 3 1\n    do i = 1, n\n{turn}      u = u + 0.01d0*u**2*f + g\n    end do\n    y = sum(u**2)\n  end subroutine\n{more}end module\n"
    )
}

const FORCING: &str = "\
  subroutine forcing(i, f)
    integer, intent(in) :: i
    real(8), intent(out) :: f
    integer :: k, lun
    open (newunit=lun, file='FILE', status='old', action='read')
    do k = 1, i
      read (lun, *) f
    end do
    close (lun)
  end subroutine
  subroutine both(i, f, g)
    integer, intent(in) :: i
    real(8), intent(out) :: f, g
    call forcing(i, f)
    call forcing(1, g)
  end subroutine
";

const INLINE: &str = "\
      open (11, file='FILE', status='old')
      do k = 1, i
        read (11, *) f
        if (f < 0) f = -f
      end do
      rewind (11)
      read (11, *) g
      close (11)
";

#[test]
fn turns_that_open_what_they_read_are_repeated() {
    if !checking::have_compilers() {
        return;
    }
    let directory = tempfile::tempdir().expect("a directory");
    let file = |name: &str, text: &str| {
        let path = directory.path().join(name);
        std::fs::write(&path, text).expect("written");
        path.to_string_lossy().into_owned()
    };
    let forcing = file("forcing.dat", "0.5\n0.7\n-0.2\n0.9\n0.4\n0.6\n0.1\n");
    let inputs = file("inputs.txt", "n = 5\nx = 0.5 .. 1.0\n");
    let called = "      call forcing(i, f)\n";
    let early = "    if (i > 100) return\n    close (lun)\n";
    let closed = "  open (newunit=lun, file='FILE', status='old', action='read')\n";
    // What a turn does, and whether it is repeated.
    let cases = [
        ("a procedure", program("", called, FORCING), true),
        ("a procedure that calls it", program("", "      call both(i, f, g)\n", FORCING), true),
        ("the turn itself", program("", INLINE, ""), true),
        (
            "where the file stands",
            program("    open (11, file='FILE', status='old')\n", "      read (11, *) f\n", ""),
            false,
        ),
        ("left open", program("", called, &FORCING.replace("    close (lun)\n", early)), false),
        ("opened elsewhere", program(&format!("  {closed}"), "      rewind (lun)\n      read (lun, *) f\n", ""), false),
        (
            "a file that may be new",
            program("", called, &FORCING.replace("status='old', action='read'", "status='unknown'")),
            false,
        ),
        (
            "the end of the file",
            program("", &INLINE.replace("rewind (11)", "read (11, *, err=9) g\n      g = 2*g\n9     continue"), ""),
            true,
        ),
        (
            "what the turn writes",
            program(
                "",
                "      call forcing(i, f)\n      open (12, file='FILE.log')\n      write (12, *) u\n      close (12)\n",
                FORCING,
            ),
            false,
        ),
    ];
    for (shows, text, repeated) in cases {
        let path = file("a.f90", &text.replace("FILE", &forcing));
        let words = ["-head", "river%steps(y)/(x)", "--inputs", &inputs, "--points", "1", &path];
        if repeated {
            let found = checking::check(&checking::arguments(&words));
            assert!(found.is_ok(), "{shows}: {}", found.err().unwrap_or_default());
        }
        let options = crate::rereading::options(&["-b", "-head", "river%steps(y)/(x)"], &[path.into()]);
        let (mut program, mut said) = (il::Program::new(), Vec::new());
        let made = rtapenade::run::texts(&options, &mut program, &mut said).expect("it was made just now");
        let driven = made.texts.iter().any(|t| t.content.contains("adbinomial_init"));
        assert_eq!(driven, repeated, "{shows}");
        assert_eq!(said.iter().any(|d| d.code == "RT0458"), !repeated, "{shows}");
    }
}
