/* driver/exec/relay.h — what a child process reports: diagnostics and a result, written to a descriptor as messages,
 * and reported again by whoever reads them. */
#ifndef DRIVER_RELAY_H
#define DRIVER_RELAY_H

#include "base/buf.h"

enum relay_kind {
	RELAY_DIAG,
	RELAY_STAGE, /* the diagnostic that a crash from here on is */
	RELAY_DONE,
	RELAY_FAILED, /* code: of the failure */
};

struct relay_message {
	uint32_t kind;
	int32_t code;
	uint32_t severity;
	uint32_t line, column;
	uint64_t thing, at, len; /* len bytes follow; of a diagnostic three strings: check, file, text */
};

/* The end that writes. */
struct relay {
	int fd;
	uint64_t thing; /* that diagnostics are about now */
};
/* Diagnostics of the context go to the relay from now on; progress is not reported. */
void relay_begin(struct syb_ctx *ctx, struct relay *relay);
/* If the process ends before it says how, this is why. */
void relay_stage(const struct relay *relay, const struct syb_diag *diag);
/* Ends the process when nobody can read it any more. */
void relay_send(const struct relay *relay, enum relay_kind kind, int code, struct syb_bytes bytes);

/* The next message of a report and its bytes; false at the end, and where a message is incomplete. */
bool relay_next(struct syb_bytes *rest, struct relay_message *out, struct syb_bytes *out_bytes);
/* How a report ends: DONE, FAILED, or the last STAGE where there is neither. out: that message; may be NULL. */
enum relay_kind relay_end(struct syb_bytes report, struct relay_message *out);
/* Report a diagnostic again. */
void relay_tell(struct syb_ctx *ctx, const struct relay_message *message, struct syb_bytes bytes);

#endif
