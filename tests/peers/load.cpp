/* tests/peers/load.cpp CASES [LIBRARY] — load packages with DPC++'s runtime as a file of commands says, and run their kernels.
 *
 * It is compiled by g++ with DPC++'s headers. Each command of CASES is a line of words; the answer is a line on standard output that
 * begins with `= `, or with `! ` and the text of the exception. Bytes are in hexadecimal.
 *
 *   open STATE HOW FILE...            packages of state input (to be built), linked (the same, to be compiled and linked), object (to
 *                                     be linked) or executable; HOW: path, context (all of its devices), bytes.
 *                                     Answer: the number of device images
 *   has NAME... · raw NAME            whether the bundle has these kernels (1 and 0); the name of a kernel in device code
 *   set NAME BYTES                    a specialization constant of a bundle of state input
 *   run NAME GLOBAL LOCAL ARGUMENT... sizes are like 8x4, or -; arguments are value:BYTES, local:SIZE, and memory: usm:, shared:,
 *                                     host: and buffer:BYTES (an accessor of int); scratch:SIZE is the local memory of the launch.
 *                                     Answer: all memory
 *   put NAME BYTES · get NAME         a device_global
 *   content FILE                      write ext_oneapi_get_content() of the bundle as it was loaded
 *   architecture                      the name of the device's architecture
 *   aspects                           the numbers of the device's aspects, its sub-group sizes, its largest work-group
 *   wrapped NAME GLOBAL LOCAL ARGUMENT...
 *                                     the same with a kernel of LIBRARY
 *   launch NAME                       a kernel of LIBRARY that the device refuses, as host code that DPC++ compiled launches it
 *   functions PREFIX STATE, examples PREFIX STATE
 *                                     tests/device-lib with the packages PREFIX.STATE; its claims come before the answer
 *
 * LIBRARY has kernels as `sybil wrap` writes them: in a SYCLBIN file, the runtime finds only kernels whose names begin with
 * __sycl_kernel_. */
#include <sycl/detail/core.hpp>
#include <sycl/ext/oneapi/experimental/device_architecture.hpp>
#include <sycl/ext/oneapi/experimental/enqueue_functions.hpp>
#include <sycl/ext/oneapi/experimental/raw_kernel_arg.hpp>
#include <sycl/ext/oneapi/experimental/syclbin_kernel_bundle.hpp>
#include <sycl/ext/oneapi/experimental/work_group_memory.hpp>
#include <sycl/usm.hpp>

#include <algorithm>
#include <cstring>
#include <dlfcn.h>
#include <fstream>
#include <iostream>
#include <map>
#include <optional>
#include <sstream>

#include "../device-lib/runner.hpp"

namespace exp_ = sycl::ext::oneapi::experimental;
using sycl::bundle_state;
using words = std::vector<std::string>;
using bytes = std::vector<char>;

int run_functions(int argc, char **argv); /* main() of tests/device-lib/host.cpp */
int run_examples(int argc, char **argv);  /* main() of tests/device-lib/examples.cpp */

static sycl::queue &queue()
{
	static sycl::queue one;

	return one;
}

/* ---- packages ---- */

/* Constants have names that only integration headers of DPC++ contain, so the public functions cannot be used. */
struct input_bundle : sycl::kernel_bundle<bundle_state::input> {
	explicit input_bundle(const sycl::kernel_bundle<bundle_state::input> &bundle) : sycl::kernel_bundle<bundle_state::input>(bundle) {}

	void set(const std::string &name, const bytes &value)
	{
		bytes copy = value;

		if (!has_specialization_constant_impl(name.c_str()))
			throw std::runtime_error("no specialization constant " + name);
		set_specialization_constant_impl(name.c_str(), copy.data(), copy.size());
	}
};

template <bundle_state State> static sycl::kernel_bundle<State> load(const std::string &how, const std::string &file)
{
	sycl::context context = queue().get_context();

	if (how == "context")
		return exp_::get_kernel_bundle<State>(context, std::filesystem::path(file));
	if (how == "path")
		return exp_::get_kernel_bundle<State>(context, { queue().get_device() }, std::filesystem::path(file));

	std::ifstream stream(file, std::ios::binary);
	bytes content{ std::istreambuf_iterator<char>(stream), {} };
	return exp_::get_kernel_bundle<State>(context, { queue().get_device() }, sycl::span<char>(content));
}

