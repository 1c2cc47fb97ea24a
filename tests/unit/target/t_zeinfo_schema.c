/* target/zeinfo.c — the table is whole and consistent, and says what the documents of each version say. */
#include "lib/tap.h"
#include "target/zeinfo.h"

static struct syb_ze_version v(uint32_t major, uint32_t minor)
{
	return (struct syb_ze_version){ major, minor };
}

static void test_versions(void)
{
	static const char *const wrong[] = { "",
					     "1",
					     "1.",
					     ".1",
					     "1.x",
					     "1.2.3",
					     " 1.2",
					     "1.2 ",
					     "-1.2",
					     "1,2",
					     "v1.2",
					     "1.4294967296",
					     "99999999999999999999.1" };
	struct syb_ze_version got = { 7, 7 };

	for (size_t i = 0; i < ARRAY_SIZE(wrong); i++)
		ok(syb_ze_version_parse(wrong[i], &got) == -SYB_E_NOTFOUND && got.major == 7, "\"%s\" is none",
		   wrong[i]);
	ok(syb_ze_version_parse("1.10", &got) == 0 && got.major == 1 && got.minor == 10);
	ok(syb_ze_version_compare(v(1, 10), v(1, 9)) > 0, "1.10 is newer than 1.9");
	ok(syb_ze_version_compare(v(1, 10), v(1, 1)) > 0, "1.10 is not 1.1");
	ok(syb_ze_version_compare(v(2, 0), v(1, 99)) > 0 && syb_ze_version_compare(v(1, 99), v(2, 0)) < 0);
	is_int(syb_ze_version_compare(v(1, 73), syb_ze_version_newest()), 0);
}

static bool default_fits(const struct syb_ze_attr *a)
{
	int x, y, z, used = 0;

	if (!a->default_text[0])
		return true;
	switch (a->type) {
	case SYB_ZE_INT32:
		return sscanf(a->default_text, "%d%n", &x, &used) == 1 && !a->default_text[used];
	case SYB_ZE_BOOL:
		return str_eq(a->default_text, "true") || str_eq(a->default_text, "false");
	case SYB_ZE_INT32X3:
		return sscanf(a->default_text, "[%d, %d, %d]%n", &x, &y, &z, &used) == 3 && !a->default_text[used];
	default:
		return false;
	}
}

static void test_rows(void)
{
	size_t found = 0, fit = 0, enums = 0, removed = 0;

	is_int(syb_ze_attr_count() + syb_ze_enum_count(), 238);
	for (size_t i = 0; i < syb_ze_attr_count(); i++) {
		const struct syb_ze_attr *a = syb_ze_attr_at(i);

		found += syb_ze_attr_find(a->path, a->name) == a;
		fit += default_fits(a) && !(a->required && a->default_text[0]);
		removed += a->removed.major || a->removed.minor ? syb_ze_version_compare(a->removed, a->since) > 0 : 1;
		if (a->type == SYB_ZE_ENUM)
			for (size_t k = 0; k < syb_ze_enum_count(); k++)
				if (str_eq(syb_ze_enum_at(k)->of, a->of)) {
					enums++;
					break;
				}
		enums += a->type != SYB_ZE_ENUM;
	}
	is_int(found, syb_ze_attr_count());
	is_int(fit, syb_ze_attr_count());
	is_int(removed, syb_ze_attr_count());
	is_int(enums, syb_ze_attr_count());
	found = 0;
	for (size_t i = 0; i < syb_ze_enum_count(); i++)
		found += syb_ze_enum_find(syb_ze_enum_at(i)->of, syb_ze_enum_at(i)->name) == syb_ze_enum_at(i);
	is_int(found, syb_ze_enum_count());
	ok(!syb_ze_attr_at(syb_ze_attr_count()) && !syb_ze_enum_at(syb_ze_enum_count()));
	ok(!syb_ze_attr_find("/", "simd_size") && !syb_ze_attr_find("/nowhere", "name") &&
	   !syb_ze_attr_find("/kernels[]", "") && !syb_ze_attr_find("/kernels[]", "names"));
	ok(!syb_ze_enum_find("address_space", "slm") && !syb_ze_enum_find("x", "slm"));
}

static void test_places(void)
{
	const struct syb_ze_attr *a = syb_ze_attr_find("/functions[]/execution_env", "simd_size");

	ok(a && a == syb_ze_attr_find("/kernels[]/execution_env", "simd_size"), "functions have the same environment");
	for (size_t i = 0; i < syb_ze_attr_count(); i++) {
		const struct syb_ze_attr *row = syb_ze_attr_at(i);
		enum ze_path below = ze_path_below(ze_path_find(row->path), row);
		bool maps = row->type == SYB_ZE_MAP || (row->type == SYB_ZE_LIST && !str_eq(row->of, "str"));

		if ((below != ZE_NOWHERE) != maps)
			ok(false, "%s %s leads somewhere", row->path, row->name);
		if (below == ZE_NOWHERE)
			continue;
		char want[100];

		snprintf(want, sizeof(want), "%s/%s%s", str_eq(row->path, "/") ? "" : row->path, row->name,
			 row->type == SYB_ZE_LIST ? "[]" : "");
		if (!str_eq(want, ze_path_text(below)))
			is_str(ze_path_text(below), want);
	}
	ok(!ze_path_text(ZE_NOWHERE) && ze_path_find("") == ZE_NOWHERE);
	/* the guess is only a guess */
	for (size_t i = 0; i < syb_ze_attr_count(); i++)
		if (ze_attr_lookup(ZE_ENV, "slm_size", 8, syb_ze_attr_at(i)) !=
		    syb_ze_attr_find("/kernels[]/execution_env", "slm_size"))
			ok(false, "guess %zu", i);
	is_str(syb_ze_type_name(SYB_ZE_INT32X3), "int32x3");
	is_str(syb_ze_type_name((enum syb_ze_type)99), "unknown");
}

