#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes gates and flip-flops of every block as formulas in C++, from the table of figures on a page.

Usage: formulas.py docs/reference/synthesis.md platform/cost/block_formulas.cpp

A block that was mapped at more than two shapes has the formula of fit.py, one of two shapes the line
through both, one of a single shape its figures.
"""
import math
import pathlib
import sys

import fit
import table

MOST_PARAMETERS = 5
HEAD = """// SPDX-License-Identifier: Apache-2.0
// Gates and flip-flops of the blocks: written by `make synth` from docs/reference/synthesis.md.
// clang-format off
#include "platform/cost/block_formula.h"

namespace tinsim {

const std::vector<BlockFormulas>& block_formulas() {
  static const std::vector<BlockFormulas> formulas = {
"""
TAIL = """  };
  return formulas;
}

}  // namespace tinsim
"""


def line_through(shapes, values):
    """The line through two shapes, by the parameter in which they differ most, and its greatest error.

    Hardware does not shrink with a parameter: of a figure that falls, the greater value holds for both.
    """
    name = max(fit.varied(shapes), key=lambda n: max(s[n] for s in shapes) / min(s[n] for s in shapes))
    low, high = sorted(zip(shapes, values), key=lambda each: each[0][name])
    slope = (high[1] - low[1]) / (high[0][name] - low[0][name])
    if slope <= 0:
        return fit.Formula(low[1]), low[1] / high[1] - 1
    return fit.Formula(high[1] - slope * high[0][name], [slope], [fit.Term({name: 1}, ())]), math.nan


def figure(shapes, values):
    """(formula, greatest error, error of the largest shape left out); an error that is not known is NaN."""
    if len(shapes) == 1 or len(set(values)) == 1:
        return fit.Formula(max(values)), math.nan if len(shapes) == 1 else 0.0, math.nan
    found = fit.fit(shapes, values) if len(shapes) > 2 else None
    if not found:
        return *line_through(shapes[:1] + shapes[-1:], values[:1] + values[-1:]), math.nan
    largest = fit.largest(shapes)
    errors = [abs(error) for error, shape in fit.left_out(shapes, values) if shape == largest]
    return found[0], found[1], max(errors, default=math.nan)


def cpp_number(number):
    return "kUnknown" if math.isnan(number) else f"{number:.6g}"


def cpp_term(names, factor, term):
    powers = ", ".join(str(term.powers.get(name, 0)) for name in names)
    in_log = ", ".join("true" if name in term.in_log else "false" for name in names)
    return f"{{{factor:.6g}, {{{powers}}}, {{{in_log}}}}}"


def cpp_figure(names, of):
    formula, error, error_left_out = of
    parts = ", ".join(cpp_term(names, factor, term) for factor, term in formula.terms)
    return f"{{{formula.constant:.6g}, {{{parts}}}, {cpp_number(error)}, {cpp_number(error_left_out)}}}"


def cpp_block(block, rows):
    names = list(rows[0]["parameters"])
    assert len(names) <= MOST_PARAMETERS, block
    shapes = [row["parameters"] for row in rows]
    lines = [f'    {{"{block}", {{{", ".join(chr(34) + name + chr(34) for name in names)}}}, {len(rows)}, '
             f'{{{", ".join(str(max(shape[name] for shape in shapes)) for name in names)}}},']
    for which in ("gates", "flops"):
        lines.append(f"     {cpp_figure(names, figure(shapes, [row[which] for row in rows]))},")
    lines[-1] = lines[-1][:-1] + "},"
    return lines


def source(rows):
    """The C++ source; blocks without a mapped shape are not in it."""
    lines = [line for block, good in table.mapped(rows).items() if good for line in cpp_block(block, good)]
    return HEAD + "\n".join(lines) + "\n" + TAIL


def write(page, path):
    path.write_text(source(table.rows_of(page)))


if __name__ == "__main__":
    write(*map(pathlib.Path, sys.argv[1:]))
