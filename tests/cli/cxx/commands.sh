# Which options apply to which pass, and the order of words in the link.
. "$SRC/tests/cli/cxx/_root"
root r 9
touch a.cpp b.cpp
printf 'int f;\n' | clang-15 -x c -c - -o c.o
ar rc libd.a c.o
export SYBIL_SYCL_ROOT=$PWD/r

# The steps; of the two passes, only their input and the options that this case gives.
steps() {
	plain | sed 's/^ //' | while IFS= read -r line; do
		case $line in
		*' --target=spir64'*) echo "device pass: $(given "$line")" ;;
		*' -c '*) echo "host pass, ${line%% *}: $(given "$line")" ;;
		sybil*) echo "${line%% -*}" ;;
		*) echo "$line" ;;
		esac
	done
}
given() {
	tr ' ' '\n' <<<"$1" | grep -xE -- '-O.|-g|-DX=1|-DA=.*|-Iinc|-std=.*|-march=.*|-fPIC|-fno-strict-aliasing|-fopenmp|-pthread|-Wall|[ab]\.cpp|TMP/.*\.host\.cpp' | paste -sd' '
}

sybil c++ -fsycl -### -O2 -DX=1 -Iinc -std=c++20 -march=native -fPIC -fno-strict-aliasing -fopenmp -pthread -Wall a.cpp c.o -L. -ld b.cpp \
	-Wl,--as-needed -shared -lm -o libab.so 2>&1 | steps
echo
sybil c++ -fsycl -### -g -c a.cpp -o a.o 2>&1 | steps
echo
sybil c++ -fsycl -### -fsycl-host-compiler=g++ -fsycl-host-compiler-options='-O3 -DA=x' -DX=1 a.cpp 2>&1 | steps | grep pass
echo
printf -- '-fsycl -DX=1 a.cpp' >words
sybil c++ -### @words 2>&1 | steps | grep pass
echo
touch r/lib/libintelocl.so
sybil c++ -fsycl -### a.cpp 2>&1 | grep -c start.c
sybil c++ -fsycl -### -fno-sycl-icd a.cpp 2>&1 | grep -c start.c
ls tmp
