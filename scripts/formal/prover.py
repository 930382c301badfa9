# SPDX-License-Identifier: Apache-2.0
"""Proves or refutes the one property of an AIGER file with ABC."""
import os
import re
import subprocess
import threading

ABC = "berkeley-abc"
# Flip-flops without reset start anywhere; assumptions are folded into the property.
READ = "read_aiger {file}; logic; undc; strash; {fold}"
REDUCE = "scorr; dc2; scorr; "
# Induction over few cycles first: it is good at sums, and quick. Then property-directed reachability.
PROVE = [REDUCE + "ind -F 4 -C 1000000 -T {tenth}", REDUCE + "pdr -T {limit}"]
SEARCH = "bmc3 -v -T {limit} -F {frames}"
MOST_FRAMES = 1000
# The frames of ABC begin with the cycle of the reset, and an assertion is sampled one frame later.
LATER = 1


def header(path):
    """Numbers of bad states and of assumptions: 'aig M I L O A B C J F', the last ones optional."""
    fields = path.read_bytes().split(b"\n", 1)[0].split()
    if fields[0] != b"aig":
        raise ValueError(f"{path.name} is no binary AIGER file")
    numbers = [int(field) for field in fields[1:]] + [0] * 4
    return numbers[5], numbers[6]


def commands(path, then):
    bad, assumed = header(path)
    if bad != 1:
        raise ValueError(f"{path.name} has {bad} properties; expected one")
    fold = f"constr -N {assumed}; fold; " if assumed else ""
    return READ.format(file=path.name, fold=fold) + then


def run(path, then, limit):
    """What ABC prints, and the CPU seconds that it takes."""
    process = subprocess.Popen([ABC, "-c", commands(path, then)], cwd=path.parent, text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    # Some steps of ABC do not look at its own limit.
    timer = threading.Timer(1.2 * limit + 5, process.kill)
    timer.start()
    with process.stdout as pipe:
        printed = pipe.read()
    _, status, used = os.wait4(process.pid, 0)
    timer.cancel()
    process.returncode = os.waitstatus_to_exitcode(status)
    return printed, used.ru_utime + used.ru_stime


def verdict(printed):
    """("proved", 0), ("refuted", cycle), or ("open", cycles that hold), from what ABC printed."""
    refuted = re.findall(r"^Output \d+ of miter .* was asserted in frame (\d+)", printed, re.M)
    if refuted:
        return "refuted", int(refuted[-1]) - LATER
    if re.search(r"^(Property proved|Networks are equivalent)", printed, re.M):
        return "proved", 0
    # A search says how far it came at its end, and with -v after each frame, from frame 0 on.
    held = re.findall(r"^No output asserted in (\d+) frames", printed, re.M)
    frames = int(held[-1]) if held else len(re.findall(r"^ *\d+ [+-] : ", printed, re.M))
    return "open", max(frames - LATER - 1, 0)


def prove(path, limit, bounded):
    """Verdict and seconds: a proof for all cycles, or else as many cycles as the limit allows."""
    seconds = 0.0
    if not bounded:
        for engine in PROVE:
            printed, more = run(path, engine.format(limit=limit, tenth=max(limit // 10, 5)), limit)
            seconds += more
            found = verdict(printed)
            if found[0] != "open":
                return found, seconds
    found, more = search(path, limit, bounded)
    return found, seconds + more


def search(path, limit, bounded=0):
    """Verdict and seconds of a bounded search from the reset on."""
    frames = bounded + LATER + 1 if bounded else MOST_FRAMES
    printed, seconds = run(path, SEARCH.format(limit=limit, frames=frames), limit)
    return verdict(printed), seconds
