# SPIR-V by the library of llvm-spirv and by the program is the same; the program that PATH or a variable names is used.
. "$SRC/tests/cli/cc/_sources"
real=$(command -v llvm-spirv-15)
sybil cc -DSAXPY axpy.cl -o library.syclbin
mkdir bin
printf '#!/bin/sh\necho "a program was started" >>%s/started\nexec %s "$@"\n' "$PWD" "$real" >bin/llvm-spirv-15
chmod +x bin/llvm-spirv-15
PATH=$PWD/bin:$PATH sybil cc -DSAXPY axpy.cl -o path.syclbin && cat started && rm started
SYBIL_LLVM_SPIRV=$PWD/bin/llvm-spirv-15 sybil cc -DSAXPY axpy.cl -o variable.syclbin && cat started && rm started
sybil cc -DSAXPY --launcher='env -u NOTHING' axpy.cl -o launcher.syclbin
for way in path variable launcher; do cmp library.syclbin $way.syclbin && echo same; done
clean
