//! Procedures of programs that others wrote, from the source packages of Debian: MINPACK, CalculiX, MOPAC; of modern ones FLEXPART, NEAT,
//! MOCASSIN, AUTO and CDFTOOLS.

use std::path::PathBuf;

use super::{Case, fetch};

/// A source package and heads in it.
pub(super) struct Package {
    pub name: &'static str,
    /// A file that shows where its sources are.
    pub marker: &'static str,
    pub options: &'static [&'static str],
    /// Folders of INCLUDE files, from there.
    pub include: &'static [&'static str],
    /// What the dot product may be off by: more than usual where all is in single precision.
    pub most: f64,
    pub cases: &'static [Case],
}

const PLAIN: Package = Package { name: "", marker: "", options: &[], include: &[], most: super::DOUBLE, cases: &[] };

pub(super) const PACKAGES: &[Package] = &[
    Package { name: "minpack", marker: "enorm.f", cases: MINPACK, ..PLAIN },
    Package { name: "calculix-ccx", marker: "shape8h.f", cases: CALCULIX, ..PLAIN },
    Package { name: "mopac7", marker: "repp.f", cases: MOPAC, ..PLAIN },
    Package { name: "flexpart", marker: "raerod.f90", options: &["-r8"], cases: FLEXPART, ..PLAIN },
    Package {
        name: "neat",
        marker: "helium.f90",
        options: &["-DPREFIX=\"/usr\"", "-DVERSION=\"2\""],
        cases: NEAT,
        ..PLAIN
    },
    Package { name: "mocassin", marker: "vector_mod.f90", options: &["-r8"], cases: MOCASSIN, ..PLAIN },
    Package { name: "auto-07p", marker: "mesh.f90", include: &["../include"], cases: AUTO, ..PLAIN },
    Package { name: "cdftools", marker: "eos.f90", most: 1e-4, cases: CDFTOOLS, ..PLAIN },
];

impl Package {
    /// Those of some of its heads that are not as they should be, with further options.
    pub fn judge(&self, cases: &[&Case], further: &[&str]) -> String {
        if cases.is_empty() {
            return String::new();
        }
        let Some(root) = source(self.name, self.marker) else { return String::new() };
        let include: Vec<String> = self.include.iter().map(|i| root.join(i).to_string_lossy().into_owned()).collect();
        let mut words = self.options.to_vec();
        words.extend(include.iter().flat_map(|i| ["-I", i]));
        words.extend(further);
        super::compiled(&root, cases, &words, self.most)
    }
}

const MOPAC: &[Case] = &[
    Case {
        head: r"repp(rij dd qq add tore)\(ri core)",
        files: &["repp.f"],
        inputs: "ni=2\nnj=2\nrij=1. .. 2.\ndd=0.5 .. 1.\nqq=0.5 .. 1.\nadd=0.2 .. 0.4\ntore=1. .. 4.\nnatorb=4",
    },
    Case {
        head: r"diat2(esa epa r12 esb epb)\(s)",
        files: &["diat2.f"],
        inputs: "na=6\nnb=6\nesa=1.2 .. 1.5\nepa=1.2 .. 1.5\nesb=1.5 .. 1.8\nepb=1.5 .. 1.8\nr12=1.2 .. 1.5",
    },
    Case {
        head: r"diat2(esa epa r12 esb epb)\(s)",
        files: &["diat2.f"],
        inputs: "na=17\nnb=6\nesa=1.2 .. 1.5\nepa=1.2 .. 1.5\nesb=1.5 .. 1.8\nepb=1.5 .. 1.8\nr12=1.2 .. 1.5",
    },
    Case {
        head: r"gover(xi xj r c z)\(sg)",
        files: &["gover.f"],
        inputs: "ni=2\nnj=2\nxi=0. .. 0.1\nxj=1. .. 1.2\nr=1. .. 2.\nz=0.3 .. 0.5\nc=0.1 .. 0.5\nnztype=1\nnatorb=4",
    },
    Case { head: r"quadr(f0 f1 f2 x1 x2)\(a b c)", files: &["quadr.f"], inputs: "" },
];

