/* package/page_sections.c — sections of the page that are lists: differences, resources, splits, chains, links, checks.
 *
 * Each is a table that needs no script, in as few bytes as HTML lets: rows and cells end where the next begins. Lists
 * for which there is no room are cut, and say so: the document has them whole. */
#include "package/diff/diff.h"
#include "page.h"

#include <inttypes.h>
#include <stdio.h>

enum { CHANGED_BYTES = 200 * 1000 }; /* of a comparison, about: room for the others */

/* The heading of a list that the document has not whole says how much of it that is. */
static void open_section_of(struct page *p, const char *id, const char *title, uint64_t shown, uint64_t left_out)
{
	page_html(p, "<section id=\"");
	page_html(p, id);
	page_html(p, "\" aria-labelledby=\"");
	page_html(p, id);
	page_html(p, "-title\"><h2 id=\"");
	page_html(p, id);
	page_html(p, "-title\">");
	page_html(p, title);
	if (left_out) {
		page_html(p, " <small>");
		page_of(p, shown, left_out);
		page_html(p, "</small>");
	}
	page_html(p, "</h2><div class=\"static\">\n");
}

static void open_section(struct page *p, const char *id, const char *title)
{
	open_section_of(p, id, title, 0, 0);
}

static void close_section(struct page *p)
{
	page_html(p, "</div></section>\n");
}

/* What follows is there with the script as well. */
static void close_static(struct page *p)
{
	page_html(p, "</div>\n");
}

static void code_cell(struct page *p, const char *text)
{
	page_html(p, "<td><code>");
	page_text(p, text);
	page_html(p, "</code>");
}

static void value_cell(struct page *p, const struct syb_value *v, bool number)
{
	page_html(p, number ? "<td class=n>" : "<td>");
	page_value(p, v);
}

/* A kernel that the document names by its index, or by its name. */
static void kernel_cell(struct page *p, const struct syb_value *v)
{
	const struct syb_value *kernels;

	if (!v || syb_value_kind(v) != SYB_VALUE_UINT) {
		code_cell(p, v ? syb_value_string(v) : "");
		return;
	}
	code_cell(p, page_kernel(p, syb_value_uint(v)));
	if (syb_value_uint(v) < page_list(p->report, "kernels", &kernels))
		page_origin_note(p, syb_value_at(kernels, (size_t)syb_value_uint(v)));
}

/* A file that the document names by its index. */
static const struct syb_value *file_name(struct page *p, const struct syb_value *file)
{
	const struct syb_value *files;
	size_t count = page_list(p->report, "files", &files);

	if (file && syb_value_kind(file) == SYB_VALUE_UINT && syb_value_uint(file) < count)
		return page_get(syb_value_at(files, (size_t)syb_value_uint(file)), "file");
	return file;
}

static void file_cell(struct page *p, const struct syb_value *file)
{
	value_cell(p, file_name(p, file), false);
}

/* Places are for other programs, too: no commas. */
static void print_place(struct page *p, const struct syb_value *check)
{
	const struct syb_value *offset = page_get(check, "offset");
	char text[64];

	if (offset) {
		page_offset(p, syb_value_uint(offset));
	} else if (page_get(check, "line")) {
		const uint64_t column = page_uint(check, "column");

		snprintf(text, sizeof(text), "%" PRIu64 ":%" PRIu64, page_uint(check, "line"), column ? column : 1);
		page_html(p, text);
	}
}

/* ---- differences ---- */

/* Those that a kernel lost, or won. */
static void print_devices(struct page *p, const struct syb_value *which)
{
	const struct syb_value *devices;
	size_t count = page_list(p->report, "devices", &devices);

	for (size_t i = 0; which && i < syb_value_count(which); i++) {
		const uint64_t device = syb_value_uint(syb_value_at(which, i));

		if (device >= count)
			continue;
		page_html(p, i ? ", " : ": ");
		page_text(p, page_string(syb_value_at(devices, (size_t)device), "name"));
	}
}

