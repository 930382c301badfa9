#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compiles each header alone: one that needs another header's include builds only by the luck of its includers.

Usage: check_headers.py BUILD [--jobs N] [HEADER ...]. BUILD: a configured build tree, whose include paths are taken.
Without HEADER: all headers of the floors. Exit status 1, and the first error of each header that does not compile.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import shlex
import subprocess
import sys

from source_tree import TOPS

# Bases of CoreParts, whose inline functions need all of it: core_parts.h includes them.
PARTS_OF_CORE = {f"tlm/tin/cell_switch/{name}.h" for name in ("arbiter", "core_terminals", "link_slots")}
ROOT = pathlib.Path(__file__).resolve().parent.parent


def include_paths(build):
    """The -I and -isystem options of all sources, each once."""
    options = {}
    for entry in json.loads((build / "compile_commands.json").read_text(encoding="utf-8")):
        words = iter(shlex.split(entry["command"]))
        for word in words:
            if word.startswith("-I"):
                options[word] = None
            elif word == "-isystem":
                options["-isystem" + next(words)] = None
    return list(options)


def first_error(header, options):
    done = subprocess.run(["g++", "-std=c++17", "-fsyntax-only", "-w", "-x", "c++", *options, str(header)],
                          capture_output=True, text=True, check=False, cwd=ROOT)
    if done.returncode == 0:
        return None
    errors = [line for line in done.stderr.splitlines() if "error:" in line]
    return errors[0] if errors else done.stderr[:200]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("headers", nargs="*", type=pathlib.Path)
    arguments = parser.parse_args()
    headers = arguments.headers or sorted(
        h for top in TOPS for h in (ROOT / top).rglob("*.h")
        if h.relative_to(ROOT).as_posix() not in PARTS_OF_CORE)
    options = include_paths(arguments.build)
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        errors = [error for error in pool.map(lambda h: first_error(h, options), headers) if error]
    for error in errors:
        print(error)
    print(f"{len(headers)} headers, {len(errors)} of them do not compile alone")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
