# --color is heard before anything is complained about.
export TERM=xterm
tty() { python3 "$SRC/tests/cli/terminal/_tty.py" "$@"; }
tty sybil show --bogus
tty sybil show --color=never --bogus
tty sybil show --bogus --color never
tty sybil cc -fno-color-diagnostics --bogus
sybil show --color=always --bogus 2>&1 | sed 's/\x1b/ESC/g'
