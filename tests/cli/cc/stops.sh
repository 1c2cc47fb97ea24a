# Where it stops: LLVM IR as text or bitcode, preprocessed, syntax alone; -fsyclbin is unused then, and a warning says so.
. "$SRC/tests/cli/cc/_sources"
sybil cc -S -emit-llvm blur.cl && grep -c 'define.*@blur' blur.ll
sybil cc -c -emit-llvm blur.cl && sybil show blur.bc | head -1
sybil cc -fsycl-device-only -fsyclbin=object blur.cl -o only.bc && cmp blur.bc only.bc && echo same
sybil cc -fsycl-device-only -S -fsyclbin blur.cl -o - | grep -c 'define.*@blur'
sybil cc -E -DSAXPY axpy.cl -o - | grep -c '^kernel'
sybil cc -E -DSAXPY axpy.cl | grep -c daxpy
sybil cc -fsyntax-only blur.cl; ls ./*.syclbin 2>/dev/null
sybil cc blur.ll edges.cl -o ir.syclbin && modules ir.syclbin
clang-15 --target=spir64 -x cl -c -emit-llvm -O2 -DSAXPY axpy.cl -Xclang -finclude-default-header -o axpy.bc
sybil translate axpy.bc -o axpy.spv
sybil cc axpy.spv -o spirv.syclbin && modules spirv.syclbin
sybil cc axpy.spv blur.ll edges.cl -o mixed.syclbin && modules mixed.syclbin
printf 'kernel void k(global int *p) { *p = sizeof("%%s"); }' >k.cl
sybil cc -x cl - -o stdin.syclbin <k.cl && modules stdin.syclbin
echo 'kernel void k( {' | sybil cc -x cl - -o bad.syclbin; echo $?
clean
