"""Documents for the page: small and rich, a thousand kernels, hostile names, a comparison. Made, not read from files."""
import json
import random
import re

ARCHES = ["intel_gpu_pvc", "intel_gpu_bmg_g21", "intel_gpu_acm_g10", "intel_gpu_tgllp", "nvidia_gpu_sm_90", "amd_gpu_gfx90a"]
NAMES = ["saxpy", "stencil7", "reduce_sum", "histogram256", "gemm_tile<float, 16>", "gemm_tile<double, 16>", "scan_exclusive",
         "sort_bitonic", "fft_radix4", "transpose_local", "nbody_step", "spmv_csr", "conv3x3<half>", "softmax_rows", "layer_norm"]


def devices(count):
    found = [{"name": name, "kind": "target", "from": "built in", "aspects": ["gpu", "fp16"] + (["fp64"] if i % 3 != 2 else []),
              "sub_group_sizes": [16, 32], "max_work_group_size": 1024} for i, name in enumerate(ARCHES)]
    found += [{"name": f"intel_gpu_{i:02d}_{'abc'[i % 3]}", "kind": "target", "from": "built in", "aspects": ["gpu"],
               "sub_group_sizes": [8, 16, 32], "max_work_group_size": 512} for i in range(count - len(found) - 1)]
    return (found + [{"name": "x86_64 by PoCL", "kind": "profile", "from": "lab.yaml", "aspects": ["cpu", "fp64"],
                      "sub_group_sizes": [1], "max_work_group_size": 4096}])[:count]


def resources(number, arch):
    """Like a compiler's: most kernels do not spill."""
    dice = random.Random(f"{number}{arch}")
    return {"arch": arch, "simd": dice.choice([8, 16, 16, 32]), "grf": dice.choice([128, 128, 256]),
            "spill": dice.choice([0, 0, 0, 0, 64, 512, 4096, 12288]), "private": dice.choice([0, 0, 256, 1024]),
            "slm": dice.choice([0, 0, 4096, 65536]), "barriers": dice.choice([0, 1, 1, 2]), "code": dice.randrange(400, 60000)}


def answers(count):
    """Rows that kernels share: native on their architectures, compiled where there is IR, or not at all."""
    verdicts = [{"answer": "native", "image": arch} for arch in ARCHES]
    verdicts += [{"answer": "jit", "image": "spirv64"}, {"answer": "no", "why": ["fp64 is missing"]},
                 {"answer": "no", "why": ["no image for this architecture", "SPIR-V is not taken by CUDA"]},
                 {"answer": "unknown", "why": ["the profile does not tell its sub-group sizes"]},
                 {"answer": "no", "why": ["a work-group of 1,024 is required, the device takes 512"]}]
    jit, no64, nothing, unknown, small = range(6, 11)
    rows = []
    for kind in range(6):
        rest = [[jit, no64, jit, small][(kind + d % 3) % 4] if kind else jit for d in range(count)]
        row = [d if d < 4 and kind % 2 == 0 else rest[d] for d in range(count)]
        for d in range(4, min(6, count)):
            row[d] = d if kind in (1, 2) else nothing
        row[-1] = unknown if kind == 4 else jit
        rows.append(row)
    return verdicts, rows


def treemap(kernels, modules):
    """Bytes of children add up to their parent's."""
    children = []
    for m in range(modules):
        mine = [k for k, kernel in enumerate(kernels) if kernel["module"] == m]
        images = []
        for a, arch in enumerate(ARCHES[:3]):
            parts = [{"name": kernels[k]["name"], "bytes": kernels[k]["resources"][a % 2]["code"], "what": "kernel",
                      "offset": 4096 * k} for k in mine[:60]]
            parts.append({"name": ".ze_info", "bytes": 900 + 120 * len(mine), "what": "section"})
            images.append({"name": arch, "what": "arch", "children": parts, **({"same_as": 3} if m == 2 and a == 1 else {})})
        images.append({"name": "SPIR-V", "what": "image", "bytes": 2200 * len(mine) + 800})
        images.append({"name": "properties", "what": "metadata", "bytes": 300 * len(mine) + 64})
        for image in images:
            image.setdefault("bytes", sum(part["bytes"] for part in image.get("children", [])))
        children.append({"name": f"module {m}", "what": "module", "bytes": sum(i["bytes"] for i in images), "children": images})
    children.append({"name": "padding", "what": "padding", "bytes": 4096})
    return {"name": "physics.syclbin", "what": "file", "bytes": sum(c["bytes"] for c in children), "children": children}