/* What keeps from comparing, as the verb says it: file:place: text */
static void print_failure(struct page *p, const struct syb_value *error)
{
	page_html(p, "<p class=\"verdict worse\">✕ Cannot be compared: ");
	if (page_get(error, "file")) {
		page_value(p, file_name(p, page_get(error, "file")));
		page_html(p, page_get(error, "offset") || page_get(error, "line") ? ":" : "");
		print_place(p, error);
		page_html(p, ": ");
	}
	page_text(p, page_string(error, "text"));
	page_html(p, "</p>\n");
}

/* The answer in a line; a comparison that failed says why. */
static void print_verdict(struct page *p, const struct syb_value *diff)
{
	const struct syb_value *verdict = page_get(diff, "verdict"), *same = page_get(verdict, "same"), *list;
	const size_t worse = page_list(diff, "regressions", &list) + (size_t)page_uint(diff, "regressions_left_out");
	const size_t better = page_list(diff, "improvements", &list) + (size_t)page_uint(diff, "improvements_left_out");

	if (!verdict) {
		print_failure(p, page_get(diff, "error"));
		return;
	}
	page_html(p, worse ? "<p class=\"verdict worse\">▲ " : "<p class=\"verdict better\">✓ ");
	if (worse)
		page_plural(p, worse, "regression");
	else
		page_html(p, same && syb_value_bool(same) ? "Nothing changed" : "Nothing got worse");
	page_html(p, "<span> · ");
	page_plural(p, better, "improvement");
	page_html(p, " · ");
	page_plural(p, page_list(diff, "changes", &list) + page_uint(diff, "changes_left_out"), "other change");
	page_html(p, "</span></p>\n");
}

/* By its index, or its name where the document does not list it. */
static const char *changed_kernel(struct page *p, const struct syb_value *row)
{
	const struct syb_value *kernel = page_get(row, "kernel");

	if (kernel && syb_value_kind(kernel) == SYB_VALUE_UINT)
		return page_kernel(p, syb_value_uint(kernel));
	return page_string(row, page_get(row, "name") ? "name" : "kernel");
}

static bool is_record(const struct syb_value *v)
{
	return v && syb_value_kind(v) == SYB_VALUE_MAP;
}

/* What changed; of the record of an image its content, with words for the names of attributes. */
static void print_attribute(struct page *p, const struct syb_value *row)
{
	const struct syb_value *before = page_get(row, "before"), *after = page_get(row, "after");

	page_html(p, "<td>");
	page_words(p, page_string(row, "attribute"));
	if (is_record(before) && is_record(after) &&
	    !str_eq(page_string(before, "sha256"), page_string(after, "sha256")))
		page_html(p, ", content");
	if (page_get(row, "arch")) {
		page_html(p, " · ");
		page_value(p, page_get(row, "arch"));
	}
	print_devices(p, page_get(row, "devices"));
}

/* A value before or after. Of a record: its size, and what the other one has otherwise. */
static void print_side(struct page *p, const struct syb_value *v, const struct syb_value *other)
{
	bool first = true;

	if (!is_record(v)) {
		value_cell(p, v, true);
		return;
	}
	page_html(p, "<td class=n>");
	if (page_get(v, "size")) {
		page_count(p, page_uint(v, "size"));
		page_html(p, " B");
		first = false;
	}
	for (size_t i = 0; i < syb_value_count(v); i++) {
		const char *key = syb_value_key(v, i);
		const struct syb_value *value = syb_value_at(v, i);

		if (str_eq(key, "size") || str_eq(key, "sha256") || str_eq(key, "index") ||
		    (is_record(other) && page_get(other, key) && diff_same(value, page_get(other, key))))
			continue;
		page_html(p, first ? "" : ", ");
		page_text(p, key);
		page_html(p, ": ");
		page_value(p, value);
		first = false;
	}
}

static bool is_number(const struct syb_value *v, double *out)
{
	switch (v ? syb_value_kind(v) : SYB_VALUE_NULL) {
	case SYB_VALUE_UINT:
		*out = (double)syb_value_uint(v);
		return true;
	case SYB_VALUE_INT:
		*out = (double)syb_value_int(v);
		return true;
	case SYB_VALUE_REAL:
		*out = syb_value_real(v);
		return true;
	default:
		return false;
	}
}

