#!/usr/bin/env python3
"""Large programs of three shapes, and how time and memory of rtapenade grow with them.

    benches/large.py [--shapes common,pointers,tree] [--sizes 125,250,500,1000] [--modes b,d] [TOOL]
    benches/large.py --write DIR SHAPE SIZE

The first form writes programs of growing SIZE (procedures) into a directory of their own, runs TOOL
(default target/release/rtapenade) once per program and mode, and prints lines, CPU seconds, the
largest memory, and the exponent of the growth between the smallest and the largest program. The second
form only writes one program, and prints the options to differentiate it with.

Shapes, after projects that people differentiate: `common` is one head over many files of fixed form
that share COMMON blocks in a time loop (an ocean model), `pointers` many heads over one module of
pointers (a flow solver), `tree` a binary tree of procedures with array arguments.
"""
import argparse
import math
import os
import random
import resource
import subprocess
import sys
import tempfile


def common(n):
    """`n` subroutines of fixed form in as many files, over twelve COMMON blocks and a time loop."""
    blocks = 12
    header = ["      integer nx, ny", "      parameter (nx=40, ny=30)"]
    for k in range(blocks):
        header += [
            f"      double precision u{k}(nx,ny), v{k}(nx,ny), c{k}",
            f"      common /blk{k}/ u{k}, v{k}, c{k}",
        ]
    files = {"state.h": "\n".join(header) + "\n"}
    r = random.Random(7)
    for p in range(n):
        a, b, c = r.sample(range(blocks), 3)
        wind = r.choice(["max({0}, 0.d0)", "sqrt(1.d0 + {0}**2)", "tanh({0})", "exp(-{0}**2)"])
        body = [
            f"      subroutine step{p}(dt)",
            "      implicit none",
            '      include "state.h"',
            "      double precision dt, flux(nx,ny), w, total",
            "      integer i, j",
            "c     fluxes at the faces",
            "      do j = 1, ny",
            "        do i = 2, nx",
            f"          w = 0.5d0*(v{a}(i,j) + v{a}(i-1,j))",
            "          if (w .gt. 0.d0) then",
            f"            flux(i,j) = w*u{a}(i-1,j)",
            "          else",
            f"            flux(i,j) = w*u{a}(i,j)",
            "          end if",
            "        end do",
            "        flux(1,j) = 0.d0",
            "      end do",
            "c     and what they do",
            "      do j = 1, ny",
            "        do i = 1, nx-1",
            f"          u{a}(i,j) = u{a}(i,j) - dt*(flux(i+1,j) - flux(i,j))",
            f"     &         + dt*c{b}*{wind.format(f'u{b}(i,j)')}",
            "        end do",
            "      end do",
            "      total = 0.d0",
            "      do j = 2, ny-1",
            "        do i = 2, nx-1",
            f"          v{b}(i,j) = v{b}(i,j) + dt*(u{c}(i+1,j) - 2.d0*u{c}(i,j)",
            f"     &         + u{c}(i-1,j))*v{c}(i,j)",
            f"          total = total + v{b}(i,j)*u{c}(i,j)",
            "        end do",
            "      end do",
            f"      c{c} = c{c} + 1.d-3*dt*total/(1.d0 + total**2)",
        ]
        callee = 2 * p + 1
        if callee < n and p % 3 != 2:
            body.append(f"      call step{callee}(0.5d0*dt)")
        body.append("      end")
        files[f"step{p}.f"] = "\n".join(body) + "\n"
    called = {2 * p + 1 for p in range(n) if p % 3 != 2 and 2 * p + 1 < n}
    top = [
        "      subroutine mainloop(x, fc)",
        "      implicit none",
        '      include "state.h"',
        "      double precision x(nx,ny), fc, dt",
        "      integer i, j, it",
        "      dt = 1.d-4",
        "      do j = 1, ny",
        "        do i = 1, nx",
        "          u0(i,j) = u0(i,j) + x(i,j)",
        "        end do",
        "      end do",
        "      do it = 1, 20",
        *[f"        call step{p}(dt)" for p in range(n) if p not in called],
        "      end do",
        "      fc = 0.d0",
        "      do j = 1, ny",
        "        do i = 1, nx",
        "          fc = fc + " + " + ".join(f"u{k}(i,j)**2" for k in range(0, blocks, 4)),
        "        end do",
        "      end do",
        "      end",
    ]
    files["mainloop.f"] = "\n".join(top) + "\n"
    return files, ["-head", "mainloop(fc)/(x)"]


