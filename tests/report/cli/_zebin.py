"""A zebin of many kernels with long names, as ocloc writes them; used by the cases beside it.

usage: _zebin.py COUNT SEED OUT [NAME...]     NAMEs in place of long ones; some spill, or those called so
SEED:worse is as SEED, but for the last 50 kernels, which spill more
"""
import random
import struct
import sys

COUNT, SEED, OUT, NAMES = int(sys.argv[1]), sys.argv[2], sys.argv[3], sys.argv[4:]
DICE = random.Random(SEED.partition(":")[0])
WORSE = COUNT - 50 if SEED.endswith(":worse") else COUNT
LONG = "_ZTSN4acme39very_long_namespace_of_a_finite_element12{}_kernelIdLi{}ENS_6layoutIjLi32ELi8EEEEE"


def name(i):
    return NAMES[i] if NAMES else LONG.format(f"{'abcdefghij'[i % 10]}{i % 97:04d}", i)


def kernel(i):
    scratch = DICE.choice([0, 0, 0, 0, 64]) * 1024 if not NAMES else 65536 if NAMES[i].startswith("spill") else 0
    scratch += 131072 if i >= WORSE else 0
    return f"""  - name:            {name(i)}
    execution_env:
      grf_count:       {DICE.choice([128, 256])}
      simd_size:       {DICE.choice([16, 32])}
      slm_size:        {DICE.choice([0, 4096])}
      barrier_count:   {DICE.choice([0, 1])}
    payload_arguments:
      - arg_type:        arg_bypointer
        offset:          32
        size:            8
        arg_index:       0
        addrmode:        stateless
        addrspace:       global
        access_type:     readwrite
""" + (f"""    per_thread_memory_buffers:
      - type:            scratch
        usage:           single_space
        size:            {scratch}
""" if scratch else "")


def note(kind, data):
    return struct.pack("<III", 8, len(data), kind) + b"IntelGT\0" + data


ZE_INFO = ("---\nversion:         '1.20'\nkernels:\n" + "".join(kernel(i) for i in range(COUNT)) + "...\n").encode()
PVC = note(1, struct.pack("<I", 1271)) + note(2, struct.pack("<I", 3079))
parts = [("", 0, b"")] + [(f".text.{name(i)}", 1, bytes(64 * DICE.randrange(3, 60))) for i in range(COUNT)]
parts += [(".ze_info", 0xff000011, ZE_INFO), (".note.intelgt.compat", 7, PVC), (".strtab", 3, b"")]
strings = b""
names = []
for part in parts:
    names.append(len(strings))
    strings += part[0].encode() + b"\0"
parts[-1] = (".strtab", 3, strings)
data, table = bytearray(64), bytearray()
for at, (title, kind, content) in zip(names, parts):
    table += struct.pack("<IIQQQQIIQQ", at, kind, 6 if kind == 1 else 0, 0, len(data) if kind else 0, len(content), 0, 0, 0, 0)
    data += content
data += bytes(-len(data) % 8)
data[:64] = (b"\x7fELF\x02\x01\x01" + bytes(9) + struct.pack("<HHIQQQIHHHHHH", 1, 205, 1, 0, 0, len(data), 0, 64, 0, 0, 64,
                                                             len(parts), len(parts) - 1))
open(OUT, "wb").write(data + table)
