#!/usr/bin/env python3
"""typed.py SHELL FILE [COMMAND]: type each line of standard input and a tab into a real shell on a terminal, and print the
completed line. FILE is the completion script; COMMAND runs after it."""
import os
import pty
import re
import select
import sys
import time

START = {
    "bash": (["bash", "--norc", "--noprofile", "-i"],
             "PS1=; . {file}; line() {{ printf '<%s>\\n' \"$READLINE_LINE\"; READLINE_LINE=; }}; "
             "bind -x '\"\\C-t\": line'; bind 'set bell-style none'; bind 'set enable-bracketed-paste off'; printf 'REA%s\\n' DY\n"),
    "zsh": (["zsh", "-f", "-i"],
            "PS1=; fpath=({folder} $fpath); autoload -U compinit; compinit -u -D; "
            "line() {{ print -r -- \"<${{BUFFER}}>\"; BUFFER=; }}; zle -N line; bindkey '^T' line; "
            "bindkey '^I' complete-word; setopt nobeep; print REA''DY\n"),
}


def wait(fd, pattern):
    seen, end = "", time.monotonic() + 30
    while time.monotonic() < end:
        if select.select([fd], [], [], 0.1)[0]:
            try:
                seen += os.read(fd, 65536).decode(errors="replace")
            except OSError:
                return None
        found = re.search(pattern, seen)
        if found:
            return found
    sys.stderr.write(repr(seen) + "\n")
    return None


def main():
    argv, start = START[sys.argv[1]]
    lines = sys.stdin.read().splitlines()
    pid, fd = pty.fork()
    if pid == 0:
        os.environ["TERM"] = "dumb"
        os.environ["COLUMNS"] = "300"
        os.execvp(argv[0], argv)
    start = start.format(file=sys.argv[2], folder=os.path.dirname(sys.argv[2]))
    os.write(fd, start.replace("; print", "".join("; " + word for word in sys.argv[3:]) + "; print").encode())
    found = wait(fd, "READY")
    for line in lines:
        if found:
            os.write(fd, line.encode() + b"\t\x14")
            found = wait(fd, r"<((?:sybil|sycl|file-table)[^\r\n]*)>\r?\n")
        print(found.group(1).rstrip() if found else "nothing", flush=True)
    os.close(fd)
    os.waitpid(pid, 0)


main()
