#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a sweep says of its curves: labels, axis, saturation throughput, cost against gain.

Usage: sweep_view_test.py TINSIM SOURCE_DIR
"""
import csv
import json
import sqlite3

from sweep_case import Case, main

LABELLED = """
list:
  - {label: short queue, tin.output.queue_words: 20}
  - {label: long queue, tin.output.queue_words: 80}
grid: {traffic.0.load: [0.2, 0.5, 1.5]}
"""


class View(Case):
    def table(self, name):
        with open(self.out / name, newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file))

    def test_labels_name_curves(self):
        self.write(LABELLED)
        said = self.sweep().stdout
        self.assertIn("short queue: tin.output.queue_words=20", said)
        self.assertIn("saturation throughput, Gb/s per chip", said)
        self.assertIn("p99.9 ns", said)
        rows = self.rows()
        self.assertEqual([r["label"] for r in rows], ["short queue"] * 3 + ["long queue"] * 3)
        index = json.loads((self.out / "sweep.json").read_text())
        self.assertEqual(index["labelled"], 1)
        self.assertEqual([p["label"] for p in index["points"]], [r["label"] for r in rows])
        database = sqlite3.connect(self.out / "sweep.sqlite")
        self.addCleanup(database.close)
        self.assertEqual(database.execute("SELECT label FROM points ORDER BY number").fetchall(),
                         [(r["label"],) for r in rows])
        curves = self.table("sweep.curves.csv")
        self.assertEqual([c["curve"] for c in curves], ["short queue", "long queue"])
        for curve in curves:
            of = [r for r in rows if r["label"] == curve["curve"]]
            carried = [float(r["accepted_gbps_per_tin"]) for r in of
                       if r["steady"] == "true" and r["saturated"] == "false"
                       and float(r["accepted_gbps_per_tin"])
                       >= 0.99 * float(r["offered_gbps_per_tin"])]
            peak = max(float(r["accepted_gbps_per_tin"]) for r in of)
            self.assertEqual(float(curve["saturation_gbps_per_tin"]), max(carried, default=peak))
            self.assertEqual(float(curve["peak_gbps_per_tin"]), peak)
            self.assertNotEqual(curve["kind"], "at least")  # no network carries a load of 1.5

    def test_cost_against_gain(self):
        self.write(LABELLED + "pareto: {cost: hops_mean, gain: latency_ns.p999}\nx: label\n"
                   "y: [latency_ns.p999]\n")
        self.sweep("--quiet")
        rows = self.rows()
        found = self.table("sweep.pareto.csv")
        self.assertEqual(len(found), len(rows))
        least = min(float(r["latency_ns.p999"]) for r in rows)  # all have one hop
        self.assertEqual([r["non_dominated"] == "true" for r in found],
                         [float(r["latency_ns.p999"]) == least for r in rows])
        index = json.loads((self.out / "sweep.json").read_text())
        self.assertEqual((index["x"], index["y"]), ("label", ["latency_ns.p999"]))
        self.assertEqual(index["pareto"],
                         {"cost": "hops_mean", "gain": "latency_ns.p999", "gain_is": "lower"})
        self.assertEqual(self.table("sweep.curves.csv"), [])  # labels are no loads

    def test_misspelt_figures_are_found_before_the_first_point(self):
        for key, text in (("x", "x: latency_ns.p98"), ("y.1", "y: [hops_mean, hop_mean]"),
                          ("pareto.cost", "pareto: {cost: costs, gain: hops_mean}"),
                          ("pareto.gain", "pareto: {cost: hops_mean, gain: rma.ops.0.totl_ns.mean}")):
            self.write(LABELLED + text + "\n")
            said = self.sweep("--quiet", status=2).stderr
            self.assertIn(f"s.yaml: {key}: '", said)
            self.assertIn("is no parameter of the sweep and no figure of summary.json", said)
        self.write(LABELLED + "y: [rma.ops.0.total_ns.p999, classes.1.cells]\n")
        self.sweep("--list")

    def test_a_changed_table_of_curves_is_not_replaced(self):
        self.write(LABELLED)
        self.sweep("--quiet")
        with open(self.out / "sweep.curves.csv", "a", encoding="utf-8") as file:
            file.write("mine\n")
        said = self.sweep("--quiet", status=2).stderr
        self.assertIn("sweep.curves.csv has changed since tinsim wrote it", said)


if __name__ == "__main__":
    main()
