# A compiler that is killed, as the kernel does when memory is short, ends the build with an error, in either pass.
. "$SRC/tests/cli/cxx/_root"
root r 9
touch a.cpp
export SYBIL_SYCL_ROOT=$PWD/r SYBIL_CLANG=$PWD/compiler
cat >compiler <<'X'
#!/bin/sh
case " $* " in
*" -E -v "*) [ "$KILLED" = probe ] && kill -$NUMBER $$; exec clang-15 "$@" ;;
*--target=spir64*) pass=device ;;
*) pass=host ;;
esac
echo $pass >>started
while ! grep -q device started || ! grep -q host started; do sleep 0.01; done
[ $pass = "$KILLED" ] && kill -$NUMBER $$
[ $pass = device ] && exec clang-15 "$@"
exec sleep 100 # it waits for the device pass
X
chmod +x compiler
for KILLED in device host probe; do
	for NUMBER in 9 15 11; do
		rm -f started
		export KILLED NUMBER
		timeout 30 sybil c++ -fsycl -j4 a.cpp -o app
		echo "$KILLED, signal $NUMBER: exit $?"
	done
done
ls app 2>/dev/null
ls -A tmp
