#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What ranks on several machines gain, from the messages and times of ranks on this one, as Markdown.

Usage: ranks_model.py [--ranks N] [--us A B] [--turns N] [--cores K] [--window-us T] [--message-us E]
                      [--set PATH=VALUE]... TINSIM_RANKS_BENCH CONFIG PODS

T and E replace the time of a window on one rank, and that of a message, where this machine is too busy to measure them.
Two lengths of measurement, on one rank and on N; differences are without set-up. Of several turns that of the least
CPU time counts, as others on the machine slow a turn down. In each window, T of N
ranks of which K share a machine is

  C / N * ceil(P / N) / (P / N)            the most pods of a rank; C: CPU time of all ranks
  * (1 + s * sqrt(2 ln N) / sqrt(P / N))   the slowest of N; s: standard deviation of one pod's time
  + (N - 1) * e                            e: handing over a message within a machine
  + L + (N - K) * o + b * p * (P - p) / B  between machines: latency, overhead of a message, and the bytes
                                           of the p pods of a machine; b: bytes of a pair of pods

P: pods. The speed-up is T of one rank by T of N.
"""
import argparse
import dataclasses
import json
import math
import statistics
import subprocess

RANKS = (1, 2, 4, 8, 16, 32, 48, 64)


@dataclasses.dataclass(frozen=True)
class Network:
    name: str
    latency_s: float   # L
    overhead_s: float  # o, of a message at sender and receiver
    bytes_per_s: float  # B, of a machine


# Typical of MPI over TCP and over InfiniBand or RoCE.
NETWORKS = (Network("10 Gb/s, TCP", 30e-6, 5e-6, 1.25e9), Network("100 Gb/s, RDMA", 2e-6, 0.5e-6, 12.5e9))


@dataclasses.dataclass(frozen=True)
class Measured:
    """Of one window."""
    pods: int
    alone_s: float    # CPU time of one rank
    total_s: float    # C
    pod_spread: float  # s, as a share of one pod's time
    handing_s: float  # e
    pair_bytes: float  # b


def most_pods(pods, ranks):
    return math.ceil(pods / ranks)


def window_s(m, ranks, cores, network):
    """T of `ranks` ranks."""
    if ranks == 1:
        return m.alone_s
    share = m.pods / ranks
    slowest = 1 + m.pod_spread * math.sqrt(2 * math.log(ranks) / share)
    time = m.total_s / m.pods * most_pods(m.pods, ranks) * slowest + (ranks - 1) * m.handing_s
    if ranks <= cores:
        return time
    of_machine = min(most_pods(m.pods, ranks) * cores, m.pods)
    sent = m.pair_bytes * of_machine * (m.pods - of_machine)
    return time + network.latency_s + (ranks - cores) * network.overhead_s + sent / network.bytes_per_s


def pairs_between(pods, ranks):
    """Ordered pairs of pods that different ranks simulate (platform/ranks/partition.h)."""
    shares = [pods * (r + 1) // ranks - pods * r // ranks for r in range(ranks)]
    return pods * pods - sum(share * share for share in shares)


def measured(pods, alone, many):
    """`alone`, `many`: rows of the ranks for the short and the long run."""
    def change(rows, key):
        return sum(row[key] for row in rows[1]) - sum(row[key] for row in rows[0])
    ranks = len(many[1])
    windows = change(many, "exchanges") / ranks
    # Of equal windows of all ranks, those of the longer run alone.
    times = [row["between_s"][-int(windows):] for row in many[1]]
    spread = statistics.mean(statistics.pstdev(window) for window in zip(*times))
    mean = statistics.mean(statistics.mean(window) for window in zip(*times))
    handing = change(many, "exchange_cpu_s") / windows / ranks
    return Measured(pods, change(alone, "cpu_s") / windows,
                    (change(many, "cpu_s") - change(many, "exchange_cpu_s")) / windows,
                    spread / mean * math.sqrt(pods / ranks), handing / (ranks - 1),
                    change(many, "bytes") / windows / pairs_between(pods, ranks))


def replaced(m, window_us, message_us):
    """With times that were measured elsewhere; None: as they are. Ranks take the time of one rank together."""
    if window_us is not None:
        m = dataclasses.replace(m, alone_s=window_us / 1e6, total_s=window_us / 1e6)
    if message_us is not None:
        m = dataclasses.replace(m, handing_s=message_us / 1e6)
    return m


def table(m, cores, networks):
    lines = ["| ranks | machines | MB sent by a machine in a second |" +
             "".join(f" {network.name} |" for network in networks), "|--:|--:|--:|" + "--:|" * len(networks)]
    for ranks in RANKS:
        if ranks > m.pods:
            lines.append(f"| {ranks} | more than the {m.pods} pods |" + " |" * (1 + len(networks)))
            continue
        of_machine = min(most_pods(m.pods, ranks) * cores, m.pods)
        sent = m.pair_bytes * of_machine * (m.pods - of_machine) / window_s(m, ranks, cores, networks[-1])
        gains = [f"{m.alone_s / window_s(m, ranks, cores, network):.1f}" for network in networks]
        lines.append(f"| {ranks} | {math.ceil(ranks / cores)} | {sent / 1e6:.0f} | {' | '.join(gains)} |")
    return "\n".join(lines)


def run(arguments, ranks, measure_us):
    settings = [*arguments.set, f"run.measure_us={measure_us}"]
    out = subprocess.run([arguments.bench, str(ranks), arguments.config, *settings], check=True, text=True,
                         capture_output=True).stdout
    return sorted(map(json.loads, out.splitlines()), key=lambda row: row["rank"])


def best(turns):
    """That of the least CPU time, of all ranks."""
    return min(turns, key=lambda rows: sum(row["cpu_s"] for row in rows))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--ranks", type=int, default=8)
    parser.add_argument("--us", type=float, nargs=2, default=(5, 25))
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--cores", type=int, default=16, help="of each machine")
    parser.add_argument("--window-us", type=float)
    parser.add_argument("--message-us", type=float)
    parser.add_argument("--set", action="append", default=[])
    parser.add_argument("bench")
    parser.add_argument("config")
    parser.add_argument("pods", type=int)
    arguments = parser.parse_args()
    alone, many = ([best([run(arguments, ranks, us) for _ in range(arguments.turns)]) for us in arguments.us]
                   for ranks in (1, arguments.ranks))
    m = replaced(measured(arguments.pods, alone, many), arguments.window_us, arguments.message_us)
    print(f"A window takes {1e6 * m.alone_s:.0f} us of CPU on one rank and {1e6 * m.total_s:.0f} us on all "
          f"{arguments.ranks}, of which one pod's varies by {100 * m.pod_spread:.0f} %; a message takes "
          f"{1e6 * m.handing_s:.0f} us, and a pair of pods sends {m.pair_bytes:.0f} bytes.\n")
    print(table(m, arguments.cores, NETWORKS))


if __name__ == "__main__":
    main()
