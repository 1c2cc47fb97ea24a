# shellcheck shell=bash
# tests/packaging/clean-debian.sh — a Debian that has nothing of this machine's: debootstrap and a mount namespace. Read with `.`
# by tests, after $source is set and with their arguments, because they start again inside the namespace. Afterwards $root is the
# Debian, $log the output of the last command, and tests/lib/tap.sh is loaded. It needs root, debootstrap and the mirror that this
# machine's apt uses; where one of them is missing the test is skipped.
give_up() {
	echo "1..0 # SKIP no clean Debian: $1"
	exit 0
}
if [ -z "${SYBIL_IN_NAMESPACE:-}" ]; then
	[ "$(id -u)" = 0 ] || give_up "not root"
	for program in debootstrap unshare chroot; do
		command -v $program >/dev/null || give_up "$program not found"
	done
	unshare --mount --propagation private true 2>/dev/null || give_up "no mount namespace"
	SYBIL_IN_NAMESPACE=1 exec unshare --mount --propagation private "$0" "$@"
fi
# shellcheck source=tests/lib/tap.sh
. "$source/tests/lib/tap.sh"
top=$(mktemp -d)
root=$top/root log=$top/log
# One file system: what is still mounted there must not be emptied.
trap 'umount "$root/proc" "$root/sys" 2>/dev/null; rm -rf --one-file-system "$top"' EXIT
trap 'exit 130' INT TERM

inside() { # COMMAND...: in the folder /trial
	env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root TERM=dumb LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
		SYBIL_CACHE_DIR='' chroot "$root" sh -ec "cd /trial && $*" >"$log" 2>&1
}

# make_root [PACKAGE,...]: the suite of this machine, from the first mirror that its apt knows
make_root() {
	local suite mirror
	suite=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
	mirror=$(apt-get indextargets --format '$(SITE) $(CODENAME)' 'Created-By: Packages' 2>/dev/null |
		awk -v suite="$suite" '$2 == suite { print $1; exit }')
	if [ -z "$suite" ] || [ -z "$mirror" ]; then
		give_up "apt of this machine names no mirror of a Debian"
	fi
	timeout --foreground 600 debootstrap --variant=minbase ${1:+"--include=$1"} "$suite" "$root" "$mirror" >"$log" 2>&1 ||
		give_up "debootstrap: $(tail -1 "$log")"
	cp /etc/resolv.conf "$root/etc/" 2>/dev/null
	echo force-unsafe-io >"$root/etc/dpkg/dpkg.cfg.d/fast" # the root lives for minutes
	mount -t proc proc "$root/proc" || give_up "no /proc"
	mount --bind /sys "$root/sys" || give_up "no /sys" # PoCL asks it for processors and memory
	mkdir -p "$root/trial"
}
