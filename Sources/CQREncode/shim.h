// libqrencode: the dark and light modules of QR codes.
#pragma once

#if __has_include(<qrencode.h>)
#include <qrencode.h>
#else
#error "usher needs libqrencode. Install libqrencode-dev (Debian, Ubuntu: apt install libqrencode-dev; macOS: brew install qrencode), or run Sources/get-libraries."
#endif
