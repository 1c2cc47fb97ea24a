"""Compares the parts of documents with what the verbs print; used by the cases beside it.

usage: _same.py FILE...      says for each file which parts were compared; exits 1 when one differs
"""
import json
import subprocess
import sys


def run(*words):
    done = subprocess.run(["sybil", *words], capture_output=True, check=False)
    return json.loads(done.stdout) if done.stdout else None


def differ(what, have, want):
    if have != want:
        sys.exit(f"{what} differs:\n{json.dumps(have)[:500]}\n{json.dumps(want)[:500]}")
    return what


def checks(document, answer):
    """The diagnostics of `check -j` have the file's name, and always notes."""
    have = [{k: v for k, v in c.items() if k not in ("file",)} for c in document["checks"]]
    want = []
    for one in answer["files"][0]["diagnostics"]:
        kept = {k: v for k, v in one.items() if k != "file" and not (k == "notes" and not v)}
        want.append(kept)
    return differ("checks", have, want)


def matrix(document, name, targets):
    answer = run("check", "-j", "-q", f"--target={targets}", name)
    if "matrix" not in answer["files"][0]:
        return "(no package)"
    cells = {k["name"]: k["targets"] for k in answer["files"][0]["matrix"]["kernels"]}
    for kernel in document["kernels"]:
        row = [document["verdicts"][i] for i in document["answers"][kernel["answers"]]]
        for device, verdict, cell in zip(document["devices"], row, cells[kernel["kernel"]]):
            differ("target", device["name"], cell["target"])
            want = {"yes": "native" if cell.get("as") == "native" else "jit"}.get(cell["answer"], cell["answer"])
            differ(f"answer of {kernel['kernel']} on {device['name']}", verdict["answer"], want)
            differ("reasons", "; ".join(verdict.get("why", [])), cell["why"] or "")
    differ("kernels", {k["kernel"] for k in document["kernels"]}, set(cells))
    return "matrix"


def add_up(node):
    children = node.get("children", [])
    if children:
        differ(f"sum of {node['name']}", sum(c["bytes"] for c in children), node["bytes"])
    for child in children:
        add_up(child)
    return "treemap"


TARGETS = "intel_gpu_pvc,nvidia_gpu_sm_80,spir64,spir64_x86_64"
for path in sys.argv[1:]:
    doc = run("show", "--html", "-j", f"--target={TARGETS}", path)
    file = doc["files"][0]
    told = [differ("shown", file["shown"], run("show", "--deep", "--hash", "-j", path))]
    size = run("size", "-j", path) if "size" in file else None
    if size:
        told.append(differ("size", file["size"], size))
    told.append(checks(doc, run("check", "-j", path)))
    if doc["answers"]:
        told.append(matrix(doc, path, TARGETS))
    told.append(add_up(doc["treemap"]))
    print(f"{path}: {len(doc['kernels'])} kernels: {' '.join(told)}")
