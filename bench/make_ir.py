#!/usr/bin/env python3
"""Make LLVM IR of a given shape, as text for llvm-as. The same arguments give the same module.

usage: bench/make_ir.py deep|wide [--functions=N]
       bench/make_ir.py module [--kernels=N] [--helpers=N] [--size=N]

  deep    a kernel, and a chain of N functions that call one another; the last one uses double
  wide    a kernel that calls N functions, each of which uses an aspect
  module  what a large framework links together: kernels of many translation units, helpers that they share, structs,
          global variables. 13,000 kernels and 8,000 helpers of the default size are 15 MB of bitcode
"""
import argparse
import random
import sys

HEAD = '''target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64"
target triple = "spir64-unknown-unknown"
'''
ASPECTS = ((1, "cpu"), (2, "gpu"), (5, "fp16"), (6, "fp64"), (9, "image"), (28, "atomic64"))
STRUCTS, VARIABLES, UNITS = 64, 300, 400


def deep(count):
    print(HEAD)
    print("define spir_kernel void @kernel() {\n  call void @f0()\n  ret void\n}")
    for i in range(count - 1):
        print(f"define internal void @f{i}() {{\n  call void @f{i + 1}()\n  ret void\n}}")
    print(f"define internal void @f{count - 1}() {{\n  %x = fadd double 1.0, 2.0\n  ret void\n}}")


def wide(count):
    print(HEAD)
    print("define spir_kernel void @kernel() {")
    for i in range(count):
        print(f"  call void @f{i}()")
    print("  ret void\n}")
    for i in range(count):
        print(f"define internal void @f{i}() !sycl_used_aspects !{i % len(ASPECTS)} {{\n  ret void\n}}")
    for i, (number, _) in enumerate(ASPECTS):
        print(f"!{i} = !{{i32 {number}}}")


class Module:
    def __init__(self, kernels, helpers, size):
        self.kernels, self.helpers, self.size = kernels, helpers, size
        self.rng = random.Random(1)

    def body(self, name, calls):
        """size instructions on memory, integers and floats; a few with double or a struct that means an aspect."""
        rng, out = self.rng, []
        out.append(f"  %s = alloca %struct.T{rng.randrange(STRUCTS)}, align 8")
        out.append("  %p0 = getelementptr inbounds float, ptr addrspace(1) %a, i64 %i")
        out.append("  %x0 = load float, ptr addrspace(1) %p0, align 4")
        for j in range(self.size):
            k = j + 1
            kind = rng.randrange(8)
            if kind == 0:
                out.append(f"  %p{k} = getelementptr inbounds float, ptr addrspace(1) %a, i64 {rng.randrange(4096)}")
                out.append(f"  %x{k} = load float, ptr addrspace(1) %p{k}, align 4")
            elif kind == 1:
                out.append(f"  %g{k} = load i32, ptr addrspace(1) @var{rng.randrange(VARIABLES)}, align 4")
                out.append(f"  %x{k} = sitofp i32 %g{k} to float")
            else:
                op = rng.choice(("fadd", "fmul", "fsub"))
                out.append(f"  %x{k} = {op} float %x{j}, {rng.randrange(1000)}.5")
        if rng.random() < 0.03:
            out.append(f"  %d = fpext float %x{self.size} to double")
            out.append("  %e = fmul double %d, 3.0")
        for n, callee in enumerate(calls):
            out.append(f"  %c{n} = call spir_func float @{callee}(ptr addrspace(1) %a, i64 %i)")
            out.append(f"  %p_{n} = getelementptr inbounds float, ptr addrspace(1) %a, i64 {n}")
            out.append(f"  store float %c{n}, ptr addrspace(1) %p_{n}, align 4")
        return "\n".join(out)

    def helper(self, i):
        return f"_ZN9framework6detail9helper{i:05d}EPU3AS1fl"

    def print(self):
        rng = self.rng
        print(HEAD)
        for i in range(STRUCTS):
            inner = f"%struct.T{i - 1}" if i % 4 else "i64"
            print(f"%struct.T{i} = type {{ i32, [4 x float], {inner} }}")
        for i in range(VARIABLES):
            print(f"@var{i} = internal addrspace(1) global i32 {i}, align 4")
        for i in range(self.helpers):
            name = self.helper(i)
            calls = [self.helper(rng.randrange(i)) for _ in range(rng.randrange(3))] if i else []
            print(f"define linkonce_odr spir_func float @{name}(ptr addrspace(1) %a, i64 %i) {{")
            print(self.body(name, calls))
            print(f"  ret float %x{self.size}\n}}")
        for i in range(self.kernels):
            name = f"_ZTSZN9framework7launch{i:05d}ERN4sycl5queueEEUlNS_4itemEE_"
            calls = [self.helper(rng.randrange(self.helpers)) for _ in range(rng.randrange(1, 4))]
            declared = f" !sycl_used_aspects !{STRUCTS // 8 + 1}" if i % 100 == 0 else ""
            print(f"define weak_odr dso_local spir_kernel void @{name}(ptr addrspace(1) %a, i64 %i) #{i * UNITS // self.kernels}"
                  f"{declared} {{")
            print(self.body(name, calls))
            print("  ret void\n}")
        for i in range(UNITS):
            print(f'attributes #{i} = {{ nounwind "sycl-module-id"="source{i:03d}.cpp" "uniform-work-group-size"="true" }}')
        self.print_metadata()

    def print_metadata(self):
        count = STRUCTS // 8
        print(f"!sycl_types_that_use_aspects = !{{{', '.join(f'!{i}' for i in range(count))}}}")
        for i in range(count):
            print(f'!{i} = !{{!"struct.T{i * 8}", i32 {ASPECTS[i % len(ASPECTS)][0]}}}')
        print(f"!{count} = !{{}}\n!{count + 1} = !{{i32 28}}")
        print(f"!sycl_aspects = !{{{', '.join(f'!{count + 2 + i}' for i in range(len(ASPECTS)))}}}")
        for i, (number, name) in enumerate(ASPECTS):
            print(f'!{count + 2 + i} = !{{!"{name}", i32 {number}}}')


def main():
    p = argparse.ArgumentParser()
    p.add_argument("shape", choices=["deep", "wide", "module"])
    p.add_argument("--functions", type=int, default=100000)
    p.add_argument("--kernels", type=int, default=13000)
    p.add_argument("--helpers", type=int, default=8000)
    p.add_argument("--size", type=int, default=26)
    a = p.parse_args()
    if a.shape == "module":
        Module(a.kernels, a.helpers, a.size).print()
    else:
        {"deep": deep, "wide": wide}[a.shape](a.functions)


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8")
    main()
