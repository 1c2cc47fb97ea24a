# Command lines that are wrong.
. "$SRC/tests/cli/cxx/_root"
root r 9
export SYBIL_SYCL_ROOT=$PWD/r
touch a.cpp
sybil c++ -fsycl; echo "exit $?"
sybil c++ -fsycl -fsycl-host-compiler-options=-O3 a.cpp; echo "exit $?"
sybil c++ -fsycl -fsycl-host-compiler=g++ -fsycl-host-compiler-options='"' a.cpp; echo "exit $?"
sybil c++ -fsycl -fsycl-targets= a.cpp; echo "exit $?"
sybil c++ -fsycl -fsycl-targets=nonsense a.cpp; echo "exit $?"
sybil c++ -fsycl -c missing.cpp; echo "exit $?"
sybil c++ -fsycl -fno-such-option -c a.cpp 2>&1 | grep -o 'unknown argument: .*' | sort -u
