/* format/prop_view.c — every field, in both dialects and all historic forms. */
#include "lib/props.h"

#define REQ "[SYCL/device requirements]\n"

/* View of a text; free both with done(). */
static struct syb_props *props;
static struct syb_view *view;

static const struct syb_module_info *info(struct syb_ctx *ctx, const char *text)
{
	static const struct syb_module_info none;

	syb_view_free(view);
	syb_props_free(props);
	view = NULL;
	props = props_of(ctx, text);
	return ok(syb_view_new(ctx, props, &view) == 0, "a view") ? syb_view_info(view) : &none;
}

static void done(void)
{
	syb_view_free(view);
	syb_props_free(props);
	view = NULL;
	props = NULL;
}

static void test_requirements(struct syb_ctx *ctx)
{
	const struct syb_requirements *r =
		info(ctx, REQ "aspects=2|ABAAAAAAAAQBAAAAGAAAAA\nfixed_target=2|ABAAAAAAAAgAAAAAEAAAAA\n")
			->requirements;

	is_int(r->aspect_count, 2);
	ok(r->aspects[0] == 5 && r->aspects[1] == 6);
	is_int(r->fixed_target_aspect_count, 2);
	is_int(r->fixed_target_aspects[1], 4);
	is_int(r->fixed_target_count, 0);
	ok(!r->work_group_dims && !r->sub_group_size && !r->work_group_num_dim && !r->compile_target);
	r = info(ctx, REQ "aspect=2|HAAAAA==\nfixed_target=2|Z3B1LGludGVsX2dwdV9wdmM=\n")->requirements;
	is_int(r->aspect_count, 1);
	is_int(r->aspects[0], 28);
	is_int(r->fixed_target_count, 2);
	is_str(r->fixed_targets[1], "intel_gpu_pvc");
	r = info(ctx, REQ "reqd_work_group_size_uint64_t=2|ACAAAAAAAAAAAAAAAEAAAMAAAAAAAAAA\nreqd_sub_group_size=1|"
			  "16\nwork_group_num_dim=1|2\n"
			  "compile_target=2|oBAAAAAAAAQauRXZs91ZwV3XwZ3Y\n")
		    ->requirements;
	ok(r->work_group_dims == 2 && r->work_group_size[0] == UINT64_C(1) << 40 && r->work_group_size[1] == 3);
	ok(r->sub_group_size == 16 && r->sub_group_size_count == 1 && r->sub_group_sizes[0] == 16);
	is_int(r->work_group_num_dim, 2);
	is_str(r->compile_target, "intel_gpu_pvc");
	r = info(ctx, REQ "reqd_work_group_size=2|gBAAAAAAAAACAAAAEAAAAIAAAAA\nreqd_sub_group_size=2|"
			  "ABAAAAAAAAACAAAAQAAAAA\nwork_group_num_dim=2|gAAAAAAAAAwAAAAA\n")
		    ->requirements;
	ok(r->work_group_dims == 3 && r->work_group_size[0] == 8 && r->work_group_size[2] == 2, "{8, 4, 2} plain");
	ok(r->sub_group_size == 8 && r->sub_group_size_count == 2 && r->sub_group_sizes[1] == 16);
	is_int(r->work_group_num_dim, 3);
	r = info(ctx, REQ "reqd_work_group_size=2|AgAAAAgAAAAEAAAAAQAAAEAAAAA=\n")->requirements;
	ok(r->work_group_dims == 2 && r->work_group_size[0] == 4 && r->work_group_size[1] == 8, "{2, 8, 4} counted");
	is_int(r->work_group_size_count, 2);
	ok(r->work_group_sizes[1].dims == 1 && r->work_group_sizes[1].size[0] == 64);
	r = info(ctx, REQ
		 "joint_matrix=2|ACAAAAAAAAAdsUHL4wSM2sDesYHLxwCN\njoint_matrix_mad=2|oBAAAAAAAAQYsIGLjxCZsEDLywyM\n")
		    ->requirements;
	is_int(r->joint_matrix_count, 2);
	is_str(r->joint_matrix[0].type, "t");
	is_str(r->joint_matrix[1].use, "v");
	ok(r->joint_matrix[0].rows == 8 && r->joint_matrix[1].cols == 4);
	is_int(r->joint_matrix_mad_count, 1);
	is_str(r->joint_matrix_mad[0].type_d, "d");
	ok(r->joint_matrix_mad[0].m == 1 && r->joint_matrix_mad[0].k == 2 && r->joint_matrix_mad[0].n == 3);
}

