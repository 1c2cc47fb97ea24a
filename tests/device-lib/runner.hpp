/* tests/device-lib/runner.hpp — run kernels of a package on a device, from C++: what host.cpp and examples.cpp share.
 *
 *   machine m("k.syclbin", "opencl:cpu");
 *   m.run("__sycl_kernel_iota", { 64 }, { 16 }, 1.0f, m.buffer(numbers));       numbers is filled afterwards
 *
 * machine.cpp has a machine with libsybil-rt, tests/peers/load.cpp one with DPC++'s runtime. */
#pragma once
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

struct local_bytes {
	size_t size;
};

/* Memory of the host that a kernel reads and writes. */
struct host_memory {
	void *data;
	size_t size;
};

struct argument {
	enum { VALUE, LOCAL, MEMORY } kind;
	void *data;
	size_t size;
};

class machine {
public:
	machine(const char *package, const char *device);
	~machine();

	template <typename T> host_memory buffer(std::vector<T> &values)
	{
		return { values.data(), values.size() * sizeof(T) };
	}

	void set(const char *constant, const void *value, size_t size);

	template <typename... Args>
	bool run(const std::string &name, std::vector<size_t> global, std::vector<size_t> local, Args... args)
	{
		return launch(name, global, local, { as_argument(args)... });
	}

private:
	struct parts;
	std::unique_ptr<parts> has;

	bool launch(const std::string &name, const std::vector<size_t> &global, const std::vector<size_t> &local,
		    const std::vector<argument> &arguments);

	template <typename T> static argument as_argument(T &value) { return { argument::VALUE, &value, sizeof(value) }; }
	static argument as_argument(local_bytes &memory) { return { argument::LOCAL, nullptr, memory.size }; }
	static argument as_argument(host_memory &memory) { return { argument::MEMORY, memory.data, memory.size }; }
};

/* The third argument lists features that the device has and PoCL lacks: "half", "sub-groups". */
inline bool has_feature(int argc, char **argv, const char *word)
{
	return argc > 3 && std::string(argv[3]).find(word) != std::string::npos;
}

/* TAP, one line per claim. */
inline int claims, failures;
inline void claim(bool yes, const std::string &what)
{
	std::printf("%sok %d - %s\n", yes ? "" : "not ", ++claims, what.c_str());
	failures += !yes;
}
inline int finish()
{
	std::printf("1..%d\n", claims);
	return failures != 0;
}