/// Derived types with real components, WHERE over them, and jumps out of loops.
const NEAT: &[Case] = &[
    Case {
        head: r"get_heii_abund(te ne iheii4686)\(heiiabund)",
        files: &["globals.f90", "types.f90", "helium.f90"],
        inputs: "te=9000. .. 12000.\nne=2000. .. 5000.\niheii4686=10. .. 20.",
    },
    Case {
        head: r"get_hei_porter(linelist te ne heidata)\(heiabund linelist)",
        files: &["globals.f90", "types.f90", "helium.f90"],
        inputs: "te=9100. .. 9900.\nne=2000. .. 5000.\nheidata=-25. .. -24.\nhe_lines=2\nlinelist(3)%int_dered=1. .. 2.\n\
                 weight4471=1.\nweight5876=3.\nweight6678=1.",
    },
    Case {
        head: r"get_aeff_hb(te ne)\(aeff_hb em_hb)",
        files: &["globals.f90", "types.f90", "recombination_lines.f90"],
        inputs: "te=9000. .. 12000.\nne=2000. .. 5000.",
    },
    Case {
        head: r"cii_rec_lines(te abund ciirls aeff_hb)\(ciirls)",
        files: &["globals.f90", "types.f90", "recombination_lines.f90"],
        inputs: "te=9000. .. 12000.\nabund=1. .. 2.\naeff_hb=1. .. 2.\nciirls(3)%a=1. .. 2.\nciirls(3)%b=0.1 .. 0.2\n\
                 ciirls(3)%c=0.1 .. 0.2\nciirls(3)%d=0.1 .. 0.2\nciirls(3)%f=-0.5 .. -0.4\nciirls(3)%wave=4000. .. 5000.",
    },
    Case {
        head: r"deredden(lines extinction)\(lines)",
        files: &["globals.f90", "types.f90", "hydrogen.f90", "extinction.f90"],
        inputs: "extinction=0.1 .. 0.3\nlines(3)%intensity=1. .. 2.\nlines(3)%blend_intensity=1. .. 2.\nlines(3)%flambda=0.1 .. 0.2",
    },
    Case {
        head: r"cfd(x xx hmh)\(d)",
        files: &["globals.f90", "types.f90", "helium.f90", "equib_routines.f90"],
        inputs: "x=1.5 .. 1.6\nxx=1.0 .. 1.1, 1.2 .. 1.3, 1.4 .. 1.45, 1.7 .. 1.8\nnpt=4\nndim=4\nhmh=-1. .. 1.",
    },
    Case {
        head: r"luslv(a b)\(b)",
        files: &["globals.f90", "types.f90", "helium.f90", "equib_routines.f90"],
        inputs: "n=4\nm=4\na=0.5 .. 1.\nb=-1. .. 1.",
    },
];

const MOCASSIN: &[Case] = &[
    Case {
        head: r"normalize(a)\(a)",
        files: &["constants_mod.f90", "vector_mod.f90"],
        inputs: "a%x=1. .. 2.\na%y=1. .. 2.\na%z=1. .. 2.",
    },
    Case { head: r"crossprod(a b)\(crossprod)", files: &["constants_mod.f90", "vector_mod.f90"], inputs: "" },
    Case {
        head: r"spline(xa ya yp1 ypn)\(y2a)",
        files: &["interpolation_mod.f90"],
        inputs: "xa(4)=1.0 .. 1.2, 1.9 .. 2.1, 2.8 .. 3.0, 4.0 .. 4.2\nya(4)=-1. .. 1.\nyp1=0.1 .. 1.\nypn=-1. .. 0.1\ny2a(4)=0.",
    },
    Case {
        head: r"splint(xa ya y2a x)\(y)",
        files: &["interpolation_mod.f90"],
        inputs: "xa(4)=1.0 .. 1.2, 1.9 .. 2.1, 2.8 .. 3.0, 4.0 .. 4.2\nya(4)=-1. .. 1.\ny2a(4)=-1. .. 1.\nx=2.3 .. 2.6",
    },
];

const AUTO: &[Case] = &[
    Case {
        head: r"intwts(dt1dt)\(wts)",
        files: &["auto_constants.f90", "nompi.f90", "mesh.f90"],
        inputs: "n=4\ndt1dt=0.3 .. 3.2",
    },
    Case {
        head: r"rnrmsq(ups dtm thu)\(rnrmsq)",
        files: &["auto_constants.f90", "nompi.f90", "mesh.f90"],
        inputs: "ntst=3\nncol=2\nndim=2\nndim1=2\nups=-1. .. 1.\ndtm(3)=0.1 .. 0.5\nthu(2)=0.5 .. 1.",
    },
    Case {
        head: r"scaleb(dvps rld dtm thl thu)\(dvps rld)",
        files: &["auto_constants.f90", "nompi.f90", "mesh.f90"],
        inputs: "ntst=3\nncol=2\nndim=2\nnfpr=2\ndvps=-1. .. 1.\nrld=0.5 .. 1.\ndtm(3)=0.1 .. 0.5\nthl=0.5 .. 1.\nthu(2)=0.5 .. 1.",
    },
];

