# The same for the verbs that need devices, and the arguments of kernels.
. "$SRC/tests/cli/_device"
fakes
. "$SRC/tests/cli/help/_meant"
table <<'END'
sybil devices --device=cpuu
sybil devices --device=gup
sybil devices --device=opencl:cpuu
sybil devices --device=opncl:cpu
sybil devices --device=something
sybil check --device=cpuu p
sybil build --device=gpuu p -o o
sybil run p _ZTS10TestKernl -g 1
sybil run p k -g 1 buff:f32:4
sybil run p k -g 1 buf:f23:4
sybil run p k -g 1 ou:f32:4
sybil run p k -g 1 out:f3:4
sybil run p k -g 1 f322:4
sybil run p k -g 1 locl:4
sybil run p k -g 1 bytse:@x
sybil run p k -g 1 spec
sybil run p k -g 1 zzz:1
END
sybil run p k -g 1 buff:f32:4; echo "= $?"
sybil run p k -g 1 4; echo "= $?"
sybil run p k -g 1 specs:1; echo "= $?"
sybil run p k -g 1 buf; echo "= $?"
sybil run --help | sed -n '/^arguments/,/^$/p'
