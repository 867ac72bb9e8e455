//! C that nobody here wrote: the astronomical functions of ERFA and the least squares of cminpack, from the source packages of Debian.

use std::path::Path;
use std::process::Command;

use super::{Case, debian, run};
use crate::{checking, portion};

/// ERFA, below `src`.
const ERFA: &[Case] = &[
    Case { head: r"eraS2c(theta phi)\(c)", files: &["s2c.c"], inputs: "theta=0.1 .. 1.0\nphi=0.1 .. 1.0" },
    Case { head: r"eraC2s(p)\(theta phi)", files: &["c2s.c"], inputs: "p=0.5 .. 1.0" },
    Case { head: r"eraP2s(p)\(theta phi r)", files: &["p2s.c", "pm.c", "c2s.c"], inputs: "p=0.5 .. 1.0" },
    Case {
        head: r"eraS2pv(theta phi r td pd rd)\(pv)",
        files: &["s2pv.c"],
        inputs: "theta=0.1 .. 1.0\nphi=0.1 .. 1.0\nr=1.0 .. 2.0\ntd=0.1 .. 1.0\npd=0.1 .. 1.0\nrd=0.1 .. 1.0",
    },
    Case { head: r"eraPv2s(pv)\(theta phi r td pd rd)", files: &["pv2s.c"], inputs: "pv=0.5 .. 1.0" },
    Case { head: r"eraRxr(a b)\(atb)", files: &["rxr.c", "cr.c", "cp.c"], inputs: "a=0.5 .. 1.0\nb=0.5 .. 1.0" },
    Case { head: r"eraRv2m(w)\(r)", files: &["rv2m.c"], inputs: "w=0.1 .. 0.5" },
    Case { head: r"eraRm2v(r)\(w)", files: &["rm2v.c"], inputs: "r=0.1 .. 0.9" },
    Case { head: r"eraPn(p)\(r u)", files: &["pn.c", "pm.c", "zp.c", "sxp.c"], inputs: "p=0.5 .. 1.0" },
    Case {
        head: r"eraPvxpv(a b)\(axb)",
        files: &["pvxpv.c", "cpv.c", "pxp.c", "ppp.c", "cp.c"],
        inputs: "a=0.5 .. 1.0\nb=0.5 .. 1.0",
    },
    Case {
        head: r"eraSepp(a b)\(eraSepp)",
        files: &["sepp.c", "pxp.c", "pm.c", "pdp.c"],
        inputs: "a=0.5 .. 1.0\nb=-1.0 .. 0.2",
    },
    Case {
        head: r"eraPap(a b)\(eraPap)",
        files: &["pap.c", "pn.c", "pm.c", "zp.c", "sxp.c", "pxp.c", "pmp.c", "pdp.c"],
        inputs: "a=0.5 .. 1.0\nb=-1.0 .. 0.2",
    },
    Case {
        head: r"eraGd2gce(a f elong phi height)\(xyz)",
        files: &["gd2gce.c"],
        inputs: "a=6.0 .. 6.5\nf=0.003 .. 0.004\nelong=0.1 .. 1.0\nphi=0.1 .. 1.0\nheight=0.01 .. 0.1",
    },
    Case {
        head: r"eraGc2gde(a f xyz)\(elong phi height)",
        files: &["gc2gde.c"],
        inputs: "a=6.0 .. 6.5\nf=0.003 .. 0.004\nxyz=4.0 .. 5.0",
    },
    Case {
        head: r"eraAb(pnat v s bm1)\(ppr)",
        files: &["ab.c", "pdp.c"],
        inputs: "pnat=0.4 .. 0.6\nv=0.0001 .. 0.001\ns=0.9 .. 1.1\nbm1=0.9 .. 1.0",
    },
    Case {
        head: r"eraLd(p q e em)\(p1)",
        files: &["ld.c", "pdp.c", "pxp.c"],
        inputs: "bm=1.0\np=0.4 .. 0.6\nq=0.3 .. 0.6\ne=0.3 .. 0.6\nem=1.0 .. 2.0\ndlim=1.0e-6",
    },
    Case {
        head: r"eraRefco(phpa tc rh wl)\(refa refb)",
        files: &["refco.c"],
        inputs: "phpa=800.0 .. 1000.0\ntc=5.0 .. 15.0\nrh=0.3 .. 0.6\nwl=0.4 .. 0.6",
    },
    Case {
        head: r"eraObl06(date1)\(eraObl06)",
        files: &["obl06.c"],
        inputs: "date1=2451545.0\ndate2=1000.0 .. 2000.0",
    },
    Case { head: r"eraFad03(t)\(eraFad03)", files: &["fad03.c"], inputs: "t=0.1 .. 0.5" },
    Case {
        head: r"eraDtdb(date2 ut elong u v)\(eraDtdb)",
        files: &["dtdb.c"],
        inputs: "date1=2448939.5\ndate2=0.1 .. 0.5\nut=0.5 .. 0.7\nelong=1.0 .. 2.0\nu=5000.0 .. 5500.0\nv=2000.0 .. 3000.0",
    },
    Case {
        head: r"eraNut80(date2)\(dpsi deps)",
        files: &["nut80.c", "anpm.c"],
        inputs: "date1=2400000.5\ndate2=53736.0 .. 53800.0",
    },
    Case {
        head: r"eraHd2ae(ha dec phi)\(az el)",
        files: &["hd2ae.c"],
        inputs: "ha=0.3 .. 1.0\ndec=0.3 .. 1.0\nphi=0.2 .. 0.7",
    },
    Case {
        head: r"eraTpxes(a b a0 b0)\(xi eta)",
        files: &["tpxes.c"],
        inputs: "a=0.3 .. 0.5\nb=0.3 .. 0.5\na0=0.2 .. 0.5\nb0=0.3 .. 0.5",
    },
    Case {
        head: r"eraTpors(xi eta a b)\(a01 b01)",
        files: &["tpors.c", "anp.c"],
        inputs: "xi=0.01 .. 0.03\neta=0.02 .. 0.03\na=1.2 .. 1.3\nb=1.2 .. 1.4",
    },
];

