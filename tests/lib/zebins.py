"""Real zebins for tests: compiled by ocloc where it is there, once per build folder or in SYBIL_REAL_ZEBINS, else checked in."""
import fcntl
import hashlib
import os
import pathlib
import shutil
import struct
import subprocess

from taplib import BUILD, SOURCE

GOLDEN = SOURCE / "tests/golden/zebin"
ZE_INFO = 0xff000011


def stamp():
    """What the files depend on: the compilers and our sources."""
    text = hashlib.sha256()
    for program in ("ocloc", "clang-15", "llvm-spirv-15"):
        path = shutil.which(program)
        text.update(f"{path} {pathlib.Path(path).resolve().stat().st_mtime_ns if path else 0}\n".encode())
    for path in [GOLDEN / "make-zebins", *sorted((GOLDEN / "kernels").iterdir())]:
        text.update(path.read_bytes())
    return text.hexdigest()


def checked_in():
    return sorted([*GOLDEN.glob("*.zebin"), GOLDEN / "two-fat"])


def zebins():
    """(files, how they came about, what make-zebins complained about)"""
    if not shutil.which("ocloc"):
        return checked_in(), "checked in, because ocloc is not there", ""
    folder = pathlib.Path(os.environ.get("SYBIL_REAL_ZEBINS") or BUILD / "real-zebins")
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / ".lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done, now = folder / ".stamp", stamp()
        complaints = ""
        if not done.exists() or done.read_text() != now:
            for old in folder.glob("*"):
                old.unlink()
            made = subprocess.run([GOLDEN / "make-zebins", folder], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL,
                                  text=True, check=False)
            complaints = made.stderr if made.returncode else ""
            if not complaints:
                done.write_text(now)
    return sorted(p for p in folder.iterdir() if p.suffix in (".zebin", ".ar")) + checked_in(), "compiled by ocloc", complaints


def sections(data):
    """Name, type and bytes of the sections, read by nothing of ours."""
    if data[4] == 2:
        at, = struct.unpack_from("<Q", data, 40)
        size, count, names = struct.unpack_from("<HHH", data, 58)
        layout, keep = "<IIQQQQ", lambda f: (f[0], f[1], f[4], f[5])
    else:
        at, = struct.unpack_from("<I", data, 32)
        size, count, names = struct.unpack_from("<HHH", data, 46)
        layout, keep = "<IIIIII", lambda f: (f[0], f[1], f[4], f[5])
    rows = [keep(struct.unpack_from(layout, data, at + i * size)) for i in range(count)]
    table = rows[names][2]

    def name(offset):
        return data[table + offset:data.index(b"\0", table + offset)]

    return [(name(n), kind, data[off:off + length]) for n, kind, off, length in rows]


def ze_info(data):
    """The bytes of .ze_info, None when there is no such section."""
    return next((content for _, kind, content in sections(data) if kind == ZE_INFO), None)
