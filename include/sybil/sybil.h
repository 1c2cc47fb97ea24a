/* sybil/sybil.h — everything. */
#ifndef SYBIL_SYBIL_H
#define SYBIL_SYBIL_H

#include <sybil/code_arch.h>
#include <sybil/devices.h>
#include <sybil/filter.h>
#include <sybil/package.h>
#include <sybil/propsets.h>
#include <sybil/report.h>
#include <sybil/target.h>
#include <sybil/zebin.h>

#endif
