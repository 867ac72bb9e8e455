//! Routines of the reference BLAS and LAPACK that must be right, and those that are not differentiated yet.

use super::Case;

/// Right in both modes.
pub(super) const CASES: &[Case] = &[
    // Large sub-diagonals force the interchanges of the pivoting.
    Case {
        head: r"dgtsv(b)\(b)",
        files: &["SRC/dgtsv.f"],
        inputs: "n = 8\nnrhs = 2\nldb = 8\ndl(7) = 2.0 .. 3.0\nd(8) = 0.5 .. 1.0\ndu(7) = 0.2 .. 0.8\nb(8,2) = -1.0 .. 1.0\n",
    },
    Case {
        head: r"dgemm(alpha a b beta c)\(c)",
        files: &["BLAS/SRC/dgemm.f"],
        inputs: "m = 5\nn = 4\nk = 3\ntransa = 'N'\ntransb = 'T'\nalpha = 0.5 .. 1.0\nbeta = 0.2 .. 0.9\nlda = 5\nldb = 4\nldc = 5\n\
                 a(5,3) = -1.0 .. 1.0\nb(4,3) = -1.0 .. 1.0\nc(5,4) = -1.0 .. 1.0\n",
    },
    Case {
        head: r"dtrsm(alpha a b)\(b)",
        files: &["BLAS/SRC/dtrsm.f"],
        inputs: "m = 5\nn = 4\nside = 'L'\nuplo = 'L'\ntransa = 'N'\ndiag = 'N'\nalpha = 0.5 .. 1.0\nlda = 5\nldb = 5\n\
                 a(5,5) = 0.5 .. 1.0\nb(5,4) = -1.0 .. 1.0\n",
    },
    Case {
        head: r"ddot(dx dy)\(ddot)",
        files: &["BLAS/SRC/ddot.f"],
        inputs: "n = 11\nincx = 1\nincy = 1\ndx(11) = -1.0 .. 1.0\ndy(11) = -1.0 .. 1.0\n",
    },
    Case {
        head: r"dtrsv(a x)\(x)",
        files: &["BLAS/SRC/dtrsv.f"],
        inputs: "n=5\nuplo='L'\ntrans='N'\ndiag='N'\nlda=5\nincx=1\na(5,5)=0.5 .. 1.0\nx(5)=-1.0 .. 1.0",
    },
    Case {
        head: r"dsyrk(alpha a beta c)\(c)",
        files: &["BLAS/SRC/dsyrk.f"],
        inputs: "n=5\nk=3\nuplo='L'\ntrans='N'\nalpha=0.5 .. 1.0\nbeta=0.2 .. 0.9\nlda=5\nldc=5\na(5,3)=-1.0 .. 1.0\nc(5,5)=-1.0 .. 1.0",
    },
    Case {
        head: r"dgemv(alpha a x beta y)\(y)",
        files: &["BLAS/SRC/dgemv.f"],
        inputs: "m=5\nn=4\ntrans='T'\nalpha=0.5 .. 1.0\nbeta=0.2 .. 0.9\nlda=5\nincx=1\nincy=2\na(5,4)=-1.0 .. 1.0\nx(5)=-1.0 .. 1.0\ny(7)=-1.0 .. 1.0",
    },
    Case {
        head: r"dger(alpha x y a)\(a)",
        files: &["BLAS/SRC/dger.f"],
        inputs: "m=5\nn=4\nalpha=0.5 .. 1.0\nlda=5\nincx=1\nincy=1\na(5,4)=-1.0 .. 1.0\nx(5)=-1.0 .. 1.0\ny(4)=-1.0 .. 1.0",
    },
    Case {
        head: r"daxpy(da dx dy)\(dy)",
        files: &["BLAS/SRC/daxpy.f"],
        inputs: "n=7\nda=0.5 .. 1.0\nincx=1\nincy=1\ndx(7)=-1.0 .. 1.0\ndy(7)=-1.0 .. 1.0",
    },
    Case {
        head: r"dtrmm(alpha a b)\(b)",
        files: &["BLAS/SRC/dtrmm.f"],
        inputs: "m=5\nn=4\nside='R'\nuplo='U'\ntransa='T'\ndiag='N'\nalpha=0.5 .. 1.0\nlda=4\nldb=5\na(4,4)=0.5 .. 1.0\nb(5,4)=-1.0 .. 1.0",
    },
    Case {
        head: r"dsymv(alpha a x beta y)\(y)",
        files: &["BLAS/SRC/dsymv.f"],
        inputs: "n=5\nuplo='U'\nalpha=0.5 .. 1.0\nbeta=0.2 .. 0.9\nlda=5\nincx=1\nincy=1\na(5,5)=-1.0 .. 1.0\nx(5)=-1.0 .. 1.0\ny(5)=-1.0 .. 1.0",
    },
    Case {
        head: r"drot(dx dy c s)\(dx dy)",
        files: &["BLAS/SRC/drot.f"],
        inputs: "n=6\nincx=1\nincy=1\nc=0.5 .. 0.6\ns=0.7 .. 0.8\ndx(6)=-1.0 .. 1.0\ndy(6)=-1.0 .. 1.0",
    },
    Case {
        head: r"zgtsv(b)\(b)",
        files: &["SRC/zgtsv.f"],
        inputs: "n=5\nnrhs=1\nldb=5\ndl(4)=0.3 .. 0.6\nd(5)=2.0 .. 3.0\ndu(4)=0.2 .. 0.6\nb(5,1)=-1.0 .. 1.0",
    },
    Case {
        head: r"zaxpy(za zx zy)\(zy)",
        files: &["BLAS/SRC/zaxpy.f"],
        inputs: "n=5\nza=0.5 .. 1.0\nincx=1\nincy=1\nzx(5)=-1.0 .. 1.0\nzy(5)=-1.0 .. 1.0",
    },
    Case { head: r"dpttrf(d e)\(d e)", files: &["SRC/dpttrf.f"], inputs: "n=6\nd(6)=3.0 .. 4.0\ne(5)=0.2 .. 0.8" },
    Case {
        head: r"dpotrs(a b)\(b)",
        files: &["SRC/dpotrs.f"],
        inputs: "uplo='L'\nn=5\nnrhs=2\nlda=5\nldb=5\na(5,5)=0.5 .. 1.0\nb(5,2)=-1.0 .. 1.0",
    },
    Case {
        head: r"dlarfg(alpha x)\(alpha x tau)",
        files: &["SRC/dlarfg.f"],
        inputs: "n=5\nincx=1\nalpha=0.5 .. 1.0\nx(4)=-1.0 .. 1.0",
    },
    Case { head: r"dlapy2(x y)\(dlapy2)", files: &["SRC/dlapy2.f"], inputs: "x=0.5 .. 1.0\ny=0.2 .. 0.9" },
    Case {
        head: r"dlaev2(a b c)\(rt1 rt2 cs1 sn1)",
        files: &["SRC/dlaev2.f"],
        inputs: "a=0.5 .. 1.0\nb=0.2 .. 0.9\nc=2.0 .. 3.0",
    },
    Case {
        head: r"dlasv2(f g h)\(ssmin ssmax snr csr snl csl)",
        files: &["SRC/dlasv2.f"],
        inputs: "f=0.5 .. 1.0\ng=0.2 .. 0.4\nh=2.0 .. 3.0",
    },
    Case {
        head: r"dladiv(a b c d)\(p q)",
        files: &["SRC/dladiv.f"],
        inputs: "a=0.5 .. 1.0\nb=0.2 .. 0.9\nc=1.0 .. 2.0\nd=0.3 .. 0.6",
    },
    Case {
        head: r"dlanv2(a b c d)\(rt1r rt2r)",
        files: &["SRC/dlanv2.f"],
        inputs: "a=0.5 .. 1.0\nb=0.2 .. 0.9\nc=1.0 .. 2.0\nd=3. .. 4.",
    },
    Case {
        head: r"dsyr2k(alpha a b beta c)\(c)",
        files: &["BLAS/SRC/dsyr2k.f"],
        inputs: "n=5\nk=3\nuplo='U'\ntrans='T'\nalpha=0.5 .. 1.0\nbeta=0.2 .. 0.9\nlda=3\nldb=3\nldc=5\na(3,5)=-1.0 .. 1.0\nb(3,5)=-1.0 .. 1.0\nc(5,5)=-1.0 .. 1.0",
    },
    Case {
        head: r"dptts2(d e b)\(b)",
        files: &["SRC/dptts2.f"],
        inputs: "n=6\nnrhs=2\nldb=6\nd(6)=3.0 .. 4.0\ne(5)=0.2 .. 0.8\nb(6,2)=-1.0 .. 1.0",
    },
    Case {
        head: r"dgtts2(dl d du du2 b)\(b)",
        files: &["SRC/dgtts2.f"],
        inputs: "itrans=1\nn=6\nnrhs=2\nldb=6\ndl(5)=0.2 .. 0.4\nd(6)=2.0 .. 3.0\ndu(5)=0.2 .. 0.8\ndu2(4)=0.1 .. 0.2\nipiv(6)=6\nb(6,2)=-1.0 .. 1.0",
    },
    Case {
        head: r"dgtsv(dl d du b)\(b)",
        files: &["SRC/dgtsv.f"],
        inputs: "n=6\nnrhs=1\nldb=6\ndl(5)=2.0 .. 3.0\nd(6)=0.5 .. 1.0\ndu(5)=0.2 .. 0.8\nb(6,1)=-1.0 .. 1.0",
    },
    Case {
        head: r"dgttrf(dl d du)\(dl d du du2)",
        files: &["SRC/dgttrf.f"],
        inputs: "n=6\ndl(5)=2.0 .. 3.0\nd(6)=0.5 .. 1.0\ndu(5)=0.2 .. 0.8\ndu2(4)=0.\nipiv(6)=0",
    },
    Case {
        head: r"dlarf(v tau c)\(c)",
        files: &["SRC/dlarf.f"],
        inputs: "side='L'\nm=5\nn=4\nincv=1\nldc=5\ntau=0.5 .. 1.0\nv(5)=-1.0 .. 1.0\nc(5,4)=-1.0 .. 1.0\nwork(4)=0.",
    },
    Case { head: r"dgetf2(a)\(a)", files: &["SRC/dgetf2.f"], inputs: "m=4\nn=4\nlda=4\na(4,4)=-1.0 .. 1.0\nipiv(4)=0" },
    Case {
        head: r"dgetrf(a)\(a)",
        files: &["SRC/dgetrf.f"],
        inputs: "m=90\nn=90\nlda=90\na(90,90)=-1.0 .. 1.0\nipiv(90)=0",
    },
    Case {
        head: r"dgetrs(a b)\(b)",
        files: &["SRC/dgetrs.f"],
        inputs: "trans='T'\nn=5\nnrhs=2\nlda=5\na(5,5)=0.5 .. 1.0\nipiv(5)=5\nldb=5\nb(5,2)=-1.0 .. 1.0",
    },
    Case {
        head: r"dgesv(a b)\(b)",
        files: &["SRC/dgesv.f"],
        inputs: "n=5\nnrhs=2\nlda=5\nldb=5\na(5,5)=-1.0 .. 1.0\nb(5,2)=-1.0 .. 1.0\nipiv(5)=0",
    },
    Case {
        head: r"dgeqr2(a)\(a tau)",
        files: &["SRC/dgeqr2.f"],
        inputs: "m=5\nn=3\nlda=5\na(5,3)=-1.0 .. 1.0\ntau(3)=0.\nwork(3)=0.",
    },
    Case {
        head: r"dgeqrf(a)\(a tau)",
        files: &["SRC/dgeqrf.f"],
        inputs: "m=20\nn=15\nlda=20\na(20,15)=-1.0 .. 1.0\ntau(15)=0.\nwork(1500)=0.\nlwork=1500",
    },
    Case {
        head: r"dormqr(a tau c)\(c)",
        files: &["SRC/dormqr.f"],
        inputs: "side='L'\ntrans='T'\nm=60\nn=2\nk=50\nlda=60\na(60,50)=-0.1 .. 0.1\ntau(50)=0.5 .. 1.0\nldc=60\nc(60,2)=-1.0 .. 1.0\nwork(6000)=0.\nlwork=6000",
    },
    Case {
        head: r"dgels(a b)\(b)",
        files: &["SRC/dgels.f"],
        inputs: "trans='N'\nm=6\nn=3\nnrhs=1\nlda=6\na(6,3)=-1.0 .. 1.0\nldb=6\nb(6,1)=-1.0 .. 1.0\nwork(200)=0.\nlwork=200",
    },
    // A wrapper of ours: the matrix of a Cholesky factorisation must be positive definite.
    Case {
        head: r"shift(c b)\(b)",
        files: &["tests/closed/cholesky.f"],
        inputs: "blocks=.true.\nuplo='L'\nn=80\nc(80,80)=-1.0 .. 1.0\nb(80)=-1.0 .. 1.0",
    },
    Case {
        head: r"shift(c b)\(b)",
        files: &["tests/closed/cholesky.f"],
        inputs: "blocks=.false.\nuplo='U'\nn=9\nc(9,9)=-1.0 .. 1.0\nb(9)=-1.0 .. 1.0",
    },
];

/// What is not right yet, by words of the report: a repair announces itself.
///
/// RT0432: a call that no derivative passes through overwrites what an adjoint reads, and nobody knows how much of it there is.
pub(super) const WRONG: &[(&str, Case)] = &[(
    "RT0432",
    Case {
        head: r"dsysv(a b)\(b)",
        files: &["SRC/dsysv.f"],
        inputs: "uplo='L'\nn=5\nnrhs=2\nlda=5\na(5,5)=-1. .. 1.\nipiv(5)=0\nldb=5\nb(5,2)=-1.0 .. 1.0\nwork(500)=0.\nlwork=500",
    },
)];