/* By how much a number changed, as the script says it. */
static void print_percent(struct page *p, const struct syb_value *before, const struct syb_value *after)
{
	double a, b, percent;
	unsigned tenths;
	char text[64];

	if (!is_number(before, &a) || !is_number(after, &b) || !(a > 0))
		return;
	percent = (b > a ? b - a : a - b) / a * 100;
	if (!(percent > 0 && percent < 1e15))
		return;
	page_html(p, b > a ? " <small>+" : " <small>−");
	if (percent < 10) {
		tenths = (unsigned)(percent * 10 + 0.5);
		snprintf(text, sizeof(text), "%u.%u", tenths / 10, tenths % 10); /* no locale's comma */
		page_html(p, text);
	} else {
		page_count(p, (uint64_t)(percent + 0.5));
	}
	page_html(p, " %</small>");
}

static const struct changes {
	const char *key, *left_out, *caption, *one;
} change_groups[] = {
	{ "regressions", "regressions_left_out", "Regressions", "more regression" },
	{ "improvements", "improvements_left_out", "Improvements", "more improvement" },
	{ "changes", "changes_left_out", "Other changes", "more change" },
};

/* The script writes the same sentence below its own table. */
static void print_changes(struct page *p, const struct syb_value *diff, const struct changes *group)
{
	const struct syb_value *list;
	const uint64_t left_out = page_uint(diff, group->left_out);
	size_t count = page_list(diff, group->key, &list), i = 0;

	if (count)
		page_table_of(p, group->caption, count, left_out, "What|Kernel|Attribute|#Before|#After");
	for (; i < count && page_has_room(p, i) && (i < 100 || p->written < CHANGED_BYTES); i++) {
		const struct syb_value *row = syb_value_at(list, i);

		page_html(p, "<tr>");
		value_cell(p, page_get(row, "what"), false);
		code_cell(p, changed_kernel(p, row));
		print_attribute(p, row);
		print_side(p, page_get(row, "before"), page_get(row, "after"));
		print_side(p, page_get(row, "after"), page_get(row, "before"));
		print_percent(p, page_get(row, "before"), page_get(row, "after"));
		page_html(p, "\n");
	}
	if (count)
		page_end_table(p, count, i);
	page_left_out(p, left_out, group->one, "sybil diff");
}

bool page_has_diff(struct page *p)
{
	return page_get(p->report, "diff") != NULL;
}

void page_diff(struct page *p)
{
	const struct syb_value *diff = page_get(p->report, "diff");

	open_section(p, "diff", "What changed");
	print_verdict(p, diff);
	for (size_t i = 0; i < ARRAY_SIZE(change_groups); i++)
		print_changes(p, diff, &change_groups[i]);
	close_section(p);
}

/* ---- resources ---- */

static const struct column {
	const char *key, *title;
	bool always; /* else where the document has it */
} columns[] = {
	{ "simd", "SIMD", true },
	{ "grf", "GRF", true },
	{ "spill", "Spill", true },
	{ "private", "Private", true },
	{ "spill_private", "Spill + private", false }, /* as one, by older compilers */
	{ "scratch", "Scratch", false },
	{ "slm", "SLM", true },
	{ "barriers", "Barriers", true },
	{ "code", "Code", true },
};

/* Where rows have that column; SIZE_MAX: nowhere. */
static size_t column_at(struct page *p, const char *key)
{
	const struct syb_value *list;
	size_t count = page_list(p->report, "resource_columns", &list);

	for (size_t i = 0; i < count; i++)
		if (str_eq(syb_value_string(syb_value_at(list, i)), key))
			return i;
	return SIZE_MAX;
}

static const struct syb_value *element(const struct syb_value *list, size_t i)
{
	if (!list || syb_value_kind(list) != SYB_VALUE_LIST || i >= syb_value_count(list))
		return NULL;
	return syb_value_at(list, i);
}

