"""SPIR-V modules by hand: writing them word by word, reading them, and running functions of them that only compute.

Nothing here is ours: a second opinion on what the linker wrote. The values are whole numbers of 32 bits and pointers.
"""
import struct

OP = {"Undef": 1, "Source": 3, "Name": 5, "MemberName": 6, "String": 7, "Line": 8, "Extension": 10, "ExtInstImport": 11, "ExtInst": 12,
      "MemoryModel": 14, "EntryPoint": 15, "ExecutionMode": 16, "Capability": 17, "TypeVoid": 19, "TypeInt": 21,
      "TypeFloat": 22, "TypeVector": 23, "TypeArray": 28, "TypeStruct": 30, "TypeOpaque": 31, "TypePointer": 32, "TypeFunction": 33,
      "TypeForwardPointer": 39, "Constant": 43, "ConstantComposite": 44, "ConstantNull": 46, "SpecConstant": 50, "SpecConstantOp": 52, "Function": 54,
      "FunctionParameter": 55, "FunctionEnd": 56, "FunctionCall": 57, "Variable": 59, "Load": 61, "Store": 62, "Decorate": 71,
      "MemberDecorate": 72, "DecorationGroup": 73, "GroupDecorate": 74, "IAdd": 128, "IMul": 132, "Label": 248, "Return": 253,
      "ReturnValue": 254, "ModuleProcessed": 330, "NoLine": 317}
NAME = {number: name for name, number in OP.items()}
EXPORT, IMPORT, ONCE = 0, 1, 2
LINKAGE = 41
# Word of the result in an instruction.
RESULT = {**{name: 2 for name in ("Undef", "ExtInst", "Constant", "ConstantComposite", "ConstantNull", "SpecConstant", "SpecConstantOp", "Function",
                                  "FunctionParameter", "FunctionCall", "Variable", "Load", "IAdd", "IMul")},
          **{name: 1 for name in ("String", "ExtInstImport", "TypeVoid", "TypeInt", "TypeFloat", "TypeVector", "TypeArray", "TypeStruct",
                                  "TypeOpaque", "TypePointer", "TypeFunction", "DecorationGroup", "Label")}}


def text(s):
    data = s.encode() + b"\0"
    data += b"\0" * (-len(data) % 4)
    return struct.unpack(f"<{len(data) // 4}I", data)


def untext(words):
    """The text, and how many words it takes."""
    data = struct.pack(f"<{len(words)}I", *words)
    end = data.index(0)
    return data[:end].decode(), end // 4 + 1


class Module:
    """Words are gathered in order; `ids` gives out ids."""

    def __init__(self, version=0x00010000, ids=None):
        self.words = []
        self.bound = 1
        self.version = version
        self.ids = ids

    def id(self):
        if self.ids:
            new = next(self.ids)
        else:
            new = self.bound
        self.bound = max(self.bound, new + 1)
        return new

    def op(self, name, *words):
        self.words.append((len(words) + 1) << 16 | OP[name])
        self.words.extend(words)

    def bytes(self, order="<", bound=None):
        head = [0x07230203, self.version, 0, bound or self.bound, 0]
        return struct.pack(f"{order}{len(head) + len(self.words)}I", *head, *self.words)


class Read:
    """A module's instructions: [(name or number, words)]."""

    def __init__(self, data):
        order = "<" if data[:4] == b"\x03\x02\x23\x07" else ">"
        words = struct.unpack(f"{order}{len(data) // 4}I", data)
        self.version, self.bound = words[1], words[3]
        self.insts = []
        at = 5
        while at < len(words):
            count = words[at] >> 16
            self.insts.append((NAME.get(words[at] & 0xffff, words[at] & 0xffff), words[at + 1:at + count]))
            at += count

    def all(self, name):
        return [words for op, words in self.insts if op == name]

    def linkage(self):
        """{(name, linkage)}"""
        found = set()
        for words in self.all("Decorate"):
            if words[1] == LINKAGE:
                name, size = untext(words[2:])
                found.add((name, words[2 + size]))
        return found

    def entries(self):
        return {untext(words[2:])[0]: words[1] for words in self.all("EntryPoint")}


class Run:
    """Call functions of a module. Pointers are lists of one value."""

    def __init__(self, module):
        self.values, self.functions = {}, {}
        body = None
        for op, words in module.insts:
            if op == "Function":
                body = {"parameters": [], "code": []}
                self.functions[words[1]] = body
            elif op == "FunctionEnd":
                body = None
            elif op == "FunctionParameter":
                body["parameters"].append(words[1])
            elif body is not None:
                body["code"].append((op, words))
            elif op in ("Constant", "SpecConstant"):
                self.values[words[1]] = words[2]
            elif op == "ConstantNull":
                self.values[words[1]] = 0
            elif op == "Variable":
                self.values[words[1]] = [self.values[words[3]] if len(words) > 3 else 0]

    def call(self, function, *arguments):
        body = self.functions[function]
        v = dict(zip(body["parameters"], arguments))

        def get(i):
            return v[i] if i in v else self.values[i]
        for op, w in body["code"]:
            if op == "IAdd":
                v[w[1]] = (get(w[2]) + get(w[3])) & 0xffffffff
            elif op == "IMul":
                v[w[1]] = get(w[2]) * get(w[3]) & 0xffffffff
            elif op == "FunctionCall":
                v[w[1]] = self.call(w[2], *map(get, w[3:]))
            elif op == "Load":
                v[w[1]] = get(w[2])[0]
            elif op == "Store":
                get(w[0])[0] = get(w[1])
            elif op == "ReturnValue":
                return get(w[0])
            elif op == "Return":
                return None
        raise ValueError("a function does not return")
