"""A browser by WebDriver (HTTP and JSON), headless; nothing but Python's own library."""
import base64
import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

KEYS = {"Escape": "\ue00c", "Enter": "\ue007", "Left": "\ue012", "Up": "\ue013", "Right": "\ue014", "Down": "\ue015",
        "End": "\ue010", "Home": "\ue011", "PageDown": "\ue00f", "Tab": "\ue004", "Backspace": "\ue003", "Control": "\ue009", "Shift": "\ue008"}

# Seconds; what comes at once on a quiet machine may take a minute on one that others use.
PATIENCE = 180


def missing():
    """What keeps a browser from being started, or nothing."""
    for program, package in (("chromium", "chromium"), ("chromedriver", "chromium-driver")):
        if not shutil.which(program):
            return f"no {program} here (Debian package {package})"
    return None


class Refused(Exception):
    pass


class Browser:
    """`with Browser() as browser:`; the programs and their folder are gone afterwards."""

    def __init__(self, dark=False, width=1440, height=1000, script=True):
        self.dark, self.width, self.height, self.script = dark, width, height, script
        self.session = None

    def __enter__(self):
        self.home = tempfile.mkdtemp(prefix="sybil-browser-")
        self.log = os.path.join(self.home, "log")
        self.process = subprocess.Popen(["chromedriver", "--port=0"], stdout=open(self.log, "wb"), stderr=subprocess.STDOUT,
                                        env={**os.environ, "HOME": self.home, "TMPDIR": self.home}, start_new_session=True)
        try:
            self.base = f"http://127.0.0.1:{self.port()}"
            arguments = ["--headless=new", f"--user-data-dir={self.home}/profile", f"--window-size={self.width},{self.height}",
                         "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--hide-scrollbars", "--disable-extensions",
                         "--disable-background-networking", "--disable-component-update", "--force-device-scale-factor=1"]
            if os.getuid() == 0:
                arguments.append("--no-sandbox")
            options = {"args": arguments, "binary": shutil.which("chromium")}
            if not self.script:
                options["prefs"] = {"profile.managed_default_content_settings.javascript": 2}
            answer = self.call("POST", "/session", {"capabilities": {"alwaysMatch": {
                "goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}}})
            self.session = answer["sessionId"]
            self.media(dark=self.dark)
        except BaseException:
            self.__exit__()
            raise
        return self

    def port(self):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            with open(self.log, encoding="utf-8", errors="replace") as log:
                for line in log:
                    if "started successfully on port" in line:
                        return int(line.rstrip(".\n ").rsplit(" ", 1)[1])
            if self.process.poll() is not None:
                break
            time.sleep(0.1)
        raise Refused("chromedriver did not start")

    def __exit__(self, *_):
        try:
            if self.session:
                self.call("DELETE", f"/session/{self.session}", wait=20)
        except (Refused, OSError):
            pass
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()
        shutil.rmtree(self.home, ignore_errors=True)

    def call(self, method, path, body=None, wait=PATIENCE):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data, {"Content-Type": "application/json"}, method=method)
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            with opener.open(request, timeout=wait) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise Refused(error.read().decode(errors="replace")[:400]) from None

    def do(self, path, body=None, method="POST", wait=PATIENCE):
        return self.call(method, f"/session/{self.session}{path}", {} if body is None and method == "POST" else body, wait)

    def devtools(self, command, **parameters):
        return self.do("/goog/cdp/execute", {"cmd": command, "params": parameters})

    def media(self, dark=False, kind="", still=True):
        """What the page is shown on; where it moves, tests would have to wait."""
        self.devtools("Emulation.setEmulatedMedia", media=kind, features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce" if still else "no-preference"}])

    def open(self, path):
        """Load a file; returns when it is drawn, with the time that this took by the browser's own clock."""
        self.do("/url", {"url": "file://" + str(path)})
        return self.wait("return Number(document.documentElement.dataset.rendered)") if self.script else 0

    def run(self, script, *arguments):
        return self.do("/execute/sync", {"script": script, "args": list(arguments)})

    def wait(self, script, *arguments, seconds=60):
        """Until the script returns something."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            value = self.run(script, *arguments)
            if value:
                return value
            time.sleep(0.03)
        return None

    def keys(self, *names):
        """One after the other: names, texts, or a key that another is held for (Shift+Tab)."""
        actions = []
        for key in names:
            held, _, key = key.rpartition("+")
            letters = [KEYS[key]] if key in KEYS else list(key)
            strokes = [{"type": kind, "value": letter} for letter in letters for kind in ("keyDown", "keyUp")]
            actions += [{"type": "keyDown", "value": KEYS[held]}, *strokes, {"type": "keyUp", "value": KEYS[held]}] if held else strokes
        self.do("/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": actions}]})

    def point(self, selector, click=False):
        """The mouse over the middle of an element, once it stays in place."""
        script = ("const e = document.querySelector(arguments[0]); e.scrollIntoView({block: 'center', behavior: 'instant'});"
                  "const b = e.getBoundingClientRect(), x = b.x + b.width / 2, y = b.y + b.height / 2;"
                  "const hit = document.elementFromPoint(x, y); return e.contains(hit) || hit?.contains(e) ? [x, y] : null")
        before, box = None, self.wait(script, selector)
        while box != before:
            before, box = box, self.wait(script, selector)
        actions = [{"type": "pointerMove", "duration": 0, "x": int(box[0]), "y": int(box[1])}]
        if click:
            actions += [{"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        self.do("/actions", {"actions": [{"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": actions}]})

    def complaints(self):
        """What the console has said since the last time."""
        return [f"{entry['level']}: {entry['message']}" for entry in self.do("/se/log", {"type": "browser"})]

    def paper(self, path):
        """Print to a PDF file."""
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.devtools("Page.printToPDF", preferCSSPageSize=True)["data"]))

    def picture(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.do("/screenshot", method="GET")))
