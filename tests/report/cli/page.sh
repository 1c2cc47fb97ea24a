# The page: it holds the document, and is not written to a terminal.
. "$SRC/tests/cli/_package"
pack_two p
sybil prune -q p -o q --drop-native
check() {
	python3 - <<'EOF'
import json, re
page = open("page.html", encoding="utf-8").read()
held = re.search(r'<script type="application/json" id="sybil-report">(.*?)</script>', page, re.DOTALL)[1]
print(page.startswith("<!DOCTYPE html>"), json.loads(held) == json.load(open("doc.json")), re.search("<title>(.*)</title>", page)[1])
EOF
}
sybil show --html p q -o page.html; echo "exit $?"
sybil show --html -j p q >doc.json; check
sybil diff --html p q >page.html; echo "exit $?"
sybil diff --html -j p q >doc.json; check
head -c 100 p >cut
sybil show --html cut -o page.html 2>/dev/null; echo "exit $?"
sybil show --html -j cut >doc.json 2>/dev/null; check
python3 - <<'EOF'
import os, pty, subprocess
for words in ["show", "--html", "p"], ["show", "--html", "-f", "p"]:
    master, slave = pty.openpty()
    done = subprocess.Popen(["sybil", *words], stdout=slave, stderr=subprocess.PIPE)
    os.close(slave)
    text = b""
    try:
        while data := os.read(master, 65536):
            text += data
    except OSError: # nobody writes any more
        pass
    print(done.wait(), b"</html>" in text, b"not written to a terminal" in done.stderr.read())
EOF
ls
