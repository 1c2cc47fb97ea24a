/* package/check_props.c — each rule by name. */
#include "lib/props.h"

#include "package/check/check.h"

#define REQ "[SYCL/device requirements]\n"
#define OLD "[Sybil/aspect numbers]\nnumbers=1|2025\n"

static const char *check(struct syb_ctx *ctx, const char *text, unsigned place)
{
	struct syb_props *props = props_of(ctx, text);

	check_props(ctx, props, place, SYB_NO_OFFSET);
	syb_props_free(props);
	return all_reported(ctx);
}

static const struct {
	const char *text;
	unsigned place;
	const char *checks;
} cases[] = {
	/* nothing to say */
	{ "", SYB_PLACE_MODULE, "" },
	{ REQ "aspects=2|gAAAAAAAAAQBAAAA\n[SYCL/kernel names]\nk=1|1\n", SYB_PLACE_MODULE, "" },
	{ "[SYCLBIN/global metadata]\nstate=1|2\n", SYB_PLACE_GLOBAL, "" },
	{ "[SYCLBIN/ir module metadata]\ntype=1|0\n", SYB_PLACE_IR, "" },
	{ "[SYCLBIN/native device code image metadata]\narch=2|cHZj\n", SYB_PLACE_NATIVE, "" },
	{ "[SYCLBIN/global metadata]\nstate=1|2\n", SYB_PLACE_GLOBAL | SYB_PLACE_MODULE, "" },
	/* sets */
	{ "[SYCLBIN/global metadata]\nstate=1|2\n", SYB_PLACE_MODULE, "prop-set-place" },
	{ REQ, SYB_PLACE_IR, "prop-set-place" },
	{ "[what]\nx=1|1\n", SYB_PLACE_MODULE, "prop-set-unknown" },
	{ "[SYCL/kernel limits]\nx=1|1\n", SYB_PLACE_MODULE, "prop-set-unknown" },
	{ "[SYCL/kernel_name]\nx=1|1\n", SYB_PLACE_MODULE, "prop-set-misspelled" },
	{ "[SYCL/Device Requirements]\nx=1|1\n", SYB_PLACE_MODULE, "prop-set-misspelled" },
	{ "[SYCLBIN/native device code image module metadata]\narch=2|cHZj\n", SYB_PLACE_NATIVE, "prop-set-spelling" },
	{ REQ "[SYCL/kernel names]\n" REQ, SYB_PLACE_MODULE, "prop-set-repeated" },
	/* keys */
	{ "[SYCLBIN/global metadata]\n", SYB_PLACE_GLOBAL, "prop-key-missing" },
	{ "[SYCLBIN/ir module metadata]\n", SYB_PLACE_IR, "prop-key-missing" },
	{ "[SYCLBIN/native device code image metadata]\n", SYB_PLACE_NATIVE, "prop-key-missing" },
	{ "[SYCL/misc properties]\nnew=1|1\n", SYB_PLACE_MODULE, "prop-key-unknown" },
	{ REQ "aspect=2|gAAAAAAAAAQBAAAA\n", SYB_PLACE_MODULE, "prop-key-old" },
	{ "[SYCL/kernel names]\nk=1|1\nk=1|1\n", SYB_PLACE_MODULE, "prop-key-repeated" },
	/* values */
	{ "[SYCL/kernel names]\nk=2|AAAAAAAAAAA\n", SYB_PLACE_MODULE, "prop-type" },
	{ REQ "aspects=1|5\n", SYB_PLACE_MODULE, "prop-type" },
	{ "[SYCL/kernel names]\nk=3|x\n", SYB_PLACE_MODULE, "prop-type-unknown" },
	{ REQ "aspects=2|YAAAAAAAAAQYzFG\n", SYB_PLACE_MODULE, "prop-shape" },
	{ "[SYCL/device globals]\ng=2|gAAAAAAAAAQAAAAA\n", SYB_PLACE_MODULE, "prop-shape" },
	{ "[SYCLBIN/global metadata]\nstate=1|3\n", SYB_PLACE_GLOBAL, "prop-state" },
	{ "[SYCLBIN/ir module metadata]\ntype=1|3\n", SYB_PLACE_IR, "prop-ir-type" },
	{ "[SYCL/kernel names]\nk=1|0\n", SYB_PLACE_MODULE, "prop-flag" },
	{ "[SYCL/misc properties]\nisEsimdImage=1|2\n", SYB_PLACE_MODULE, "prop-flag" },
	{ REQ "aspects=2|gAAAAAAAAAQYzFmb\n", SYB_PLACE_MODULE, "prop-aspect-unknown" },
	{ REQ "fixed_target=2|gAAAAAAAAAw/////\n", SYB_PLACE_MODULE, "prop-aspect-unknown" },
	{ REQ "aspects=2|gAAAAAAAAAAAAAAA\n", SYB_PLACE_MODULE, "prop-aspect-numbers prop-aspect-unknown" },
	{ REQ "aspects=2|gAAAAAAAAAAAAAAA\n" OLD, SYB_PLACE_MODULE, "prop-aspect-old" },
	{ REQ "aspects=2|gAAAAAAAAAAHAAAA\n", SYB_PLACE_MODULE, "prop-aspect-numbers" },
	{ REQ "aspects=2|gAAAAAAAAAAHAAAA\n" OLD, SYB_PLACE_MODULE, "" },
	{ REQ "aspects=2|gAAAAAAAAAgBAAAA\n", SYB_PLACE_MODULE, "" },
	{ "[Sybil/aspect numbers]\nnumbers=1|2027\n", SYB_PLACE_MODULE, "prop-value" },
	{ REQ "aspects=2|gAAAAAAAAAAHAAAA\n[Sybil/aspect numbers]\nnumbers=1|2027\n", SYB_PLACE_MODULE,
	  "aspect-numbers-unknown prop-value" },
	{ REQ "joint_matrix=2|gAAAAAAAAAQYzFmb\n", SYB_PLACE_MODULE, "prop-joint-matrix" },
	{ REQ "joint_matrix_mad=2|gAAAAAAAAAQYzFmb\n", SYB_PLACE_MODULE, "prop-joint-matrix" },
	{ "[SYCL/kernel param opt]\nk=2|CAAAAAAAAAw/\n", SYB_PLACE_MODULE, "prop-spare-bits" },
	/* values without a meaning */
	{ "[SYCL/misc properties]\nsycl-register-alloc-mode=1|2\nsanUsed=2|gAAAAAAAAAAdzFmb\nidQueriesRange=1|2\n",
	  SYB_PLACE_MODULE, "" },
	{ "[SYCL/misc properties]\nsycl-register-alloc-mode=1|1\n", SYB_PLACE_MODULE, "prop-value" },
	{ "[SYCL/misc properties]\nsanUsed=2|YAAAAAAAAAQYzFG\n", SYB_PLACE_MODULE, "prop-value" },
	{ "[SYCL/misc properties]\nidQueriesRange=1|12\n", SYB_PLACE_MODULE, "prop-value" },
	{ "[SYCL/program metadata]\nk@reqd_sub_group_size=2|CAAAAA==\n", SYB_PLACE_MODULE, "" },
	{ "[SYCL/program metadata]\nk@reqd_sub_group_size=2|\n", SYB_PLACE_MODULE, "prop-shape" },
	{ "[SYCL/program metadata]\nk@reqd_sub_group_size=2|CAAAABAAAAA=\n", SYB_PLACE_MODULE, "prop-shape" },
	{ "[SYCL/program metadata]\nk@work_group_num_dim=2|\n", SYB_PLACE_MODULE, "prop-shape" },
	{ "[SYCL/program metadata]\nk@reqd_work_group_size=2|\n", SYB_PLACE_MODULE, "prop-shape" },
	{ REQ "work_group_num_dim=1|4\n", SYB_PLACE_MODULE, "prop-value" },
	{ REQ "work_group_num_dim=2|gAAAAAAAAAAAAAAA\n", SYB_PLACE_MODULE, "prop-value" },
	{ REQ "reqd_sub_group_size=2|gBAAAAAAAAACAAAAQAAAAACAAAA\n", SYB_PLACE_MODULE, "" },
	{ REQ "reqd_sub_group_size=2|ACAAAAAAAAACAAAAQAAAAACAAAAQAAAA\n", SYB_PLACE_MODULE, "prop-value" },
	{ "[SYCL/specialization constants]\nc=2|gBAAAAAAAAQAAAAAEAAAAQAAAAA\n", SYB_PLACE_MODULE, "prop-value" },
	{ "[SYCL/device globals]\ng=2|ABAAAAAAAAABAAAACAAAAA\n", SYB_PLACE_MODULE, "prop-flag" },
	/* across sets */
	{ "[SYCL/virtual functions]\nvirtual-functions-set=2|IAAAAAAAAAwc\nuses-virtual-functions-set=2|IAAAAAAAAAAd\n",
	  SYB_PLACE_MODULE, "prop-virtual-functions" },
	/* 4 bytes, and 5 with 3 of padding */
	{ "[SYCL/specialization "
	  "constants]\nc=2|gBAAAAAAAAAAAAAAAAAAAQAAAAA\nd=2|gEAAAAAAAAQAAAAAAAAAAQAAAAgAAAAAEAAAAEAAAAw/////"
	  "FAAAAMAAAAA\n"
	  "[SYCL/specialization constants default values]\nall=2|gBAAAAAAAAQACMABFYwBIkgCLwA\n",
	  SYB_PLACE_MODULE, "" },
	{ "[SYCL/specialization "
	  "constants]\nc=2|gBAAAAAAAAAAAAAAAAAAAQAAAAA\nd=2|gEAAAAAAAAQAAAAAAAAAAQAAAAgAAAAAEAAAAEAAAAw/////"
	  "FAAAAMAAAAA\n"
	  "[SYCL/specialization constants default values]\nall=2|IBAAAAAAAAQACMABFYwBIkA\n",
	  SYB_PLACE_MODULE, "prop-spec-defaults" },
	{ "[SYCL/specialization "
	  "constants]\nc=2|gBAAAAAAAAAAAAAAAAAAAQAAAAA\nd=2|gEAAAAAAAAQAAAAAAAAAAQAAAAgAAAAAEAAAAEAAAAw/////"
	  "FAAAAMAAAAA\n"
	  "[SYCL/specialization constants default values]\nc=2|gAAAAAAAAAQACMAB\nd=2|ABAAAAAAAAQACMABFYwBIA\n",
	  SYB_PLACE_MODULE, "" },
	{ "[SYCL/specialization constants]\nc=2|gBAAAAAAAAAAAAAAAAAAAQAAAAA\n"
	  "[SYCL/specialization constants default values]\nc=2|YAAAAAAAAAQACMA\n",
	  SYB_PLACE_MODULE, "prop-spec-defaults" },
	{ "[SYCL/specialization constants]\nc=2|gBAAAAAAAAAAAAAAAAAAAQAAAAA\n"
	  "[SYCL/specialization constants default values]\nd=2|YAAAAAAAAAQACMA\n",
	  SYB_PLACE_MODULE, "prop-spec-defaults" },
	{ "[SYCL/specialization constants]\nc=2|QAAAAAAAAAQACA\n"
	  "[SYCL/specialization constants default values]\nall=2|YAAAAAAAAAQACMA\n",
	  SYB_PLACE_MODULE, "prop-shape" },
	{ "[SYCL/registered kernels]\na=2|gAAAAAAAAAQYzFmb\nb=2|YQ==\n", SYB_PLACE_MODULE, "prop-coding-mixed" },
};