def report(count=60, device_count=14, modules=5):
    kernels = []
    for k in range(count):
        name = f"{NAMES[k % len(NAMES)]}" + (f"::v{k // len(NAMES)}" if k >= len(NAMES) else "")
        kernels.append({"file": 0, "module": k % modules, "kernel": f"_ZTSZ4mainE{len(name)}{name}", "name": f"physics::{name}",
                        "answers": k % 6, "images": [{"arch": a, "offset": 4096 * k, "bytes": 4096} for a in ARCHES[:2]] +
                        [{"ir": "spirv64", "offset": 64, "bytes": 2048}],
                        "resources": [resources(k, arch) for arch in ARCHES[:2]]})
    verdicts, rows = answers(device_count)
    tree = treemap(kernels, modules)
    columns = list(kernels[0]["resources"][0])
    for kernel in kernels:
        kernel["resources"] = [[ARCHES.index(v) if k == "arch" else v for k, v in row.items()] for row in kernel["resources"]]
    return {
        "resource_columns": columns, "arches": ARCHES,
        "report": 1, "sybil": "0.1.0", "title": "physics.syclbin",
        "files": [{"file": "physics.syclbin", "bytes": tree["bytes"], "kind": "syclbin",
                   "summary": {"version": 1, "state": "executable", "modules": modules, "images": 4 * modules, "kernels": count,
                               "dialect": "spec", "container": "offload binary", "compression": "zstd"},
                   "shown": {"version": 1, "kind": "syclbin", "modules": [{"name": f"module {m}", "sets": {
                       "SYCL/device requirements": {"aspects": ["fp16", "fp64"]}}} for m in range(modules)]}}],
        "devices": devices(device_count), "kernels": kernels, "answers": rows, "verdicts": verdicts, "treemap": tree,
        "splits": [{"file": 0, "module": m, "why": ["uses fp64", "sub-groups of 16", "a work-group of 1,024 is required",
                                                     "large register file", "no optional features"][m % 5],
                    "kernels": [k for k in range(count) if k % modules == m], "aspects": [["fp64"], ["fp16", "gpu"], [], ["fp64"], []][m % 5]}
                   for m in range(modules)],
        "blame": [{"kernel": 5, "needs": "fp64", "chain": [{"function": "gemm_tile<double, 16>", "source": "gemm.cpp:41"},
                                                          {"function": "accumulate", "source": "gemm.hpp:118"},
                                                          {"function": "fma(double, double, double)", "source": "math.hpp:9"}]},
                  {"kernel": 12, "needs": "fp16", "chain": [{"function": "conv3x3<half>", "source": "conv.cpp:77"},
                                                           {"function": "load_tile"}]}],
        "links": {"modules": [{"file": 0, "module": m} for m in range(modules)],
                  "symbols": [{"from": 0, "to": 2, "symbol": "rng_next"}, {"from": 1, "to": 2, "symbol": "rng_seed"}], "maps": []},
        "checks": [{"file": 0, "severity": "warning", "check": "requirements-understated", "offset": 18432,
                    "text": "kernel gemm_tile<double, 16> needs fp64, which its module does not state"},
                   {"file": 0, "severity": "error", "check": "native-kernel-missing", "offset": 262144,
                    "text": "module 3: kernel sort_bitonic is not in the image for intel_gpu_pvc"},
                   {"file": 0, "severity": "info", "check": "padding", "offset": 96, "text": "8 bytes of padding are not zero"}],
    }


def many():
    return report(1000, 83, 40)