/* Packages of one state, and the bundle that they become. */
class program {
public:
	program(const std::string &state, const std::string &how, const words &files) : linked(state == "linked")
	{
		for (const std::string &file : files) {
			if (state == "input" || state == "linked")
				inputs.emplace_back(load<bundle_state::input>(how, file));
			else if (state == "object")
				objects.push_back(load<bundle_state::object>(how, file));
			else
				built = load<bundle_state::executable>(how, file);
		}
	}
	size_t images() const
	{
		size_t count = built ? built->end() - built->begin() : 0;

		for (const auto &bundle : inputs)
			count += bundle.end() - bundle.begin();
		for (const auto &bundle : objects)
			count += bundle.end() - bundle.begin();
		return count;
	}
	void set(const std::string &name, const bytes &value)
	{
		for (input_bundle &bundle : inputs)
			bundle.set(name, value);
	}
	sycl::kernel_bundle<bundle_state::executable> &ready()
	{
		if (!built && inputs.size() == 1 && !linked)
			built = sycl::build(inputs[0]);
		for (size_t i = 0; !built && i < inputs.size(); i++)
			objects.push_back(sycl::compile(inputs[i]));
		if (!built)
			built = exp_::link(objects, { queue().get_device() });
		return *built;
	}
	bytes content() const
	{
		return !inputs.empty() ? inputs[0].ext_oneapi_get_content() :
		       !objects.empty() ? objects[0].ext_oneapi_get_content() : built->ext_oneapi_get_content();
	}

private:
	bool linked;
	std::vector<input_bundle> inputs;
	std::vector<sycl::kernel_bundle<bundle_state::object>> objects;
	std::optional<sycl::kernel_bundle<bundle_state::executable>> built;
};

/* ---- launches ---- */

enum class memory { usm, shared, host };

/* An argument of a kernel, with what it needs as long as the kernel runs. The runtime makes four arguments of an accessor: a pointer, two
 * ranges and an id; `extent` is the range. */
struct passed {
	argument from;
	memory kind;
	std::vector<size_t> extent;
	void *pointer = nullptr;
	std::optional<sycl::buffer<int, 1>> flat;
	std::optional<sycl::buffer<int, 2>> square;

	void prepare()
	{
		int *numbers = static_cast<int *>(from.data);

		if (from.kind != argument::MEMORY)
			return;
		if (extent.size() == 1)
			flat.emplace(numbers, sycl::range<1>(extent[0]));
		else if (extent.size() == 2)
			square.emplace(numbers, sycl::range<2>(extent[0], extent[1]));
		else
			pointer = sycl::malloc(from.size, queue(),
					       kind == memory::usm ? sycl::usm::alloc::device :
					       kind == memory::host ? sycl::usm::alloc::host : sycl::usm::alloc::shared);
		if (pointer)
			queue().memcpy(pointer, from.data, from.size).wait();
	}
	void set_local(sycl::handler &h, int at)
	{
		exp_::work_group_memory<char[]> plain(from.size, h);

		if (extent.empty())
			h.set_arg(at, plain);
		else if (extent.size() == 1)
			h.set_arg(at, sycl::local_accessor<int, 1>(extent[0], h));
		else
			h.set_arg(at, sycl::local_accessor<int, 2>({ extent[0], extent[1] }, h));
	}
	void set(sycl::handler &h, int at)
	{
		if (from.kind == argument::LOCAL)
			set_local(h, at);
		else if (from.kind == argument::VALUE)
			h.set_arg(at, exp_::raw_kernel_arg(from.data, from.size));
		else if (flat)
			h.set_arg(at, flat->get_access<sycl::access_mode::read_write>(h));
		else if (square)
			h.set_arg(at, square->get_access<sycl::access_mode::read_write>(h));
		else
			h.set_arg(at, pointer);
	}
	void finish()
	{
		if (pointer) {
			queue().memcpy(from.data, pointer, from.size).wait();
			sycl::free(pointer, queue());
		}
		flat.reset(); /* copies to the host */
		square.reset();
	}
};

/* What the arguments of device code mean for the runtime: accessors of numbers of four bytes are pointers that three values of
 * the same size follow, two of them equal. */
