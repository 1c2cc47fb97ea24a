#!/usr/bin/env python3
"""Write a valid SPIR-V module of about so many bytes: kernels of arithmetic with names, decorations and a helper each.

usage: bench/make_spirv_kernels.py BYTES OUTPUT.spv
"""
import array
import sys

VOID, UINT, ULONG, FLOAT, DOUBLE, POINTER, KERNEL, HELPER, ONE, TWO, FIRST = range(1, 12)


def text(string):
    data = string.encode() + b"\0"
    data += b"\0" * (-len(data) % 4)
    return [int.from_bytes(data[i:i + 4], "little") for i in range(0, len(data), 4)]


def op(number, *words):
    words = [w for word in words for w in (word if isinstance(word, list) else [word])]
    return [(len(words) + 1) << 16 | number] + words


def helper(base):
    """%base = float → float by way of double, 24 additions."""
    words = op(54, FLOAT, base, 0, HELPER) + op(55, FLOAT, base + 1) + op(248, base + 2)
    words += op(115, DOUBLE, base + 3, base + 1)
    value = base + 3
    for i in range(24):
        words += op(129, DOUBLE, base + 4 + i, value, TWO)
        value = base + 4 + i
    return words + op(115, FLOAT, base + 28, value) + op(254, base + 28) + op(56), base + 29


def kernel(base, function):
    """%base = kernel of a pointer and a number: loads, adds and multiplies 24 times, calls, stores."""
    words = op(54, VOID, base, 0, KERNEL) + op(55, POINTER, base + 1) + op(55, UINT, base + 2) + op(248, base + 3)
    words += op(61, FLOAT, base + 4, base + 1, 2, 4)
    value = base + 4
    for i in range(24):
        words += op(129 if i % 2 else 133, FLOAT, base + 5 + i, value, ONE)
        value = base + 5 + i
    words += op(57, FLOAT, base + 29, function, value) + op(62, base + 1, base + 29, 2, 4)
    return words + op(253) + op(56), base + 30


def module(size, helpers=0):
    """The words of a module; helpers: functions without a name that nothing calls."""
    head = [part for capability in (4, 5, 6, 10, 11) for part in op(17, capability)] + op(14, 2, 2)
    entries, modes, names, decorations, code = [], [], [], [], []
    types = op(19, VOID) + op(21, UINT, 32, 0) + op(21, ULONG, 64, 0) + op(22, FLOAT, 32) + op(22, DOUBLE, 64)
    types += op(32, POINTER, 5, FLOAT) + op(33, KERNEL, VOID, POINTER, UINT) + op(33, HELPER, FLOAT, FLOAT)
    types += op(43, FLOAT, ONE, 0x3f800000) + op(43, DOUBLE, TWO, 0, 0x40000000)
    base, count = FIRST, 0
    while 4 * sum(map(len, (entries, names, decorations, code))) < size:
        function = base
        words, base = helper(base)
        code += words
        entry = base
        words, base = kernel(base, function)
        code += words
        entries += op(15, 6, entry, text(f"_ZTS6Kernel{count:07d}"))
        modes += op(16, entry, 17, 64, 1, 1)
        names += op(5, function, text(f"_Z6helper{count:07d}f")) + op(5, entry + 1, text("data")) + op(5, entry + 2, text("n"))
        decorations += op(71, entry + 1, 44, 4) + op(71, entry + 1, 38, 5)
        count += 1
    for _ in range(helpers):
        words, base = helper(base)
        code += words
    return [0x07230203, 0x00010200, 0, base, 0] + head + entries + modes + names + decorations + types + code


def main():
    with open(sys.argv[2], "wb") as f:
        array.array("I", module(int(sys.argv[1]))).tofile(f)


if __name__ == "__main__":
    main()
