# Without -fsycl it is clang++: programs, errors, exit codes, options that only clang knows.
cat > plain.cpp <<'X'
#include <cstdio>
int main(int argc, char **) { return argc == 1 ? 0 : 3; }
X
"$SYBIL" c++ -O2 -fno-exceptions plain.cpp -o plain
./plain
"$SYBIL" c++ -c plain.cpp -o plain.o
"$SYBIL" c++ plain.o -o plain2
./plain2
if ./plain2 more; then exit 1; fi
"$SYBIL" c++ -E plain.cpp | grep -q 'int main'
echo 'int main() { return undeclared; }' > broken.cpp
if "$SYBIL" c++ broken.cpp -o broken 2> text; then exit 1; fi
grep -q "broken.cpp:1:21: error: use of undeclared identifier 'undeclared'" text
