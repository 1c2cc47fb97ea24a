# Errors of clang are shown with the tool; warnings of clang and of ours are told apart; nothing is made then.
. "$SRC/tests/cli/cc/_sources"
echo 'kernel void f(global int *a) { a[0] = b; }' >bad.cl
echo 'kernel void g(global int *a) { a[0] = c; }' >worse.cl
echo before >out
sybil cc bad.cl worse.cl -o out -j2; echo "exit $?"; cat out
echo 'kernel void h(global double *a) { int unused; a[0] += 1; }' >h.cl
sybil cc -Wunused-variable -fsycl-fixed-targets=intel_gpu_dg1 h.cl -o out && modules out
sybil cc -Wno-unused-variable -Wno-fixed-targets -Wnot-a-warning -fsycl-fixed-targets=intel_gpu_dg1 h.cl -o out && modules out
sybil cc -Werror=fixed-targets -fsycl-fixed-targets=intel_gpu_dg1 h.cl -o never; echo "exit $?"
sybil cc -Werror -Wunused-variable h.cl -o never; echo "exit $?"
sybil cc -fcolor-diagnostics bad.cl 2>&1 | grep -c "$(printf '\033')"
sybil cc blur.cl -o alone.syclbin && modules alone.syclbin
sybil cc -Wunused-variable -fsycl-targets=spir64,nvptx64 -c h.cl # once
# a slip in a name of ours is none in clang's
sybil cc -Wfixed-target -Wno-error=fixed-target-aspect -fsyntax-only h.cl
sybil cc -Wno-unknown-warning-option -Wfixed-target -Wnot-a-warning -fsyntax-only h.cl
cp blur.cl twice.cl
sybil cc blur.cl twice.cl 2>/dev/null; echo "exit $?"
printf '#!/bin/sh\necho "error: unable to open output file: No space left on device"\nexit 1\n' >full
chmod +x full
SYBIL_CLANG=./full sybil cc blur.cl; echo "exit $?"
SYBIL_CLANG_PLUGIN=nowhere.so sybil cc -x c++ blur.cl; echo "exit $?"
SYBIL_CLANG=no-such-clang sybil cc blur.cl; echo "exit $?"
(tool=$(command -v sybil); mkdir -p nothing; PATH=nothing; "$tool" cc blur.cl; echo "exit $?")
(here=$PWD; cd /proc && sybil cc --save-temps "$here/blur.cl" -o "$here/temps.syclbin"; echo "exit $?")
sybil cc -lm blur.cl; echo "exit $?"
ls never 2>/dev/null
mkdir -p a b && cp axpy.cl a && cp axpy.cl b
sybil cc -c a/axpy.cl b/axpy.cl; echo "exit $?"
SYBIL_CC_CACHE_SIZE=foo sybil cc axpy.cl; echo "exit $?"
echo nothing >x.spv; sybil cc x.spv; echo "exit $?"
printf -- '-DSAXPY\r\naxpy.cl\r\n' >words && sybil cc @words -o words.syclbin && ls words.syclbin
clean
