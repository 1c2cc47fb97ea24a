/* Images of several kinds, samplers as arguments and in the program, queries. */
constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
constant sampler_t linear_repeat = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_LINEAR;

kernel void blur(read_only image2d_t in, write_only image2d_t out)
{
	int2 at = (int2)(get_global_id(0), get_global_id(1));
	float4 sum = 0;

	for (int y = -1; y <= 1; y++)
		for (int x = -1; x <= 1; x++)
			sum += read_imagef(in, nearest, at + (int2)(x, y));
	write_imagef(out, at, sum / 9);
}

kernel void scale(read_only image2d_t in, sampler_t how, write_only image2d_t out)
{
	int2 at = (int2)(get_global_id(0), get_global_id(1));
	float2 size = (float2)(get_image_width(out), get_image_height(out));

	write_imagef(out, at, read_imagef(in, how, convert_float2(at) / size) +
				      read_imagef(in, linear_repeat, convert_float2(at) / size));
}

kernel void query(read_only image3d_t volume, read_only image2d_array_t layers, read_only image1d_t line,
		  read_only image1d_buffer_t texels, read_only image2d_depth_t depth, global int *out)
{
	out[0] = get_image_depth(volume) + get_image_width(volume) + get_image_height(volume);
	out[1] = (int)get_image_array_size(layers);
	out[2] = get_image_channel_data_type(line) + get_image_channel_order(line);
	out[3] = read_imagei(texels, 3).x + get_image_width(texels);
	out[4] = (int)read_imagef(depth, nearest, (int2)(1, 1));
	out[5] = read_imagei(volume, nearest, (int4)(1, 2, 3, 0)).x;
	out[6] = read_imagei(layers, nearest, (int4)(1, 2, 3, 0)).x;
	out[7] = read_imagei(line, nearest, 1).x;
}
