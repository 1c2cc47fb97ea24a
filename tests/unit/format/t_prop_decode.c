/* format/prop_decode.c — every set and key as JSON. */
#include "lib/props.h"

#include "base/file.h"

#define REQ "[SYCL/device requirements]\n"

static char json_room[8000];

/* The decoded text as JSON on one line, without the final newline. */
static const char *json(struct syb_ctx *ctx, const char *text, bool raw)
{
	const struct syb_render_opts opts = { .size = sizeof(opts), .compact = true };
	struct syb_props *props = props_of(ctx, text);
	struct syb_record *record = NULL;
	struct syb_file *file = NULL;
	struct syb_out *out = NULL;

	strcpy(json_room, "(failed)");
	if (syb_props_decode(ctx, props, raw, &record) == 0 && out_scratch(ctx, &out) == 0 &&
	    syb_value_write_json(ctx, syb_record_root(record), &opts, out) == 0 &&
	    out_scratch_file(ctx, out, &file) == 0) {
		struct syb_bytes b = syb_file_bytes(file);

		snprintf(json_room, sizeof(json_room), "%.*s", (int)b.len - 1, (const char *)b.ptr);
	}
	syb_file_close(file);
	syb_out_close(out);
	syb_record_free(record);
	syb_props_free(props);
	return json_room;
}

