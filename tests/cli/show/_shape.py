#!/usr/bin/env python3
"""Check the promised keys and types of `sybil show -j` on a package: _shape.py JSON PACKAGE"""
import json
import sys

NONE = type(None)
root = json.load(open(sys.argv[1], encoding="utf-8"))
data = open(sys.argv[2], "rb").read()
bad = []


def has(where, value, **keys):
    for key, kinds in keys.items():
        if key not in value:
            bad.append(f"{where}: no {key}")
        elif not isinstance(value[key], kinds) or (isinstance(value[key], bool) and kinds is int):
            bad.append(f"{where}.{key}: {value[key]!r}")


def one_of(where, value, *choices):
    if value not in choices:
        bad.append(f"{where}: {value!r}")


has("root", root, version=int, kind=str, format_version=int, container=str, state=str, modules=list, file=str,
    compression=str, size=int)
one_of("version", root["version"], 1)
one_of("kind", root["kind"], "syclbin")
one_of("format_version", root["format_version"], 1, 2)
one_of("container", root["container"], "offload", "none")
one_of("compression", root["compression"], "none", "zstd", "zlib")
one_of("state", root["state"], "input", "object", "executable")
for i, module in enumerate(root["modules"]):
    where = f"modules[{i}]"
    has(where, module, index=int, kernels=list, properties=dict, images=list)
    one_of(f"{where}.index", module["index"], i)
    if not all(isinstance(name, str) for name in module["kernels"]):
        bad.append(f"{where}.kernels: not all strings")
    for name, keys in module["properties"].items():
        if not isinstance(keys, dict):
            bad.append(f"{where}.properties[{name}]: {keys!r}")
    kinds = []
    for k, image in enumerate(module["images"]):
        here = f"{where}.images[{k}]"
        has(here, image, index=int, kind=str, type=(str, NONE), arch=(str, NONE), target=(str, NONE), offset=int,
            size=int)
        one_of(f"{here}.index", image["index"], k)
        one_of(f"{here}.kind", image["kind"], "ir", "native")
        one_of(f"{here}.type", image["type"], "spirv", "ptx", "amdgcn", None)
        if image["kind"] == "native" and image["type"] is not None:
            bad.append(f"{here}.type: {image['type']!r} of a native image")
        kinds.append(image["kind"])
        magic = {"spirv": b"\x03\x02\x23\x07", "ptx": b"//\n"}.get(image["type"])
        if magic and root["compression"] == "none" and not data[image["offset"]:].startswith(magic):
            bad.append(f"{here}.offset: {image['offset']} is not where the image is")
    if kinds != sorted(kinds):
        bad.append(f"{where}.images: not IR first")
print(*bad, sep="\n", end="\n" if bad else "")
sys.exit(bool(bad))
