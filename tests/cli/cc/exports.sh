# Functions that an object exports share an image only if they need the same.
. "$SRC/tests/cli/cc/_sources"
cat >x.cl <<-'END'
	int plain(int a) { return a + 1; }
	int both(int a) { return plain(a) + 1; }
	int real(int a) { return (int)(a * 0.5); }
END
sybil cc -fsyclbin=object -w x.cl -o x.syclbin && sybil show x.syclbin | grep -E 'exported|aspects'
sybil check --strict x.syclbin
sybil cc -### -fsyclbin=object x.cl 2>&1 | grep -oE -- '--(allow-device-image|emit-only-kernels)[a-z-]*'
sybil cc -### x.cl 2>&1 | grep -oE -- '--(allow-device-image|emit-only-kernels)[a-z-]*'
clean