static void print_resources(struct page *p, size_t kernel, const struct syb_value *list)
{
	const struct syb_value *kernels, *arch;
	size_t count = syb_value_count(list);
	char span[64];

	page_list(p->report, "kernels", &kernels);
	for (size_t r = 0; r < count; r++) {
		const struct syb_value *row = syb_value_at(list, r);

		page_html(p, "<tr>");
		if (r == 0) {
			snprintf(span, sizeof(span), "<th scope=row rowspan=%zu>", count);
			page_html(p, span);
			page_text(p, page_kernel(p, kernel));
			page_origin_note(p, syb_value_at(kernels, kernel));
		}
		arch = element(row, column_at(p, "arch"));
		if (arch)
			arch = element(page_get(p->report, "arches"), (size_t)syb_value_uint(arch));
		value_cell(p, arch, false);
		for (size_t c = 0; c < ARRAY_SIZE(columns); c++)
			if (columns[c].always || column_at(p, columns[c].key) != SIZE_MAX)
				value_cell(p, element(row, column_at(p, columns[c].key)), true);
		page_html(p, "\n");
	}
}

static void resources_table(struct page *p)
{
	_cleanup_(buf_free) struct buf titles = { 0 };
	int r = buf_text(p->ctx, &titles, "Kernel|Arch");

	for (size_t c = 0; r == 0 && c < ARRAY_SIZE(columns); c++)
		if (columns[c].always || column_at(p, columns[c].key) != SIZE_MAX)
			r = buf_printf(p->ctx, &titles, "|#%s", columns[c].title);
	if (r == 0)
		r = buf_char(p->ctx, &titles, '\0');
	if (r < 0 && p->error == 0)
		p->error = r;
	if (r == 0)
		page_table(p, "What each kernel takes of the device, by architecture", (const char *)titles.ptr);
}

static size_t count_resources(struct page *p)
{
	const struct syb_value *kernels, *list;
	size_t count = page_list(p->report, "kernels", &kernels), rows = 0;

	for (size_t i = 0; i < count; i++)
		rows += page_list(syb_value_at(kernels, i), "resources", &list);
	return rows;
}

bool page_has_resources(struct page *p)
{
	return count_resources(p) > 0;
}

void page_resources(struct page *p)
{
	const struct syb_value *kernels, *list;
	const size_t count = page_list(p->report, "kernels", &kernels), all = count_resources(p);
	const uint64_t left_out = page_uint(p->report, "resources_left_out");
	size_t rows = 0, printed = 0;

	open_section_of(p, "resources", "Resources of native code", all, left_out);
	resources_table(p);
	for (size_t i = 0; i < count; i++) {
		size_t n = page_list(syb_value_at(kernels, i), "resources", &list);

		if (n && printed == rows && page_has_room(p, printed)) {
			print_resources(p, i, list);
			printed += n;
		}
		rows += n;
	}
	page_end_table(p, all, printed);
	close_static(p);
	page_left_out(p, left_out, "more row", "sybil show --deep");
	page_html(p, "</section>\n");
}

/* ---- why the code is where it is ---- */

bool page_has_splits(struct page *p)
{
	return page_has_list(p, "splits");
}

void page_splits(struct page *p)
{
	const struct syb_value *splits, *kernels;
	size_t count = page_list(p->report, "splits", &splits), i = 0;

	open_section(p, "splits", "Why the images are apart");
	page_table(p, "What the kernels of a module share", "File|Module|Why|#Kernels|Needs");
	for (; i < count && page_has_room(p, i); i++) {
		const struct syb_value *split = syb_value_at(splits, i);

		page_html(p, "<tr>");
		file_cell(p, page_get(split, "file"));
		page_html(p, "<td>");
		page_module(p, split);
		value_cell(p, page_get(split, "why"), false);
		page_html(p, "<td class=n>");
		page_count(p, page_list(split, "kernels", &kernels));
		value_cell(p, page_get(split, "aspects"), false);
		page_html(p, "\n");
	}
	page_end_table(p, count, i);
	close_section(p);
}

/* From the function that needs it back to the kernel, which has a column of its own; of a long chain both ends. The
 * document has all of it. */
