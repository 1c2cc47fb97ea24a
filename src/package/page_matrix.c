/* package/page_matrix.c — which kernel runs on which device, as a table that needs no script.
 *
 * Devices that get the same answers for all kernels share a column, and where there are many kernels, those that get
 * the same answers on all devices share a row. A cell says its answer in a word; why not is a note below the table, to
 * which the cell's number refers. The document's indices are untrusted: what points nowhere is unknown. */
#include "page.h"

#include <inttypes.h>
#include <stdio.h>

enum {
	MANY_KERNELS = 200,     /* beyond, equal rows are one */
	MANY_CELLS = 40000,     /* beyond, the table ends, and says so */
	NAMES_OF_COLUMN = 2000, /* devices that a column's note names: on paper there is no other place */
	MANY_COLUMNS = 20,
	UNKNOWN = -1,
};

/* What the table shows: rows are lists of "answers", columns are devices. */
struct matrix {
	struct page *page;
	const struct syb_value *devices, *kernels, *answers, *verdicts;
	size_t device_count, kernel_count, answer_count, verdict_count;
	size_t *same; /* by verdict: the first with that answer and those reasons */
	size_t *note; /* by verdict: number of its note, 0 = none yet */
	size_t note_count;
	size_t *column_of; /* by device: the device that stands for it */
	size_t *columns;   /* devices that stand for a column */
	size_t column_count;
	size_t *next;         /* by kernel: the next with these answers, + 1 */
	size_t *first, *last; /* by list of answers: its first kernel, + 1, and its last */
};

static const struct word {
	const char *answer, *class, *sign, *shown;
} words[] = {
	{ "native", "native", "●", "native" },
	{ "jit", "jit", "◐", "JIT" },
	{ "no", "no", "✕", "no" },
	{ "unknown", "unknown", "?", "unknown" },
}, not_asked = { "", "unasked", "–", "not asked" };

static const struct word *word_of(const char *answer)
{
	for (size_t i = 0; i < ARRAY_SIZE(words); i++)
		if (str_eq(words[i].answer, answer))
			return &words[i];
	return &words[ARRAY_SIZE(words) - 1];
}

/* Verdict of a device in a list of answers, or UNKNOWN. */
static int64_t verdict_at(const struct matrix *m, size_t row, size_t device)
{
	const struct syb_value *list = row < m->answer_count ? syb_value_at(m->answers, row) : NULL;
	const struct syb_value *v = list ? syb_value_at(list, device) : NULL;
	uint64_t index = v && syb_value_kind(v) == SYB_VALUE_UINT ? syb_value_uint(v) : UINT64_MAX;

	return index < m->verdict_count ? (int64_t)m->same[index] : UNKNOWN;
}

static bool equal_reasons(const struct syb_value *a, const struct syb_value *b)
{
	const struct syb_value *why_a, *why_b;
	size_t count = page_list(a, "why", &why_a);

	if (!str_eq(page_string(a, "answer"), page_string(b, "answer")) || count != page_list(b, "why", &why_b))
		return false;
	for (size_t i = 0; i < count; i++)
		if (!str_eq(syb_value_string(syb_value_at(why_a, i)), syb_value_string(syb_value_at(why_b, i))))
			return false;
	return true;
}

static void find_equal_verdicts(struct matrix *m)
{
	for (size_t i = 0; i < m->verdict_count; i++) {
		m->same[i] = i;
		for (size_t k = 0; k < i && m->same[i] == i; k++)
			if (m->same[k] == k &&
			    equal_reasons(syb_value_at(m->verdicts, k), syb_value_at(m->verdicts, i)))
				m->same[i] = k;
	}
}

static bool equal_columns(const struct matrix *m, size_t a, size_t b)
{
	for (size_t row = 0; row < m->answer_count; row++)
		if (verdict_at(m, row, a) != verdict_at(m, row, b))
			return false;
	return true;
}

static void find_equal_columns(struct matrix *m)
{
	for (size_t d = 0; d < m->device_count; d++) {
		size_t c = 0;

		while (c < m->column_count && !equal_columns(m, m->columns[c], d))
			c++;
		m->column_of[d] = c < m->column_count ? m->columns[c] : d;
		if (c == m->column_count)
			m->columns[m->column_count++] = d;
	}
}

static size_t row_of(const struct matrix *m, size_t kernel)
{
	const struct syb_value *v = page_get(syb_value_at(m->kernels, kernel), "answers");
	uint64_t row = v && syb_value_kind(v) == SYB_VALUE_UINT ? syb_value_uint(v) : UINT64_MAX;

	return row < m->answer_count ? (size_t)row : m->answer_count;
}

/* Chain the kernels of each list of answers; the last list is that of kernels without one. */
static void find_equal_rows(struct matrix *m)
{
	for (size_t k = 0; k < m->kernel_count; k++) {
		size_t row = row_of(m, k);

		if (m->first[row])
			m->next[m->last[row]] = k + 1;
		else
			m->first[row] = k + 1;
		m->last[row] = k;
	}
}

