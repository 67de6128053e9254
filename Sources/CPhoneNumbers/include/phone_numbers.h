// The C face of libphonenumber that usher uses.
#ifndef USHER_PHONE_NUMBERS_H
#define USHER_PHONE_NUMBERS_H
int usher_phone_version(void);
#endif
