# With -fsycl alone a program is wanted, which sybil cc does not make.
. "$SRC/tests/cli/cc/_sources"
for args in 'edges.cl -o prog' 'edges.cl' 'edges.cl -o prog.syclbin.exe' 'edges.cl -o .syclbin' 'edges.cl -o -' '-fsycl-targets=x86_64 edges.cl -o dir/prog'; do
	# shellcheck disable=SC2086
	sybil cc -fsycl $args; echo "$args: exit $?"
done
ls prog a.syclbin prog.syclbin.exe 2>/dev/null
for args in '-fsyclbin -o prog' '-fsyclbin=object -o prog' '-o prog.syclbin' '-c -o prog' '-fsycl-device-only -o prog' '-emit-llvm -c -o prog' \
	'-E -o prog' '-fsyntax-only'; do
	# shellcheck disable=SC2086
	sybil cc -fsycl $args edges.cl; echo "$args: exit $?"
done
sybil cc -c edges.cl && sybil cc -fsycl -fsycl-link edges.o -o prog; echo "exit $?"
clean
