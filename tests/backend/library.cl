uint twice(uint n)
{
	return 2 * n;
}
