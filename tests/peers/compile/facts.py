"""What a package says about the kernels of a source: names, parameters, execution modes, capabilities, decorations, properties."""
import json
import re
import struct
import subprocess

CAPABILITY, ENTRY, MODE, VARIABLE, FUNCTION, PARAMETER, DECORATE = 17, 15, 16, 59, 54, 55, 71
STORAGE = {0: "constant", 1: "input", 4: "local", 5: "global", 7: "private"}
MODES = {17: "LocalSize", 18: "LocalSizeHint", 30: "VecTypeHint", 31: "ContractionOff", 35: "SubgroupSize", 4459: "DenormPreserve",
         4460: "DenormFlushToZero", 4462: "RoundingModeRTE", 4463: "RoundingModeRTZ", 5620: "RoundingModeRTPINTEL", 5621: "RoundingModeRTNINTEL",
         5893: "MaxWorkgroupSizeINTEL", 6461: "MaximumRegistersINTEL"}
DECORATIONS = {5: "BuiltIn", 19: "Restrict", 22: "Constant", 38: "FuncParamAttr", 41: "LinkageAttributes", 44: "Alignment", 45: "MaxByteOffset",
               5626: "GlobalVariableOffsetINTEL", 5835: "UserSemantic", 5921: "BufferLocationINTEL", 6147: "HostAccessINTEL"}
# What an optimiser found out, and the names of built-in variables.
UNCOMPARED = ("FuncParamAttr", "MaxByteOffset")


def text(words):
    return struct.pack(f"<{len(words)}I", *words).split(b"\0")[0].decode()


def instructions(code):
    words = struct.unpack(f"<{len(code) // 4}I", code)
    at = 5
    while at < len(words):
        yield words[at] & 0xffff, words[at + 1:at + (words[at] >> 16)]
        at += words[at] >> 16


def decoration(words):
    name = DECORATIONS.get(words[0], str(words[0]))
    if name == "LinkageAttributes":
        return f"{name} {text(words[1:-1])} {('Export', 'Import', 'LinkOnceODR')[words[-1]]}"
    if name == "UserSemantic":
        return f"{name} {text(words[1:])}"
    if name == "HostAccessINTEL":
        return f"{name} {words[1]} {text(words[2:])}"
    return " ".join([name, *map(str, words[1:])])


def module_facts(code, kernel):
    """Capabilities of a module, modes of a kernel, decorations of its parameters and of the module's variables."""
    capabilities, modes, decorated, what, entry, inside = [], [], {}, {}, None, None
    for op, words in instructions(code):
        if op == CAPABILITY:
            capabilities.append(words[0])
        elif op == ENTRY and text(words[2:]) == kernel:
            entry = words[1]
        elif op == MODE and words[0] == entry:
            modes.append(" ".join([MODES.get(words[1], str(words[1])), *map(str, words[2:])]))
        elif op == DECORATE:
            decorated.setdefault(words[0], []).append(decoration(words[1:]))
        elif op == VARIABLE and words[2] not in (1, 7):
            what[words[1]] = f"{STORAGE.get(words[2], words[2])} variable"
        elif op == FUNCTION:
            inside = 0 if words[1] == entry else None
        elif op == PARAMETER and inside is not None:
            what[words[1]] = f"parameter {inside}"
            inside += 1
    decorations = sorted(f"{what[target]}: {one}" for target, ones in decorated.items() if target in what for one in ones
                         if not one.startswith(UNCOMPARED))
    return capabilities, sorted(modes), decorations


def kind(type_name):
    """Classes by any name are structures, and SPIR-V does not distinguish signed from unsigned."""
    return "structure" if type_name.startswith(("class ", "struct ", "union ")) else re.sub(r"^u(?=char|short|int|long)", "", type_name)


def flat(properties):
    """SET: KEY = VALUE, without names of kernels and masks that remove nothing."""
    masks = properties.get("SYCL/kernel param opt", {})
    properties = properties | {"SYCL/kernel param opt": {kernel: mask["removed"] for kernel, mask in masks.items() if mask["removed"]}}
    return sorted(f"{title}: {key} = {json.dumps(value)}" for title, keys in properties.items() if title != "SYCL/kernel names"
                  for key, value in keys.items())


def owner(kernel, sources):
    """The name of the source that has the kernel: a mangled name contains it, a C name is in its text."""
    if kernel.startswith("_Z"):
        found = [source.name for source in sources if f"{len(source.name)}{source.name}" in kernel or
                 f"{len('__sycl_kernel_' + source.name)}__sycl_kernel_{source.name}" in kernel]
    else:
        found = [source.name for source in sources if re.search(rf"\b{kernel.removeprefix('__sycl_kernel_')}\(", source.text)]
    return max(found, key=len)


def package_facts(sybil, path, sources):
    """{source: {kernel: {topic: value}}}"""
    shown = json.loads(subprocess.run([sybil, "show", "-j", "--deep", path], stdout=subprocess.PIPE, check=True).stdout)
    content, found = path.read_bytes(), {source.name: {} for source in sources}
    for module in shown["modules"]:
        image, = module["images"]
        code = content[image["offset"]:image["offset"] + image["size"]]
        for kernel in image["content"]["kernels"]:
            capabilities, modes, decorations = module_facts(code, kernel["name"])
            facts = {
                "parameters": [f"{argument['address'] or kind(argument['type'])} {argument['size']}" for argument in kernel["arguments"]],
                "execution modes": modes,
                "capabilities": sorted(image["content"]["capabilities"]),
                "decorations": decorations,
                "properties": flat(module["properties"]),
            }
            assert len(capabilities) == len(facts["capabilities"])
            found[owner(kernel["name"], sources)][kernel["name"]] = facts
    return found
