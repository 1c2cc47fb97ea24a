/* assert.cl — what SYCL device code calls as __devicelib_assert_fail when an assertion fails. The name differs, because
 * drivers may have a function of that name, which ends the process. The first failure is kept in a variable that the
 * runtime reads (src/runtime/asserts.c has the same struct); the kernel goes on. scripts/assert-spirv compiles it to
 * assert.def. */
struct report {
	int flag; /* 0 nothing, 1 being written, 2 there */
	int line;
	ulong global_id[3], local_id[3];
	char expr[256], file[256], function[128];
};

global struct report __sybil_assert;

static void copy(global char *to, const generic char *from, int room)
{
	int i = 0;

	for (; from && i < room - 1 && from[i]; i++)
		to[i] = from[i];
	to[i] = 0;
}

void __sybil_rt__assert_fail(const generic char *expr, const generic char *file, int line, const generic char *function,
			     ulong g0, ulong g1, ulong g2, ulong l0, ulong l1, ulong l2)
{
	global struct report *r = &__sybil_assert;

	if (atomic_cmpxchg((volatile global int *)&r->flag, 0, 1) != 0)
		return;
	r->line = line;
	r->global_id[0] = g0;
	r->global_id[1] = g1;
	r->global_id[2] = g2;
	r->local_id[0] = l0;
	r->local_id[1] = l1;
	r->local_id[2] = l2;
	copy(r->expr, expr, sizeof(r->expr));
	copy(r->file, file, sizeof(r->file));
	copy(r->function, function, sizeof(r->function));
	atomic_xchg((volatile global int *)&r->flag, 2);
}
