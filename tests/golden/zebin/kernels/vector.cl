/* Built with -vc-codegen: SIMD1, packed local ids. */
kernel void vector_code(global int *out)
{
	out[0] = 1;
}
