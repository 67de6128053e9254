// libcrypto of OpenSSL: digests of tokens, and octets that nobody can guess.
#pragma once

#if __has_include(<openssl/evp.h>)
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/rand.h>
#else
#error "usher needs libcrypto. Install libssl-dev (Debian, Ubuntu: apt install libssl-dev; macOS: brew install openssl@3), or run Sources/get-libraries."
#endif
