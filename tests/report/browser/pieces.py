"""Lists that are long or cut: how much of them is there, rows that come in pieces, who uses an aspect, boxes that are left."""
import looks

FOCUS = "return document.activeElement.title || document.activeElement.tagName"
BUSY = "return document.querySelector(arguments[0] + ' .live .scroll').getAttribute('aria-busy')"
SEARCH = "const s = document.getElementById('search'); s.value = arguments[0]; s.dispatchEvent(new Event('input'))"


def counted(tap, browser, page):
    """A comparison of which the document has a part."""
    looks.width(browser, 1280)
    browser.open(page)
    told = browser.run("return document.querySelector('#diff .live .verdict').textContent")
    tap.ok(told.startswith("▲ 2,000 regressions"), "regressions are told before that nothing changed", told)
    heads = browser.run("return [...document.querySelectorAll('#diff .live h3')].map(h => h.textContent)")
    tap.ok(heads == ["Regressions 900 of 2,000", "Other changes 0 of 5"], "headings of lists that are cut tell how much is there", heads)
    below = browser.run("const p = document.querySelector('#diff .live .scroll').nextElementSibling; return [p.textContent, document.querySelector('#diff').innerText.split('Not in this page').length - 1]")
    tap.ok(below == ["Not in this page: 1,100 more regressions; sybil diff lists them.", 2], "what is missing is told below its own table, once", below)
    joined = browser.run("return [...document.querySelectorAll('.box')].filter(b => b.title.startsWith('12,345 ')).map(b => [b.title, b.classList.contains('kernel'), b.textContent, b.getAttribute('role')])")
    tap.ok(len(joined) == 1 and joined[0][0] == "12,345 smaller parts: kernel, 90,000 bytes, 8.3 %; this page does not list them" and joined[0][1] and joined[0][3] is None,
           "parts that the document has joined are counted with commas, have their colour, and do not promise to open", joined)


def fits(tap, browser, page):
    """Resources of a comparison, eight numbers and two names."""
    looks.width(browser, 1280)
    browser.open(page)
    wide = browser.run("const s = document.querySelector('#resources .live .scroll'); return [s.scrollWidth, s.clientWidth, s.querySelectorAll('thead th').length]")
    tap.ok(wide[0] <= wide[1] and wide[2] == 10, "1280 px: resources of a comparison fit", wide)


def users(tap, browser):
    """At 1440 pixels; the page of a crowd is open."""
    rows = browser.run("""return [...document.querySelectorAll('#blame .live tbody tr[data-r]')].slice(0, 4).map(row => {
        const used = row.cells[2], first = used.querySelector('code');
        return [row.cells[1].textContent, used.textContent.split(' ← ')[0], used.textContent.split(' ← ').at(-1), used.textContent.includes('physics::'),
            first ? [first.title, first.getBoundingClientRect().right < used.getBoundingClientRect().right] : null];
    })""")
    name = "void acme::a_namespace_that_all_of_them_are_in::step<19>(char*)"
    tap.ok(rows[0] == ["aspect000 arithmetic", "…step<19>(char*) step.hpp:7", "the kernel", False, [name, True]], "who uses an aspect is the first to be seen, with how", rows[0])
    tap.ok(rows[3] == ["aspect003 arithmetic", "the kernel itself", "the kernel itself", False, None], "which may be the kernel itself", rows[3])
    places = browser.run("return [...document.querySelectorAll('#checks .live td:nth-child(4)')].slice(0, 2).map(td => td.textContent)")
    tap.ok(places[0] == "4321:5" and browser.run("return document.querySelector('#checks h2').textContent") == "Checks 300 of 317",
           "places have no commas, findings are counted", places)


def handed_on(tap, browser):
    """A button that is gone after it was used; the page of a crowd is open."""
    browser.run("document.querySelector('#splits .cards > button').focus()")
    browser.keys("Enter")
    place = browser.run("const a = document.activeElement; return [a.tagName, [...document.querySelectorAll('#splits .card')].indexOf(a.closest('.card'))]")
    tap.ok(place == ["SUMMARY", 300], "who asks for more modules has the keys in the first of them", place)


