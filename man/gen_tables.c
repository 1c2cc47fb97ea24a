/* man/gen_tables.c — print the library's tables, for the manual and for the page tables.md.
 *
 * usage: gen_tables shapes|propsets|aspects|targets|checks|zeinfo|zeenums|products|spirv --roff|--md
 *        gen_tables doc --md        the whole page tables.md */
#include "target/propsets.h"
#include "target/zeinfo.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sybil/package.h>
#include <sybil/target.h>
#include <sybil/zebin.h>

/* mdoc: a word in a macro line must not be read as a macro, and a name must not begin a request. */
static void roff(const char *text)
{
	bool begin = true;

	for (; *text; text++) {
		if (begin)
			fputs("\\&", stdout);
		begin = *text == ' ';
		if (*text == '\\')
			fputs("\\e", stdout);
		else if (*text == '-')
			fputs("\\-", stdout);
		else if (*text == '"')
			fputs("\\(dq", stdout);
		else
			putchar(*text);
	}
}

/* The same as a sentence. */
static void roff_sentence(const char *text)
{
	printf("%c", toupper((unsigned char)*text));
	roff(text + 1);
	printf(".\n");
}

/* A cell of a Markdown table. */
static void md(const char *text)
{
	for (; *text; text++) {
		if (*text == '|')
			putchar('\\');
		putchar(*text);
	}
}

static const char *place_name(unsigned place)
{
	switch (place) {
	case SYB_PLACE_GLOBAL:
		return "SYCLBIN file";
	case SYB_PLACE_IR:
		return "IR module";
	case SYB_PLACE_NATIVE:
		return "native image";
	default:
		return "module";
	}
}

static const char *status_text(const char *status)
{
	return strcmp(status, "today") == 0      ? "newer than the documents"
	       : strcmp(status, "obsolete") == 0 ? "old"
	       : strcmp(status, "sybil") == 0    ? "Sybil's own"
						 : "";
}

/* "1", "2" or, where dialects differ, "1; 2 in the documents". */
static void print_type(const struct syb_key_info *row)
{
	printf("type %" PRIu32, row->type);
	if (row->type_spec != row->type)
		printf(", %" PRIu32 " in the documents", row->type_spec);
}

static const struct {
	const char *name;
	const char *text;
} shapes[] = {
#define SYB_SHAPE(id, name, text) { name, text },
#include "target/shapes.def"
#undef SYB_SHAPE
};

static void roff_shapes(void)
{
	printf(".Bl -tag -width \"joint-matrix-mad\" -compact\n");
	for (size_t i = 0; i < sizeof(shapes) / sizeof(*shapes); i++) {
		printf(".It Sy ");
		roff(shapes[i].name);
		printf("\n");
		roff(shapes[i].text);
		printf("\n");
	}
	printf(".El\n");
}

static void md_shapes(void)
{
	printf("| shape | what it is |\n|---|---|\n");
	for (size_t i = 0; i < sizeof(shapes) / sizeof(*shapes); i++)
		printf("| %s | %s |\n", shapes[i].name, shapes[i].text);
}

static void roff_key(const struct syb_key_info *row)
{
	printf(".It Sy ");
	if (row->key[0] == '*') {
		putchar('<');
		roff(row->names);
		printf(">");
		roff(row->key + 1);
	} else {
		roff(row->key);
	}
	printf("\n.Pq ");
	print_type(row);
	printf("; %s%s%s%s\n", syb_shape_name(row->shape), row->required ? "; required" : "",
	       *status_text(row->status) ? "; " : "", status_text(row->status));
	roff(row->text);
	if (row->becomes) {
		printf("; written as\n.Sy ");
		roff(row->becomes);
	}
	putchar('\n');
}

static void roff_propsets(void)
{
	for (size_t i = 0; i < syb_set_info_count(); i++) {
		const struct syb_set_info *set = syb_set_info_at(i);
		size_t count;
		const struct syb_key_info *rows = syb_key_info_first(set->name, &count);

		/* No word of these names is a macro, and mandoc makes no anchor of a heading with "\&" in it. */
		printf(".Ss [%s]\n", set->name);
		roff_sentence(set->text);
		if (strcmp(place_name(set->place), "module") != 0)
			printf("Belongs to the %s.\n", place_name(set->place));
		if (set->also) {
			printf("Also spelled\n.Dq ");
			roff(set->also);
			printf(" .\n");
		}
		if (*status_text(set->status))
			printf("This set is %s.\n", status_text(set->status));
		printf(".Bl -tag -width Ds\n");
		for (size_t k = 0; k < count; k++)
			roff_key(&rows[k]);
		printf(".El\n");
	}
}

