#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reports on sweeps in a browser: curves are the figures of the points, parameters become colours,
rows and dashes, and a point is chosen with the keyboard.

Usage: report_sweep_test.py TINSIM SOURCE_DIR
"""
import itertools
import json
import signal
import subprocess
import time

from report_folders import make_sweep
from report_page import POD, PROGRAM, SOURCE, Report, main


class Sweeps(Report):
    def curve_points(self, folder):
        index = json.loads((folder / "sweep.json").read_text())
        done = [p for p in index["points"] if p["status"] == "done"]
        return [(p, json.loads((folder / "points" / p["point"] / "summary.json").read_text()))
                for p in done]

    def test_curves_are_the_figures_of_the_points(self):
        loads = [round(0.2 * i, 1) for i in range(1, 13)]
        sweep = make_sweep(PROGRAM, self.folder / "load", POD, ["traffic.0.load"],
                           [[load] for load in loads], common=["run.measure_us=5"])
        path = self.report(sweep)
        points = self.curve_points(sweep)
        expected = sorted((s["offered_gbps_per_tin"], key, s["latency_ns"][key])
                          for _, s in points for key in ("mean", "p50", "p99", "p999"))
        for kind in ("symbol", "line"):
            found = sorted((m["x"], m["statistic"], m["ns"]) for m in self.marks("latency", kind))
            self.assertEqual(found, expected)
        accepted = sorted((s["offered_gbps_per_tin"], s["accepted_gbps_per_tin"])
                          for _, s in points)
        found = sorted((m["x"], m["accepted"]) for m in self.marks("throughput", "symbol"))
        self.assertEqual(found, accepted)
        # The curve, the bound at each point, and two ends of what is offered.
        self.assertEqual(len(self.marks("throughput", "line")), 2 * len(loads) + 2)
        self.assertEqual(len(self.table("All points that are done")), len(loads))
        self.assertEqual(len(self.marks("chips", "rect")), 12 * 11)  # of the point in detail
        self.clean(path)

    def test_engines_have_curves_of_what_they_measure(self):
        loads = [2, 8, 20]
        sweep = make_sweep(PROGRAM, self.folder / "engines", SOURCE / "configs/ip_pod.yaml",
                           ["ip_traffic.0.gbps"], [[load] for load in loads],
                           common=["run.warmup_us=5", "run.measure_us=10", "rma.enabled=true",
                                   "topology.tins_per_pod=3",
                                   "rma_traffic=[{op: read, bytes: 64, gbps: 1}]"])
        path = self.report(sweep)
        points = self.curve_points(sweep)
        for chart, of in (("latency", lambda s: s["rma"]["ops"][0]["total_ns"]),
                          ("latency-1", lambda s: s["ip"]["classes"][0]["fabric_rtt_ns"])):
            expected = sorted((p["parameters"]["ip_traffic.0.gbps"], key, of(s)[key])
                              for p, s in points for key in ("mean", "p50", "p99", "p999"))
            found = sorted((m["x"], m["statistic"], m["ns"]) for m in self.marks(chart, "symbol"))
            self.assertEqual(found, expected)
        self.assertNotIn("not reliable", self.text())
        self.assertEqual(set(self.table("All points that are done")[0]) & {"offered", "mean"}, set())
        self.clean(path)

    def results(self, folder):
        """Point -> inode of its result: another run has another."""
        return {p.parent.name: p.stat().st_ino for p in folder.glob("points/*/summary.json")
                if "." not in p.parent.name}  # a folder that is being written has a suffix

    def test_a_sweep_killed_half_way_and_restarted_gives_the_whole_curve(self):
        out = self.folder / "killed"
        command = [PROGRAM, "sweep", SOURCE / "configs/sweeps/pod_load.yaml", "--out", out,
                   "--quiet", "--jobs", "1"]
        with subprocess.Popen(command) as sweep:
            end = time.monotonic() + 200
            while len(self.results(out)) < 6 and time.monotonic() < end:
                time.sleep(0.005)
            sweep.send_signal(signal.SIGKILL)
        before = self.results(out)
        self.assertGreaterEqual(len(before), 6)
        self.assertLess(len(before), 12, "too fast to be interrupted")
        subprocess.run([*command, "--collect"], check=True, timeout=250)
        self.report(out)
        self.assertEqual(len(self.marks("throughput", "symbol")), len(before))
        self.assertIn(f"{len(before)} of 12 done", self.text())

        subprocess.run(command, check=True, timeout=250)
        after = self.results(out)
        self.assertEqual(len(after), 12)
        self.assertEqual({name: after[name] for name in before}, before)
        path = self.report(out)
        points = self.curve_points(out)
        self.assertEqual([p["parameters"]["traffic.0.load"] for p, _ in points],
                         [round(0.1 * i, 1) for i in range(1, 13)])
        found = sorted((m["x"], m["accepted"]) for m in self.marks("throughput", "symbol"))
        self.assertEqual(found, sorted((s["offered_gbps_per_tin"], s["accepted_gbps_per_tin"])
                                       for _, s in points))
        means = [m for m in self.marks("latency", "symbol") if m["statistic"] == "mean"]
        self.assertEqual(sorted((m["x"], m["ns"]) for m in means),
                         sorted((s["offered_gbps_per_tin"], s["latency_ns"]["mean"])
                                for _, s in points))
        self.assertEqual(len({m["x"] for m in means}), 12)
        self.clean(path)

    def test_parameters_become_colours_rows_and_dashes(self):
        parameters = ["routing.mode", "tin.output.queue_words", "tin.vc_fifo.local_words",
                      "traffic.0.load"]
        rows = [list(row) for row in itertools.product(
            ["minimal_adaptive", "minimal_deterministic"], [20, 80], [32, 128], [0.3, 0.6])]
        sweep = make_sweep(PROGRAM, self.folder / "many", POD, parameters, rows,
                           failed={5: ("bad_input", "f.yaml:3:1: <b>wrong</b>")},
                           common=["run.measure_us=2"])
        path = self.report(sweep)
        marks = self.marks("latency", "symbol")
        self.assertEqual(len(marks), 4 * (len(rows) - 1))
        self.assertEqual({m["colour"] for m in marks},
                         {"minimal_adaptive", "minimal_deterministic"})
        self.assertEqual({m["row"] for m in marks},
                         {f"tin.output.queue_words = {n}" for n in (20, 80)})
        self.assertEqual({m["rest"] for m in marks},
                         {f"tin.vc_fifo.local_words = {n}" for n in (32, 128)})
        failed = self.table("Failed or not run")
        self.assertEqual([r["error"] for r in failed], ["f.yaml:3:1: <b>wrong</b>"])
        self.assertIn("15 of 16 done", self.text())
        self.clean(path)

    def strokes(self, chart):
        """(width, dashes, colour) of each line of a chart."""
        return self.browser.run("""(() => {
          const found = [];
          const walk = item => {
            if (item.marktype === 'line' && item.role === 'mark')
              found.push(item.items.map(i => [i.strokeWidth, String(i.strokeDash), i.stroke])[0]);
            for (const inner of item.items || []) walk(inner);
          };
          walk(tinsim_report.views[ID].scenegraph().root);
          return found.filter(line => line !== undefined);
        })()""".replace("ID", json.dumps(chart)))

    def pixels(self, chart, colours):
        """How many pixels of the chart have each of the colours, as `#rrggbb`."""
        return self.browser.run("""(async () => {
          const canvas = await tinsim_report.views[ID].toCanvas();
          const {data} = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
          const hex = at => '#' + [...data.slice(at, at + 3)].map(
              v => v.toString(16).padStart(2, '0')).join('');
          const found = {};
          for (let at = 0; at < data.length; at += 4)
            if (data[at + 3] === 255) found[hex(at)] = (found[hex(at)] ?? 0) + 1;
          return COLOURS.map(colour => found[colour] ?? 0);
        })()""".replace("ID", json.dumps(chart)).replace("COLOURS", json.dumps(colours)))

    def test_a_sweep_over_a_rate_is_a_curve_and_equal_curves_are_visible(self):
        # Queues of 60 and 80 words are never full at these rates: the curves are the same.
        rates = [1 + 0.5 * i for i in range(10)]
        rows = [[words, rate] for words in (60, 80) for rate in rates]
        sweep = make_sweep(PROGRAM, self.folder / "rate", SOURCE / "configs/ip_pod.yaml",
                           ["tin.output.queue_words", "ip_traffic.0.gbps"], rows,
                           common=["run.warmup_us=2", "run.measure_us=2", "topology.tins_per_pod=3"])
        path = self.report(sweep)
        points = self.curve_points(sweep)
        half = len(rates)
        for (_, a), (_, b) in zip(points[:half], points[half:]):
            self.assertEqual(a["state_hash"], b["state_hash"])
        lines = self.marks("throughput", "line")
        self.assertEqual(sorted({m["x"] for m in lines}), rates)
        self.assertEqual(len(lines), 2 * half)
        strokes = self.strokes("throughput")
        self.assertEqual(len(strokes), 2)
        self.assertEqual([len({s[i] for s in strokes}) for i in range(3)], [2, 2, 2], strokes)
        colours = [s[2] for s in strokes]
        for count in self.pixels("throughput", colours):
            self.assertGreater(count, 100)
        # Without the other series only one of the colours is left.
        self.browser.run("document.querySelectorAll('fieldset.series input')[1].click()")
        self.wait_until_drawn()
        self.assertEqual({m["colour"] for m in self.marks("throughput", "symbol")}, {"60"})
        self.clean(path)

    def test_labels_figures_and_costs(self):
        long = "[{pattern: uniform, load: %s, cell_bytes: 160, class: 0, process: bernoulli}]"
        sweep = make_sweep(PROGRAM, self.folder / "labels", POD,
                           ["tin.output.queue_words", "traffic.0.load", "routing.mode"],
                           [[words, load, "minimal_adaptive"] for words in (20, 80)
                            for load in (0.2, 0.4, 1.5)], common=["run.measure_us=2"])
        index = json.loads((sweep / "sweep.json").read_text())
        index.update(labelled=1, x="accepted_gbps_per_tin", y=["latency_ns.p999", "hops_mean"],
                     pareto={"cost": "hops_mean", "gain": "latency_ns.p999", "gain_is": "lower"})
        for point in index["points"]:
            point["label"] = f"queue {point['parameters']['tin.output.queue_words']}"
            point["parameters"]["routing.mode"] = long % (0.1 + point["number"] % 2)
        (sweep / "sweep.json").write_text(json.dumps(index))
        path = self.report(sweep)
        points = self.curve_points(sweep)
        marks = self.marks("metric-0", "symbol")
        self.assertEqual(sorted((m["x"], m["value"], m["colour"]) for m in marks),
                         sorted((s["accepted_gbps_per_tin"], s["latency_ns"]["p999"], p["label"])
                                for p, s in points))
        # Of long values the legend shows what differs.
        self.assertEqual({m["row"] for m in marks},
                         {"routing.mode = …0.1…", "routing.mode = …1.1…"})
        self.assertEqual(len(self.marks("metric-1", "symbol")), len(points))
        self.assertEqual(len(self.marks("pareto", "symbol")), len(points))
        least = min(s["latency_ns"]["p999"] for _, s in points)
        best = self.table("Points that no other beats")
        self.assertEqual(len(best), sum(s["latency_ns"]["p999"] == least for _, s in points))
        self.assertEqual({r["label"] for r in self.table("Parameters by label")},
                         {"queue 20", "queue 80"})
        self.assertIn("queue 20", self.table("Saturation throughput")[0]["curve"])
        self.clean(path)

    def test_a_report_on_48_points_is_small_and_whole(self):
        rows = [[words, round(0.05 * i, 2)] for words in (20, 40, 60, 80) for i in range(1, 13)]
        sweep = make_sweep(PROGRAM, self.folder / "large", POD,
                           ["tin.output.queue_words", "traffic.0.load"], rows,
                           common=["run.measure_us=5"])
        path = self.report(sweep)
        self.assertLess(path.stat().st_size, 2_000_000)
        self.assertIn('type="application/zlib" id="data"', path.read_text(encoding="utf-8"))
        self.assertEqual(len(self.marks("throughput", "symbol")), 48)
        self.assertEqual(len(self.marks("chips", "rect")), 12 * 11)  # of the point in detail
        self.clean(path)

    def test_random_points_are_not_joined(self):
        rows = [[20 + 13 * i, 1 + (7 * i) % 11 / 2] for i in range(11)]
        sweep = make_sweep(PROGRAM, self.folder / "random", POD,
                           ["tin.vc_fifo.local_words", "link.local_m"], rows,
                           common=["run.measure_us=1"])
        path = self.report(sweep)
        self.assertEqual(len(self.marks("latency", "symbol")), 4 * len(rows))
        self.assertEqual(len(self.marks("latency", "line")), 0)
        self.assertEqual({m["x"] for m in self.marks("latency", "symbol")}, {r[0] for r in rows})
        self.clean(path)

    def test_nothing_done_yet(self):
        rows = [[0.1], [0.2]]
        sweep = self.folder / "pending"
        sweep.mkdir()
        make_sweep(PROGRAM, sweep, POD, ["traffic.0.load"], rows,
                   failed={0: ("pending", ""), 1: ("killed", "by a signal")})
        path = self.report(sweep)
        self.assertIn("0 of 2 done", self.text())
        self.clean(path)

    def test_keyboard_alone_reaches_everything_and_chooses_a_point(self):
        sweep = make_sweep(PROGRAM, self.folder / "keys", POD, ["traffic.0.load"], [[0.1], [0.2]],
                           common=["run.measure_us=1"])
        path = self.report(sweep)
        hashes = [s["state_hash"] for _, s in self.curve_points(sweep)]
        self.assertIn(hashes[1], self.text())  # the one with more accepted
        seen = []
        for _ in range(60):
            self.browser.press("Tab")
            seen.append(self.browser.run("document.activeElement.tagName"))
            if seen[-1] == "SELECT":
                break
        self.assertIn("A", seen)       # contents
        self.assertIn("DIV", seen)     # tables, which scroll
        self.assertIn("SUMMARY", seen)
        self.assertEqual(seen[-1], "SELECT")
        outline = "getComputedStyle(document.activeElement).outlineStyle"
        self.assertEqual(self.browser.run(outline), "solid")
        self.browser.press("ArrowUp")
        self.browser.wait_for("document.activeElement.value === '0'")
        self.wait_until_drawn()
        self.assertIn(hashes[0], self.text())
        self.assertNotIn(hashes[1], self.text())
        self.assertEqual(len(self.marks("chips", "rect")), 12 * 11)
        self.clean(path)


if __name__ == "__main__":
    main()
