# A signal while an input is read: nothing is left behind, and the shell sees the signal.
. "$SRC/tests/cli/_package"
mkfifo pipe
exec 3<>pipe
printf 'some bytes' >&3
for signal in INT TERM HUP; do
	echo old >out
	# timeout sends the signal; a background job of a script would ignore SIGINT
	timeout --preserve-status -s $signal 0.5 sybil pack -o out --state=input --module --ir=pipe,type=spirv
	echo $?
	cat out
done
ls
