/* A kernel that imports what library.cl exports: two images, one program. */
uint twice(uint n);

kernel void call(global uint *out)
{
	size_t i = get_global_id(0);

	out[i] = twice((uint)i);
}
