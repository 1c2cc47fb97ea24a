/* One of two files that call each other's functions: see edges.cl. */
int inside(int i, int n);

float weight(int distance)
{
	return 1.0f / (1 + distance);
}

kernel void blur(global const float *in, global float *out, int n)
{
	int i = (int)get_global_id(0);
	float sum = 0, all = 0;

	for (int d = -2; d <= 2; d++) {
		sum += weight(abs(d)) * in[inside(i + d, n)];
		all += weight(abs(d));
	}
	out[i] = sum / all;
}
