"""How the page looks and where its keys lead: narrow screens, forced colours, paper, names that are alike."""
import re
import shutil
import subprocess

STOP = ("const s = document.querySelector(arguments[0]), all = s.querySelectorAll('tbody [tabindex=\"0\"]');"
        "if (all.length !== 1) return all.length + ' stops';"
        "const r = all[0].getBoundingClientRect(), b = s.getBoundingClientRect(); return r.top >= b.top - 1 && r.bottom <= b.bottom + 1 ? 'in sight' : 'out of sight'")
FOCUS = "const e = document.activeElement; return `${e.tagName} ${e.closest('tr')?.dataset.r} ${e.dataset.c}`"


def width(browser, pixels):
    browser.devtools("Emulation.setDeviceMetricsOverride", width=pixels, height=800, deviceScaleFactor=1, mobile=False)


def inside_the_treemap(tap, browser, page):
    """To the innermost part and back, by keys alone."""
    browser.open(page)
    browser.run("document.querySelector('.treemap [role=button]').focus()")
    browser.keys("Enter", "Enter")
    place = browser.run("return [document.querySelector('.crumbs').textContent.split('›').length, document.querySelectorAll('.treemap [role=button]').length,"
                        "Boolean(document.activeElement.closest('.treemap'))]")
    tap.ok(place == [3, 0, True], "the keys stay in the treemap where nothing is left to open", place)
    browser.keys("Backspace", "Escape")
    tap.ok(browser.run("return document.querySelector('.crumbs').textContent") == "physics.syclbin", "and lead back out of there")


def long_tables(tap, browser, page):
    """The keys of a table of which only a part is drawn."""
    browser.open(page)
    for table, first in (".grid", ".grid td[data-c]"), ("#resources .live table", "#resources .live tbody tr"):
        browser.run("document.querySelector(arguments[0]).focus()", first)
        before = browser.run(FOCUS)
        scroll = "document.querySelector(arguments[0]).closest('.scroll').scrollTop = arguments[1]"
        drawn = "return [...document.querySelectorAll(arguments[0] + ' tbody tr[data-r]')].some(r => Number(r.dataset.r) === arguments[1])"
        browser.run(scroll, table, 260)
        browser.wait(drawn, table, 40)
        tap.ok(browser.run(FOCUS) == before, f"{table}: what has the keyboard keeps it while it is drawn anew", before, browser.run(FOCUS))
        browser.run(scroll, table, 15000)
        browser.wait(drawn, table, 570)
        tap.ok(not browser.run(FOCUS).startswith("BODY"), f"{table}: the keyboard stays in the table when its row is gone", browser.run(FOCUS))
        found = browser.run(STOP.replace("s.getBoundingClientRect()", "s.closest('.scroll').getBoundingClientRect()"), table)
        tap.ok(found == "in sight", f"{table}: a row in sight is a tab away", found)


def way_out(tap, browser, many, crowd):
    """Where the keys are is the table's only tab stop, however far they went: a tab leads out of it."""
    place = ("const t = document.querySelector(arguments[0]), e = document.activeElement, s = [...t.querySelectorAll('tbody [tabindex=\"0\"]')];"
             "return [e.closest('tr')?.dataset.r, s.length === 1 && s[0] === e]")
    for page, table, first in ((many, ".grid", ".grid td[data-c]"), (many, "#resources .live table", "#resources .live tbody tr"),
                               (crowd, "#blame .live table", "#blame .live tbody tr")):
        browser.open(page)
        browser.run("document.querySelector(arguments[0]).focus()", first)
        browser.keys(*["Down"] * 40)
        found = browser.run(place, table)
        tap.ok(found == ["40", True], f"{table}: the row that the keys went to is a tab away", found)
        browser.keys("Shift+Tab")
        tap.ok(not browser.run("return Boolean(document.activeElement.closest(arguments[0] + ' tbody'))", table), f"{table}: Shift+Tab leads out of its rows",
               browser.run(FOCUS))
    browser.run("document.querySelector('#blame .live tr[data-r=\"7\"]').focus()")
    found = browser.run(place, "#blame .live table")
    tap.ok(found == ["7", True], "and so is a row that was chosen by the mouse", found)


