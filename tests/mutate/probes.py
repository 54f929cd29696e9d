# SPDX-License-Identifier: GPL-2.0-or-later
"""A C file that notes which of its statements were reached: each writes a byte into a file that all programs of a tree map, so that
one that is killed has told, too. Statements that follow one another without a choice share a byte. Where it is not known how to put
one in, a statement has the byte of what is around it, which is reached at least as often."""
import bisect, re

from faults import blank, functions

LABEL = re.compile(r"\s*(?:case\b[^:?;{}]*|default\s*|[A-Za-z_]\w*\s*):(?!:)")
CONTROL = re.compile(r"\s*(?:if|for|while|switch|else|do|return|goto|break|continue)\b|\s*\w*foreach\w*\b")
BLOCK = re.compile(r"\s*(?:(?:if|for|while|switch|else|do)\b|\w*foreach\w*\b)")
PRELUDE = "extern volatile unsigned char *reached_at; "

# Linked into every program of the tree.
MAP = r"""
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>
static unsigned char nowhere[SIZE];
volatile unsigned char *reached_at = nowhere;
__attribute__((constructor(101))) static void map_it(void)
{
	int fd = open(REACHED, O_RDWR | O_CLOEXEC);
	void *at = fd < 0 ? MAP_FAILED : mmap(0, SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

	if (at != MAP_FAILED)
		reached_at = at;
	if (fd >= 0)
		close(fd);
}
"""


class Probes:
    """text: with bytes from first on; number_at(place): of the statement at this place of the original, -1 outside functions."""

    def __init__(self, text, first):
        self.places, self.numbers, self.inserted = [], [], []
        self.first = self.next = first
        code = blank(text)
        for begin, end in functions(code):
            self.function(code, begin, end)
        parts, at = [], 0
        for place, _, what in sorted(self.inserted):
            parts += [text[at:place], what]
            at = place
        self.text = PRELUDE + "".join(parts) + text[at:]

    def number_at(self, place):
        i = bisect.bisect_right(self.places, place) - 1
        return self.numbers[i] if i >= 0 else -1

    def new(self, place, form):
        number, self.next = self.next, self.next + 1
        self.inserted.append((place, len(self.inserted), form % ("reached_at[%d] = 1;" % number)))
        return number

    def function(self, code, begin, end):
        depth, wrapped, statement, header = 0, False, begin, False
        blocks = []  # of each open block: the byte of its last statement, whether it only follows, what began the block
        i = begin
        fresh = True
        blocks.append([None, False, ""])
        i += 1
        while i < end:
            if fresh:
                fresh, wrapped, header = False, False, False
                labelled = False
                while (m := LABEL.match(code, i, end)):
                    i, labelled = m.end(), True
                while i < end and code[i].isspace():
                    i += 1
                if i >= end:
                    break
                statement, block = i, blocks[-1]
                if code[i] not in "{}":
                    is_control = bool(CONTROL.match(code, i))
                    ends_do = block[2] in ("did", "doing") and re.compile(r"while\b").match(code, i)
                    follows = re.compile(r"else\b").match(code, i) or ends_do
                    block[2] = "" if ends_do or block[2] == "did" else block[2]
                    if not follows and (labelled or not block[1] or block[0] is None):
                        block[0] = self.new(i, "%s ")
                    block[1] = not is_control
                    self.places.append(i)
                    self.numbers.append(block[0])
            c = code[i]
            if depth == 0 and not wrapped:
                word = re.compile(r"(?<!\w)(?:if|for|while|else|do)\b").match(code, i)
                if word:
                    header = word.group(0) not in ("else", "do")
                    i = word.end()
                    if not header:
                        i, wrapped = self.body(code, i, end)
                        if word.group(0) == "do" and code[i] != "{":
                            blocks[-1][2] = "did" if wrapped else "doing"
                    continue
            if c == "{" and depth == 0 and not wrapped and (i == statement or BLOCK.match(code, statement)):
                blocks.append([None, False, "do" if re.compile(r"do\b").match(code, statement) else ""])
                fresh = True
            elif c in "({[":
                depth += 1
            elif c == "}" and depth == 0:
                kind = blocks.pop()[2]
                if blocks:
                    blocks[-1][1] = False
                    blocks[-1][2] = "did" if kind == "do" else blocks[-1][2]
                fresh = True
            elif c in ")}]":
                depth -= 1
                if depth == 0 and header:
                    header = False
                    i, wrapped = self.body(code, i + 1, end)
                    continue
            elif c == ";" and depth == 0:
                if wrapped:
                    self.inserted.append((i + 1, len(self.inserted), " }"))
                fresh = True
            i += 1

    def body(self, code, i, end):
        """After what decides: a single statement without braces gets them."""
        while i < end and code[i].isspace():
            i += 1
        if code[i] in "{;" or re.compile(r"(?:if|for|while|switch|do)\b|\w*foreach").match(code, i):
            return i, False
        number = self.new(i, "{ %s ")
        self.places.append(i)
        self.numbers.append(number)
        return i, True
