/* asserts.cl — a kernel with an assertion, as SYCL device code has it. */
void __devicelib_assert_fail(const generic char *expr, const generic char *file, int line, const generic char *function,
			     ulong g0, ulong g1, ulong g2, ulong l0, ulong l1, ulong l2);

#ifdef __NVPTX__ /* the driver's own; the code after it is never reached */
void __assertfail(const generic char *expr, const generic char *file, uint line, const generic char *function,
		  size_t char_size);
#define __devicelib_assert_fail(expr, file, line, function, ...) __assertfail(expr, file, line, function, 1)
#endif

static global char expr[] = "data[i] > 0", file[] = "asserts.cpp", function[] = "void positive(int *)";

kernel void positive(global int *data)
{
	size_t i = get_global_id(0);

	if (!(data[i] > 0))
		__devicelib_assert_fail(expr, file, 42, function, get_global_id(0), get_global_id(1),
					get_global_id(2), get_local_id(0), get_local_id(1), get_local_id(2));
	data[i] = -data[i];
}
