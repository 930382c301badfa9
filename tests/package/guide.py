# SPDX-License-Identifier: Apache-2.0
"""The commands and outputs of a guide page: indented lines are commands, a fence without a language is output."""
import re


def steps(text):
    """[command, [lines of output that the page shows below it]] in the order of the page."""
    found, fence = [], None
    for line in text.splitlines():
        if line.startswith("```"):
            fence = None if fence is not None else line[3:]
        elif fence is not None:
            if fence == "" and found:
                found[-1][1].append(line)
        elif re.match(r" {4}\S", line):
            found.append([line.strip(), []])
    return found
