#include "include/phone_numbers.h"
int usher_phone_version(void) { return 1; }
