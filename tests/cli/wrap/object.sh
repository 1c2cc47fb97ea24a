# The object: its sections, symbols and relocations, as binutils see them. Equal input gives equal bytes.
. "$SRC/tests/cli/_package"
pack_two p
sybil wrap p -o new.o --machine=x86-64
sybil wrap p -o old.o --machine=x86-64 --abi=2025
sybil wrap --machine=x86-64 - -o - <p | cmp - new.o && echo equal
readelf -SW new.o | python3 -c 'import re, sys
for row in re.findall(r"\] (\S+) +(\w+) +0+ \w+ (\w+) \w+ +([WAXI]*)", sys.stdin.read()):
    print(*row)'
nm new.o
for object in new.o old.o; do
	readelf -rW $object | grep -o 'R_X86_64.*' | sort | sed 's/ [0-9a-f]* / /' | tr -s ' ' | sed 's/ [+-] [0-9a-f]*$//' | uniq -c
done
readelf -p .tgtsym new.o
# a linker accepts the object in every kind of program
cat >runtime.c <<'EOF'
#include <stdint.h>
#include <stdio.h>
/* Stands in for libsycl. */
static void print(const char *what, const uint16_t *descriptor)
{
	const uint16_t *image = *(const uint16_t *const *)(descriptor + 4);
	printf("%s: version %d, %d images of version %d for %s\n", what, descriptor[0], descriptor[1], image[0],
	       *(const char *const *)(image + 4));
	fflush(stdout);
}
void __sycl_register_lib(const void *descriptor) { print("register", descriptor); }
void __sycl_unregister_lib(const void *descriptor) { print("unregister", descriptor); }
EOF
cat >main.c <<'EOF'
#include <stdio.h>
__attribute__((constructor)) static void first(void) { puts("constructor"); fflush(stdout); }
__attribute__((destructor)) static void last(void) { puts("destructor"); }
int main(void) { puts("main"); fflush(stdout); return 0; }
EOF
if [ "$(uname -m)" != x86_64 ]; then
	sybil wrap p -o new.o
	sybil wrap p -o old.o --abi=2025
fi
gcc -shared -fPIC runtime.c -o libsycl.so
gcc -c main.c
for options in -pie -no-pie '-pie -Wl,--gc-sections,--fatal-warnings' '-pie -fuse-ld=lld'; do
	[ "${options#*lld}" = "$options" ] || type ld.lld >/dev/null 2>&1 || options=-pie
	gcc $options main.o new.o -L. -lsycl -Wl,-rpath,"$PWD" -o program && ./program
done
gcc -shared old.o -L. -lsycl -Wl,-rpath,"$PWD" -o libkernels.so
gcc main.o -L. -Wl,--no-as-needed -lkernels -Wl,-rpath,"$PWD" -Wl,-rpath-link,. -o program && ./program
# no executable stack
readelf -lW program | grep -c 'GNU_STACK.* RW '
