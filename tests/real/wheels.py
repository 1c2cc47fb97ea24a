"""Wheels from PyPI for tests. They stay in a folder, $SYBIL_WHEELS or ~/.cache/sybil-wheels, and are no part of Sybil. Where a
wheel is neither there nor on PyPI, Missing is raised, and tests skip."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import zipfile

FOLDER = pathlib.Path(os.environ.get("SYBIL_WHEELS") or pathlib.Path.home() / ".cache/sybil-wheels")

LINUX = ("manylinux_2_28_x86_64", "manylinux1_x86_64")
WINDOWS = ("win_amd64",)
PYTHON = ("--implementation=cp", "--python-version=3.11", "--abi=cp311", "--abi=abi3", "--abi=none")


class Missing(Exception):
    """A wheel cannot be downloaded."""


def pip_download(folder, *arguments):
    done = subprocess.run([sys.executable, "-m", "pip", "download", "-q", "--disable-pip-version-check", "--retries=1", "--timeout=20",
                           "--only-binary=:all:", "-d", str(folder), *arguments], text=True, stdin=subprocess.DEVNULL,
                          capture_output=True, check=False)
    if done.returncode:
        raise Missing(f"pip download {' '.join(arguments)}: {(done.stderr.strip().splitlines() or ['failed'])[-1]}")


def wheel(name, version, platforms=LINUX):
    """The path of one wheel, for one of the platforms."""

    def kept():
        return [path for path in sorted(FOLDER.glob(f"{name.replace('-', '_')}-{version}-*.whl")) if any(p in path.name for p in platforms)]

    if not kept():
        FOLDER.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=FOLDER) as scratch:
            pip_download(scratch, "--no-deps", *PYTHON, *(f"--platform={p}" for p in platforms), f"{name}=={version}")
            for path in pathlib.Path(scratch).glob("*.whl"):
                path.rename(FOLDER / path.name)
    if not kept():
        raise Missing(f"no wheel of {name} {version} for {platforms[0]}")
    return kept()[0]


def unpack(path, folder):
    """The files of a wheel, those that pip would install below the prefix included."""
    with zipfile.ZipFile(path) as archive:
        archive.extractall(folder)
    for data in pathlib.Path(folder).glob("*.data/data"):
        shutil.copytree(data, folder, dirs_exist_ok=True)
        shutil.rmtree(data)


def prefix(label, *requirements):
    """A folder with lib and include of packages and everything that they need."""
    place = FOLDER / label
    if not place.exists():
        FOLDER.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=FOLDER) as scratch:
            pip_download(f"{scratch}/wheels", *requirements)
            for path in sorted(pathlib.Path(scratch, "wheels").glob("*.whl")):
                unpack(path, f"{scratch}/tree")
            try:
                os.rename(f"{scratch}/tree", place)
            except OSError:
                if not place.exists():  # else another test was faster
                    raise
    return place
