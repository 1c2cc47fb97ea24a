# Command lines that cannot work: each error names what is wrong, and what to do.
cat > app.cpp <<'X'
#include <sycl/sycl.hpp>
int main() { sycl::queue q; q.single_task([] {}).wait(); }
X
refused() { # TEXT COMMAND...
	text=$1
	shift
	if "$@" > output 2>&1; then
		echo "succeeds: $*"
		exit 1
	fi
	if ! grep -q -e "$text" output; then
		echo "no text '$text' in:"
		cat output
		exit 1
	fi
	[ ! -e app ]
}
mkdir -p empty old/include/sycl old/lib unnumbered/include/sycl unnumbered/lib
touch old/include/sycl/sycl.hpp old/lib/libsycl.so old/lib/libsycl.so.8 unnumbered/include/sycl/sycl.hpp unnumbered/lib/libsycl.so
refused 'SYBIL_SYCL_ROOT=.*include/sycl' env SYBIL_SYCL_ROOT="$PWD/empty" "$SYBIL" c++ -fsycl app.cpp -o app
refused 'sycl-root=.*include/sycl' "$SYBIL" c++ -fsycl --sycl-root="$PWD/missing" app.cpp -o app
refused 'libsycl.so.8 is not supported.*libsycl.so.9' "$SYBIL" c++ -fsycl --sycl-root="$PWD/old" app.cpp -o app
refused 'libsycl.so with a version' "$SYBIL" c++ -fsycl --sycl-root="$PWD/unnumbered" app.cpp -o app
refused "unknown argument: '-fno-such-option'" "$SYBIL" c++ -fsycl -fno-such-option app.cpp -o app
refused "unsupported option .--no-such-option." "$SYBIL" c++ -fsycl --no-such-option app.cpp -o app
refused 'missing.cpp' "$SYBIL" c++ -fsycl missing.cpp -o app
refused 'nvptx64-none\|no-such-target' "$SYBIL" c++ -fsycl -fsycl-targets=no-such-target app.cpp -o app
cat > syntax.cpp <<'X'
#include <sycl/sycl.hpp>
int main() { sycl::queue q; q.single_task([] { int x = undeclared; }).wait(); }
X
refused "syntax.cpp:2:56: error: use of undeclared identifier 'undeclared'" "$SYBIL" c++ -fsycl syntax.cpp -o app
[ "$(grep -c 'undeclared identifier' output)" = 1 ]
cat > again.cpp <<'X' # clang parses the name twice
#include <sycl/sycl.hpp>
int f() { return int(sycl::ext::oneapi::experimental::this_work_item::get_nd_item<1>().get_global_id(0)); }
X
refused "again.cpp:2:22: error: no template named 'get_nd_item'" "$SYBIL" c++ -fsycl -c again.cpp -o app
[ "$(grep -c 'no template named' output)" = 1 ]
cat > warning.cpp <<'X'
#include <sycl/sycl.hpp>
int main() { int unused; sycl::queue q; q.single_task([] { int inside; }).wait(); }
X
"$SYBIL" c++ -fsycl -Wall -c warning.cpp -o warning.o 2> output
[ "$(grep -c "warning: unused variable 'unused'" output)" = 1 ]
[ "$(grep -c "warning: unused variable 'inside'" output)" = 1 ]
