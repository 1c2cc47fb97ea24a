# The printed command for the images of a module writes the same files as the build.
. "$SRC/tests/cli/cc/_sources"
sybil cc -x c++ -fsyntax-only /dev/null 2>/dev/null || { echo 'the plugin is not there' >&2; exit 77; }
mkdir -p root/include/sycl root/lib
touch root/include/sycl/sycl.hpp root/lib/libsycl.so root/lib/libsycl.so.9
export SYBIL_SYCL_ROOT=$PWD/root
cp "$SRC/examples/axpy.cpp" .
echo 'kernel void member(global int *p) { p[0] = 1; }' >member.cl
sybil cc -c member.cl axpy.cl blur.cl && ar rc members.a member.o blur.o
sybil cc -emit-llvm -c blur.cl
printf 'mine:\n  aspects: [fp64, gpu]\n' >mine.yaml

# NAME VERB OPTIONS…: a build keeps its files; the commands that it prints write theirs into another folder.
compare() {
	local name=$1 verb=$2
	shift 2
	rm -rf b.ninja b.ninja.files again
	mkdir again
	sybil "$verb" -v -fsyclbin "$@" --ninja=b.ninja -o out.syclbin >log 2>&1 || cat log
	grep -E '^ "?[^ ]*sybil"? post-link ' log | sed -E 's|-o b.ninja.files/|-o again/|' >steps
	sh -e steps >>log 2>&1 || cat log
	find again -type f -printf '%f\n' >files
	while read -r file; do
		cmp "b.ninja.files/$file" "again/$file"
	done < <(grep -v 'table$' files | sort)
	echo "$name: $(grep -c 'prop$' files) images"
}
here=$PWD
cl=$here/axpy.cl cpp=$here/axpy.cpp
compare plain cc "$cl"
compare languages cc "$cl" "$cpp"
compare open cc -fsyclbin=object -O0 -fsycl-device-code-split=per_kernel "$cl" "$cpp"
compare options cc -g -Os -fsycl-dead-args-optimization -fsycl-add-default-spec-consts-image --dialect=spec -fsycl-fixed-targets=intel_gpu_pvc "$cpp"
compare numbers cc --aspect-numbers=2025 --decoration=sycl-alignment=44 "$cpp"
compare config cc -fsycl-device-config-file="$here/mine.yaml" "$cl"
compare archive cc "$here/axpy.o" "$here/members.a"
compare families cc -fsycl-targets=spir64,spir64_gen -Xsycl-target-backend=spir64_gen '-device pvc' "$cpp"
compare program c++ -fsycl "$here/blur.bc"
compare members c++ -fsycl "$here/axpy.o" "$here/members.a"
compare ids c++ -fsycl -fsycl-id-queries-fit-in-int "$here/blur.bc"
