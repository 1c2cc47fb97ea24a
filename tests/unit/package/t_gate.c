/* Limits on kernels. */
#include "lib/tap.h"
#include "lib/torture.h"
#include "lib/zekernels.h"

static struct syb_ctx *ctx;
static struct syb_record *old;

/* broken < 0: the expression is refused. */
static void gates(const char *expression, int broken, size_t unknown)
{
	const struct syb_gate_opts allow = { .size = sizeof(allow), .allow_unknown = true, .allow_no_kernel = true };
	size_t n = 99, more = 99;
	int r;

	syb_ctx_diag_clear(ctx);
	if (syb_gate(ctx, syb_record_root(old), expression, NULL, &more) == 0)
		ok(more == (size_t)broken + unknown + (fired(ctx, "gate-no-kernel") > 0), "%s: %zu fail", expression,
		   more);
	syb_ctx_diag_clear(ctx);
	r = syb_gate(ctx, syb_record_root(old), expression, &allow, &n);
	if (broken < 0) {
		is_int((long)more, 99);
		ok(r == -SYB_E_ARG && n == 99 && fired(ctx, "argument") == 1, "%s is refused (%d)", expression, r);
		return;
	}
	ok(r == 0 && n == (size_t)broken && fired(ctx, "gate") == n && fired(ctx, "gate-unknown") == unknown,
	   "%s: %d, %zu broken, %zu unknown", expression, r, n, fired(ctx, "gate-unknown"));
}

static void compared(void)
{
	gates("slm>4095", 1, 0);
	gates("slm>4K", 0, 0);
	gates("slm>=4K", 1, 0);
	gates("slm_size==4096", 1, 0);
	gates("slm!=0", 1, 0);
	gates("simd<16", 1, 0);
	gates("simd<=16", 2, 0);
	gates(" grf  ==  0x80 ", 1, 0);
	gates("name==axpy", 1, 0);
	gates("name!=axpy", 2, 0);
	gates("has_dpas==false", 3, 0);
	gates("execution_env.has_dpas==yes", 0, 0);
	gates("flags==stateless-writes", 3, 0);
	gates("flags!=dpas", 3, 0);
	gates("execution_env.work_group_walk_order_dimensions==[0, 1, 2]", 3, 0);
	gates("work_group_walk_order_dimensions!=[0,1,2]", 0, 0);
	gates("work_group_walk_order_dimensions==[0,1]", 0, 0);
	gates("arguments.0.bti==3", 1, 0);
	gates("arguments.0.bti!=3", 2, 0);
	gates("argument_count>1", 1, 0);
}

static void chosen(void)
{
	gates("a*:grf>0", 2, 0);
	gates("a*y:grf>0", 1, 0);
	gates("axpy:slm>0", 1, 0);
	gates("nobody:slm>0", 0, 0);
	is_int((long)fired(ctx, "gate-no-kernel"), 1);
}

static void not_known(void)
{
	gates("spill>0", 1, 1);
	gates("private==0", 1, 1);
	gates("spill_private_size>0", 2, 0);
	gates("both:spill>65535", 0, 1); /* 0 to 65536 */
	gates("both:spill>65536", 0, 0);
	gates("both:spill>=65536", 0, 1);
	gates("both:spill>=0", 1, 0);
	gates("both:spill<0", 0, 0);
	gates("both:spill<=65536", 1, 0);
	gates("both:private==65537", 0, 0);
	gates("both:private!=65537", 1, 0);
	gates("both:private!=7", 0, 1);
	gates("both:private==-1", 0, 0);
	gates("threads_per_eu<4", 0, 1);
	gates("code>0", 0, 3);
	gates("slm_alloc_mode==0", 0, 3);                    /* 1.73 */
	gates("debug_env.sip_surface_bti==-1", 3, 0);        /* a default */
	gates("user_attributes.vec_type_hint==float", 0, 0); /* none has one */
	gates("user_attributes.vec_type_hint!=float", 3, 0);
}

static void refused(void)
{
	gates("", -1, 0);
	gates("spill", -1, 0);
	gates("spill>", -1, 0);
	gates(">5", -1, 0);
	gates("spill=5", -1, 0);
	gates("spill=>5", -1, 0);
	gates("spill>x", -1, 0);
	gates("spil>5", -1, 0);
	gates("execution_env.nothing==1", -1, 0);
	gates("name>a", -1, 0);
	gates("flags>1", -1, 0);
	gates("a b>1", -1, 0);
	gates("execution_env==1", -1, 0);
	gates("has_dpas==2", -1, 0);
}

static int work(struct syb_ctx *c, void *arg)
{
	size_t n;

	(void)arg;
	return syb_gate(c, syb_record_root(old), "a*:grf>0", NULL, &n);
}

int main(void)
{
	const struct syb_show_opts opts = { .size = sizeof(opts), .detail = true };

	is_int(syb_ctx_new(NULL, &ctx), 0);
	if (!is_int(syb_show(ctx, str_bytes(ZEINFO_OLD), &opts, &old), 0))
		return tap_done();
	compared();
	chosen();
	not_known();
	refused();
	torture(work, NULL);
	syb_record_free(old);
	syb_ctx_free(ctx);
	return tap_done();
}
