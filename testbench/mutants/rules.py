# SPDX-License-Identifier: Apache-2.0
"""The rules by which bugs are planted: operator, constant, condition and reset. Those of priority are in
priority.py. A rule yields Mutants of the nodes that it is given."""

import re
from dataclasses import dataclass, field

OPERATORS = {"+": "-", "-": "+", "&": "|", "|": "&", "&&": "||", "||": "&&", "==": "!=",
             "!=": "==", "<": "<=", "<=": "<", ">": ">=", ">=": ">", "<<": ">>", ">>": "<<",
             "^": "|"}
COMPOUND = {"+=": "-=", "-=": "+=", "&=": "|=", "|=": "&=", "^=": "|="}
RESET = re.compile(r"\(*\s*[!~]?\s*rst_ni\s*\)*$")


@dataclass
class Mutant:
    """`source[start:end]`, an expression or a statement, is replaced by `text`."""
    rule: str
    start: int
    end: int
    statement: bool
    text: str
    what: str
    line: int
    file: str = ""
    number: int = field(default=0)


def squeeze(text):
    """Text on one line, short enough for a table."""
    text = re.sub(r"//[^\n]*", " ", text)
    text = re.sub(r"\s+", " ", text).strip()
    return text if len(text) <= 70 else f"{text[:45]} … {text[-20:]}"


def expression(rule, node, text, what=None):
    return Mutant(rule, node.start, node.end, False, text,
                  what or f"{squeeze(node.text)} → {squeeze(text)}", node.line)


def statement(rule, node, text, what, line=None):
    """`text` in place of the whole statement of which the node is the core, its semicolon included."""
    whole = next((a for a in [node, *node.ancestors()] if a.type == "statement_item"), node)
    return Mutant(rule, whole.start, whole.end, True, text, what, line or node.line)


def is_reset(condition):
    return RESET.match(condition.text) is not None


def reset_branch(node):
    """Whether a node is in what a process does while its reset is active."""
    child = node
    for parent in node.ancestors():
        if parent.type == "conditional_statement":
            condition = parent.of("cond_predicate")[0]
            if is_reset(condition) and "rst" in condition.text and \
                    child is parent.of("statement_or_null")[0]:
                return condition.text.strip("( ")[0] in "!~"
        child = parent
    return False


def changed_literal(text):
    """0 <-> 1, '0 <-> '1, k -> k + 1 in the width of the literal; None if it has none of these forms."""
    if text in ("'0", "'1"):
        return "'1" if text == "'0" else "'0"
    match = re.fullmatch(r"(\d*)(?:'(s?)([bdohBDOH]))?([0-9a-fA-F_]+)", text)
    if not match:
        return None
    size, sign, base, digits = match.groups()
    if base is None:
        size, digits = "", text
    radix = {"b": 2, "o": 8, "h": 16}.get((base or "d").lower(), 10)
    value = int(digits.replace("_", ""), radix)
    value = 0 if value == 1 else value + 1
    if size:
        value %= 1 << int(size)
    digits = {2: "b", 8: "o", 16: "X"}.get(radix, "d")
    return f"{size}'{sign}{base}{value:{digits}}" if base else str(value)


def operand(node):
    """Text of an operand, which binds as it did beside an operator of another precedence."""
    return f"({node.text})" if node.named("operator") is not None else node.text


def operator_mutants(nodes):
    for node in nodes:
        sign = node.named("operator")
        if node.type == "expression" and node.named("left") is not None and sign is not None:
            new = OPERATORS.get(sign.text)
            if new:
                left, right = operand(node.named("left")), operand(node.named("right"))
                yield expression("operator", node, f"{left} {new} {right}",
                                 f"{squeeze(node.text)}: {sign.text} → {new}")
        elif node.type == "expression" and node.named("argument") is not None and \
                not is_reset(node):
            argument = node.named("argument").text
            if sign.text == "~":
                yield expression("operator", node, argument)
            elif sign.text == "!":
                yield expression("operator", node, f"!(!{argument})",
                                 f"{squeeze(node.text)} → {squeeze(argument)}")
        elif node.type == "operator_assignment":
            sign = node.of("assignment_operator")[0]
            new = COMPOUND.get(sign.text)
            if new:
                text = node.source[node.start:sign.start] + new + node.source[sign.end:node.end]
                yield statement("operator", node, text + ";",
                                f"{squeeze(node.text)}: {sign.text} → {new}")


def constant_mutants(nodes):
    for node in nodes:
        if node.type == "primary_literal" and not reset_branch(node):
            new = changed_literal(node.text)
            if new and new != node.text:
                context = next(a for a in node.ancestors()
                               if len(a.text) > len(node.text) + 6 or a.type.endswith("assignment"))
                yield expression("constant", node, new,
                                 f"{node.text} → {new} in {squeeze(context.text)}")


def condition_mutants(nodes):
    for node in nodes:
        if node.type == "cond_predicate" and node.parent.type == "conditional_statement":
            if not is_reset(node):
                condition = node.children[0]
                for new in (f"!({condition.text})", "1'b1", "1'b0"):
                    yield expression("condition", condition, new,
                                     f"if ({squeeze(condition.text)}) → if ({squeeze(new)})")
        elif node.type == "conditional_expression":
            condition = node.children[0]
            yield expression("condition", condition, f"!({condition.text})",
                             f"arms of {squeeze(node.text)} swapped")


def reset_mutants(nodes):
    for node in nodes:
        if node.type != "nonblocking_assignment" or not reset_branch(node):
            continue
        yield statement("reset", node, "", f"not reset: {squeeze(node.text)}")
        value = next((c for c in node.children if c.type == "expression"), None)
        if value is not None and not value.text.startswith("'{"):
            new = changed_literal(value.text) or f"~({value.text})"
            yield expression("reset", value, new, f"reset {squeeze(node.text)} → {squeeze(new)}")