def in_pieces(tap, browser, page):
    """2,000 rows in full: the first at once, the others with the next frames."""
    looks.width(browser, 1440)
    browser.open(page)
    label = "return document.querySelector('#resources .whole').textContent"
    there = "return document.querySelectorAll('#resources .live tbody tr[data-r]').length"
    first = browser.run("""window.most = 0;
        new MutationObserver(list => { most = Math.max(most, ...list.map(entry => [...entry.addedNodes].reduce((sum, node) => sum + (node.querySelectorAll?.('tr').length || 0), 0))); })
            .observe(document.querySelector('#resources .live table'), { childList: true });
        document.querySelector('#resources .whole').click();
        document.querySelector('#resources tr[data-r]').focus();
        document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'End', bubbles: true }));
        return [document.querySelectorAll('#resources .live tbody tr').length, document.querySelector('#resources .live .scroll').getAttribute('aria-busy')]""")
    tap.ok(first == [120, "true"], "of all rows the first are there at once", first)
    tap.ok(browser.wait(BUSY + " === 'false'", "#resources") and browser.run(there) == 2000, "the others follow", browser.run(there))
    tap.ok(browser.run("return most") == 120, "in pieces", browser.run("return most"))
    seen = ("const r = document.activeElement.getBoundingClientRect(), s = document.querySelector('#resources .live .scroll').getBoundingClientRect();"
            "return document.activeElement.dataset.r === '1999' && r.top >= s.top && r.bottom <= s.bottom + 1")
    tap.ok(browser.wait(seen), "the last one is a key away before it is there", browser.run(FOCUS))
    kept = browser.run("const all = [...document.querySelectorAll('#resources .live tbody')]; return [all.length, [...new Set(all.map(b => getComputedStyle(b).contentVisibility))]]")
    tap.ok(kept == [17, ["auto"]], "pieces out of sight are not laid out", kept)
    lines = browser.run("const row = document.querySelector('#resources tr[data-r=\"0\"]'), heads = [...document.querySelectorAll('#resources .live thead th')];"
                        "return [...row.cells].map((cell, c) => Math.round(cell.getBoundingClientRect().left - heads[c].getBoundingClientRect().left))")
    tap.ok(set(lines) == {0}, "their cells are below their heads", lines)
    tap.ok(browser.run(label) == "Show all 2,000 rows in full", "the button counts", browser.run(label))
    browser.run(SEARCH, "gemm_tile double")
    tap.ok(browser.wait(label + " !== 'Show all 2,000 rows in full'") and browser.run(label) == f"Show all {browser.run(there)} rows in full" and browser.run(there) < 200,
           "under a search it counts what is left", browser.run(label), browser.run(there))
    spoken = "return document.getElementById('spoken').textContent"
    tap.ok(browser.run(spoken) == "67 of 1,000 kernels" and browser.run("return document.querySelectorAll('[role=status], [aria-live]').length") == 1, "one voice tells what is left", browser.run(spoken))
    browser.run(SEARCH, "no kernel has that")
    tap.ok(browser.wait("return document.querySelector('#resources .whole').hidden"), "where nothing is left there is nothing to show")
    browser.run(SEARCH, "")
    browser.wait(label + " === 'Show all 2,000 rows in full'")
    browser.run("document.querySelector('#resources .live thead th:nth-child(2) button').click()")
    tap.ok(browser.run(spoken) == "Resources of kernels: by Arch, ascending", "how a table is sorted is told", browser.run(spoken))
    browser.run("document.querySelector('#resources .whole').click()")
    numbers = browser.run("const t = document.querySelector('#resources .live table'); return [t.tBodies.length, t.getAttribute('aria-rowcount'), t.tBodies[0].rows[0].getAttribute('aria-rowindex')]")
    tap.ok(numbers == [1, "2001", "2"] and browser.run(there) < 120, "back to those in sight, which have their numbers", numbers)


def left(tap, browser, small, joined):
    """The keys return to the box that was left."""
    looks.width(browser, 1440)
    for page in small, joined:
        browser.open(page)
        last = "const all = document.querySelectorAll('.treemap [role=button]'); all[all.length - 1].focus(); return all[all.length - 1].title"
        before = browser.run(last)
        browser.keys("Enter")
        inside = browser.run(FOCUS)
        browser.keys("Backspace")
        tap.ok(browser.run(FOCUS) == before != inside, f"Backspace leads back to where one was: {before.split(':')[0]}", before, inside, browser.run(FOCUS))
        browser.keys("Enter")
        browser.run("document.querySelector('.crumbs button').click()")
        tap.ok(browser.run(FOCUS) == before, "so does the path", before, browser.run(FOCUS))
        looks.width(browser, 1100)
        browser.wait("return document.querySelector('.treemap').clientWidth < 1100")
        browser.run("return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        tap.ok(browser.run(FOCUS) == before, "and the box keeps the keys when the window changes", before, browser.run(FOCUS))
        tap.ok(browser.run("return document.querySelectorAll('.treemap [tabindex=\"0\"]').length") == 1, "one box is a tab away")
        looks.width(browser, 1440)


def letters(tap, browser, page):
    """Keys of one letter can be turned off; Esc closes the help, and that alone."""
    browser.open(page)
    browser.run(SEARCH, "saxpy")
    browser.keys("?", "Escape")
    tap.ok(browser.run("return [document.getElementById('help').open, document.getElementById('search').value]") == [False, "saxpy"], "Esc closes the help, and keeps the search")
    browser.run("document.getElementById('letters').click()")
    browser.keys("/")
    off = browser.run("return document.activeElement.id")
    browser.open(page)
    browser.keys("/")
    tap.ok([off, browser.run("return document.activeElement.id")] == ["", ""], "keys of one letter can be turned off, for good", off)
    browser.run("document.getElementById('letters').click()")
    browser.keys("/")
    tap.ok(browser.run("return document.activeElement.id") == "search", "and on again")
    browser.run("localStorage.clear()")
    tap.ok(browser.run("return document.getElementById('theme').getAttribute('aria-label')") == "Dark theme", "the theme has a name without signs")


def test(tap, browser, found):
    counted(tap, browser, found["origins"])
    fits(tap, browser, found["diff"])
    looks.width(browser, 1440)
    browser.open(found["crowd"])
    users(tap, browser)
    handed_on(tap, browser)
    in_pieces(tap, browser, found["many"])
    left(tap, browser, found["small"], found["failed"])
    letters(tap, browser, found["small"])
    browser.devtools("Emulation.clearDeviceMetricsOverride")
    tap.none(browser.complaints(), "the console has nothing to say about pieces")
