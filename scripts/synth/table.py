# SPDX-License-Identifier: Apache-2.0
"""The tables of docs/reference/synthesis.md, from the rows of synth.json."""
import math

import fit

# A path that fits into one cycle of 2.5 ns with a fifth to spare, at 25 ps per NAND2 delay.
MOST_DEPTH = 80
LETTERS = {"NumPorts": "N", "NumVcs": "V", "MaxWords": "W", "NumContexts": "C", "NumSlots": "S", "NumEntries": "E",
           "NumMembers": "M"}


def mark(name, which):
    return f"<!-- make synth: {name}, {which} -->"


def shape_text(row):
    return " ".join(f"{name}={value}" for name, value in row["parameters"].items()) or "-"


def figures(rows):
    """One line per shape."""
    lines = ["| block | shape | gates | flops | memory bits | depth | CPU s | ABC |",
             "|---|---|---|---|---|---|---|---|"]
    for row in rows:
        head = f"| `{row['block']}` | {shape_text(row)} |"
        if "failed" in row:
            lines.append(f"{head} {row['failed']} | | | | {row['seconds']} | |")
            continue
        depth = f"{row['depth']:.0f}"
        depth = f"**{depth}**" if row["depth"] > MOST_DEPTH else depth
        lines.append(f"{head} {row['gates']:,} | {row['flops']:,} | {row['memory_bits']:,} "
                     f"| {depth} | {row['seconds']} | {row['abc']} |")
    return lines


def deep(rows):
    """One line per shape with a path that does not fit, and the parts that registers would cut it to."""
    lines = ["| block | shape | depth | parts of a cycle each |", "|---|---|---|---|"]
    for row in rows:
        if row.get("depth", 0) > MOST_DEPTH:
            lines.append(f"| `{row['block']}` | {shape_text(row)} | {row['depth']:.0f} "
                         f"| {math.ceil(row['depth'] / MOST_DEPTH)} |")
    return lines


def mapped(rows):
    """The rows with figures, by block: those with the parameters of its first row, no other."""
    blocks = {}
    for row in rows:
        parameters, good = blocks.setdefault(row["block"], (set(row["parameters"]), []))
        if "failed" not in row and set(row["parameters"]) == parameters:
            good.append(row)
    return {block: good for block, (_, good) in blocks.items()}


def letters(row):
    """The parameters of a row as formulas name them."""
    return {LETTERS.get(name, name): value for name, value in row["parameters"].items()}


def error_text(error, shape):
    return f"{100 * error:+.0f} %: {' '.join(f'{name}={of}' for name, of in shape.items())}"


def left_out_texts(shapes, values):
    """Errors of shapes that were not used: the greatest one, and that of the largest shape."""
    errors = fit.left_out(shapes, values)
    if not errors:
        return "-", "-"
    largest = [each for each in errors if each[1] == fit.largest(shapes)]
    return (error_text(*max(errors, key=lambda each: abs(each[0]))),
            error_text(*largest[0]) if largest else "-")


def scaling(rows):
    """One line per block and figure, for blocks that were mapped at more than three shapes."""
    lines = ["| block | figure | formula | shapes | greatest error | of a shape left out | of the largest left out |",
             "|---|---|---|---|---|---|---|"]
    for block, good in mapped(rows).items():
        if len(good) < 4:
            continue
        shapes = [letters(row) for row in good]
        for figure in ("gates", "flops", "depth"):
            values = [round(row[figure]) for row in good]  # as the table of figures has them
            found = fit.fit(shapes, values)
            if found:
                lines.append(f"| `{block}` | {figure} | {found[0]} | {len(good)} | {100 * found[1]:.1f} % "
                             f"| {' | '.join(left_out_texts(shapes, values))} |")
    return lines


def number(text):
    return int(text.strip(" *").replace(",", ""))


def rows_of(page):
    """The rows of the table of figures on a page that update() wrote; those without figures say why."""
    text = page.read_text().split(mark("figures", "begin"))[1].split(mark("figures", "end"))[0]
    rows = []
    for line in text.strip().splitlines()[2:]:
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        parameters = {} if cells[1] == "-" else dict(pair.split("=") for pair in cells[1].split())
        row = {"block": cells[0].strip("`"),
               "parameters": {name: int(value) for name, value in parameters.items()},
               "seconds": int(cells[6])}
        if cells[3]:
            row.update(zip(("gates", "flops", "memory_bits", "depth"), map(number, cells[2:6])), abc=cells[7])
        else:
            row["failed"] = cells[2]
        rows.append(row)
    return rows


def update(page, rows):
    """Writes the tables between the marks of a Markdown page."""
    replace(page, {"figures": figures(rows), "deep": deep(rows), "scaling": scaling(rows)})


def replace(page, tables):
    """Writes lines between the marks of a page, by the name of the marks."""
    text = page.read_text()
    for name, lines in tables.items():
        begin, end = mark(name, "begin"), mark(name, "end")
        if text.count(begin) != 1 or text.count(end) != 1:
            raise SystemExit(f"{page}: expected one line '{begin}' and one '{end}'")
        before, after = text.split(begin)[0], text.split(end)[1]
        text = f"{before}{begin}\n" + "\n".join(lines) + f"\n{end}{after}"
    page.write_text(text)
