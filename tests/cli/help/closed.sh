# A closed or full standard output is an error, not silence; a reader that goes away ends the program quietly.
sybil --help >&-; echo $?
sybil --help >/dev/full; echo $?
sybil help pack | true
echo "${PIPESTATUS[0]}" | sed 's/141/0/'
