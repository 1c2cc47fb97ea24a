# Exported functions of a program or library are entry points of their own only if images may depend on each other.
. "$SRC/tests/cli/cxx/_root"
root r 9
export SYBIL_SYCL_ROOT=$PWD/r
echo 'int main() {}' >a.cpp
entries() { sybil c++ -fsycl -### a.cpp "$@" 2>&1 | grep -oE -- '--(allow-device-image|emit-only-kernels)[a-z-]*'; }
deps=-fsycl-allow-device-image-dependencies
entries
entries -shared $deps
entries $deps
entries $deps -fno-${deps#-f}