static const struct {
	const char *text;
	const char *json;
} vectors[] = {
	{ "[SYCL/device requirements]\naspects=2|ABAAAAAAAAQBAAAAGAAAAA\n",
	  "{\"SYCL/device requirements\":{\"aspects\":[{\"number\":5,\"name\":\"fp16\"},{\"number\":6,\"na"
	  "me\":\"fp64\"}]}}" },
	{ "[SYCL/device requirements]\naspects=2|gBAAAAAAAAAAAAAAjAAAAA6DAAA\n",
	  "{\"SYCL/device requirements\":{\"aspects\":[{\"number\":0,\"name\":null},{\"number\":35,\"name\":\"ext_"
	  "intel_device_id\"},{\"number\":4000,\"name\":null}]}}" },
	{ "[SYCL/device requirements]\naspects=2|gBAAAAAAAAAAAAAAjAAAAA6DAAA\n[Sybil/aspect numbers]\nnumbers=1|2025\n",
	  "{\"SYCL/device requirements\":{\"aspects\":[{\"number\":0,\"name\":\"host\",\"deprecated\":true"
	  "},{\"number\":35,\"name\":\"ext_oneapi_bfloat16_math_functions\",\"removed\":true},{\"number\":"
	  "4000,\"name\":null}]},\"Sybil/aspect numbers\":{\"numbers\":2025}}" },
	{ "[SYCL/device requirements]\naspects=2|AAAAAAAAAAA\n", "{\"SYCL/device requirements\":{\"aspects\":[]}}" },
	{ "[SYCL/device requirements]\naspect=2|BQAAAA==\n",
	  "{\"SYCL/device requirements\":{\"aspect\":[{\"number\":5,\"name\":\"fp16\"}]}}" },
	{ "[SYCL/device requirements]\naspects=2|YAAAAAAAAAQYiNG\n",
	  "{\"SYCL/device requirements\":{\"aspects\":\"616263\"}}" },
	{ "[SYCL/device requirements]\naspects=1|7\n", "{\"SYCL/device requirements\":{\"aspects\":7}}" },
	{ "[SYCL/device requirements]\naspects=9|text\n", "{\"SYCL/device requirements\":{\"aspects\":\"text\"}}" },
	{ "[SYCL/device requirements]\nfixed_target=2|gAAAAAAAAAgAAAAA\n",
	  "{\"SYCL/device requirements\":{\"fixed_target\":[{\"number\":2,\"name\":\"gpu\"}]}}" },
	{ "[SYCL/device requirements]\nfixed_target=2|Z3B1LGludGVsX2dwdV9wdmM=\n",
	  "{\"SYCL/device requirements\":{\"fixed_target\":[\"gpu\",\"intel_gpu_pvc\"]}}" },
	{ "[SYCL/device requirements]\njoint_matrix=2|wEAAAAAAAAQbhRncph3X0lHclpjOmBnN0wSdzVmO6EGLxYDLxYzO"
	  "4xSesEDLyA\n",
	  "{\"SYCL/device requirements\":{\"joint_matrix\":[{\"type\":\"matrix_type::fp64\",\"use\":\"use:"
	  ":a\",\"rows\":16,\"cols\":16},{\"type\":\"x\",\"use\":\"y\",\"rows\":1,\"cols\":2}]}}" },
	{ "[SYCL/device requirements]\njoint_matrix_mad=2|4BAAAAAAAAQYsIGLjxCZsgDLxYDLzID\n",
	  "{\"SYCL/device requirements\":{\"joint_matrix_mad\":[{\"type_a\":\"a\",\"type_b\":\"b\",\"type_"
	  "c\":\"c\",\"type_d\":\"d\",\"m\":8,\"k\":16,\"n\":32}]}}" },
	{ "[SYCL/device requirements]\njoint_matrix=2|YAAAAAAAAAQYsIG\n",
	  "{\"SYCL/device requirements\":{\"joint_matrix\":\"612c62\"}}" },
	{ "[SYCL/device requirements]\nreqd_sub_group_size=1|16\n",
	  "{\"SYCL/device requirements\":{\"reqd_sub_group_size\":16}}" },
	{ "[SYCL/device requirements]\nreqd_sub_group_size=2|CAAAABAAAAA=\n",
	  "{\"SYCL/device requirements\":{\"reqd_sub_group_size\":[8,16]}}" },
	{ "[SYCL/device requirements]\nwork_group_num_dim=1|3\n",
	  "{\"SYCL/device requirements\":{\"work_group_num_dim\":3}}" },
	{ "[SYCL/device requirements]\nwork_group_num_dim=2|AwAAAA==\n",
	  "{\"SYCL/device requirements\":{\"work_group_num_dim\":[3]}}" },
	{ "[SYCL/device requirements]\nreqd_work_group_size_uint64_t=2|ADAAAAAAAAQAAAAAAAAAAEAAAAAAAAAAAAA"
	  "AAAQAAAA\n",
	  "{\"SYCL/device requirements\":{\"reqd_work_group_size_uint64_t\":[1,1,1099511627776]}}" },
	{ "[SYCL/device requirements]\nreqd_work_group_size=2|ABAAAAAAAAACAAAAEAAAAA\n",
	  "{\"SYCL/device requirements\":{\"reqd_work_group_size\":[8,4]}}" },
	{ "[SYCL/device requirements]\nreqd_work_group_size=2|AgAAAAgAAAAEAAAA\n",
	  "{\"SYCL/device requirements\":{\"reqd_work_group_size\":[4,8]}}" },
	{ "[SYCL/device requirements]\nreqd_work_group_size=2|AQAAAAgAAAACAAAACAAAAAQAAAA=\n",
	  "{\"SYCL/device requirements\":{\"reqd_work_group_size\":[[8],[4,8]]}}" },
	{ "[SYCL/device requirements]\ncompile_target=2|oBAAAAAAAAQauRXZs91ZwV3XwZ3Y\n",
	  "{\"SYCL/device requirements\":{\"compile_target\":\"intel_gpu_pvc\"}}" },
	{ "[SYCL/device requirements]\nnew_key=2|QAAAAAAAAAQACA\n",
	  "{\"SYCL/device requirements\":{\"new_key\":\"0102\"}}" },
	{ "[SYCL/specialization constants]\nc=2|gEAAAAAAAAAAAAAAAAAAAQAAAAQAAAAAEAAAAEAAAAw/////FAAAAMAAAA"
	  "A\n",
	  "{\"SYCL/specialization constants\":{\"c\":[{\"id\":0,\"offset\":0,\"size\":4},{\"id\":1,\"offse"
	  "t\":4,\"size\":1},{\"id\":4294967295,\"offset\":5,\"size\":3,\"padding\":true}]}}" },
	{ "[SYCL/specialization constants default values]\nall=2|QAAAAAAAAAQACA\n",
	  "{\"SYCL/specialization constants default values\":{\"all\":\"0102\"}}" },
	{ "[SYCL/specialization constants set values]\nall=2|QAAAAAAAAAQACA\n",
	  "{\"SYCL/specialization constants set values\":{\"all\":\"0102\"}}" },
	{ "[SYCL/devicelib req mask]\nDeviceLibReqMask=1|5\n",
	  "{\"SYCL/devicelib req mask\":{\"DeviceLibReqMask\":5}}" },
	{ "[SYCL/devicelib metadata]\nbfloat16=1|1\n", "{\"SYCL/devicelib metadata\":{\"bfloat16\":1}}" },
	{ "[SYCL/kernel param opt]\nk=2|LAAAAAAAAAgfGA\n",
	  "{\"SYCL/kernel param opt\":{\"k\":{\"bits\":11,\"removed\":[1,2,3,4,5,6,9,10]}}}" },
	{ "[SYCL/kernel param opt]\nk=2|CAAAAAAAAAQA\n",
	  "{\"SYCL/kernel param opt\":{\"k\":{\"bits\":2,\"removed\":[0]}}}" },
	{ "[SYCL/kernel param opt]\nk=2|AAAAAAAAAAA\n",
	  "{\"SYCL/kernel param opt\":{\"k\":{\"bits\":0,\"removed\":[]}}}" },
	{ "[SYCL/program metadata]\nk@reqd_work_group_size=2|gBAAAAAAAAACAAAAEAAAAEAAAAA\n",
	  "{\"SYCL/program metadata\":{\"k@reqd_work_group_size\":[8,4,1]}}" },
	{ "[SYCL/program metadata]\nk@max_work_group_size=2|gBAAAAAAAAACAAAAEAAAAEAAAAA\n",
	  "{\"SYCL/program metadata\":{\"k@max_work_group_size\":[8,4,1]}}" },
	{ "[SYCL/program metadata]\nk@max_linear_work_group_size=1|64\n",
	  "{\"SYCL/program metadata\":{\"k@max_linear_work_group_size\":64}}" },
	{ "[SYCL/program metadata]\nk@reqd_sub_group_size=1|32\n",
	  "{\"SYCL/program metadata\":{\"k@reqd_sub_group_size\":32}}" },
	{ "[SYCL/program metadata]\nk@work_group_num_dim=1|2\n",
	  "{\"SYCL/program metadata\":{\"k@work_group_num_dim\":2}}" },
	{ "[SYCL/program metadata]\nid@global_id_mapping=2|YAAAAAAAAAgdhJH\n",
	  "{\"SYCL/program metadata\":{\"id@global_id_mapping\":\"var\"}}" },
	{ "[SYCL/program metadata]\nk@other=2|YAAAAAAAAAgdhJH\n",
	  "{\"SYCL/program metadata\":{\"k@other\":\"766172\"}}" },
	{ "[SYCL/program metadata]\nk@other=1|3\n", "{\"SYCL/program metadata\":{\"k@other\":3}}" },
	{ "[SYCL/misc properties]\nisEsimdImage=1|1\n", "{\"SYCL/misc properties\":{\"isEsimdImage\":1}}" },
	{ "[SYCL/misc properties]\nsycl-register-alloc-mode=1|2\n",
	  "{\"SYCL/misc properties\":{\"sycl-register-alloc-mode\":2}}" },
	{ "[SYCL/misc properties]\nsycl-grf-size=1|256\n", "{\"SYCL/misc properties\":{\"sycl-grf-size\":256}}" },
	{ "[SYCL/misc properties]\noptLevel=1|2\n", "{\"SYCL/misc properties\":{\"optLevel\":2}}" },
	{ "[SYCL/misc properties]\nidQueriesRange=1|1\n", "{\"SYCL/misc properties\":{\"idQueriesRange\":1}}" },
	{ "[SYCL/misc properties]\nspecConstsReplacedWithDefault=1|0\n",
	  "{\"SYCL/misc properties\":{\"specConstsReplacedWithDefault\":0}}" },
	{ "[SYCL/misc properties]\nsanUsed=2|gAAAAAAAAAQYzFmb\n", "{\"SYCL/misc properties\":{\"sanUsed\":\"asan\"}}" },
	{ "[SYCL/misc properties]\nsanUsed=2|QAAAAAAAAAQYAA\n", "{\"SYCL/misc properties\":{\"sanUsed\":\"6100\"}}" },
	{ "[SYCL/assert used]\nf=1|1\n", "{\"SYCL/assert used\":{\"f\":1}}" },
	{ "[SYCL/malloc used]\nf=1|1\n", "{\"SYCL/malloc used\":{\"f\":1}}" },
	{ "[SYCL/kernel names]\nf=1|1\n", "{\"SYCL/kernel names\":{\"f\":1}}" },
	{ "[SYCL/exported symbols]\nf=1|1\n", "{\"SYCL/exported symbols\":{\"f\":1}}" },
	{ "[SYCL/imported symbols]\nf=1|1\n", "{\"SYCL/imported symbols\":{\"f\":1}}" },
	{ "[SYCL/device globals]\ng=2|ABAAAAAAAAABAAAABAAAAA\n",
	  "{\"SYCL/device globals\":{\"g\":{\"size\":4,\"image_scope\":true}}}" },
	{ "[SYCL/device globals]\ng=2|ABAAAAAAAAABAAAAAAAAAA\n",
	  "{\"SYCL/device globals\":{\"g\":{\"size\":4,\"image_scope\":false}}}" },
	{ "[SYCL/device globals]\ng=2|gAAAAAAAAAABAAAA\n", "{\"SYCL/device globals\":{\"g\":\"04000000\"}}" },
	{ "[SYCL/host pipes]\np=2|gAAAAAAAAAABAAAA\n", "{\"SYCL/host pipes\":{\"p\":{\"size\":4}}}" },
	{ "[SYCL/virtual functions]\nvirtual-functions-set=2|IAAAAAAAAAwc\n",
	  "{\"SYCL/virtual functions\":{\"virtual-functions-set\":\"s\"}}" },
	{ "[SYCL/virtual functions]\nuses-virtual-functions-set=2|YAAAAAAAAAQYsIG\n",
	  "{\"SYCL/virtual functions\":{\"uses-virtual-functions-set\":[\"a\",\"b\"]}}" },
	{ "[SYCL/implicit local arg]\nk=1|3\n", "{\"SYCL/implicit local arg\":{\"k\":3}}" },
	{ "[SYCL/registered kernels]\nn=2|YAAAAAAAAAwXatG\n", "{\"SYCL/registered kernels\":{\"n\":\"_Zk\"}}" },
	{ "[SYCLBIN/global metadata]\nstate=1|2\n", "{\"SYCLBIN/global metadata\":{\"state\":\"executable\"}}" },
	{ "[SYCLBIN/global metadata]\nstate=1|0\n", "{\"SYCLBIN/global metadata\":{\"state\":\"input\"}}" },
	{ "[SYCLBIN/global metadata]\nstate=1|1\n", "{\"SYCLBIN/global metadata\":{\"state\":\"object\"}}" },
	{ "[SYCLBIN/ir module metadata]\ntype=1|0\n", "{\"SYCLBIN/ir module metadata\":{\"type\":\"spirv\"}}" },
	{ "[SYCLBIN/ir module metadata]\ntype=1|2\n", "{\"SYCLBIN/ir module metadata\":{\"type\":\"amdgcn\"}}" },
	{ "[SYCLBIN/global metadata]\nstate=1|7\n", "{\"SYCLBIN/global metadata\":{\"state\":7}}" },
	{ "[SYCLBIN/ir module metadata]\ntype=1|1\n", "{\"SYCLBIN/ir module metadata\":{\"type\":\"ptx\"}}" },
	{ "[SYCLBIN/ir module metadata]\ntarget=2|wCAAAAAAAAwcwlmc2QTL152au92du1Sdutmbvdnb\n",
	  "{\"SYCLBIN/ir module metadata\":{\"target\":\"spir64-unknown-unknown\"}}" },
	{ "[SYCLBIN/native device code image metadata]\narch=2|YAAAAAAAAAAc2NG\n",
	  "{\"SYCLBIN/native device code image metadata\":{\"arch\":\"pvc\"}}" },
	{ "[SYCLBIN/native device code image metadata]\ntarget=2|QDAAAAAAAAwcwlmc2QzXnVmbtUnbr52b35WL152au"
	  "92duB\n",
	  "{\"SYCLBIN/native device code image metadata\":{\"target\":\"spir64_gen-unknown-unknown\"}}" },
	{ "[my set]\nk=2|DAAAAAAAAAAe\n", "{\"my set\":{\"k\":\"78\"}}" },
	{ "[a]\n[b]\nx=1|1\nx=1|2\n", "{\"a\":{},\"b\":{\"x\":2}}" },
	{ "", "{}" },
};

