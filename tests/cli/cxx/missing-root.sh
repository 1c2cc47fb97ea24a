# No runtime: the commands that install one. A folder that is named must be one.
. "$SRC/tests/cli/cxx/_root"
for dir in /opt/intel/oneapi/compiler/[0-9]*; do
	[ ! -e "$dir" ] || { echo 'oneAPI is installed' >&2; exit 77; }
done
move_away
touch app.cpp
sybil c++ -fsycl app.cpp; echo "exit $?"
HOME= VIRTUAL_ENV=/nonexistent sybil-c++ -fsycl -c app.cpp; echo "exit $?"
SYBIL_SYCL_ROOT=/nonexistent sybil c++ -fsycl app.cpp; echo "exit $?"
SYBIL_SYCL_ROOT=/nonexistent sybil c++ -fsycl --sycl-root=other app.cpp; echo "exit $?"
mkdir -p half/include/sycl
sybil c++ -fsycl --sycl-root=half app.cpp; echo "exit $?"
ls tmp
