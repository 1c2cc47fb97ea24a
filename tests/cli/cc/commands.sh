# -### prints what would run, -v what runs, --save-temps keeps the files in between.
. "$SRC/tests/cli/cc/_sources"
sybil cc -### -fsycl-targets=spir64,intel_gpu_pvc -fsycl-fixed-targets=intel_gpu_pvc -Wno-fixed-targets -O1 -DSAXPY axpy.cl 2>&1 | sed "s|$TMPDIR|TMP|g; s|[^ ]*/sybil |sybil |"
ls ./*.syclbin 2>/dev/null
sybil cc -v -DSAXPY axpy.cl 2>&1 | grep '^ ' | sed 's|^ [^ ]*/sybil | sybil |' | cut -d' ' -f2,3
sybil cc -v -DSAXPY axpy.cl 2>&1 | grep -oE 'info: llvm-spirv-15'
mkdir out
sybil cc --save-temps=obj -DSAXPY axpy.cl -o out/a.syclbin && ls out
sybil cc --save-temps -DSAXPY axpy.cl -o out/a.syclbin && ls ./axpy-* ./module*
clean
