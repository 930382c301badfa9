# SPDX-License-Identifier: Apache-2.0
"""Which of a block's mutants are run: drawn by rule, without those that its mutants.cmake has by hand."""

import hashlib
import re
from pathlib import Path

from schemata import RULES, alone


def bare(source):
    """Source without comments, blanks and parentheses, to compare two mutants."""
    return re.sub(r"//[^\n]*|[\s()]", "", source)


def hand_mutants(folder, sources):
    """The sources that the mutants in <folder>/mutants.cmake make, bare. `sources`: text by file name."""
    file = folder / "mutants.cmake"
    if not file.exists():
        return set()
    made = set()
    text = r'"((?:[^"\\]|\\.)*)"'
    pattern = rf"mutant\(\s*\d+\s+{text}\s+{text}(?:\s+FILE\s+(\w+))?"
    for old, new, module in re.findall(pattern, file.read_text(encoding="utf-8")):
        old, new = (re.sub(r"\\(.)", r"\1", t) for t in (old, new))
        source = sources.get(f"{module or folder.name}.sv", "")
        if old in source:
            made.add(bare(source.replace(old, new)))
    return made


def sample(mutants, sources, folder, count, seed):
    """`count` mutants, in turn one of each rule, in an order that depends on the seed and on the mutant
    alone: a change elsewhere in the block leaves most of the sample as it was. Returns them numbered
    from 1."""
    by_hand = hand_mutants(Path(folder), sources)
    queues = {rule: [] for rule in RULES}
    same = {}
    for mutant in mutants:
        if bare(alone(sources[mutant.file], mutant)) in by_hand:
            continue
        key = f"{seed} {mutant.file} {mutant.rule} {mutant.what}"
        same[key] = same.get(key, 0) + 1
        digest = hashlib.sha256(f"{key} {same[key]}".encode()).hexdigest()
        queues[mutant.rule].append((digest, mutant))
    for queue in queues.values():
        queue.sort(key=lambda entry: entry[0], reverse=True)
    chosen = []
    while len(chosen) < count and any(queues.values()):
        for rule in RULES:
            if queues[rule] and len(chosen) < count:
                chosen.append(queues[rule].pop()[1])
    for number, mutant in enumerate(chosen, 1):
        mutant.number = number
    return chosen
