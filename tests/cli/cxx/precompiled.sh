# Precompiled headers in the cache: damaged ones are made again, and a build does not need them.
. "$SRC/tests/cli/cxx/_root"
root r 9
mkdir r/include/sycl/detail
touch r/include/sycl/detail/{kernel_desc,device_global_map,kernel_global_info}.hpp
echo '#include <sycl/sycl.hpp>' >a.cpp
export SYBIL_SYCL_ROOT=$PWD/r
# build a source that the cache does not have
build() {
	echo "int n$((++number));" >>a.cpp
	sybil c++ -fsycl -v --cache-dir=c "$@" -c a.cpp -o a.o 2>log; echo "exit $?, precompiled: $(grep -c 'c++-header' log), used: $(grep -c -- '-include-pch' log)"
	grep -E 'warning:|error:|note:' log | sed 's|pch/[0-9a-f]*|pch/KEY|'
}
build
build
for file in c/pch/*.pch; do
	size=$(stat -c %s "$file")
	truncate -s 1000 "$file"
	truncate -s "$size" "$file"
done
build
build
sybil cache verify c | grep -c headers; echo "exit $?"
for file in c/pch/*.pch; do
	truncate -s 1000 "$file"
	break
done
sybil cache verify c >verified; echo "exit $?"
build
rm c/pch/*.sum
build -DSUM
sybil cache clear c | grep -c removed
find c -type f
# they cannot be made
cat >compiler <<'X'
#!/bin/sh
case " $* " in
*' c++-header '*) eval "$FAIL" ;;
esac
exec clang-15 "$@"
X
chmod +x compiler
export SYBIL_CLANG=$PWD/compiler FAIL
FAIL="echo \"fatal error: cannot write: 'No space left on device'\"; exit 1"
build -MD && grep -c sycl.hpp a.d
FAIL='kill -9 $$' build
FAIL='echo "a.hpp:1:1: error: wrong"; exit 1' build
FAIL='exit 0' build
