// libcrypto of OpenSSL: digests of tokens, octets that nobody can guess, sealing; and the call that
// keeps the memory in which secrets stand open from others, which takes arguments of any kind and
// so is none of Swift's.
#pragma once

#if __has_include(<openssl/evp.h>)
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/rand.h>
#else
#error "usher needs libcrypto. Install libssl-dev (Debian, Ubuntu: apt install libssl-dev; macOS: brew install openssl@3), or run Sources/get-libraries."
#endif

#include <errno.h>
#include <sys/resource.h>
#if defined(__linux__)
#include <sys/prctl.h>
#endif

// No core dump, and on Linux no ptrace by the same user either. 0, or `errno`.
static inline int usher_hide_memory(void) {
#if defined(__linux__)
  return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0 ? 0 : errno;
#else
  struct rlimit none = {0, 0};
  return setrlimit(RLIMIT_CORE, &none) == 0 ? 0 : errno;
#endif
}

// Whether that was done.
static inline int usher_memory_is_hidden(void) {
#if defined(__linux__)
  return prctl(PR_GET_DUMPABLE, 0, 0, 0, 0) == 0;
#else
  struct rlimit limit;
  return getrlimit(RLIMIT_CORE, &limit) == 0 && limit.rlim_cur == 0;
#endif
}
