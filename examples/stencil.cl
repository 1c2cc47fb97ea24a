/* examples/stencil.cl — one step of heat flow on a grid of rows. The first and the last row belong to neighbours (or are the
 * border), so a launch covers rows 1 to n; the first and the last column stay as they are. */
kernel void heat(global float *next, global const float *now)
{
	size_t columns = get_global_size(0), x = get_global_id(0), at = (get_global_id(1) + 1) * columns + x;

	if (x == 0 || x == columns - 1)
		next[at] = now[at];
	else
		next[at] = 0.25f * (now[at - columns] + now[at - 1] + now[at + 1] + now[at + columns]);
}
