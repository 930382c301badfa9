# SPDX-License-Identifier: Apache-2.0
"""The tables of docs/reference/formal.md, from the rows of formal.json."""
BEGIN = "<!-- make formal: results, begin -->"
END = "<!-- make formal: results, end -->"


def holds(row):
    """How far a property was proved."""
    if row["result"] == "proved":
        return "all cycles"
    if row["result"] == "open" and row["cycles"]:
        return f"{row['cycles']} cycles"
    return f"**{row['result']}**"


def refuted(row):
    """Where the planted bug was found."""
    if row.get("bug_result") == "refuted":
        return f"cycle {row['bug_cycles']}"
    return "**not found**" if "bug_result" in row else ""


def seconds(row, key):
    return f"{row[key]:.1f}" if key in row else ""


def results(rows):
    """One line per property and shape."""
    lines = ["| block | property | shape | holds for | s | bug refuted in | s |",
             "|---|---|---|---|---|---|---|"]
    for row in rows:
        lines.append(f"| `{row['block']}` | `{row['name']}` | {row['shape']} | {holds(row)} "
                     f"| {seconds(row, 'seconds')} | {refuted(row)} | {seconds(row, 'bug_seconds')} |")
    return lines


def claims(rows):
    """A list per block: what each property says, what it rests on, and its planted bug."""
    lines = []
    block = None
    said = set()
    for row in rows:
        if (row["block"], row["name"]) in said:
            continue
        said.add((row["block"], row["name"]))
        if row["block"] != block:
            block = row["block"]
            lines += ["", f"### {block}", ""]
        lines += wrapped(f"* `{row['name']}`: {row['claim']} Bug: {row['bug']}" + (
            f" Its proof assumes {', '.join(f'`{name}`' for name in row['lemmas'])}."
            if row["lemmas"] else ""))
    return lines[1:]


def wrapped(text, width=115):
    """A list item in lines that are not too long."""
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > width:
            lines.append(" ")
        lines[-1] += f" {word}" if lines[-1] else word
    return lines


def update(path, rows):
    """Writes both between the marks of a Markdown page."""
    text = path.read_text()
    if text.count(BEGIN) != 1 or text.count(END) != 1:
        raise SystemExit(f"{path}: expected one line '{BEGIN}' and one '{END}'")
    before, after = text.split(BEGIN)[0], text.split(END)[1]
    made = "\n".join([*results(rows), "", "## Properties", "", *claims(rows)])
    path.write_text(f"{before}{BEGIN}\n{made}\n{END}{after}")
