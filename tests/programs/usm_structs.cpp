// Structs with pointers, linked lists, arrays, tuples, pairs and spans as captures; is_device_copyable.
#include "check.hpp"
#include <array>
#include <optional>
#include <tuple>
#include <variant>

struct Node { int value; Node *next; };
struct View { const float *data; size_t rows, columns; float at(size_t r, size_t c) const { return data[r * columns + c]; } };
struct Nested { struct { int a; View view; } inner[2]; std::array<short, 5> shorts; };
struct Loud {
	int value;
	explicit Loud(int v) : value(v) {}
	Loud(const Loud &other) : value(other.value) {}
	~Loud() {}
};
template <> struct sycl::is_device_copyable<Loud> : std::true_type {};

int main()
{
	sycl::queue q;
	Node *nodes = sycl::malloc_shared<Node>(5, q);
	float *table = sycl::malloc_shared<float>(12, q);
	int *out = sycl::malloc_shared<int>(8, q);
	for (int i = 0; i < 5; i++)
		nodes[i] = { i * i, i < 4 ? nodes + i + 1 : nullptr };
	for (int i = 0; i < 12; i++)
		table[i] = i;

	View view{ table, 3, 4 };
	Nested nested{ { { 1, view }, { 2, { table, 4, 3 } } }, { 10, 11, 12, 13, 14 } };
	int plain[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
	std::tuple<int, double, char> tuple{ 1, 2.5, 'c' };
	std::pair<int *, long> pair{ out, 40 };
	std::array<std::pair<int, float>, 2> array{ { { 1, 1.5f }, { 2, 2.5f } } };
	std::optional<int> optional{ 9 };
	std::variant<int, float> variant{ 3.5f };
	sycl::span<float> span(table, 12);
	Loud loud(6);
	q.single_task([=] {
		int sum = 0;
		for (const Node *n = nodes; n; n = n->next)
			sum += n->value;
		out[0] = sum;
		out[1] = int(view.at(2, 1)) + int(nested.inner[1].view.at(3, 2)) + nested.inner[1].a + nested.shorts[4];
		out[2] = plain[1][2] + plain[0][1];
		out[3] = std::get<0>(tuple) + int(std::get<double>(tuple) * 2) + std::get<2>(tuple);
		pair.first[4] = int(pair.second);
		out[5] = array[1].first + int(array[0].second * 2) + int(optional.has_value() ? *optional : 0);
		out[6] = int(*std::get_if<float>(&variant) * 2) + int(span[11]);
		out[7] = loud.value;
	}).wait();
	const int want[] = { 30, 9 + 11 + 2 + 14, 8, 1 + 5 + 'c', 40, 2 + 3 + 9, 7 + 11, 6 };
	check_each("out", 8, out, [&](size_t i) { return want[i]; });
	return wrong;
}