static void print_chain(struct page *p, const struct syb_value *blame)
{
	enum { USER_END = 9, KERNEL_END = 3 };
	const struct syb_value *const *chain;
	size_t count = page_chain(p, blame, &chain);

	page_html(p, "<td>");
	for (size_t i = count; i-- > 0;) {
		const struct syb_value *call = chain[i];
		const char *source = page_string(call, "source");

		page_html(p, i + 1 < count ? " ← " : "");
		if (count > USER_END + KERNEL_END + 1 && i == count - USER_END - 1) {
			page_html(p, "… ");
			page_plural(p, count - USER_END - KERNEL_END, "more call");
			i = KERNEL_END;
			continue;
		}
		if (i == 0) {
			page_html(p, count == 1 ? "the kernel itself" : "the kernel");
		} else {
			page_html(p, "<code>");
			page_text(p, page_string(call, "function"));
			page_html(p, "</code>");
		}
		if (*source) {
			page_html(p, " (");
			page_text(p, source);
			page_html(p, ")");
		}
	}
}

bool page_has_blame(struct page *p)
{
	return page_has_list(p, "blame") || page_reasons(p, "not_explained", NULL);
}

void page_blame(struct page *p)
{
	const struct syb_value *list;
	const uint64_t left_out = page_uint(p->report, "blame_left_out");
	size_t count = page_list(p->report, "blame", &list), i = 0;

	open_section_of(p, "blame", "Who needs what", count, left_out);
	if (count)
		page_table(p, "Calls that lead from a kernel to what a device must have", "Kernel|Needs|Used by");
	for (; i < count && page_has_room(p, i); i++) {
		const struct syb_value *blame = syb_value_at(list, i);

		page_html(p, "<tr>");
		kernel_cell(p, page_get(blame, "kernel"));
		value_cell(p, page_get(blame, "needs"), false);
		if (page_get(blame, "use")) {
			page_html(p, ", ");
			page_value(p, page_get(blame, "use"));
		}
		print_chain(p, blame);
		page_html(p, "\n");
	}
	if (count)
		page_end_table(p, count, i);
	page_html(p, "</div>\n"); /* the script has no other place for this */
	page_left_out(p, left_out, "more chain", "sybil opt --explain");
	page_reasons(p, "not_explained", "Not known, for LLVM IR of ");
	page_html(p, "</section>\n");
}

/* ---- links ---- */

/* A module by its index in the list of modules: its file and its number. */
static void module_cell(struct page *p, const struct syb_value *modules, const struct syb_value *index)
{
	const struct syb_value *files, *module = NULL;
	size_t count = page_list(p->report, "files", &files);

	page_html(p, "<td>");
	if (modules && index && syb_value_uint(index) < syb_value_count(modules))
		module = syb_value_at(modules, (size_t)syb_value_uint(index));
	if (!module) {
		page_html(p, "nobody");
		return;
	}
	if (page_uint(module, "file") < count)
		page_text(p, page_string(syb_value_at(files, (size_t)page_uint(module, "file")), "file"));
	page_html(p, " ");
	page_module(p, module);
}

static void print_symbols(struct page *p, const struct syb_value *links)
{
	const struct syb_value *symbols, *modules = page_get(links, "modules");
	size_t count = page_list(links, "symbols", &symbols), i = 0;

	if (!count)
		return;
	page_table(p, "What modules import", "Symbol|Wanted by|Given by");
	for (; i < count && page_has_room(p, i); i++) {
		const struct syb_value *symbol = syb_value_at(symbols, i);

		page_html(p, "<tr>");
		code_cell(p, page_string(symbol, page_get(symbol, "name") ? "name" : "symbol"));
		module_cell(p, modules, page_get(symbol, "from"));
		module_cell(p, modules, page_get(symbol, "to"));
		page_html(p, "\n");
	}
	page_end_table(p, count, i);
}

/* Of large ones the document has the first rows of each list, or nothing. The script says the same. */
static void print_cut_map(struct page *p, const struct syb_value *map)
{
	const uint64_t rows = page_uint(map, "rows_left_out");

	if (!rows && !page_get(map, "too_large"))
		return;
	page_html(p, "<p class=\"muted\">Not in this page, but in <code>");
	page_text(p, page_string(map, "file"));
	page_html(p, "</code>: ");
	if (page_get(map, "too_large"))
		page_html(p, "the link map, which is too large");
	else
		page_plural(p, rows, "more row");
	page_html(p, ".</p>\n");
}

