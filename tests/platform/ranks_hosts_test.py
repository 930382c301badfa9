#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Hosts on several MPI ranks: packets, 1RMA and lookups give the files of one process, byte by byte.

Usage: ranks_hosts_test.py TINSIM PROBE MPIEXEC SOURCE_DIR [unittest arguments]
MPIEXEC empty: this build has no MPI; the tests are skipped.
"""
import pathlib
import sys
import unittest

from ranks_runs import SOURCE, RanksTest


class SameFilesOfHosts(RanksTest):
    def test_hosts_under_swift(self):
        config = self.ip_config("ip_traffic: [{pattern: uniform, gbps: 20, message_bytes: 9000}, "
                                "{pattern: incast, transport: none, gbps: 9, message_bytes: 700, cos: 5, "
                                "targets: [3, 9]}]")
        self.check_all(config=config, holds=[r'"messages": [1-9]', r'"packets_out": [1-9]',
                                             r'"packets_held_egress": [1-9]'])

    def test_a_fat_tree_whose_tops_have_no_hosts(self):
        config = self.path / "fat_tree.yaml"
        config.write_text("""
topology: {kind: fat_tree, arity: 4, levels: 2, hosts_per_tin: 2, terminal_ports_per_host: 9, tins_per_pod: 2}
ip: {enabled: true}
rma: {enabled: true}
ip_traffic: [{pattern: uniform, gbps: 20, message_bytes: 4096}]
rma_traffic: [{op: read, bytes: 4096, gbps: 10, outstanding: 32}]
ethernet_clos: {enabled: true, hosts_per_leaf: 3, spines: 2, buffer_kib: 64}
run: {warmup_us: 4, measure_us: 8, audit: 5}""", encoding="utf-8")
        self.check_all(config=config, holds=[r'"name": "Ethernet, class 0"',r'"packets_out": [1-9]', r'"commands": [1-9]',
                                             r'"hosts": 8'])

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

    def test_records_of_traced_cells(self):
        config = self.ip_config("ip_traffic: [{pattern: uniform, gbps: 20, message_bytes: 4096}]\n"
                                "cell_tracing: {enabled: true, collector: 5, period: 7, interval_us: 1}")
        files = self.check_all(config=config, holds=[r'"marked": [1-9]', r'"datagrams_received": [1-9]'])
        self.assertGreater(len(files["cell_trace.pcapng"]), 5_000)

    def test_operations_on_remote_memory_beside_packets(self):
        config = self.ip_config("""
rma: {enabled: true, payload: carried, nack_threshold: 2, inbound_cycles: 40}
ip_traffic: [{pattern: uniform, gbps: 20, message_bytes: 4096}]
rma_traffic:
  - {op: read, bytes: 4096, gbps: 10, outstanding: 32}
  - {op: write, bytes: 700, class: L, outstanding: 4, pattern: permutation}
  - {op: faa, bytes: 8, outstanding: 2}
  - {op: cas, bytes: 8, class: L, pattern: incast, targets: [3, 9]}""")
        self.check_all(config=config, holds=[r'"commands": [1-9]', r'"nacks": [1-9]', r'"op": "cas"',
                                             r'"inbound_peak": [1-9]', r'"failed": [1-9]',
                                             r'"packets_out": [1-9]', r'"op": "write"'])

    def test_packets_that_cross_pcie(self):
        config = self.ip_config("""
nic: {host: pcie, tx_ring: 8, rx_ring: 8, descriptor_batch: 4, interrupt_ns: 4000}
rma: {enabled: true, payload: carried}
pcie: {lanes: 8}
ip_traffic: [{pattern: uniform, gbps: 20, message_bytes: 4096}]
rma_traffic: [{op: read, bytes: 4096, gbps: 15, outstanding: 32}]""")
        files = self.check_all(config=config, holds=[r'"commands": [1-9]', r'"packets_out": [1-9]',
                                                     r'"tx_completed": [1-9]', r'"tx_ring_full": [1-9]'])
        self.assertEqual(len(files["nic.csv"].splitlines()), 1 + 16)

    def test_operations_whose_cells_are_lost_and_late(self):
        config = self.ip_config("""
rma: {enabled: true, low_class_vcs: shared, operation_timeout_us: 6}
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

    def test_values_set_by_messages_between_lookups(self):
        config = self.clique_config(", set_share: 0.3")
        self.check_all("--set", "cliquemap.keys=5", "--set", "link.noise=[{links: all, ber: 1.0e-7}]", config=config,
                       holds=[r'"hits": [1-9]', r'"sets_ended": [1-9]', r'"disagreements": [1-9]', r'"retries": [1-9]',
                              r'"stale": 0', r'"wrong_values": 0'])

    def test_values_set_and_erased_between_lookups(self):
        config = self.clique_config(", set_share: 0.2, erase_share: 0.2")
        self.check_all("--set", "cliquemap.keys=5", "--set", "cliquemap.miss_share=0", config=config,
                       holds=[r'"hits": [1-9]', r'"misses": [1-9]', r'"erases_ended": [1-9]', r'"stale": 0',
                              r'"wrong_ends": 0'])

    def test_lookups_by_messages(self):
        config = self.clique_config(", set_share: 0.2, transport: software", rma="")
        self.check_all("--set", "run.audit=0", config=config,
                       holds=[r'"hits": [1-9]', r'"misses": [1-9]', r'"sets_ended": [1-9]', r'"stale": 0'])

    def test_lookups_over_both_fabrics(self):
        config = self.clique_config("""}
ip_traffic: [{pattern: uniform, gbps: 10, message_bytes: 20000}]
ethernet_clos: {enabled: true, hosts_per_leaf: 4, spines: 2, lookups: {enabled: true, cos: 5}""")
        self.check_all(config=config, holds=[r'"lookups, 1RMA H"', r'"lookups, Ethernet"', r'"wrong": 0'])

    def test_flows_over_both_paths(self):
        for transport, more in (("ip", ""), ("rma_write", "line_gbps: 50")):
            config = self.ip_config(f"""rma: {{enabled: true}}
flows: {{enabled: true, kind: ring_all_reduce, transport: {transport}, bytes: 16000, table: flow_table.csv, {more}}}""")
            files = self.check_all("--set", "run.warmup_us=0", "--set", "run.measure_us=400", config=config,
                                   holds=[r'"listed": 480', r'"completed": [1-9]', r'"failed": 0'])
            self.assertGreater(len(files["flow_table.csv"].splitlines()), 200)

    def test_raw_cells_beside_packets_and_operations(self):
        config = self.ip_config("""  nic_ports: 3
  mac_ports: 3
rma: {enabled: true}
ip_traffic: [{pattern: uniform, gbps: 10, message_bytes: 4096}]
rma_traffic: [{op: read, bytes: 4096, gbps: 10, outstanding: 32}]
traffic: [{pattern: uniform, load: 0.1, cell_bytes: {min: 16, max: 160}}]""")
        self.check_all(config=config, holds=[r'"measured_cells": [1-9]', r'"commands": [1-9]', r'"packets_out": [1-9]',
                                             r'"saturated": false'])

    def clique_config(self, more="", rma="rma: {enabled: true, payload: carried}"):
        return self.ip_config(f"""
{rma}
cliquemap: {{enabled: true, clients: 8, backends: 8, replicas: 3, keys: 50, value_bytes: 1000,
            ops_per_s: 1000000, miss_share: 0.1{more}}}""")

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


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[5:]])
