# -MD and its kin: for the object or the package, and for each of several sources.
. "$SRC/tests/cli/cc/_sources"
echo '#define V 1' >v.h
for name in a b; do printf '#include "v.h"\nkernel void %s(global int *p) { *p = V; }\n' $name >$name.cl; done
sybil cc -MD -c a.cl && cat a.d
sybil cc -MMD a.cl -o one.syclbin && cat one.d
rm ./*.d
sybil cc -MD a.cl b.cl -o two.syclbin && cat a.d b.d
sybil cc -MD -MF x.d -MT target -MP -c a.cl && cat x.d
# headers of every family of targets
printf '#ifdef __NVPTX__\n#include "of nvidia.h"\n#endif\n#include "v.h"\nkernel void c(global int *p) { *p = V; }\n' >c.cl
touch 'of nvidia.h'
sybil cc -MMD -MP -c -fsycl-targets=spir64,nvptx64 c.cl && cat c.d
sybil cc -MMD -fsyntax-only -fsycl-targets=nvptx64,spir64 c.cl -MF of.d && cat of.d
sybil cc -MD -MF same.syclbin a.cl -o same.syclbin; echo "exit $?"
clean
