# SPDX-License-Identifier: Apache-2.0
"""The tables of docs/reference/synthesis.md, from the rows of synth.json."""
import math

import fit

# A path that fits into one cycle of 2.5 ns with a fifth to spare, at 25 ps per NAND2 delay.
MOST_DEPTH = 80
LETTERS = {"NumPorts": "N", "NumVcs": "V", "MaxWords": "W"}


def mark(name, which):
    return f"<!-- make synth: {name}, {which} -->"


def shape_text(row):
    return " ".join(f"{name}={value}" for name, value in row["parameters"].items()) or "-"


def figures(rows):
    """One line per shape."""
    lines = ["| block | shape | gates | flops | memory bits | depth | CPU s |",
             "|---|---|---|---|---|---|---|"]
    for row in rows:
        head = f"| `{row['block']}` | {shape_text(row)} |"
        if "failed" in row:
            lines.append(f"{head} {row['failed']} | | | | {row['seconds']} |")
            continue
        depth = f"{row['depth']:.0f}"
        depth = f"**{depth}**" if row["depth"] > MOST_DEPTH else depth
        lines.append(f"{head} {row['gates']:,} | {row['flops']:,} | {row['memory_bits']:,} "
                     f"| {depth} | {row['seconds']} |")
    return lines


def deep(rows):
    """One line per shape with a path that does not fit, and the parts that registers would cut it to."""
    lines = ["| block | shape | depth | parts of a cycle each |", "|---|---|---|---|"]
    for row in rows:
        if row.get("depth", 0) > MOST_DEPTH:
            lines.append(f"| `{row['block']}` | {shape_text(row)} | {row['depth']:.0f} "
                         f"| {math.ceil(row['depth'] / MOST_DEPTH)} |")
    return lines


def scaling(rows):
    """One line per block and figure, for blocks that were mapped at more than three shapes."""
    lines = ["| block | figure | formula | shapes | greatest error |", "|---|---|---|---|---|"]
    blocks = dict.fromkeys(row["block"] for row in rows)
    for block in blocks:
        good = [row for row in rows if row["block"] == block and "failed" not in row]
        if len(good) < 4:
            continue
        shapes = [{LETTERS.get(name, name): value for name, value in row["parameters"].items()}
                  for row in good]
        for figure in ("gates", "flops", "depth"):
            found = fit.fit(shapes, [row[figure] for row in good])
            if found:
                lines.append(f"| `{block}` | {figure} | {found[0]} | {len(good)} "
                             f"| {100 * found[1]:.1f} % |")
    return lines


def update(page, rows):
    """Writes the tables between the marks of a Markdown page."""
    text = page.read_text()
    for name, lines in (("figures", figures(rows)), ("deep", deep(rows)),
                        ("scaling", scaling(rows))):
        begin, end = mark(name, "begin"), mark(name, "end")
        if text.count(begin) != 1 or text.count(end) != 1:
            raise SystemExit(f"{page}: expected one line '{begin}' and one '{end}'")
        before, after = text.split(begin)[0], text.split(end)[1]
        text = f"{before}{begin}\n" + "\n".join(lines) + f"\n{end}{after}"
    page.write_text(text)
