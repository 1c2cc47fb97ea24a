# Ended by a signal: nothing is made, nothing temporary stays, and the compiler that ran is gone.
. "$SRC/tests/cli/cc/_sources"
printf '#!/bin/sh\necho $$ >started\nexec sleep 100\n' >slow
chmod +x slow
SYBIL_CLANG=$PWD/slow sybil cc axpy.cl &
while [ ! -s started ]; do sleep 0.05; done
find tmp -mindepth 1 -maxdepth 1 | wc -l
kill -TERM $!
wait $!; echo "exit $?"
kill -0 "$(cat started)" 2>/dev/null && echo 'still there'
ls a.syclbin 2>/dev/null
clean
