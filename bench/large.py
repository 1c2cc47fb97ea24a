"""Rows of bench/run about packages of a gigabyte: memory and time of reading them."""
import array
import pathlib
import struct
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import make_spirv_kernels as spirv  # noqa: E402

KERNEL = b"_ZTS6Kernel"


def make_package(sybil, folder, count, size):
    """A package of modules with two kernels each and about `size` bytes of code, all of them valid."""
    paths = []
    words = array.array("I", spirv.module(2 * 1300, helpers=size // 600)).tobytes()
    for i in range(count):
        path = folder / f"{i}.spv"
        path.write_bytes(words.replace(KERNEL, b"_ZTS6K%05d" % i))
        paths.append(path)
    package = folder / "package.syclbin"
    subprocess.run([sybil, "pack", "-q", "--state=executable", "-o", package,
                    *(word for path in paths for word in ("--module", f"--ir={path},type=spirv"))], check=True)
    for path in paths:
        path.unlink()
    return package
