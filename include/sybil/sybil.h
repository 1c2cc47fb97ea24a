/* sybil/sybil.h — every header of libsybil. Those of libsybil-ir (sybil/ir.h, sybil/postlink.h) and of libsybil-rt
 * (sybil/runtime.h, sybil/native.h) are included by the programs that link them. */
#ifndef SYBIL_SYBIL_H
#define SYBIL_SYBIL_H

#include <sybil/bin.h>
#include <sybil/clang.h>
#include <sybil/code_arch.h>
#include <sybil/compile.h>
#include <sybil/ctx.h>
#include <sybil/devices.h>
#include <sybil/file.h>
#include <sybil/filter.h>
#include <sybil/item.h>
#include <sybil/link.h>
#include <sybil/offload.h>
#include <sybil/package.h>
#include <sybil/props.h>
#include <sybil/propsets.h>
#include <sybil/spirv.h>
#include <sybil/table.h>
#include <sybil/target.h>
#include <sybil/translate.h>
#include <sybil/value.h>
#include <sybil/zebin.h>
#include <sybil/zeinfo.h>

#endif
