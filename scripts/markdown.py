"""Markdown to HTML: the part of it that our documents use, and an error for everything else.

Headings with anchors as forges make them, paragraphs, lists of one level, tables, fenced blocks, comments on a line of
their own; code, links, pictures, strong and emphasised text. What is not known is not guessed: Wrong says which line.
"""
import html
import re

FENCE = re.compile(r"^(```+)([^`]*)$")
ITEM = re.compile(r"^(?:-|(\d+)\.) (.*)$")
RULE = re.compile(r"^\|(?:\s*:?-+:?\s*\|)+$")
CELL = re.compile(r"(?<!\\)\|")
INLINE = re.compile(r"""
    (?P<ticks>`+)(?P<code>.+?)(?<!`)(?P=ticks)(?!`)
  | (?P<picture>!)?\[(?P<label>(?:`[^`]*`|[^\[\]`])*)\]\((?P<target>[^()\s]+)\)
  | \*\*(?P<strong>\S(?:.*?\S)?)\*\*
  | (?<![\w*])\*(?P<emphasis>[^\s*](?:[^*]*?[^\s*])?)\*(?![\w*])
  | \\(?P<escaped>[\\`*_{}\[\]()#+.!|<>~-])
""", re.VERBOSE | re.DOTALL)
# What would be markup elsewhere, and is left over when everything above was taken out.
STRAY = re.compile(r"`|\*\*|\]\(|\]\[|<[A-Za-z/!?]|&[A-Za-z#]\w*;|^\s*>|~~~|__\w+__", re.MULTILINE)
BLOCK_STRAY = re.compile(r"^(?:>|\* |\+ |#{1,6}\S|={3,}$|-{3,}$|~~~|    \S|\t|<)")


class Wrong(Exception):
    """Something in a document that this writer does not know."""


def slug(text):
    """The anchor of a heading, from its text without markup."""
    return re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")


def plain(text):
    """Inline text without its markup."""
    def part(m):
        return m["code"] or m["escaped"] or plain(m["label"] or m["strong"] or m["emphasis"] or "")
    return INLINE.sub(part, text)


def breakable(cell):
    """Paths in code and long names may go on in the next line, so that a table is not as wide as its longest."""
    code = re.sub(r"<code>.*?</code>", lambda m: re.sub(r"(?<=[\w)\]][/.,=|:])(?=\w)", "<wbr>", m[0]), cell, flags=re.DOTALL)
    return re.sub(r"(?<=\w_)(?=\w)(?![^<>]*>)", "<wbr>", code)


def row_names(lines):
    """What each row of a table is about: of the first two columns with code, the one that tells more rows apart. When that is
    the second, the first says where: a set of properties, a path."""
    rows = [[part.strip().replace("\\|", "|") for part in CELL.split(line[1:-1])] for line in lines]
    columns = [[plain(row[i]) if "`" in row[i] else "" for row in rows] for i in range(min(2, len(rows[0]) if rows else 0))]
    names = max(columns, key=lambda column: len(set(column) - {""}), default=[])
    return [f"{name} ({place})" if name and place and place != name else name for name, place in zip(names, columns[0] if columns else [])]