static void md_propsets(void)
{
	printf("| set | key | type | shape | status | meaning |\n|---|---|---|---|---|---|\n");
	for (size_t i = 0; i < syb_key_info_count(); i++) {
		const struct syb_key_info *row = syb_key_info_at(i);

		printf("| `%s` | ", row->set);
		if (row->key[0] == '*')
			printf("*%s*%s%s%s", row->names, row->key[1] ? "`" : "", row->key + 1, row->key[1] ? "`" : "");
		else
			printf("`%s`", row->key);
		printf(" | %" PRIu32, row->type);
		if (row->type_spec != row->type)
			printf(" (documents: %" PRIu32 ")", row->type_spec);
		printf(" | %s | %s%s | ", syb_shape_name(row->shape), row->status, row->required ? ", required" : "");
		md(row->text);
		if (row->becomes)
			printf(" (written as `%s`)", row->becomes);
		printf(" |\n");
	}
}

static const char *aspect_status(const struct syb_aspect_info *aspect)
{
	static const char *const names[] = { "", "deprecated", "removed", "provisional" };

	return names[aspect->status];
}

/* "28", or "-" where the numbering lacks the aspect. */
static const char *aspect_number(const struct syb_aspect_info *aspect, enum syb_aspect_numbers numbers, char text[16])
{
	uint32_t number;

	if (!syb_aspect_encode(numbers, aspect->number, &number))
		return "-";
	snprintf(text, 16, "%" PRIu32, number);
	return text;
}

static void roff_aspects(void)
{
	printf(".Bl -column \"2025\" \"2026\" \"ext_oneapi_bindless_sampled_image_fetch_1d_usm\"\n");
	printf(".It Sy 2025 Ta Sy 2026 Ta Sy name\n");
	for (size_t i = 0; i < syb_aspect_count(); i++) {
		const struct syb_aspect_info *aspect = syb_aspect_at(i);
		char old[16], now[16];

		printf(".It %s Ta ", aspect_number(aspect, SYB_ASPECT_NUMBERS_2025, old));
		printf("%s Ta ", aspect_number(aspect, SYB_ASPECT_NUMBERS_2026, now));
		roff(aspect->name);
		printf("\n");
	}
	printf(".El\n");
}

static void md_aspects(void)
{
	printf("| up to 2025 | since 2026 | name | also | status |\n|---|---|---|---|---|\n");
	for (size_t i = 0; i < syb_aspect_count(); i++) {
		const struct syb_aspect_info *aspect = syb_aspect_at(i);
		char old[16], now[16];

		printf("| %s | %s | `%s` | %s%s%s | %s |\n", aspect_number(aspect, SYB_ASPECT_NUMBERS_2025, old),
		       aspect_number(aspect, SYB_ASPECT_NUMBERS_2026, now), aspect->name, aspect->also ? "`" : "",
		       aspect->also ? aspect->also : "", aspect->also ? "`" : "", aspect_status(aspect));
	}
}

static void roff_targets(void)
{
	printf(".Bl -tag -width Ds\n");
	for (size_t i = 0; i < syb_target_count(); i++) {
		const struct syb_target_info *target = syb_target_at(i);

		printf(".It Sy ");
		roff(target->name);
		printf("\n");
		roff(target->triple);
		if (*target->sub_group_sizes)
			printf("; sub\\-groups of %s", target->sub_group_sizes);
		if (target->max_work_group_size)
			printf("; work\\-groups of up to %" PRIu64, target->max_work_group_size);
		if (*target->aliases) {
			printf("; also ");
			roff(target->aliases);
		}
		printf("\n");
	}
	printf(".El\n");
}

static void md_targets(void)
{
	printf("| name | triple | also | sub-group sizes | largest work-group | aspects | lacks | compiler "
	       "|\n"
	       "|---|---|---|---|---|---|---|---|\n");
	for (size_t i = 0; i < syb_target_count(); i++) {
		const struct syb_target_info *target = syb_target_at(i);

		printf("| `%s` | `%s` | %s | %s |", target->name, target->triple, target->aliases,
		       target->sub_group_sizes);
		if (target->max_work_group_size)
			printf(" %" PRIu64, target->max_work_group_size);
		printf(" | %s | %s | %s |\n", target->aspects, target->lacking_aspects, target->aot_toolchain);
	}
}

