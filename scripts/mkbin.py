#!/usr/bin/env python3
"""Build a binary file from readable text; the notation is described in docs/testing.md.

usage: scripts/mkbin.py [-o OUT] [--labels] FILE.txt
"""
import ast
import operator
import pathlib
import re
import shlex
import sys
import zlib

WORDS = {"u8": 1, "u16": 2, "u32": 4, "u64": 8}
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
LABEL = re.compile(r"([A-Za-z_][\w.\[\]]*):(?:\s+(.*))?$")
NAME = re.compile(r"@?(?<![\w.])([A-Za-z_][\w.\[\]]*)")
HEADER = re.compile(r"#\s*(expect|exit|verb|args):\s*(.*)$")


class Error(Exception):
    pass


class Statement:
    def __init__(self, where, word, args, body=None):
        self.where, self.word, self.args, self.body = where, word, args, body
        self.label = None
        self.children = []


class Program:
    """The statements of a file after `use`, `set` and friends are done."""

    def __init__(self):
        self.headers = {}
        self.statements = []

    def find(self, label, where, among=None):
        for index, s in enumerate(self.statements if among is None else among):
            if s.label == label:
                return (self.statements if among is None else among), index
            if s.children:
                try:
                    return self.find(label, where, s.children)
                except Error:
                    pass
        raise Error(f"{where}: no label {label}")


def parse(path):
    program = Program()
    lines = pathlib.Path(path).read_text(encoding="utf-8").splitlines()
    stack = [program.statements]
    number = 0
    while number < len(lines):
        where, line = f"{path}:{number + 1}", lines[number].strip()
        number += 1
        header = HEADER.match(line)
        if header:
            program.headers[header[1]] = header[2].strip()
        if not line or line.startswith("#"):
            continue
        line = re.sub(r"\s+#\s[^\"]*$", "", line)
        label = LABEL.match(line)
        if label:
            line = label[2] or "here"
        word, _, args = line.partition(" ")
        args, body = args.strip(), None
        if re.search(r"<<(\w+)$", args):
            end = args.rpartition("<<")[2]
            args = args[: -len(end) - 2].strip()
            body = []
            while number < len(lines) and lines[number] != end:
                body.append(lines[number])
                number += 1
            if number == len(lines):
                raise Error(f"{where}: {end} is missing")
            number += 1
            body = "".join(text + "\n" for text in body)
        s = Statement(where, word, args, body)
        s.label = label[1] if label else None
        if word == "use":
            base, _, prefix = args.partition(" as ")
            stack[-1].extend(renamed(parse(pathlib.Path(path).parent / base.strip()).statements, prefix.strip()))
        elif word in ("set", "drop", "insert", "replace"):
            change(program, s)
        elif word == "end":
            stack.pop()
        else:
            stack[-1].append(s)
            if word == "begin":
                stack.append(s.children)
    if len(stack) != 1:
        raise Error(f"{path}: begin without end")
    return program


def renamed(statements, prefix):
    """The same with PREFIX. before every label, so that a file can be used twice."""
    if not prefix:
        return statements
    known = set()

    def collect(some):
        for s in some:
            known.add(s.label)
            collect(s.children)

    def rename(some):
        for s in some:
            s.label = s.label and f"{prefix}.{s.label}"
            if s.word in WORDS:
                s.args = NAME.sub(lambda m: f"{prefix}.{m[1]}" if m[1].removesuffix(".end") in known else m[1], s.args)
            rename(s.children)

    collect(statements)
    rename(statements)
    return statements


def change(program, s):
    """set LABEL ARGS · drop LABEL · insert LABEL STATEMENT (before it) · replace LABEL STATEMENT"""
    name, _, rest = s.args.partition(" ")
    among, index = program.find(name, s.where)
    if s.word == "drop":
        del among[index]
        return
    if s.word == "set":
        new = Statement(s.where, among[index].word, rest.strip(), s.body)
    else:
        word, _, args = rest.strip().partition(" ")
        new = Statement(s.where, word, args.strip(), s.body)
    if s.word == "insert":
        among.insert(index, new)
    else:
        new.label = name
        new.children = among[index].children
        among[index] = new


OPERATORS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.BitAnd: operator.and_,
             ast.BitOr: operator.or_, ast.LShift: operator.lshift, ast.FloorDiv: operator.floordiv}


def number_of(text, labels, where):
    """A number: decimal, 0x…, labels (@name or name), + - * // | & << and brackets."""
    names = {}

    def name(match):
        names[f"_{len(names)}"] = match[1]
        return f"_{len(names) - 1}"

    def value(node):
        if isinstance(node, ast.Constant) and isinstance(node.value, int):
            return node.value
        if isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
            return OPERATORS[type(node.op)](value(node.left), value(node.right))
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            return -value(node.operand)
        if isinstance(node, ast.Name) and names.get(node.id) in labels:
            return labels[names[node.id]]
        raise Error(f"{where}: cannot compute '{text}'")

    try:
        return value(ast.parse(NAME.sub(name, text), mode="eval").body)
    except SyntaxError:
        raise Error(f"{where}: cannot compute '{text}'") from None


