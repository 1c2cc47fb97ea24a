# The folder build-peers beside a build folder is used only if no other user can have made or changed it.
[ "$(id -u)" = 0 ] || { echo 'only root can give files to another user' >&2; exit 77; }
. "$SRC/tests/cli/cxx/_root"
move_away
touch a.cpp
root build-peers/sycl-2026 9
found() {
	sybil c++ -fsycl -### a.cpp 2>&1 | grep -o 'cannot find a SYCL runtime\|-rpath,[^ ]*/lib' | plain
}
found
for path in build-peers build-peers/sycl-2026; do
	chown 12345 $path
	found
	chown 0 $path
	chmod o+w $path
	found
	chmod o-w $path
done
