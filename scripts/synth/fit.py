# SPDX-License-Identifier: Apache-2.0
"""How the figures of a block scale: least squares over its shapes, with few terms."""
import itertools
import math

# The terms that a formula may have, by the parameters of a block: what hardware is made of, a port
# or a VC, pairs of them, requests, and trees. A formula has at most MOST_TERMS and a constant.
MOST_TERMS = 2


def terms(names):
    """Names of the terms for parameters like ["N", "V"], and their values as functions."""
    made = {}
    for name in names:
        made[name] = lambda shape, n=name: shape[n]
        made[f"{name}^2"] = lambda shape, n=name: shape[n] ** 2
        made[f"log2({name})"] = lambda shape, n=name: math.log2(shape[n])
        made[f"{name} log2({name})"] = lambda shape, n=name: shape[n] * math.log2(shape[n])
    for one, other in itertools.combinations(names, 2):
        made[f"{one} {other}"] = lambda shape, a=one, b=other: shape[a] * shape[b]
        made[f"{one}^2 {other}"] = lambda shape, a=one, b=other: shape[a] ** 2 * shape[b]
        made[f"log2({one} {other})"] = lambda shape, a=one, b=other: math.log2(shape[a] * shape[b])
    return made


def solve(matrix, right):
    """Gaussian elimination with pivots; None if the matrix is singular."""
    size = len(right)
    rows = [list(row) + [value] for row, value in zip(matrix, right)]
    for k in range(size):
        pivot = max(range(k, size), key=lambda r: abs(rows[r][k]))
        if abs(rows[pivot][k]) < 1e-9:
            return None
        rows[k], rows[pivot] = rows[pivot], rows[k]
        for r in range(size):
            if r != k:
                factor = rows[r][k] / rows[k][k]
                rows[r] = [a - factor * b for a, b in zip(rows[r], rows[k])]
    return [rows[k][size] / rows[k][k] for k in range(size)]


def least_squares(columns, values):
    """Factors of the columns with the least squared relative error, and the greatest such error."""
    weighted = [[entry / value for entry, value in zip(column, values)] for column in columns]
    normal = [[sum(a * b for a, b in zip(one, other)) for other in weighted] for one in weighted]
    factors = solve(normal, [sum(column) for column in weighted])
    if factors is None or any(factor < 0 for factor in factors[1:]):
        return None  # hardware does not shrink with a parameter
    error = max(abs(sum(f * c[k] for f, c in zip(factors, weighted)) - 1)
                for k in range(len(values)))
    return factors, error


def fit(shapes, values):
    """The formula with the least error: (text, greatest relative error), or None.

    `shapes` are dictionaries of parameters, `values` the figures. A formula has fewer factors than
    there are shapes, so that its error says something.
    """
    names = [name for name in shapes[0] if len({shape[name] for shape in shapes}) > 1]
    if not names or min(values) <= 0:
        return None
    candidates = terms(names)
    best = None
    for number in range(1, min(MOST_TERMS, len(shapes) - 2) + 1):
        for chosen in itertools.combinations(candidates, number):
            columns = [[1.0] * len(shapes)]
            columns += [[candidates[term](shape) for shape in shapes] for term in chosen]
            found = least_squares(columns, values)
            if found and (best is None or found[1] < 0.7 * best[1]):
                best = (formula(found[0], chosen), found[1])
    return best


def formula(factors, chosen):
    parts = [f"{factors[0]:.4g}"] + [f"{factor:.4g} {term}"
                                     for factor, term in zip(factors[1:], chosen)]
    return " + ".join(parts).replace("+ -", "- ")
