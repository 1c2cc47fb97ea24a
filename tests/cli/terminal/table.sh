# Tables on a terminal: cells are cut where rows are wider, wide and combining characters keep columns straight; piped,
# names are whole.
. "$SRC/tests/cli/_package"
tty() { python3 "$SRC/tests/cli/terminal/_tty.py" "$@"; }
export TERM=xterm NO_COLOR=1
name=kernel_with_a_name_that_is_much_longer_than_a_line_of_any_terminal_and_goes_on_and_on_up_to_here
printf '[SYCL/kernel names]\n%s=1|1\n核心計算=1|1\nu\xcc\x88ber=1|1\n' "$name" >k.prop
sybil pack -o p --state=executable --module --properties=k.prop --native=n.bin,arch=pvc,target=spir64_gen-unknown-unknown
sybil check --target=intel_gpu_pvc,intel_gpu_dg2_g10 p
for columns in 60 100 200; do
	echo "at $columns columns:"
	tty --columns=$columns sybil check --target=intel_gpu_pvc,intel_gpu_dg2_g10 p
done
unset NO_COLOR
tty --columns=60 sybil check --target=intel_gpu_dg2_g10 p
# What does not fit beside each other stands below, bars become shorter, sentences are wrapped: no line is too long.
export NO_COLOR=1
nine=intel_gpu_pvc,intel_gpu_dg2_g10,intel_gpu_acm_g11,nvidia_gpu_sm_80,amd_gpu_gfx90a,x86_64,intel_gpu_tgllp,intel_gpu_skl,intel_gpu_bdw
too_long() { sed 's/…/./g' | awk -v most="$1" 'length > most'; }
tty --columns=80 sybil check --target=$nine p
for columns in 80 40; do
	tty --columns=$columns sybil show "$SRC/tests/golden/zebin/slm-acm-g11.zebin" | sed -n '/^kernels/,/^remarks/p'
	tty --columns=$columns sybil check --list | head -n 7
	tty --columns=$columns sybil check --list | too_long $columns
	tty --columns=$columns sybil opt --list 2>/dev/null | too_long $columns
	tty --columns=$columns sybil size p | too_long $columns
done
tty --columns=40 sybil size p | grep '#'
# Names that differ in the middle alone can be told apart, and look the same in each block.
{
	echo '[SYCL/kernel names]'
	for way in red_black lexicographic symmetric; do
		echo "company_solver::gauss_seidel_${way}_smoother_double_precision=1|1"
	done
} >alike.prop
sybil pack -o r --state=executable --module --properties=alike.prop --native=n.bin,arch=pvc,target=spir64_gen-unknown-unknown
tty --columns=60 sybil check --target=intel_gpu_pvc,intel_gpu_dg2_g10,nvidia_gpu_sm_80 r
for columns in 40 60 80 100; do
	tty --columns=$columns sybil check --target=$nine r | sed -n 's/^  \([^ ]*\.\.\.[^ ]*\) .*/\1/p' | sort -u | wc -l
done
# Every name of a target is whole where there is any room for it; a link map is a table as others are.
over() { grep -v 'über' | grep -E "^.{$(($1 + 1)),}"; }
sybil pack -o o --state=object --module --properties=a.prop --ir=a.spv,target=spir64-unknown-unknown
for columns in 40 60 80 200; do
	tty --columns=$columns sybil check --target=$nine p >out
	for name in ${nine//,/ }; do grep -q " $name\b" out || echo "$columns: $name"; done
	over $columns <out
	tty --columns=$columns sybil link o -o q --map=- | over $columns
	tty --columns=$columns sybil --help | over 80
done
true
