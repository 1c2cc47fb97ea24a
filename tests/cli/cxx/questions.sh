# What build systems ask a compiler is answered as clang++ does, also with -fsycl and options that clang does not know.
. "$SRC/tests/cli/cxx/_root"
for question in --version -dumpversion -dumpmachine -print-prog-name=ld --print-prog-name=as -print-file-name=libstdc++.so -print-search-dirs \
	-print-libgcc-file-name '-m32 -print-multiarch' -v '-O2 -v'; do
	clang-15 --driver-mode=g++ ${question#-O2 } >want 2>&1
	sybil c++ -fsycl -fsycl-targets=spir64 -Xsycl-target-backend=-x $question >got 2>&1 || echo "exit $?"
	cmp want got && echo "$question"
done
# -v with an input is not a question.
root r 9
touch a.cpp
sybil c++ -fsycl --sycl-root=r -### -v -c a.cpp 2>&1 | plain | grep -oE -- '^ clang-15 --driver-mode=g\+\+| -v( |$)'