/* Facts of single versions: attribute, since, last version that has it. */
static const struct {
	const char *path, *name;
	uint32_t first, last;
} lives[] = {
	{ "/kernels[]/execution_env", "actual_kernel_start_offset", 0, 5 },
	{ "/kernels[]/payload_arguments[]", "sampler_index", 4, 73 },
	{ "/kernels[]/payload_arguments[]", "source_offset", 9, 73 },
	{ "/kernels[]/execution_env", "inline_data_payload_size", 8, 73 },
	{ "/kernels[]", "debug_env", 7, 73 },
	{ "/kernels[]", "experimental_properties", 1, 73 },
	{ "/kernels[]", "user_attributes", 18, 73 },
	{ "/", "kernels_misc_info", 19, 73 },
	{ "/kernels[]/execution_env", "spill_size", 39, 73 },
	{ "/kernels[]/execution_env", "implicit_arg_buffer_used_by_code", 54, 54 },
	{ "/kernels[]/execution_env", "slm_alloc_mode", 73, 73 },
};
static const struct {
	const char *of, *name;
	uint32_t first, last;
} value_lives[] = {
	{ "argument_type", "implicit_local_id_buffer", 7, 11 },  { "argument_type", "flat_image_pitch", 15, 63 },
	{ "argument_type", "image_srgb_channel_order", 15, 65 }, { "argument_type", "buffer_address", 17, 73 },
	{ "argument_type", "work_dimensions", 5, 73 },           { "memory_addressing_mode", "slm", 0, 73 },
};

static void test_lives(void)
{
	for (size_t i = 0; i < ARRAY_SIZE(lives); i++) {
		const struct syb_ze_attr *a = syb_ze_attr_find(lives[i].path, lives[i].name);
		bool good = a;

		for (uint32_t minor = 0; good && minor <= 73; minor++)
			good = syb_ze_known_in(a->since, a->removed, v(1, minor)) ==
			       (minor >= lives[i].first && minor <= lives[i].last);
		ok(good, "%s", lives[i].name);
	}
	for (size_t i = 0; i < ARRAY_SIZE(value_lives); i++) {
		const struct syb_ze_enum_value *e = syb_ze_enum_find(value_lives[i].of, value_lives[i].name);
		bool good = e;

		for (uint32_t minor = 0; good && minor <= 73; minor++)
			good = syb_ze_known_in(e->since, e->removed, v(1, minor)) ==
			       (minor >= value_lives[i].first && minor <= value_lives[i].last);
		ok(good, "%s", value_lives[i].name);
	}
	const struct syb_ze_attr *old = syb_ze_attr_find("/kernels[]/execution_env", "hw_preemption_mode");

	ok(!syb_ze_known_in(old->since, old->removed, v(1, 0)) && syb_ze_known_in(old->since, old->removed, v(0, 0)),
	   "what went before 1.0 is known to files without a version only");
}

static void test_required(void)
{
	const struct syb_ze_attr *threads = syb_ze_attr_find("/kernels[]/execution_env", "eu_thread_count");
	const struct syb_ze_attr *start = syb_ze_attr_find("/kernels[]/execution_env", "actual_kernel_start_offset");
	const struct syb_ze_attr *kernels = syb_ze_attr_find("/", "kernels");
	bool good = true;

	for (uint32_t minor = 0; minor <= 73; minor++) {
		good &= syb_ze_attr_required_in(threads, v(1, minor)) == (minor >= 24 && minor <= 34);
		good &= syb_ze_attr_required_in(start, v(1, minor)) == (minor < 6);
		good &= syb_ze_attr_required_in(kernels, v(1, minor)) == (minor >= 12);
	}
	ok(good, "what is required in which version");
	ok(!threads->required && start->required && kernels->required);
	ok(!syb_ze_attr_find("/", "required_libs")->in_spec && kernels->in_spec);
}

static void test_harmless(void)
{
	const struct syb_ze_attr *image = syb_ze_attr_find("/kernels[]/payload_arguments[]", "image_type");
	const struct syb_ze_attr *sampler = syb_ze_attr_find("/kernels[]/payload_arguments[]", "sampler_type");
	const struct syb_ze_attr *slm = syb_ze_attr_find("/kernels[]/payload_arguments[]", "slm_alignment");

	ok(ze_attr_harmless(image, "image_2d") && !ze_attr_harmless(image, "image_2d_media") &&
	   !ze_attr_harmless(image, "image_2d_media_block"));
	ok(ze_attr_harmless(sampler, "texture") && !ze_attr_harmless(sampler, "sample_8x8") &&
	   !ze_attr_harmless(sampler, ""));
	ok(ze_attr_harmless(slm, "16") && !ze_attr_harmless(slm, "6") && !ze_attr_harmless(slm, "32"));
	ok(ze_attr_harmless(syb_ze_attr_find("/", "kernels_misc_info"), ""));
	ok(!ze_attr_harmless(syb_ze_attr_find("/", "functions"), ""));
}

int main(void)
{
	test_versions();
	test_rows();
	test_places();
	test_lives();
	test_required();
	test_harmless();
	return tap_done();
}