def difference():
    base = report(40, 14, 4)
    base["title"] = "physics-1.syclbin → physics-2.syclbin"
    base["files"] = [dict(base["files"][0], file=f"physics-{i}.syclbin") for i in (1, 2)]
    for kernel in base["kernels"]:
        kernel["name"] += "<a_policy_with_a_long_name, std::integral_constant<int, 16>, float>"
    change = lambda k, what, attribute, before, after: {"kernel": kernels_name(base, k), "what": what, "attribute": attribute,
                                                        "before": before, "after": after}
    base["diff"] = {
        "verdict": {"same": False, "worse": True},
        "regressions": [change(1, "worse", "spill", 0, 4096), change(5, "worse", "grf", 128, 256),
                        change(7, "worse", "devices", 12, 9), change(8, "removed", "kernel", "there", None)],
        "improvements": [change(3, "better", "spill", 2048, 0), change(2, "better", "code", 41200, 32960)],
        "changes": [change(4, "changed", "simd", 16, 32), change(9, "added", "kernel", None, "there"), change(6, "changed", "native", 7, 7),
                    {"what": "removed", "attribute": "module 0 > SYCL/misc properties > optLevel", "before": 2},
                    {"what": "changed", "attribute": "module 1 > image 0", "before": image(1192, "e3a7", "spirv"), "after": image(1192, "e55c", "spirv")},
                    {"what": "changed", "attribute": "slm_size", "before": image(1192, "e3a7", "spirv"), "after": image(1200, "e3a7", "ptx")}]}
    return base


def image(size, digest, kind):
    return {"index": 0, "kind": "ir", "type": kind, "target": "spir64-unknown-unknown", "size": size, "sha256": digest * 16}


