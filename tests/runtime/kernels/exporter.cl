/* exporter.cl — the function that importer.cl needs. */
int helper(int x)
{
	return 3 * x + 1;
}
