# make with CXX=sybil-c++, and a response file.
mkdir bin
ln -s "$SYBIL" bin/sybil
printf '#!/bin/sh\nexec "%s" c++ "$@"\n' "$SYBIL" > bin/sybil-c++
chmod +x bin/sybil-c++
cat > Makefile <<'X'
CXX = sybil-c++
CXXFLAGS = -fsycl -O1 -std=c++17 -Wall -Wextra -Werror -MMD
LDFLAGS = -fsycl
app: main.o work.o
	$(CXX) $(LDFLAGS) $^ -o $@
-include main.d work.d
X
cat > work.hpp <<'X'
#include <sycl/sycl.hpp>
int work(sycl::queue &q);
X
cat > work.cpp <<'X'
#include "work.hpp"
int work(sycl::queue &q)
{
	sycl::buffer<int> b{ 1 };
	q.submit([&](sycl::handler &h) { sycl::accessor a{ b, h, sycl::write_only }; h.single_task([=] { a[0] = 7; }); });
	return sycl::host_accessor(b)[0];
}
X
cat > main.cpp <<'X'
#include "work.hpp"
int main() { sycl::queue q; return work(q) == 7 ? 0 : 1; }
X
PATH=$PWD/bin:$PATH make -s
./app
# CMake reads these from -v
"$SYBIL" c++ -fsycl -v main.o work.o -o app3 2> printed
grep -q '^ "[^"]*/ld" .*-lstdc++' printed
"$SYBIL" c++ -fsycl -v -c work.cpp -o again.o 2> printed
grep -q '^#include <...> search starts here:$' printed
PATH=$PWD/bin:$PATH make -s -q
touch work.hpp
if PATH=$PWD/bin:$PATH make -s -q; then
	echo "make does not rebuild after a change of the header"
	exit 1
fi
printf -- '-fsycl -O1\n-DVALUE=%s\n"main 2.cpp" -o app2\n' '3' > options
cat > 'main 2.cpp' <<'X'
#include <sycl/sycl.hpp>
int main() { sycl::queue q; int *p = sycl::malloc_shared<int>(1, q); q.single_task([=] { *p = VALUE; }).wait(); return *p == 3 ? 0 : 1; }
X
"$SYBIL" c++ @options
./app2