static const char sample[] = REQ "aspects=2|gBAAAAAAAAQAAAAACAAAAQAAAAA\nfixed_target=2|ABAAAAAAAAgAAAAAEAAAAA\n"
				 "reqd_work_group_size_uint64_t=2|ABAAAAAAAAAIAAAAAAAAAA\n"
				 "joint_matrix=2|wDAAAAAAAAQbhRncph3X0lHclpjOmBnN0wSdzVmO6EGLxYDLxYD\n"
				 "[SYCL/kernel param opt]\nk=2|LAAAAAAAAAgfGA\n";

static int decode_sample(struct syb_ctx *ctx, void *arg)
{
	struct syb_record *record = arg;
	struct syb_props *props = NULL;
	int r = syb_props_read(ctx, str_bytes(sample), NULL, &props);

	if (r == 0)
		r = syb_props_decode(ctx, props, true, &record);
	if (r < 0 && record != arg)
		r = -SYB_E_INTERNAL;
	syb_props_free(props);
	if (r == 0)
		syb_record_free(record);
	return r;
}

/* A short text may not become a record without bounds. */
static void test_limit(void)
{
	const struct syb_limits limits = { .size = sizeof(limits), .max_items = 100 };
	const struct syb_ctx_opts opts = { .size = sizeof(opts), .limits = &limits };
	struct syb_record *record = NULL;
	struct syb_props *props = NULL;
	struct buf text = { 0 };
	struct syb_ctx *ctx = NULL;
	uint8_t ones[200];

	memset(ones, 0xff, sizeof(ones));
	is_int(syb_ctx_new(&opts, &ctx), 0);
	is_int(buf_text(ctx, &text, "[SYCL/kernel param opt]\nk=2|"), 0);
	is_int(coding_lsb_write(ctx, &text, ones, 8 * sizeof(ones)), 0);
	is_int(syb_props_read(ctx, buf_bytes(&text), NULL, &props), 0);
	is_int(syb_props_decode(ctx, props, false, &record), -SYB_E_LIMIT);
	is_str(syb_ctx_diag_at(ctx, 0)->check, "limit");
	syb_props_free(props);
	buf_free(&text);
	syb_ctx_free(ctx);
}

int main(void)
{
	struct syb_ctx *ctx = NULL;
	char marker;

	if (syb_ctx_new(NULL, &ctx) < 0)
		return 1;
	for (size_t i = 0; i < ARRAY_SIZE(vectors); i++)
		is_str(json(ctx, vectors[i].text, false), vectors[i].json);
	is_str(json(ctx, REQ "aspects=2|gAAAAAAAAAgBAAAA\nreqd_sub_group_size=1|032\n[x]\ny=7|z\n", true),
	       "{\"SYCL/device "
	       "requirements\":{\"aspects\":{\"type\":2,\"raw\":\"gAAAAAAAAAgBAAAA\",\"value\":[{\"number\":6,"
	       "\"name\":\"fp64\"}]},\"reqd_sub_group_size\":{\"type\":1,\"raw\":\"032\",\"value\":32}},"
	       "\"x\":{\"y\":{\"type\":7,\"raw\":\"z\",\"value\":\"z\"}}}");
	test_limit();
	ok(torture(decode_sample, &marker) > 5);
	syb_ctx_free(ctx);
	return tap_done();
}
