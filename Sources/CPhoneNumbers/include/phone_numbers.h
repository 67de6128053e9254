// The part of libphonenumber that usher uses, with a C face: no C++ type and no exception leaves it.
#ifndef USHER_PHONE_NUMBERS_H
#define USHER_PHONE_NUMBERS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  usher_phone_valid,
  usher_phone_not_a_number,
  usher_phone_too_short,
  usher_phone_too_long,
  usher_phone_unknown_country,
  // Of a possible length, but in no range of numbers that its country has given out.
  usher_phone_unassigned
} usher_phone_outcome;

typedef enum {
  usher_phone_mobile,
  usher_phone_landline,
  usher_phone_mobile_or_landline,
  usher_phone_other
} usher_phone_kind;

// Where the country code of a number was read.
typedef enum {
  usher_phone_from_plus,
  usher_phone_from_dialling_prefix,  // 00, or what the region dials instead
  usher_phone_from_bare_digits,
  usher_phone_from_region
} usher_phone_country_source;

// A number of E.164: at most 15 digits, the country code first; 0 where the outcome is not valid.
typedef struct {
  usher_phone_outcome outcome;
  usher_phone_country_source source;
  usher_phone_kind kind;
  uint64_t digits;
} usher_phone_reading;

// A region of ISO 3166-1: its country code (0: unknown region), and the digits that are dialled
// before a national number there, ended by a zero octet ("0" in Germany, "" in Italy).
typedef struct {
  int32_t country_code;
  char trunk_prefix[8];
} usher_phone_region;

// Reads ASCII digits with or without a "+" before them; region is two capitals ended by a zero.
// All three may be called on any thread.
usher_phone_reading usher_phone_read(const char *text, size_t length, const char *region);
usher_phone_kind usher_phone_kind_of(uint64_t digits);
usher_phone_region usher_phone_find_region(const char *region);

#ifdef __cplusplus
}
#endif
#endif
