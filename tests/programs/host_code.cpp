// Host code beside kernels: RTTI, virtual functions, threads, static objects, inline assembly, variadic functions.
#include "check.hpp"
#include <atomic>
#include <cstdarg>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <mutex>
#include <regex>
#include <sstream>
#include <thread>
#include <typeinfo>

struct Shape { virtual ~Shape() = default; virtual double area() const = 0; };
struct Square : Shape { double side; explicit Square(double s) : side(s) {} double area() const override { return side * side; } };
struct Circle : Shape { double area() const override { return 3; } };

static std::map<std::string, int> registry{ { "a", 1 }, { "b", 2 } };
static const std::string greeting = std::string("hello ") + std::to_string(registry.size());
static std::once_flag once;
thread_local int per_thread = 4;

static int sum_of(int count, ...)
{
	va_list list;
	int sum = 0;
	va_start(list, count);
	while (count--)
		sum += va_arg(list, int);
	va_end(list);
	return sum;
}

int main()
{
	sycl::queue q;
	std::unique_ptr<Shape> shapes[] = { std::make_unique<Square>(2.), std::make_unique<Circle>() };
	double total = 0;
	for (const auto &s : shapes) {
		if (auto *square = dynamic_cast<const Square *>(s.get()))
			total += square->side;
		const Shape &shape = *s;
		CHECK((typeid(shape) == typeid(Circle)) == (s != shapes[0]));
		total += s->area();
	}
	CHECK(total == 9);
	double *p = sycl::malloc_shared<double>(8, q);
	std::vector<std::thread> threads;
	for (int t = 0; t < 4; t++)
		threads.emplace_back([&q, p, t] {
			std::call_once(once, [] { registry["c"] = 3; });
			per_thread += t;
			int own = per_thread;
			q.single_task([=] { p[t] = own * 2; }).wait();
		});
	for (std::thread &t : threads)
		t.join();
	check_each("threads", 4, p, [](size_t i) { return (4. + i) * 2; });
	std::function<int(int)> function = [&](int x) { return x + registry["c"]; };
	std::ostringstream text;
	text << greeting << ' ' << function(1) << ' ' << sum_of(3, 1, 2, 3);
	CHECK(text.str() == "hello 2 4 6" && std::regex_match(text.str(), std::regex("hel+o.*")));
#ifdef __x86_64__
	int one = 41;
	__asm__("incl %0" : "+r"(one));
	CHECK(one == 42);
#endif
	return wrong;
}
