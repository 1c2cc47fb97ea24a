"""Software of others for tests, from PyPI: wheels, and folders with the SYCL runtimes of PEERS. It is kept in $SYBIL_PEERS or build-peers,
which all build folders share, and is not part of Sybil. If something is neither there nor on PyPI, Missing is raised, and tests skip.
`scripts/peers` downloads the runtimes before the tests need them."""
import contextlib
import fcntl
import os
import pathlib
import resource
import shutil
import subprocess
import sys
import tempfile
import zipfile

from taplib import SOURCE

FOLDER = pathlib.Path(os.environ.get("SYBIL_PEERS") or SOURCE / "build-peers")

# DPC++'s runtimes with their headers, and Intel's OpenCL for CPUs.
NEWEST, OLDER = "sycl-2026", "sycl-2025"
PEERS = {
    NEWEST: ("intel-sycl-rt==2026.2.*", "intel-opencl-rt==2026.2.*"),
    OLDER: ("intel-sycl-rt==2025.3.*",),
}

LINUX = ("manylinux_2_28_x86_64", "manylinux1_x86_64")
WINDOWS = ("win_amd64",)
PYTHON = ("--implementation=cp", "--python-version=3.11", "--abi=cp311", "--abi=abi3", "--abi=none")


class Missing(Exception):
    """A wheel cannot be downloaded."""


def pip_download(folder, *arguments):
    """Download; the progress is shown on a terminal."""
    quiet = [] if sys.stderr.isatty() else ["-q"]
    done = subprocess.run([sys.executable, "-m", "pip", "download", *quiet, "--disable-pip-version-check", "--retries=1", "--timeout=20",
                           "--only-binary=:all:", "-d", str(folder), *arguments], text=True, stdin=subprocess.DEVNULL,
                          stdout=subprocess.DEVNULL if quiet else sys.stderr, stderr=subprocess.PIPE, check=False)
    if done.returncode:
        raise Missing(f"pip download {' '.join(arguments)}: {(done.stderr.strip().splitlines() or ['failed'])[-1]}")


@contextlib.contextmanager
def scratch_folder():
    """A folder for a download. Other processes wait, so that they do not download the same."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with open(FOLDER / ".lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with tempfile.TemporaryDirectory(dir=FOLDER) as scratch:
            yield scratch


def wheel(name, version, platforms=LINUX):
    """The path of one wheel, for one of the platforms."""

    def kept():
        return [path for path in sorted(FOLDER.glob(f"{name.replace('-', '_')}-{version}-*.whl")) if any(p in path.name for p in platforms)]

    if not kept():
        with scratch_folder() as scratch:
            if not kept():
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


def prefix(label):
    """A folder with lib and include of the packages of PEERS and everything that they need."""
    place = FOLDER / label
    if not place.exists():
        with scratch_folder() as scratch:
            if not place.exists():
                pip_download(f"{scratch}/wheels", *PEERS[label])
                for path in sorted(pathlib.Path(scratch, "wheels").glob("*.whl")):
                    unpack(path, f"{scratch}/tree")
                os.rename(f"{scratch}/tree", place)
    return place


def environment(*folders, driver=None):
    """For programs that use the runtime of the first folder, on a driver for CPUs; by default that of the last folder."""
    return {**os.environ, "LD_LIBRARY_PATH": ":".join(str(folder / "lib") for folder in dict.fromkeys(folders)),
            "OCL_ICD_FILENAMES": str(driver or folders[-1] / "lib/libintelocl.so"), "ONEAPI_DEVICE_SELECTOR": "opencl:cpu"}


def only_driver(folder, driver):
    """For programs that use the system's OpenCL loader: one driver, which a file in an empty folder names."""
    (folder / "driver.icd").write_text(f"{driver}\n", encoding="utf-8")
    return {**os.environ, "OCL_ICD_VENDORS": str(folder.resolve()), "ONEAPI_DEVICE_SELECTOR": "opencl:cpu"}


def limit_memory():
    """For programs that we did not write, between fork and exec."""
    resource.setrlimit(resource.RLIMIT_AS, (12 << 30, 12 << 30))


def versions(place):
    """Packages of a folder of PEERS, with their versions."""
    for info in sorted(place.glob("*.dist-info")):
        name, version = info.name.removesuffix(".dist-info").rsplit("-", 1)
        yield name.replace("_", "-"), version
