"""Rows of bench/run about large inputs: packages of a gigabyte, SPIR-V of 70 MB, 10,000 kernels on all targets."""
import array
import pathlib
import re
import subprocess

import make_spirv_kernels as spirv

KERNEL = b"_ZTS6Kernel"
HELPER_BYTES = 4 * len(spirv.helper(1)[0])
SOURCE = pathlib.Path(__file__).resolve().parents[1]


def make_package(sybil, folder, count, size):
    """A package of modules with a few kernels each and about `size` bytes of code, all of them valid."""
    paths = []
    words = array.array("I", spirv.module(2000, helpers=size // HELPER_BYTES)).tobytes()
    for i in range(count):
        path = folder / f"{i}.spv"
        path.write_bytes(words.replace(KERNEL, b"_ZTS6K%05d" % i))
        paths.append(path)
    package = folder / "large.syclbin"
    subprocess.run([sybil, "pack", "-q", "--state=executable", "-o", package,
                    *(word for path in paths for word in ("--module", f"--ir={path},type=spirv"))], check=True)
    for path in paths:
        path.unlink()
    return package


def bench_packages(t, best, sybil, folder, quick):
    """In seconds of a processor, which other processes disturb less."""
    package = make_package(sybil, folder, 1000, (1 << 20) // (8 if quick else 1))
    size = package.stat().st_size
    work = f"{size / 1e9:.2f} GB in 1,000 modules"
    other, _ = best(["sha256sum", package], 2, cpu=True)
    mine, rss = best([sybil, "show", "-j", "--hash", package], 3, cpu=True)
    fast = "sha_ni" in pathlib.Path("/proc/cpuinfo").read_text().split()
    t.add(f"`sybil show -j --hash`, {work}", f"{mine * 1e3:.0f} ms, {size / mine / 1e9:.2f} GB/s, {rss / 1024:.0f} MiB",
          f"`sha256sum`: {other * 1e3:.0f} ms", f"{mine / other:.2f} ×", "≥ 1.5 GB/s with SHA instructions, ≤ 64 MB",
          (not fast or size >= 1.5e9 * mine) and rss * 1024 <= 64e6)
    read, _ = best(["cat", package], 3, cpu=True)
    for verb in (["check"], ["size"], ["diff", package]):
        mine, rss = best([sybil, *verb, package], 1, cpu=True)
        t.add(f"`sybil {verb[0]}`, {work}", f"{mine * 1e3:.0f} ms, {rss / 1024:.0f} MiB", f"`cat`: {read * 1e3:.0f} ms; the package",
              f"{mine / read:.1f} × time, {rss * 1024 / size:.3f} × memory", "≤ 64 MB", rss * 1024 <= 64e6)
    package.unlink()


def bench_link(t, best, sybil, paths, folder):
    """Beside cat, which only copies the same modules."""
    size = sum(path.stat().st_size for path in paths)
    copy, _ = best(["cat", *paths], 5, cpu=True, stdout=str(folder / "copy.spv"))
    mine, rss = best([sybil, "link", "--spirv", *paths, "-o", folder / "linked.spv"], 5, cpu=True)
    t.add(f"`sybil link --spirv`, {size / 1e6:.0f} MB", f"{mine * 1e3:.0f} ms, {size / mine / 1e6:.0f} MB/s, {rss / 1024:.0f} MiB",
          f"`cat`: {copy * 1e3:.0f} ms", f"{mine / copy:.2f} × time, {rss * 1024 / size:.2f} × memory",
          "≥ 800 MB/s, ≤ 1.5 × memory", size >= 800e6 * mine and rss * 1024 <= 1.5 * size)


def all_targets():
    """The names of the target table."""
    return re.findall(r'^TARGET\("([^"]+)"', (SOURCE / "src/target/targets.def").read_text(), re.M)


def bench_targets(t, best, sybil, folder, quick):
    """The table of which kernel runs where, with equal modules: their number differs, and their kernels."""
    count, targets = 2000 if quick else 10000, all_targets()[:92]
    image, head = folder / "empty.spv", "[SYCL/device requirements]\naspects=2|gAAAAAAAAAgBAAAA\n[SYCL/kernel names]\n"
    image.write_bytes(array.array("I", spirv.module(0)).tobytes())
    names = [f"_ZTS6Kernel{i:05d}=1|1\n" for i in range(count)]
    (folder / "all.prop").write_text(head + "".join(names))
    rows = ["[Code|Properties]"]
    for i, name in enumerate(names):
        (folder / f"{i}.prop").write_text(head + name)
        rows.append(f"{image}|{folder / f'{i}.prop'}")
    (folder / "each.table").write_text("\n".join(rows) + "\n")
    pack = [sybil, "pack", "-q", "--no-infer", "--state=executable"]
    for work, limit, *options in (
            ("one module", 50e-3, "--module", f"--properties={folder / 'all.prop'}", f"--ir={image},type=spirv,target=spir64"),
            ("a module each", None, "--ir-type=spirv", "--target=spir64", f"--table={folder / 'each.table'}")):
        package = folder / "targets.syclbin"
        subprocess.run([*pack, "-f", "-o", package, *options], check=True)
        # the SPIR-V has no kernels: `check` reports that, and exits with 1
        check = ["sh", "-c", '"$@" 2>/dev/null; test $? -le 1', "sh", sybil, "check"]
        plain, _ = best([*check, package], 5, cpu=True)
        mine, rss = best([*check, f"--target={','.join(targets)}", package], 5, cpu=True)
        t.add(f"`sybil check --target` of {count:,} kernels on {len(targets)} targets, {work}", f"{mine * 1e3:.0f} ms, {rss / 1024:.0f} MiB",
              f"`sybil check` without targets: {plain * 1e3:.0f} ms", f"{mine / plain:.1f} ×", "≤ 50 ms" if limit else "–",
              not limit or mine <= limit)