class Writer:
    """One document. `link` turns a target into what stands in href or src; `text` may add to escaped text. With `rows` the rows
    of tables have anchors, by the names that they are about."""

    def __init__(self, name, link=None, text=None, rows=False):
        self.name, self.line = name, 0
        self.link = link or (lambda target, _picture: target)
        self.text = text or (lambda escaped: escaped)
        self.headings = []      # (level, text, anchor)
        self.with_rows = rows
        self.rows = []          # (name, text of the heading above, anchor)

    def wrong(self, what):
        raise Wrong(f"{self.name}:{self.line}: {what}")

    # ---- inline ----

    def inline(self, text):
        out, at = [], 0
        for m in INLINE.finditer(text):
            out += [self.words(text[at:m.start()]), self.mark(m)]
            at = m.end()
        return "".join(out) + self.words(text[at:])

    def words(self, text):
        stray = STRAY.search(text)
        if stray:
            self.wrong(f"'{stray[0].strip()}' is markup that is not known, or has no end: {text.strip()[:60]}")
        return self.text(html.escape(text, quote=False))

    def mark(self, m):
        if m["code"] is not None:
            return f"<code>{html.escape(m['code'], quote=False)}</code>"
        if m["target"] is not None:
            target = html.escape(self.link(m["target"], bool(m["picture"])))
            if m["picture"]:
                return f'<img src="{target}" alt="{html.escape(m["label"])}">'
            return f'<a href="{target}">{self.inline(m["label"])}</a>'
        if m["strong"] is not None:
            return f"<strong>{self.inline(m['strong'])}</strong>"
        if m["emphasis"] is not None:
            return f"<em>{self.inline(m['emphasis'])}</em>"
        return html.escape(m["escaped"], quote=False)

    # ---- blocks ----

    def heading(self, marks, text):
        title = plain(text)
        anchor, seen = slug(title), [a for _, t, a in self.headings if slug(t) == slug(title)]
        if seen:
            anchor += f"-{len(seen)}"
        self.headings.append((len(marks), title, anchor))
        level = len(marks)
        return f'<h{level} id="{anchor}">{self.inline(text)}</h{level}>'

    def fence(self, lines, opening):
        body = []
        while lines and lines[0] != opening[1]:
            body.append(lines.pop(0))
        if not lines:
            self.wrong("a block without an end")
        lines.pop(0)
        language = opening[2].split()[0] if opening[2].strip() else "text"
        code = html.escape("\n".join(body), quote=False)
        if language == "console":
            code = re.sub(r"^(\$ .*(?:\\\n.*)*)$", r"<b>\1</b>", code, flags=re.MULTILINE)
        self.line += len(body) + 1
        return f'<pre class="{html.escape(language)}" tabindex="0"><code>{code}\n</code></pre>'

    def cells(self, line, tag, count=None):
        if not (line.startswith("|") and line.endswith("|") and not line.endswith("\\|")):
            self.wrong("a row of a table begins and ends with |")
        parts = [part.strip().replace("\\|", "|") for part in CELL.split(line[1:-1])]
        if count and len(parts) != count:
            self.wrong(f"{len(parts)} cells in a table of {count}")
        scope = ' scope="col"' if tag == "th" else ""
        return "<tr>" + "".join(f"<{tag}{scope}>{breakable(self.inline(part))}</{tag}>" for part in parts) + "</tr>", len(parts)

    def table(self, lines, first):
        if not lines or not RULE.match(lines[0]):
            self.wrong("a table has a line |---| below its first")
        head, count = self.cells(first, "th")
        if len(CELL.split(lines.pop(0)[1:-1])) != count:
            self.wrong("the line below the head of a table has other columns")
        self.line += 1
        sources, rows = [], []
        while lines and lines[0].startswith("|"):
            self.line += 1
            sources.append(lines.pop(0))
            rows.append(self.cells(sources[-1], "td", count)[0])
        if self.with_rows:
            rows = [row.replace("<tr>", f'<tr id="{html.escape(anchor)}">', 1) if anchor else row
                    for row, anchor in zip(rows, map(self.row_anchor, row_names(sources)))]
        return ('<div class="wide" tabindex="0"><table>\n<thead>' + head + "</thead>\n<tbody>\n" + "\n".join(rows)
                + "\n</tbody>\n</table></div>")

    def row_anchor(self, name):
        _, above, section = self.headings[-1] if self.headings else (0, "", "")
        first = anchor = f"{section}--{slug(name)}"
        seen = {a for _, _, a in self.rows}
        if not name:
            return None
        for again in range(1, len(seen) + 1):
            if anchor not in seen:
                break
            anchor = f"{first}-{again}"
        self.rows.append((name, above, anchor))
        return anchor

    def list(self, lines, first):
        tag = "ol" if first[1] else "ul"
        items = [first[2]]
        while lines:
            item = ITEM.match(lines[0])
            if item and bool(item[1]) == bool(first[1]):
                items.append(item[2])
            elif re.match(r" {2,3}[^\s]", lines[0]) and not re.match(r" +(?:[-*+]|\d+\.) ", lines[0]):
                items[-1] += "\n" + lines[0].strip()
            elif lines[0].strip():
                self.line += 1
                self.wrong("a list has items of one level, and their lines begin with two or three blanks")
            elif len(lines) > 1 and ITEM.match(lines[1]) and bool(ITEM.match(lines[1])[1]) == bool(first[1]):
                pass
            else:
                break
            lines.pop(0)
            self.line += 1
        return f"<{tag}>\n" + "\n".join(f"<li>{self.inline(item)}</li>" for item in items) + f"\n</{tag}>"

    def paragraph(self, lines, first):
        text = [first]
        while lines and lines[0].strip() and not re.match(r"#|```|\|", lines[0]) and not ITEM.match(lines[0]):
            self.line += 1
            if BLOCK_STRAY.match(lines[0]):
                self.wrong(f"a line that begins with '{lines[0][:4].strip()}' in a paragraph")
            text.append(lines.pop(0))
        if any(line.endswith("  ") for line in text):
            self.wrong("two blanks at the end of a line")
        return f"<p>{self.inline(chr(10).join(text))}</p>"

    def block(self, lines):
        self.line += 1
        line = lines.pop(0)
        heading = re.match(r"^(#{1,4}) (\S.*)$", line)
        if not line.strip() or re.match(r"^<!-- [^>]* -->$", line):
            return None
        if heading:
            return self.heading(heading[1], heading[2])
        if FENCE.match(line):
            return self.fence(lines, FENCE.match(line))
        if line.startswith("|"):
            return self.table(lines, line)
        if ITEM.match(line):
            return self.list(lines, ITEM.match(line))
        if BLOCK_STRAY.match(line):
            self.wrong(f"a line that begins with '{line[:4].strip()}'")
        return self.paragraph(lines, line)

    def html(self, source):
        lines, out = source.splitlines(), []
        while lines:
            out.append(self.block(lines))
        return "\n".join(part for part in out if part) + "\n"