static std::vector<passed> pass(const std::vector<argument> &arguments, memory kind)
{
	std::vector<passed> result;

	for (size_t i = 0; i < arguments.size(); i++) {
		const argument *next = &arguments[i];
		std::vector<size_t> extent;

		if (next->kind != argument::VALUE && i + 3 < arguments.size() && next[1].kind == argument::VALUE &&
		    next[1].size == next[2].size && next[1].size == next[3].size && !std::memcmp(next[1].data, next[2].data, next[1].size)) {
			const size_t *sizes = static_cast<const size_t *>(next[1].data);

			extent.assign(sizes, sizes + next[1].size / sizeof(*sizes));
			i += 3;
		}
		result.push_back({ *next, kind, extent });
	}
	return result;
}

template <int Dims> static void enqueue(sycl::handler &h, const sycl::kernel &kernel, const std::vector<size_t> &global,
					const std::vector<size_t> &local)
{
	sycl::range<Dims> all{}, group{};

	for (int d = 0; d < Dims; d++) {
		all[d] = global[d];
		group[d] = local.empty() ? 1 : local[d];
	}
	if (local.empty())
		h.parallel_for(all, kernel);
	else
		h.parallel_for(sycl::nd_range<Dims>(all, group), kernel);
}

static void enqueue_scratch(sycl::handler &h, const sycl::kernel &kernel, size_t global, size_t local, size_t size)
{
	exp_::properties scratch{ exp_::work_group_scratch_size(size) };

	exp_::nd_launch(h, exp_::launch_config(sycl::nd_range<1>(global, local), scratch), kernel);
}

static void launch_kernel(const sycl::kernel &kernel, const std::vector<size_t> &global, const std::vector<size_t> &local,
			  std::vector<passed> &arguments, size_t scratch = 0)
{
	for (passed &one : arguments)
		one.prepare();
	queue().submit([&](sycl::handler &h) {
		       for (size_t i = 0; i < arguments.size(); i++)
			       arguments[i].set(h, static_cast<int>(i));
		       scratch ? enqueue_scratch(h, kernel, global[0], local[0], scratch) :
		       global.size() == 1 ? enqueue<1>(h, kernel, global, local) :
		       global.size() == 2 ? enqueue<2>(h, kernel, global, local) : enqueue<3>(h, kernel, global, local);
	       })
		.wait_and_throw();
	for (passed &one : arguments)
		one.finish();
}

/* ---- tests/device-lib ---- */

/* States take turns with the ways to load a package and with kinds of memory. */
static const std::map<std::string, std::pair<std::string, memory>> ways = {
	{ "input", { "bytes", memory::host } },
	{ "linked", { "bytes", memory::host } },
	{ "object", { "context", memory::usm } },
	{ "executable", { "path", memory::shared } },
};

/* A kernel of LIBRARY. */
static sycl::kernel wrapped(const std::string &name, const std::map<std::string, bytes> &constants)
{
	for (const sycl::kernel_id &id : sycl::get_kernel_ids())
		if (name == id.get_name()) {
			input_bundle input(sycl::get_kernel_bundle<bundle_state::input>(queue().get_context(), { queue().get_device() }, { id }));

			for (const auto &[constant, value] : constants)
				input.set(constant, value);
			return sycl::build(input).get_kernel(id);
		}
	throw std::runtime_error("no kernel " + name);
}

/* Kernels that host code launches by type; DPC++ writes such descriptions into integration headers. The device must refuse them: they get
 * no memory. */
static constexpr const char *refused[] = { "__sycl_kernel_half",   "__sycl_kernel_wide",    "__sycl_kernel_atomic",
					   "__sycl_kernel_gpu",    "__sycl_kernel_esimd",   "__sycl_kernel_sub_128",
					   "__sycl_kernel_sub_16", "__sycl_kernel_group_16384" };
template <size_t At> struct described;
template <size_t At> struct sycl::detail::KernelInfo<described<At>> : sycl::detail::KernelInfo<void> {
	static constexpr kernel_param_desc_t pointer{ kernel_param_kind_t::kind_pointer, sizeof(void *), 0 };

	static constexpr unsigned getNumParams() { return 1; }
	static constexpr const kernel_param_desc_t &getParamDesc(int) { return pointer; }
	static constexpr const char *getName() { return refused[At]; }
	static constexpr int64_t getKernelSize() { return sizeof(void *); }
};

