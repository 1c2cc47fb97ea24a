/* driver/exec/relay.c — reports of child processes; see relay.h. */
#include "relay.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

/* After a failure, because the reader is gone or the disk is full, nothing is sent: the report is incomplete. */
static void send_all(struct relay *relay, const void *bytes, size_t len)
{
	const uint8_t *p = bytes;

	while (len > 0 && !relay->failed) {
		ssize_t n = write(relay->fd, p, len);

		if (n < 0 && errno == EINTR)
			continue;
		relay->failed = n <= 0;
		if (relay->failed)
			return;
		p += n;
		len -= (size_t)n;
	}
}

static void send_strings(struct relay *relay, enum relay_kind kind, const struct syb_diag *diag)
{
	const char *const strings[] = { diag->check ? diag->check : "", diag->file ? diag->file : "", diag->text };
	struct relay_message m = { .kind = kind,
				   .code = (int32_t)diag->code,
				   .severity = diag->severity,
				   .thing = relay->thing,
				   .line = diag->line,
				   .column = diag->column,
				   .at = diag->at };

	for (size_t i = 0; i < ARRAY_SIZE(strings); i++)
		m.len += strlen(strings[i]) + 1;
	send_all(relay, &m, sizeof(m));
	for (size_t i = 0; i < ARRAY_SIZE(strings); i++)
		send_all(relay, strings[i], strlen(strings[i]) + 1);
}

static void send_diag(void *user, const struct syb_diag *diag)
{
	send_strings(user, RELAY_DIAG, diag);
}

void relay_stage(struct relay *relay, const struct syb_diag *diag)
{
	send_strings(relay, RELAY_STAGE, diag);
}

void relay_begin(struct syb_ctx *ctx, struct relay *relay)
{
	ctx->opts.sink = send_diag;
	ctx->opts.sink_user = relay;
	ctx->once = NULL; /* the reader knows what was reported */
	ctx->own = (struct ctx_sink){ send_diag, relay, NULL };
	ctx->opts.progress = NULL;
	ctx->opts.progress_count = NULL;
}

void relay_send(struct relay *relay, enum relay_kind kind, int code, struct syb_bytes bytes)
{
	const struct relay_message m = { .kind = kind, .code = code, .thing = relay->thing, .len = bytes.len };

	send_all(relay, &m, sizeof(m));
	send_all(relay, bytes.ptr, bytes.len);
}

int relay_read(struct syb_ctx *ctx, int fd, struct buf *out)
{
	struct stat st;
	int r = fstat(fd, &st) < 0 ? -SYB_E_IO : buf_reserve(ctx, out, (size_t)st.st_size);

	while (r == 0 && out->len < (size_t)st.st_size) {
		ssize_t n = pread(fd, out->ptr + out->len, (size_t)st.st_size - out->len, (off_t)out->len);

		r = n > 0 ? 0 : -SYB_E_IO;
		out->len += n > 0 ? (size_t)n : 0;
	}
	return r == -SYB_E_IO ? syb_fail(ctx, SYB_E_IO, SYB_NO_OFFSET, "read", "cannot read the report of a step: %s",
					 strerror(errno))
			      : r;
}

bool relay_next(struct syb_bytes *rest, struct relay_message *out, struct syb_bytes *out_bytes)
{
	if (rest->len < sizeof(*out))
		return false;
	memcpy(out, rest->ptr, sizeof(*out));
	if (out->len > rest->len - sizeof(*out))
		return false;
	*out_bytes = (struct syb_bytes){ rest->ptr + sizeof(*out), (size_t)out->len };
	*rest = (struct syb_bytes){ out_bytes->ptr + out->len, rest->len - sizeof(*out) - (size_t)out->len };
	return true;
}

/* Take a string from the beginning of bytes; NULL: it is not terminated. */
static const char *take_string(struct syb_bytes *bytes)
{
	const char *text = (const char *)bytes->ptr;
	const void *end = bytes->len ? memchr(text, '\0', bytes->len) : NULL;
	size_t len;

	if (!end)
		return NULL;
	len = (size_t)((const char *)end - text) + 1;
	*bytes = (struct syb_bytes){ bytes->ptr + len, bytes->len - len };
	return text;
}

void relay_report(struct syb_ctx *ctx, const struct relay_message *m, struct syb_bytes bytes)
{
	const char *check = take_string(&bytes), *file = take_string(&bytes), *text = take_string(&bytes);
	const struct syb_diag diag = { .severity = (enum syb_severity)m->severity,
				       .code = (enum syb_code)m->code,
				       .check = check,
				       .file = file && *file ? file : NULL,
				       .at = m->at,
				       .line = m->line,
				       .column = m->column,
				       .text = text };

	if (text)
		ctx_tell(ctx, &diag);
}

enum relay_kind relay_end(struct syb_bytes report, struct relay_message *out)
{
	struct relay_message m, last = { .kind = RELAY_STAGE, .code = SYB_E_INTERNAL };
	struct syb_bytes bytes;

	while (relay_next(&report, &m, &bytes))
		if (m.kind != RELAY_DIAG)
			last = m;
	if (out)
		*out = last;
	return (enum relay_kind)last.kind;
}