def alike(tap, browser, page):
    """Kernels of the same name, of two packages in two files."""
    width(browser, 1440)
    browser.open(page)
    wheres = browser.run("return [...document.querySelectorAll('.grid .where')].map(e => [e.textContent, e.scrollWidth <= e.clientWidth + 1])")
    names = [f"{f}/physics.a · package {p} · module 0" for f in ("old", "new") for p in (0, 0, 1, 1)]
    tap.ok(wheres == [[name, True] for name in names], "the matrix tells files and packages, uncut", wheres)
    files = browser.run("return [...document.querySelectorAll('#resources .live tr')].map(r => r.cells[1].textContent)")
    tap.ok(files[0] == "File" and set(files[1:]) == set(names), "resources have a column for it", files[:3])
    cards = browser.run("return [...document.querySelectorAll('.card h3')].map(h => h.textContent)")
    tap.ok(len(set(cards)) == 4 and "package 1 · module 0" in cards[1], "cards of modules tell it", cards)
    pane = browser.run("document.querySelector('.grid tbody tr:nth-child(4) td').click(); return document.querySelector('.pane').textContent")
    tap.ok("package1" in pane, "the details tell it", pane[:200])
    boxes = browser.run("return [...document.querySelectorAll('.treemap > .box')].map(b => [b.title.split(':')[0], b.offsetLeft])")
    tap.ok(boxes[0][0] == "old/physics.a" and boxes[0][1] <= boxes[1][1], "of two files the first is first, whatever their sizes", boxes)
    kinds = browser.run("return [...document.querySelectorAll('.box')].filter(b => b.title.includes('smaller parts')).map(b => b.classList.contains('kernel'))")
    tap.ok(kinds and all(kinds), "smaller parts have the colour of what they are", kinds)
    maps = browser.run("return [...document.querySelectorAll('#links .live h4')].map(h => [h.textContent, h.parentNode.querySelector('tbody').textContent])")
    tap.ok(dict(maps) == {"Inputs 1": "a.spvobject11,448", "Members of modules 1": "0a.spv0library", "Kernels of the modules 1": "0user",
                          "Resolved symbols 1": "0helpera.spv:0b.spv:0spir64", "Remaining imports 1": "0printf_of_host",
                          "Dropped modules and images 1": "c.spv1–unreached"}, "a link map is drawn as tables", maps)
    width(browser, 400)
    browser.open(page)
    values = browser.run("return [...document.querySelector('#diff .live tbody tr').cells].map(c => c.getBoundingClientRect()).map(b => b.width > 20 && b.left >= 0 && b.right <= innerWidth)")
    tap.ok(values == [True] * 5, "400 px: a change shows its values", values)
    ends = browser.run("return [...document.querySelectorAll('.grid .middle')].slice(0, 2).map(m => [...m.children].map(s => Math.round(s.getBoundingClientRect().width)))")
    tap.ok(ends and all(min(pair) > 40 for pair in ends), "400 px: a long name shows both of its ends", ends)
    wheres = browser.run("return [...document.querySelectorAll('.grid .where')].map(e => [e.textContent, e.scrollWidth <= e.clientWidth + 1 && e.getBoundingClientRect().right <= e.closest('th').getBoundingClientRect().right])")
    tap.ok(wheres == [[name, True] for name in names], "400 px: files and packages are told, uncut", wheres)
    edge = browser.run("const m = document.querySelector('.grid .middle'), r = document.createRange(); r.selectNodeContents(m.lastChild);"
                       "return [r.getBoundingClientRect().right, m.closest('th').getBoundingClientRect().right]")
    tap.ok(edge[0] <= edge[1] + 1, "400 px: its last letters are in sight", edge)
    browser.run("document.querySelector('#diff .live tbody tr').focus()")
    browser.keys("End")
    tap.ok(browser.run("return document.activeElement.dataset.r") == "899", "400 px: the last change is a key away")
    tap.none(browser.complaints(), "the console has nothing to say about names that are alike")


def tiny(tap, browser, found):
    """No page is wider than the screen."""
    for name in "small", "diff", "origins", "crowd":
        width(browser, 320)
        browser.open(found[name])
        wide = browser.run("return document.documentElement.scrollWidth")
        tap.ok(wide <= 320, f"320 px: {name} fits", wide)
    browser.devtools("Emulation.clearDeviceMetricsOverride")


def forced(tap, browser, page):
    """Where the system's colours are all there is, edges tell what colours told."""
    browser.devtools("Emulation.setEmulatedMedia", features=[{"name": "forced-colors", "value": "active"}])
    browser.open(page)
    browser.run("document.querySelector('.grid td[tabindex=\"0\"]').focus()")
    style = browser.run("const of = (s, key) => getComputedStyle(document.querySelector(s))[key];"
                        "return [of('.grid td:focus', 'outlineStyle'), of('.treemap .box', 'borderTopStyle'), of('.treemap .again', 'borderTopStyle'), of('.bar', 'borderTopStyle')]")
    tap.ok(style == ["solid", "solid", "dashed", "solid"], "forced colours: the cell with the keyboard, boxes and bars have edges", style)
    browser.media()


