# A package without code is an error, and none is written: nothing to start, or no target for any of it.
. "$SRC/tests/cli/cc/_sources"
: >none.cl
: >none.cpp
echo 'static int f(int x) { return x; } int g(int x) { return f(x); }' >plain.cpp
for source in none.cl none.cpp plain.cpp; do sybil cc $source -o out; echo "$source: exit $?"; done
sybil cc -fsyclbin=input none.cl -o out; echo "exit $?"
sybil cc -c none.cl -o none.o && sybil link none.o -o out; echo "exit $?"
echo 'kernel void d(global double *p) { *p += 1; }' >d.cl
sybil cc -fsycl-targets=intel_gpu_dg1 d.cl -o out; echo "exit $?"
# beside other code, it is none
sybil cc none.cl d.cl -o out && modules out
clean
