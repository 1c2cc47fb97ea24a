# Names of 255 bytes, the most that file systems have; temporary files have shorter ones.
. "$SRC/tests/cli/cc/_sources"
name=$(printf 'a%.0s' {1..252})
echo 'kernel void k(global int *p) { p[0] = 1; }' >"$name".cl
sybil cc -fsycl-targets=spir64,spir64_gen -Xsycl-target-backend=spir64_gen '-device pvc' -### "$name".cl >/dev/null 2>&1; echo "exit $?"
sybil cc "$name".cl -o one.syclbin && modules one.syclbin
cp "$name".cl "${name%a}b.cl" && sed -i 's/ k(/ l(/' "${name%a}b.cl"
sybil cc "$name".cl "${name%a}b.cl" -o both.syclbin && modules both.syclbin
sybil cc -c "$name".cl -MD && sybil cc "$name".o -o linked.syclbin && modules linked.syclbin
sybil cc -S -emit-llvm "$name".cl && ls "$name".ll "$name".d | sed -E 's/a+/a…/'
clean
