"""What sybil cc costs beside the compilers that it runs; part of bench/run."""
import os
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import time

SMALL = "kernel void scale(global float *a, float f) { a[get_global_id(0)] *= f; }\n"
CLANG = ["clang-15", "--target=spir64-unknown-unknown", "-x", "cl", "-cl-std=CL2.0", "-Xclang",
         "-finclude-default-header", "-O2", "-emit-llvm", "-c"]
# the variables that name the programs, and which programs these are
PROGRAMS = {"SYBIL_CLANG": "clang-15", "SYBIL_LLVM_SPIRV": "llvm-spirv-15", "SYBIL_LLD": "ld.lld-15", "SYBIL_PTXAS": "ptxas"}


def kernels(first, count):
    """Kernels with a loop each, all different."""
    return "".join(f"""kernel void k{i}(global float *a, global const float *b, int n) {{
  int at = get_global_id(0);
  float sum = {i};
  for (int j = 0; j < n; j++) sum = sum * b[j] + sin(a[at] + {i}.5f);
  a[at] = sum;
}}
""" for i in range(first, first + count))


def counts(argv, folder):
    """Processes, programs and modules of bitcode that a command makes, as text; strace counts them."""
    log = folder / "strace.log"
    if not shutil.which("strace"):
        return ""
    subprocess.run(["strace", "-f", "-qq", "-s", "8", "-e", "trace=execve,clone,clone3,fork,vfork,write,pwrite64",
                    "-o", log, *argv], check=True, capture_output=True)
    text = log.read_text(errors="replace")
    processes = 1 + len(re.findall(r"(?:clone3?|v?fork)(?:\([^\n]*| resumed>[^\n]*) = [1-9]\d*$", text, re.MULTILINE))
    threads = len(re.findall(r"CLONE_THREAD", text))
    programs = len(re.findall(r"execve(?:\(| resumed>)[^\n]* = 0$", text, re.MULTILINE))
    written = len(re.findall(r'write(?:64)?\(\d+, "BC\\300\\336', text))
    return f"; {processes - threads} processes, {programs} programs, {written} modules of bitcode written"


def alternate(commands, times):
    """The fewest seconds, and seconds of processors, of commands that take turns: what disturbs one disturbs the others."""
    best = [(float("inf"), float("inf"))] * len(commands)
    for _ in range(times):
        for i, argv in enumerate(commands):
            before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
            done = subprocess.run([str(word) for word in argv], capture_output=True, text=True)
            wall, after = time.monotonic() - begin, resource.getrusage(resource.RUSAGE_CHILDREN)
            if done.returncode:
                sys.exit(f"bench: failed: {' '.join(map(str, argv))}\n{done.stderr}")
            used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            best[i] = min(best[i][0], wall), min(best[i][1], used)
    return best


def small(t, ms, sybil, folder, what, text, options, times, bar):
    source = folder / "kernels.cl"
    source.write_text(text)
    command = [sybil, "cc", *options, source, "-o", folder / "kernels.syclbin"]
    (ours, ours_cpu), (theirs, theirs_cpu) = alternate([command, [*CLANG, source, "-o", folder / "kernels.bc"]], times)
    t.add(f"`sybil cc`, {what}", f"{ms(ours)} ({ms(ours_cpu)} of processors){counts(command, folder)}",
          f"`clang-15 -c` of the same file: {ms(theirs)} ({ms(theirs_cpu)})",
          f"{ours / theirs:.2f} × ({ours_cpu / theirs_cpu:.2f} ×)", f"≤ {bar} ×" if bar else "–",
          not bar or ours <= bar * theirs)


def timed(folder, program, log):
    """A program that runs another one and notes its seconds."""
    wrapper = folder / f"timed-{pathlib.Path(program).name}"
    wrapper.write_text(f"#!/bin/bash\nTIMEFORMAT=%R\nexec 3>&2\n{{ time '{program}' \"$@\" 2>&3; }} 2>>'{log}'\n")
    wrapper.chmod(0o755)
    return str(wrapper)


def large(t, ms, sybil, folder, targets, files, each):
    """All compilers one after another, each timed; then the build on all processors."""
    cores, log = len(os.sched_getaffinity(0)), folder / "seconds"
    sources = []
    for i in range(files):
        sources.append(folder / f"file{i}.cl")
        sources[-1].write_text(kernels(i * each, each))
    command = [str(word) for word in [sybil, "cc", f"-fsycl-targets={targets}", *sources, "-o", folder / "all.syclbin"]]
    env = {variable: timed(folder, program, log) for variable, program in PROGRAMS.items() if shutil.which(program)}
    env["SYBIL_RT"] = timed(folder, sybil.parent / "sybil-rt", log)
    subprocess.run([*command[:2], "-j1", *command[2:]], check=True, capture_output=True, env={**os.environ, **env})
    seconds = [float(line) for line in log.read_text().split()]
    log.unlink()
    [(ours, _)] = alternate([command], 1)
    share, longest = sum(seconds) / cores, max(seconds)
    t.add(f"`sybil cc`, {files * each} kernels in {files} files for {targets}, {cores} processors", ms(ours),
          f"the compilers, one after another: {ms(sum(seconds))}, 1/{cores} of it: {ms(share)}; the longest: {ms(longest)}",
          f"{ours / share:.2f} × ({ours / max(share, longest):.2f} × the longest or the share)",
          "≤ 1.15 ×", ours <= 1.15 * share)


def bench_compile(t, ms, sybil, folder, quick):
    if not shutil.which("clang-15") or not shutil.which("llvm-spirv-15"):
        print("bench: clang-15 or llvm-spirv-15 is not there, builds are left out", file=sys.stderr)
        return
    os.environ.pop("SYBIL_CC_CACHE_DIR", None)
    small(t, ms, sybil, folder, "one small kernel", SMALL, [], 5 if quick else 40, 1.25)
    small(t, ms, sybil, folder, "100 kernels", kernels(0, 100), [], 5, None)
    small(t, ms, sybil, folder, "100 kernels, an image each", kernels(0, 100), ["-fsycl-device-code-split=per_kernel"], 1, None)
    if not os.path.exists("/usr/lib/clc/nvptx64--nvidiacl.bc") or not shutil.which("ld.lld-15"):
        print("bench: libclc or lld is not there, four targets are left out", file=sys.stderr)
        return
    files, each = (2, 5) if quick else (10, 10)
    large(t, ms, sybil, folder, "spir64,nvptx64,amd_gpu_gfx90a", files, each)
    large(t, ms, sybil, folder, "spir64,x86_64,nvptx64,amd_gpu_gfx90a", files, each)
