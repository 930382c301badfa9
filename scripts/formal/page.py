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


def key(row):
    return row["block"], row["name"], row["shape"]


def lines_of(text):
    """Line of each property and shape in a table that results() wrote."""
    found = {}
    for line in text.splitlines():
        cells = [cell.strip(" `") for cell in line.strip("|").split("|")]
        if line.startswith("| `") and len(cells) == 7:
            found[tuple(cells[:3])] = line
    return found


def results(rows, old=None):
    """One line per property and shape; those of `old` as they are."""
    old = old or {}
    lines = ["| block | property | shape | holds for | s | bug refuted in | s |",
             "|---|---|---|---|---|---|---|"]
    for row in rows:
        if key(row) in old:
            lines.append(old[key(row)])
            continue
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


def update(path, rows, kept=()):
    """Writes both between the marks of a Markdown page. `kept`: keys of rows whose line, if the page has one, stays."""
    text = path.read_text()
    if text.count(BEGIN) != 1 or text.count(END) != 1:
        raise SystemExit(f"{path}: expected one line '{BEGIN}' and one '{END}'")
    before, after = text.split(BEGIN)[0], text.split(END)[1]
    old = lines_of(text.split(BEGIN)[1].split(END)[0])
    stays = {of: line for of, line in old.items() if of in kept}
    made = "\n".join([*results(rows, stays), "", "## Properties", "", *claims(rows)])
    path.write_text(f"{before}{BEGIN}\n{made}\n{END}{after}")
