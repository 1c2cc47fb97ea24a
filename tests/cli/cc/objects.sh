# -c makes objects that a host linker takes and that are linked later, alone, in archives and beside sources.
. "$SRC/tests/cli/cc/_sources"
sybil cc -c blur.cl edges.cl && sybil show blur.o | grep -E 'type:|triple|image kind'
sybil cc --offload-rdc blur.o edges.o -o linked.syclbin && modules linked.syclbin
sybil cc -c -emit-llvm blur.cl edges.cl
sybil pack --offload --image=file=blur.bc,triple=spir64-unknown-unknown,kind=sycl --image=file=edges.bc,triple=spir64-unknown-unknown,kind=sycl -o both.off
sybil cc -fsyclbin both.off -o offload.syclbin && modules offload.syclbin
ar rc lib.a edges.o
sybil cc blur.cl lib.a -o archive.syclbin && modules archive.syclbin
cmp linked.syclbin archive.syclbin && echo same
sybil link blur.o edges.o -o by-link.syclbin && modules by-link.syclbin
sybil cc blur.cl -c -o other.o && cmp other.o blur.o && echo same
sybil cc -fno-gpu-rdc blur.o edges.o -o apart.syclbin && modules apart.syclbin
sybil cc -c -fsycl-targets=nvptx64 edges.cl -o nvidia.o
sybil cc blur.o nvidia.o; echo "exit $?"
sybil cc blur.bc -fsycl-targets=nvptx64; echo "exit $?"
sybil cc -fsycl-link linked.syclbin -o again.syclbin; echo "exit $?"
# what is missing is one error, from objects and packages alike, unless the result stays open
sybil cc -fsyclbin=object edges.cl -o open.syclbin
for args in 'cc -fsycl-link edges.o' 'cc -fsycl-link open.syclbin' 'link edges.o' 'link open.syclbin' 'cc -fsycl-link -fsyclbin=object edges.o'; do
	# shellcheck disable=SC2086
	sybil $args -o none.syclbin 2>said; echo "$args: exit $?, $(grep -c link-unresolved said)"
done
sybil cc -fsycl-link edges.o --ninja=none.ninja -o none.syclbin && grep -o -- '--check-imports --warn[^ ]*' none.ninja
! command -v gcc >/dev/null || { gcc -shared blur.o -o lib.so && readelf -S lib.so | grep -c offloading; }
clean
