#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reports on runs in a browser: every chart has as many marks as the result has rows, and figures
are those of the files.

Usage: report_run_test.py TINSIM SOURCE_DIR
"""
import collections
import csv
import json
import subprocess

from report_folders import make_run
from report_page import POD, PROGRAM, SOURCE, Report, main, rows_of


class Runs(Report):
    def test_every_chart_of_a_run_has_a_mark_for_each_row(self):
        run = make_run(PROGRAM, self.folder / "pod", POD)
        path = self.report(run)
        ports = rows_of(run / "ports.csv")
        places = {(r["chip"], r["port"]) for r in ports}
        self.assertEqual(len(self.marks("ports", "rect")), len(places))
        # One pod of 12: each TiN is joined to each other.
        self.assertEqual(len(self.marks("chips", "rect")), 12 * 11)
        self.assertEqual(len(self.marks("network", "rule")), 12 * 11 // 2)
        self.assertEqual(len(self.marks("network", "symbol")), 12)
        self.assertEqual(len(self.marks("network", "text")), 12)
        kinds, vcs = {r["kind"] for r in ports}, {r["vc"] for r in ports}
        self.assertEqual(len(self.marks("stalls", "rect")), 4 * len(kinds))
        self.assertEqual(len(self.marks("stalls-vc", "rect")), 4 * len(vcs))
        # Seven kinds of slots, local links at cell fidelity only.
        self.assertEqual(len(self.marks("slots", "rect")), 7)
        latency = [r for r in rows_of(run / "latency.csv") if not r["scope"].startswith("port")]
        scopes = {r["scope"] for r in latency}
        self.assertEqual(scopes, {"all", "class 4", "class 9"})
        self.assertEqual(len(self.marks("cdf", "line")), len(latency))
        # The last bucket of each scope has nothing above it.
        self.assertEqual(len(self.marks("tail", "line")), len(latency) - len(scopes))
        batches = rows_of(run / "batches.csv")
        self.assertEqual(len(self.marks("time-throughput", "line")), 2 * len(batches))
        self.assertEqual(len(self.marks("time-latency", "line")),
                         sum(r["latency_mean_ns"] != "" for r in batches))
        # The page contains the whole scene: charts of this size are SVG.
        self.assertEqual(self.browser.run(
            "document.querySelectorAll('#chart-chips g.mark-rect.role-mark > path').length"), 132)
        self.clean(path)

    def test_loads_are_words_per_cycle_of_the_measurement(self):
        run = make_run(PROGRAM, self.folder / "noisy", SOURCE / "configs/link_noise.yaml")
        path = self.report(run)
        words = collections.Counter()
        for row in rows_of(run / "ports.csv"):
            words[int(row["chip"]), int(row["port"])] += int(row["words"])
        cycles = 200 * 400  # measure_us of the file, at 400 MHz
        for mark in self.marks("ports", "rect"):
            chip = int(mark["row"].removeprefix("pod0.tin"))
            self.assertAlmostEqual(mark["load"], words[chip, mark["column"]] / cycles, places=12)
        # Port i of one TiN is joined to port i of the other, so the load of a link is that of the
        # same port at the far end; these links are full.
        for row in self.table("directions of links"):
            far = row["to"].removeprefix("pod0.tin").split(".port")
            load = words[int(far[0]), int(far[1])] / cycles
            self.assertAlmostEqual(float(row["load"].split()[0]), 100 * load, delta=0.051)
            self.assertGreater(load, 0.95)
        self.assertIn("Saturated", self.text())
        summary = json.loads((run / "summary.json").read_text())
        self.assertIn(f"{summary['cells']['dropped']} of {summary['cells']['injected']:,} cells",
                      self.text())
        for cause, cells in summary["cells"]["dropped_by_cause"].items():
            self.assertIn(f"{cause.replace('_', ' ')} {cells}", self.text())
        self.clean(path)

    def test_picture_has_every_pair_that_the_topology_joins(self):
        run = make_run(PROGRAM, self.folder / "pods", SOURCE / "configs/dragonfly_4pod.yaml",
                       "run.measure_us=5")
        path = self.report(run)
        text = subprocess.run([PROGRAM, "topology", str(run / "config.yaml"), "--format", "csv"],
                              check=True, capture_output=True, text=True).stdout
        links = [r for r in csv.DictReader(text.splitlines()) if r["peer_chip"]]
        pairs = {frozenset((int(r["chip"]), int(r["peer_chip"]))) for r in links}
        self.assertEqual(len(self.marks("network", "rule")), len(pairs))
        self.assertEqual(len(self.marks("chips", "rect")), 2 * len(pairs))
        drawn = {frozenset((m["from"], m["to"])) for m in self.marks("network", "rule")}
        self.assertEqual(drawn, {frozenset(f"pod{c // 12}.tin{c % 12}" for c in pair)
                                 for pair in pairs})
        # A pod: 66 local pairs, and rays to each chip of another pod.
        rays = {p for p in pairs if sum(c // 12 == 2 for c in p) == 1}
        self.choose("Pod", 2)
        self.assertEqual(len(self.marks("pod", "rule")), 66 + len(rays))
        self.clean(path)

    def test_picture_of_other_shapes(self):
        """Pods are chips in a row here: links of either kind are inside and between them."""
        for name, overrides, pods, inside, labels in (
                # Rows of eight chips are rings; links between them are local too.
                ("torus", [], 8, 8, "pod0.tin1"),
                # Two rings of five, the outer one and the star, and the five spokes.
                ("own_graph", ["topology.file=GRAPHML"], 2, 5, "pod0.tin1 (o1)")):
            overrides = [o.replace("GRAPHML", str(SOURCE / "configs/graphs/petersen.graphml"))
                         for o in overrides]
            run = make_run(PROGRAM, self.folder / name, SOURCE / f"configs/{name}.yaml",
                           "run.warmup_us=1", "run.measure_us=2", *overrides)
            path = self.report(run)
            text = subprocess.run([PROGRAM, "topology", str(run / "config.yaml"), "--format",
                                   "csv"], check=True, capture_output=True, text=True).stdout
            pairs = {frozenset((int(r["chip"]), int(r["peer_chip"])))
                     for r in csv.DictReader(text.splitlines()) if r["peer_chip"]}
            lines = self.marks("network", "rule")
            self.assertEqual(len(lines), len(pairs))
            self.assertEqual(len(self.marks("network", "text")), pods)
            self.assertIn(labels, {m["from"] for m in lines} | {m["to"] for m in lines})
            size = max(max(p) for p in pairs) + 1
            first = {chip for chip in range(size // pods)}
            self.choose("Pod", 0)
            self.assertEqual(sum(len(p & first) == 2 for p in pairs), inside)
            self.assertEqual(len(self.marks("pod", "rule")), sum(bool(p & first) for p in pairs))
            self.clean(path)

    def test_a_section_without_presentation_lists_its_fields(self):
        run = make_run(PROGRAM, self.folder / "frames", SOURCE / "configs/ip_replay.yaml",
                       "run.measure_us=20")
        frames = json.loads((run / "summary.json").read_text())["ip"]["frames"]
        path = self.report(run)
        rows = {r["what"]: r for r in self.table("frames that are replayed or captured")}
        numbers = {name: n for name, n in frames.items() if isinstance(n, int)}
        self.assertEqual({name: int(rows[name]["value"].replace(",", "")) for name in numbers}, numbers)
        self.assertGreater(numbers["ip"], 0)
        self.assertEqual(rows["left"]["meaning"], "frames that left a port")
        self.clean(path)

    def test_packets_operations_and_lookups_have_their_figures(self):
        config = SOURCE / "configs/cliquemap_pod.yaml"
        run = make_run(PROGRAM, self.folder / "engines", config, "run.warmup_us=5",
                       "run.measure_us=15", "cliquemap.set_share=0.2")
        summary = json.loads((run / "summary.json").read_text())
        path = self.report(run)
        self.assertNotIn("No cell was delivered", self.text())
        def number(text):
            return float(text.replace(",", ""))

        for row, of in zip(self.table("by class of service"), summary["ip"]["classes"]):
            self.assertEqual(number(row["bytes"]), of["bytes"])
            self.assertAlmostEqual(number(row["goodput [Gb/s per host]"]),
                                   of["goodput_gbps_per_host"], delta=0.01)
        counts = {r["what"]: number(r["count"]) for r in self.table("Packets of the whole run")}
        self.assertEqual(counts["in"], summary["ip"]["packets_in"])
        self.assertGreater(counts["in"], 0)
        ended = {r["what"]: number(r["count"]) for r in self.table("by how they ended")}
        self.assertEqual(ended, {f"{op['op']} {op['class']}: {how}": n
                                 for op in summary["rma"]["ops"]
                                 for how, n in op["ended"].items() if n > 0})
        for row, way in zip(self.table("of 113.7"), ("up", "down")):
            of = summary["pcie"][way]
            self.assertEqual(number(row["packets"]), of["tlps"])
            self.assertGreater(of["tlps"], 0)
            self.assertAlmostEqual(number(row["busiest link [%]"]), 100 * of["busiest_share"], delta=0.01)
        lookups = {r["what"]: number(r["count"]) for r in self.table("Lookups")}
        self.assertEqual(lookups["hits"], summary["cliquemap"]["hits"])
        self.assertGreater(lookups["hits"], 0)
        accepted = self.marks("time-throughput", "line")
        self.assertEqual(len(accepted), len(rows_of(run / "batches.csv")))
        self.assertEqual({r["latency_mean_ns"] for r in rows_of(run / "batches.csv")}, {""})
        self.clean(path)

    def choose(self, label, index):
        self.browser.run("""(() => {
          const label = [...document.querySelectorAll('label')].find(
              l => l.textContent.startsWith(LABEL + ' '));
          const select = label.querySelector('select');
          select.value = INDEX;
          select.dispatchEvent(new Event('change'));
        })()""".replace("LABEL", json.dumps(label)).replace("INDEX", str(index)))
        self.wait_until_drawn()

    def test_full_clique(self):
        run = make_run(PROGRAM, self.folder / "clique", SOURCE / "configs/clique.yaml",
                       "run.warmup_us=1", "run.measure_us=1")
        path = self.report(run)
        self.assertEqual(len(self.marks("network", "symbol")), 576)
        # 66 pairs in each pod; global links are drawn from pod to pod.
        self.assertEqual(len(self.marks("network", "rule")), 48 * 66 + 48 * 47 // 2)
        self.assertEqual(len(self.marks("pods", "rect")), 48 * 47)
        self.assertEqual(len(self.marks("tins", "rect")), 12 * 11)
        places = {(r["chip"], r["port"]) for r in rows_of(run / "ports.csv")}
        self.assertEqual(len(self.marks("ports", "rect")), len(places))
        self.choose("Links of", 1)  # pod 0
        self.assertEqual(len(self.marks("network", "rule")), 48 * 66 + 94)  # 2 links to 47 pods
        self.clean(path)

    def test_one_switch_and_a_run_that_delivered_nothing(self):
        for name, overrides in (("single", []), ("nothing", ["traffic.0.load=0"])):
            run = make_run(PROGRAM, self.folder / name, SOURCE / "configs/single_tin.yaml",
                           *overrides)
            path = self.report(run)
            self.assertIn("Result", self.text())
            self.clean(path)
        self.assertIn("No cell was delivered", self.text())

    def test_tables_alone_where_charts_are_not_wanted(self):
        run = make_run(PROGRAM, self.folder / "plain", POD)
        path = self.report(run, "--no-charts")
        self.assertIn("This report has no charts", self.text())
        self.assertEqual(self.browser.run("document.querySelectorAll('svg, canvas').length"), 0)
        self.assertEqual([r["cells of"] for r in self.table("Latency in ns")],
                         ["all cells", "class 4", "class 9"])
        self.assertEqual(len(self.table("directions of links")), 20)
        self.assertLess(path.stat().st_size, 300_000)
        self.clean(path)

    def test_dark_colours(self):
        run = make_run(PROGRAM, self.folder / "dark", POD, "run.measure_us=2")
        path = self.report(run)
        colour = "getComputedStyle(document.body).backgroundColor"
        stroke = "document.querySelector('#chart-chips .role-axis-label text').getAttribute('fill')"
        light = self.browser.run(f"[{colour}, {stroke}]")
        self.browser.prefer("dark")
        self.browser.wait_for(f"{stroke} !== {json.dumps(light[1])}")
        self.wait_until_drawn()
        self.assertNotEqual(self.browser.run(colour), light[0])
        self.clean(path)

    def test_a_report_is_part_of_a_result(self):
        run = make_run(PROGRAM, self.folder / "again", POD, "run.measure_us=1")
        self.report(run)
        make_run(PROGRAM, run, POD, "run.measure_us=1")

    def test_what_is_no_result_is_refused(self):
        empty = self.folder / "empty"
        empty.mkdir()
        for folder in (empty, self.folder / "nowhere"):
            done = subprocess.run([PROGRAM, "report", str(folder)], capture_output=True, text=True)
            self.assertEqual(done.returncode, 2)
            self.assertIn("holds neither summary.json nor sweep.json", done.stderr)
        run = make_run(PROGRAM, self.folder / "fine", POD, "run.measure_us=1")
        for out in (empty, self.folder / "nowhere/x.html"):
            done = subprocess.run([PROGRAM, "report", str(run), "--out", str(out)],
                                  capture_output=True, text=True)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn(str(out), done.stderr)


if __name__ == "__main__":
    main()
