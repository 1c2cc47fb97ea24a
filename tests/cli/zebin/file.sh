# A real file: kernels, device, versions, notes; -v has the rest.
cp "$SRC/tests/golden/zebin/two-acm-g10.zebin" two.zebin
sybil show two.zebin
sybil show -v two.zebin | grep -E '^(sections|symbols|relocations):|\.ze_info'