def text_of(args, where):
    """C-like string literals, one after the other."""
    try:
        return b"".join(ast.literal_eval("b" + part) if part.isascii() else ast.literal_eval(part).encode()
                        for part in re.findall(r'"(?:[^"\\]|\\.)*"', args))
    except (SyntaxError, ValueError):
        raise Error(f"{where}: not a string: {args}") from None


def lsb64(data):
    """DPC++'s coding of byte arrays: six bits at a time from the low end, no padding."""
    out = ""
    for i in range(0, len(data), 3):
        part = data[i:i + 3]
        bits = int.from_bytes(part, "little")
        out += "".join(ALPHABET[bits >> 6 * k & 63] for k in range(len(part) + 1))
    return out


def prop(s, labels):
    """prop KEY TYPE VALUE…: one line of a property set. TYPE: u32, string, u32s, u64s, hex."""
    key, kind, *values = shlex.split(s.args)
    if kind == "u32":
        return f"{key}=1|{number_of(values[0], labels, s.where)}\n".encode()
    if kind == "string":
        data = values[0].encode()
    elif kind in ("u32s", "u64s"):
        data = b"".join((number_of(v, labels, s.where)).to_bytes(int(kind[1:3]) // 8, "little") for v in values)
    elif kind == "hex":
        data = bytes.fromhex("".join(values))
    else:
        raise Error(f"{s.where}: unknown kind of property '{kind}'")
    return f"{key}=2|{lsb64((len(data) * 8).to_bytes(8, 'little') + data)}\n".encode()


def zstd(data):
    """A zstd frame of stored blocks: valid, and needs no compressor."""
    out = bytes.fromhex("28b52ffd e0") + len(data).to_bytes(8, "little")
    blocks = [data[i:i + 65536] for i in range(0, len(data), 65536)] or [b""]
    for i, block in enumerate(blocks):
        out += (len(block) << 3 | (i == len(blocks) - 1)).to_bytes(3, "little") + block
    return out


def emit(statements, labels, new, at):
    """Bytes of the statements, whose first one stands at offset `at`; notes labels in `new`."""
    out = b""
    for s in statements:
        here = at + len(out)
        if s.label:
            if s.label in new:
                raise Error(f"{s.where}: label {s.label} is there already")
            new[s.label] = here
        labels = labels | {"here": here}
        args = s.body if s.body is not None else s.args
        if s.word == "here":
            pass
        elif s.word in WORDS:
            size = WORDS[s.word]
            for part in args.split(","):
                out += (number_of(part.strip(), labels, s.where) & (1 << 8 * size) - 1).to_bytes(size, "little")
        elif s.word == "text":
            out += args.encode()
        elif s.word == "bytes":
            out += text_of(args, s.where)
        elif s.word == "hex":
            out += bytes.fromhex(args)
        elif s.word == "prop":
            out += prop(s, labels)
        elif s.word == "align":
            out += b"\0" * (-here % number_of(args, labels, s.where))
        elif s.word == "fill":
            count, _, byte = args.partition(",")
            out += bytes([number_of(byte.strip() or "0", labels, s.where)]) * number_of(count, labels, s.where)
        elif s.word == "begin":
            if args not in ("", "file", "zlib", "zstd"):
                raise Error(f"{s.where}: begin {args}?")
            # A file inside of the file has offsets of its own.
            inside = emit(s.children, labels, new, 0 if args == "file" else here)
            out += zlib.compress(inside) if args == "zlib" else zstd(inside) if args == "zstd" else inside
        elif s.word == "cut":
            return out[:number_of(args, labels, s.where) - at]
        else:
            raise Error(f"{s.where}: unknown word '{s.word}'")
        if s.label and s.word != "here":
            new[s.label + ".end"] = at + len(out)
    return out


class Zero(dict):
    """Labels of the first round: not known yet."""

    def __contains__(self, key):
        return True

    def __missing__(self, key):
        return 0

    def __or__(self, other):
        return Zero({**self, **other})


def build(path):
    """(bytes, headers, labels) of a file. Sizes may depend on labels, so it is built until nothing moves."""
    program = parse(path)
    labels = Zero()
    for _ in range(8):
        new = {}
        data = emit(program.statements, labels, new, 0)
        if new == labels:
            return data, program.headers, new
        labels = new
    raise Error(f"{path}: labels do not settle")


def main(args):
    out, show, paths = None, False, []
    while args:
        arg = args.pop(0)
        if arg == "-o":
            out = args.pop(0)
        elif arg == "--labels":
            show = True
        elif arg.startswith("-"):
            print(__doc__)
            return 0 if arg in ("-h", "--help") else 2
        else:
            paths.append(arg)
    try:
        data, _, labels = build(paths[0])
    except (Error, OSError, ValueError) as problem:
        print(problem, file=sys.stderr)
        return 3
    if show:
        for name, at in labels.items():
            print(f"0x{at:x} {name}")
    elif out:
        pathlib.Path(out).write_bytes(data)
    else:
        sys.stdout.buffer.write(data)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
