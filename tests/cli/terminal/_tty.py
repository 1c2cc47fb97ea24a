"""Run a command on a terminal of its own and print what arrived there.

usage: _tty.py [--columns=N] [--only-stderr] [--background] COMMAND...

--only-stderr: standard output stays what it is. --background: the command is not in the foreground. ESC is printed as
such, a carriage return as CR; CR before the end of a line is left out. Exits as the command does."""
import fcntl
import os
import pty
import signal
import struct
import sys
import termios

columns, only_stderr, background = 80, False, False
words = sys.argv[1:]
while words[0].startswith("--"):
    word = words.pop(0)
    if word.startswith("--columns="):
        columns = int(word.split("=")[1])
    only_stderr = only_stderr or word == "--only-stderr"
    background = background or word == "--background"

saved = os.dup(1)
pid, fd = pty.fork()
if pid == 0:
    fcntl.ioctl(2, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    if only_stderr:
        os.dup2(saved, 1)
    if background:
        signal.signal(signal.SIGTTOU, signal.SIG_IGN)
        child = os.fork()
        if child:
            status = os.waitpid(child, 0)[1]
            os._exit(os.waitstatus_to_exitcode(status))
        os.setpgid(0, 0)
    os.execvp(words[0], words)

seen = b""
while True:
    try:
        part = os.read(fd, 65536)
    except OSError:
        break
    if not part:
        break
    seen += part
status = os.waitpid(pid, 0)[1]
text = seen.replace(b"\r\n", b"\n").replace(b"\x1b", b"ESC").replace(b"\r", b"CR")
os.write(saved, text)
sys.exit(os.waitstatus_to_exitcode(status) & 0xff)
