"""Random kernels as LLVM IR that defines all of its results: the same text for the host, for SPIR-V and for NVIDIA GPUs.

A kernel reads 8 words of 64 bits of its work-item and writes 8. Amounts of shifts are below the width, divisors are not 0,
conversions to integers are in range, and NaN is replaced before it is written, so a result that differs is a fault of a
compiler. One kind of result may differ in its last bit: a product that is added, which compilers may contract into `fma`.
Products therefore only get into sums in one place: in kernels with `contracts`, word 5 is such a sum, word 7 is one with the flag
`contract`, and word 6 is `fma`. Words 5 and 7 of a device must be word 5 or word 6 of the host.
"""
import random

WORDS = 8
INTS = (8, 16, 32, 64)
HEADERS = {
    "host": """target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
@host_item = global i64 0
define internal i64 @item() alwaysinline {
  %i = load i64, i64* @host_item
  ret i64 %i
}
""",
    "spir64": """target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64-unknown-unknown"
declare spir_func i64 @_Z12get_local_idj(i32)
define internal spir_func i64 @item() alwaysinline {
  %i = call spir_func i64 @_Z12get_local_idj(i32 0)
  ret i64 %i
}
!opencl.ocl.version = !{!0}
!opencl.spir.version = !{!0}
!0 = !{i32 2, i32 0}
""",
    "nvptx64": """target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define internal i64 @item() alwaysinline {
  %n = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %n to i64
  ret i64 %i
}
""",
}
CALLS = {"host": ("", ""), "spir64": ("spir_kernel ", "spir_func "), "nvptx64": ("spir_kernel ", "")}


class Type:
    """iN, float or double, or a vector of integers."""

    def __init__(self, kind, bits, count=1):
        self.kind, self.bits, self.count = kind, bits, count
        one = f"i{bits}" if kind == "i" else {32: "float", 64: "double"}[bits]
        self.one = one
        self.text = one if count == 1 else f"<{count} x {one}>"
        self.mangled = one.replace("float", "f32").replace("double", "f64") if count == 1 else f"v{count}{one}"

    def constant(self, value):
        """An integer in each element."""
        value &= (1 << self.bits) - 1
        value -= (value >> (self.bits - 1)) << self.bits
        return str(value) if self.count == 1 else "<" + ", ".join([f"{self.one} {value}"] * self.count) + ">"


SCALARS = {bits: Type("i", bits) for bits in INTS}
FLOATS = {bits: Type("f", bits) for bits in (32, 64)}
VECTORS = [Type("i", bits, count) for bits in INTS for count in (2, 4)]
BIT = Type("i", 1)


