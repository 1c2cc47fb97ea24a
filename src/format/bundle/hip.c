/* format/bundle/hip.c — records of HIP → the bundles that they point to. The pointers can be followed
 * only in files for machines that host_open_elf supports. */
#include "hip.h"

#include "bundle.h"
#include "format/wrapped/host.h"

enum {
	RECORD_MAGIC = 0, /* then the version, 1 */
	RECORD_BUNDLE = 8,
	RECORD_SIZE = 24,

	MAGIC = 0x48495046, /* records with another number are of another kind */
};

static bool address_of(const struct host *host, uint64_t at, uint64_t *out)
{
	for (size_t i = 0; i < host->segment_count; i++) {
		const struct host_segment *s = &host->segments[i];

		if (at < s->bytes.at || at - s->bytes.at >= s->bytes.len)
			continue;
		*out = s->address + (at - s->bytes.at);
		return true;
	}
	return false;
}

static bool find_bundle(const struct host *host, uint64_t place, struct span *out)
{
	uint64_t address;
	struct span word;

	return host_bytes(host, place, sizeof(address), &word) && host_pointer(host, place, &address) &&
	       host_rest(host, address, out) && (bundle_is_binary(*out) || bundle_is_compressed(*out));
}

int hip_each_bundle(struct syb_ctx *ctx, struct span file, struct span records, hip_bundle_fn *fn, void *user)
{
	_cleanup_(host_free) struct host host = { 0 };
	struct span bytes;
	uint64_t address;

	TRY(host_open_elf(ctx, file, &host));
	if (!address_of(&host, records.at, &address))
		return 0;
	for (size_t i = 0; i + RECORD_SIZE <= records.len; i += RECORD_SIZE) {
		if (span_u32(records, i + RECORD_MAGIC) != MAGIC)
			continue;
		if (!find_bundle(&host, address + i + RECORD_BUNDLE, &bytes)) {
			syb_report(ctx, SYB_SEVERITY_WARNING, records.at + i, "bundle-record",
				   "record %zu of " HIP_RECORDS " does not point to a bundle", i / RECORD_SIZE);
			return 0;
		}
		TRY(fn(user, bytes));
	}
	return 0;
}