template <size_t At = 0> static std::string launch_by_type(const std::string &name)
{
	int *none = nullptr;

	if constexpr (At < std::size(refused)) {
		if (name != refused[At])
			return launch_by_type<At + 1>(name);
		queue().parallel_for<described<At>>(sycl::nd_range<1>(4, 4), [=](sycl::nd_item<1>) { *none = 0; }).wait_and_throw();
		return "";
	}
	throw std::runtime_error("no type for kernel " + name);
}

struct machine::parts {
	std::string package, state;
	std::map<std::string, bytes> constants;
	std::optional<program> loaded;

	/* Constants can be set in state input only. */
	sycl::kernel_bundle<bundle_state::executable> &bundle()
	{
		const std::string from = constants.empty() ? state : "linked";

		if (!loaded) {
			loaded.emplace(from, ways.at(from).first, words{ package + "." + (from == "linked" ? "input" : from) });
			for (const auto &[name, value] : constants)
				loaded->set(name, value);
		}
		return loaded->ready();
	}
	sycl::kernel find(const std::string &name)
	{
		if (name.rfind("__sycl_kernel_", 0) == 0)
			return bundle().ext_oneapi_get_kernel(name);
		if (bundle().ext_oneapi_has_kernel(name))
			throw std::runtime_error("the runtime finds " + name);
		return wrapped(name, constants);
	}
};
machine::machine(const char *package, const char *device) : has(new parts{ package, device, {}, {} })
{
}
machine::~machine() = default;

void machine::set(const char *constant, const void *value, size_t size)
{
	const char *first = static_cast<const char *>(value);

	has->constants[constant] = bytes(first, first + size);
}

bool machine::launch(const std::string &name, const std::vector<size_t> &global, const std::vector<size_t> &local,
		     const std::vector<argument> &arguments)
{
	try {
		std::vector<passed> all = pass(arguments, ways.at(has->state).second);

		launch_kernel(has->find(name), global, local, all);
		return true;
	} catch (const std::exception &error) {
		std::printf("# %s: %s\n", name.c_str(), error.what());
		return false;
	}
}

/* ---- commands ---- */

static bytes from_hex(const std::string &digits)
{
	bytes result;

	for (size_t i = 0; i + 1 < digits.size(); i += 2)
		result.push_back(static_cast<char>(std::stoi(digits.substr(i, 2), nullptr, 16)));
	return result;
}
static std::string to_hex(const bytes &from)
{
	std::string digits;
	char two[3];

	for (char byte : from) {
		std::snprintf(two, sizeof(two), "%02x", static_cast<unsigned char>(byte));
		digits += two;
	}
	return digits;
}
static std::vector<size_t> sizes_of(const std::string &word)
{
	std::vector<size_t> sizes;
	std::istringstream rest(word);

	for (std::string one; std::getline(rest, one, 'x');)
		sizes.push_back(std::stoul(one));
	return sizes;
}

static std::string run(std::optional<program> &p, const words &w)
{
	static const std::map<std::string, memory> kinds = { { "usm", memory::usm }, { "shared", memory::shared }, { "host", memory::host } };
	std::vector<bytes> memories(w.size());
	std::vector<passed> arguments;
	std::string answer;
	size_t scratch = 0;

	for (size_t i = 4; i < w.size(); i++) {
		std::string kind = w[i].substr(0, w[i].find(':')), rest = w[i].substr(kind.size() + 1);
		size_t size = kind == "local" ? std::stoul(rest) : rest.size() / 2;

		if (kind == "scratch") { /* the last word */
			scratch = std::stoul(rest);
			break;
		}
		memories[i] = kind == "local" ? bytes() : from_hex(rest);
		argument from = { kind == "local" ? argument::LOCAL : kind == "value" ? argument::VALUE : argument::MEMORY, memories[i].data(), size };
		arguments.push_back({ from, kinds.count(kind) ? kinds.at(kind) : memory::usm,
				      kind == "buffer" ? std::vector<size_t>{ size / 4 } : std::vector<size_t>() });
	}
	launch_kernel(w[0] == "run" ? p->ready().ext_oneapi_get_kernel(w[1]) : wrapped(w[1], {}), sizes_of(w[2]),
		      w[3] == "-" ? std::vector<size_t>() : sizes_of(w[3]), arguments, scratch);
	for (size_t i = 0; i < arguments.size(); i++)
		if (arguments[i].from.kind == argument::MEMORY)
			answer += (answer.empty() ? "" : " ") + to_hex(memories[i + 4]);
	return answer;
}

