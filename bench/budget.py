#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Where the instructions of a cell-hop go, by part of the chip, and how many cache lines of a chip a
window touches. As Markdown, to standard output.

Usage: budget.py [--set PATH=VALUE]... [--us A B] [--lines-us A B] [--functions N] TINSIM CONFIG LINES_CONFIG

Callgrind counts CONFIG for two lengths of measurement; the difference divided by the difference of
cell-hops is the cost of a cell-hop, without set-up, and the same each time. An instruction belongs to
the first row of PARTS that names a function it is inlined into, from the inside outwards. Cache lines:
data misses of a simulated cache that holds one pod of LINES_CONFIG and not two, by chip and window.
TINSIM has line tables (the CMake preset `budget`).
"""
import argparse
import collections
import pathlib
import re
import subprocess
import sys
import tempfile

import callgrind

# Part of the chip -> functions, by their names without tinsim:: and arguments. The first row counts.
PARTS = (
    ("fetching", r"prefetch|CellSwitchCore::prefetch|Mailbox::prefetch|.*::prefetch\w*"),
    ("statistics", r"Observation::|DeliveryLog::|Histogram|PortHistogram|BatchCount|TerminalPorts::count_birth"),
    ("ordered sets", r"LinkSlots::(\w*update\w*|\w*_sets?\w*|take_refresh_before|\w*refresh|\w*timesync\w*|"
                     r"return_credit)|LinkTx::occupy|PortWire::send_update|.*OrderedSet|FcSet|LinkSets"),
    ("credits", r"LinkSlots::(take_credits?|add_credit|drain_credits|credit)\b|Mailbox::(push_credit|"
                r"drain_credits|has_credit|first_credit_from|next_credit)|PortWire::send_credit|ReturningCredits|"
                r"CoreTerminals::(return_credit|take_credits_before|schedule_next_credit)|SourceCredits|"
                r"TerminalPorts::take_credits?|Arbiter::credit_arrived"),
    ("sinks", r"CoreTerminals::deliver|TerminalPorts::(deliver|add_to_port)"),
    ("source", r"TerminalPorts::|Generator::|CoreTerminals::|DueTimes::|exponential|draw_destination|"
               r"choose_destination"),
    ("route", r"RouteUnit::|Routes::|CellSwitchCore::route_arrivals|keyed_random"),
    ("arbitration", r"Arbiter::"),
    ("queues", r"InputQueues::|CellSwitchCore::(admit|take_due)"),
    ("links", r"LinkSlots::|PortWire::|Mailbox::(push_cell|take_over|take_cells)|Inbox::|CellPool::"),
    ("cycles", r"CellSwitchCore::|WakeWheel::|Mailbox::|Tin::|Pod::|Windows"),
)
OTHER = "other"
NAMESPACES = re.compile(r"\b(tinsim|base_core|variant_core)::")  # the cores: tlm/tin/cell_switch/shape.h


def plain(function):
    """Without return type, arguments, templates and the namespaces above, so that it begins with its class."""
    previous = None
    while previous != function:
        previous, function = function, re.sub(r"<[^<>]*>|\([^()]*\)", "", function)
    function = re.sub(r"( const)?( \[clone .*)?$", "", function.strip())
    return NAMESPACES.sub("", function.split(" ")[-1]).lstrip(":")


def part_of(chain):
    """The part of the chip that a chain of functions, the innermost first, works for."""
    for function in map(plain, chain):
        for part, pattern in PARTS:
            if re.match(pattern, function):
                return part
    return OTHER


def by_part(costs, chains):
    """part -> [count of each event], and (part, function) -> instructions. `chains`: (object, address)
    -> functions; a place without one belongs to its own function."""
    parts = collections.defaultdict(list)
    functions = collections.Counter()
    for (program, function, address), counts in costs.items():
        chain = chains.get((program, address)) or [function]
        part = part_of(chain)
        total = parts[part]
        total += [0] * (len(counts) - len(total))
        for i, count in enumerate(counts):
            total[i] += count
        functions[part, plain(chain[0])] += counts[0]
    return parts, functions


def table(events, parts, hops):
    """Instructions and mispredicted branches of one cell-hop."""
    wrong = [events.index(event) for event in ("Bcm", "Bim")]
    rows = {part: (counts[0] / hops, sum(counts[i] for i in wrong) / hops) for part, counts in parts.items()}
    lines = ["| part | instructions | mispredicted branches |", "|---|--:|--:|"]
    order = [part for part, _ in PARTS] + [OTHER]
    for part in sorted(rows, key=lambda part: (part == OTHER, -rows[part][0], order.index(part))):
        lines.append(f"| {part} | {rows[part][0]:.1f} | {rows[part][1]:.2f} |")
    lines.append(f"| all | {sum(r[0] for r in rows.values()):.1f} | {sum(r[1] for r in rows.values()):.2f} |")
    return "\n".join(lines)


def parts_without_functions(parts):
    """Names of PARTS to which no instruction belongs: the names of their functions have changed."""
    return [part for part, _ in PARTS if part not in parts]


def cell_hops(table_of_run):
    """From the table that `tinsim run` prints. Files of results would be instructions too."""
    return int(re.search(r"([0-9,]+) cell-hops in ", table_of_run)[1].replace(",", ""))


def run(tinsim, config, settings, measure_us, options):
    """(cell-hops, events, costs) of one run under callgrind."""
    with tempfile.NamedTemporaryFile("r", encoding="utf-8") as file:
        sets = [word for value in (*settings, f"run.measure_us={measure_us}") for word in ("--set", value)]
        done = subprocess.run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={file.name}",
                               "--dump-instr=yes", *options, tinsim, "run", config, *sets], text=True,
                              capture_output=True)
        if done.returncode:
            sys.exit(done.stderr)
        return cell_hops(done.stdout), *callgrind.read(file)


def costs_between(tinsim, config, settings, lengths_us, options):
    """(cell-hops, events, costs) between two lengths of measurement."""
    short, long = (run(tinsim, config, settings, us, options) for us in lengths_us)
    return long[0] - short[0], long[1], callgrind.difference(long[2], short[2])


def chains_in(program, costs):
    """(object, address) -> functions, of the program itself: libraries have no line tables."""
    places = {(of, address) for of, _, address in costs if pathlib.Path(of).name == pathlib.Path(program).name}
    chains = callgrind.inlined(program, sorted({address for _, address in places}))
    return {place: chains[place[1]] for place in places}


def misses(events, costs):
    """By place or part: data misses of the last-level cache, on loads and stores."""
    wanted = [events.index(event) for event in ("DLmr", "DLmw")]
    return collections.Counter({place: sum(counts[i] for i in wanted) for place, counts in costs.items()})


def network_of(tinsim, config, settings):
    """(cycles of a pod's window, MHz, chips), from `tinsim check` and `tinsim topology`."""
    sets = [word for value in settings for word in ("--set", value)]
    check, topology = (subprocess.run([tinsim, command, config, *sets, *more], check=True, capture_output=True,
                                      text=True).stdout
                       for command, more in (("check", ()), ("topology", ("--format", "csv"))))
    window, mhz = (float(re.search(pattern, check)[1]) for pattern in (r"windows: .*pod (\d+) cycles", r"core_mhz: (.+)"))
    return window, mhz, len({row.split(",")[0] for row in topology.splitlines()[1:]})


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--set", action="append", default=[])
    parser.add_argument("--us", type=float, nargs=2, default=(20, 60))
    parser.add_argument("--lines-us", type=float, nargs=2, default=(2, 4))
    parser.add_argument("--functions", type=int, default=0, help="the N costliest functions as well")
    parser.add_argument("tinsim")
    parser.add_argument("config")
    parser.add_argument("lines_config")
    arguments = parser.parse_args()

    hops, events, costs = costs_between(arguments.tinsim, arguments.config, arguments.set, arguments.us,
                                        ["--branch-sim=yes"])
    parts, functions = by_part(costs, chains_in(arguments.tinsim, costs))
    if missing := parts_without_functions(parts):
        sys.exit(f"budget.py: no function belongs to {', '.join(missing)}; expected those that PARTS names")
    print(table(events, parts, hops))
    for (part, function), count in functions.most_common(arguments.functions):
        print(f"{count / hops:8.1f}  {part:12} {function}")

    window, mhz, chips = network_of(arguments.tinsim, arguments.lines_config, arguments.set)
    # 1 MiB, 16 ways: a pod of 12 chips fits, a second one drives it out.
    hops, events, costs = costs_between(arguments.tinsim, arguments.lines_config, arguments.set, arguments.lines_us,
                                        ["--cache-sim=yes", "--LL=1048576,16,64"])
    windows = (arguments.lines_us[1] - arguments.lines_us[0]) * mhz / window * chips
    lines = misses(events, by_part(costs, chains_in(arguments.tinsim, costs))[0])
    print(f"\n{lines.total() / windows:.0f} cache lines of a chip in a window of {window:.0f} cycles, "
          f"{hops / windows:.1f} cell-hops: " +
          ", ".join(f"{part} {count / windows:.0f}" for part, count in lines.most_common()))


if __name__ == "__main__":
    main()
