/* target/aspects.c */
#include "lib/tap.h"

#include <sybil/target.h>

static const char *name_of(uint32_t number)
{
	const struct syb_aspect_info *a = syb_aspect_find(number);

	return a ? a->name : NULL;
}

int main(void)
{
	bool ascending = true, found = true;

	is_int(syb_aspect_count(), 95);
	for (size_t i = 0; i < syb_aspect_count(); i++) {
		const struct syb_aspect_info *a = syb_aspect_at(i);

		ascending = ascending && a->number == i;
		found = found && syb_aspect_find(a->number) == a && syb_aspect_parse(a->name) == a;
		found = found && (!a->also || syb_aspect_parse(a->also) == a);
	}
	ok(ascending, "numbers 0 to 94 without a gap");
	ok(found, "each is found by number, by name and by other name");
	ok(!syb_aspect_at(95));
	ok(!syb_aspect_find(95));
	ok(!syb_aspect_find(UINT32_MAX));
	ok(!syb_aspect_parse("fp65"));
	ok(!syb_aspect_parse(""));

	is_str(name_of(5), "fp16");
	is_str(name_of(6), "fp64");
	is_str(name_of(28), "atomic64");
	is_str(name_of(43), "ext_oneapi_bindless_images_shared_usm");
	is_str(name_of(45), "ext_oneapi_bindless_images_2d_usm");
	is_str(name_of(46), "ext_oneapi_external_memory_import");
	is_str(name_of(49), "ext_oneapi_external_semaphore_export");
	is_str(name_of(51), "ext_oneapi_mipmap_anisotropy");
	is_str(name_of(67), "ext_oneapi_bindless_sampled_image_fetch_1d_usm");
	is_str(name_of(72), "ext_oneapi_bindless_sampled_image_fetch_3d");
	is_str(name_of(79), "ext_oneapi_bindless_images_sample_2d_usm");
	is_int(syb_aspect_find(0)->status, SYB_ASPECT_DEPRECATED);
	is_int(syb_aspect_find(7)->status, SYB_ASPECT_DEPRECATED);
	is_int(syb_aspect_find(8)->status, SYB_ASPECT_DEPRECATED);
	is_int(syb_aspect_find(16)->status, SYB_ASPECT_DEPRECATED);
	is_int(syb_aspect_find(35)->status, SYB_ASPECT_REMOVED);
	is_int(syb_aspect_find(81)->status, SYB_ASPECT_CURRENT);
	is_int(syb_aspect_find(82)->status, SYB_ASPECT_PROVISIONAL);
	is_int(syb_aspect_parse("usm_system_allocator")->number, 17);
	is_int(syb_aspect_parse("ext_oneapi_interop_memory_import")->number, 46);
	return tap_done();
}
