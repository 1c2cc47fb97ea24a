#!/usr/bin/env python3
"""Print kernels with the names that a YAML writer has to think about."""
NAMES = ["plain", "a b", "a\tb", "a,b", "a:b", "true", "null", "~", "1.5", "0x10", "12", "yes", "-x", "^x", ".x", "it's",
         'say"x"', "tr ail ", "über", "a\nb", "a\\b", "x/y", "[x", "#x", "a#b", "+1", "*", "a|b", "1_0", "0o17", "1e3",
         ".inf", ".5", "5.", "-", "a\x01b", "?x", "%x", "@x", "`x", "!x", "&x", ">x", "=x", "a=b", "<<", "..."]


def escaped(name):
    return "".join(chr(b) if 32 <= b < 127 and b not in b'"\\' else f"\\{b:03o}" for b in name.encode())


for i, name in enumerate(NAMES):
    print(f'__kernel void k{i}(void) __asm__("{escaped(name)}");')
    print(f"__kernel void k{i}(void) {{ }}")
