# The same for kernels on devices; messages about arguments list the valid forms instead.
. "$SRC/tests/cli/_device"
fakes
. "$SRC/tests/cli/help/_meant"
table <<'END'
sybil run p _ZTS10TestKernl -g 1
END
sybil run p k -g 1 buff:f32:4; echo "= $?"
sybil run p k -g 1 4; echo "= $?"
sybil run p k -g 1 specs:1; echo "= $?"
sybil run p k -g 1 buf; echo "= $?"
sybil run --help | sed -n '/^arguments/,/^$/p'