static int prepare(struct matrix *m)
{
	struct page *p = m->page;
	const struct {
		size_t **array;
		size_t count;
	} arrays[] = {
		{ &m->same, m->verdict_count },    { &m->note, m->verdict_count }, { &m->column_of, m->device_count },
		{ &m->columns, m->device_count },  { &m->next, m->kernel_count },  { &m->first, m->answer_count + 1 },
		{ &m->last, m->answer_count + 1 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(arrays); i++) {
		*arrays[i].array = arena_array(p->ctx, &p->arena, arrays[i].count + 1, sizeof(size_t));
		if (!*arrays[i].array)
			return -SYB_E_NOMEM;
	}
	find_equal_verdicts(m);
	find_equal_columns(m);
	find_equal_rows(m);
	return 0;
}

static void print_column(struct matrix *m, size_t device)
{
	struct page *p = m->page;
	size_t others = 0;

	for (size_t d = device + 1; d < m->device_count; d++)
		others += m->column_of[d] == device;
	page_html(p, "<th scope=\"col\"><span>");
	page_text(p, page_string(syb_value_at(m->devices, device), "name"));
	if (others) {
		char text[32];

		snprintf(text, sizeof(text), " +%zu", others);
		page_html(p, text);
	}
	page_html(p, "</span></th>");
}

static void print_cell(struct matrix *m, size_t row, size_t device)
{
	struct page *p = m->page;
	int64_t verdict = verdict_at(m, row, device);
	const struct syb_value *v = verdict == UNKNOWN ? NULL : syb_value_at(m->verdicts, (size_t)verdict), *why;
	const struct word *word = v ? word_of(page_string(v, "answer")) : &not_asked;
	char number[32];

	page_html(p, "<td class=");
	page_html(p, word->class);
	page_html(p, ">");
	page_html(p, word->sign);
	/* where there are many columns, paper has no room for words */
	page_html(p, m->column_count > MANY_COLUMNS ? " <i>" : " ");
	page_html(p, word->shown);
	page_html(p, m->column_count > MANY_COLUMNS ? "</i>" : "");
	if (page_list(v, "why", &why)) {
		if (!m->note[verdict])
			m->note[verdict] = ++m->note_count;
		snprintf(number, sizeof(number), "<sup>%zu</sup>", m->note[verdict]);
		page_html(p, number);
	}
}

static void print_kernel(struct matrix *m, size_t kernel)
{
	page_html(m->page, "<code>");
	page_text(m->page, page_kernel(m->page, kernel));
	page_html(m->page, "</code>");
	page_origin_note(m->page, syb_value_at(m->kernels, kernel));
}

static size_t count_kernels(const struct matrix *m, size_t row)
{
	size_t count = 0;

	for (size_t k = m->first[row]; k; k = m->next[k - 1])
		count++;
	return count;
}

/* Kernels that share a row: below it, from edge to edge, for there are many and their names are long. */
static void print_names(struct matrix *m, size_t row, size_t count)
{
	struct page *p = m->page;
	size_t printed = 0;
	char span[64];

	snprintf(span, sizeof(span), "<tr class=names><td colspan=%zu><details><summary>", m->column_count + 1);
	page_html(p, span);
	page_plural(p, count, "kernel");
	page_html(p, ": <code>");
	page_text(p, page_kernel(p, m->first[row] - 1));
	page_html(p, "</code> …</summary><ul>");
	for (size_t k = m->first[row]; k && page_has_room(p, printed); k = m->next[k - 1], printed++) {
		page_html(p, "<li>");
		print_kernel(m, k - 1);
	}
	if (printed < count) {
		page_html(p, "<li>and ");
		page_count(p, count - printed);
		page_html(p, " more: ");
		page_command(p);
	}
	page_html(p, "</ul></details>\n");
}

static void print_row(struct matrix *m, size_t row, size_t kernel)
{
	struct page *p = m->page;
	size_t count = kernel < m->kernel_count ? 1 : count_kernels(m, row);

	page_html(p, "<tr><th scope=row>");
	if (count == 1)
		print_kernel(m, kernel < m->kernel_count ? kernel : m->first[row] - 1);
	else
		page_plural(p, count, "kernel");
	for (size_t c = 0; c < m->column_count; c++)
		print_cell(m, row, m->columns[c]);
	page_html(p, "\n");
	if (count > 1)
		print_names(m, row, count);
}

static void print_rows(struct matrix *m)
{
	bool grouped = m->kernel_count > MANY_KERNELS;
	size_t rows = grouped ? m->answer_count + 1 : m->kernel_count;
	size_t most = m->column_count ? MANY_CELLS / m->column_count + 1 : rows, printed = 0, left = 0;

	for (size_t i = 0; i < rows; i++) {
		if (grouped && !m->first[i])
			continue;
		if (printed++ >= most)
			left++;
		else
			print_row(m, grouped ? i : row_of(m, i), grouped ? m->kernel_count : i);
	}
	page_html(m->page, "</tbody></table></div>\n");
	if (m->column_count > MANY_COLUMNS)
		page_html(m->page, "<p>● native, ◐ JIT, ✕ no, ? unknown, – not asked</p>\n");
	if (left) {
		page_html(m->page, "<p>");
		page_plural(m->page, left, "more row");
		page_html(m->page, " in the document of this page: ");
		page_command(m->page);
		page_html(m->page, ".</p>\n");
	}
}

static void print_notes(struct matrix *m)
{
	struct page *p = m->page;

	if (!m->note_count)
		return;
	page_html(p, "<h3>Why</h3><ol class=\"why\">\n");
	for (size_t n = 1; n <= m->note_count; n++) {
		const struct syb_value *why;
		size_t v = 0, count;

		while (m->note[v] != n)
			v++;
		count = page_list(syb_value_at(m->verdicts, v), "why", &why);
		page_html(p, "<li>");
		for (size_t i = 0; i < count; i++) {
			page_html(p, i ? "; " : "");
			page_value(p, syb_value_at(why, i));
		}
		page_html(p, "</li>\n");
	}
	page_html(p, "</ol>\n");
}

/* Single kernels that nobody was asked about. */
static void print_kernels_not_asked(struct matrix *m)
{
	struct page *p = m->page;
	size_t count = 0, printed = 0;

	for (size_t i = 0; i < m->kernel_count; i++) {
		const struct syb_value *why = page_get(syb_value_at(m->kernels, i), "not_asked");

		if (!why || count++ != printed || !page_has_room(p, printed))
			continue;
		printed++;
		page_html(p, "<p>Not asked about ");
		print_kernel(m, i);
		page_html(p, ": ");
		page_value(p, why);
		page_html(p, "</p>\n");
	}
	if (printed < count) {
		page_html(p, "<p>Nor about ");
		page_plural(p, count - printed, "more kernel");
		page_html(p, ": ");
		page_command(p);
		page_html(p, " says why.</p>\n");
	}
}

/* Who shares the columns. */
static void print_devices(struct matrix *m)
{
	struct page *p = m->page;

	if (m->column_count == m->device_count)
		return;
	page_html(p, "<h3>Devices of a column</h3><dl>\n");
	for (size_t c = 0; c < m->column_count; c++) {
		size_t shown = 0, left = 0;

		for (size_t d = m->columns[c] + 1; d < m->device_count; d++) {
			if (m->column_of[d] != m->columns[c])
				continue;
			if (shown == NAMES_OF_COLUMN) {
				left++;
				continue;
			}
			if (shown++ == 0) {
				page_html(p, "<dt>");
				page_text(p, page_string(syb_value_at(m->devices, m->columns[c]), "name"));
				page_html(p, "</dt><dd>");
			} else {
				page_html(p, ", ");
			}
			page_text(p, page_string(syb_value_at(m->devices, d), "name"));
		}
		if (left) {
			page_html(p, " and ");
			page_count(p, left);
			page_html(p, " more: ");
			page_command(p);
		}
		page_html(p, shown ? "</dd>\n" : "");
	}
	page_html(p, "</dl>\n");
}

bool page_has_matrix(struct page *p)
{
	return page_has_list(p, "devices") && page_has_list(p, "kernels");
}

void page_matrix(struct page *p)
{
	struct matrix m = { .page = p };

	m.device_count = page_list(p->report, "devices", &m.devices);
	m.kernel_count = page_list(p->report, "kernels", &m.kernels);
	m.answer_count = page_list(p->report, "answers", &m.answers);
	m.verdict_count = page_list(p->report, "verdicts", &m.verdicts);
	if (p->error == 0)
		p->error = prepare(&m);
	if (p->error < 0)
		return;
	page_html(p, "<section id=\"matrix\" aria-labelledby=\"matrix-title\"><h2 id=\"matrix-title\">"
		     "Which kernel runs where</h2><div class=\"static\">\n<div class=\"scroll\" role=\"region\" "
		     "tabindex=\"0\" aria-label=\"Kernels and devices\"><table class=\"answers\"><caption>");
	page_plural(p, m.kernel_count, "kernel");
	page_html(p, " × ");
	page_plural(p, m.device_count, "device");
	page_html(p, "; devices with equal answers share a column</caption><thead><tr><th scope=\"col\">Kernel</th>");
	for (size_t c = 0; c < m.column_count; c++)
		print_column(&m, m.columns[c]);
	page_html(p, "</tr></thead><tbody>\n");
	print_rows(&m);
	print_notes(&m);
	page_reasons(m.page, "not_asked", "Not asked about kernels of ");
	print_kernels_not_asked(&m);
	print_devices(&m);
	page_html(p, "</div></section>\n");
}