static void print_maps(struct page *p, const struct syb_value *links)
{
	const struct syb_value *maps;
	size_t count = page_list(links, "maps", &maps), i = 0;

	for (; i < count; i++) {
		const struct syb_value *map = syb_value_at(maps, i);

		page_html(p, "<h3>Link map <code>");
		page_text(p, page_string(map, "file"));
		page_html(p, "</code></h3>\n");
		page_map(p, map);
		print_cut_map(p, map);
	}
}

bool page_has_links(struct page *p)
{
	const struct syb_value *links = page_get(p->report, "links"), *list;

	return page_list(links, "symbols", &list) || page_list(links, "maps", &list);
}

void page_links(struct page *p)
{
	const struct syb_value *links = page_get(p->report, "links");

	open_section(p, "links", "Links between modules");
	print_symbols(p, links);
	print_maps(p, links);
	close_section(p);
}

/* ---- checks ---- */

bool page_has_checks(struct page *p)
{
	return page_get(p->report, "checks") != NULL;
}

void page_checks(struct page *p)
{
	const struct syb_value *checks;
	const uint64_t left_out = page_uint(p->report, "checks_left_out");
	size_t count = page_list(p->report, "checks", &checks), i = 0;

	if (!count && !left_out) {
		page_html(p, "<section id=\"checks\" aria-labelledby=\"checks-title\"><h2 id=\"checks-title\">"
			     "Checks</h2><p class=\"good\">✓ No rule is broken.</p></section>\n");
		return;
	}
	open_section_of(p, "checks", "Checks", count, left_out);
	if (count)
		page_table(p, "Rules that the files break", "Severity|Check|File|#Place|What");
	for (; i < count && page_has_room(p, i); i++) {
		const struct syb_value *check = syb_value_at(checks, i);

		page_html(p, "<tr>");
		value_cell(p, page_get(check, "severity"), false);
		code_cell(p, page_string(check, "check"));
		file_cell(p, page_get(check, "file"));
		page_html(p, "<td class=n>");
		print_place(p, check);
		value_cell(p, page_get(check, "text"), false);
		if (page_get(check, "notes")) {
			page_html(p, " · ");
			page_value(p, page_get(check, "notes"));
		}
		page_html(p, "\n");
	}
	if (count)
		page_end_table(p, count, i);
	close_static(p);
	page_left_out(p, left_out, "more finding", "sybil check");
	page_html(p, "</section>\n");
}

/* ---- contents ---- */

/* What the document does not have of a file's record, by the last thing that was left out. */
static const struct {
	const char *without, *text;
} shortened[] = {
	{ "detail", ": without what zebins tell about each kernel; <code>sybil show --deep</code> prints that.</p>\n" },
	{ "deep", ": without what is inside of images; <code>sybil show --deep</code> prints that.</p>\n" },
	{ "modules", ": not in this page, it would be too heavy; <code>sybil show --deep</code> prints it.</p>\n" },
};

static void print_shortened(struct page *p, const struct syb_value *file)
{
	const struct syb_value *list;
	size_t count = page_list(file, "shown_without", &list);
	const char *last = count ? syb_value_string(syb_value_at(list, count - 1)) : "";

	for (size_t i = 0; i < ARRAY_SIZE(shortened); i++) {
		if (!str_eq(last, shortened[i].without))
			continue;
		page_html(p, "<p class=\"muted\"><code>");
		page_text(p, page_string(file, "file"));
		page_html(p, "</code>");
		page_html(p, shortened[i].text);
	}
}

/* The records themselves are for the script, which opens them piece by piece; without one, the verb prints them. */
bool page_has_contents(struct page *p)
{
	const struct syb_value *files;
	size_t count = page_list(p->report, "files", &files);

	for (size_t i = 0; i < count; i++)
		if (page_get(syb_value_at(files, i), "shown") || page_get(syb_value_at(files, i), "shown_without"))
			return true;
	return false;
}

void page_contents(struct page *p)
{
	const struct syb_value *files;
	size_t count = page_list(p->report, "files", &files);

	open_section(p, "contents", "Everything inside");
	page_html(p, "<p>Every decoded field is in the document of this page; <code>sybil show --deep</code> prints "
		     "them.</p>");
	close_static(p);
	for (size_t i = 0; i < count; i++)
		print_shortened(p, syb_value_at(files, i));
	page_html(p, "</section>\n");
}
