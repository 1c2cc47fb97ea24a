/* What the files of this folder have of each other. */
struct node {
	int value;
	global struct node *next;
};

struct pair {
	float low, high;
};

extern constant int primes[16];

float blend(float x, float y, int i);
struct pair limits(int which);
int walk(global struct node *list, int steps);
long choose(long x);
int twice(int x);