class Kernel:
    def __init__(self, rng, name, spirv=True):
        self.rng, self.name, self.spirv = rng, name, spirv
        self.lines, self.names = [], 0
        self.values = {}  # text of a type -> names
        self.rooms = []  # lines at the beginning
        self.helpers = ()
        self.products = set()
        self.contracts = False

    # ---- pieces ----

    def emit(self, text):
        self.names += 1
        name = f"%v{self.names}"
        self.lines.append(f"  {name} = {text}")
        return name

    def keep(self, kind, name):
        self.values.setdefault(kind.text, []).append(name)
        return name

    def make(self, kind, text):
        return self.keep(kind, self.emit(text))

    def pick(self, kind):
        """A value of a type, mostly a recent one; converted from another one if there is none."""
        have = self.values.get(kind.text)
        if have and self.rng.random() < 0.9:
            return have[-1 - min(int(self.rng.expovariate(0.6)), len(have) - 1)]
        if kind.kind == "f":
            source = self.pick(SCALARS[self.rng.choice((16, 32, 64))])
            bits = next(b for b in INTS if source in self.values.get(f"i{b}", ()))
            return self.make(kind, f"{self.rng.choice(('sitofp', 'uitofp'))} i{bits} {source} to {kind.text}")
        if kind.count == 1:
            return self.make(kind, self.convert_text(kind))
        return self.vector_of(kind)

    def convert_text(self, kind):
        """From another width."""
        bits = self.rng.choice([b for b in INTS if b != kind.bits and self.values.get(f"i{b}")] or [64])
        if bits == kind.bits:
            return f"add i64 {self.values['i64'][0]}, 0"
        source = self.rng.choice(self.values[f"i{bits}"][-6:])
        verb = "trunc" if bits > kind.bits else self.rng.choice(("zext", "sext"))
        return f"{verb} i{bits} {source} to {kind.text}"

    def vector_of(self, kind):
        text = "undef"
        for i in range(kind.count):
            text = self.emit(f"insertelement {kind.text} {text}, {kind.one} {self.pick(SCALARS[kind.bits])}, i32 {i}")
        return self.keep(kind, text)

    def number(self, bits):
        """A number at a border of something."""
        rng = self.rng
        k = rng.randrange(bits)
        return rng.choice((0, 1, 2, -1, -2, 1 << k, (1 << k) - 1, -(1 << k), ~(1 << k), (1 << bits - 1) - 1, 1 << bits - 1,
                           rng.getrandbits(bits), rng.getrandbits(bits) & ((1 << k) - 1), rng.randrange(-100, 100)))

    def operand(self, kind):
        return kind.constant(self.number(kind.bits)) if self.rng.random() < 0.35 else self.pick(kind)

    def amount(self, kind):
        """Of a shift."""
        if self.rng.random() < 0.6:
            return kind.constant(self.rng.randrange(kind.bits))
        return self.emit(f"and {kind.text} {self.pick(kind)}, {kind.constant(kind.bits - 1)}")

    def condition(self, kind=None):
        rng = self.rng
        kind = kind or SCALARS[rng.choice(INTS)]
        if kind.kind == "f":
            rule = rng.choice("oeq one olt ole ogt oge ueq une ult ule ugt uge ord uno".split())
            return self.emit(f"fcmp {rule} {kind.text} {self.pick(kind)}, {self.pick(kind)}")
        rule = rng.choice("eq ne ult ule ugt uge slt sle sgt sge slt sgt".split())
        right = kind.constant(rng.choice((0, -1))) if rng.random() < 0.3 else self.operand(kind)
        bit = self.emit(f"icmp {rule} {kind.text} {self.pick(kind)}, {right}")
        if kind.count == 1 and rng.random() < 0.15:
            other = self.emit(f"icmp ult {kind.text} {self.pick(kind)}, {self.operand(kind)}")
            bit = self.emit(f"{rng.choice(('and', 'or', 'xor'))} i1 {bit}, {other}")
        return bit

    # ---- statements ----

    def arithmetic(self, kind):
        verb = self.rng.choice("add sub mul and or xor and or xor".split())
        self.make(kind, f"{verb} {kind.text} {self.pick(kind)}, {self.operand(kind)}")

    def shift(self, kind):
        verb = self.rng.choice("shl lshr ashr ashr".split())
        left = self.pick(kind)
        self.make(kind, f"{verb} {kind.text} {left}, {self.amount(kind)}")

    def field(self, kind):
        """Bits of a number: shifts and masks next to each other."""
        rng, bits = self.rng, kind.bits
        a, b, width = rng.randrange(bits), rng.randrange(bits), rng.randrange(1, bits + 1)
        mask, right = (1 << width) - 1, rng.choice(("lshr", "ashr", "ashr"))
        x, form = self.pick(kind), rng.randrange(6)
        if form < 2:
            y = self.emit(f"{right} {kind.text} {x}, {kind.constant(a)}")
            self.make(kind, f"and {kind.text} {y}, {kind.constant(mask)}")
        elif form == 2:
            y = self.emit(f"shl {kind.text} {x}, {kind.constant(min(a, b))}")
            self.make(kind, f"{right} {kind.text} {y}, {kind.constant(max(a, b))}")
        elif form == 3:
            y = self.make(kind, f"and {kind.text} {x}, {kind.constant(mask << a)}")
            self.make(kind, f"{right} {kind.text} {y}, {kind.constant(b)}")
        elif form == 4:
            y = self.make(kind, f"and {kind.text} {x}, {kind.constant(-(1 << a))}")
            self.make(kind, f"{right} exact {kind.text} {y}, {kind.constant(a)}")
        else:
            bit = self.condition(kind)
            if kind.count > 1:
                y = self.emit(f"sext <{kind.count} x i1> {bit} to {kind.text}")
            else:
                y = self.emit(f"{rng.choice(('sext', 'zext'))} i1 {bit} to {kind.text}")
            self.make(kind, f"and {kind.text} {y}, {kind.constant(mask)}")

    def choose(self, kind):
        bit = self.condition(kind if kind.count > 1 or self.rng.random() < 0.5 else None)
        of = f"<{kind.count} x i1>" if kind.count > 1 else "i1"
        self.make(kind, f"select {of} {bit}, {kind.text} {self.operand(kind)}, {kind.text} {self.operand(kind)}")

    def rotate(self, kind):
        x, n = self.pick(kind), self.pick(kind)
        if self.rng.random() < 0.5:
            verb = self.rng.choice(("fshl",) if self.spirv else ("fshl", "fshr"))
            low = x if self.rng.random() < 0.7 else self.pick(kind)
            self.make(kind, f"call {kind.text} @llvm.{verb}.{kind.mangled}({kind.text} {x}, {kind.text} {low}, {kind.text} {n})")
            return
        up, down = self.rng.sample(("shl", "lshr"), 2)
        mask = kind.constant(kind.bits - 1)
        a = self.emit(f"and {kind.text} {n}, {mask}")
        negative = self.emit(f"sub {kind.text} {kind.constant(0)}, {n}")
        b = self.emit(f"and {kind.text} {negative}, {mask}")
        left = self.emit(f"{up} {kind.text} {x}, {a}")
        right = self.emit(f"{down} {kind.text} {x}, {b}")
        self.make(kind, f"or {kind.text} {left}, {right}")

    def divide(self, kind):
        verb = self.rng.choice("udiv urem sdiv srem".split())
        x = self.pick(kind)
        if self.rng.random() < 0.6:
            by = self.number(kind.bits) & ((1 << kind.bits) - 1) or 3
            if by == (1 << kind.bits) - 1 and verb[0] == "s":
                by = 7
            if verb == "sdiv" and by & (by - 1) == 0 and by < 1 << kind.bits - 1 and self.rng.random() < 0.4:
                x = self.make(kind, f"and {kind.text} {x}, {kind.constant(-by)}")
                verb = "sdiv exact"
            self.make(kind, f"{verb} {kind.text} {x}, {kind.constant(by)}")
            return
        y = self.emit(f"and {kind.text} {self.pick(kind)}, {kind.constant((1 << kind.bits - 1) - 1)}")
        y = self.emit(f"or {kind.text} {y}, {kind.constant(1)}")
        self.make(kind, f"{verb} {kind.text} {x}, {y}")

    def extreme(self, kind):
        rule = self.rng.choice("ult ugt slt sgt".split())
        a, b = self.pick(kind), self.operand(kind)
        of = f"<{kind.count} x i1>" if kind.count > 1 else "i1"
        bit = self.emit(f"icmp {rule} {kind.text} {a}, {b}")
        self.make(kind, f"select {of} {bit}, {kind.text} {a}, {kind.text} {b}")

    def count(self, kind):
        kind = SCALARS[kind.bits]
        verb = self.rng.choice(("ctpop", "ctlz", "abs") if not self.spirv else ("ctpop", "ctlz"))
        if kind.bits > 8 and self.rng.random() < 0.25:
            verb = "bswap"
        more = ", i1 false" if verb in ("ctlz", "abs") else ""
        self.make(kind, f"call {kind.text} @llvm.{verb}.{kind.mangled}({kind.text} {self.pick(kind)}{more})")

    def high(self, kind):
        """The upper half of a product, or all of it."""
        kind = SCALARS[min(kind.bits, 32)]
        wide = SCALARS[kind.bits * 2]
        verb = self.rng.choice(("sext", "zext"))
        a = self.emit(f"{verb} {kind.text} {self.pick(kind)} to {wide.text}")
        b = self.emit(f"{verb} {kind.text} {self.pick(kind)} to {wide.text}")
        product = self.make(wide, f"mul {wide.text} {a}, {b}")
        if self.rng.random() < 0.6:
            shifted = self.emit(f"lshr {wide.text} {product}, {kind.bits}")
            self.make(kind, f"trunc {wide.text} {shifted} to {kind.text}")
        if self.rng.random() < 0.4:
            self.make(wide, f"add {wide.text} {product}, {self.pick(wide)}")

    def convert(self, kind):
        self.make(SCALARS[kind.bits], self.convert_text(SCALARS[kind.bits]))

    def through(self, kind):
        """Narrow and widen again."""
        kind = SCALARS[max(kind.bits, 16)]
        narrow = SCALARS[self.rng.choice([b for b in INTS if b < kind.bits])]
        x = self.emit(f"{self.rng.choice(('lshr', 'ashr'))} {kind.text} {self.pick(kind)}, {self.rng.randrange(kind.bits)}")
        y = self.make(narrow, f"trunc {kind.text} {x} to {narrow.text}")
        self.make(kind, f"{self.rng.choice(('sext', 'zext'))} {narrow.text} {y} to {kind.text}")

    def vectors(self, _):
        rng = self.rng
        kind = rng.choice(VECTORS)
        form = rng.randrange(4)
        if form == 0:
            index = f"i32 {rng.randrange(kind.count)}"
            if rng.random() < 0.2:
                index = "i32 " + self.emit(f"and i32 {self.pick(SCALARS[32])}, {kind.count - 1}")
            self.make(SCALARS[kind.bits], f"extractelement {kind.text} {self.pick(kind)}, {index}")
        elif form == 1:
            self.make(kind, f"insertelement {kind.text} {self.pick(kind)}, {kind.one} {self.pick(SCALARS[kind.bits])}, "
                            f"i32 {rng.randrange(kind.count)}")
        elif form == 2:
            order = ", ".join(f"i32 {rng.randrange(kind.count * 2)}" for _ in range(kind.count))
            self.make(kind, f"shufflevector {kind.text} {self.pick(kind)}, {kind.text} {self.pick(kind)}, <{kind.count} x i32> <{order}>")
        else:
            total = kind.bits * kind.count
            if total <= 64:
                self.make(SCALARS[total], f"bitcast {kind.text} {self.pick(kind)} to i{total}")
            else:
                self.arithmetic(kind)

    def floats(self, _):
        rng = self.rng
        kind = FLOATS[rng.choice((32, 64))]
        other = FLOATS[96 - kind.bits]
        form = rng.randrange(10)
        clean = [v for v in self.values.get(kind.text, ()) if v not in self.products]
        if form == 0:
            a, b = self.pick(kind), self.pick(kind)
            self.products.add(self.make(kind, f"fmul {kind.text} {a}, {b}"))
        elif form == 1 and clean:
            self.make(kind, f"{rng.choice(('fadd', 'fsub'))} {kind.text} {rng.choice(clean)}, {rng.choice(clean)}")
        elif form == 2:
            self.make(FLOATS[64], f"fdiv double {self.pick(FLOATS[64])}, {self.pick(FLOATS[64])}")
        elif form == 3:
            a, b, c = self.pick(kind), self.pick(kind), self.pick(kind)
            self.make(kind, f"call {kind.text} @llvm.fma.{kind.mangled}({kind.text} {a}, {kind.text} {b}, {kind.text} {c})")
        elif form == 4:
            self.derived(kind, "fneg {t} {0}", self.pick(kind))
        elif form == 5:
            bit = self.condition(kind)
            self.derived(kind, f"select i1 {bit}, {{t}} {{0}}, {{t}} {{1}}", self.pick(kind), self.pick(kind))
        elif form == 6:
            x = self.pick(other)
            made = self.make(kind, f"{'fpext' if kind.bits == 64 else 'fptrunc'} {other.text} {x} to {kind.text}")
            if x in self.products:
                self.products.add(made)
        elif form == 7:
            self.to_integer(kind)
        elif form == 8:
            self.extremes(kind)
        else:
            bit = self.condition(kind)
            to = SCALARS[rng.choice(INTS)]
            self.make(to, f"select i1 {bit}, {to.text} {self.operand(to)}, {to.text} {self.operand(to)}")

    def derived(self, kind, text, *of):
        made = self.make(kind, text.format(*of, t=kind.text))
        if self.products.intersection(of):
            self.products.add(made)

    def to_integer(self, kind):
        """Within the range of the integer; NaN is the upper end."""
        to = SCALARS[self.rng.choice(INTS)]
        verb = self.rng.choice(("fptosi", "fptoui"))
        most = {8: 100.0, 16: 30000.0, 32: 1.0e9, 64: 1.0e18}[to.bits]
        least = -most if verb == "fptosi" else 0.0
        high, low = hexadecimal(kind, most), hexadecimal(kind, least)
        x = self.pick(kind)
        bit = self.emit(f"fcmp olt {kind.text} {x}, {high}")
        x = self.emit(f"select i1 {bit}, {kind.text} {x}, {kind.text} {high}")
        bit = self.emit(f"fcmp ogt {kind.text} {x}, {low}")
        x = self.emit(f"select i1 {bit}, {kind.text} {x}, {kind.text} {low}")
        self.make(to, f"{verb} {kind.text} {x} to {to.text}")

    def extremes(self, kind):
        """With +0 added, because either zero may be the smaller one."""
        verb = self.rng.choice(("minnum", "maxnum"))
        x = self.emit(f"call {kind.text} @llvm.{verb}.{kind.mangled}({kind.text} {self.pick(kind)}, {kind.text} {self.pick(kind)})")
        self.make(kind, f"fadd {kind.text} {x}, 0.0")

    def truth(self, _):
        """Between bits and floating point."""
        kind = FLOATS[self.rng.choice((32, 64))]
        if self.rng.random() < 0.6 or self.spirv:
            self.make(kind, f"{self.rng.choice(('uitofp', 'sitofp'))} i1 {self.condition()} to {kind.text}")
            return
        bit, to = self.condition(), SCALARS[self.rng.choice(INTS)]
        verb = self.rng.choice(("uitofp", "sitofp"))
        x = self.emit(f"{verb} i1 {bit} to {kind.text}")
        x = self.emit(f"fpto{verb[0]}i {kind.text} {x} to i1")
        self.make(to, f"{self.rng.choice(('zext', 'sext'))} i1 {x} to {to.text}")

    def memory(self, kind):
        """An array in private memory, and an index that is not known."""
        count, rng = self.rng.choice((2, 4, 8)), self.rng
        self.names += 1
        room, of = f"%room{self.names}", f"[{count} x {kind.text}]"
        self.rooms.append(f"  {room} = alloca {of}")
        for i in range(count):
            at = self.emit(f"getelementptr {of}, {of}* {room}, i32 0, i32 {i}")
            self.lines.append(f"  store {kind.text} {self.operand(kind)}, {kind.text}* {at}")
        for change in range(rng.randrange(1, 3)):
            index = self.emit(f"and i32 {self.pick(SCALARS[32])}, {count - 1}")
            at = self.emit(f"getelementptr {of}, {of}* {room}, i32 0, i32 {index}")
            if change:
                self.lines.append(f"  store {kind.text} {self.operand(kind)}, {kind.text}* {at}")
            self.make(kind, f"load {kind.text}, {kind.text}* {at}")

    def double(self, _):
        """Products of 128 bits, and shifts of them."""
        verb = self.rng.choice(("sext", "zext"))
        a = self.emit(f"{verb} i64 {self.pick(SCALARS[64])} to i128")
        b = self.emit(f"{verb} i64 {self.pick(SCALARS[64])} to i128")
        x = self.emit(f"{self.rng.choice(('mul', 'mul', 'add', 'sub'))} i128 {a}, {b}")
        x = self.emit(f"{self.rng.choice(('lshr', 'ashr'))} i128 {x}, {self.rng.randrange(128)}")
        self.make(SCALARS[64], f"trunc i128 {x} to i64")

    def call(self, _):
        helper = self.rng.choice(self.helpers)
        arguments = ", ".join(f"{kind.text} {self.pick(kind)}" for kind in helper.parameters)
        self.make(helper.result, f"call CALL {helper.result.text} @{helper.name}({arguments})")

    def statement(self):
        rng = self.rng
        kind = SCALARS[rng.choice((8, 16, 32, 32, 64, 64, 64))]
        verbs = {self.arithmetic: 16, self.shift: 12, self.field: 22, self.choose: 8, self.rotate: 6, self.divide: 6, self.extreme: 4,
                 self.count: 3, self.high: 5, self.convert: 6, self.through: 6, self.vectors: 7, self.floats: 7,
                 self.truth: 1, self.memory: 2, self.call: 2 if self.helpers else 0, self.double: 0 if self.spirv else 2}
        verb = rng.choices(list(verbs), list(verbs.values()))[0]
        if rng.random() < 0.12 and verb in (self.arithmetic, self.shift, self.field, self.choose, self.extreme):
            kind = rng.choice(VECTORS)
        verb(kind)

    # ---- the kernel ----

    def load(self, kind, byte):
        size = kind.bits * kind.count // 8
        byte -= byte % size
        at = self.emit(f"getelementptr i8, i8 addrspace(1)* %bytes, i64 {byte}")
        at = self.emit(f"bitcast i8 addrspace(1)* {at} to {kind.text} addrspace(1)*")
        self.make(kind, f"load {kind.text}, {kind.text} addrspace(1)* {at}, align {min(size, 8)}")

    def block(self, label):
        self.lines.append(f"{label}:")

    def snapshot(self):
        return {key: list(names) for key, names in self.values.items()}

    def branch(self, number):
        """Two sides and what they compute."""
        kind = SCALARS[self.rng.choice((32, 64, 64))]
        bit, before = self.condition(), self.snapshot()
        results = []
        self.lines.append(f"  br i1 {bit}, label %then{number}, label %else{number}")
        for side in ("then", "else"):
            self.block(f"{side}{number}")
            self.values = {key: list(names) for key, names in before.items()}
            for _ in range(self.rng.randrange(1, 4)):
                self.statement()
            results.append(self.pick(kind))
            self.lines.append(f"  br label %{side}end{number}")
            self.block(f"{side}end{number}")
            self.lines.append(f"  br label %join{number}")
        self.block(f"join{number}")
        self.values = before
        self.make(kind, f"phi {kind.text} [ {results[0]}, %thenend{number} ], [ {results[1]}, %elseend{number} ]")

    def loop(self, number):
        kind = SCALARS[self.rng.choice((8, 16, 32, 64, 64))]
        start, other = self.pick(kind), SCALARS[self.rng.choice((32, 64))]
        start2 = self.pick(other)
        times = self.emit(f"and i32 {self.pick(SCALARS[32])}, 7") if self.rng.random() < 0.5 else str(self.rng.randrange(1, 9))
        self.lines.append(f"  br label %enter{number}")
        self.block(f"enter{number}")
        self.lines.append(f"  br label %loop{number}")
        before = self.snapshot()
        self.block(f"loop{number}")
        at = len(self.lines)
        i, x, y = (f"%{n}{number}" for n in "ixy")
        self.keep(SCALARS[32], i)
        self.keep(other, y)
        self.keep(kind, x)
        for _ in range(self.rng.randrange(2, 7)):
            self.statement()
        next_x, next_y = self.pick(kind), self.pick(other)
        more = self.emit(f"add i32 {i}, 1")
        bit = self.emit(f"icmp ult i32 {more}, {times}")
        self.lines.append(f"  br i1 {bit}, label %loop{number}, label %leave{number}")
        self.lines[at:at] = [f"  {i} = phi i32 [ 0, %enter{number} ], [ {more}, %loop{number} ]",
                             f"  {x} = phi {kind.text} [ {start}, %enter{number} ], [ {next_x}, %loop{number} ]",
                             f"  {y} = phi {other.text} [ {start2}, %enter{number} ], [ {next_y}, %loop{number} ]"]
        self.block(f"leave{number}")
        self.values = before
        self.keep(kind, next_x)
        self.keep(other, next_y)

    def word(self, name, kind):
        """A value as 64 bits."""
        if kind.kind == "f":
            bit = self.emit(f"fcmp ord {kind.text} {name}, {name}")
            name = self.emit(f"select i1 {bit}, {kind.text} {name}, {kind.text} 1.0")
            name = self.emit(f"bitcast {kind.text} {name} to i{kind.bits}")
        elif kind.count > 1:
            name = self.emit(f"extractelement {kind.text} {name}, i32 {self.rng.randrange(kind.count)}")
        if kind.bits == 64:
            return name
        return self.emit(f"{self.rng.choice(('zext', 'sext'))} i{kind.bits} {name} to i64")

    def contract(self, words):
        kind = FLOATS[self.rng.choice((32, 64))]
        a, b, c = self.pick(kind), self.pick(kind), self.pick(kind)
        t = kind.text
        product = self.emit(f"fmul {t} {a}, {b}")
        words[5] = self.word(self.emit(f"fadd {t} {product}, {c}"), kind)
        words[6] = self.word(self.emit(f"call {t} @llvm.fma.{kind.mangled}({t} {a}, {t} {b}, {t} {c})"), kind)
        fused = self.emit(f"fmul contract {t} {a}, {b}")
        words[7] = self.word(self.emit(f"fadd contract {t} {fused}, {c}"), kind)

    def write(self):
        kinds = [*SCALARS.values(), *FLOATS.values(), *VECTORS]
        have = [(kind, name) for kind in kinds for name in self.values.get(kind.text, ())]
        have.sort(key=lambda row: -int(row[1][2:]) if row[1][1] == "v" else 0)
        last = have[:12]
        self.rng.shuffle(last)
        words = [self.word(name, kind) for kind, name in (last + have)[:WORDS]]
        words += [words[0]] * (WORDS - len(words))
        if self.contracts:
            self.contract(words)
        for i, word in enumerate(words):
            at = self.emit(f"getelementptr i64, i64 addrspace(1)* %mine, i64 {i}")
            self.lines.append(f"  store i64 {word}, i64 addrspace(1)* {at}")

    def text(self):
        rng = self.rng
        self.lines = ["  %item = call CALL i64 @item()", f"  %first = mul i64 %item, {WORDS}",
                      "  %source = getelementptr i64, i64 addrspace(1)* %in, i64 %first",
                      "  %bytes = bitcast i64 addrspace(1)* %source to i8 addrspace(1)*",
                      "  %mine = getelementptr i64, i64 addrspace(1)* %out, i64 %first"]
        self.load(SCALARS[64], 8 * rng.randrange(WORDS))
        for _ in range(rng.randrange(2, 6)):
            self.load(rng.choice([*SCALARS.values(), *SCALARS.values(), rng.choice(VECTORS)]), rng.randrange(8 * WORDS))
        self.pick(SCALARS[32])
        for number in range(rng.randrange(1, 4)):
            for _ in range(rng.randrange(1, 6)):
                self.statement()
            shape = rng.random()
            if shape < 0.25:
                self.loop(number)
            elif shape < 0.4:
                self.branch(number)
        self.contracts = rng.random() < 0.03
        self.write()
        body = "\n".join(self.rooms + self.lines)
        return f"define KERNEL void @{self.name}(i64 addrspace(1)* %in, i64 addrspace(1)* %out) {{\n{body}\n  ret void\n}}\n"


