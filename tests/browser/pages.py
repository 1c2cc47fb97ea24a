"""Pages of the documents, in a folder, and what both tests ask of them."""
import json
import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "lib"))
import documents  # noqa: E402


def write(folder):
    """NAME.html for every document."""
    found = {}
    for name in documents.ALL:
        source, page = pathlib.Path(folder, f"{name}.json"), pathlib.Path(folder, f"{name}.html")
        source.write_bytes(documents.text(name))
        subprocess.run([os.environ["SYBIL_PAGE"], source, page], check=True)
        found[name] = page
    return found


def embedded(text):
    """The document that a page carries."""
    start = text.index('<script type="application/json" id="sybil-report">')
    return json.loads(text[text.index(">", start) + 1:text.index("</script>", start)])
