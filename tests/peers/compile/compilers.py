"""Both compilers, with one interface: a compiler takes the text of a group and returns a package or a log."""
import hashlib
import os
import pathlib
import queue
import subprocess

import wheels

OPTIONS = ("-fsycl-device-code-split=per_kernel", "-ferror-limit=0")
REAL_OPTIONS = (*OPTIONS, "-fsycl-range-rounding=disable")


class Ours:
    """sybil cc"""
    file = r"group\.cpp"

    def __init__(self, sybil, scratch):
        self.sybil, self.scratch = sybil, scratch

    def compile(self, group):
        """(path of the package or None, log)"""
        text = group.text
        folder = self.scratch / hashlib.sha256(text.encode()).hexdigest()[:16]
        folder.mkdir(exist_ok=True)
        (folder / "group.cpp").write_text(text, encoding="utf-8")
        done = subprocess.run([self.sybil, "cc", *OPTIONS, "group.cpp", "-o", "ours.syclbin"], cwd=folder, text=True,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300, check=False)
        return (None if done.returncode else folder / "ours.syclbin"), done.stdout


class Real:
    """DPC++'s compiler. Its answers are kept beside the wheels, by its version and the text. A process compiles many texts."""
    file = r"rtc_\d+\.cpp"

    def __init__(self, program, peers, scratch):
        library = next(path for path in (peers / "lib").glob("libsycl-jit.so*") if not path.is_symlink())
        self.program, self.environment = program, wheels.environment(peers)
        self.version = f"{library.name} {library.stat().st_size} {' '.join(REAL_OPTIONS)}"
        self.folder = wheels.FOLDER / "compiled"
        self.folder.mkdir(exist_ok=True)
        self.headers = f"--persistent-auto-pch={scratch}/headers"
        self.idle = queue.LifoQueue()

    def process(self):
        try:
            return self.idle.get_nowait()
        except queue.Empty:
            return subprocess.Popen([self.program, *REAL_OPTIONS], env=self.environment, text=True, stdin=subprocess.PIPE,
                                    stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, preexec_fn=wheels.limit_memory)

    def compile(self, group):
        stem = self.folder / hashlib.sha256(f"{self.version} {group.precompiled}\n{group.text}".encode()).hexdigest()
        package, log = stem.with_suffix(".syclbin"), stem.with_suffix(".log")
        if not package.exists() and not log.exists():
            process = self.process()
            scratch = pathlib.Path(f"{stem}.{process.pid}.cpp")
            scratch.write_text(group.text, encoding="utf-8")
            process.stdin.write(f"{scratch}\t{self.headers}\n" if group.precompiled else f"{scratch}\n")
            process.stdin.flush()
            answer = process.stdout.readline().strip()
            scratch.unlink()
            if not answer:
                process.wait()
                log.write_text("the compiler ended its process\n", encoding="utf-8")
            else:
                self.idle.put(process)
                made = package if answer == "accepted" else log
                os.replace(scratch.with_suffix(made.suffix), made)
        return (package, "") if package.exists() else (None, log.read_text(encoding="utf-8"))

    def close(self):
        while not self.idle.empty():
            process = self.idle.get()
            process.stdin.close()
            process.wait()
