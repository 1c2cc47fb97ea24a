# The same on a disk that is full, whichever command finds it out, and whichever file is the first without room:
# sizes depend on names of folders.
. "$SRC/tests/cli/cc/_sources"
mkdir disk
unshare -rm mount -t tmpfs -o size=4k none disk 2>/dev/null || { echo 'a file system cannot be mounted' >&2; exit 77; }
for size in 4k 8k 16k; do
	# shellcheck disable=SC2016
	unshare -rm sh -c 'mount -t tmpfs -o size=$1 none disk && TMPDIR=$PWD/disk sybil cc -g axpy.cl -o none.syclbin; echo "exit $?"; ls -A disk' - $size \
		2>said
	grep -c . said
	sed -E "s|in .*/disk/sybil-cc-[^/]*: |in a folder: |; s|: .*: cannot|: cannot|; s|^.*/sybil-cc-[^/]*/||; s|^module-spir64_0\.[a-z]+:|FILE:|" said
done
ls none.syclbin
