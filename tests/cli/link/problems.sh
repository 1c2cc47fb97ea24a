# All problems at once, with both places, and nothing is written.
. "$SRC/tests/cli/link/_packages"
package a k1 f _Z3barf
package b 'k1 k2' f nobody
echo before > out
sybil link a.syclbin b.syclbin -o out --map=map; echo "exit $?"
cat out; test ! -e map && echo 'no map'
sybil link a.syclbin missing.syclbin -o out; echo "exit $?"
sybil link a.syclbin; echo "exit $?"
