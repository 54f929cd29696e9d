# SPDX-License-Identifier: GPL-2.0-or-later
"""What small faults there is room for in a C file, and in which statement each is."""
import hashlib, re

COMPARISONS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
OPERATORS = {
    "comparison": "a comparison turned",
    "logic": "&& for ||, or || for &&",
    "statement": "a statement gone",
    "constant": "a number one more or one less",
    "zero": "a named number that is 0",
    "condition": "a condition turned round",
    "return": "another value returned",
}


def blank(text):
    """The text without comments, strings and directives, each character in its place."""
    def spaces(m):
        return re.sub(r"[^\n]", " ", m.group(0))
    text = re.sub(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'', spaces, text, flags=re.S)
    return re.sub(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", spaces, text, flags=re.M)


def closing(code, at):
    """Where the bracket at this place ends, or -1."""
    depth = 0
    for i in range(at, len(code)):
        depth += (code[i] == "(") - (code[i] == ")")
        if depth == 0:
            return i
    return -1


def functions(code):
    """Where the bodies of functions begin and end: what is in braces that follow a bracket at the outermost level."""
    bodies, depth, begin = [], 0, 0
    for i, c in enumerate(code):
        if c == "{":
            if depth == 0:
                before = code[:i].rstrip()
                begin = i if before.endswith(")") else -1
            depth += 1
        elif c == "}":
            depth -= 1
            if depth == 0 and begin >= 0:
                bodies.append((begin, i))
    return bodies


def sites(text):
    """All faults that this text has room for: (operator, begin, end, replacement)."""
    code = blank(text)
    found = []
    for m in re.finditer(r"^\t(COST_\w+|[A-Z][A-Z0-9_]+) = (\d+),", code, flags=re.M):
        if m.group(2) != "0":
            found.append(("zero", m.start(2), m.end(2), "0"))
    for begin, end in functions(code):
        body = code[begin:end]
        for m in re.finditer(r"(?<![<>=!\-+*/&|^%])(<=|>=|==|!=|<|>)(?![<>=])", body):
            if m.group(1) in "<>" and not (body[m.start() - 1] == " " and body[m.end()] == " "):
                continue
            found.append(("comparison", begin + m.start(), begin + m.end(), COMPARISONS[m.group(1)]))
        for m in re.finditer(r"&&|\|\|", body):
            found.append(("logic", begin + m.start(), begin + m.end(), "||" if m.group(0) == "&&" else "&&"))
        for m in re.finditer(r"(?<![\w.])(\d+)(?![\w.])", body):
            n = int(m.group(1))
            line = body[body.rfind("\n", 0, m.start()) + 1:m.start()]
            if n < 100000 and not re.search(r"case $|\w\[$", line) and not re.search(r"^\s*(static |const |char |uint)[^=]*$", line):
                more = (m.start() + n) % 2 or n == 0
                found.append(("constant", begin + m.start(), begin + m.end(), str(n + 1 if more else n - 1)))
        for m in re.finditer(r"\b(if|while) \(", body):
            to = closing(body, m.end() - 1)
            if to > 0:
                condition = text[begin + m.end():begin + to]
                found.append(("condition", begin + m.end(), begin + to, "!(" + condition + ")"))
        for m in re.finditer(r"\breturn ([^;\n]+);", body):
            value = text[begin + m.start(1):begin + m.end(1)]
            other = {"true": "false", "false": "true", "0": "-1", "1": "0", "NULL": None}.get(value, "0")
            if other and not re.match(r"\{|\(struct", value):
                found.append(("return", begin + m.start(1), begin + m.end(1), other))
        for m in re.finditer(r"^[ \t]+((?:\(void\))?[a-z_][\w\->.\[\]*]*(?: [-+*/|&^%]?= |\+\+;|--;|\()[^;]*;|\*[a-z_][^;={}]* = [^;]*;)$",
                             body, flags=re.M):
            statement = m.group(1)
            if re.match(r"(return|if|while|for|switch|else|break|continue|goto|case|do|free|assert)\b", statement) or \
                    statement.count("(") != statement.count(")") or "{" in statement:
                continue
            found.append(("statement", begin + m.start(1), begin + m.end(1), ";"))
    return sorted(set(found))


def key_of(path, text, site):
    operator, begin, end, other = site
    line_begin, line_end = text.rfind("\n", 0, begin) + 1, text.find("\n", end)
    around = text[max(0, line_begin - 200):line_end + 200]
    return hashlib.sha1("\0".join([path, operator, around, str(begin - line_begin), other]).encode()).hexdigest()[:16]


def shown(path, text, site):
    operator, begin, end, other = site
    old = " ".join(text[begin:end].split())
    line_begin = text.rfind("\n", 0, begin) + 1
    line = " ".join(text[line_begin:text.find("\n", end)].split())
    return "%s:%d: %s: %s -> %s   in: %s" % (path, text.count("\n", 0, begin) + 1, operator, old[:60], other[:60], line[:110])
