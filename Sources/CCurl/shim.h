// libcurl, HTTP and HTTPS.
#if __has_include(<curl/curl.h>)
#include <curl/curl.h>
#else
#error "usher needs libcurl. Install libcurl4-openssl-dev (Debian, Ubuntu: apt install libcurl4-openssl-dev; macOS: brew install curl), or run Sources/get-libraries."
#endif
