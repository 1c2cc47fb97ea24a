# The CPU device of this machine is asked what it can do: what it cannot is left out, the rest compiled.
. "$SRC/tests/cli/cc/_sources"
. "$SRC/tests/cli/_device"
pocl
echo '__attribute__((intel_reqd_sub_group_size(8))) kernel void s(global int *p) { *p = 1; }' >s.cl
sybil cc -fsycl-targets=x86_64 s.cl -DSAXPY axpy.cl -o cpu.syclbin && modules cpu.syclbin
clean
