# The same inputs give the same bytes, whatever the folder, the number of jobs and the names of temporary files.
. "$SRC/tests/cli/cc/_sources"
printf '#include "name.h"\nkernel void k(global int *p) { *p = NAME[0]; }\n' >k.cl
echo '#define NAME __FILE__' >name.h
mkdir -p one/deep two
for folder in one/deep two; do
	cp k.cl name.h axpy.cl blur.cl edges.cl $folder
	mkdir -p $folder/tmp
	(cd $folder && TMPDIR=$PWD/tmp && export TMPDIR &&
		sybil cc -j$((${#folder} % 3 + 1)) -fsycl-device-code-split=per_kernel k.cl "$PWD/axpy.cl" ./blur.cl edges.cl -o all.syclbin &&
		sybil cc -c k.cl)
done
cmp one/deep/all.syclbin two/all.syclbin && cmp one/deep/k.o two/k.o && echo same
modules two/all.syclbin
# nor do folders that headers are looked for in, however they are written
mkdir -p inc/sub src
echo 'constant char where[] = __FILE__;' >inc/sub/where.h
printf '#include "sub/where.h"\nkernel void w(global char *p) { *p = where[*p]; }\n' >src/w.cl
sybil cc -Iinc src/w.cl -o rooted.syclbin && sybil cc "-I$PWD/inc/" ./src/w.cl -o absolute.syclbin && (cd src && sybil cc -I ../inc w.cl -o ../inside.syclbin)
cmp rooted.syclbin absolute.syclbin && cmp rooted.syclbin inside.syclbin && echo same
