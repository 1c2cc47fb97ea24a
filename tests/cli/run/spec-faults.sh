# What `check` reports about specialization constants, `run` refuses: values would be ignored, or take as much memory as a number says.
. "$SRC/tests/cli/_device"
fakes
for fault in spec-constant-code spec-constant-code-size spec-constant-code-default; do
	python3 "$SRC/scripts/mkbin.py" "$SRC/tests/bad/syclbin/$fault.txt" >p.syclbin
	sybil run p.syclbin first -g 1 -d opencl:0; echo "exit $?"
done
limit=2000000
! nm -D "$(command -v sybil)" | grep -q ' __asan_init$' || limit=unlimited # sanitizers reserve more
for scale in '0 0 0' '0 0 4 0 4 4' '0 0xfffffff0 4'; do
	sed "s/scale u32s .*/scale u32s $scale/;s|use _two|use $SRC/tests/bad/syclbin/_two|" "$SRC/tests/bad/syclbin/_spec-constant.txt" >p.txt
	python3 "$SRC/scripts/mkbin.py" p.txt >p.syclbin
	(ulimit -v $limit; sybil run p.syclbin first -g 1 -d opencl:0 -s scale=3); echo "exit $?"
done