static void test_names(struct syb_ctx *ctx)
{
	const struct syb_module_info *i = info(
		ctx, "[SYCL/exported symbols]\ne=1|1\nf=1|1\ne=1|1\n[SYCL/imported symbols]\ng=1|1\n"
		     "[SYCL/assert used]\nk=1|1\n[SYCL/device globals]\nv=2|ABAAAAAAAAABAAAABAAAAA\n[SYCL/host "
		     "pipes]\np=2|gAAAAAAAAAACAAAA\n"
		     "[SYCL/registered kernels]\nmine=2|YAAAAAAAAAwXatG\n[SYCL/kernel param opt]\nk=2|LAAAAAAAAAgfGA\n"
		     "[SYCL/implicit local arg]\nl=1|3\n[SYCL/malloc used]\nn=1|1\nk=1|1\n"
		     "[SYCL/program "
		     "metadata]\nm@a@reqd_sub_group_size=1|16\nid@global_id_mapping=2|YAAAAAAAAAgdhJH\nbare=1|1\n");

	is_int(i->export_count, 2);
	is_str(i->exports[0], "f");
	is_str(i->exports[1], "e");
	is_int(i->import_count, 1);
	is_str(i->imports[0], "g");
	is_str(i->assert_used[0], "k");
	is_int(i->malloc_used_count, 2);
	is_str(i->malloc_used[0], "n");
	ok(i->device_global_count == 1 && i->device_globals[0]->size == 4 && i->device_globals[0]->image_scope);
	is_str(i->device_globals[0]->name, "v");
	ok(i->host_pipe_count == 1 && i->host_pipes[0]->size == 8);
	is_str(i->registered_kernels[0]->name, "mine");
	is_str(i->registered_kernels[0]->kernel, "_Zk");
	ok(i->removed_args_count == 1 && i->removed_args[0]->bits == 11 && i->removed_args[0]->mask.ptr[0] == 0x7e);
	ok(i->implicit_local_arg_count == 1 && i->implicit_local_args[0]->value == 3);
	is_int(i->program_metadata_count, 3);
	is_str(i->program_metadata[0]->kernel, "m@a");
	is_str(i->program_metadata[0]->key, "reqd_sub_group_size");
	is_int(syb_prop_u32(i->program_metadata[0]->prop), 16);
	is_str(i->program_metadata[2]->kernel, "");
	is_str(i->program_metadata[2]->key, "bare");
	/* kernels that other sets mention, each once */
	is_int(i->kernel_count, 5);
	is_str(i->kernels[0], "k");
	is_str(i->kernels[1], "n");
	is_str(i->kernels[2], "l");
	is_str(i->kernels[3], "_Zk");
	is_str(i->kernels[4], "m@a");
	i = info(ctx, "[SYCL/kernel param opt]\nk=2|LAAAAAAAAAgfGA\n[SYCL/kernel names]\nz=1|1\ny=1|1\n");
	is_int(i->kernel_count, 2);
	is_str(i->kernels[0], "z");
	is_int(info(ctx, "")->kernel_count, 0);
	is_int(info(ctx, "[SYCL/kernel param opt]\nnot_a_kernel=2|LAAAAAAAAAgfGA\n")->kernel_count, 0);
}

static void test_spec_consts(struct syb_ctx *ctx)
{
	static const char consts[] = "[SYCL/specialization "
				     "constants]\nc=2|gBAAAAAAAAAAAAAAAAAAAQAAAAA\nd=2|"
				     "gEAAAAAAAAQAAAAAAAAAAQAAAAgAAAAAEAAAAEAAAAw/////FAAAAMAAAAA\n";
	char text[500];
	const struct syb_module_info *i;

	snprintf(text, sizeof(text),
		 "%s[SYCL/specialization constants default values]\nall=2|gBAAAAAAAAQACMABFYwBIkgCLwA\n", consts);
	i = info(ctx, text);
	is_int(i->spec_const_count, 2);
	is_str(i->spec_consts[1]->name, "d");
	is_int(i->spec_consts[1]->leaf_count, 3);
	ok(i->spec_consts[1]->leaves[1].id == 2 && i->spec_consts[1]->leaves[1].offset == 4 &&
	   i->spec_consts[1]->leaves[1].size == 1);
	ok(i->spec_consts[1]->leaves[2].id == UINT32_MAX, "padding");
	ok(i->spec_consts[0]->default_value.len == 4 && i->spec_consts[0]->default_value.ptr[0] == 1);
	ok(i->spec_consts[1]->default_value.len == 8 && i->spec_consts[1]->default_value.ptr[0] == 5);
	snprintf(text, sizeof(text), "%s[SYCL/specialization constants default values]\nd=2|ABAAAAAAAAAAAAAAAAAAAA\n",
		 consts);
	i = info(ctx, text);
	ok(i->spec_consts[0]->default_value.len == 0 && i->spec_consts[1]->default_value.len == 8);
	snprintf(text, sizeof(text),
		 "%s[SYCL/specialization constants default values]\nall=2|IBAAAAAAAAAAAAAAAAAAAAA\n", consts);
	i = info(ctx, text);
	ok(i->spec_consts[0]->default_value.len == 0, "a block of the wrong size gives no values");

	snprintf(text, sizeof(text),
		 "%s[SYCL/specialization constants set values]\nall=2|gBAAAAAAAAQACMABFYwBIkgCLwA\n", consts);
	i = info(ctx, text);
	ok(i->spec_consts[0]->set_value.len == 4 && i->spec_consts[0]->set_value.ptr[0] == 1);
	ok(i->spec_consts[1]->set_value.len == 8 && i->spec_consts[1]->default_value.len == 0);
}

