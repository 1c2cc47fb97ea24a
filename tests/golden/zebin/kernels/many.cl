/* Several kernels of one kind, as a macro makes them. */
#define K(name, op)                                                    \
	kernel void name(global const int *a, global int *b, int n)    \
	{                                                              \
		for (int i = get_global_id(0); i < n; i += 64)         \
			b[i] = a[i] op b[i];                           \
	}
K(add, +)
K(sub, -)
K(mul, *)
K(and_bits, &)
K(or_bits, |)
K(xor_bits, ^)
K(shift, <<)
K(divide, /)
