# SPDX-License-Identifier: Apache-2.0
"""All mutants of a block in one source: mutant k is active if the simulator has +tin_mutant=k."""

from priority import priority_mutants
from rules import condition_mutants, constant_mutants, operator_mutants, reset_mutants
from scope import closure, elaborated_functions, functions, live_functions, runtime_nodes

MAKERS = {"operator": operator_mutants, "constant": constant_mutants,
          "condition": condition_mutants, "reset": reset_mutants, "priority": priority_mutants}
RULES = tuple(MAKERS)
ACTIVE = "tin_mutant_pkg::Active"
# Read once, before any process runs; without the argument it is 0, which is no mutant.
PACKAGE = """// The number of the mutant that is active.
package tin_mutant_pkg;
  function automatic int unsigned chosen();
    int unsigned number;
    if ($value$plusargs("tin_mutant=%d", number) == 0) number = 0;
    return number;
  endfunction
  int unsigned Active = chosen();
endpackage
"""


def find_mutants(own, packages=()):
    """All mutants of a block: of its modules, and of the functions of packages that these call. Both are
    lists of (name of the file, root)."""
    everything = [root for _, root in (*packages, *own)]
    bodies = {}
    for root in everything:
        bodies.update(functions(root))
    fixed = set()
    for root in everything:
        fixed |= elaborated_functions(root, bodies)
    called = set()
    for _, root in own:
        called |= live_functions(root, fixed)
    called = closure(called, bodies) - fixed
    found = []
    for file, root in (*own, *packages):
        nodes = runtime_nodes(root, called)
        for maker in MAKERS.values():
            for mutant in maker(nodes):
                mutant.file = file
                found.append(mutant)
    return found


def alone(source, mutant):
    """The source with one mutant in place of the original."""
    return source[:mutant.start] + mutant.text + source[mutant.end:]


def either(mutants, original):
    """An expression or a statement that is one of the mutants, or else the original. The operands of
    `?:` give width and sign to each other as those of the original's place do."""
    if mutants[0].statement:
        text = "begin "
        for mutant in mutants:
            text += f"if ({ACTIVE} == 32'd{mutant.number}) begin {mutant.text} end else "
        return f"{text}begin {original} end end"
    text = "("
    for mutant in mutants:
        text += f"({ACTIVE} == 32'd{mutant.number}) ? ({mutant.text}) : "
    return f"{text}({original}))"


def rewrite(source, mutants):
    """`source` with numbered mutants. The text of a mutant has no others: only one is active."""
    places = {}
    for mutant in mutants:
        places.setdefault((mutant.start, -mutant.end, not mutant.statement), []).append(mutant)

    def render(start, end, todo):
        text = ""
        while todo:
            begin, minus_end, _ = todo[0]
            inside = [span for span in todo[1:] if span[0] < -minus_end]
            text += source[start:begin]
            text += either(places[todo[0]], render(begin, -minus_end, inside))
            start = -minus_end
            todo = todo[1 + len(inside):]
        return text + source[start:end]

    return render(0, len(source), sorted(places))
