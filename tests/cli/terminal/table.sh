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
# Bars and texts are shortened, the widest first, down to their titles; the last text is left to the terminal to wrap.
export NO_COLOR=1
tty --columns=80 sybil show "$SRC/tests/golden/zebin/slm-acm-g11.zebin" | sed -n '/^kernels/,/^remarks/p'
tty --columns=80 sybil check --list | head -n 4
for columns in 80 40; do
	tty --columns=$columns sybil size p | grep '#'
	tty --columns=$columns sybil --help | grep -E '^.{81,}'
done
true