static void roff_checks(void)
{
	printf(".Bl -tag -width Ds\n");
	for (size_t i = 0; i < syb_check_count(); i++) {
		const struct syb_check_info *check = syb_check_at(i);

		printf(".It Sy ");
		roff(check->name);
		printf("\n.Pq %s; ", check->fatal ? "fatal" : syb_severity_name(check->severity));
		roff(check->kinds);
		printf("\n");
		roff(check->text);
		printf("\n");
	}
	printf(".El\n");
}

static void md_checks(void)
{
	printf("| name | severity | files | what it says |\n|---|---|---|---|\n");
	for (size_t i = 0; i < syb_check_count(); i++) {
		const struct syb_check_info *check = syb_check_at(i);

		printf("| `%s` | %s | %s | ", check->name, check->fatal ? "fatal" : syb_severity_name(check->severity),
		       check->kinds);
		md(check->text);
		printf(" |\n");
	}
}

/* "", "1.15", "before 1.6", "1.15 to 1.64" (not in it any more). */
static const char *range_text(struct syb_ze_version since, struct syb_ze_version removed, char *text, size_t size)
{
	static const struct syb_ze_version first = { 1, 0 };
	bool gone = removed.major || removed.minor;

	*text = '\0';
	if (gone && syb_ze_version_compare(removed, first) < 0)
		snprintf(text, size, "before 1.0 only");
	else if (gone && syb_ze_version_compare(since, first) < 0)
		snprintf(text, size, "until %" PRIu32 ".%" PRIu32, removed.major, removed.minor);
	else if (gone)
		snprintf(text, size, "%" PRIu32 ".%" PRIu32 " until %" PRIu32 ".%" PRIu32, since.major, since.minor,
			 removed.major, removed.minor);
	else if (syb_ze_version_compare(since, first) >= 0)
		snprintf(text, size, "%" PRIu32 ".%" PRIu32, since.major, since.minor);
	return text;
}

static void print_ze_type(const struct syb_ze_attr *attr)
{
	if (attr->type == SYB_ZE_LIST && strcmp(attr->of, "str") != 0)
		printf("list of maps");
	else if (attr->type == SYB_ZE_LIST)
		printf("list of strings");
	else if (attr->type == SYB_ZE_ENUM)
		printf("%s", attr->of);
	else
		printf("%s", syb_ze_type_name(attr->type));
}

/* "required", "required since 1.12", "required 1.24 until 1.35" or nothing. */
static const char *required_text(const struct syb_ze_attr *attr, char *text, size_t size)
{
	struct syb_ze_version from = attr->required_from, until = attr->required_until;

	*text = '\0';
	if (from.major && until.major)
		snprintf(text, size, "required %" PRIu32 ".%" PRIu32 " until %" PRIu32 ".%" PRIu32, from.major,
			 from.minor, until.major, until.minor);
	else if (from.major)
		snprintf(text, size, "required since %" PRIu32 ".%" PRIu32, from.major, from.minor);
	else if (attr->required)
		snprintf(text, size, "required");
	return text;
}

static void roff_ze_attr(const struct syb_ze_attr *attr)
{
	char text[64];

	printf(".It Sy ");
	roff(attr->name);
	printf("\n.Pq ");
	print_ze_type(attr);
	if (*required_text(attr, text, sizeof(text)))
		printf("; %s", text);
	if (*attr->default_text) {
		printf("; default ");
		roff(attr->default_text);
	}
	if (*range_text(attr->since, attr->removed, text, sizeof(text)))
		printf("; %s%s", strncmp(text, "until", 5) && strncmp(text, "before", 6) ? "since " : "", text);
	if (!attr->in_spec)
		printf("; drivers only");
	printf("\n");
	roff(attr->text);
	printf("%s", *attr->text ? "\n" : "");
}

static void roff_zeinfo(void)
{
	const char *path = "";

	for (size_t i = 0; i < syb_ze_attr_count(); i++) {
		const struct syb_ze_attr *attr = syb_ze_attr_at(i);

		if (strcmp(path, attr->path) != 0) {
			printf("%s.Ss %s\n.Bl -tag -width Ds -compact\n", *path ? ".El\n" : "", attr->path);
			path = attr->path;
		}
		roff_ze_attr(attr);
	}
	printf(".El\n");
}

