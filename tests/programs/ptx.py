"""The PTX in a file, through NVIDIA's assembler where it is installed (ptxas in PATH, SYBIL_PTXAS, or CUDA's usual folder)."""
import os
import pathlib
import shutil
import subprocess
import tempfile

import wheels

PTXAS = os.environ.get("SYBIL_PTXAS") or shutil.which("ptxas") or shutil.which("ptxas", path="/usr/local/cuda/bin")


def run(*command):
    try:
        done = subprocess.run([str(word) for word in command], text=True, errors="replace", stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, timeout=300, check=False, preexec_fn=wheels.limit_memory)
    except subprocess.TimeoutExpired:
        return f"{command[0]} does not end within 300 seconds"
    return done.stdout or f"exit {done.returncode}" if done.returncode else None


def assemble(sybil, path):
    """The number of PTX images, and the problem or nothing."""
    with tempfile.TemporaryDirectory() as folder:
        problem = run(sybil, "extract", path, f"--out-dir={folder}")
        images = sorted(pathlib.Path(folder).glob("*.ptx"))
        if problem or not images:
            return 0, problem or "no PTX"
        for image in images if PTXAS else []:
            problem = run(PTXAS, "-arch=sm_90", image, "-o", f"{folder}/assembled")
            if problem:
                return len(images), f"{image.name}: ptxas: {problem[:1000]}"
    return len(images), None
