/* target/propsets.c — the table is whole, and finds what it holds. */
#include "lib/tap.h"
#include "target/propsets.h"

/* The 19 sets of the documents, and newer ones. */
static const char *const names[] = {
	"SYCL/specialization constants",
	"SYCL/specialization constants default values",
	"SYCL/devicelib req mask",
	"SYCL/kernel param opt",
	"SYCL/program metadata",
	"SYCL/misc properties",
	"SYCL/assert used",
	"SYCL/exported symbols",
	"SYCL/imported symbols",
	"SYCL/device globals",
	"SYCL/device requirements",
	"SYCL/host pipes",
	"SYCL/virtual functions",
	"SYCL/implicit local arg",
	"SYCL/registered kernels",
	"SYCLBIN/global metadata",
	"SYCLBIN/ir module metadata",
	"SYCLBIN/native device code image metadata",
	"SYCLBIN/native device code image module metadata",
	"SYCL/kernel names",
	"SYCL/devicelib metadata",
	"SYCL/specialization constants set values",
	"SYCL/malloc used",
};

static const char *key(const char *set, const char *name)
{
	const struct syb_key_info *info = syb_key_info_find(set, name);

	return info ? info->key : NULL;
}

static void check_rows(void)
{
	bool good = true;

	for (size_t i = 0; i < syb_key_info_count(); i++) {
		const struct syb_key_info *row = syb_key_info_at(i);
		bool status = !strcmp(row->status, "spec") || !strcmp(row->status, "today") ||
			      !strcmp(row->status, "obsolete") || !strcmp(row->status, "sybil");

		good = good && syb_set_info_find(row->set) && status && *row->text &&
		       (row->key[0] == '*') == !!*row->names;
		good = good && syb_key_info_find(row->set, row->key) == row;
		good = good && (!row->becomes || syb_key_info_find(row->set, row->becomes));
	}
	ok(good, "rows are whole and each is found by its own key");
	for (size_t i = 0; i < syb_set_info_count(); i++) {
		size_t count;

		ok(syb_key_info_first(syb_set_info_at(i)->name, &count) && count > 0, "%s has keys",
		   syb_set_info_at(i)->name);
	}
}

int main(void)
{
	size_t count;

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		ok(syb_set_info_find(names[i]), "%s", names[i]);
	is_int(syb_set_info_count(), 23);
	check_rows();
	ok(!syb_set_info_at(syb_set_info_count()) && !syb_key_info_at(syb_key_info_count()));
	ok(!syb_set_info_find("SYCL/nope"));
	ok(!syb_key_info_find("SYCL/nope", "x"));
	ok(!syb_key_info_first("SYCL/nope", &count) && count == 0);

	is_str(key("SYCL/kernel names", "anything"), "*");
	ok(!key("SYCL/misc properties", "anything"));
	is_str(key("SYCL/program metadata", "k@reqd_work_group_size"), "*@reqd_work_group_size");
	is_str(key("SYCL/program metadata", "k@x@reqd_sub_group_size"), "*@reqd_sub_group_size");
	is_str(key("SYCL/program metadata", "reqd_work_group_size"), "*");
	is_str(key("SYCL/program metadata", "k@new"), "*");
	is_str(key("SYCLBIN/native device code image module metadata", "arch"), "arch");
	is_str(syb_set_info_find("SYCLBIN/native device code image module metadata")->name,
	       "SYCLBIN/native device code image metadata");
	ok(syb_key_info_find("SYCLBIN/global metadata", "state")->required);
	is_int(syb_key_info_find("SYCL/device requirements", "reqd_sub_group_size")->type, SYB_PROP_U32);
	is_int(syb_key_info_find("SYCL/device requirements", "reqd_sub_group_size")->type_spec, SYB_PROP_BYTES);
	is_str(syb_key_info_find("SYCL/device requirements", "aspect")->becomes, "aspects");
	is_str(syb_shape_name(SYB_SHAPE_SPEC_LEAVES), "spec-leaves");
	is_str(syb_shape_name((enum syb_shape)1000), "unknown");
	return tap_done();
}