static void md_zeinfo(void)
{
	char text[64];

	printf("| path | attribute | type | required | default | since | remark |\n|---|---|---|---|---|---|---|\n");
	for (size_t i = 0; i < syb_ze_attr_count(); i++) {
		const struct syb_ze_attr *attr = syb_ze_attr_at(i);

		printf("| `%s` | `%s` | ", attr->path, attr->name);
		print_ze_type(attr);
		printf(" | %s", required_text(attr, text, sizeof(text)));
		printf(" | %s | %s | ", attr->default_text, range_text(attr->since, attr->removed, text, sizeof(text)));
		md(attr->text);
		printf("%s |\n", attr->in_spec ? "" : " (drivers only)");
	}
}

static void roff_zeenums(void)
{
	const char *of = "";
	char text[64];

	for (size_t i = 0; i < syb_ze_enum_count(); i++) {
		const struct syb_ze_enum_value *value = syb_ze_enum_at(i);

		if (strcmp(of, value->of) != 0) {
			printf("%s.Ss %s\n.Bl -tag -width \"sample_8x8_minmaxfilter\" -compact\n", *of ? ".El\n" : "",
			       value->of);
			of = value->of;
		}
		printf(".It Sy ");
		roff(value->name);
		printf("\n");
		if (*range_text(value->since, value->removed, text, sizeof(text)))
			printf("%s%s%s\n", strncmp(text, "until", 5) && strncmp(text, "before", 6) ? "since " : "",
			       text, *value->text ? ";" : "");
		roff(value->text);
		printf("%s", *value->text ? "\n" : "");
	}
	printf(".El\n");
}

static void md_zeenums(void)
{
	char text[64];

	printf("| enumeration | value | since | remark |\n|---|---|---|---|\n");
	for (size_t i = 0; i < syb_ze_enum_count(); i++) {
		const struct syb_ze_enum_value *value = syb_ze_enum_at(i);

		printf("| `%s` | `%s` | %s | ", value->of, value->name,
		       range_text(value->since, value->removed, text, sizeof(text)));
		md(value->text);
		printf(" |\n");
	}
}

static const char *const product_kinds[] = { "product family", "core family", "product config" };

/* Numbers as zebins hold them; a config is three numbers in one. */
static void print_product(const struct syb_zebin_product *product)
{
	if (product->kind == SYB_ZEBIN_PRODUCT_CONFIG)
		printf("%" PRIu32 ".%" PRIu32 ".%" PRIu32, product->value >> 22, product->value >> 14 & 0xff,
		       product->value & 0x3f);
	else
		printf("%" PRIu32, product->value);
}

static void roff_products(void)
{
	for (size_t kind = 0; kind < 3; kind++) {
		printf(".Ss The numbers of a %s\n", product_kinds[kind]);
		printf(".Bl -column \"2147483646\" \"BMG_G21_A1_RESERVED\" \"device\"\n");
		printf(".It Sy number Ta Sy name Ta Sy device\n");
		for (size_t i = 0; i < syb_zebin_product_count(); i++) {
			const struct syb_zebin_product *product = syb_zebin_product_at(i);

			if ((size_t)product->kind != kind)
				continue;
			printf(".It ");
			print_product(product);
			printf(" Ta ");
			roff(product->name);
			printf(" Ta ");
			fputs("\\&", stdout);
			roff(product->device);
			printf("\n");
		}
		printf(".El\n");
	}
}

static void md_products(void)
{
	printf("| kind | number | name | device |\n|---|---|---|---|\n");
	for (size_t i = 0; i < syb_zebin_product_count(); i++) {
		const struct syb_zebin_product *product = syb_zebin_product_at(i);

		printf("| %s | ", product_kinds[product->kind]);
		print_product(product);
		printf(" | `%s` | %s%s%s |\n", product->name, *product->device ? "`" : "", product->device,
		       *product->device ? "`" : "");
	}
}

/* ---- what in SPIR-V needs an aspect ---- */

static const struct {
	uint32_t aspect;
	const char *what;
} spirv_aspects[] = {
#define SYB_SPIRV_ASPECT(id, aspect, what) { aspect, what },
#include <sybil/spirv_aspects.def>
};

static const char *aspect_name(uint32_t number)
{
	const struct syb_aspect_info *info = syb_aspect_find(number);

	return info ? info->name : "";
}

static void roff_spirv(void)
{
	printf(".Bl -tag -width Ds -compact\n");
	for (size_t i = 0; i < sizeof(spirv_aspects) / sizeof(*spirv_aspects); i++) {
		printf(".It Sy ");
		roff(aspect_name(spirv_aspects[i].aspect));
		printf("\n");
		roff(spirv_aspects[i].what);
		printf("\n");
	}
	printf(".El\n");
}

