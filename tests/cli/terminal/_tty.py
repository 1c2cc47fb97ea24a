"""Run a command on a terminal of its own and print what arrived there.

usage: _tty.py [--columns=N] [--stdin=FILE] [--stdout=FILE] [--background] [--at=TEXT --do=ACTION] COMMAND...

--stdin, --stdout: are no terminal. --background: the command is not in the foreground. --at: when this is on the
terminal, --do: press=^C, resize=N (columns) or kill=NAME (of a signal). ESC is printed as such, a carriage return as CR;
CR before the end of a line is left out. Exits as the command does."""
import fcntl
import os
import pty
import signal
import struct
import sys
import termios

columns, background, files, at, action = 80, False, {}, None, ""
words = sys.argv[1:]
while words[0].startswith("--"):
    word = words.pop(0)
    if word.startswith("--columns="):
        columns = int(word.split("=")[1])
    if word.startswith("--std"):
        files[word.split("=")[0]] = word.split("=")[1]
    if word.startswith("--at="):
        at = word[5:].encode()
    if word.startswith("--do="):
        action = word[5:]
    background = background or word == "--background"



def act(what, value):
    if what == "press":
        os.write(fd, b"\x03")
    elif what == "resize":
        fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", 24, int(value), 0, 0))
    else:
        os.kill(pid, getattr(signal, "SIG" + value))


pid, fd = pty.fork()
if pid == 0:
    fcntl.ioctl(2, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    if "--stdin" in files:
        os.dup2(os.open(files["--stdin"], os.O_RDONLY), 0)
    if "--stdout" in files:
        os.dup2(os.open(files["--stdout"], os.O_WRONLY | os.O_CREAT), 1)
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
    if at and at in seen:
        at = None
        act(*action.split("="))
status = os.waitpid(pid, 0)[1]
text = seen.replace(b"\r\n", b"\n").replace(b"\x1b", b"ESC").replace(b"\r", b"CR")
sys.stdout.buffer.write(text)
sys.stdout.flush()
sys.exit(os.waitstatus_to_exitcode(status) & 0xff)
