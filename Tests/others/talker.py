"""What the trials share: a person who speaks text on a connection."""


class Violation(Exception):
    """Something that must never be."""


class Talker:
    """Says lines on `self.lines`, a text file of the connection, and reads replies."""

    def reply(self):
        while True:
            line = self.lines.readline()
            if not line:
                raise Violation("closed")
            if line[3:4] == " ":
                return line.strip()

    def ask(self, line, code):
        self.lines.write(line + "\r\n")
        self.lines.flush()
        answer = self.reply()
        print(f"  {line.split(' usher-')[0]} -> {answer}")
        if not answer.startswith(code):
            raise Violation(f"{answer} instead of {code}")
