. "$SRC/tests/cli/show/_sample"
sybil extract s.syclbin --kind=ir --module=0 -o out.spv && cmp out.spv a.spv && echo ir
sybil extract s.syclbin --arch='pv?' -o out.pvc && cmp out.pvc a.pvc && echo arch
sybil extract s.syclbin --kernel=vadd --image=1 -o - | cmp - a.pvc && echo kernel
sybil extract s.syclbin --module=1 --metadata -o b.out && cmp b.out b.ptx && cmp b.prop <(printf '[SYCL/exported symbols]\nhelper=1|1\n') && echo metadata
sybil extract s.syclbin --out-dir=all --metadata && ls all
