// libuv, the event loop.
#if __has_include(<uv.h>)
#include <uv.h>
#else
#error "usher needs libuv. Install libuv1-dev (Debian, Ubuntu: apt install libuv1-dev; macOS: brew install libuv), or run Sources/get-libraries."
#endif