static void test_misc(struct syb_ctx *ctx)
{
	const struct syb_module_info *i = info(
		ctx,
		"[SYCL/misc properties]\nisEsimdImage=1|1\nsycl-register-alloc-mode=1|2\nsycl-grf-size=1|256\n"
		"optLevel=1|3\nsanUsed=2|gAAAAAAAAAQYzFmb\nspecConstsReplacedWithDefault=1|0\nidQueriesRange=1|2\n"
		"[SYCL/devicelib req mask]\nDeviceLibReqMask=1|7\n[SYCL/devicelib metadata]\nbfloat16=1|1\n"
		"[SYCL/virtual "
		"functions]\nvirtual-functions-set=2|IAAAAAAAAAwc\nuses-virtual-functions-set=2|YAAAAAAAAAQYsIG\n");

	ok(i->is_esimd_image == 1 && i->register_alloc_mode == 2 && i->grf_size == 256 && i->opt_level == 3);
	ok(i->spec_consts_replaced == 0 && i->id_queries_range == 2);
	is_str(i->sanitizer, "asan");
	ok(i->has_devicelib_req_mask && i->devicelib_req_mask == 7 && i->has_bfloat16 && i->bfloat16_native == 1);
	is_str(i->virtual_functions_set, "s");
	is_int(i->uses_virtual_functions_set_count, 2);
	is_str(i->uses_virtual_functions_sets[1], "b");
	i = info(ctx, "");
	ok(i->is_esimd_image == UINT32_MAX && i->opt_level == UINT32_MAX && i->id_queries_range == UINT32_MAX);
	ok(!i->sanitizer && !i->has_bfloat16 && !i->has_devicelib_req_mask && !i->virtual_functions_set);
}

static void test_wrong(struct syb_ctx *ctx)
{
	static const char *const texts[] = {
		REQ "aspects=2|YAAAAAAAAAQYzFG\n",
		REQ "aspects=1|5\n",
		REQ "reqd_sub_group_size=2|YAAAAAAAAAQYzFG\n",
		REQ "joint_matrix=2|gAAAAAAAAAQYzFmb\n",
		"[SYCL/kernel names]\nk=2|AAAAAAAAAAA\n",
		"[SYCL/device globals]\nk=2|gAAAAAAAAAQAAAAA\n",
		"[SYCL/specialization constants]\nk=2|ABAAAAAAAAQAAAAAGAAAAA\n",
		"[SYCL/misc properties]\noptLevel=3|5\n",
	};

	for (size_t i = 0; i < ARRAY_SIZE(texts); i++) {
		struct syb_props *p = props_of(ctx, texts[i]);
		struct syb_view *v = (struct syb_view *)p;

		is_int(syb_view_new(ctx, p, &v), -SYB_E_FORMAT);
		ok(v == (struct syb_view *)p, "the output is untouched");
		is_str(syb_ctx_diag_at(ctx, 0)->check, "prop-shape");
		is_int(syb_ctx_diag_at(ctx, 0)->line, 2);
		syb_props_free(p);
	}
}

static int view_sample(struct syb_ctx *ctx, void *arg)
{
	struct syb_view *v = arg;
	struct syb_props *p = NULL;
	int r = syb_props_read(ctx,
			       str_bytes(REQ
					 "aspects=2|gBAAAAAAAAQAAAAACAAAAQAAAAA\nfixed_target=2|4AAAAAAAAAwZwVHLjBXd\n"
					 "reqd_work_group_size=2|gBAAAAAAAAACAAAAEAAAAIAAAAA\njoint_matrix=2|"
					 "ACAAAAAAAAAdsUHL4wSM2sDesYHLxwCN\n"
					 "joint_matrix_mad=2|oBAAAAAAAAQYsIGLjxCZsEDLywyM\ncompile_target=2|"
					 "oBAAAAAAAAQauRXZs91ZwV3XwZ3Y\n"
					 "[SYCL/specialization constants]\nc=2|gBAAAAAAAAAAAAAAAAAAAQAAAAA\n"
					 "[SYCL/program metadata]\nk@x=1|1\n"
					 "[SYCL/virtual functions]\nuses-virtual-functions-set=2|YAAAAAAAAAQYsIG\n"),
			       NULL, &p);

	if (r == 0)
		r = syb_view_new(ctx, p, &v);
	if (r == 0)
		syb_view_free(v);
	else if (v != arg)
		r = -SYB_E_INTERNAL;
	syb_props_free(p);
	return r;
}

int main(void)
{
	struct syb_ctx *ctx = NULL;
	char marker;

	if (syb_ctx_new(NULL, &ctx) < 0)
		return 1;
	test_requirements(ctx);
	test_names(ctx);
	test_spec_consts(ctx);
	test_misc(ctx);
	test_wrong(ctx);
	done();
	ok(torture(view_sample, &marker) > 3);
	syb_ctx_free(ctx);
	return tap_done();
}
