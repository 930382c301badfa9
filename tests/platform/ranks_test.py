#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs on several MPI ranks: all result files are those of one process, byte by byte, and what goes
wrong on one rank ends all of them with one error.

Usage: ranks_test.py TINSIM PROBE MPIEXEC SOURCE_DIR [unittest arguments]
MPIEXEC empty: this build has no MPI; the tests are skipped.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

TINSIM, PROBE, MPIEXEC, SOURCE = sys.argv[1:5]
RANKS = (1, 2, 3, 4)
RUN_TIME = re.compile(r'^  "(wall_s|cell_hops_per_s|peak_rss_bytes)": .*$', re.MULTILINE)

FOUR_PODS = """
topology: {kind: dragonfly, pods: 4, tins_per_pod: 2, hosts_per_tin: 2, terminal_ports_per_host: 1,
           global_links_per_pair: 2, local_links_per_pair: 1}
tin: {switch: {ports: 8, vcs: 4}}
link: {local_m: 1, global_m: 20}
traffic: [{pattern: uniform, load: 0.6, cell_bytes: {min: 16, max: 160}, class: [0]}]
run: {warmup_us: 2, measure_us: 8, audit: 3}
"""
DARK = ["--set", "link.faults=[{links: all, kind: down, at_us: 2, for_us: 1000}]",
        "--set", "run.progress_timeout_us=5", "--set", "run.measure_us=60"]


def on_ranks(ranks, *command):
    """`command` may hold ':' and the launcher's arguments for a second program."""
    launcher = [MPIEXEC, "-n", str(ranks)] if MPIEXEC else []
    return subprocess.run([*launcher, *map(str, command)], capture_output=True, text=True,
                          timeout=250, check=False)


def own_lines(text):
    """Without what the launcher says about exit statuses, which it puts between rules."""
    return re.sub(r"^-{20,}\n.*?^-{20,}\n", "", text, flags=re.MULTILINE | re.DOTALL).strip()


def files_of(folder):
    """Name -> content, without the fields that depend on the machine."""
    files = {path.name: path.read_bytes() for path in sorted(folder.iterdir())}
    assert b"wall_s" in files["summary.json"]
    files["summary.json"] = RUN_TIME.sub("", files["summary.json"].decode()).encode()
    return files


def differing(a, b):
    return sorted(name for name in a.keys() | b.keys() if a.get(name) != b.get(name))


@unittest.skipUnless(MPIEXEC, "built without MPI")
class RanksTest(unittest.TestCase):
    def setUp(self):
        self.dir_ = tempfile.TemporaryDirectory()
        self.addCleanup(self.dir_.cleanup)
        self.path = pathlib.Path(self.dir_.name)
        self.config = self.path / "four_pods.yaml"
        self.config.write_text(FOUR_PODS, encoding="utf-8")

    def run_on(self, ranks, out, *arguments, config=None):
        run = on_ranks(ranks, TINSIM, "run", config or self.config, "--quiet", "--out",
                       self.path / out, *arguments)
        self.assertEqual((run.returncode, run.stdout, run.stderr), (0, "", ""))
        return files_of(self.path / out)

    def check_all(self, *arguments, config=None, holds=()):
        """`holds`: texts that the summary must have, so that the case is not an empty one."""
        alone = subprocess.run([TINSIM, "run", config or self.config, "--quiet", "--out",
                                self.path / "alone", *arguments], capture_output=True, text=True,
                               timeout=250, check=False)
        self.assertEqual((alone.returncode, alone.stderr), (0, ""))
        want = files_of(self.path / "alone")
        for text in holds:
            self.assertRegex(want["summary.json"].decode(), text)
        for ranks in RANKS:
            with self.subTest(ranks=ranks):
                self.assertEqual(differing(self.run_on(ranks, f"on{ranks}", *arguments,
                                                       config=config), want), [])
        return want


