# Packages in one dialect become packages in the other: default values of constants in one block or one for each, with the padding of
# composites, and an empty list of aspects or none; required work-group sizes in the order of the source or of the driver.
. "$SRC/tests/cli/link/_packages"
python3 - <<'END'
def lsb(b):
    n = int.from_bytes((len(b) * 8).to_bytes(8, "little") + b, "little")
    count = ((8 + len(b)) * 8 + 5) // 6
    digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    return "".join(digits[n >> 6 * i & 63] for i in range(count))
words = lambda *w: b"".join(x.to_bytes(4, "little") for x in w)
open("c.prop", "w").write(f"""[SYCL/device requirements]
aspects=2|{lsb(b"")}
reqd_work_group_size_uint64_t=2|{lsb(words(4, 0, 8, 0, 1, 0))}
work_group_num_dim=1|2
[SYCL/kernel names]
k=1|1
[SYCL/specialization constants]
one=2|{lsb(words(0, 0, 4))}
two=2|{lsb(words(1, 0, 4, 2, 8, 8, 3, 16, 1, 0xffffffff, 17, 7))}
[SYCL/specialization constants default values]
all=2|{lsb(words(7, 1, 0, 2, 0, 3, 0))}
""")
END
shows() { sybil show "$1" | sed -n '/properties/,/images/p'; }
code k '' '' >k.ptx
sybil pack --state=object --module --properties=c.prop --ir=k.ptx,target=nvptx64-nvidia-cuda -o dpcpp.syclbin
sybil pack --from dpcpp.syclbin --dialect=spec -o spec.syclbin && shows spec.syclbin
grep -ao '^reqd_work_group_size.*' spec.syclbin
sybil pack --from spec.syclbin --dialect=dpcpp -o again.syclbin && cmp dpcpp.syclbin again.syclbin && echo same
sybil link dpcpp.syclbin --dialect=spec -o linked.syclbin && shows linked.syclbin
sybil link spec.syclbin --dialect=dpcpp -o linked.syclbin && shows linked.syclbin
sybil cc -fsycl-link spec.syclbin --dialect=dpcpp -o linked.syclbin 2>&1 && shows linked.syclbin
sybil diff dpcpp.syclbin spec.syclbin
sybil check --strict dpcpp.syclbin spec.syclbin again.syclbin linked.syclbin
