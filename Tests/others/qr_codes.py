"""What usher draws where an account is linked is read again by zbar, as a phone would: a code that
is typed elsewhere, and the address of a browser with all that is secret in it.

  Tests/with-others zbar         runs this

Arguments: the program and a folder to work in. Ends with 0 if all holds.
"""

import json
import os
import subprocess
import sys

import linking
from linking import require

IDENTITY = os.path.join(os.path.dirname(__file__), "../MobilityTests/stand-in-identity.py")
PIXELS = 4  # a module


def picture(program):
    """The lines of a code, as they are drawn."""
    first = program.hears("^[█▀▄ ]{29,}$").group()
    # Two modules stand one above the other.
    return [first] + [program.hears("^[█▀▄ ]{29,}$").group() for _ in range(len(first) // 2)]


def read(lines, path):
    """What zbar reads in a picture that was drawn light on dark."""
    rows = []
    for line in lines:
        for light in ("█▀", "█▄"):
            row = b"".join((b"\xff" if mark in light else b"\0") * PIXELS for mark in line)
            rows += [row] * PIXELS
    with open(path, "wb") as file:
        file.write(b"P5 %d %d 255\n" % (len(rows[0]), len(rows)) + b"".join(rows))
    told = subprocess.run(["zbarimg", "-q", "--raw", path], capture_output=True, check=False)
    return told.stdout.decode().strip()


def main(usher, folder):
    control = {"settings": {"redirects": ["http://127.0.0.1/callback"]}}
    provider = subprocess.Popen(
        [sys.executable, IDENTITY, "--end-with-input", "--control", json.dumps(control)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        origin = provider.stdout.readline().strip()
        common = {
            "clientID": "usher", "scopes": ["profile"], "token": f"{origin}/token",
            "revocation": f"{origin}/revoke"}
        configuration = linking.configure(folder, [
            {"name": "uber", "device": f"{origin}/device_authorization", **common},
            {"name": "bolt", "ways": ["paste"], "loopbackPort": 8491,
             "authorize": f"{origin}/authorize", "issuer": origin, **common}])
        os.environ["LANG"] = "C.UTF-8"
        with linking.Program(usher, folder, configuration, at_terminal=True) as program:
            program.say("link uber")
            complete = program.hears(r"Or open (\S+), which").group(1)
            program.hears('"qr"')
            program.say("qr")
            require(read(picture(program), os.path.join(folder, "uber.pgm")) == complete,
                    "the code of uber is read as the address that was told")
            program.say("stop")
            program.hears("not linked")
            address = program.links("bolt")
            program.hears('"qr"')
            program.say("qr")
            require(read(picture(program), os.path.join(folder, "bolt.pgm")) == address,
                    "the code of bolt is read as the address that was told")
            program.say("stop")
            program.hears("not linked")
            program.quits()
    finally:
        provider.stdin.close()
        linking.end(provider)


linking.run(main)
