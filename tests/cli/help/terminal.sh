# On a terminal: colours unless NO_COLOR, and no binary data without --force.
. "$SRC/tests/cli/_package"
pack_two p
cat >on-terminal.py <<'END'
import os, pty, sys
status = pty.spawn(sys.argv[1:], lambda fd: os.read(fd, 4096))
sys.exit(os.waitstatus_to_exitcode(status))
END
export TERM=xterm
printf '[A\n' >t
on_terminal() {
	python3 on-terminal.py "$@" </dev/null | sed 's/\x1b/ESC/g; s/\r$//'
	echo "${PIPESTATUS[0]}"
}
on_terminal sybil table t
NO_COLOR=1 on_terminal sybil table t
TERM=dumb on_terminal sybil table t
on_terminal sybil table --color=never t
on_terminal sybil pack --from=p -o -
on_terminal sybil extract p --kind=native -o -
on_terminal sybil prune p --drop-native -o -
on_terminal sybil extract p --kind=native -f -o - | grep -c ELF
sybil pack -o q --state=input --module --properties=b.prop --ir=a.spv,target=spir64-unknown-unknown
on_terminal sybil link q -f -o - | grep -ac Beta
