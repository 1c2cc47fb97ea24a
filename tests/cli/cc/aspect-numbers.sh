# cc gives its steps the numbers to write and those to assume: what it makes itself is not read as somebody's old file.
. "$SRC/tests/cli/cc/_sources"
echo '#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
kernel void add(global long *p) { atom_add(p, 1L); }' >add.cl
numbers() { sybil show "$@" | grep -E 'aspects:|aspect_numbers'; }
sybil cc -### --aspect-numbers=2025 --assume-aspect-numbers=2026 -fsyclbin=object add.cl 2>&1 |
	grep -oE 'sybil [a-z-]+ --aspect-numbers=2025 --assume-aspect-numbers=2026' | sort -u
sybil cc -fsyclbin=object add.cl -o new.syclbin && numbers new.syclbin
sybil cc --aspect-numbers=2025 -fsyclbin=object add.cl -o old.syclbin && numbers old.syclbin
sybil cc --assume-aspect-numbers=2025 -fsyclbin=object add.cl -o same.syclbin && numbers same.syclbin
sybil cc --aspect-numbers=2025 -fsycl-link new.syclbin -o linked.syclbin && numbers linked.syclbin
clean
