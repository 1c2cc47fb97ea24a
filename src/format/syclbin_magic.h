/* format/syclbin_magic.h — the bytes that begin a SYCLBIN v1 body: 0x53594249 as a little-endian number. */
#ifndef FORMAT_SYCLBIN_MAGIC_H
#define FORMAT_SYCLBIN_MAGIC_H

#define SYCLBIN_MAGIC "IBYS"

#endif
