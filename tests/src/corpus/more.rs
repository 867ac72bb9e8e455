//! More routines of BLAS and LAPACK: all levels, factorisations, condensed forms, an eigenvalue iteration; complex and single precision.

use super::Case;

/// Of double precision.
pub(super) const CASES: &[Case] = &[
    Case { head: r"dpotri(a)\(a)", files: &["SRC/dpotri.f"], inputs: "a(4,4)=0.5 .. 1.5\nlda=4\nn=4\nuplo='L'" },
    Case {
        head: r"dtrtri(a)\(a)",
        files: &["SRC/dtrtri.f"],
        inputs: "a(4,4)=0.5 .. 1.5\nlda=4\nn=4\nuplo='U'\ndiag='N'",
    },
    Case {
        head: r"dpttrs(d e b)\(b)",
        files: &["SRC/dpttrs.f"],
        inputs: "n=5\nnrhs=2\nldb=5\nd(5)=3 .. 4\ne(4)=0.2 .. 0.8\nb(5,2)=-1 .. 1",
    },
    Case {
        head: r"dgttrs(dl d du du2 b)\(b)",
        files: &["SRC/dgttrs.f"],
        inputs: "trans='T'\nn=5\nnrhs=2\nldb=5\ndl(4)=0.2 .. 0.4\nd(5)=2 .. 3\ndu(4)=0.2 .. 0.8\ndu2(3)=0.1 .. 0.2\nipiv(5)=5\nb(5,2)=-1 .. 1",
    },
    Case {
        head: r"dlange(a)\(dlange)",
        files: &["SRC/dlange.f"],
        inputs: "norm='F'\nm=4\nn=4\na(4,4)=0.5 .. 1.5\nlda=4\nwork(4)=0.",
    },
    Case {
        head: r"dlange(a)\(dlange)",
        files: &["SRC/dlange.f"],
        inputs: "norm='1'\nm=4\nn=4\na(4,4)=0.5 .. 1.5\nlda=4\nwork(4)=0.",
    },
    Case {
        head: r"dorgqr(a tau)\(a)",
        files: &["SRC/dorgqr.f"],
        inputs: "m=5\nn=3\nk=3\nlda=5\na(5,3)=-1 .. 1\ntau(3)=0.5 .. 1.5\nwork(100)=0.\nlwork=100",
    },
    Case {
        head: r"dlascl(cfrom cto a)\(a)",
        files: &["SRC/dlascl.f"],
        inputs: "type='G'\nkl=0\nku=0\ncfrom=1 .. 2\ncto=2 .. 3\nm=4\nn=4\na(4,4)=0.5 .. 1.5\nlda=4\n",
    },
    Case {
        head: r"dsytrs(a b)\(b)",
        files: &["SRC/dsytrs.f"],
        inputs: "uplo='L'\nn=4\nnrhs=2\na(4,4)=0.5 .. 1.5\nlda=4\nipiv(4)=4\nldb=4\nb(4,2)=-1 .. 1",
    },
    Case {
        head: r"dsyr(alpha x a)\(a)",
        files: &["BLAS/SRC/dsyr.f"],
        inputs: "uplo='U'\nn=4\nincx=1\nx(4)=-1 .. 1\na(4,4)=0.5 .. 1.5\nlda=4\n",
    },
    Case {
        head: r"dspmv(alpha ap x beta y)\(y)",
        files: &["BLAS/SRC/dspmv.f"],
        inputs: "uplo='U'\nn=4\nincx=1\nincy=1\nap(10)=0.5 .. 1\nx(4)=-1 .. 1\ny(4)=-1 .. 1",
    },
    Case {
        head: r"dgbmv(alpha a x beta y)\(y)",
        files: &["BLAS/SRC/dgbmv.f"],
        inputs: "trans='N'\nm=5\nn=5\nkl=1\nku=2\nlda=4\na(4,5)=0.5 .. 1\nincx=1\nincy=1\nx(5)=-1 .. 1\ny(5)=-1 .. 1",
    },
    Case {
        head: r"dtrmv(a x)\(x)",
        files: &["BLAS/SRC/dtrmv.f"],
        inputs: "uplo='L'\ntrans='T'\ndiag='N'\nn=4\nincx=1\nx(4)=-1 .. 1\na(4,4)=0.5 .. 1.5\nlda=4\n",
    },
    Case {
        head: r"dtbsv(a x)\(x)",
        files: &["BLAS/SRC/dtbsv.f"],
        inputs: "uplo='L'\ntrans='N'\ndiag='N'\nn=5\nk=1\nlda=2\na(2,5)=1 .. 2\nincx=1\nx(5)=-1 .. 1",
    },
    Case { head: r"dnrm2(x)\(dnrm2)", files: &["BLAS/SRC/dnrm2.f"], inputs: "n=5\nincx=1\nx(5)=-1 .. 1" },
    Case { head: r"dasum(dx)\(dasum)", files: &["BLAS/SRC/dasum.f"], inputs: "n=5\nincx=1\ndx(5)=-1 .. 1" },
    Case { head: r"drotg(da db)\(da db c s)", files: &["BLAS/SRC/drotg.f"], inputs: "da=1 .. 2\ndb=0.5 .. 0.8" },
    Case {
        head: r"dsymm(alpha a b beta c)\(c)",
        files: &["BLAS/SRC/dsymm.f"],
        inputs: "side='L'\nuplo='U'\nm=4\nn=4\na(4,4)=0.5 .. 1.5\nlda=4\nldb=4\nldc=4\nb(4,4)=-1 .. 1\nc(4,4)=-1 .. 1",
    },
    Case {
        head: r"zgemm(alpha a b beta c)\(c)",
        files: &["BLAS/SRC/zgemm.f"],
        inputs: "transa='C'\ntransb='N'\nm=3\nn=3\nk=3\nlda=3\nldb=3\nldc=3\na(3,3)=-1 .. 1\nb(3,3)=-1 .. 1\nc(3,3)=-1 .. 1",
    },
    Case {
        head: r"zherk(alpha a beta c)\(c)",
        files: &["BLAS/SRC/zherk.f"],
        inputs: "uplo='U'\ntrans='N'\nn=3\nk=3\nlda=3\nldc=3\na(3,3)=-1 .. 1\nc(3,3)=-1 .. 1",
    },
    Case {
        head: r"zdotc(zx zy)\(zdotc)",
        files: &["BLAS/SRC/zdotc.f"],
        inputs: "n=4\nincx=1\nincy=1\nzx(4)=-1 .. 1\nzy(4)=-1 .. 1",
    },
    Case {
        head: r"ztrsm(alpha a b)\(b)",
        files: &["BLAS/SRC/ztrsm.f"],
        inputs: "side='L'\nuplo='U'\ntransa='C'\ndiag='N'\nm=3\nn=2\nlda=3\nldb=3\na(3,3)=0.5 .. 1\nb(3,2)=-1 .. 1",
    },
    Case { head: r"zgetf2(a)\(a)", files: &["SRC/zgetf2.f"], inputs: "m=3\nn=3\nlda=3\na(3,3)=-1 .. 1\nipiv(3)=0" },
    Case {
        head: r"zlarfg(alpha x)\(alpha x tau)",
        files: &["SRC/zlarfg.f"],
        inputs: "n=4\nincx=1\nalpha=0.5 .. 1\nx(3)=-1 .. 1",
    },
    Case {
        head: r"dlags2(a1 a2 a3 b1 b2 b3)\(csu snu csv snv csq snq)",
        files: &["SRC/dlags2.f"],
        inputs: "upper=.true.\na1=1 .. 2\na2=0.3 .. 0.5\na3=2 .. 3\nb1=1.5 .. 2\nb2=0.2 .. 0.3\nb3=0.8 .. 1",
    },
    Case {
        head: r"dlaic1(x sest w gamma)\(sestpr s c)",
        files: &["SRC/dlaic1.f"],
        inputs: "job=1\nj=3\nx(3)=0.5 .. 1\nw(3)=-1 .. 1\nsest=1 .. 2\ngamma=0.5 .. 0.8",
    },
    Case {
        head: r"dlatrd(a)\(a e tau w)",
        files: &["SRC/dlatrd.f"],
        inputs: "uplo='L'\nn=4\nnb=2\na(4,4)=0.5 .. 1.5\nlda=4\ne(3)=0.\ntau(3)=0.\nldw=4\nw(4,2)=0.",
    },
    Case {
        head: r"dsytd2(a)\(a d e tau)",
        files: &["SRC/dsytd2.f"],
        inputs: "uplo='L'\nn=4\na(4,4)=0.5 .. 1.5\nlda=4\nd(4)=0.\ne(3)=0.\ntau(3)=0.",
    },
    Case {
        head: r"dgehd2(a)\(a tau)",
        files: &["SRC/dgehd2.f"],
        inputs: "n=4\nilo=1\nihi=4\na(4,4)=0.5 .. 1.5\nlda=4\ntau(3)=0.\nwork(4)=0.",
    },
    Case {
        head: r"dgebd2(a)\(a d e tauq taup)",
        files: &["SRC/dgebd2.f"],
        inputs: "m=4\nn=4\na(4,4)=0.5 .. 1.5\nlda=4\nd(4)=0.\ne(3)=0.\ntauq(4)=0.\ntaup(4)=0.\nwork(4)=0.",
    },
    Case {
        head: r"dpbtf2(ab)\(ab)",
        files: &["SRC/dpbtf2.f"],
        inputs: "uplo='L'\nn=5\nkd=1\nldab=2\nab(2,5)=0.4 .. 2",
    },
    Case {
        head: r"dsteqr(d e z)\(d z)",
        files: &["SRC/dsteqr.f"],
        inputs: "compz='I'\nn=4\nd(4)=1 .. 5\ne(3)=0.2 .. 0.4\nldz=4\nz(4,4)=0.\nwork(8)=0.",
    },
];

/// Of single precision.
pub(super) const SINGLE: &[Case] = &[
    Case {
        head: r"sgemv(alpha a x beta y)\(y)",
        files: &["BLAS/SRC/sgemv.f"],
        inputs: "trans='N'\nm=4\nn=3\nlda=4\na(4,3)=-1 .. 1\nincx=1\nincy=1\nx(3)=-1 .. 1\ny(4)=-1 .. 1",
    },
    Case {
        head: r"cgemm(alpha a b beta c)\(c)",
        files: &["BLAS/SRC/cgemm.f"],
        inputs: "transa='T'\ntransb='N'\nm=3\nn=3\nk=3\nlda=3\nldb=3\nldc=3\na(3,3)=-1 .. 1\nb(3,3)=-1 .. 1\nc(3,3)=-1 .. 1",
    },
    Case {
        head: r"sgtsv(dl d du b)\(b)",
        files: &["SRC/sgtsv.f"],
        inputs: "n=5\nnrhs=1\nldb=5\ndl(4)=0.5 .. 0.8\nd(5)=2 .. 3\ndu(4)=0.2 .. 0.8\nb(5,1)=-1 .. 1",
    },
];
