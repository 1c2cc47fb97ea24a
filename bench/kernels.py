"""Kernels that Sybil compiled beside the same sources compiled by DPC++'s compiler, on Intel's OpenCL for CPUs, in one process."""
import math
import pathlib
import subprocess
import sys
import types

SOURCE = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(SOURCE / "tests/lib"), str(SOURCE / "tests/peers/compile")]
import compilers  # noqa: E402
import wheels  # noqa: E402

# The first one defines a macro that the headers read.
SOURCES = ("examples/kernels/nbody.cpp", "examples/kernels/reduction.cpp", "examples/kernels/scan.cpp", "examples/kernels/histogram.cpp",
           "bench/kernels/matrix.cpp", "bench/kernels/image.cpp", "bench/kernels/sums.cpp", "bench/kernels/options.cpp")
ROUNDS = 24
LEAST = 0.9  # of DPC++'s speed
# How far results may be apart, relative to the largest: rsqrt may differ in the last bits, and 4,096 values are added up.
APART = {"attract": 1e-6}


def run(*command, **options):
    done = subprocess.run([str(word) for word in command], text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=300, check=False, **options)
    if done.returncode:
        sys.exit(f"bench: failed: {' '.join(map(str, command))}\n{done.stderr}")
    return done.stdout


def compile_host(peers, source, program):
    run("g++", "-O2", "-std=c++17", "-w", f"-I{peers}/include", source, f"-L{peers}/lib", "-lsycl", "-o", program)
    return program


def packages(sybil, peers, folder):
    """Paths of packages in state object: of `sybil cc`, of `sybil c++`, of DPC++."""
    text = "".join((SOURCE / name).read_text(encoding="utf-8") for name in SOURCES)
    source, library = folder / "kernels.cpp", folder / "kernels.so"
    cc, cxx = folder / "cc.syclbin", folder / "cxx.syclbin"
    source.write_text(text, encoding="utf-8")
    run(sybil, "cc", "-fsyclbin=object", "-fsycl-device-code-split=per_kernel", source, "-o", cc)
    run(sybil, "c++", "-fsycl", f"--sycl-root={peers}", "-shared", "-fPIC", "-O2", source, "-o", library)
    run(sybil, "pack", f"--from={library}", "--state=object", "-o", cxx)
    real = compilers.Real(compile_host(peers, SOURCE / "tests/peers/compile/real_cc.cpp", folder / "real_cc"), peers, folder)
    package, log = real.compile(types.SimpleNamespace(text=text, precompiled=False))
    real.close()
    if not package:
        sys.exit(f"bench: DPC++'s compiler refuses the kernels:\n{log}")
    return cc, cxx, package


def bench_kernels(t, sybil, folder):
    """A row for each kernel, with `sybil cc` and `sybil c++`; ratios are speeds."""
    try:
        peers = wheels.prefix(wheels.NEWEST)
    except wheels.Missing as why:
        print(f"bench: kernels: skipped: {why}", file=sys.stderr)
        return
    program = compile_host(peers, SOURCE / "bench/kernels.cpp", folder / "kernels")
    cc, cxx, real = packages(sybil, peers, folder)
    environment = {**wheels.environment(peers), "DPCPP_CPU_NUM_CUS": "1"}
    lines = run(program, ROUNDS, cc, "--", cxx, "--", real, env=environment, preexec_fn=wheels.limit_memory).splitlines()
    speeds = ([], [])
    for name, *figures in map(str.split, lines):
        cc_time, cc_apart, cxx_time, cxx_apart, theirs, _ = map(float, figures)
        if max(cc_apart, cxx_apart) > APART.get(name, 0):
            sys.exit(f"bench: results of kernel {name} differ: {cc_apart} (sybil cc), {cxx_apart} (sybil c++)")
        ratios = theirs / cc_time, theirs / cxx_time
        for list_, ratio in zip(speeds, ratios):
            list_.append(ratio)
        t.add(f"kernel `{name}`: `sybil cc`, `sybil c++`", f"{cc_time * 1e3:.2f} ms, {cxx_time * 1e3:.2f} ms", f"DPC++: {theirs * 1e3:.2f} ms",
              ", ".join(f"{ratio:.2f} ×" for ratio in ratios), f"≥ {LEAST} ×", min(ratios) >= LEAST)
    means = [math.exp(sum(map(math.log, list_)) / len(list_)) for list_ in speeds]
    t.add(f"the {len(lines)} kernels: `sybil cc`, `sybil c++`", "–", "DPC++", ", ".join(f"{mean:.2f} ×" for mean in means) + " (geometric mean)",
          "≥ 1.0 ×", min(means) >= 1)
