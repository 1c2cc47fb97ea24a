"""What the page says: all words of its sections, as paper has them."""
import re

import documents

ALL = ("dispatchEvent(new Event('beforeprint')); document.querySelectorAll('details').forEach(d => { d.open = true; });"
       "return [...document.querySelectorAll('main section')].map(s => [s.id, s.textContent])")


def of(browser, page):
    """The text of each section, with one space between words."""
    browser.open(page)
    found = browser.run(ALL)
    browser.run("dispatchEvent(new Event('afterprint'))")
    return {name: " ".join(text.split()) for name, text in found}


def small(tap, told):
    for name, what in [("matrix", "fp64 is missing"), ("matrix", "● native, ◐ JIT, ✕ no, ? unknown"), ("checks", "requirements-understated"), ("checks", "0x4800"),
                       ("sizes", "5.6 MiB"), ("blame", "gemm.hpp:118"), ("splits", "uses fp64"), ("links", "rng_next"), ("resources", "12.0 KiB")]:
        tap.ok(what in told[name], f"the page says: {what}", told[name][:300])
    tap.ok(all("physics::saxpy" in told[name] for name in ("matrix", "sizes", "resources")), "kernels are named in the matrix, the sizes and the resources")


def difference(tap, told):
    words = told["diff"]
    tap.ok(list(told)[:3] == ["diff", "overview", "matrix"] and 0 < words.index("Regressions") < words.index("Improvements") < words.index("Other changes"),
           "a comparison begins with what got worse", list(told))
    tap.none([what for what in ("128256 +100 %", "129 −25 %", "41,20032,960 −20 %", "2,0480 −100 %", "04,096", "native77") if what not in words],
             "changes are told in per cent, too, where there is something to compare with")
    tap.ok("sha256" not in words and "module 1 > image 0, content1,192 B1,192 B" in words, "of the record of an image only what changed is told", words)


def origins(tap, told):
    tap.ok("old/physics.a · package 0 · module 0" in told["matrix"] and "new/physics.a · package 1 · module 0" in told["matrix"], "packages of a file are told apart")
    tap.ok("new/physics.a · package 1 · module 0" in told["splits"], "in the splits, too", told["splits"])
    tap.none([d["name"] for d in documents.ALL["origins"]()["devices"] if d["name"] not in told["matrix"]], "all devices are named")
    tap.ok("12,345 smaller parts" in told["sizes"], "parts that the document has joined are counted with commas")


def failed(tap, told):
    tap.ok("Cannot be compared: physics-2.syclbin:9:1: expected top-level entity" in told["diff"], "a comparison that failed says so")
    tap.ok("Not checked: kernels of physics-1.syclbin: names that no property has" in told["matrix"], "and paper says who was not asked about")
    tap.ok(told["matrix"].count("physics-1.syclbin") > 20, "kernels of several files are told apart")


def crowd(tap, told):
    tap.ok("Not in this page: 17 more findings; sybil check lists them." in told["checks"] and told["checks"].startswith("Checks 300 of 317"),
           "what is missing of a list is counted", told["checks"][:100])
    tap.ok("Not checked: physics::sort_bitonic: its name alone is in the way" in told["matrix"], "a kernel that was not asked about is named")
    tap.ok(re.search(r"aspect000 arithmetic…step<19>\(char\*\) step.hpp:7 ← .* ← …step<0>\(char\*\) step.hpp:7 ← the kernel", told["blame"])
           and "aspect003 arithmeticthe kernel itself" in told["blame"], "who needs an aspect is told first, the kernel last", told["blame"][:600])


def test(tap, browser, found):
    for name, look in ("small", small), ("diff", difference), ("origins", origins), ("failed", failed), ("crowd", crowd):
        look(tap, of(browser, found[name]))
    shown = "".join(of(browser, found["hostile"]).values())
    tap.ok(r"a\u202egnp.exe" in shown and r"bad\xff\xfe\xc0\x80utf8" in shown and r"\x1b[31mred" in shown
           and r"soft\xadhyphen\u180e\ufe0f" in shown and r"tag\u{e0041}" in shown, "what steers the text is spelled out", shown[:500])
    levels = browser.run("return [...document.querySelectorAll('h1, h2, h3, h4, h5')].map(h => Number(h.tagName[1]))")
    tap.none([(a, b) for a, b in zip(levels, levels[1:]) if b > a + 1], "no level of headings is skipped")
