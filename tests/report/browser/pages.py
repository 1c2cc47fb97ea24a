"""Pages of the documents, in a folder, and what both tests ask of them."""
import json
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "lib"))
import documents  # noqa: E402
from taplib import BUILD, SOURCE  # noqa: E402

MARK = '<script type="application/json" id="sybil-report">'


def write(folder):
    """NAME.html for every document: a page of the program, with another document in it."""
    found = {}
    page = subprocess.run([BUILD / "tools/sybil", "show", "--html", SOURCE / "tests/golden/spirv/opencl.spv"], check=True, capture_output=True).stdout.decode()
    start = page.index(MARK) + len(MARK)
    for name in documents.ALL:
        text = documents.text(name).replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
        found[name] = pathlib.Path(folder, f"{name}.html")
        found[name].write_text(page[:start] + text + page[page.index("</script>", start):], encoding="utf-8")
    return found


def embedded(text):
    """The document that a page carries."""
    start = text.index(MARK) + len(MARK)
    return json.loads(text[start:text.index("</script>", start)])
