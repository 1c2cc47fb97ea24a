#!/usr/bin/env python3
"""Write SPIR-V modules that export many functions to each other, for benchmarks and tests.

usage: bench/make_spirv.py --functions=N [--body=K] [--seed=S] OUT.spv...

The functions are spread over the modules; each calls some of its neighbours, which other modules export, and does K
additions. The first module has a kernel. All are valid.
"""
import argparse
import pathlib
import random
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "tests" / "lib"))
from spirvmod import EXPORT, IMPORT, Module, text  # noqa: E402


def make(index, own, calls, body):
    """The functions `own`, each calling those in calls[i]."""
    m = Module()
    names = {i: f"_Z{len(f'function_{i}')}function_{i}jj" for i in {*own, *(c for i in own for c in calls[i])}}
    ids = {i: m.id() for i in sorted(names)}
    imports = sorted(set(names) - set(own))
    void, uint, two, pointer, kernel_type, kernel = (m.id() for _ in range(6))
    constants = [m.id() for _ in range(16)]
    for capability in (4, 5, 6):
        m.op("Capability", capability)
    m.op("MemoryModel", 2, 2)
    if index == 0:
        m.op("EntryPoint", 6, kernel, *text("entry"))
    m.op("Source", 3, 102000)
    for i in sorted(names):
        m.op("Name", ids[i], *text(names[i]))
    for i in own:
        m.op("Decorate", ids[i], 41, *text(names[i]), EXPORT)
    for i in imports:
        m.op("Decorate", ids[i], 41, *text(names[i]), IMPORT)
    m.op("TypeVoid", void)
    m.op("TypeInt", uint, 32, 0)
    m.op("TypeFunction", two, uint, uint, uint)
    m.op("TypePointer", pointer, 5, uint)
    m.op("TypeFunction", kernel_type, void, pointer)
    for k, constant in enumerate(constants):
        m.op("Constant", uint, constant, k * 7 + 1)
    for i in imports:
        m.op("Function", uint, ids[i], 0, two)
        m.op("FunctionParameter", uint, m.id())
        m.op("FunctionParameter", uint, m.id())
        m.op("FunctionEnd")
    for i in own:
        m.op("Function", uint, ids[i], 0, two)
        a, b = m.id(), m.id()
        m.op("FunctionParameter", uint, a)
        m.op("FunctionParameter", uint, b)
        m.op("Label", m.id())
        value = a
        for k in range(body):
            following = m.id()
            m.op("IAdd" if (i + k) % 3 else "IMul", uint, following, value, constants[(i * 5 + k) % 16] if k % 2 else b)
            value = following
        for called in calls[i]:
            following = m.id()
            m.op("FunctionCall", uint, following, ids[called], value, b)
            value = following
        m.op("ReturnValue", value)
        m.op("FunctionEnd")
    if index == 0:
        m.op("Function", void, kernel, 0, kernel_type)
        p, value, result = m.id(), m.id(), m.id()
        m.op("FunctionParameter", pointer, p)
        m.op("Label", m.id())
        m.op("Load", uint, value, p, 2, 4)
        m.op("FunctionCall", uint, result, ids[own[-1]], value, constants[0])
        m.op("Store", p, result, 2, 4)
        m.op("Return")
        m.op("FunctionEnd")
    return m


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--functions", type=int, required=True)
    parser.add_argument("--body", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("out", nargs="+")
    args = parser.parse_args()
    rng = random.Random(args.seed)
    count = args.functions
    # Only earlier ones are called: no recursion.
    calls = [[rng.randrange(max(0, i - 400), i) for _ in range(2)] if i > 1 else [] for i in range(count)]
    modules = len(args.out)
    for index, path in enumerate(args.out):
        pathlib.Path(path).write_bytes(make(index, list(range(index, count, modules)), calls, args.body).bytes())


main()
