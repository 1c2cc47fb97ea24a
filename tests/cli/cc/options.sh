# Spellings, response files, options that do not go together.
. "$SRC/tests/cli/cc/_sources"
mkdir 'a folder'
echo '#define VALUE 5' >'a folder/v.h'
printf '#include <v.h>\nkernel void k(global int *p) { *p = VALUE + W; }\n' >k.cl
printf -- '-I "a folder"\n-DW=3 -o out.syclbin @second' >words
echo '-U NOTHING' >second
ln second link.o
sybil cc @words k.cl && modules out.syclbin
sybil cc '-Ia folder' -D W=3 -- k.cl && cmp a.syclbin out.syclbin && echo same
sybil cc -isystem 'a folder' -include v.h -DW=3 k.cl -O -w -g0 -Xclang -fno-builtin -o other.syclbin && echo fine
for args in '-fsyclbn k.cl' '-fsyclbin=later k.cl' '-O7 k.cl' '-I' '' '-x ada k.cl' '-' '-S k.cl' '-emit-llvm k.cl' \
	'-c k.cl blur.cl -o x' '-MD -MF x blur.cl edges.cl' '-j 0 k.cl' '@nothing' '-fsycl-targets=intel_gpu_pcv k.cl' \
	'-fsycl-fixed-targets=intel_gpu_pcv k.cl' '-fsycl-targets=spir64_gen k.cl' '-fsycl-targets=amdgcn k.cl' \
	'-fsyclbin=object -fno-sycl-allow-device-image-dependencies k.cl' '-fsycl-link k.cl' 'nothing.cl' 'words' \
	'-o nowhere/x k.cl' 'k.c' '-o ./k.cl k.cl' '-MD -MF k.cl k.cl' '-c -x cl second -o link.o' \
	'--compress=foo k.cl'; do
	# shellcheck disable=SC2086
	sybil cc $args; echo "$args: exit $?"
done
sybil cc -fsycl-allow-device-image-dependencies blur.cl edges.cl -MF unused
sybil cc -Wno-option-ignored -fsycl-allow-device-image-dependencies blur.cl edges.cl
sybil cc -Werror=option-ignored -fsycl-allow-device-image-dependencies blur.cl edges.cl -o never; echo "exit $?"; ls never 2>/dev/null
cp edges.cl ./-dash.cl
sybil cc -Xsycl-target-backend=intel_gpu_dg1 -x --cache-dir=/proc/x -o dash.syclbin -- -dash.cl && modules dash.syclbin
sybil cc -c blur.ll 2>/dev/null; echo "exit $?"
# commas in names, and names that look like options
mkdir 't,m' && cp axpy.cl 'k,1.cl' && cp axpy.cl 'c,type=ptx.cl'
sybil cc -c 'k,1.cl' && ls 'k,1.o' && sybil cc 'c,type=ptx.cl' --save-temps=obj -o 't,m/z.syclbin' && ls 't,m' | head -2
sybil cc --ninja='z,y.ninja' 'k,1.cl' -o z.syclbin && sybil cc --ninja=-b.ninja axpy.cl -o z.syclbin && ls -- *.ninja
TMPDIR=$PWD/t,m sybil cc 'k,1.cl' -o comma.syclbin && modules comma.syclbin
TMPDIR=$PWD/t,m sybil cc -c axpy.cl 2>&1 | sed -E 's|/[^ ]*: with|with|'
sybil cc --ninja=n.syclbin -o n.syclbin axpy.cl; echo "exit $?"
sybil cc --ninja=./n.syclbin -o n.syclbin axpy.cl; echo "exit $?"
sybil cc -MD -MF ./n.syclbin -o n.syclbin axpy.cl; echo "exit $?"
clean