static void md_spirv(void)
{
	printf("| aspect | needed by |\n|---|---|\n");
	for (size_t i = 0; i < sizeof(spirv_aspects) / sizeof(*spirv_aspects); i++) {
		printf("| `%s` | ", aspect_name(spirv_aspects[i].aspect));
		md(spirv_aspects[i].what);
		printf(" |\n");
	}
}

/* ---- LLVM IR ---- */

static void md_warnings(void)
{
	static const struct {
		const char *name, *group, *text;
	} warnings[] = {
#define SYB_WARNING(name, group, text) { name, group, text },
#include <sybil/warnings.def>
#undef SYB_WARNING
	};

	printf("| warning | group | what it says |\n|---|---|---|\n");
	for (size_t i = 0; i < sizeof(warnings) / sizeof(*warnings); i++) {
		const char *tick = *warnings[i].group ? "`" : "";

		printf("| `%s` | %s%s%s | ", warnings[i].name, tick, warnings[i].group, tick);
		md(warnings[i].text);
		printf(" |\n");
	}
}

static void md_passes(void)
{
	static const struct {
		const char *name, *text;
	} passes[] = {
#define PASS(id, name, summary) { name, summary },
#include "ir/module/passes.def"
#undef PASS
	};

	printf("| pass | what it does |\n|---|---|\n");
	for (size_t i = 0; i < sizeof(passes) / sizeof(*passes); i++) {
		printf("| `%s` | ", passes[i].name);
		md(passes[i].text);
		printf(" |\n");
	}
}

static void md_doc(void)
{
	printf("# Tables\n\nThe tables of the library: `sybil/propsets.h`, `sybil/target.h` and other headers return "
	       "the "
	       "same rows.\nsycl-property-sets(5) explains them.\n");
	printf("\n## Property sets\n\n`today`: newer than the documents. `obsolete`: read, no longer written.\n\n");
	md_propsets();
	printf("\n## Shapes of values\n\n");
	md_shapes();
	printf("\n## Aspects\n\n");
	md_aspects();
	printf("\n## Aspects that SPIR-V needs\n\nExplained in [spirv.md](spirv.md). Values count, pointers to them do "
	       "not.\n\n");
	md_spirv();
	printf("\n## Targets\n\nWhere others are possible, an aspect that is not listed is not ruled out.\n\n");
	md_targets();
	printf("\n## Warnings about device code\n\nOptions `-W…` take these names, and those of groups. Explained in "
	       "sybil-opt(1).\n\n");
	md_warnings();
	printf("\n## Passes over LLVM IR\n\nWhat `sybil opt --passes=` takes; explained in sybil-opt(1).\n\n");
	md_passes();
	printf("\n## ZE Info attributes\n\nAs `sybil/zeinfo.h` gives them; explained in ze-info(5). An empty *since* "
	       "is "
	       "before 1.0.\n\n");
	md_zeinfo();
	printf("\n## ZE Info enumerations\n\n");
	md_zeenums();
	printf("\n## Intel GPUs in zebins\n\nAs `sybil/zebin.h` gives them; explained in zebin(5).\n\n");
	md_products();
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		void (*roff)(void);
		void (*md)(void);
	} tables[] = {
		{ "shapes", roff_shapes, md_shapes },    { "propsets", roff_propsets, md_propsets },
		{ "aspects", roff_aspects, md_aspects }, { "targets", roff_targets, md_targets },
		{ "checks", roff_checks, md_checks },    { "zeinfo", roff_zeinfo, md_zeinfo },
		{ "zeenums", roff_zeenums, md_zeenums }, { "products", roff_products, md_products },
		{ "spirv", roff_spirv, md_spirv },       { "doc", md_doc, md_doc },
	};

	for (size_t i = 0; argc == 3 && i < sizeof(tables) / sizeof(*tables); i++) {
		bool as_roff = strcmp(argv[2], "--roff") == 0;

		if (strcmp(argv[1], tables[i].name) != 0 || (!as_roff && strcmp(argv[2], "--md") != 0))
			continue;
		(as_roff ? tables[i].roff : tables[i].md)();
		return fflush(stdout) != 0 || ferror(stdout);
	}
	fprintf(stderr, "usage: gen_tables shapes|propsets|aspects|targets|checks|zeinfo|zeenums|products|spirv "
			"--roff|--md\n");
	return 2;
}