static void test_places(struct syb_ctx *ctx)
{
	struct syb_props_read_opts opts = { .size = sizeof(opts), .at = 0x40, .embedded = true };
	struct syb_props *props = NULL;

	check(ctx, "[a]\n[SYCL/kernel names]\nk=1|0\n", SYB_PLACE_MODULE);
	is_int(syb_ctx_diag_at(ctx, 0)->line, 1);
	is_int(syb_ctx_diag_at(ctx, 0)->column, 1);
	is_int(syb_ctx_diag_at(ctx, 0)->severity, SYB_SEVERITY_INFO);
	is_int(syb_ctx_diag_at(ctx, 1)->line, 3);
	is_int(syb_ctx_diag_at(ctx, 1)->column, 5);
	is_int(syb_ctx_diag_at(ctx, 1)->severity, SYB_SEVERITY_WARNING);

	syb_ctx_diag_clear(ctx);
	is_int(syb_props_read(ctx, str_bytes("[a]\n[SYCL/kernel names]\nk=1|0\n"), &opts, &props), 0);
	check_props(ctx, props, SYB_PLACE_MODULE, 0x40);
	is_int(syb_ctx_diag_at(ctx, 0)->at, 0x40);
	is_int(syb_ctx_diag_at(ctx, 1)->at, 0x40 + 4 + 20 + 4);
	syb_props_free(props);
}

int main(void)
{
	struct syb_ctx *ctx = NULL;

	if (syb_ctx_new(NULL, &ctx) < 0)
		return 1;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++)
		is_str(check(ctx, cases[i].text, cases[i].place), cases[i].checks);
	test_places(ctx);
	syb_ctx_free(ctx);
	return tap_done();
}
