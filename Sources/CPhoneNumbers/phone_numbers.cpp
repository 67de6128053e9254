// libphonenumber behind a C face. Nothing thrown gets out, and the library is kept from logging.
#include "phone_numbers.h"

// All the rest stands in the other branch, so that this is the only error a newcomer reads.
#if !__has_include(<phonenumbers/phonenumberutil.h>)
#error "usher needs libphonenumber. Install libphonenumber-dev (Debian, Ubuntu: apt install libphonenumber-dev; macOS: brew install libphonenumber), or run Sources/get-libraries."
#else

#include <phonenumbers/logger.h>
#include <phonenumbers/phonenumberutil.h>

#include <array>
#include <cstring>
#include <string>
#include <tuple>

using i18n::phonenumbers::NullLogger;
using i18n::phonenumbers::PhoneNumber;
using i18n::phonenumbers::PhoneNumberUtil;

namespace {

// ITU-T E.164, 6.2: at most 15 digits, the country code among them.
const size_t digits_max = 15;

// The library's one instance: its logger is global, so it is set once, before the first use.
const PhoneNumberUtil &library() {
  static const PhoneNumberUtil *const instance = [] {
    PhoneNumberUtil *made = PhoneNumberUtil::GetInstance();
    made->SetLogger(new NullLogger());
    return made;
  }();
  return *instance;
}

usher_phone_outcome outcome_of(PhoneNumberUtil::ErrorType error) {
  switch (error) {
    case PhoneNumberUtil::NO_PARSING_ERROR: return usher_phone_valid;
    case PhoneNumberUtil::INVALID_COUNTRY_CODE_ERROR: return usher_phone_unknown_country;
    // Only digits come here, and of those it calls fewer than two no number.
    case PhoneNumberUtil::NOT_A_NUMBER:
    case PhoneNumberUtil::TOO_SHORT_AFTER_IDD:
    case PhoneNumberUtil::TOO_SHORT_NSN: return usher_phone_too_short;
    case PhoneNumberUtil::TOO_LONG_NSN: return usher_phone_too_long;
    default: return usher_phone_not_a_number;
  }
}

usher_phone_outcome outcome_of(PhoneNumberUtil::ValidationResult result) {
  switch (result) {
    // Local only: a number within a town, without the town.
    case PhoneNumberUtil::IS_POSSIBLE_LOCAL_ONLY:
    case PhoneNumberUtil::TOO_SHORT: return usher_phone_too_short;
    case PhoneNumberUtil::TOO_LONG: return usher_phone_too_long;
    case PhoneNumberUtil::INVALID_COUNTRY_CODE: return usher_phone_unknown_country;
    default: return usher_phone_unassigned;
  }
}

usher_phone_country_source source_of(const PhoneNumber &number) {
  switch (number.country_code_source()) {
    case PhoneNumber::FROM_NUMBER_WITH_PLUS_SIGN: return usher_phone_from_plus;
    case PhoneNumber::FROM_NUMBER_WITH_IDD: return usher_phone_from_dialling_prefix;
    case PhoneNumber::FROM_NUMBER_WITHOUT_PLUS_SIGN: return usher_phone_from_bare_digits;
    default: return usher_phone_from_region;
  }
}

usher_phone_kind kind_of(PhoneNumberUtil::PhoneNumberType type) {
  switch (type) {
    case PhoneNumberUtil::MOBILE: return usher_phone_mobile;
    case PhoneNumberUtil::FIXED_LINE: return usher_phone_landline;
    case PhoneNumberUtil::FIXED_LINE_OR_MOBILE: return usher_phone_mobile_or_landline;
    default: return usher_phone_other;
  }
}

// The mark of a local number in a telephone link (RFC 3966, 5.1.5). The library takes what stands
// before it as it is; without one it searches the text for where a number may begin and end, which
// is a third of its time and finds nothing where there are only digits.
const char *const all_is_number = ";phone-context=x";

usher_phone_reading read(const std::string &text, const char *region) {
  usher_phone_reading reading = {usher_phone_valid, usher_phone_from_region, usher_phone_other, 0};
  PhoneNumber number;
  // Keeping the text is the only way to be told where the country code came from.
  reading.outcome =
      outcome_of(library().ParseAndKeepRawInput(text + all_is_number, region, &number));
  if (reading.outcome != usher_phone_valid) return reading;
  reading.source = source_of(number);
  // Of zeros alone it would hand back all it was given.
  std::string e164 = text;
  if (number.national_number() != 0) library().Format(number, PhoneNumberUtil::E164, &e164);
  if (e164.size() > digits_max + 1) {
    reading.outcome = usher_phone_too_long;
    return reading;
  }
  // IsValidNumber asks whether this is unknown; asking both would double the time.
  const PhoneNumberUtil::PhoneNumberType type = library().GetNumberType(number);
  if (type == PhoneNumberUtil::UNKNOWN) {
    reading.outcome = outcome_of(library().IsPossibleNumberWithReason(number));
    return reading;
  }
  reading.kind = kind_of(type);
  reading.digits = std::stoull(e164.substr(1));
  return reading;
}

// What the library said of the numbers that were read last: an office books for the same people
// day by day, and the library takes as long for a number as the rest of a line does. What it says
// of a text never changes, so nothing here grows old; a text that falls on another's place takes it.
class RecentReadings {
 public:
  struct Place {
    std::array<char, 24> text;
    std::array<char, 2> region;
    uint8_t length;
    usher_phone_reading reading;

