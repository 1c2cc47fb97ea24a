# The CPU device of this machine is asked what it can do: what it cannot is left out, the rest compiled.
. "$SRC/tests/cli/cc/_sources"
. "$SRC/tests/cli/_device"
pocl
echo '__attribute__((intel_reqd_sub_group_size(8))) kernel void s(global int *p) { *p = 1; }' >s.cl
sybil cc -fsycl-targets=x86_64 s.cl -DSAXPY axpy.cl -o cpu.syclbin && modules cpu.syclbin
# no device is the machine's fault, what a driver refuses the module's or the options'
sybil cc -DSAXPY axpy.cl -o a.syclbin && sybil extract a.syclbin -o a.spv
OCL_ICD_VENDORS=$PWD/none sybil cc -fsycl-targets=x86_64 s.cl -o none.syclbin; echo "exit $?"
OCL_ICD_VENDORS=$PWD/none sybil translate --target=x86_64 a.spv -o none.cpu; echo "exit $?"
sybil translate --target=x86_64 --backend-options=-cl-nosuch a.spv -o none.cpu 2>&1 | head -1
clean
