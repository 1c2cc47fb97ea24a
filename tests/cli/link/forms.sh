# States, and the forms of a package; the same inputs give the same bytes.
. "$SRC/tests/cli/link/_packages"
package a k1 x 'f g'
package b '' f ''
sybil link a.syclbin b.syclbin -o o1 --state=object && modules o1
sybil link a.syclbin b.syclbin -o o2 --state=object && cmp o1 o2 && echo same
sybil link a.syclbin b.syclbin -o o2 --partial --format-version=2 --compress=zstd && modules o2
package c '' g ''
sybil link o1 c.syclbin -o o3 --dialect=spec && modules o3
sybil link o1 c.syclbin -o o3 --whole --container=none -j && modules o3
