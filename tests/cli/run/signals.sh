# The first signal ends it, also while a kernel runs that never would, or many are waiting; nothing is left behind.
. "$SRC/tests/cli/_device"
pocl
packages
printf '[SYCL/kernel names]\nslow=1|1\nspin=1|1\n' >spin.prop
sybil pack -o spin.syclbin --state=executable --module --properties=spin.prop --ir="$kernels/slow.spv"
stop() { # 137: it had to be killed. The linker of a driver that still builds is not meant
	local signal=$1
	shift
	POCL_CACHE_DIR=$PWD/pocl-$signal timeout --foreground --preserve-status -s "$signal" -k 40 2 sybil run "$@" 2>&1 | grep -v 'stopped on request'
	echo "= ${PIPESTATUS[0]}"
}
mkdir out
stop INT spin.syclbin spin -g 1 'buf:u32:1=0>out/a.txt' &
stop TERM k.syclbin saxpy -g 1024 f32:2 buf:f32:1024=iota 'buf:f32:1024=1>out/b.txt' --async --repeat=1000000 >second
wait
cat second
ls -A out