def origins():
    """Two files with two packages each, which have kernels of the same long names, and a link map."""
    base = report(8, 60, 2)
    base["title"] = "old/physics.a → new/physics.a"
    base["files"] = [dict(base["files"][0], file=f"{i}/physics.a") for i in ("old", "new")]
    long = "physics::" + "::".join(f"a_namespace_{i}" for i in range(12))
    types = "<" + "float, " * 12 + "0>"
    for k, kernel in enumerate(base["kernels"]):
        kernel.update(file=k // 4, package=k // 2 % 2, module=0, name=f"{long}::kernel_{k % 2}{types}")
    base["splits"] = [{"file": f, "package": p, "module": 0, "why": "aspects: fp64", "kernels": [4 * f + 2 * p, 4 * f + 2 * p + 1], "aspects": []}
                      for f in (0, 1) for p in (0, 1)]
    # regressions count more than what the verdict says of itself
    base["diff"] = {"verdict": {"same": True, "worse": True}, "improvements": [], "changes": [], "regressions_left_out": 1100, "changes_left_out": 5,
                    "regressions": [{"kernel": f"{long}::kernel_{k % 2}{types}", "what": "worse", "attribute": "code_size", "arch": ARCHES[0],
                                     "before": 1000 + k, "after": 2000 + k} for k in range(900)]}
    sizes = [{"name": f"{i}/physics.a", "what": "file", "bytes": bytes, "children": [{"name": long, "what": "kernel", "bytes": bytes // 250}] * 250}
             for i, bytes in (("old", 1000 * 250), ("new", 3000 * 250))]
    # what the document has joined
    sizes[0]["children"] = sizes[0]["children"] + [{"name": "12345 smaller parts", "what": "smaller parts", "like": "kernel", "parts": 12345, "bytes": 90000}]
    sizes[0]["bytes"] += 90000
    base["treemap"] = {"name": "both", "what": "files", "bytes": 4000 * 250 + 90000, "children": sizes}
    base["links"]["maps"] = [{"file": "physics.map.json", "map": {
        "state": "executable", "inputs": [{"file": "a.spv", "state": "object", "modules": 1, "bytes": 1448}],
        "modules": [{"kernels": ["user"], "members": [{"file": "a.spv", "module": 0, "role": "library"}],
                     "symbols": [{"symbol": "helper", "from": "a.spv:0", "by": "b.spv:0", "target": "spir64"}], "imports": ["printf_of_host"]}, {"members": 3}, 7],
        "dropped": [{"file": "c.spv", "module": 1, "image": None, "why": "unreached"}]}}]
    return base


def failed():
    """Two files that cannot be compared; a kernel that nobody was asked about; more parts than a treemap draws."""
    base = difference()
    base["diff"] = {"error": {"code": "format", "check": "ir-parse", "file": 1, "line": 9, "column": 1, "text": "expected top-level entity"}}
    # an older compiler, which tells only the sum; and more findings than there is room for
    base["resource_columns"] += ["spill_private", "scratch"]
    base["kernels"][4]["resources"] = [[1, 16, 128, None, None, 0, 0, 900, 65536, 131072]]
    base["checks"], base["checks_left_out"] = [], 12000
    base["files"][0]["shown_without"] = ["detail", "deep", "modules"]
    del base["files"][0]["shown"]
    base["devices"][3]["sub_group_sizes"] = [8]
    base["files"][0]["not_asked"] = "names that no property has"
    del base["kernels"][3]["answers"]
    parts = [{"name": f"module {m}", "what": "module", "bytes": 64, "children": [{"name": "metadata", "what": "metadata", "bytes": 64}]} for m in range(700)]
    base["treemap"] = {"name": "physics", "what": "files", "bytes": 700 * 64, "children": parts}
    return base


def kernels_name(document, k):
    return document["kernels"][k]["name"]


# Characters that draw nothing and change how others look.
STEERING = re.compile("[\u0000-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e"
                      "\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U000e0000-\U000e0fff]")
HOSTILE = ["<script>window.broken = 1</script>", "</script><script>window.broken = 2</script>", "<!--<script>", "\"><img src=x onerror=alert(1)>",
           "' onmouseover='window.broken = 3", "a\u202egnp.exe", "zero\u200bwidth\ufeff", "tab\there\nnew\rline", "nul\u0000and\u001b[31mred",
           "line\u2028separator\u2029", "]]>&amp;&lt;", "javascript:alert(1)", "מימין", "${window.broken = 4}", "`backticks`", "\\u003cscript>", "soft\u00adhyphen\u180e\ufe0f",
           "tag\U000e0041", "two  spaces"]


def hostile():
    """Every string that a file could have is one of those."""
    document = report(32, 6, 2)
    names = iter(HOSTILE * 400)
    plain = {"answer", "what", "severity", "kind", "resource_columns"}

    def spoil(value, key=None):
        if isinstance(value, dict):
            return {k: spoil(v, k) for k, v in value.items()}
        if isinstance(value, list):
            return [spoil(v, key) for v in value]
        return next(names) if isinstance(value, str) and key not in plain else value
    spoiled = spoil(document)
    spoiled["files"][0]["file"] = "מימין"
    # a key of a record has no NUL
    spoiled["files"][0]["shown"] = {name.replace("\0", ""): name for name in HOSTILE}
    return spoiled


def crowd():
    """More of everything than a table shows at once."""
    base = report(240, 14, 4)
    base["splits"] = [dict(base["splits"][m % 4], module=m) for m in range(650)]
    base["blame"] = [{"kernel": k % 3, "needs": f"aspect{k:03d}", "use": "arithmetic", "chain": [{"function": base["kernels"][k % 3]["name"]}] + [
        {"function": f"void acme::a_namespace_that_all_of_them_are_in::step<{i}>(char*)", "source": "step.hpp:7"} for i in range(20 * (k % 4 < 3))]} for k in range(200)]
    base["checks"] = [{"file": 0, "severity": "warning", "check": "crowded", "offset": 64 * c,
                       "text": f"finding {c:03d}: " + "what is told about it needs a line of a hundred letters and more, " * 2 + f"end{c:03d}"}
                      for c in range(300)]
    base["checks_left_out"] = 17
    base["checks"][0] = {"file": 0, "severity": "warning", "check": "crowded", "line": 4321, "column": 5, "text": base["checks"][0]["text"]}
    # no two devices with the same answers
    base["devices"] = devices(83)
    _, rows = answers(83)
    base["answers"] = [[(v + (d >> bit & 1)) % 11 if bit < 6 else v for d, v in enumerate(row)] for bit, row in enumerate(rows)]
    base["kernels"][7]["not_asked"] = "its name alone is in the way"
    del base["kernels"][7]["answers"]
    return base


def few():
    """Kernels and devices that fit on a sheet."""
    return report(6, 8, 2)


ALL = {"small": report, "few": few, "many": many, "diff": difference, "failed": failed, "origins": origins, "hostile": hostile, "crowd": crowd}


def with_calls(document):
    """Chains are lists above; in a document a call stands once, with the index of the next one."""
    places = {}
    document["calls"] = []
    for blame in document.get("blame", []):
        at = None
        for call in reversed(blame["chain"]):
            step = {**call} if at is None else {**call, "next": at}
            at = places.setdefault(json.dumps(step), len(places))
            if at == len(document["calls"]):
                document["calls"].append(step)
        blame["chain"] = at
    return document


def text(name):
    """As JSON; the composer has escaped what is not UTF-8 in names of files."""
    return json.dumps(with_calls(ALL[name]()), ensure_ascii=False, separators=(",", ":")).replace("מימין", r"bad\\xff\\xfe\\xc0\\x80utf8")
