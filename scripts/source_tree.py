# SPDX-License-Identifier: Apache-2.0
"""The source tree as a graph of folders that include each other, with the order of its floors."""
import collections
import pathlib
import re

# A folder includes those before it in this list, and those below itself, alone. Folders that are not
# listed have the place of the nearest one above them that is.
FLOORS = (
    "base",
    "rtl_models/common", "rtl_models/parts", "rtl_models",
    "tlm/gnet", "tlm/ethernet", "tlm/exanet", "tlm/pcie", "tlm/tin", "tlm/host", "tlm/nic",
    "tlm/ethernet_clos", "tlm/wan", "tlm/sockets",
    "firmware_stub",
    "platform/config", "platform/network", "platform/cost", "platform/traffic", "platform/validate",
    "platform/statistics", "platform/trace", "platform/tap", "platform/ranks",
    "platform/controller",
    "platform/services", "platform/build",
    "platform/run", "platform/open", "platform/result", "platform/curves", "platform/report",
    "platform/wan", "platform/compare", "platform/sweep", "platform/watch", "platform/cli",
    "testbench",
    "examples",
)
TOPS = tuple(dict.fromkeys(floor.split("/")[0] for floor in FLOORS))
SOURCES = {".h", ".cpp", ".inl", ".c"}
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)


def floor_of(folder):
    """Place of a folder in FLOORS; None if it has none."""
    folder = pathlib.PurePosixPath(folder)
    for above in (folder, *folder.parents):
        if str(above) in FLOORS:
            return FLOORS.index(str(above))
    return None


def included(root):
    """(file, included file), both by their paths below `root`."""
    for top in TOPS:
        for path in sorted((root / top).rglob("*")):
            if path.suffix not in SOURCES:
                continue
            for name in INCLUDE.findall(path.read_text(encoding="utf-8")):
                if (root / name).is_file():
                    yield path.relative_to(root), pathlib.PurePosixPath(name)


def folder_graph(pairs):
    """folder -> folder -> the first file that makes the one include the other."""
    graph = collections.defaultdict(dict)
    for source, target in pairs:
        graph[str(target.parent)]  # a folder that includes nothing is a folder too
        if source.parent != target.parent:
            graph[str(source.parent)].setdefault(str(target.parent), f"{source} -> {target}")
    return graph


def cycles(graph):
    """Strongly connected components of more than one folder, largest first (Tarjan)."""
    index, low, stack, found = {}, {}, [], []

    def visit(folder):
        index[folder] = low[folder] = len(index)
        stack.append(folder)
        for target in graph[folder]:
            if target not in index:
                visit(target)
                low[folder] = min(low[folder], low[target])
            elif target in stack:
                low[folder] = min(low[folder], index[target])
        if low[folder] == index[folder]:
            at = stack.index(folder)
            found.append(sorted(stack[at:]))
            del stack[at:]

    for folder in sorted(graph):
        if folder not in index:
            visit(folder)
    return sorted((c for c in found if len(c) > 1), key=len, reverse=True)


def climbing(pairs):
    """(file, included file) where the included one lies on a higher floor."""
    return [(source, target) for source, target in pairs if climbs(source.parent, target.parent)]


def climbs(source, target):
    places = floor_of(source), floor_of(target)
    if None in places:
        places = TOPS.index(source.parts[0]), TOPS.index(target.parts[0])
    return places[0] < places[1]