/// In single precision, with OpenMP directives.
const CDFTOOLS: &[Case] = &[
    Case {
        head: r"spice(ptem psal)\(spice)",
        files: &["eos.f90"],
        inputs: "kpi=3\nkpj=2\nptem=5. .. 15.\npsal=33. .. 36.",
    },
    Case {
        head: r"eosbn2(ptem psal pdep pe3w)\(eosbn2)",
        files: &["eos.f90"],
        inputs: "kpi=3\nkpj=2\nkup=1\nkdown=2\nptem(3,2,2)=5. .. 15.\npsal(3,2,2)=33. .. 36.\npdep=100. .. 200.\npe3w=5. .. 10.",
    },
];

const FLEXPART: &[Case] = &[
    Case {
        head: r"raerod(l ust z0)\(raerod)",
        files: &["par_mod.f90", "raerod.f90", "psih.f90"],
        inputs: "l=20 .. 50\nust=0.3 .. 0.5\nz0=0.1 .. 0.2",
    },
    Case { head: r"windalign(u v ffap ffcp)\(ux vy)", files: &["windalign.f90"], inputs: "" },
    Case {
        head: r"pbl_profile(ps td2m zml1 t2m tml1 u10m uml1)\(stress hf)",
        files: &["par_mod.f90", "ew.f90", "psim.f90", "psih.f90", "pbl_profile.f90"],
        inputs: "ps=100000. .. 101000.\ntd2m=280. .. 281.\nzml1=20. .. 30.\nt2m=285. .. 286.\ntml1=284. .. 284.5\nu10m=4. .. 5.\numl1=6. .. 7.",
    },
];

const MINPACK: &[Case] = &[
    Case { head: r"enorm(x)\(enorm)", files: &["enorm.f"], inputs: "n=6\nx(6)=0.5 .. 1.5" },
    Case {
        head: r"qrfac(a)\(a rdiag)",
        files: &["qrfac.f", "enorm.f", "dpmpar.f"],
        inputs: "m=6\nn=4\nlda=6\npivot=.true.\nlipvt=4\nipvt(4)=0\na(6,4)=-1.0 .. 1.0",
    },
    Case {
        head: r"qrsolv(r diag qtb)\(x)",
        files: &["qrsolv.f"],
        inputs: "n=4\nldr=4\nipvt(4)=1\nr(4,4)=0.5 .. 1.5\ndiag(4)=0.5 .. 1.0\nqtb(4)=-1.0 .. 1.0",
    },
    Case {
        head: r"r1updt(s u v)\(s)",
        files: &["r1updt.f", "dpmpar.f"],
        inputs: "m=4\nn=4\nls=10\ns(10)=0.5 .. 1.5\nu(4)=-1.0 .. 1.0\nv(4)=0.5 .. 1.0",
    },
    Case {
        head: r"r1mpyq(a v w)\(a)",
        files: &["r1mpyq.f"],
        inputs: "m=3\nn=3\nlda=3\na(3,3)=-1 .. 1\nv(3)=0.2 .. 0.8\nw(3)=1.5 .. 2",
    },
    Case {
        head: r"dogleg(r diag qtb delta)\(x)",
        files: &["dogleg.f", "enorm.f", "dpmpar.f"],
        inputs: "n=4\nlr=10\nr(10)=0.5 .. 1.5\ndiag(4)=0.5 .. 1.\nqtb(4)=-1. .. 1.\ndelta=0.1 .. 0.2\nx(4)=0.\nwa1(4)=0.\nwa2(4)=0.",
    },
    Case {
        head: r"lmpar(r diag qtb delta)\(par x)",
        files: &["lmpar.f", "enorm.f", "dpmpar.f", "qrsolv.f"],
        inputs: "n=3\nldr=3\nipvt=2, 3, 1\nr=0.5 .. 1.5\ndiag=0.5 .. 1.\nqtb=1. .. 2.\ndelta=0.1 .. 0.2\npar=0.\nx=0.\nsdiag=0.\nwa1=0.\nwa2=0.",
    },
    Case { head: r"qform(q)\(q)", files: &["qform.f"], inputs: "m=4\nn=3\nldq=4\nq(4,4)=0.5 .. 1\nwa(4)=0." },
    Case {
        head: r"rwupdt(r w b alpha)\(r b alpha)",
        files: &["rwupdt.f"],
        inputs: "n=3\nldr=3\nr(3,3)=0.5 .. 1.5\nw(3)=0.5 .. 1\nb(3)=-1 .. 1\nalpha=0.5 .. 1\ncos(3)=0.\nsin(3)=0.",
    },
];

