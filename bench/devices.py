"""Rows about kernels on devices: what the runtime takes, beside the driver alone."""
import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests/lib"))


def drivers():
    """Names of OpenCL drivers for CPUs, and what starts a program on each."""
    import wheels
    found = {"PoCL": []}
    if (wheels.FOLDER / wheels.NEWEST / "lib/libintelocl.so").exists():
        found["Intel's CPU runtime"] = [ROOT / "tests/lib/on-intel"]
    return found


def output(argv, env):
    done = subprocess.run([str(a) for a in argv], capture_output=True, text=True, env=env)
    if done.returncode:
        sys.exit(f"bench: failed: {' '.join(map(str, argv))}\n{done.stderr}")
    return done.stdout


def wait_package(sybil, build, folder):
    """A package with a kernel that does nearly nothing and one that runs until it is told to end; None without compilers."""
    kernels = build / "tests" / "runtime" / "kernels"
    if subprocess.run([ROOT / "tests/runtime/make-kernels", kernels], stderr=subprocess.DEVNULL).returncode:
        return None
    argv = [sybil, "pack", "--state=executable", "-o", folder / "wait.syclbin"]
    for file, name in (("kernels", "places"), ("slow", "spin")):
        props = folder / f"{name}.prop"
        props.write_text(f"[SYCL/kernel names]\n{name}=1|1\n")
        argv += ["--module", f"--properties={props}", f"--ir={kernels / file}.spv,type=spirv"]
    output(argv, None)
    return folder / "wait.syclbin"


def waits(t, sybil, build, folder):
    """A launch and a wait for it, with and without a flag to cancel it, and how much of a processor a long wait takes."""
    prog = build / "bench" / "bench_wait"
    package = wait_package(sybil, build, folder) if prog.exists() else None
    if not package:
        print("bench: no OpenCL headers, clang-15 or llvm-spirv-15: waits are left out", file=sys.stderr)
        return
    env = {**os.environ, "POCL_CACHE_DIR": str(folder)}
    for driver, start in drivers().items():
        best, repeat = {}, 1e9
        for _ in range(3):
            for line in output([*start, prog, "opencl:cpu", package], env).splitlines():
                name, seconds = line.split()
                best[name] = min(best.get(name, 1e9), float(seconds))
            shown = json.loads(output([*start, sybil, "run", "-j", package, "places", "--device=opencl:cpu", "--global=1", "--local=1",
                                       "--repeat=5000", "buf:u32:64"], env))
            repeat = min(repeat, shown["repeat"]["host"]["median_ms"] * 1e-3)
        # Intel's own wait runs the kernel in the thread that waits, which then cannot stop waiting
        own = driver != "PoCL"
        rows = [("for the queue", "queue", "raw-queue", "clFinish"), ("for an event", "event", "raw-event", "clWaitForEvents"),
                ("for the queue, with a cancel flag", "queue-flag", *(("raw-callback", "a callback") if own else ("raw-queue", "clFinish"))),
                ("for an event, with a cancel flag", "event-flag", *(("raw-callback", "a callback") if own else ("raw-event", "clWaitForEvents")))]
        best["repeat"] = repeat
        rows.append(("by `sybil run --repeat`", "repeat", *rows[-1][2:]))
        for what, mine, theirs, call in rows:
            t.add(f"launch and wait {what}, {driver}", f"{best[mine] * 1e6:.2f} µs", f"raw OpenCL, {call}: {best[theirs] * 1e6:.2f} µs",
                  f"{best[mine] / best[theirs]:.2f} ×", "≤ 1.1 ×", best[mine] <= 1.1 * best[theirs])
        t.add(f"a wait of 1 s with a cancel flag, {driver}", f"{best['idle'] * 1e3:.2f} ms of a processor", "1 s",
              f"{best['idle'] * 100:.2f} %", "≤ 1 %", best["idle"] <= 0.01)


def second_start(t, sybil, build, folder):
    """New processes that find what an earlier one has built, and compiled for the size of its work-groups. PoCL's own cache is off."""
    prog = build / "bench" / "bench_runtime"
    package = wait_package(sybil, build, folder) if prog.exists() else None
    if not package:
        print("bench: no OpenCL headers, clang-15 or llvm-spirv-15: the second start is left out", file=sys.stderr)
        return
    cache, pocl = folder / "sizes", folder / "pocl-sizes"
    pocl.mkdir()
    env = {**os.environ, "POCL_KERNEL_CACHE": "0", "POCL_CACHE_DIR": str(pocl)}

    def start(size):
        return float(output([prog, "once", package, "places", cache, size], env))

    first = start(32)
    again = min(start(32) for _ in range(5))
    t.add("a second start, from the cache, in a new process, work-group size given, PoCL", f"{again * 1e3:.1f} ms", f"the first: {first * 1e3:.0f} ms",
          f"1/{first / again:.0f}", "≤ 1/20", again * 20 <= first)
    first = start(16)
    again = min(start(16) for _ in range(5))
    t.add("the same, a size that was new in the last start", f"{again * 1e3:.1f} ms", f"that start: {first * 1e3:.0f} ms",
          f"1/{first / again:.0f}", "faster", again < first)


STARTED = """#include <sycl/sycl.hpp>
class started;
int main()
{
	sycl::queue q;
	int *p = sycl::malloc_shared<int>(1, q);
	q.single_task<started>([=] { *p = 42; }).wait();
	return *p != 42;
}
"""


def wrapped_start(t, sybil, folder, make_images, best):
    """A program with 5,000 device images from its start until its first kernel has run: by the SYCL runtime that it is linked with, and by
    ours, on Intel's OpenCL for CPUs. Both are whole processes."""
    import wheels
    try:
        root = wheels.prefix(wheels.NEWEST)
    except wheels.Missing as why:
        print(f"bench: start of a program: skipped: {why}", file=sys.stderr)
        return
    os.environ["SYBIL_SYCL_ROOT"] = str(root)
    source, program = folder / "started.cpp", folder / "started"
    source.write_text(STARTED)
    table = make_images(folder / "others", 5000, 4096)
    output([sybil, "wrap", "--target=spir64-unknown-unknown", table, "-o", folder / "others.o"], None)
    output([sybil, "c++", "-fsycl", "-O1", source, folder / "others.o", "-o", program], None)
    driver = root / "lib/libintelocl.so"
    (folder / "vendors").mkdir()
    (folder / "vendors" / "intel.icd").write_text(f"{driver}\n")
    ours = ["env", f"OCL_ICD_VENDORS={folder / 'vendors'}", sybil, "run", program, "started", "--device=opencl:cpu", "--global=1", "out:i32:1"]
    theirs = ["env", *(f"{name}={value}" for name, value in wheels.environment(root).items() if os.environ.get(name) != value), program]
    mine, other = [1e9, 1e9], [1e9, 1e9]
    for _ in range(5):
        for argv, figures in ((ours, mine), (theirs, other)):
            for i in range(2):
                figures[i] = min(figures[i], best(argv, 1, warm=False, cpu=i == 1)[0])
    t.add("a program with 5,000 wrapped images, from its start until its first kernel has run, Intel's CPU runtime",
          f"{mine[0] * 1e3:.0f} ms, {mine[1] * 1e3:.0f} ms of a processor",
          f"its own runtime, libsycl.so.9: {other[0] * 1e3:.0f} ms, {other[1] * 1e3:.0f} ms of a processor",
          f"{mine[0] / other[0]:.2f} ×, {mine[1] / other[1]:.2f} ×", "≤ 1 ×", mine[0] <= other[0] and mine[1] <= other[1])
