# Precompiled headers in the cache: those that another process may be about to read stay, old ones are removed if there are too many.
cat > one.cpp <<'X'
#include <sycl/sycl.hpp>
X
mkdir -p cache/pch
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; do touch "cache/pch/$i.pch"; done
"$SYBIL" c++ -fsycl --cache-dir="$PWD/cache" -c one.cpp
[ "$(find cache -name '[0-9].pch' -o -name '1[0-6].pch' | wc -l)" = 16 ]
touch -a -d '2 days ago' cache/pch/7.pch
"$SYBIL" c++ -fsycl --cache-dir="$PWD/cache" -DOTHER -c one.cpp
[ ! -e cache/pch/7.pch ]
[ -e cache/pch/8.pch ]