const CALCULIX: &[Case] = &[
    Case {
        head: r"linel(emec elconloc)\(stre)",
        files: &["linel.f", "orthotropic.f", "anisotropic.f", "transformatrix.f"],
        inputs: "emec(6)=-0.1 .. 0.1\nbeta(6)=0.\nstre(6)=0.\nelas(21)=0.\nelconloc(21)=0.3 .. 0.4\nkode=2\niorien=0\norab(7,1)=0.\npgauss=0.1",
    },
    Case { head: r"anisotropic(anisol)\(anisox)", files: &["anisotropic.f"], inputs: "" },
    Case { head: r"orthotropic(orthol)\(anisox)", files: &["orthotropic.f"], inputs: "" },
    Case {
        head: r"shape8h(xi et ze xl)\(xsj shp)",
        files: &["shape8h.f"],
        inputs: "xi=-0.5 .. 0.5\net=-0.5 .. 0.5\nze=-0.5 .. 0.5\niflag=3\nxl=0.0 .. 1.0",
    },
    Case {
        head: r"shape20h(xi et ze xl)\(xsj shp)",
        files: &["shape20h.f"],
        inputs: "xi=-0.5 .. 0.5\net=-0.5 .. 0.5\nze=-0.5 .. 0.5\niflag=3\nxl=0.0 .. 1.0",
    },
    Case {
        head: r"shape4tet(xi et ze xl)\(xsj shp)",
        files: &["shape4tet.f"],
        inputs: "xi=-0.5 .. 0.5\net=-0.5 .. 0.5\nze=-0.5 .. 0.5\niflag=3\nxl=0.0 .. 1.0",
    },
    Case {
        head: r"shape10tet(xi et ze xl)\(xsj shp)",
        files: &["shape10tet.f"],
        inputs: "xi=-0.5 .. 0.5\net=-0.5 .. 0.5\nze=-0.5 .. 0.5\niflag=3\nxl=0.0 .. 1.0",
    },
    Case {
        head: r"shape6w(xi et ze xl)\(xsj shp)",
        files: &["shape6w.f"],
        inputs: "xi=-0.5 .. 0.5\net=-0.5 .. 0.5\nze=-0.5 .. 0.5\niflag=3\nxl=0.0 .. 1.0",
    },
    Case {
        head: r"shape4q(xi et xl)\(xsj xs shp)",
        files: &["shape4q.f"],
        inputs: "xi=-0.5 .. 0.5\net=-0.5 .. 0.5\niflag=2\nxl=0.0 .. 1.0",
    },
    Case {
        head: r"shape8q(xi et xl)\(xsj xs shp)",
        files: &["shape8q.f"],
        inputs: "xi=-0.5 .. 0.5\net=-0.5 .. 0.5\niflag=2\nxl=0.0 .. 1.0",
    },
    Case {
        head: r"shape3tri(xi et xl)\(xsj xs shp)",
        files: &["shape3tri.f"],
        inputs: "xi=-0.5 .. 0.5\net=-0.5 .. 0.5\niflag=2\nxl=0.0 .. 1.0",
    },
    Case {
        head: r"shape6tri(xi et xl)\(xsj xs shp)",
        files: &["shape6tri.f"],
        inputs: "xi=-0.5 .. 0.5\net=-0.5 .. 0.5\niflag=2\nxl=0.0 .. 1.0",
    },
];

/// The folder of a package that holds the file `marker`, fetched once.
pub(super) fn source(package: &str, marker: &str) -> Option<PathBuf> {
    find(&fetch::debian(package)?, marker)
}

/// The folder below `directory` in which a file of this name is.
fn find(directory: &PathBuf, marker: &str) -> Option<PathBuf> {
    if directory.join(marker).is_file() {
        return Some(directory.clone());
    }
    let mut folders: Vec<PathBuf> =
        std::fs::read_dir(directory).ok()?.filter_map(|e| Some(e.ok()?.path())).filter(|p| p.is_dir()).collect();
    folders.sort();
    folders.iter().find_map(|f| find(f, marker))
}