class Helper(Kernel):
    """A function that is not inlined."""

    def __init__(self, rng, name, spirv):
        super().__init__(rng, name, spirv)
        kinds = [*SCALARS.values(), *SCALARS.values(), *FLOATS.values(), rng.choice(VECTORS), rng.choice(VECTORS)]
        self.parameters = [rng.choice(kinds) for _ in range(rng.randrange(1, 6))]
        self.result = rng.choice(kinds)

    def text(self):
        self.values = {"i64": ["5"]}
        for i, kind in enumerate(self.parameters):
            self.keep(kind, f"%p{i}")
        for _ in range(self.rng.randrange(1, 6)):
            self.statement()
        result = self.pick(self.result)
        parameters = ", ".join(f"{kind.text} %p{i}" for i, kind in enumerate(self.parameters))
        body = "\n".join(self.rooms + self.lines)
        return f"define internal CALL {self.result.text} @{self.name}({parameters}) noinline {{\n{body}\n  ret {self.result.text} {result}\n}}\n"


def hexadecimal(kind, value):
    import struct
    if kind.bits == 32:
        value = struct.unpack("<f", struct.pack("<f", value))[0]
    return "0x%016X" % struct.unpack("<Q", struct.pack("<d", value))[0]


def declarations():
    made = []
    for kind in [*SCALARS.values(), *VECTORS]:
        for verb in ("fshl", "fshr"):
            made.append(f"declare {kind.text} @llvm.{verb}.{kind.mangled}({kind.text}, {kind.text}, {kind.text})")
    for kind in SCALARS.values():
        made += [f"declare {kind.text} @llvm.ctpop.{kind.mangled}({kind.text})",
                 f"declare {kind.text} @llvm.ctlz.{kind.mangled}({kind.text}, i1)",
                 f"declare {kind.text} @llvm.abs.{kind.mangled}({kind.text}, i1)"]
        if kind.bits > 8:
            made.append(f"declare {kind.text} @llvm.bswap.{kind.mangled}({kind.text})")
    for k in FLOATS.values():
        made += [f"declare {k.text} @llvm.{verb}.{k.mangled}({k.text}, {k.text})" for verb in ("minnum", "maxnum")]
    made += [f"declare {k.text} @llvm.fma.{k.mangled}({k.text}, {k.text}, {k.text})" for k in FLOATS.values()]
    return "\n".join(made) + "\n"


