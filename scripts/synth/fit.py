# SPDX-License-Identifier: Apache-2.0
"""How the figures of a block scale: least squares over its shapes, with few terms."""
import collections
import itertools
import math

# The terms that a formula may have, by the parameters of a block: what hardware is made of, a port
# or a VC, pairs of them, requests, and trees. A formula has at most MOST_TERMS and a constant.
MOST_TERMS = 2

# A term: the powers of parameters, times the logarithm to base 2 of the product of others, if any.
Term = collections.namedtuple("Term", "powers in_log")


def value(term, shape):
    product = math.prod(shape[name] ** power for name, power in term.powers.items())
    return product * math.log2(math.prod(shape[name] for name in term.in_log)) if term.in_log else product


def term_text(term):
    parts = [name if power == 1 else f"{name}^{power}" for name, power in term.powers.items()]
    return " ".join(parts + ([f"log2({' '.join(term.in_log)})"] if term.in_log else []))


def terms(names):
    """The terms for parameters like ["N", "V"]."""
    made = []
    for name in names:
        made += [Term({name: 1}, ()), Term({name: 2}, ()), Term({}, (name,)), Term({name: 1}, (name,))]
    for one, other in itertools.combinations(names, 2):
        made += [Term({one: 1, other: 1}, ()), Term({one: 2, other: 1}, ()), Term({}, (one, other))]
    return made


class Formula:
    """A constant and factors of terms."""

    def __init__(self, constant, factors=(), chosen=()):
        self.constant, self.terms = constant, list(zip(factors, chosen))

    def at(self, shape):
        return self.constant + sum(factor * value(term, shape) for factor, term in self.terms)

    def __str__(self):
        parts = [f"{factor:.4g} {term_text(term)}" for factor, term in self.terms]
        if self.constant or not parts:
            parts.insert(0, f"{self.constant:.4g}")
        return " + ".join(parts).replace("+ -", "- ")


def solve(matrix, right):
    """Gaussian elimination with pivots; None if the matrix is singular."""
    size = len(right)
    rows = [list(row) + [entry] for row, entry in zip(matrix, right)]
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
    weighted = [[entry / of for entry, of in zip(column, values)] for column in columns]
    normal = [[sum(a * b for a, b in zip(one, other)) for other in weighted] for one in weighted]
    factors = solve(normal, [sum(column) for column in weighted])
    if factors is None or any(factor < 0 for factor in factors[1:]):
        return None  # hardware does not shrink with a parameter
    error = max(abs(sum(f * c[k] for f, c in zip(factors, weighted)) - 1)
                for k in range(len(values)))
    return factors, error


def varied(shapes):
    """Names of the parameters in which the shapes differ."""
    return [name for name in shapes[0] if len({shape[name] for shape in shapes}) > 1]


def fit(shapes, values):
    """The formula with the least error, and its greatest relative error; None: there is none.

    `shapes` are dictionaries of parameters, `values` the figures. A formula has fewer factors than
    there are shapes, so that its error says something.
    """
    names = varied(shapes)
    if not names or min(values) <= 0:
        return None
    best = None
    for number in range(1, min(MOST_TERMS, len(shapes) - 2) + 1):
        for chosen in itertools.combinations(terms(names), number):
            columns = [[1.0] * len(shapes)]
            columns += [[value(term, shape) for shape in shapes] for term in chosen]
            found = least_squares(columns, values)
            if found and (best is None or found[1] < 0.7 * best[1]):
                exact = [0.0 if abs(factor) < 1e-9 * min(values) else factor for factor in found[0]]
                best = (Formula(exact[0], exact[1:], chosen), found[1])
    return best


def largest(shapes):
    return max(shapes, key=lambda shape: math.prod(shape.values()))


def left_out(shapes, values):
    """Each shape predicted by the formula of the others, whose terms are chosen anew: a list of
    (relative error, shape), without those for which the others have no formula."""
    errors = []
    for k, shape in enumerate(shapes):
        found = fit(shapes[:k] + shapes[k + 1:], values[:k] + values[k + 1:])
        if found:
            errors.append((found[0].at(shape) / values[k] - 1, shape))
    return errors
