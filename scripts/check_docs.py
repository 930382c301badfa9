#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Documentation check: links, line lengths, tables, the index, and paths that pages and sources name.

Usage: check_docs.py [ROOT]. Exit status 1 and one line per fault. Generated tables may have longer lines.
"""
import pathlib
import re
import sys

LONGEST = 119
MARK = re.compile(r"<!-- make .*, (begin|end) -->$")  # of tables that a command writes
GENERATED = {"docs/reference/configuration.md": "## Keys",
             "docs/reference/registers.md": "## Map",
             "docs/reference/result_fields.md": "## Sections of summary.json"}  # from this heading on
SKIPPED = {"build", ".git", "node_modules", "docs_test.py", "language_test.py"}  # tests name missing pages
SOURCES = {".h", ".cpp", ".inl", ".in", ".py", ".sv", ".svh", ".cmake", ".yaml", ".lua", ".md", ".sh", ".txt", ".js"}
LINK = re.compile(r"\]\(([^)\s]+)\)")
OWN = re.compile(r"`((?:base|rtl_models|tlm|platform|testbench|tests|bench|examples|configs|cmake|scripts)/[\w./-]+)`")
NAMED = re.compile(r"(?<![\w./-])docs/[\w./-]+\.md")


def files(root):
    for path in sorted(root.iterdir()):
        if path.name in SKIPPED or path.is_symlink():
            continue
        if path.is_dir():
            yield from files(path)
        elif path.suffix in SOURCES:
            yield path


def anchors(text):
    """Anchors of the headings of a page, as GitHub makes them."""
    plain = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    found = set()
    for heading in re.findall(r"^#+ (.*)$", plain, re.MULTILINE):
        words = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).lower()
        found.add(re.sub(r"[^\w\- ]", "", words).strip().replace(" ", "-"))
    return found


def link_faults(root, path, text):
    name = path.relative_to(root).as_posix()
    code_free = re.sub(r"^```.*?^```|`[^`\n]*`", lambda m: "\n" * m.group().count("\n"), text,
                       flags=re.MULTILINE | re.DOTALL)
    for number, line in enumerate(code_free.splitlines(), 1):
        for target in LINK.findall(line):
            if re.match(r"[a-z]+:", target):
                continue
            file, _, anchor = target.partition("#")
            page = (path.parent / file).resolve() if file else path
            if not page.exists():
                yield f"{name}:{number}: there is no '{target}'"
            elif anchor and anchor not in anchors(page.read_text(encoding="utf-8")):
                yield f"{name}:{number}: '{file}' has no heading '{anchor}'"


def length_faults(name, text):
    end = GENERATED.get(name)
    is_generated = False
    for number, line in enumerate(text.splitlines(), 1):
        if end and line == end:
            return
        if MARK.match(line):
            is_generated = MARK.match(line)[1] == "begin"
        if len(line) > LONGEST and not is_generated:
            yield f"{name}:{number}: {len(line)} characters; expected at most {LONGEST}"


def table_faults(name, text):
    """A row that a blank line has cut off from its table."""
    lines = re.sub(r"^```.*?^```", lambda m: "\n" * m.group().count("\n"), text,
                   flags=re.MULTILINE | re.DOTALL).splitlines() + [""]
    for number, line in enumerate(lines[:-1], 1):
        begins = line.startswith("|") and (number == 1 or not lines[number - 2].startswith("|"))
        if begins and not re.fullmatch(r"\|[-|: ]+\|", lines[number]):
            yield f"{name}:{number}: a row without the head of a table"


def faults(root):
    found = []
    index = root / "docs" / "README.md"
    listed = {(index.parent / target.partition("#")[0]).resolve()
              for target in LINK.findall(index.read_text(encoding="utf-8"))}
    for path in files(root):
        name = path.relative_to(root).as_posix()
        text = path.read_text(encoding="utf-8", errors="replace")
        if path.suffix == ".md":
            found += link_faults(root, path, text)
            if name.startswith("docs/") or name in ("README.md", "CONTRIBUTING.md"):
                found += length_faults(name, text)
                found += table_faults(name, text)
                found += [f"{name}:{number}: there is no '{own}'" for number, line in enumerate(text.splitlines(), 1)
                          for own in OWN.findall(line) if not (root / own).exists()]
            if name.startswith("docs/") and path != index and path.resolve() not in listed:
                found.append(f"{name}: docs/README.md does not list it")
        for number, line in enumerate(text.splitlines(), 1):
            found += [f"{name}:{number}: there is no '{page}'" for page in NAMED.findall(LINK.sub("", line))
                      if not (root / page).exists()]
    return found


def main():
    root = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).parents[1]
    found = faults(root.resolve())
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
