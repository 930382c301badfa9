# SPDX-License-Identifier: Apache-2.0
"""The rule of priority: who wins of several conditions, iterations or assignments."""

import re

from rules import expression, is_reset, squeeze, statement
from scope import base_names


def plain(text):
    """A copy of a statement beside the original: without names of blocks and of assertions."""
    text = re.sub(r"\b(begin|end)\s*:\s*\w+", r"\1", text)
    return re.sub(r"\b\w+\s*:\s*(assert\b)", r"\1", text)


def branch_mutants(node):
    """Each two branches that follow one another in if / else if, in the other order."""
    conditions, branches = node.of("cond_predicate"), node.of("statement_or_null")
    for n in range(len(conditions) - 1):
        first, second = conditions[n], conditions[n + 1]
        if is_reset(first) or is_reset(second):
            continue
        order = list(range(len(conditions)))
        order[n], order[n + 1] = order[n + 1], order[n]
        parts = [f"if ({conditions[k].text}) {branches[k].text}" for k in order]
        parts += [branch.text for branch in branches[len(conditions):]]
        yield statement("priority", node, plain(" else ".join(parts)),
                        f"if ({squeeze(second.text)}) before if ({squeeze(first.text)})")


def choice_mutants(node):
    """c ? x : d ? y : z becomes d ? y : c ? x : z."""
    first, then, inner = [child for child in node.children if child.type[0] != " "]
    while inner.type != "conditional_expression":
        operands = [child for child in inner.children if child.type not in (" (", " )")]
        if len(operands) != 1:
            return
        inner = operands[0]
    second, other, last = [child for child in inner.children if child.type[0] != " "]
    yield expression("priority", node,
                     f"({second.text}) ? ({other.text}) : ({first.text}) ? ({then.text}) : "
                     f"({last.text})",
                     f"{squeeze(second.text)} ? before {squeeze(first.text)} ?")


def chooses(body, variable):
    """Whether the order of a loop's iterations can matter: an assignment below an `if` to what is not an
    element of its own for each iteration, or a way out of the loop."""
    if re.search(r"\bbreak\b", body.text):
        return True
    for assignment in body.all("operator_assignment", "nonblocking_assignment"):
        sign = assignment.of("assignment_operator")
        target = assignment.of("variable_lvalue")[0]
        if sign and sign[0].text != "=":
            continue
        if re.search(rf"\b{variable}\b", target.text):
            continue
        if any(a.type == "conditional_statement" and a.start >= body.start
               for a in assignment.ancestors()):
            return True
    return False


def loop_mutants(node):
    """A loop that chooses runs from its other end."""
    header = node.of("for_initialization")
    condition = next((c for c in node.children if c.type == "expression"), None)
    if not header or condition is None or condition.named("left") is None:
        return
    declared = header[0].all("for_variable_declaration")
    if not declared:
        return
    variable = declared[0].of("simple_identifier")[0].text
    begin = declared[0].of("expression")[0].text
    body = node.of("statement_or_null")[0]
    if condition.named("left").text != variable or not chooses(body, variable):
        return
    sign, bound = condition.named("operator").text, condition.named("right").text
    last = {"<": f"int'({bound}) - 1", "<=": f"int'({bound})", ">=": f"int'({bound})",
            ">": f"int'({bound}) + 1"}[sign]
    back = (">=", "--") if sign[0] == "<" else ("<=", "++")
    text = (f"for (int {variable} = {last}; {variable} {back[0]} int'({begin}); {variable}{back[1]}) "
            f"{body.text}")
    yield statement("priority", node, plain(text),
                    f"{squeeze(node.source[node.start:body.start])} from the other end")


def assigned(node, kind):
    """Names that statements of a kind assign, other than what is added to a value."""
    found = set()
    for assignment in node.all(kind):
        sign = assignment.of("assignment_operator")
        if not sign or sign[0].text == "=":
            found |= base_names(assignment)
    return found


def order_mutants(node):
    """In a block, a statement before the last earlier one that assigns one of its variables."""
    statements = node.of("statement_or_null")
    for kind in ("operator_assignment", "nonblocking_assignment"):
        targets = [assigned(s, kind) for s in statements]
        for late in range(len(statements)):
            early = next((k for k in reversed(range(late)) if targets[k] & targets[late]), None)
            if early is None:
                continue
            order = list(range(len(statements)))
            order.insert(early, order.pop(late))
            text = node.source[node.start:statements[0].start]
            text += " ".join(statements[k].text for k in order) + " end"
            shared = ", ".join(sorted(targets[early] & targets[late]))
            yield statement("priority", node, plain(text),
                            f"{shared}: {squeeze(statements[late].text)} first",
                            statements[late].line)


def priority_mutants(nodes):
    makers = {"conditional_statement": branch_mutants, "conditional_expression": choice_mutants,
              "loop_statement": loop_mutants, "seq_block": order_mutants}
    for node in nodes:
        if node.type in makers:
            yield from makers[node.type](node)
