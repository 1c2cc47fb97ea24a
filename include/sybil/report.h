/* sybil/report.h — what people look at instead of reading: one document about files, and one page that shows it. */
#ifndef SYBIL_REPORT_H
#define SYBIL_REPORT_H

#include <sybil/value.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Write a document of syb_explore or syb_explore_diff as one HTML page that needs nothing else. Since: 0.1 */
SYB_API SYB_MUST int syb_page(struct syb_ctx *ctx, const struct syb_value *report, struct syb_out *out);

#ifdef __cplusplus
}
#endif
#endif