class SameFiles(RanksTest):
    def test_dragonfly(self):
        files = self.check_all("--set", "run.measure_us=10",
                               config=pathlib.Path(SOURCE) / "configs/dragonfly_4pod.yaml")
        self.assertEqual(sorted(files), ["batches.csv", "config.yaml", "latency.csv", "links.csv",
                                         "ports.csv", "summary.json"])

    def test_other_shapes(self):
        for name, arguments in (
                ("torus", ["topology.tins_per_pod=16"]),  # 4 pods
                ("torus", ["topology.tins_per_pod=10", "link.fidelity=wire",
                           "run.measure_us=1"]),  # 7, the last one smaller, local links between
                ("fat_tree", ["topology.tins_per_pod=4"]),
                ("own_graph", ["topology.tins_per_pod=2"]),
                ("flattened", ["topology.tins_per_pod=4"])):
            with self.subTest(name=name, arguments=arguments):
                sets = [part for each in ("run.warmup_us=2", "run.measure_us=4", *arguments)
                        for part in ("--set", each)]
                self.check_all(*sets, config=pathlib.Path(SOURCE) / f"configs/{name}.yaml",
                               holds=['"delivered": [1-9]'])

    def test_automatic_warm_up(self):
        self.check_all("--set", "run.warmup_us=auto", "--set", "traffic.0.load=0.3", "--set",
                       "run.measure_us=40", holds=['"steady": true', '"warmup_us": [1-9]'])

    def test_links_at_wire_fidelity(self):
        self.check_all("--set", "link.fidelity=wire", "--set", "link.train_at_start=true",
                       "--set", "run.measure_us=15", holds=['"wire_directions": 32'])

    def test_noise_and_faults(self):
        self.check_all("--set", "link.noise=[{links: all, ber: 1.0e-6}]", "--set",
                       "link.faults=[{links: global, kind: down, at_us: 4, for_us: 2}, "
                       "{links: local, kind: lose_fc, at_us: 3, count: 4}]",
                       holds=[r'"no_lock": [1-9]', r'"wrong_bits": [1-9]', r'"fc_lost": [1-9]'])

    def test_failures(self):
        events = ("[{links: global, percent: 25, at_us: 4, for_us: 3}, "
                  "{links: all, percent: 10, seed: 2, at_us: 5, direction: from}, "
                  "{tins: pod2.tin1, at_us: 6}]")
        files = self.check_all(
            "--set", "tin.switch.vcs=32", "--set", "failures.repair_tables_us=1.37", "--set",
            f"failures.events={events}",
            holds=[r'"rerouted": [1-9]', r'"tin_down": [1-9]', r'"misrouted": 0',
                   r'"lost_in_queue": [1-9]'])
        self.assertIn("failures.csv", files)

    def test_chips_on_pins(self):
        impl = "lockstep" if os.environ.get("TINSIM_RTL") else "lockstep_pins"
        self.check_all("--set", f"tin.impl={impl}", "--set", "tin.impl_chips=[1, 6]",
                       "--set", "run.measure_us=4",
                       holds=["pod 0 tin 1: lockstep compared(.|\n)*pod 3 tin 0: lockstep compared"])

    def test_traces(self):
        files = self.check_all(
            "--set", "trace.cells.ports=all", "--set", "trace.cells.csv=true",
            "--set", "trace.cells.sets=true", "--set", "trace.timeline.ports=all",
            "--set", "trace.waves.ports=all", "--set", "tin.impl=pins",
            "--set", "tin.impl_chips=[2, 7]", "--set", "run.measure_us=4")
        self.assertLessEqual({"cells.pcapng", "cells.csv", "cells_sets.csv", "timeline.json"},
                             files.keys())
        chips = {row.split(b",")[2] for row in files["cells.csv"].splitlines()[1:]}
        self.assertEqual(len(chips), 8)  # of every pod

    def test_hosts_under_swift(self):
        config = self.ip_config("ip_traffic: [{pattern: uniform, gbps: 20, message_bytes: 9000}, "
                                "{pattern: incast, transport: none, gbps: 9, message_bytes: 700, cos: 5, "
                                "targets: [3, 9]}]")
        self.check_all(config=config, holds=[r'"messages": [1-9]', r'"packets_out": [1-9]',
                                             r'"packets_held_egress": [1-9]'])

    def test_packets_that_are_given_up_before_their_rts_arrives(self):
        config = self.ip_config("ip_traffic: [{pattern: uniform, transport: none, gbps: 30, message_bytes: 3000}]")
        self.check_all("--set", "ip.ingress.rts_timeout_us=0.3", "--set", "ip.egress.fetch_timeout_us=5",
                       "--set", "ip.payload=counted", config=config,
                       holds=[r'"rts_timeout": [1-9]', r'"fetch_timeout": [1-9]', r'"late_cells": [1-9]'])

    def test_frames_replayed_and_captured(self):
        data = pathlib.Path(SOURCE) / "tests/data/ethernet"
        config = self.ip_config(
            f"""  non_ip: encapsulate
  non_ip_to: mac6
  mac: {{flow_control: pause, xoff_percent: 30, xon_percent: 5}}
  ingress: {{buffer_kib: 48}}
  routes: [{{prefix: '::/0', macs: [5], hosts: [13]}}, {{prefix: 0.0.0.0/0, macs: [0, 7], weights: [1, 3]}}]
  replay:
    - {{host: 1, file: {data}/veth.pcapng, time_scale: 1.0e-6}}
    - {{mac: 2, file: {data}/kinds.pcap, time_scale: 0.01}}
    - {{mac: 7, file: {data}/faults.pcap, time_scale: 0.01, loop: true}}
  capture: {{ports: all, with_fcs: true}}
ip_traffic: [{{pattern: permutation, gbps: 10, message_bytes: 4096}}]""".replace(
                "- {host: 1,", "- {mac: 4,"))
        files = self.check_all(config=config, holds=[r'"encapsulated": [1-9]', r'"bad_checksum": [1-9]',
                                                     r'"left": [1-9]', r'"to_cpu": 0'])
        self.assertGreater(len(files["frames.pcapng"]), 200_000)

    def test_operations_on_remote_memory_beside_packets(self):
        config = self.ip_config("""
rma: {enabled: true, payload: carried, nack_above: 2, inbound_cycles: 40}
ip_traffic: [{pattern: uniform, gbps: 20, message_bytes: 4096}]
rma_traffic:
  - {op: read, bytes: 4096, gbps: 10, outstanding: 32}
  - {op: write, bytes: 700, class: L, outstanding: 4, pattern: permutation}
  - {op: faa, bytes: 8, outstanding: 2}
  - {op: cas, bytes: 8, class: L, pattern: incast, targets: [3, 9]}""")
        self.check_all(config=config, holds=[r'"commands": [1-9]', r'"nacks": [1-9]', r'"op": "cas"',
                                             r'"inbound_peak": [1-9]', r'"failed": [1-9]',
                                             r'"packets_out": [1-9]', r'"op": "write"'])

    def test_operations_whose_cells_are_lost_and_late(self):
        config = self.ip_config("""
rma: {enabled: true, low_class: shared, timeout_us: 6}
rma_traffic:
  - {op: read, bytes: 3000, outstanding: 24}
  - {op: write, bytes: 3000, class: L}""")
        self.check_all("--set", "link.noise=[{links: all, ber: 1.0e-6}]", config=config,
                       holds=[r'"timeout": [1-9]', r'"unknown": [1-9]|"stale": [1-9]'])

    def test_lookups_in_remote_memory(self):
        config = self.clique_config()
        self.check_all("--set", "link.noise=[{links: all, ber: 1.0e-7}]", config=config,
                       holds=[r'"hits": [1-9]', r'"misses": [1-9]', r'"backends": 8',
                              r'"clients": 8', r'"wrong_values": 0'])

    def clique_config(self):
        return self.ip_config("""
rma: {enabled: true, payload: carried}
cliquemap: {enabled: true, clients: 8, backends: 8, replicas: 3, keys: 50, value_bytes: 1000,
            ops_per_s: 1000000, miss_share: 0.1}""")

    def ip_config(self, text):
        config = self.path / "ip.yaml"
        config.write_text("""
topology: {kind: dragonfly, pods: 4, tins_per_pod: 2, hosts_per_tin: 2, global_links_per_pair: 2}
link: {global_m: 20}
run: {warmup_us: 5, measure_us: 20, audit: 3}
ip:
  enabled: true
  payload: carried
""" + text + "\n", encoding="utf-8")
        return config

    def test_windows_that_only_the_phases_end(self):
        # Without audits, batches do not end windows (docs/speed.md).
        self.check_all("--set", "run.audit=0", "--set", "run.measure_us=8.3")

    def test_results_in_one_table(self):
        run = on_ranks(2, TINSIM, "run", self.config)
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        self.assertEqual(run.stdout.count("state hash"), 1)
        self.assertIn("on 2 ranks", run.stdout)