class Batch:
    """Kernels of one seed, and the input that they share."""

    def __init__(self, seed, count, items=8):
        rng = random.Random(seed)
        self.spirv = seed % 2 == 0  # others have what SPIR-V or its translator lacks
        helpers = [Helper(rng, f"h{i}", self.spirv) for i in range(4)]
        self.kernels = [Kernel(rng, f"k{i}", self.spirv) for i in range(count)]
        self.bodies = [helper.text() for helper in helpers]
        for kernel in self.kernels:
            kernel.helpers = helpers
            self.bodies.append(kernel.text())
        self.items = items
        words = []
        for _ in range(items * WORDS):
            bits = rng.choice((8, 16, 32, 64, 64))
            word = 0
            for shift in range(0, 64, bits):
                word |= (Kernel.number(self.kernels[0], bits) & ((1 << bits) - 1)) << shift
            words.append(word)
        self.input = b"".join(word.to_bytes(8, "little") for word in words)

    def text(self, target):
        kernel, call = CALLS[target]
        bodies = "".join(self.bodies).replace("define KERNEL ", f"define {kernel}").replace("call CALL ", f"call {call}")
        bodies = bodies.replace("define internal CALL ", f"define internal {call}")
        used = "".join(line + "\n" for line in declarations().splitlines() if line.split("@")[1].split("(")[0] in bodies)
        return HEADERS[target] + used + bodies
