"""A headless Chromium, driven by Selenium."""
import base64
import os
import shutil
import tempfile
import time

try:
    import selenium.webdriver
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.common.actions.action_builder import ActionBuilder
    from selenium.webdriver.common.keys import Keys
except ImportError:
    selenium = None


def missing():
    """Why no browser can be started, or None."""
    for program, package in (("chromium", "chromium"), ("chromedriver", "chromium-driver")):
        if not shutil.which(program):
            return f"no {program} (Debian package {package})"
    return None if selenium else "no Selenium for this Python (Debian package python3-selenium)"


class Browser:
    """`with Browser() as browser:`; it removes its processes and its folder at the end."""

    def __init__(self, dark=False, width=1440, height=1000):
        self.dark, self.width, self.height = dark, width, height

    def __enter__(self):
        self.home = tempfile.mkdtemp(prefix="sybil-browser-")
        options = selenium.webdriver.ChromeOptions()
        options.binary_location = shutil.which("chromium")
        options.ignore_local_proxy_environment_variables()
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        for word in ("--headless=new", f"--user-data-dir={self.home}/profile", f"--window-size={self.width},{self.height}",
                     "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--hide-scrollbars", "--disable-extensions",
                     "--disable-background-networking", "--disable-component-update", "--force-device-scale-factor=1",
                     *(["--no-sandbox"] if os.getuid() == 0 else [])):
            options.add_argument(word)
        try:
            service = Service(shutil.which("chromedriver"), env={**os.environ, "HOME": self.home, "TMPDIR": self.home})
            self.driver = selenium.webdriver.Chrome(service=service, options=options)
            self.media(dark=self.dark)
        except BaseException:
            shutil.rmtree(self.home, ignore_errors=True)
            raise
        return self

    def __exit__(self, *_):
        self.driver.quit()
        shutil.rmtree(self.home, ignore_errors=True)

    def devtools(self, command, **parameters):
        return self.driver.execute_cdp_cmd(command, parameters)

    def media(self, dark=False, kind="", still=True):
        """The medium of the page; without animations, tests need not wait for them."""
        self.devtools("Emulation.setEmulatedMedia", media=kind, features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce" if still else "no-preference"}])

    def load(self, path):
        self.driver.get(f"file://{path}")

    def open(self, path):
        """Load a file and wait until it is drawn; returns the time that this took, by the browser's clock."""
        self.load(path)
        return self.wait("return Number(document.documentElement.dataset.rendered)")

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def wait(self, script, *arguments, seconds=60):
        """Wait until the script returns a value."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            value = self.run(script, *arguments)
            if value:
                return value
            time.sleep(0.03)
        return None

    def keys(self, *names):
        """Press keys in turn: names of keys, texts, or a key with another one held (Shift+Tab)."""
        builder = ActionBuilder(self.driver, duration=0)
        for name in names:
            held, _, name = name.rpartition("+")
            if held:
                builder.key_action.key_down(getattr(Keys, held.upper()))
            builder.key_action.send_keys(getattr(Keys, name.upper(), name) if len(name) > 1 else name)
            if held:
                builder.key_action.key_up(getattr(Keys, held.upper()))
        builder.perform()

    def point(self, selector, click=False):
        """Move the mouse to the middle of an element, once the element stays in place."""
        script = ("const e = document.querySelector(arguments[0]); e.scrollIntoView({block: 'center', behavior: 'instant'});"
                  "const b = e.getBoundingClientRect(), x = b.x + b.width / 2, y = b.y + b.height / 2;"
                  "const hit = document.elementFromPoint(x, y); return e.contains(hit) || hit?.contains(e) ? [x, y] : null")
        before, box = None, self.wait(script, selector)
        while box != before:
            before, box = box, self.wait(script, selector)
        builder = ActionBuilder(self.driver, duration=0)
        builder.pointer_action.move_to_location(int(box[0]), int(box[1]))
        if click:
            builder.pointer_action.click()
        builder.perform()

    def complaints(self):
        """Messages of the console since the last call."""
        return [f"{entry['level']}: {entry['message']}" for entry in self.driver.get_log("browser")]

    def paper(self, path):
        """Print to a PDF file."""
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.devtools("Page.printToPDF", preferCSSPageSize=True)["data"]))

    def picture(self, path):
        self.driver.save_screenshot(str(path))
