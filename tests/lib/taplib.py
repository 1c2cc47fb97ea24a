"""TAP for tests written in Python: claims, then the plan."""
import os
import pathlib
import re
import sys

SOURCE = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(os.environ.get("SYBIL_BUILD", SOURCE / "build"))
# What no run may print, whatever is expected of it: a finding of a sanitizer, or that it failed without an error message.
FAULT = re.compile(r"(Address|Leak|Memory|Thread|UndefinedBehavior)Sanitizer|: runtime error: |: failed without an error message")


class Tap:
    def __init__(self):
        self.count = self.failed = 0

    def ok(self, good, what, *why):
        """One claim; the reasons are printed when it does not hold."""
        self.count += 1
        print(f"{'' if good else 'not '}ok {self.count} - {what}")
        if not good:
            self.failed += 1
            for reason in why:
                for line in str(reason).splitlines():
                    print("# " + line)
        return good

    def none(self, findings, what):
        """The list is empty."""
        findings = list(findings)
        return self.ok(not findings, what, *findings)

    def skip(self, what, why):
        self.count += 1
        print(f"ok {self.count} - {what} # SKIP {why}")

    def done(self):
        print(f"1..{self.count}")
        sys.exit(1 if self.failed else 0)


def sources(*patterns):
    """Files of the source tree, sorted, build folders left out."""
    found = {path for pattern in patterns for path in SOURCE.glob(pattern) if path.is_file()}
    return sorted(path for path in found if not path.relative_to(SOURCE).parts[0].startswith(("build", ".git")))


def name(path):
    return str(path.relative_to(SOURCE))


def instrumented():
    """Whether this build has sanitizers or counts lines; its libraries then look different."""
    options = BUILD / "meson-info" / "intro-buildoptions.json"
    if not options.exists():
        return False
    import json
    values = {o["name"]: o["value"] for o in json.loads(options.read_text())}
    return values.get("b_sanitize", "none") != "none" or values.get("b_coverage", False)
