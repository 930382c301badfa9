#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Files that are not what they should be: nested too deeply, of other types, no files at all; and
text that steers a terminal.

Usage: hostile_files_test.py TINSIM SOURCE_DIR
"""
import json
import os
import shutil

from hostile_case import CELLS, NETWORK, HostileCase, main, steering

DEEP = 100_000
SECRET = "root:$6$salt$of-a-file-of-the-reader:19000:0:99999:7:::"


class Results(HostileCase):
    """What `report` and a resumed `sweep` read."""

    def run_to(self, name, *more):
        self.good("run", "c.yaml", "--quiet", "--out", name, *more)
        return self.unlisted(self.folder / name)

    def swept(self):
        self.write("s.yaml", "base: c.yaml\ngrid: {run.seed: [1]}\n")
        self.good("sweep", "s.yaml", "--out", "swept", "--quiet")
        (point,) = [p for p in (self.folder / "swept/points").iterdir() if p.is_dir()]
        return self.unlisted(point)

    def copied(self):
        """The sweep without its manifest."""
        return self.unlisted(shutil.copytree(self.folder / "swept", self.folder / "copy"))

    @staticmethod
    def unlisted(folder):
        """A list of checksums would show the change before the file is read."""
        (folder / "manifest.sha256").unlink(missing_ok=True)
        return folder

    def test_nesting_is_refused(self):
        run, point = self.run_to("run"), self.swept()
        index = self.copied() / "sweep.json"
        kept = index.read_text()
        for deep in ("[" * DEEP + "]" * DEEP, '{"a":' * DEEP + "1" + "}" * DEEP,
                     '{"state_hash":' + "[" * DEEP + "]" * DEEP + "}"):
            (run / "summary.json").write_text(deep)
            self.refused("run/summary.json: is nested too deeply; expected at most 32 levels",
                         "report", "run")
            index.write_text(deep)
            self.refused("copy/sweep.json: is nested too deeply", "report", "copy")
            index.write_text(kept)
            (point / "summary.json").write_text(deep)
            self.refused("summary.json: is nested too deeply", "report", "swept")
            self.refused("summary.json: is nested too deeply", "sweep", "s.yaml", "--out", "swept")

    def test_recorded_failures_are_checked(self):
        point = self.swept()
        failed = point.parent / (point.name + ".failed.json")
        (point / "summary.json").unlink()
        for text, part in (
                ("[" * DEEP + "]" * DEEP, "failed.json: is nested too deeply"),
                ('{"status": 5}', "failed.json: status: is a value of type number; expected"),
                ('{"exit_status": "x"}', "exit_status: is a value of type string; expected"),
                ('{"exit_status": 18446744073709551615}', "expected an integer from 1 to 3"),
                ('{"exit_status": 0}', "exit_status: is 0; expected an integer from 1 to 3"),
                ('{"error": []}', "failed.json: error: is a value of type array; expected"),
                ("[]", "failed.json: is a value of type array; expected an object")):
            failed.write_text(text)
            self.refused(part, "sweep", "s.yaml", "--out", "swept", "--collect")
        failed.write_text('{"status": ')  # half a file: the point is run again
        self.good("sweep", "s.yaml", "--out", "swept", "--quiet")

    def test_members_of_other_types_are_named(self):
        run, _ = self.run_to("run"), self.swept()
        self.copied()
        summary = json.loads((run / "summary.json").read_text())
        for value in ("x", [], {}, True):
            (run / "summary.json").write_text(json.dumps({**summary, "core_mhz": value}))
            self.refused("run/summary.json: core_mhz: is a value of type", "report", "run")
        (run / "summary.json").write_text('{\n "a": nonsense}')
        self.refused("run/summary.json:2:8: is no JSON", "report", "run")
        index = json.loads((self.folder / "copy/sweep.json").read_text())
        for key, value in (("points", 3), ("parameters", "x"), ("parameters", [1]), ("name", [])):
            self.write("copy/sweep.json", json.dumps({**index, key: value}))
            self.refused(f"copy/sweep.json: {key}: ", "report", "copy")
        for key, value in (("status", 1), ("point", None), ("number", -1), ("parameters", [])):
            self.write("copy/sweep.json",
                       json.dumps({**index, "points": [{**index["points"][0], key: value}]}))
            self.refused(f"copy/sweep.json: points.0.{key}: ", "report", "copy")

    def test_folders_in_place_of_files_are_refused(self):
        run = self.run_to("run")
        for name in ("summary.json", "ports.csv", "links.csv", "latency.csv", "batches.csv"):
            kept = (run / name).read_bytes()
            (run / name).unlink()
            (run / name).mkdir()
            self.refused(f"run/{name}", "report", "run")
            self.assertIn("cannot be read: it is a directory", self.err)
            (run / name).rmdir()
            (run / name).write_bytes(kept)
        point = self.swept()
        for path in (point / "summary.json", point.parent / (point.name + ".failed.json")):
            path.unlink(missing_ok=True)
            path.mkdir()
            self.refused(f"{path.name}: cannot be read: it is a directory", "sweep", "s.yaml",
                         "--out", "swept")
            path.rmdir()

    def test_a_report_reads_its_folder_alone(self):
        self.write("g.csv", "a,b\nx,y\ny,z\n")
        self.write("t.csv", "cycle,src,dst,bytes,class\n0,0,1,160,0\n")
        self.write("c.yaml", "topology: {kind: graph, file: g.csv, hosts_per_tin: 2}\n"
                             "run: {warmup_us: 0, measure_us: 1}\n"
                             "traffic: [{pattern: trace, file: t.csv}]\n")
        run = self.run_to("run")
        network = json.loads((run / "network.json").read_text())
        self.assertEqual([chip[2] for chip in network["chips"]], ["x", "y", "z"])
        self.assertEqual([link[::2][:2] for link in network["links"]],
                         [[0, 1], [1, 0], [1, 2], [2, 1]])
        secret = self.write("shadow", SECRET + "\n")
        config = (run / "config.yaml").read_text()
        pages = []
        for name in (secret, self.folder / "is-not-there", "/dev/zero"):
            for old in ("g.csv", "t.csv"):
                (run / "config.yaml").write_text(config.replace(str(self.folder / old), str(name)))
                self.good("report", "run", "--no-charts")
                page = (run / "report.html").read_text()
                self.assertNotIn("of-a-file-of-the-reader", page)
                data = json.loads(page.split('id="data">')[1].split("</script>")[0])
                self.assertNotIn("links between chips", str(data["run"]["missing"]))
                self.assertEqual(data["networks"], [network])
                del data["run"]["config"], data["run"]["traffic"]
                pages.append(data)
        self.assertEqual(pages, pages[:1] * len(pages))
        (run / "network.json").unlink()
        self.good("report", "run", "--no-charts")
        self.assertIn("network.json is missing: no links between chips",
                      (run / "report.html").read_text())
        self.write("run/network.json", '{"chips": [[0, 0]], "ports": 4, "links": [[0, 9, 7, 0, 0]]}')
        self.good("report", "run", "--no-charts")
        self.assertIn("network.json: links.0: is no link; expected",
                      (run / "report.html").read_text())


class Inputs(HostileCase):
    """Files that a configuration names, and the configuration itself."""

    def test_check_refuses_what_a_run_refuses(self):
        bad = self.write("bad", "no capture, no table\n")
        self.write("nodes.csv", "node,hosts\nx,2\nw,1\n")
        self.write("edges.csv", "a,b\nx,y\n")
        whole = "topology: {kind: pair, hosts_per_tin: 2}\nrun: {warmup_us: 0, measure_us: 1}\n"
        for text, place, what in (
                (whole + "ip:\n  enabled: true\n  replay: [{mac: 1, file: bad}]\n",
                 "n.yaml:5:27: ip.replay.0.file: ", f"{bad}: not a capture"),
                (whole + "ip: {enabled: true}\nip_traffic: [{size_cdf: bad}]\n",
                 "n.yaml:4:25: ip_traffic.0.size_cdf: ", f"{bad}:1:1: size_cdf: header is"),
                (whole + "traffic: [{pattern: trace, file: bad}]\n",
                 "n.yaml:3:34: traffic.0.file: ", f"{bad}:1:1: trace: header is"),
                ("topology:\n  kind: graph\n  file: bad\n",
                 "n.yaml:3:9: topology.file: ", f"{bad}:1: graph: the header is"),
                ("topology: {kind: graph, file: edges.csv, nodes_file: nodes.csv}\n",
                 "n.yaml:1:54: topology.nodes_file: ", "nodes.csv:3: graph: no edge has a node"),
                (whole + "rma: {enabled: true, payload: carried}\ncliquemap: {enabled: true, "
                         "clients: 1, backends: 1, gbps: 1, value_cdf: bad}\n",
                 "n.yaml:4:73: cliquemap.value_cdf: ", f"{bad}:1:1: size_cdf: header is"),
                (whole + "ip: {enabled: true}\nflows: {enabled: true, file: bad}\n",
                 "n.yaml:4:30: flows.file: ", f"{bad}:1:1: flows: header is")):
            self.write("n.yaml", text)
            lines = set()
            for command in ("check", "run"):
                self.refused(place, command, "n.yaml")
                self.assertIn(what, self.err)
                lines.add(self.err)
            self.assertEqual(len(lines), 1, lines)
        self.write("n.yaml", whole + "ip: {enabled: true, replay: [{mac: 0, file: /etc/passwd}]}\n")
        self.refused("ip.replay.0.file: /etc/passwd: not a capture", "check", "n.yaml")

    def test_what_is_no_file_is_not_waited_for(self):
        os.mkfifo(self.folder / "pipe")
        self.write("s.yaml", "base: pipe\ngrid: {run.seed: [1]}\n")
        for command in (["run", "pipe"], ["check", "pipe"], ["topology", "pipe"],
                        ["sweep", "pipe", "--list"], ["sweep", "s.yaml", "--list"],
                        ["check", "/dev/zero"], ["run", "/dev/tty"]):
            self.refused("cannot be read: ", *command)
        graph = NETWORK.replace("kind: pair, ", "kind: graph, file: pipe, ")
        for text in (NETWORK + "traffic: [{pattern: trace, file: pipe}]\n",
                     NETWORK + "traffic: [{pattern: pcap, file: pipe}]\n",
                     NETWORK + "ip: {enabled: true}\nip_traffic: [{size_cdf: pipe}]\n",
                     NETWORK + "ip: {enabled: true, replay: [{mac: 0, file: pipe}]}\n", graph):
            self.write("n.yaml", text)
            for command in ("check", "run"):
                self.tinsim(command, "n.yaml")
                self.assertEqual(self.status, 2)
                self.assertIn("it is no regular file", self.err)
        run = self.folder / "run"
        self.good("run", "c.yaml", "--quiet", "--out", "run")
        for name in ("summary.json", "ports.csv"):
            kept = (run / name).read_bytes()
            (run / name).unlink()
            os.mkfifo(run / name)
            self.refused(f"{name}", "report", "run")
            (run / name).unlink()
            (run / name).write_bytes(kept)

    def test_standard_input_is_read_where_it_is_a_file(self):
        with open(self.folder / "c.yaml", "rb") as file:
            self.good("check", "/dev/stdin", stdin=file)
        self.refused("/dev/stdin: cannot be read: it is no regular file", "check", "/dev/stdin",
                     input=CELLS.encode())


class Terminal(HostileCase):
    """No output steers a terminal: HostileCase.tinsim() reads all."""

    STEERING = ("\u0080\u0085\u009b31m\u009c\u009f\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e"
                "\u2028\u2029\u2066\u2067\u2068\u2069\x7f")

    def test_errors(self):
        for n, c in enumerate(steering(self.STEERING)):
            self.write(f"k{n}.yaml", f"a{c}b: 1\n")
            self.refused("unknown key 'a\\", "check", f"k{n}.yaml")
            self.write("v.yaml", CELLS + f"routing: {{mode: a{c}b}}\n")
            self.refused("'a\\", "check", "v.yaml")
            self.refused("cannot be read", "check", f"no{c}such.yaml")
            self.refused("a\\", f"fly{c}a{c}")
            self.tinsim("run", "c.yaml", f"--fla{c}")
            self.assertEqual(self.status, 2)
        self.refused("\\u202e", "check", "no\u202esuch.yaml")
        self.refused("\\u009b31m", "check", "no\u009b31msuch.yaml")

    def test_octets_that_are_not_utf_8(self):
        for octets in (b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xe2\x80",
                       b"\x9b31m", b"\xf8\x88\x80\x80\x80"):
            shown = "".join(f"\\x{octet:02x}" if octet > 0x7f else chr(octet) for octet in octets)
            self.refused(f"no{shown}such.yaml", "check", b"no" + octets + b"such.yaml")
            self.write("t.csv", b"cycle,src,dst,bytes,class\n0,0," + octets + b",160,0\n")
            self.write("t.yaml", NETWORK + "traffic: [{pattern: trace, file: t.csv}]\n")
            self.refused(f"dst is '{shown}'", "check", "t.yaml")

    def test_what_is_text_stays(self):
        for text in ("größe", "网络", "שלום", "🙂", "e\u0301"):
            self.refused(f"{text}.yaml: cannot be read", "check", f"{text}.yaml")

    def test_tables_and_lists(self):
        name = f"c{self.STEERING}.yaml".replace("\x7f", "")
        self.write(name, CELLS)
        self.good("run", name)
        self.assertIn("\\u202e", self.out)
        self.good("check", name)
        self.write("g.graphml", '<graphml><graph><node id="a&#x202e;&#x9b;1"/><node id="b"/>'
                                '<edge source="a&#x202e;&#x9b;1" target="b"/></graph></graphml>')
        graph = self.folder / f"g{self.STEERING}.graphml"
        (self.folder / "g.graphml").rename(graph)
        self.write("g.yaml", "topology: {kind: graph, hosts_per_tin: 2, file: "
                   + json.dumps(graph.name) + "}\nrun: {warmup_us: 0, measure_us: 1}\n"
                   "traffic: [{load: 0.2}]\n")
        for command in (["run", "g.yaml"], ["check", "g.yaml"], ["topology", "g.yaml"],
                        ["topology", "g.yaml", "--format", "csv"],
                        ["topology", "g.yaml", "--format", "dot"]):
            self.good(*command)
        # The output of `check` is still the configuration.
        self.good("check", "g.yaml")
        self.write("again.yaml", self.out)
        printed = self.out
        self.good("check", "again.yaml")
        self.assertEqual(self.out, printed)

    def test_sweeps(self):
        self.write("s.yaml", "base: c.yaml\ngrid:\n  topology.file: [graph.csv, "
                   + json.dumps("a\n" + self.STEERING) + "]\n")
        self.good("sweep", "s.yaml", "--list")
        self.assertEqual(self.out.count("\n"), 2)
        self.tinsim("sweep", "s.yaml", "--out", "swept")
        self.assertEqual(self.status, 2)


if __name__ == "__main__":
    main()