#[test]
fn erfa() {
    let Some(root) = debian::source("erfa", "s2c.c") else { return };
    if !checking::have_compilers() {
        return;
    }
    let failures: String = checking::in_parallel(&super::taken(ERFA, |c| c.head), |case| match run(&root, case, &[]) {
        Ok(()) => String::new(),
        Err(e) => format!("{}:\n{e}\n", case.head),
    })
    .concat();
    assert!(failures.is_empty(), "{failures}");
}

/// Every file of a folder is read without a word, and what is printed back compiles.
fn reads(folder: &Path, but: &[&str]) -> String {
    let mut files: Vec<_> = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|e| e.path()).collect();
    files.retain(|f| f.extension().is_some_and(|e| e == "c"));
    files.sort();
    let one = |file: &std::path::PathBuf| {
        let name = file.file_stem().map_or(String::new(), |s| s.to_string_lossy().into_owned());
        if but.contains(&name.as_str()) {
            return String::new();
        }
        let Ok(out) = tempfile::tempdir() else { return String::new() };
        let (here, to, path) = (folder.to_string_lossy(), out.path().to_string_lossy(), file.to_string_lossy());
        let words = ["rtapenade", "-p", "-I", &here, "-O", &to, &path].map(String::from);
        let (status, said) = rtapenade::run::run(words);
        if status != 0 || !said.is_empty() {
            return format!("{name}: {said}\n");
        }
        let mut gcc = Command::new(rtapenade::read::c_compiler());
        gcc.args(["-std=gnu11", "-w", "-fsyntax-only", "-I"]).arg(folder).arg(out.path().join(format!("{name}_p.c")));
        match gcc.output() {
            Ok(o) if o.status.success() => String::new(),
            Ok(o) => format!("{name}: {}\n", String::from_utf8_lossy(&o.stderr)),
            Err(e) => e.to_string(),
        }
    };
    checking::in_parallel(&files, one).concat()
}

#[test]
#[ignore = "make test-full"]
fn all_files_are_read_and_printed() {
    if !portion::turn("all_files_are_read_and_printed") {
        return;
    }
    if !checking::have_compilers() {
        return;
    }
    // The version of the package comes from its build.
    for (package, marker, but) in [("erfa", "s2c.c", &["erfaversion"] as &[&str]), ("cminpack", "lmder.c", &[])] {
        if let Some(root) = debian::source(package, marker) {
            let failures = reads(&root, but);
            assert!(failures.is_empty(), "{failures}");
        }
    }
}
