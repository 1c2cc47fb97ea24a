"""The version comes from meson.build, the description from the module. Nothing is written into the source tree."""
import ast
import atexit
import pathlib
import re
import shutil
import tempfile

from setuptools import setup

here = pathlib.Path(__file__).resolve().parent
scratch = tempfile.mkdtemp()
atexit.register(shutil.rmtree, scratch, ignore_errors=True)
setup(
    version=re.search(r"^  version: '(.*)',", (here.parent / "meson.build").read_text(encoding="utf-8"), re.MULTILINE)[1],
    long_description=ast.get_docstring(ast.parse((here / "sybil/__init__.py").read_text(encoding="utf-8"))),
    long_description_content_type="text/plain",
    options={"build": {"build_base": scratch}, "egg_info": {"egg_base": scratch}},
)
