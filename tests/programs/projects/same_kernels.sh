# Kernels of one name in libraries of a program: different code is a warning; equal code is normal, whatever else the images contain.
cat > library.cpp <<'Y'
#include <sycl/sycl.hpp>
#ifdef MORE
double more(sycl::queue &q, double *p)
{
	q.parallel_for<class More>(sycl::range<1>(4), [=](sycl::id<1> i) { p[i] = p[i] * 0.5 + sycl::sin(p[i]); }).wait();
	return p[0];
}
#endif
struct Node { Node *next; int value; };
template <typename T> struct Fill {
	T *p;
	Node *list;
	void operator()(sycl::id<1> i) const
	{
		for (Node *n = list; n; n = n->next)
			p[i] += n->value;
		p[i] += T(VALUE) + sycl::floor(float(i[0]));
	}
};
extern "C" int NAME(int at)
{
	sycl::queue q;
	int *p = sycl::malloc_shared<int>(16, q);
	q.fill(p, 0, 16).wait();
	q.parallel_for(sycl::range<1>(16), Fill<int>{ p, nullptr }).wait();
	int r = p[at];
	sycl::free(p, q);
	return r;
}
Y
cat > app.cpp <<'Y'
extern "C" int first(int), second(int);
int main() { return first(3) == 1003 && second(3) == 1003 ? 0 : 1; }
Y
compile() { "$SYBIL" c++ -fsycl -O2 -w -fPIC -c library.cpp "$@"; }
app() { "$SYBIL" c++ -fsycl app.o -L. "$@" -Wl,-rpath,"$PWD" -o app; }
"$SYBIL" c++ -c app.cpp -o app.o
compile -DNAME=first -DVALUE=1000 -o first.o
compile -DNAME=second -DVALUE=1000 -DMORE -g -o equal.o
compile -DNAME=second -DVALUE=2000 -o other.o
for name in first equal other; do
	"$SYBIL" c++ -fsycl -shared $name.o -o lib$name.so
done

app -lfirst -lequal 2> errors
test ! -s errors
./app

app -lfirst -lother 2> errors
grep -q "warning: kernel 'Fill<int>' (and 1 more) has different code in ./libfirst.so and in ./libother.so; .*\[-Wsame-kernel-name]" errors
test "$(grep -c warning errors)" = 1
app ./libfirst.so ./libother.so -Wno-same-kernel-name 2> errors
test ! -s errors
! app -lfirst -lother -Werror=same-kernel-name 2> errors
grep -q 'error: kernel' errors

# the program's own images
app other.o -lfirst 2> errors
grep -q "'Fill<int>' (and 1 more) has different code in ./libfirst.so and in app;" errors
app equal.o -lfirst 2> errors
test ! -s errors