    bool holds(const char *other, size_t size, const char *of) const {
      return length == size && std::memcmp(text.data(), other, size) == 0 &&
             std::memcmp(region.data(), of, region.size()) == 0;
    }

    void keep(const char *other, size_t size, const char *of, usher_phone_reading found) {
      std::memcpy(text.data(), other, size);
      std::memcpy(region.data(), of, region.size());
      length = static_cast<uint8_t>(size);
      reading = found;
    }
  };

  // The place of a text; null for one that is too long to be kept.
  Place *place(const char *text, size_t length, const char *region) {
    if (length == 0 || length > std::tuple_size<decltype(Place::text)>::value) return nullptr;
    // FNV-1a, 32 bits.
    uint32_t hash = 2166136261u;
    for (size_t index = 0; index < length; index++) hash = step(hash, text[index]);
    hash = step(step(hash, region[0]), region[1]);
    return &places_[(hash ^ (hash >> 16)) % places_.size()];
  }

 private:
  static uint32_t step(uint32_t hash, char octet) {
    return (hash ^ static_cast<uint8_t>(octet)) * 16777619u;
  }

  // 512 numbers are 22 KB for each thread that reads numbers.
  std::array<Place, 512> places_ = {};
};

}  // namespace

usher_phone_reading usher_phone_read(const char *text, size_t length, const char *region) {
  static thread_local RecentReadings recent;
  try {
    RecentReadings::Place *const place = recent.place(text, length, region);
    if (place == nullptr) return read(std::string(text, length), region);
    if (!place->holds(text, length, region)) {
      place->keep(text, length, region, read(std::string(text, length), region));
    }
    return place->reading;
  } catch (...) {
    return {usher_phone_not_a_number, usher_phone_from_region, usher_phone_other, 0};
  }
}

usher_phone_kind usher_phone_kind_of(uint64_t digits) {
  try {
    const std::string text = "+" + std::to_string(digits);
    return usher_phone_read(text.data(), text.size(), "ZZ").kind;
  } catch (...) {
    return usher_phone_other;
  }
}

usher_phone_region usher_phone_find_region(const char *region) {
  usher_phone_region found = {0, ""};
  try {
    std::string trunk;
    library().GetNddPrefixForRegion(region, true, &trunk);
    if (trunk.size() >= sizeof found.trunk_prefix) return found;
    std::memcpy(found.trunk_prefix, trunk.c_str(), trunk.size() + 1);
    found.country_code = library().GetCountryCodeForRegion(region);
  } catch (...) {
    found.country_code = 0;
  }
  return found;
}

#endif
