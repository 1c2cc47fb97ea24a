/* assert.h — assert in device code; <cassert> includes this, and it may be included again after NDEBUG changed. The C library's function
 * does not return, which on a device is undefined behaviour; DPC++'s library function does. */
#include_next <assert.h>
#undef assert
#ifdef NDEBUG
#define assert(...) (static_cast<void>(0))
#else
#define assert(...) \
	(static_cast<bool>(__VA_ARGS__) ? static_cast<void>(0) : ::__sybil::assert_fail(#__VA_ARGS__, __FILE__, __LINE__, __PRETTY_FUNCTION__))
#endif
