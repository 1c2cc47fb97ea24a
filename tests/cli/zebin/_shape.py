#!/usr/bin/env python3
"""Check the promised keys and types of `sybil show -j` on a zebin or ZE Info text: _shape.py JSON"""
import json
import sys

NONE = type(None)
root = json.load(open(sys.argv[1], encoding="utf-8"))
bad = []


def has(where, value, /, **keys):
    for key, kinds in keys.items():
        if key not in value:
            bad.append(f"{where}: no {key}")
        elif not isinstance(value[key], kinds) or (isinstance(value[key], bool) and kinds is not bool):
            bad.append(f"{where}.{key}: {value[key]!r}")


NUMBER = (int, NONE)
has("root", root, version=int, kind=str, file=str, size=int, kernels=list, functions=list, ze_info_version=(str, NONE),
    ze_info=dict)
if root["kind"] == "zebin":
    has("root", root, device=dict, zebin_version=(str, NONE), notes=list, sections=list, symbols=list, relocations=list,
        header=dict)
    has("device", root["device"], name=(str, NONE), product_family=NUMBER, product_name=(str, NONE),
        core_family=NUMBER, product_config=(str, NONE), min_stepping=NUMBER, max_stepping=NUMBER, generator=(str, NONE))
    for i, note in enumerate(root["notes"]):
        has(f"notes[{i}]", note, owner=str, type=int, name=(str, NONE), value=(str, int), offset=int)
    for i, section in enumerate(root["sections"]):
        has(f"sections[{i}]", section, index=int, name=str, type=int, flags=int, offset=int, size=int)
elif root["kind"] != "ze_info":
    bad.append(f"kind: {root['kind']}")
for i, kernel in enumerate(root["kernels"]):
    where = f"kernels[{i}]"
    has(where, kernel, name=str, simd_size=NUMBER, grf_count=NUMBER, threads_per_eu=NUMBER, slm_size=NUMBER,
        barrier_count=NUMBER, spill_size=NUMBER, private_size=NUMBER, scratch_size=NUMBER, payload_size=NUMBER,
        argument_count=int, code_size=NUMBER, flags=list, arguments=list, payload=list, execution_env=dict)
    if (kernel["spill_size"] is None or kernel["private_size"] is None) and "spill_private_size" not in kernel:
        bad.append(f"{where}: neither spill and private nor their sum")
    if kernel["argument_count"] != len(kernel["arguments"]):
        bad.append(f"{where}: {kernel['argument_count']} arguments")
    for k, argument in enumerate(kernel["arguments"]):
        has(f"{where}.arguments[{k}]", argument, index=int, name=(str, NONE), type=(str, NONE), arg_type=(str, NONE),
            addrspace=(str, NONE), addrmode=(str, NONE), access_type=(str, NONE), offset=NUMBER, size=NUMBER, bti=NUMBER)
    indices = [argument["index"] for argument in kernel["arguments"]]
    if indices != sorted(set(indices)):
        bad.append(f"{where}: argument indices {indices}")
    for k, entry in enumerate(kernel["payload"]):
        has(f"{where}.payload[{k}]", entry, arg_type=str, offset=int, size=int)
print(*bad, sep="\n", end="\n" if bad else "")
sys.exit(bool(bad))