def records(tap, browser, page):
    """A comparison: what changed of an image, and all of it in the hint."""
    browser.open(page)
    rows = browser.run("return [...document.querySelectorAll('#diff .changes.same tbody tr')].map(r => [...r.cells].slice(2).map(c => c.textContent))")
    tap.ok(["module 1 > image 0, content", "1,192 B", "1,192 B"] in rows and ["slm size", "1,192 B, type: spirv", "1,200 B, type: ptx"] in rows,
           "of records of images what changed is told", rows)
    tap.ok(browser.run("return [...document.querySelectorAll('#diff .changes.same td span')].some(s => s.title.includes('sha256: e3a7'))"), "the hint has the rest")
    same = browser.run("return [...document.querySelectorAll('#diff .changes.same tbody tr')].map(r => r.cells[4].textContent).filter(t => t === '7').length")
    tap.ok(same == 1, "what stayed the same has no per cent")
    colours = browser.run("return ['.changes.worse .what.worse', '.changes.worse .what.removed', '.changes.same .what.removed', '.changes.same .what.added']"
                          ".map(s => getComputedStyle(document.querySelector(`#diff .live ${s}`)).color)")
    tap.ok(colours[0] == colours[1] != colours[2] == colours[3], "what is gone is red among regressions only", colours)


def spelled(tap, browser, page):
    browser.open(page)
    text = browser.run("return document.querySelector('#checks .live').textContent")
    tap.ok(r"bad\xff\xfe\xc0\x80utf8" in text, "bytes of a file's name are spelled out in live tables, too", text[:200])
    tap.ok(browser.run("return [...document.querySelectorAll('.live code')].find(c => c.textContent.includes('two  spaces') && c.innerText.includes('two  spaces')) !== undefined"),
           "spaces of a name are all there")


def on_paper(browser, page, folder):
    """prints the page, and answers what pdftotext with such options says of it"""
    pdf = folder / "looks.pdf"
    browser.open(page)
    browser.paper(pdf)
    return lambda *options: subprocess.run(["pdftotext", *options, pdf, "-"], check=True, capture_output=True, text=True).stdout


def printed(tap, browser, page, folder):
    """A comparison on paper: words are whole, and no title stands alone at the end of a sheet."""
    if not shutil.which("pdftotext"):
        tap.skip("words on paper are whole", "no pdftotext here (Debian package poppler-utils)")
        return
    text = on_paper(browser, page, folder)("-layout")
    rows = [" ".join(line.split()) for line in text.splitlines()]
    tap.ok("What Kernel Attribute Before After" in rows and any(row.startswith("· changed ") for row in rows) and any(row.startswith("− removed ") for row in rows),
           "paper: words of a comparison are whole", rows[:20])
    titles = browser.run("return [...document.querySelectorAll('main h2, main h3:not(.file h3), main caption:not(.hidden), main thead tr')].map(h => h.innerText.replace(/\\s+/g, ' ').trim())")
    ends = [sheet.split("\n")[-1] for sheet in ("\n".join(" ".join(line.split()) for line in page.splitlines() if line.strip()) for page in text.split("\f")) if sheet]
    tap.none([end for end in ends if end in titles], "paper: no title ends a sheet")


def few(tap, browser, page, folder):
    """A small report on paper: the matrix goes on where the text before it ends."""
    if not shutil.which("pdftotext"):
        tap.skip("a small matrix needs no sheet of its own", "no pdftotext here (Debian package poppler-utils)")
        return
    pdf = on_paper(browser, page, folder)
    first = pdf("-l", "1")
    sizes = re.findall(r'<page width="([\d.]+)" height="([\d.]+)"', pdf("-bbox"))
    tap.ok("Which kernel runs where" in first, "paper: a small matrix is on the first sheet", first)
    tap.ok(sizes and all(float(wide) < float(high) for wide, high in sizes), "paper: and sheets of a small report stand upright", sizes)


def test(tap, browser, found, folder):
    inside_the_treemap(tap, browser, found["small"])
    long_tables(tap, browser, found["many"])
    way_out(tap, browser, found["many"], found["crowd"])
    alike(tap, browser, found["origins"])
    tiny(tap, browser, found)
    forced(tap, browser, found["small"])
    records(tap, browser, found["diff"])
    spelled(tap, browser, found["hostile"])
    printed(tap, browser, found["diff"], folder)
    few(tap, browser, found["few"], folder)
