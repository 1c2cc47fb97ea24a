# Without -fsycl it is clang++.
. "$SRC/tests/cli/cxx/_root"
printf '#include <cstdio>\nint main() { std::puts("hello"); }\n' >hello.cpp
sybil c++ -O1 hello.cpp -o hello && ./hello
sybil-c++ -c hello.cpp && sybil-c++ hello.o -o linked && ./linked
sybil c++ -fsycl -fno-sycl hello.cpp -o last && ./last
printf -- '-O1 hello.cpp -o response' >words && sybil c++ @words && ./response
printf -- '-DX=-fsycl @words' >outer && sybil c++ @outer && ./response
printf -- '-fsycl -fno-sycl @words' >outer && sybil c++ @outer && ./response
sybil-c++ --version | grep -o 'clang version 15'
sybil c++ -dM -E -x c++ /dev/null | grep SYCL
sybil c++ -fno-such-option hello.cpp; echo "exit $?"
echo 'int main() { return x; }' >bad.cpp
sybil c++ bad.cpp; echo "exit $?"
