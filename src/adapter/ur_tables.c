/* adapter/ur_tables.c — the tables of entry points, and the functions that give them to the loader.
 *
 * The loader knows the size of a table by the version alone, so every other version is refused. */
#include "adapter.h"

/* An entry point that the adapter lacks: its arguments are not read, so it has none. */
#define UR_TABLE(name)
#define UR_HAS(name)
#define UR_LACKS(name)                                                                                \
	static ur_result_t lacks_##name(void)                                                         \
	{                                                                                             \
		return call_refuse(UR_RESULT_ERROR_UNSUPPORTED_FEATURE,                               \
				   "ur" #name " is not supported on NVIDIA GPUs by Sybil's adapter"); \
	}
#include "ur_entries.def"
#undef UR_TABLE
#undef UR_HAS
#undef UR_LACKS

adapter_entry *const adapter_entries[] = {
#define UR_TABLE(name)
#define UR_HAS(name) (adapter_entry *)ur##name,
#define UR_LACKS(name) (adapter_entry *)lacks_##name,
#include "ur_entries.def"
#undef UR_TABLE
#undef UR_HAS
#undef UR_LACKS
};

/* Where each table begins: the number of entries before it. A label takes the number of the entry behind it. */
enum {
#define UR_TABLE(name) TABLE_##name, BEFORE_##name = TABLE_##name - 1,
#define UR_HAS(name) ENTRY_##name,
#define UR_LACKS(name) ENTRY_##name,
#include "ur_entries.def"
#undef UR_TABLE
#undef UR_HAS
#undef UR_LACKS
	ENTRIES_END,
};

/* In the headers, the parameter of each of these functions has another pointer type. */
#ifndef SYBIL_UR_HEADERS
static const unsigned tables[] = {
#define UR_TABLE(name) TABLE_##name,
#define UR_HAS(name)
#define UR_LACKS(name)
#include "ur_entries.def"
#undef UR_TABLE
#undef UR_HAS
#undef UR_LACKS
	ENTRIES_END,
};

static ur_result_t give_table(ur_api_version_t version, const unsigned *table, void *out)
{
	if (version != UR_API_VERSION_0_12)
		return call_refuse(UR_RESULT_ERROR_UNSUPPORTED_VERSION,
				   "version %u.%u of Unified Runtime is not supported, only 0.12", version >> 16,
				   version & 0xffff);
	if (!out)
		return UR_RESULT_ERROR_INVALID_NULL_POINTER;
	memcpy(out, &adapter_entries[table[0]], (table[1] - table[0]) * sizeof(*adapter_entries));
	return UR_RESULT_SUCCESS;
}

enum {
#define UR_TABLE(name) NUMBER_##name,
#define UR_HAS(name)
#define UR_LACKS(name)
#include "ur_entries.def"
#undef UR_TABLE
#undef UR_HAS
#undef UR_LACKS
};

#define UR_TABLE(name)                                                                       \
	SYB_API ur_result_t urGet##name##ProcAddrTable(ur_api_version_t version, void *out); \
	ur_result_t urGet##name##ProcAddrTable(ur_api_version_t version, void *out)          \
	{                                                                                    \
		return give_table(version, &tables[NUMBER_##name], out);                     \
	}
#define UR_HAS(name)
#define UR_LACKS(name)
#include "ur_entries.def"
#undef UR_TABLE
#undef UR_HAS
#undef UR_LACKS
#endif
