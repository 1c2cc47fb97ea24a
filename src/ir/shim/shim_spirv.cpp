/* ir/shim/shim_spirv.cpp — bitcode → SPIR-V by the library of llvm-spirv, as that program does it.
 *
 * This is a separate module because the library may be missing. The library ends the process if it cannot translate the
 * code, so callers are child processes. */
#include "shim_spirv.h"

#include <LLVMSPIRVLib/LLVMSPIRVLib.h>
#include <LLVMSPIRVLib/LLVMSPIRVOpts.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MemoryBuffer.h>
#include <sstream>

using namespace llvm;
using SPIRV::ExtensionID;
using SPIRV::TranslatorOpts;
using SPIRV::VersionNumber;

static const struct {
	const char *name;
	ExtensionID id;
} extensions[] = {
#define EXT(X) { #X, ExtensionID::X },
#include <LLVMSPIRVLib/LLVMSPIRVExtensions.inc>
#undef EXT
};

/* "+all,-NAME,+NAME" */
static bool read_extensions(StringRef list, TranslatorOpts::ExtensionsStatusMap &out)
{
	SmallVector<StringRef, 8> words;

	for (auto &extension : extensions)
		out[extension.id] = false;
	list.split(words, ',');
	for (StringRef word : words) {
		bool on = word.consume_front("+"), found = false;

		if (!on && !word.consume_front("-"))
			return false;
		for (auto &extension : extensions)
			if (word == "all" || word == extension.name) {
				out[extension.id] = on;
				found = true;
			}
		if (!found)
			return false;
	}
	return true;
}

static bool read_version(StringRef text, VersionNumber &out)
{
	static const struct {
		const char *text;
		VersionNumber number;
	} versions[] = { { "1.0", VersionNumber::SPIRV_1_0 },
			 { "1.1", VersionNumber::SPIRV_1_1 },
			 { "1.2", VersionNumber::SPIRV_1_2 },
			 { "1.3", VersionNumber::SPIRV_1_3 },
			 { "1.4", VersionNumber::SPIRV_1_4 } };

	for (auto &version : versions)
		if (text == version.text) {
			out = version.number;
			return true;
		}
	return false;
}

bool shim_spirv_write(const void *bitcode, size_t len, const char *extension_list, const char *version,
		      shim_spirv_put *put, void *user)
{
	MemoryBufferRef bytes(StringRef(static_cast<const char *>(bitcode), len), "module");
	TranslatorOpts::ExtensionsStatusMap status;
	VersionNumber number;
	std::ostringstream out;
	std::string error;
	LLVMContext context;

	if (!read_extensions(extension_list, status) || !read_version(version, number))
		return false;
	Expected<std::unique_ptr<Module>> module = parseBitcodeFile(bytes, context);
	if (!module) {
		consumeError(module.takeError());
		return false;
	}
	if (!writeSpirv(module->get(), TranslatorOpts(number, status), out, error))
		return false;
	const std::string &made = out.str();
	put(user, made.data(), made.size());
	return true;
}
