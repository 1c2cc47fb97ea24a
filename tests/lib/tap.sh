# tests/lib/tap.sh — TAP for tests in bash: `command; ok $? "what"`, at the end `tap_done`.
tap_count=0
tap_failed=0

ok() { # STATUS WHAT [LOG FILE]
	tap_count=$((tap_count + 1))
	if [ "$1" = 0 ]; then
		echo "ok $tap_count - $2"
		return
	fi
	echo "not ok $tap_count - $2"
	tap_failed=1
	[ -z "${3:-}" ] || sed 's/^/# /' "$3" | tail -20
}

skip() { # WHAT WHY
	tap_count=$((tap_count + 1))
	echo "ok $tap_count - $1 # SKIP $2"
}

tap_done() {
	echo "1..$tap_count"
	exit $tap_failed
}

# Verbs that are there today, from ARCHITECTURE.md.
verbs() {
	# shellcheck disable=SC2016
	sed -n '/^## Arrows/,/^## /{/later/d;s/^| `sybil \([a-z+-]*\)`.*/\1/p}' "$SYBIL_SOURCE/ARCHITECTURE.md"
}