static std::string device_global(program &p, const words &w)
{
	auto &bundle = p.ready();
	bytes content(bundle.ext_oneapi_get_device_global_size(w[1]));
	void *address = bundle.ext_oneapi_get_device_global_address(w[1], queue().get_device());

	if (w[0] == "put") {
		content = from_hex(w[2]);
		queue().memcpy(address, content.data(), content.size()).wait();
		return "";
	}
	queue().memcpy(content.data(), address, content.size()).wait();
	return to_hex(content);
}

static std::string aspects()
{
	sycl::device device = queue().get_device();
	std::ostringstream answer;

	for (int i = 0; i < 100; i++)
		if (device.has(static_cast<sycl::aspect>(i)))
			answer << i << ' ';
	answer << '/';
	for (size_t size : device.get_info<sycl::info::device::sub_group_sizes>())
		answer << ' ' << size;
	answer << " / " << device.get_info<sycl::info::device::max_work_group_size>();
	return answer.str();
}

static std::string architecture()
{
	switch (queue().get_device().get_info<exp_::info::device::architecture>()) {
#define __SYCL_ARCHITECTURE(name, number) \
	case exp_::architecture::name:  \
		return #name;
#define __SYCL_ARCHITECTURE_ALIAS(name, other)
#include <sycl/ext/oneapi/experimental/device_architecture.def>
#undef __SYCL_ARCHITECTURE
#undef __SYCL_ARCHITECTURE_ALIAS
	}
	return "";
}

static std::string suite(const words &w)
{
	std::string name = w[0], package = w[1], state = w[2], more = "half sub-groups";
	char *arguments[] = { name.data(), package.data(), state.data(), more.data(), nullptr };

	return std::to_string(w[0] == "functions" ? run_functions(4, arguments) : run_examples(4, arguments));
}

static std::string answer(std::optional<program> &p, const words &w)
{
	std::string found;

	if (w[0] == "open") {
		p.reset();
		p.emplace(w[1], w[2], words(w.begin() + 3, w.end()));
		return std::to_string(p->images());
	}
	if (w[0] == "functions" || w[0] == "examples")
		return suite(w);
	if (w[0] == "architecture")
		return architecture();
	if (w[0] == "aspects")
		return aspects();
	if (w[0] == "wrapped")
		return run(p, w);
	if (w[0] == "launch")
		return launch_by_type(w[1]);
	if (!p)
		throw std::runtime_error("no package is open");
	if (w[0] == "set")
		return p->set(w[1], from_hex(w[2])), "";
	if (w[0] == "run")
		return run(p, w);
	if (w[0] == "put" || w[0] == "get")
		return device_global(*p, w);
	if (w[0] == "raw")
		return p->ready().ext_oneapi_get_raw_kernel_name(w[1]);
	if (w[0] == "content") {
		bytes content = p->content();

		std::ofstream(w[1], std::ios::binary).write(content.data(), static_cast<std::streamsize>(content.size()));
		return std::to_string(content.size());
	}
	if (w[0] != "has")
		throw std::runtime_error("unknown command " + w[0]);
	for (size_t i = 1; i < w.size(); i++)
		found += p->ready().ext_oneapi_has_kernel(w[i]) ? '1' : '0';
	return found;
}

int main(int argc, char **argv)
{
	std::ifstream cases(argv[1]);
	std::optional<program> p;

	std::setvbuf(stdout, nullptr, _IOLBF, 0);
	if (argc < 2 || !cases || (argc > 2 && !dlopen(argv[2], RTLD_NOW)))
		return std::printf("Bail out! %s\n", argc > 2 ? dlerror() : "no commands"), 2;
	for (std::string line; std::getline(cases, line);) {
		std::istringstream rest(line);
		words w{ std::istream_iterator<std::string>(rest), {} };

		try {
			std::printf("= %s\n", answer(p, w).c_str());
		} catch (const std::exception &error) {
			std::string text = error.what();

			std::replace(text.begin(), text.end(), '\n', ' ');
			std::printf("! %s\n", text.c_str());
		}
	}
	return 0;
}
