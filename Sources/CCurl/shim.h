// libcurl, HTTP and HTTPS. Swift cannot call functions with "...", so the few options we set go
// through typed ones.
#if __has_include(<curl/curl.h>)
#include <curl/curl.h>
#else
#error "usher needs libcurl. Install libcurl4-openssl-dev (Debian, Ubuntu: apt install libcurl4-openssl-dev; macOS: brew install curl), or run Sources/get-libraries."
#endif

static inline CURLcode usher_curl_set_number(CURL *handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode usher_curl_set_large(CURL *handle, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode usher_curl_set_text(CURL *handle, CURLoption option, const char *value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode usher_curl_set_pointer(CURL *handle, CURLoption option, void *value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode usher_curl_set_list(
    CURL *handle, CURLoption option, struct curl_slist *value) {
  return curl_easy_setopt(handle, option, value);
}

typedef size_t (*usher_curl_transfer)(char *octets, size_t size, size_t count, void *context);
typedef int (*usher_curl_seek)(void *context, curl_off_t offset, int origin);

static inline CURLcode usher_curl_set_transfer(
    CURL *handle, CURLoption option, usher_curl_transfer function) {
  return curl_easy_setopt(handle, option, function);
}

static inline CURLcode usher_curl_set_seek(CURL *handle, usher_curl_seek function) {
  return curl_easy_setopt(handle, CURLOPT_SEEKFUNCTION, function);
}

static inline CURLcode usher_curl_get_number(CURL *handle, CURLINFO what, long *value) {
  return curl_easy_getinfo(handle, what, value);
}

static inline CURLcode usher_curl_get_large(CURL *handle, CURLINFO what, curl_off_t *value) {
  return curl_easy_getinfo(handle, what, value);
}

typedef int (*usher_curl_leaving)(
    void *context, char *there, char *here, int port_there, int port_here);

// Calls when a connection stands and the request is about to leave (since 7.80).
static inline CURLcode usher_curl_tell_leaving(
    CURL *handle, usher_curl_leaving function, void *context) {
#if LIBCURL_VERSION_NUM >= 0x075000
  CURLcode code = curl_easy_setopt(handle, CURLOPT_PREREQDATA, context);
  return code != CURLE_OK ? code : curl_easy_setopt(handle, CURLOPT_PREREQFUNCTION, function);
#else
  (void)handle, (void)function, (void)context;
  return CURLE_OK;
#endif
}

// Whether something has left, where libcurl does not call before. What is asked of a proxy counts.
static inline int usher_curl_has_left(CURL *handle) {
#if LIBCURL_VERSION_NUM >= 0x075000
  (void)handle;
  return 0;
#else
  long octets = 0;
  curl_easy_getinfo(handle, CURLINFO_REQUEST_SIZE, &octets);
  return octets > 0;
#endif
}

// Nothing but HTTP and HTTPS. The numeric option is older than 7.85, the text one replaces it.
static inline CURLcode usher_curl_allow_web_only(CURL *handle) {
#if LIBCURL_VERSION_NUM >= 0x075500
  return curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
#else
  return curl_easy_setopt(
      handle, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
}

// Do not wait for a name that is still being looked up when a transfer is given up (since 7.87).
static inline CURLcode usher_curl_leave_quickly(CURL *handle) {
#if LIBCURL_VERSION_NUM >= 0x075700
  return curl_easy_setopt(handle, CURLOPT_QUICK_EXIT, 1L);
#else
  (void)handle;
  return CURLE_OK;
#endif
}
