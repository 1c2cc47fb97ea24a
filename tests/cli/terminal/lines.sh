# What lines of progress say: names of files and of steps, not of our own programs; many files are counted; on narrow
# terminals the count and the time stay; messages of handlers do not stand behind a line.
. "$SRC/tests/cli/_package"
export TERM=xterm
tty() { python3 "$SRC/tests/cli/terminal/_tty.py" "$@"; }
updates() { sed 's/CRESC\[K/\n/g' "$1" | sed 's/ESC\[AESC\[K/UP/g'; }
some() { grep -E "$1" | head -n 1 | sed 's/[0-9][0-9.]*/N/g'; }
mkdir m
for i in $(seq 400); do cp a.prop "m/$i.prop"; done
head -c 10000000 /dev/zero >>n.bin
sybil pack -o p --state=executable --module --properties=a.prop --native=n.bin,arch=pvc,target=spir64_gen-unknown-unknown
slowly() { for _ in 1 2 3 4 5 6 7 8 9 10 11 12; do dd bs=$1 count=1 iflag=fullblock status=none; sleep 0.1; done; cat; }
mkfifo a.fifo b.fifo c.fifo
for f in a b; do slowly 700K <$f.fifo >/dev/null & done
slowly 100K <c.fifo >/dev/null &
tty --columns=60 --at='<stdout>' --do=resize=30 --stdout=a.fifo sybil extract p -o - >a &
tty --at='<stdout>' --do=kill=BUS --stdout=b.fifo sybil extract p -o - >b &
files=$(for _ in $(seq 60); do echo m/*.prop; done)
tty --stdout=c.fifo sybil show $files >c &
wait
updates a | some '^UP[0-9]+% of 10 MB, '
updates b | grep error
updates c | some '^m/[0-9]+.prop: [0-9]+ of 24000 files, [0-9]+/s, [0-9]+ s left$'
