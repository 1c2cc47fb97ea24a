/* The other one: what lies outside is the nearest that lies inside. */
float weight(int distance);

int inside(int i, int n)
{
	return clamp(i, 0, n - 1);
}

kernel void edges(global const float *in, global double *out, int n)
{
	int i = (int)get_global_id(0);

	out[i] = (double)in[inside(i + 1, n)] - in[inside(i - 1, n)] * (double)weight(1);
}
