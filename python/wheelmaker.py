"""What `pip install .` calls to make a wheel: a zip of the package and four files about it. With this in the tree the
build needs no other package, and so no network. Called as a program (`make wheel`) it makes one in a folder.

The same sources give the same bytes."""
import ast
import base64
import hashlib
import pathlib
import sys
import zipfile

NAME, VERSION = "sybil", "0.1.0"
HERE = pathlib.Path(__file__).resolve().parent
INFO = f"{NAME}-{VERSION}.dist-info"
METADATA = f"""Metadata-Version: 2.1
Name: {NAME}
Version: {VERSION}
Summary: Load SYCLBIN packages on devices and run their kernels
License: MIT
Requires-Python: >=3.8
Provides-Extra: numpy
Requires-Dist: numpy; extra == "numpy"
Description-Content-Type: text/plain

"""
WHEEL = "Wheel-Version: 1.0\nGenerator: sybil\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


def _description():
    """What the module says of itself."""
    return ast.get_docstring(ast.parse((HERE / NAME / "__init__.py").read_text(encoding="utf-8"))) + "\n"


def _digest(content):
    return "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()


def _write(folder, files):
    name = f"{NAME}-{VERSION}-py3-none-any.whl"
    files = {**files, f"{INFO}/METADATA": (METADATA + _description()).encode(), f"{INFO}/WHEEL": WHEEL.encode()}
    licence = HERE.parent / "LICENSE"
    if licence.exists():
        files[f"{INFO}/LICENSE"] = licence.read_bytes()
    lines = [f"{path},{_digest(content)},{len(content)}\n" for path, content in files.items()]
    files[f"{INFO}/RECORD"] = "".join((*lines, f"{INFO}/RECORD,,\n")).encode()
    with zipfile.ZipFile(pathlib.Path(folder, name), "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, content in files.items():
            entry = zipfile.ZipInfo(path, (1980, 1, 1, 0, 0, 0))
            entry.create_system, entry.external_attr, entry.compress_type = 3, 0o100644 << 16, zipfile.ZIP_DEFLATED
            wheel.writestr(entry, content)
    return name


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    return _write(wheel_directory, {f"{NAME}/{path.name}": path.read_bytes()
                                    for path in sorted((HERE / NAME).glob("*.py"))})


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    return _write(wheel_directory, {f"{NAME}.pth": f"{HERE}\n".encode()})


def get_requires_for_build_wheel(config_settings=None):
    return []


get_requires_for_build_editable = get_requires_for_build_wheel

if __name__ == "__main__":
    if sys.argv[1:2] in (["-h"], ["--help"]) or len(sys.argv) > 2 or sys.argv[1:2] and sys.argv[1].startswith("-"):
        asked = sys.argv[1:] in (["-h"], ["--help"])
        print("usage: wheelmaker.py [FOLDER]        a wheel of the package sybil in FOLDER (.)", file=sys.stdout if asked else sys.stderr)
        sys.exit(0 if asked else 2)
    out = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    try:
        out.mkdir(parents=True, exist_ok=True)
        print(out / build_wheel(out))
    except OSError as error:
        print(f"wheelmaker: {error}", file=sys.stderr)
        sys.exit(4)
