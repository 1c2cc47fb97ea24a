/* Compiles SYCL sources with DPC++'s compiler, which its runtime has in a library.
 *
 *   real_cc [OPTION...]
 *
 * Reads paths of sources, one per line, with a further option after a tab, if any. For X.cpp it writes X.syclbin if the compiler accepts the source, else X.log,
 * and answers with one line, "accepted" or "refused". */
#include <sycl/sycl.hpp>

#include <fstream>
#include <iostream>
#include <sstream>

namespace exp_ = sycl::ext::oneapi::experimental;

static std::string read(const std::string &path)
{
	std::stringstream text;

	text << std::ifstream(path).rdbuf();
	return text.str();
}

static bool compile(const sycl::context &context, const std::vector<std::string> &options, const std::string &path)
{
	std::string stem = path.substr(0, path.rfind('.'));

	try {
		auto source = exp_::create_kernel_bundle_from_source(context, exp_::source_language::sycl, read(path));
		auto object = exp_::compile(source, exp_::properties{ exp_::build_options{ options } });
		auto content = object.ext_oneapi_get_content();

		std::ofstream(stem + ".syclbin", std::ios::binary)
			.write(reinterpret_cast<const char *>(content.data()), static_cast<std::streamsize>(content.size()));
		return true;
	} catch (const sycl::exception &error) {
		std::ofstream(stem + ".log") << error.what() << '\n';
		return false;
	}
}

int main(int argc, char **argv)
{
	sycl::context context{ sycl::device() };
	std::vector<std::string> options(argv + 1, argv + argc);

	for (std::string line; std::getline(std::cin, line);) {
		size_t tab = line.find('\t');
		std::vector<std::string> all = options;

		if (tab != std::string::npos)
			all.push_back(line.substr(tab + 1));
		std::cout << (compile(context, all, line.substr(0, tab)) ? "accepted" : "refused") << std::endl;
	}
}