class DifferencesAreNoticed(RanksTest):
    def test_in_any_byte_of_any_file(self):
        files = self.run_on(2, "out")
        for name, content in files.items():
            middle = len(content) // 2
            changed = content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1:]
            self.assertEqual(differing({**files, name: changed}, files), [name])
        self.assertEqual(differing(dict(list(files.items())[1:]), files), [list(files)[0]])

    def test_of_a_cell_that_comes_one_cycle_late_between_ranks(self):
        # At little load, so that no cell waits behind others, which would hide a cycle.
        self.config.write_text(FOUR_PODS.replace("audit: 3", "audit: 0").replace("load: 0.6", "load: 0.1"),
                               encoding="utf-8")
        healthy = on_ranks(2, PROBE, self.config, "healthy").stdout.splitlines()
        late = on_ranks(2, PROBE, self.config, "late_cell").stdout.splitlines()
        alone = on_ranks(1, PROBE, self.config, "healthy").stdout.splitlines()
        self.assertRegex(alone[0], "^rank 0 status 0 [0-9a-f]{16}$")
        self.assertIn(alone[0], healthy)
        self.assertTrue(any(line.startswith("rank 0 status 0 ") for line in late), late)
        self.assertNotIn(alone[0], late)


class Failures(RanksTest):
    def probe(self, ranks, what):
        run = on_ranks(ranks, PROBE, self.config, what)
        self.assertEqual(run.returncode, 3)
        return sorted(run.stdout.splitlines())

    def all_say(self, ranks, text):
        return [f"rank {rank} status 3 {text}" for rank in range(ranks)]

    def test_a_broken_invariant_on_one_rank_stops_all(self):
        for ranks in RANKS:
            self.assertEqual(self.probe(ranks, "expired_cell"),
                             self.all_say(ranks, "pod 3 tin 1 port 0 vc 0 cycle 70: hop count "
                                                 "exhausted"))

    def test_of_two_in_one_window_the_lower_pod_is_told(self):
        for ranks in RANKS:
            self.assertEqual(self.probe(ranks, "expired_cells"),
                             self.all_say(ranks, "pod 0 tin 1 port 0 vc 0 cycle 70: hop count "
                                                 "exhausted"))

    def test_audit_sees_a_credit_too_many_on_a_link_between_ranks(self):
        alone = self.probe(1, "extra_credit")
        self.assertRegex(alone[0], "^rank 0 status 3 pod [0-2] tin [01] port [0-9] vc 1 cycle 400: "
                                   "credit leak")
        text = alone[0].split(" ", 4)[4]
        for ranks in RANKS[1:]:
            self.assertEqual(self.probe(ranks, "extra_credit"), self.all_say(ranks, text))

    def test_no_progress_is_one_error_and_every_rank_ends_with_3(self):
        alone = on_ranks(1, TINSIM, "run", self.config, *DARK)
        self.assertEqual(alone.returncode, 3)
        self.assertRegex(own_lines(alone.stderr), r"^tinsim: error: no cell delivered .* in flight")
        for ranks in RANKS[1:]:
            shell = ('"$0" "$@"; echo $? > ' + str(self.path) + "/status.$OMPI_COMM_WORLD_RANK")
            run = on_ranks(ranks, "sh", "-c", shell, TINSIM, "run", self.config, *DARK)
            self.assertEqual((run.stdout, run.stderr.strip()), ("", own_lines(alone.stderr)))
            statuses = [(self.path / f"status.{rank}").read_text() for rank in range(ranks)]
            self.assertEqual(statuses, ["3\n"] * ranks)

    def test_traces_of_a_run_that_breaks_off_are_kept(self):
        traces = []
        for ranks in (1, 2):
            run = on_ranks(ranks, TINSIM, "run", self.config, "--out", self.path / f"out{ranks}",
                           "--set", "trace.cells.ports=all", *DARK)
            folder = re.search(r"\(traces up to there: (.*)\)", run.stderr)[1]
            traces.append((pathlib.Path(folder) / "cells.pcapng").read_bytes())
        self.assertGreater(len(traces[0]), 100_000)
        self.assertEqual(traces[0], traces[1])

    def test_a_bad_configuration_is_told_once(self):
        run = on_ranks(3, TINSIM, "run", self.config, "--set", "traffic.0.load=-1")
        self.assertEqual(run.returncode, 2)
        self.assertRegex(own_lines(run.stderr), r"\A.*traffic.0.load: .*\Z")

    def test_bad_usage_is_told_once(self):
        run = on_ranks(2, TINSIM, "run", self.config, "--nonsense")
        self.assertEqual(run.returncode, 2)
        self.assertRegex(own_lines(run.stderr), r"\Atinsim: error: .*nonsense.*\Z")

    def test_a_result_folder_that_only_the_first_rank_looks_at(self):
        run = on_ranks(2, TINSIM, "run", self.config, "--out", self.config / "out")
        self.assertEqual(run.returncode, 2)
        self.assertRegex(own_lines(run.stderr), r"\Atinsim: error: --out .*\Z")

    def test_a_configuration_that_one_rank_cannot_read(self):
        run = on_ranks(1, TINSIM, "run", self.config, ":", "-n", 1, TINSIM, "run", "missing.yaml")
        self.assertEqual(run.returncode, 2)
        self.assertRegex(own_lines(run.stderr), r"\Amissing.yaml: .*\Z")

    def test_ranks_with_different_configurations(self):
        run = on_ranks(1, TINSIM, "run", self.config, ":", "-n", 1, TINSIM, "run", self.config,
                       "--seed", 2)
        self.assertEqual(run.returncode, 2)
        self.assertRegex(own_lines(run.stderr), r"\Atinsim: error: rank 1 .*another.*\Z")

    def test_a_rank_that_fails_alone_ends_all(self):
        run = on_ranks(2, "sh", "-c", '"$0" "$@" > /dev/full', TINSIM, "run", self.config)
        self.assertEqual(run.returncode, 1)
        self.assertIn("tinsim: error: standard output cannot be written", run.stderr)

    def test_more_ranks_than_pods(self):
        run = on_ranks(5, TINSIM, "run", self.config)
        self.assertEqual(run.returncode, 2)
        self.assertRegex(own_lines(run.stderr), r"\Atinsim: error: 5 ranks for 4 pods; .*\Z")

    def test_lookups_with_messages_are_one_rank_s(self):
        config = self.path / "sets.yaml"
        config.write_text("""
topology: {kind: dragonfly, pods: 4, tins_per_pod: 2, hosts_per_tin: 2, global_links_per_pair: 2}
rma: {enabled: true, payload: carried}
ip: {enabled: true}
cliquemap: {enabled: true, clients: 8, backends: 8, keys: 50, ops_per_s: 100000, set_share: 0.1}
run: {warmup_us: 1, measure_us: 2}
""", encoding="utf-8")
        run = on_ranks(2, TINSIM, "run", config)
        self.assertEqual(run.returncode, 2)
        self.assertRegex(own_lines(run.stderr), r"\Atinsim: error: 2 ranks; expected 1 for .*SETs.*\Z")

    def sweep(self, ranks, *arguments):
        file = self.path / "sweep.yaml"
        file.write_text(f"base: {self.config.name}\nwarm_start: true\n"
                        "set: {run.start_us: 1, run.start_load: 0.5, run.measure_us: 2}\n"
                        "grid: {traffic.0.load: [0.1, 0.2]}\n", encoding="utf-8")
        return on_ranks(ranks, TINSIM, "sweep", file, *arguments)

    def test_sweeps_fork_and_so_refuse_to_be_ranks(self):
        out = self.path / "sweep"
        for arguments in ((), ("--point", 1), ("--start-of", 0)):
            run = self.sweep(2, "--out", out, *arguments)
            self.assertEqual((run.returncode, run.stdout), (2, ""))
            self.assertRegex(own_lines(run.stderr),
                             r"\Atinsim: error: sweep: .* one of 2 ranks .*--jobs 2\Z")
            self.assertFalse(out.exists())
        # What forks nothing works, and so does a launcher of one process.
        self.assertEqual(len(self.sweep(2, "--list").stdout.splitlines()), 2)
        run = self.sweep(1, "--out", out, "--quiet")
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        self.assertEqual((out / "sweep.csv").read_text().count(",done,"), 2)

    def test_other_commands_are_the_first_rank_s(self):
        run = on_ranks(2, TINSIM, "check", self.config)
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        self.assertEqual(run.stdout.count("deadlock:"), 1)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[5:]])
