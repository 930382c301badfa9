#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Language check: length of sentences in pages, and words that no standard of the field has.

Usage: check_language.py [ROOT]. Exit status 1 and one line per fault.
"""
import pathlib
import re
import sys

import check_docs

MAX_WORDS = 30  # between two of . ! ? : ;
SKIPPED = {"build", ".git", "node_modules", "CHANGELOG.md", "data", "seeds"}  # data, seeds: foreign files
# Words of a private language, and the words of the field to choose from.
PRIVATE = {
    "anew": "again", "anybody": "the subject", "astray": "misrouted", "beside": "with, next to", "crowd": "congestion",
    "crowded": "congested", "endless": "unlimited", "forgets": "drops, clears", "forgotten": "dropped, cleared",
    "hears": "receives", "heard": "received", "lack": "is blocked on, misses", "lacking": "missing", "lacks": "misses",
    "lone": "single", "mood": "profile", "nobody": "the subject", "owes": "has to return", "patience": "maximum hold",
    "rude": "nonconforming", "somebody": "the subject", "someone": "the subject", "tell": "report",
    "tells": "reports", "told": "reported", "whoever": "the subject",
    "asked": "requested", "asks": "requests",
    # more than one word
    "for ever": "without limit", "for good": "permanently", "goes first": "has priority, is sent first",
    "has seen": "has received", "have seen": "have received", "in vain": "without effect", "is no more": "is removed",
    "side by side": "contiguous", "slow down alike": "slow down equally", "under way": "in flight, in progress",
}
WORD = re.compile(r"(?<![\w.`])(" + "|".join(PRIVATE) + r")(?![\w`(])", re.IGNORECASE)
# A comment names its subject: it does not begin with a question word, unless it is a question.
NO_SUBJECT = re.compile(r"^\s*(What|Who|Whoever|Whatever)\b(?![^.]*\?)")
MARKS = {
    **dict.fromkeys((".h", ".cpp", ".inl", ".sv", ".js", ".c"), "//"),
    **dict.fromkeys((".py", ".sh", ".cmake", ".yaml", ".txt"), "#"),
}
ITEM = re.compile(r"\s*([*-]|\d+\.)\s+")


def files(root):
    for path in sorted(root.iterdir()):
        if path.name in SKIPPED or path.is_symlink():
            continue
        if path.is_dir():
            yield from files(path)
        elif path.suffix == ".md" or path.suffix in MARKS:
            yield path


def prose(text):
    """(line, text) of each paragraph, item of a list and cell of a table; code is left out."""
    text = re.sub(r"^```.*?^```", lambda m: "\n" * m.group().count("\n"), text, flags=re.MULTILINE | re.DOTALL)
    start, block = 0, []
    for number, line in enumerate(text.splitlines() + [""], 1):
        item = ITEM.match(line)
        alone = line.lstrip().startswith(("|", "#", ">")) or (line.startswith("    ") and not item and not block)
        if block and (item or alone or not line.strip()):
            yield start, " ".join(block)
            block = []
        if line.lstrip().startswith("|"):
            yield from ((number, cell.strip()) for cell in line.strip(" |").split("|"))
        elif not alone and line.strip():
            if not block:
                start = number
            block.append(line[item.end() if item else 0:].strip())


def sentence_faults(name, text):
    for number, block in prose(text):
        plain = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", re.sub(r"`[^`]*`", "x", block))
        for sentence in re.split(r"[.!?:;][)*_]*\s+", plain):
            words = [word for word in sentence.split() if re.search(r"\w", word)]
            if len(words) > MAX_WORDS:
                yield f"{name}:{number}: a sentence of {len(words)} words ('{' '.join(words[:5])} …'); " \
                      f"expected at most {MAX_WORDS}"


def word_faults(name, number, text):
    for word in WORD.findall(re.sub(r"`[^`]*`|\"[^\"]*\"", "", text)):
        yield f"{name}:{number}: '{word}'; expected a word of the field, such as: {PRIVATE[word.lower()]}"


def comments(text, mark):
    """(line, text) of each line with a comment; a mark in a string begins none."""
    for number, line in enumerate(text.splitlines(), 1):
        line = re.sub(r'"(?:\\.|[^"\\])*"', '""', line)
        begin = re.search(r"(?:^|\s)" + mark + r"+[!<]*(?=\s|$)", line)
        if begin:
            yield number, line[begin.end():]


def faults(root):
    for path in files(root):
        name = path.relative_to(root).as_posix()
        text = path.read_text(encoding="utf-8", errors="replace")
        if path.suffix == ".md":
            if name in check_docs.GENERATED:
                text = text.partition(check_docs.GENERATED[name])[0]
            yield from sentence_faults(name, text)
            for number, block in prose(text):
                yield from word_faults(name, number, block)
        else:
            for number, comment in comments(text, MARKS[path.suffix]):
                yield from word_faults(name, number, comment)
                if NO_SUBJECT.match(comment):
                    yield f"{name}:{number}: '{comment.split()[0]}' begins a comment; expected hardware or data as subject"


def main():
    root = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).parents[1]
    found = list(faults(root.resolve()))
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
