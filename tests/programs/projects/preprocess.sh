# -M, -MM: rules for make and nothing else; -E with -dM, -P and -C.
mkdir src
cat > src/app.cpp <<'X'
#include "app.hpp"
#include <sycl/sycl.hpp>
int main() { return VALUE; }
X
echo '#define VALUE 0 // none' > src/app.hpp
"$SYBIL" c++ -fsycl -MM src/app.cpp > rule
grep -q '^app.o: src/app.cpp' rule
grep -q 'src/app.hpp' rule
if grep -q 'sycl/sycl.hpp' rule; then exit 1; fi
"$SYBIL" c++ -fsycl -M src/app.cpp -o all
grep -q 'sycl/sycl.hpp' all
"$SYBIL" c++ -fsycl -MM -MT 'one two' -MQ '$3' -MP -MF named src/app.cpp > nothing
grep -q '^one two $$3: src/app.cpp' named
grep -q '^src/app.hpp:$' named
[ ! -s nothing ]
[ ! -e app.o ]
[ ! -e a.out ]
echo '// kept' > empty.cpp
"$SYBIL" c++ -fsycl -dM -E empty.cpp | grep -q '#define SYCL_LANGUAGE_VERSION 202012L'
"$SYBIL" c++ -fsycl -E -P -C empty.cpp > text
grep -q '// kept' text
if grep -q '^# ' text; then exit 1; fi
