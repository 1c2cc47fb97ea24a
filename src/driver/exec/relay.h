/* driver/exec/relay.h — diagnostics and the result of a child process, sent as messages through a descriptor and
 * reported again by the parent. */
#ifndef DRIVER_RELAY_H
#define DRIVER_RELAY_H

#include "base/buf.h"

enum relay_kind {
	RELAY_DIAG,
	RELAY_STAGE, /* the diagnostic to report if the child crashes after this message */
	RELAY_DONE,
	RELAY_FAILED, /* code: the error code */
};

struct relay_message {
	uint32_t kind;
	int32_t code;
	uint32_t severity;
	uint32_t line, column;
	uint64_t thing, at, len; /* len bytes follow; for a diagnostic, three strings: check, file, text */
};

/* The writing end. */
struct relay {
	int fd;
	uint64_t thing; /* the item that diagnostics are about */
	bool failed;    /* a message could not be written; no more are */
};
/* Diagnostics of the context go to the relay from now on; progress is not reported. */
void relay_begin(struct syb_ctx *ctx, struct relay *relay);
/* Set the diagnostic that the parent reports if this process ends without sending a result. */
void relay_stage(struct relay *relay, const struct syb_diag *diag);
void relay_send(struct relay *relay, enum relay_kind kind, int code, struct syb_bytes bytes);

/* Read what a file in memory holds behind out->len. */
int relay_read(struct syb_ctx *ctx, int fd, struct buf *out);
/* The next message of a report and its bytes; false at the end, and where a message is incomplete. */
bool relay_next(struct syb_bytes *rest, struct relay_message *out, struct syb_bytes *out_bytes);
/* The last message of a report: DONE, FAILED, or if there is neither, the last STAGE. out receives it; may be NULL. */
enum relay_kind relay_end(struct syb_bytes report, struct relay_message *out);
/* Report a diagnostic again. */
void relay_report(struct syb_ctx *ctx, const struct relay_message *message, struct syb_bytes bytes);

#endif
