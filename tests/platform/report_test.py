#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reports in a real browser: every chart has as many marks as the result has rows, figures are
those of the files, nothing is asked of the network, and hostile strings stay text.

Usage: report_test.py TINSIM SOURCE_DIR
"""
import collections
import csv
import itertools
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

from browser import Browser, find_chromium
from report_folders import make_run, make_sweep

PROGRAM, SOURCE = sys.argv[1], pathlib.Path(sys.argv[2])
POD = SOURCE / "configs/pod.yaml"
HOSTILE = "</script><script>hacked=1</script><img src=x onerror='hacked=1'>${hacked=1}'\"`\\1\\"

# Data of all items of marks of a type, in all views of a chart.
MARKS = """(() => {
  const found = [];
  const walk = item => {
    if (item.marktype && item.marktype !== 'group') {
      if (item.role === 'mark' && item.marktype === TYPE) found.push(...item.items.map(i => i.datum));
    } else {
      for (const inner of item.items || []) walk(inner);
    }
  };
  walk(tinsim_report.views[ID].scenegraph().root);
  return found.map(d => Object.fromEntries(Object.entries(d).filter(([k, v]) => typeof v !== 'object')));
})()"""


def rows_of(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


class Report(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.temporary.name)
        cls.browser = Browser(1366, 768)
        cls.browser.__enter__()

    @classmethod
    def tearDownClass(cls):
        cls.browser.__exit__()
        cls.temporary.cleanup()

    def report(self, folder, *arguments):
        """Writes the report, opens it, waits until it is drawn."""
        subprocess.run([PROGRAM, "report", str(folder), *arguments], check=True)
        return self.open(folder / "report.html")

    def open(self, path):
        self.browser.prefer("light")
        self.browser.open(path)
        self.browser.wait_for("typeof tinsim_report === 'object' && "
                              "(tinsim_report.is_drawn || tinsim_report.errors.length > 0)")
        return path

    def wait_until_drawn(self):
        self.browser.wait_for("tinsim_report.is_drawn")

    def marks(self, chart, kind):
        return self.browser.run(MARKS.replace("TYPE", json.dumps(kind))
                                     .replace("ID", json.dumps(chart)))

    def text(self):
        return self.browser.run("document.body.innerText")

    def table(self, caption):
        """Rows of the table with that caption, as text by column title."""
        return self.browser.run("""(() => {
          const table = [...document.querySelectorAll('table')].find(
              t => t.caption.textContent.includes(CAPTION));
          const names = [...table.tHead.rows[0].cells].map(c => c.textContent);
          return [...table.tBodies[0].rows].map(
              r => Object.fromEntries([...r.cells].map((c, i) => [names[i], c.textContent])));
        })()""".replace("CAPTION", json.dumps(caption)))

    def problems(self, path):
        """What a page must not do."""
        found = [f"logged: {text}" for text in self.browser.complaints]
        found += [f"drawing: {text}" for text in self.browser.run("tinsim_report.errors")]
        found += [f"loaded: {url}" for url in self.browser.requests
                  if url != f"file://{path}" and not url.startswith("data:")]
        if self.browser.run("typeof hacked !== 'undefined'"):
            found.append("a string was executed")
        if self.browser.run("document.documentElement.scrollWidth > innerWidth"):
            found.append("wider than the window")
        return found

    def clean(self, path):
        self.assertEqual(self.problems(path), [])


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
        # What is in the scene is in the page: charts of this size are SVG.
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
        self.choose("Global links of", 1)  # pod 0
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
                          for _, s in points for key in ("mean", "p50", "p99"))
        for kind in ("symbol", "line"):
            found = sorted((m["x"], m["statistic"], m["ns"]) for m in self.marks("latency", kind))
            self.assertEqual(found, expected)
        accepted = sorted((s["offered_gbps_per_tin"], s["accepted_gbps_per_tin"])
                          for _, s in points)
        self.assertEqual(sorted((m["x"], m["accepted"]) for m in self.marks("throughput", "symbol")),
                         accepted)
        # The curve, the bound at each point, and two ends of what is offered.
        self.assertEqual(len(self.marks("throughput", "line")), 2 * len(loads) + 2)
        self.assertEqual(len(self.table("All points that are done")), len(loads))
        self.assertEqual(len(self.marks("chips", "rect")), 12 * 11)  # of the point in detail
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
        self.assertEqual(len(marks), 3 * (len(rows) - 1))
        self.assertEqual({m["colour"] for m in marks}, {"minimal_adaptive", "minimal_deterministic"})
        self.assertEqual({m["row"] for m in marks}, {f"tin.output.queue_words = {n}" for n in (20, 80)})
        self.assertEqual({m["rest"] for m in marks}, {f"tin.vc_fifo.local_words = {n}" for n in (32, 128)})
        failed = self.table("Failed or not run")
        self.assertEqual([r["error"] for r in failed], ["f.yaml:3:1: <b>wrong</b>"])
        self.assertIn("15 of 16 done", self.text())
        self.clean(path)

    def test_random_points_are_not_joined(self):
        rows = [[20 + 13 * i, 1 + (7 * i) % 11 / 2] for i in range(11)]
        sweep = make_sweep(PROGRAM, self.folder / "random", POD,
                           ["tin.vc_fifo.local_words", "link.local_m"], rows,
                           common=["run.measure_us=1"])
        path = self.report(sweep)
        self.assertEqual(len(self.marks("latency", "symbol")), 3 * len(rows))
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


class Hostile(Report):
    def test_strings_of_a_run_stay_text(self):
        config = self.folder / f"{HOSTILE.replace('/', '_')}.yaml"
        shutil.copy(POD, config)
        run = make_run(PROGRAM, self.folder / "run", config, "run.measure_us=1")
        summary = json.loads((run / "summary.json").read_text())
        summary["notes"] = [HOSTILE]
        summary["network"] = summary["unsteady_reason"] = HOSTILE
        summary["steady"] = False
        (run / "summary.json").write_text(json.dumps(summary))
        with open(run / "config.yaml", "a", encoding="utf-8") as file:
            file.write(f"# {HOSTILE}\n")
        ports = (run / "ports.csv").read_text().replace("local", HOSTILE.replace(",", ""))
        (run / "ports.csv").write_text(ports)
        path = self.report(run)
        self.assertIn(HOSTILE, self.text())
        self.assertIn(str(config), self.text())
        self.clean(path)

    def test_strings_of_a_sweep_stay_text(self):
        sweep = make_sweep(PROGRAM, self.folder / "sweep", POD,
                           ["traffic.0.load", "routing.mode", "tin.output.queue_words"],
                           [[load, mode, words] for load in (0.1, 0.2) for words in (20, 80)
                            for mode in ("minimal_adaptive", "minimal_deterministic")],
                           name=HOSTILE, failed={7: ("failed", HOSTILE)},
                           common=["run.measure_us=1"])
        index = (sweep / "sweep.json").read_text()
        quoted = json.dumps(HOSTILE)[1:-1]
        for old, new in (("tin.output.queue_words", "image"), ("minimal_adaptive", quoted),
                         ("minimal_deterministic", quoted + "2"), ("routing.mode", quoted)):
            index = index.replace(old, new)
        (sweep / "sweep.json").write_text(index)
        path = self.report(sweep)
        self.assertIn(HOSTILE, self.text())
        # Tooltips are made of strings too.
        self.browser.hover("#chart-latency .mark-symbol.role-mark path")
        self.browser.wait_for("document.querySelector('#vg-tooltip-element.visible')?.innerText"
                              f".includes({json.dumps(HOSTILE)})", 5)
        self.clean(path)

    def test_names_of_axes_stay_text(self):
        sweep = make_sweep(PROGRAM, self.folder / "axes", POD,
                           ["tin.output.queue_words", "link.local_m"],
                           [[words, metres] for words in (20, 80) for metres in range(1, 11)],
                           common=["run.measure_us=1"])
        index = (sweep / "sweep.json").read_text()
        for number, name in enumerate(("tin.output.queue_words", "link.local_m")):
            index = index.replace(name, json.dumps(HOSTILE + str(number))[1:-1])
        (sweep / "sweep.json").write_text(index)
        path = self.report(sweep)
        self.assertEqual(len(self.marks("latency", "symbol")), 3 * 20)
        self.clean(path)

    def test_the_checker_notices_code_and_requests(self):
        run = make_run(PROGRAM, self.folder / "planted", POD, "run.measure_us=1")
        path = self.report(run)
        self.clean(path)
        page = path.read_text(encoding="utf-8")
        for planted in ("<script>hacked=1</script>", "<img src='http://localhost:9/a.png'>",
                        "<div style='width:5000px'>wide</div>"):
            path.write_text(page.replace("<main", planted + "<main", 1), encoding="utf-8")
            self.open(path)
            self.assertNotEqual(self.problems(path), [], planted)
        # So are marks counted.
        data = json.loads(page.split('id="data">')[1].split("</script>")[0])
        data["run"]["ports"].pop()
        path.write_text(page.split('id="data">')[0] + 'id="data">' + json.dumps(data)
                        + "</script>" + page.split("</script>", 1)[1], encoding="utf-8")
        self.open(path)
        ports = {(r["chip"], r["port"]) for r in rows_of(run / "ports.csv")}
        self.assertEqual(len(self.marks("ports", "rect")), len(ports) - 1)
        # The policy keeps a planted script from running, too.
        path.write_text(page.replace("<main", "<script>hacked=1</script><main", 1),
                        encoding="utf-8")
        self.open(path)
        self.assertNotIn("a string was executed", self.problems(path))


if __name__ == "__main__":
    if find_chromium() is None:
        print("skipped: no chromium")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as probe:
        make_run(PROGRAM, f"{probe}/run", POD, "run.measure_us=1")
        subprocess.run([PROGRAM, "report", f"{probe}/run"], check=True)
        if "id=\"licences\"" not in pathlib.Path(f"{probe}/run/report.html").read_text(encoding="utf-8"):
            print("skipped: built without Vega")
            sys.exit(77)
    unittest.main(argv=sys.argv[:1])
