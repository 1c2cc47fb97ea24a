# Long work shows one line on a terminal, with rate and time left, and takes it back; nothing elsewhere.
. "$SRC/tests/cli/_package"
export TERM=xterm
head -c 10000000 /dev/zero >>n.bin
sybil pack -o p --state=executable --module --properties=a.prop --native=n.bin,arch=pvc,target=spir64_gen-unknown-unknown

slowly() { for _ in 1 2 3 4 5 6 7 8 9 10; do dd bs=1M count=1 iflag=fullblock status=none; sleep 0.1; done; cat; }
tty() { python3 "$SRC/tests/cli/terminal/_tty.py" "$@"; }
mkfifo a.fifo b.fifo c.fifo d.fifo e.fifo f.fifo g.fifo h.fifo
for f in a b c d e f; do slowly <$f.fifo >/dev/null & done
for f in g h; do slowly <p >$f.fifo & done
tty --stdout=a.fifo sybil extract p -o - >a &
tty --stdout=b.fifo sybil extract p -o - -q >b &
tty --stdout=c.fifo --background sybil extract p -o - >c &
TERM=dumb tty --stdout=d.fifo sybil extract p -o - >d &
tty --stdout=e.fifo --columns=24 sybil extract p -o - >e &
sybil extract p -o - >f.fifo 2>f &
tty --stdin=g.fifo --stdout=/dev/null sybil show - p >g &
tty --stdin=h.fifo --stdout=/dev/null sybil show -j - >h &
wait
updates() { sed 's/CRESC\[K/\n/g' "$1" | sed 1d; }
updates a | grep -vE '^<stdout>: [0-9]+% of 10 MB, [0-9]+ MB/s(, [0-9]+ s left)?$|^$'
updates a | grep -q left && echo "a: shown, with the time left"
tail -c 7 a
echo
for f in b c d f h; do [ -s $f ] && cat $f; done
updates e | awk 'length > 23' | grep -c .
updates e | grep -q '\.\.\.' && echo "e: as wide as the terminal"
updates g | grep -q '^\[1 of 2\] read: [0-9]* MB, [0-9]* MB/s$' && echo "g: the first of two files"