def pointers(n):
    """A module of forty pointers, `n` procedures that use them through it, and sixty heads."""
    count = 40
    state = ["module state", "  implicit none", "  integer :: il, jl"]
    state += [f"  real(8), pointer, dimension(:,:,:) :: q{k}" for k in range(count)]
    state += ["contains", "  subroutine select_block(k)", "    integer, intent(in) :: k", "    il = 8 + mod(k, 3)"]
    state += ["    jl = 8", "  end subroutine", "end module"]
    files = {"state.f90": "\n".join(state) + "\n"}
    r = random.Random(11)
    per = 10
    used = {}
    modules = (n + per - 1) // per
    for m in range(modules):
        text = [f"module kernels{m}", "  use state"]
        # Later modules call earlier ones, as layers of a solver do.
        calls = sorted({m // 2}) if m else []
        text += [f"  use kernels{k}, only: kernel{k * per}" for k in calls]
        text += ["  implicit none", "contains"]
        for p in range(m * per, min(n, (m + 1) * per)):
            a, b, c, d = r.sample(range(count), 4)
            used.setdefault(m, []).append(((a, b, c, d), (c, d)))
            text += [
                f"  subroutine kernel{p}(scale)",
                "    real(8), intent(in) :: scale",
                "    integer :: i, j, l",
                "    real(8) :: qa, rho, vel(3)",
                "    real(8), pointer, dimension(:,:) :: ww1, ww2",
                f"    ww1 => q{d}(:,:,1)",
                f"    ww2 => q{d}(:,:,2)",
                "    do j = 2, jl",
                "      do i = 2, il",
                f"        rho = 1.0d0/(1.0d0 + q{a}(i, j, 1)**2)",
                "        do l = 1, 3",
                f"          vel(l) = 0.5d0*(q{a}(i, j, l) + q{a}(i - 1, j, l))*rho",
                "        end do",
                f"        qa = vel(1)*q{b}(i, j, 1) + vel(2)*q{b}(i, j, 2) + vel(3)*q{b}(i, j, 3)",
                "        if (qa > 0.0d0) then",
                f"          q{c}(i, j, 1) = q{c}(i, j, 1) + scale*qa*rho",
                "        else",
                f"          q{c}(i, j, 1) = q{c}(i, j, 1) - scale*sqrt(1.0d0 + qa**2)",
                "        end if",
                f"        q{c}(i, j, 2) = q{c}(i, j, 2) + scale*q{c}(i, j, 1)*ww1(i, j)",
                "        ww2(i, j) = ww1(i, j)*ww2(i, j) + scale*qa",
                "      end do",
                "    end do",
            ]
            if m and p % 4 == 0:
                text.append(f"    call kernel{calls[0] * per}(0.5d0*scale)")
            text.append(f"  end subroutine kernel{p}")
        text.append(f"end module kernels{m}")
        files[f"kernels{m}.f90"] = "\n".join(text) + "\n"
    heads = min(60, modules)
    each = (modules + heads - 1) // heads
    heads = (modules + each - 1) // each
    text = ["module drivers", "  use state"] + [f"  use kernels{m}" for m in range(modules)]
    text += ["  implicit none", "contains"]
    names = []
    for h in range(heads):
        text += [f"  subroutine driver{h}(scale)", "    real(8), intent(in) :: scale", "    call select_block(1)"]
        read, written = set(), set()
        for m in range(h * each, min(modules, (h + 1) * each)):
            read |= {k for pair in used[m] for k in pair[0]}
            written |= {k for pair in used[m] for k in pair[1]}
            text += [f"    call kernel{p}(scale)" for p in range(m * per, min(n, (m + 1) * per))]
        text.append(f"  end subroutine driver{h}")
        lists = [", ".join(f"q{k}" for k in sorted(fields)) for fields in (read, written)]
        names.append(f"driver{h}({lists[0]})>({lists[1]})")
    text.append("end module drivers")
    files["drivers.f90"] = "\n".join(text) + "\n"
    return files, ["-head", " ".join(names)]


def tree(n):
    """A binary tree of `n` procedures with arrays and scalars as arguments, in one file."""
    r = random.Random(3)
    text = ["module tree", "  implicit none", "contains"]
    for p in range(n):
        left, right = 2 * p + 1, 2 * p + 2
        f = r.choice(["sin({})", "exp(-{}**2)", "log(1.0d0 + {}**2)", "{}/(1.0d0 + abs({}))"])
        text += [
            f"  subroutine node{p}(m, x, y, s)",
            "    integer, intent(in) :: m",
            "    real(8), intent(in) :: x(m)",
            "    real(8), intent(inout) :: y(m), s",
            "    real(8) :: t(m), a, b",
            "    integer :: i",
            "    a = 0.0d0",
            "    do i = 1, m",
            f"      t(i) = {f.replace('{}', 'x(i)')}",
            "      a = a + t(i)*y(i)",
            "    end do",
            "    b = a/dble(m)",
            "    do i = 2, m",
            "      if (t(i) > b) then",
            "        t(i) = b + 0.1d0*(t(i) - b)",
            "      else",
            "        t(i) = t(i)*t(i - 1)",
            "      end if",
            "    end do",
        ]
        if left < n:
            text.append(f"    call node{left}(m, t, y, b)")
        if right < n:
            text.append(f"    call node{right}(m, y, t, b)")
        text += [
            "    do i = 1, m",
            "      y(i) = y(i)*0.5d0 + b*t(i)",
            "    end do",
            "    s = s + a*b",
            f"  end subroutine node{p}",
        ]
    text.append("end module tree")
    return {"tree.f90": "\n".join(text) + "\n"}, ["-head", "tree%node0(x)\\(s)"]


SHAPES = {"common": common, "pointers": pointers, "tree": tree}


def write(directory, shape, size):
    """Writes the program, and returns its lines, its sources in order, and its options."""
    files, options = SHAPES[shape](size)
    for name, text in files.items():
        with open(os.path.join(directory, name), "w") as file:
            file.write(text)
    lines = sum(text.count("\n") for text in files.values())
    return lines, [name for name in files if not name.endswith(".h")], options


def measure(tool, directory, sources, options, mode):
    """CPU seconds and megabytes of one run of `tool`."""
    code = (
        "import resource,subprocess,sys;"
        "p=subprocess.run(sys.argv[1:],stdout=subprocess.DEVNULL,stderr=subprocess.PIPE,text=True);"
        "u=resource.getrusage(resource.RUSAGE_CHILDREN);"
        "print(p.returncode,u.ru_utime+u.ru_stime,u.ru_maxrss/1024);"
        "sys.stderr.write(p.stderr if p.returncode else '')"
    )
    run = [sys.executable, "-c", code, tool, f"-{mode}", *options, *sources, "-O", "out"]
    os.makedirs(os.path.join(directory, "out"), exist_ok=True)
    done = subprocess.run(run, cwd=directory, capture_output=True, text=True, check=True)
    status, cpu, memory = done.stdout.split()
    if status != "0":
        sys.exit(f"rtapenade failed:\n{done.stderr[:3000]}")
    return float(cpu), float(memory)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("tool", nargs="?", default="target/release/rtapenade")
    parser.add_argument("--shapes", default=",".join(SHAPES))
    parser.add_argument("--sizes", default="125,250,500,1000,2000")
    parser.add_argument("--modes", default="b,d")
    parser.add_argument("--write", nargs=3, metavar=("DIR", "SHAPE", "SIZE"))
    args = parser.parse_args()
    if args.write:
        directory, shape, size = args.write
        os.makedirs(directory, exist_ok=True)
        lines, sources, options = write(directory, shape, int(size))
        print(lines, " ".join(f"'{word}'" for word in options + sources))
        return
    tool = os.path.abspath(args.tool)
    print("| shape, mode | lines | CPU, s | memory, MB | exponent of time | of memory |")
    print("| --- | --- | --- | --- | --- | --- |")
    for shape in args.shapes.split(","):
        for mode in args.modes.split(","):
            rows = []
            for size in map(int, args.sizes.split(",")):
                with tempfile.TemporaryDirectory() as directory:
                    lines, sources, options = write(directory, shape, size)
                    rows.append((lines, *measure(tool, directory, sources, options, mode)))
                print(f"{shape} -{mode}: {rows[-1]}", file=sys.stderr, flush=True)
            (l0, t0, m0), (l1, t1, m1) = rows[0], rows[-1]
            growth = [math.log(b / a) / math.log(l1 / l0) for a, b in ((t0, t1), (m0, m1))]
            cells = [" · ".join(form(row[k]) for row in rows) for k, form in enumerate((str, "{:.2f}".format, "{:.0f}".format))]
            print(f"| `{shape}`, `-{mode}` | {' | '.join(cells)} | {growth[0]:.2f} | {growth[1]:.2f} |", flush=True)


if __name__ == "__main__":
    main()
