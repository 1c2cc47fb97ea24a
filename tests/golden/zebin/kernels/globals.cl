/* Program scope variables and constants: .data.global, .data.const, symbols and relocations. With
 * IGC_AllocateZeroInitializedVarsInBss=1 also .bss.global. */
constant float weights[16] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16 };
global int counter = 7;
global int zeros[256];
global int *global where = &counter;

kernel void use_globals(global const float *in, global float *out)
{
	size_t i = get_global_id(0);

	out[i] = in[i] * weights[i & 15] + counter + zeros[i & 255];
	if (i == 0) {
		zeros[1] = counter;
		*where += 1;
	}
}
