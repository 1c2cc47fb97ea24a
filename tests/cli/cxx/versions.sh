# Roots with a version that is not supported, and the order of the search.
. "$SRC/tests/cli/cxx/_root"
move_away
touch app.cpp
root old 7
mkdir -p none/include/sycl none/lib && touch none/include/sycl/sycl.hpp none/lib/libsycl.so
for dir in old none; do
	sybil c++ -fsycl --sycl-root=$dir app.cpp 2>&1 | plain
done
for place in given named venv cmplr home/intel/oneapi/compiler/2026.2 home/intel/oneapi/compiler/2026.10; do root $place 9; done
export HOME=$PWD/home
found() {
	sybil c++ -fsycl -### "$@" app.cpp 2>&1 | grep -o -- '-Wl,-rpath,[^ ]*' | plain
}
found
export CMPLR_ROOT=$PWD/cmplr; found
export VIRTUAL_ENV=$PWD/venv; found
export SYBIL_SYCL_ROOT=$PWD/named; found
found --sycl-root=given
