#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Can others check RTL of their own with an installed copy, and call the models from C and Python?

Usage: dut_test.py BUILD FOLDER CMAKE CXX. Installs BUILD, a built tree, to FOLDER/tinsim, with FOLDER as $HOME of the
guide pages, whose commands are run as they stand.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

import guide
import own_rtl

BUILD, FOLDER, CMAKE, CXX = sys.argv[1:5]
HERE = pathlib.Path(__file__).parent
ROOT = HERE.parents[1]
BUILD, FOLDER = pathlib.Path(BUILD).absolute(), pathlib.Path(FOLDER).absolute()
PREFIX = FOLDER / "tinsim"
FOREIGN = ROOT / "examples" / "foreign_rtl"
SOAK = int(os.environ.get("TINSIM_SOAK_FACTOR", "1"))
ENVIRONMENT = {**os.environ, "HOME": str(FOLDER), "CMAKE_GENERATOR": "Ninja", "CXX": CXX}

BROKEN = """\
cmake_minimum_required(VERSION 3.25)
project(broken LANGUAGES C CXX)
find_package(tinsim 0.1 REQUIRED COMPONENTS blocks)
tinsim_add_dut(NAME acme BLOCK {BLOCK} TOP {TOP} SOURCES {SOURCES} PORTS {PORTS} {MORE})
"""
GOOD = {
    "BLOCK": "islip_arbiter", "TOP": "acme_matcher", "SOURCES": "acme_matcher.v", "MORE": "",
    "PORTS": "clk=clk_i srst=!rst_ni rounds=iterations_i urgent=strict_i want=req_valid_i want_dst=req_port_i "
             "src_idle=!in_busy_i dst_idle=!out_busy_i hit=match_valid_o hit_dst=match_port_o hit_class=match_vc_o",
}
MATCHER_8X2 = """\
tinsim_replay: 1
block: islip_arbiter
shape: {NumPorts: 8, NumVcs: 2}
other: matcher_8x2
seed: 1
difference: {cycle: 0, field: "", reference: "", other: ""}
reset: {}
cycles:
  - {iterations_i: 1, "req_valid_i[7][1]": 1, "req_port_i[7][1]": 3}
  - {times: 2, iterations_i: 1}
"""
LATE_FIFO = """\
tinsim_replay: 1
block: vc_fifo
shape: {NumVcs: 4, MaxWords: 64}
other: late_fifo
seed: 1
difference: {cycle: 0, field: "", reference: "", other: ""}
reset: {"depth_words_i[0]": 64, "depth_words_i[1]": 64, "depth_words_i[2]": 64, "depth_words_i[3]": 64}
cycles:
  - {"depth_words_i[0]": 64, "depth_words_i[1]": 64, "depth_words_i[2]": 64, "depth_words_i[3]": 64,
     push_valid_i: 1, push_sop_i: 1, push_len_i: 4, push_data_i: 7}
"""


def call(*command, status=0, **how):
    """Standard output and errors of a command, which ends with `status`."""
    done = subprocess.run([*map(str, command)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          check=False, env=ENVIRONMENT, **how)
    if done.returncode != status:
        raise AssertionError(f"{' '.join(map(str, command))}: status {done.returncode}\n{done.stdout}")
    return done.stdout


def numberless(text):
    return re.sub(r"\d+", "0", text)


class Case(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if not PREFIX.exists():
            call(CMAKE, "--install", BUILD, "--prefix", PREFIX)

    def follow(self, page, statuses):
        """Runs the commands of a page; those that contain a key of `statuses` end with its values, in this order."""
        self.addCleanup(lambda before: (ENVIRONMENT.clear(), ENVIRONMENT.update(before)), dict(ENVIRONMENT))
        for command, shown in guide.steps((ROOT / "docs" / "guide" / page).read_text(encoding="utf-8")):
            match = re.match(r"export (\w+)=(.*)", command)
            if match:
                ENVIRONMENT[match[1]] = match[2].replace("$HOME", str(FOLDER))
                continue
            if command.startswith("cmake --install"):
                continue  # done, from the tree under test
            status = next((values.pop(0) for key, values in statuses.items() if re.search(key, command) and values), 0)
            output = call("sh", "-c", command, status=status, cwd=ROOT)
            for line in shown:  # numbers change with the stimulus
                self.assertIn(numberless(line), numberless(output).splitlines(), f"{command}\n{output}")
        self.assertFalse(any(statuses.values()), statuses)


class Guides(Case):
    def test_bug_found_in_an_arbiter_and_corrected(self):
        self.follow("check_your_rtl.md", {r"build/acme( --.*)?$": [1, 1, 1, 0, 0], r"tinsim replay .*--dut": [1, 1],
                                         "lost_credit|--minimal .*lost": [3, 3]})
        self.assertGreater((FOLDER / "acme" / "acme.fst").stat().st_size, 1000)
        # 10^6 cycles in the page.
        if SOAK > 1:
            call(FOLDER / "acme" / "build" / "acme", "--cycles", 1000000 * SOAK)

    def test_checkers_in_a_simulator(self):
        self.follow("in_your_simulator.md", {"make -C": [2, 0, 0]})
        checkers = {path.name for path in (PREFIX / "share" / "tinsim" / "sv").iterdir()}
        missing = [block for block in own_rtl.all_blocks(PREFIX)
                   if not {f"{block}_checker.sv", f"{block}_if.sv"} <= checkers
                   or not {f"{block}_bind.sv", f"{block}_bench.sv"} & checkers]
        self.assertEqual(missing, [])

    def test_a_port_of_another_width_stops_the_build_of_the_bench(self):
        for folder in ("check_your_rtl", "in_your_simulator"):
            shutil.copytree(ROOT / "examples" / folder, FOLDER / "width" / folder)
        arbiter = FOLDER / "width" / "in_your_simulator" / "acme_arbiter.sv"
        text, count = re.subn(r"\[2:0\]( +iterations_i)", r"[1:0]\1", arbiter.read_text(encoding="utf-8"))
        self.assertEqual(count, 1)
        arbiter.write_text(text, encoding="utf-8")
        shown = call("env", f"PKG_CONFIG_PATH={PREFIX / 'lib' / 'pkgconfig'}", "make", "-C", arbiter.parent, status=2)
        self.assertRegex(shown, r"%Warning-WIDTH: acme_bind.sv:\S+ Input .* 'iterations_i' expects 3 bits")

    def test_models_called_from_c_and_python(self):
        self.follow("golden.md", {})


class CoverageModules(Case):
    def test_their_packages_are_installed_with_them(self):
        folder = PREFIX / "lib" / "cmake" / "tinsim" / "dut" / "coverage"
        packages = sorted(folder.glob("*_pkg.sv"), key=lambda path: path.name != "tin_pkg.sv")
        for block in own_rtl.all_blocks(PREFIX):
            with self.subTest(block):
                call("verilator", "--lint-only", "--top", f"{block}_coverage", *packages,
                     folder / f"{block}_coverage.sv")


class ForeignRtl(Case):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        call(CMAKE, "-S", FOREIGN, "-B", FOLDER / "foreign", f"-DCMAKE_PREFIX_PATH={PREFIX}")
        call(CMAKE, "--build", FOLDER / "foreign", "-j2")

    def run_dut(self, name, *arguments, status=0, cycles=100000):
        return call(FOLDER / "foreign" / name, "--cycles", cycles * SOAK, *arguments, status=status)

    def test_a_fifo_that_reads_a_cycle_later(self):
        self.assertEqual(self.run_dut("late_fifo", cycles=1000000).count("all equal"), 4)
        self.run_dut("late_fifo", "--stalls", 50, "--seeds", 1)

    def test_a_whole_switch(self):
        self.assertEqual(self.run_dut("whole_switch", cycles=1000000).count("all equal"), 4)

    def test_bugs_in_a_late_fifo_and_in_a_switch(self):
        """Each shows when two events meet; the report names port and registers, and the right module passes."""
        planted = FOLDER / "planted"
        shutil.copytree(FOREIGN, planted / "foreign_rtl")
        shutil.copytree(ROOT / "examples" / "check_your_rtl", planted / "check_your_rtl")
        call(CMAKE, "-S", planted / "foreign_rtl", "-B", planted / "build", f"-DCMAKE_PREFIX_PATH={PREFIX}")
        for name, file, good, bad, port, register in (
                ("late_fifo", "acme_fifo.sv", "if (now_head) total", "if (now_head && !mine_in) total",
                 "credit_limit_o of vc_fifo is credit of acme_fifo", "granted_words"),
                ("whole_switch", "acme_switch.sv", "if (book && !cfg_free_running[o]) sent",
                 "if (book && !cfg_free_running[o] && !limit_in[o][17]) sent",
                 r"match_\w+ of cell_switch is pair of acme_switch", "arbiter.grant_pointer")):
            source = planted / "foreign_rtl" / file
            text = source.read_text(encoding="utf-8")
            self.assertEqual(text.count(good), 1)
            source.write_text(text.replace(good, bad), encoding="utf-8")
            call(CMAKE, "--build", planted / "build", "-j2", "-t", name)
            source.write_text(text, encoding="utf-8")  # the switch has the FIFO
            found = call(planted / "build" / name, "--minimal", planted / "one.yaml", status=1)
            self.assertRegex(found, f"port: {port}\n")
            self.assertRegex(found, r"registers of the reference \d cycles? before")
            self.assertRegex(found, rf"\n    {register} = \[")
            self.assertRegex(found, r"smallest stimulus \(\d+ cycles?, \d+ inputs? not zero; from")
            call(planted / "build" / name, "--replay", planted / "one.yaml", status=1)
            self.assertIn("all equal", self.call_dut(name, "--replay", planted / "one.yaml"))

    def test_a_pipeline_for_a_combinational_block(self):
        self.assertEqual(self.run_dut("header", "--seeds", 2).count("all equal"), 2)

    def test_another_shape_and_fixed_inputs(self):
        self.assertEqual(self.run_dut("matcher_8x2").count("all equal"), 4)

    def test_the_switch_in_a_network(self):
        def hash_of(*arguments):
            output = call(PREFIX / "bin" / "tinsim", "run", FOREIGN / "network.yaml", *arguments)
            self.assertGreater(int(re.search(r"([\d,]+) injected", output)[1].replace(",", "")), 1000)
            return re.search(r"state hash +(\w+)", output)[1]

        dut = ("--dut", FOLDER / "foreign" / "whole_switch.so")
        model = hash_of()
        self.assertEqual(hash_of(*dut, "--set", "tin.impl_chips=[1]"), model)
        self.assertEqual(hash_of(*dut, "--set", "tin.impl_chips=[0,1,2]", "--set", "tin.impl=lockstep"), model)

    def test_a_block_of_the_switch_in_a_network(self):
        def run(name, *arguments, status=0):
            dut = ("--dut", FOLDER / "foreign" / f"{name}.so") if name else ()
            return call(PREFIX / "bin" / "tinsim", "run", FOREIGN / "network.yaml", *dut, *arguments, status=status)

        def hash_of(*arguments):
            return re.search(r"state hash +(\w+)", run(*arguments))[1]

        model = hash_of("")
        lockstep = ("--set", "tin.impl_chips=[0,1,2]", "--set", "tin.blocks.credit_counter=lockstep")
        self.assertEqual(hash_of("credit"), model)
        self.assertEqual(hash_of("credit", *lockstep), model)
        found = run("lost_credit", *lockstep, status=3)
        self.assertRegex(found, r"pod \d tin \d port \d credit_counter cycle \d+: model and RTL")
        self.assertRegex(found, r"avail_o\[\d+\]: reference \d+, other \d+")
        self.assertIn("VC FIFO overrun", run("lost_credit", status=3))

    def test_what_no_network_takes(self):
        def error_of(dut, *arguments):
            return call(PREFIX / "bin" / "tinsim", "run", FOREIGN / "network.yaml", "--dut", dut, *arguments, status=2)

        dut = FOLDER / "foreign" / "whole_switch.so"
        self.assertIn("tin.impl is pins; expected rtl or lockstep", error_of(dut, "--set", "tin.impl=pins"))
        self.assertIn("acme_switch has 4 ports and 4 VCs; chip pod 1 tin 0 has 5 and 4",
                      error_of(dut, "--set", "tin.switch.ports=5"))
        self.assertIn("acme_switch stores 64 words per VC; port 0 of chip pod 1 tin 0 has 128",
                      error_of(dut, "--set", "tin.vc_fifo.global_words=128"))
        self.assertIn("invalid ELF header", error_of(HERE / "dut_test.py"))
        self.assertIn("was not made by tinsim_add_dut()", error_of(PREFIX / "lib" / "libtinsim_golden.so"))
        self.assertIn("was made without NETWORK", error_of(FOLDER / "foreign" / "late_fifo.so"))
        self.assertIn("tin.blocks.credit_counter is model; expected rtl or lockstep",
                      error_of(FOLDER / "foreign" / "credit.so", "--set", "tin.blocks.credit_counter=model"))
        for size in 3000, 20000:
            cut = FOLDER / "cut.so"
            cut.write_bytes(dut.read_bytes()[:size])
            self.assertRegex(error_of(cut), rf"has {size} bytes, of \d+ that are to be loaded")

    def test_a_stimulus_is_replayed_by_any_object(self):
        def replay(*arguments, status=0):
            return call(PREFIX / "bin" / "tinsim", "replay", FOLDER / "one.yaml", *arguments, status=status)

        (FOLDER / "one.yaml").write_text(MATCHER_8X2, encoding="utf-8")
        self.assertIn("3 cycles, all equal", self.call_dut("matcher_8x2", "--replay", FOLDER / "one.yaml"))
        self.assertIn("3 cycles, all equal", replay("--dut", FOLDER / "foreign" / "matcher_8x2.so"))
        # tinsim's own table has other shapes.
        self.assertIn("one.yaml: shape: this program has islip_arbiter with 'NumPorts=4,NumVcs=4' or ", replay(status=2))
        self.assertIn("one.yaml:2:8: block: it is for islip_arbiter; expected vc_fifo",
                      replay("--dut", FOLDER / "foreign" / "late_fifo.so", status=2))
        self.assertIn("was not made by tinsim_add_dut()", replay("--dut", PREFIX / "lib" / "libtinsim_golden.so", status=2))

    def test_the_model_alone(self):
        (FOLDER / "one.yaml").write_text(MATCHER_8X2, encoding="utf-8")
        text = self.call_dut("matcher_8x2", "--replay", FOLDER / "one.yaml", "--model")
        self.assertIn("cycle 1\n  in  iterations_i=2\n  out match_valid_o[7]=1 match_port_o[7]=3 match_vc_o[7]=1\n",
                      text)
        self.assertIn("cycle 2\n  in  iterations_i=2\n  out -\n    accept_pointer = [0 0 0 0 0 0 0 4]\n", text)
        self.assertIn("3 cycles, of the model alone", text)
        self.assertIn("--model: expected --replay too", self.call_dut("matcher_8x2", "--model", status=2))

    def test_outputs_that_come_later_are_said_to(self):
        (FOLDER / "late.yaml").write_text(LATE_FIFO, encoding="utf-8")
        text = self.call_dut("late_fifo", "--replay", FOLDER / "late.yaml")
        self.assertIn("outputs of the reference are shown in its own cycles; of those of late_fifo come later: "
                      "pop_valid_o 1 cycle, pop_sop_o 1 cycle, ", text)
        self.assertIn("\nlast transactions:\n", text)

    def call_dut(self, name, *arguments, status=0):
        return call(FOLDER / "foreign" / name, *arguments, status=status)

    def wrong(self, expected, *arguments, name="matcher_8x2"):
        self.assertEqual(self.call_dut(name, *arguments, status=2), f"{name}: {expected}\n")

    def test_wrong_use(self):
        self.assertIn("--seeds: '0'; expected a number in 1..", self.run_dut("header", "--seeds", 0, status=2))
        self.assertIn("--stall: unknown", self.run_dut("header", "--stall", 3, status=2))
        self.assertIn("no streams that stall", self.run_dut("header", "--stalls", 3, status=2))
        self.assertIn("expected --seed too", self.run_dut("header", "--waves", "x.fst", status=2))
        self.wrong("--cycles: it is given twice", "--cycles", 10, "--cycles", 20)
        self.wrong("--seeds: it has no effect with --seed; expected one of them", "--seed", 1, "--seeds", 4)
        self.wrong("--cycles: it has no effect with --replay; expected one of them", "--replay", "x", "--cycles", 10)
        self.wrong(r"\x1b[2J\xff: unknown; --help lists what there is", "\x1b[2J\udcff")
        self.wrong(r"a\x1b: No such file or directory", "--replay", "a\x1b")

    def test_too_few_cycles_to_compare_anything(self):
        self.wrong("--cycles: 3; expected at least 4 for 4 seeds", "--cycles", 3, "--seeds", 4, name="whole_switch")
        # Two cycles of latency come before the first output that is compared.
        self.wrong("--cycles: 2; expected at least 3 for 1 seed", "--cycles", 2, "--seed", 1, name="header")
        self.assertIn("3 cycles, ", self.call_dut("header", "--cycles", 3, "--seed", 1))
        for name in ("matcher_8x2", "late_fifo"):
            found = self.call_dut(name, "--cycles", 1, status=2)
            least = int(re.fullmatch(rf"{name}: --cycles: 1; expected at least (\d+) for 4 seeds\n", found)[1])
            self.assertEqual(self.call_dut(name, "--cycles", least).count("all equal"), 4)
            self.wrong(f"--cycles: {least - 1}; expected at least {least} for 4 seeds", "--cycles", least - 1,
                       name=name)

    def test_files_that_cannot_be_written(self):
        folder = FOLDER / "outputs"
        folder.mkdir(exist_ok=True)
        os.mkfifo(folder / "pipe")
        (folder / "to_device").symlink_to("/dev/full")
        (folder / "to_nothing").symlink_to("nothing")
        (folder / "file").write_text("")
        (folder / "to_file").symlink_to("file")
        for option in ("--waves", "--minimal", "--coverage"):
            def wrong(expected, path):
                self.wrong(f"{option}: {expected}; expected a file", "--seed", 1, option, path)

            wrong("cannot write '/missing/x': No such file or directory", "/missing/x")
            for path in ("/dev/full", folder / "pipe", folder / "to_device", folder):
                wrong(f"{path} is no regular file", path)
            wrong(f"{folder}/to_nothing is a link to no file", folder / "to_nothing")
        self.call_dut("matcher_8x2", "--seed", 1, "--cycles", 100, "--waves", folder / "to_file", "--minimal",
                      folder / "minimal.yaml")
        self.assertTrue((folder / "to_file").is_symlink())
        self.assertGreater((folder / "file").stat().st_size, 100)
        # There is no difference.
        self.assertEqual(sorted(path.name for path in folder.iterdir()),
                         ["file", "file.gtkw", "pipe", "to_device", "to_file", "to_nothing"])


class OwnRtl(Case):
    """tinsim's own SystemVerilog under other names: one block, all of them in a soak run."""

    def test_every_block_by_the_same_function(self):
        folder = FOLDER / "own_rtl"
        folder.mkdir()
        blocks = own_rtl.all_blocks(PREFIX) if SOAK > 1 else ["ordered_set_codec"]
        self.assertGreater(len(own_rtl.all_blocks(PREFIX)), 30)
        own_rtl.write(ROOT, BUILD, PREFIX, folder, blocks)
        call(CMAKE, "-S", folder, "-B", folder / "build", f"-DCMAKE_PREFIX_PATH={PREFIX}")
        call(CMAKE, "--build", folder / "build", "-j2")
        for block in blocks:
            with self.subTest(block):
                output = call(folder / "build" / f"own_{block}", "--cycles", 100000, "--seeds", 2)
                self.assertEqual(output.count("all equal"), 2)


class BrokenFiles(Case):
    """Each fault is one line with file and port. The build stops before anything is compiled."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.folder = FOLDER / "broken"
        shutil.rmtree(cls.folder, ignore_errors=True)
        cls.folder.mkdir()
        cls.source = (ROOT / "examples" / "check_your_rtl" / "acme_matcher.v").read_text(encoding="utf-8")

    def fault(self, expected, source=None, configures=True, **changes):
        (self.folder / "acme_matcher.v").write_text(source or self.source, encoding="utf-8")
        (self.folder / "CMakeLists.txt").write_text(BROKEN.format(**{**GOOD, **changes}), encoding="utf-8")
        text = call(CMAKE, "-S", self.folder, "-B", self.folder / "build", f"-DCMAKE_PREFIX_PATH={PREFIX}",
                    status=0 if configures else 1)
        if configures:
            text = call(CMAKE, "--build", self.folder / "build", "-t", "acme_dut/acme_ports.h", status=1)
        self.assertIn(expected, re.sub(r"\s+", " ", text))

    def ports(self, old, new):
        self.assertIn(old, GOOD["PORTS"])
        return GOOD["PORTS"].replace(old, new)

    def test_arguments(self):
        self.fault("tinsim_add_dut(acme): SOURCES: ", configures=False, SOURCES="missing.v")
        self.fault("tinsim_add_dut(acme): BLOCK islip: expected one of cell_header_codec, ", configures=False,
                   BLOCK="islip")
        self.fault("SHAPE NumPorts=8: NumVcs is missing; expected a value for each of NumPorts, NumVcs.",
                   configures=False, MORE="SHAPE NumPorts=8")
        for value in ("-8", "abc", "08", ""):
            self.fault(f"tinsim_add_dut(acme): SHAPE NumPorts={value}: expected <Name>=<number>.", configures=False,
                       MORE=f"SHAPE NumPorts={value} NumVcs=4")
        self.fault("SHAPE Ports=8: islip_arbiter has no parameter Ports; expected a value for each of NumPorts, ",
                   configures=False, MORE="SHAPE Ports=8 NumVcs=4")
        self.fault("SHAPE NumVcs=5: NumVcs is given twice", configures=False, MORE="SHAPE NumVcs=4 NumVcs=5")

    def test_entries_of_another_form(self):
        def fault(expected, **changes):
            self.fault(f"tinsim_add_dut(acme): {expected}", configures=False, **changes)

        fault("'want=req_valid_i[1:0': expected as many ']' as '['.",
              PORTS=self.ports("want=req_valid_i", "want=req_valid_i[1:0"))
        fault("'want=req_valid_i1:0]': expected as many ']' as '['.",
              PORTS=self.ports("want=req_valid_i", "want=req_valid_i1:0]"))
        keyword = "or a keyword: NAME, BLOCK, TOP, SOURCES, PORTS, SHAPE, "
        fault(f"PARAMETERS SHAPES: expected <Name>=<value>, {keyword}", MORE="PARAMETERS N=4 SHAPES NumPorts=4")
        fault("PARAMETERS N=5: N is given twice", MORE="PARAMETERS N=4 N=5")
        fault(f"PORTS FOO: expected <port of acme_matcher>=<port of islip_arbiter>, {keyword}", MORE="FOO bar=1")
        fault(f"LINT FOO: expected an option such as -Wall, {keyword}", MORE="LINT -Wall FOO bar")
        fault(f"OPTIONS FOO: expected an option of Verilator, {keyword}", MORE="OPTIONS +define+A=1 FOO bar")

    def test_a_name_is_taken(self):
        self.fault("tinsim_add_dut(acme): NAME acme: the project has a target acme already; expected another name.",
                   configures=False, MORE=")\ntinsim_add_dut(NAME acme BLOCK vc_fifo TOP a SOURCES acme_matcher.v")

    def test_blocks_without_a_place_in_networks(self):
        for block in ("exanet_vct_gate", "exanet_credit_manager", "tin_switch"):
            self.fault(f"tinsim_add_dut(acme): NETWORK: no network has a place for {block}; expected a block that",
                       configures=False, BLOCK=block, MORE="NETWORK")

    def test_shapes_of_the_c_abi(self):
        def fault(expected, arguments):
            (self.folder / "CMakeLists.txt").write_text(
                f"{BROKEN[:BROKEN.index('tinsim_add_dut')]}tinsim_add_golden({arguments})\n", encoding="utf-8")
            text = call(CMAKE, "-S", self.folder, "-B", self.folder / "build", f"-DCMAKE_PREFIX_PATH={PREFIX}", status=1)
            self.assertIn(expected, re.sub(r"\s+", " ", text))

        fault("tinsim_add_golden(acme): BLOCK islip: expected one of cell_header_codec, ", "NAME acme SHAPES islip")
        fault("SHAPE NumPorts=8: NumVcs is missing; expected a value for each of NumPorts, NumVcs.",
              'NAME acme SHAPES "islip_arbiter NumPorts=8"')
        fault("SHAPE NumPorts=[8 NumVcs=4 vc_fifo: expected <Name>=<number>.",
              'NAME acme SHAPES "islip_arbiter NumPorts=[8 NumVcs=4" vc_fifo')
        fault("tinsim_add_golden(acme): ''; expected SHAPES with at least one", "NAME acme")
        fault("tinsim_add_golden: NAME 'a-b': expected letters", "NAME a-b SHAPES vc_fifo")
        fault("tinsim_add_golden: NAME '': expected letters", "SHAPES vc_fifo")
        fault("the project has a target acme already",
              "NAME acme SHAPES vc_fifo)\ntinsim_add_golden(NAME acme SHAPES vc_fifo")

    def test_syntax_error(self):
        text = self.source.replace("new_hit = 0;", "new_hit = ;")
        line = text[:text.index("new_hit = ;")].count("\n") + 1
        self.fault(f"acme_matcher.v:{line}:19: syntax error", source=text)
        self.fault("Specified --top-module 'acme' was not found", TOP="acme")

    def test_unknown_ports(self):
        self.fault("acme_matcher.v) has no port wants; did you mean want?", PORTS=self.ports("want=", "wants="))
        self.fault("islip_arbiter has no port req_vald_i; did you mean req_valid_i?",
                   PORTS=self.ports("req_valid_i", "req_vald_i"))
        self.fault("LATENCY match_o=1: islip_arbiter has no output match_o; did you mean", MORE="LATENCY match_o=1")
        self.fault("FIX strict=0: islip_arbiter has no input strict; did you mean strict_i?", MORE="FIX strict=0")

    def test_missing_ports(self):
        self.fault("input urgent of acme_matcher is connected to nothing; expected urgent=<port of islip_arbiter>",
                   PORTS=self.ports("urgent=strict_i", ""))
        self.fault("acme_matcher.v: no port of acme_matcher takes strict_i of islip_arbiter",
                   PORTS=self.ports("urgent=strict_i", "urgent=0"))
        self.fault("acme_matcher.v: no port of acme_matcher drives match_vc_o of islip_arbiter",
                   PORTS=self.ports("hit_class=match_vc_o", "hit_class="))
        self.fault("no port of acme_matcher drives match_vc_o, bits 5 to 19 of islip_arbiter",
                   PORTS=self.ports("hit_class=match_vc_o", "hit_class={15'b0,match_vc_o[0]}"))

    def test_bits_that_no_port_takes(self):
        wants = self.ports("want=req_valid_i", "want={req_valid_i[3],req_valid_i[1],req_valid_i[1:0]}")
        self.fault("acme_matcher.v: no port of acme_matcher takes req_valid_i[2] of islip_arbiter; expected "
                   "<port of acme_matcher>=req_valid_i[2] in PORTS, or FIX req_valid_i[2]=<value>", PORTS=wants)
        self.fault("no port of acme_matcher takes rst_ni of islip_arbiter; expected <port of acme_matcher>=rst_ni in "
                   "PORTS", PORTS=self.ports("srst=!rst_ni", "srst=0"))
        # These held, the next fault is found.
        self.fault("takes strict_i[3:1] of islip_arbiter", MORE="FIX req_valid_i[2]=0",
                   PORTS=wants.replace("urgent=strict_i", "urgent={3'b0,strict_i[0]}"))
        self.fault("takes req_port_i, bits 12 to 41 of islip_arbiter",
                   PORTS=self.ports("want_dst=req_port_i",
                                    "want_dst={req_port_i[3:2],req_port_i[1][3],30'b0,req_port_i[0][1:0]}"))

    def test_values_that_do_not_fit(self):
        self.fault("FIX iterations_i=9: iterations_i of islip_arbiter has 3 bits; expected at most 7",
                   MORE="FIX iterations_i=9")
        self.fault("FIX strict_i=99: an element of strict_i of islip_arbiter has 1 bit; expected at most 1",
                   MORE="FIX strict_i=99")
        self.fault("FIX iterations_i[1:0]=4: iterations_i[1:0] of islip_arbiter has 2 bits; expected at most 3",
                   MORE="FIX iterations_i[1:0]=4")
        self.fault("FIX strict_i[4]=0: index [4] is outside strict_i, which has 4 bits", MORE="FIX strict_i[4]=0")
        self.fault("FIX strict_i[3:1]=1: it is held twice", MORE="FIX strict_i[1]=0 strict_i[3:1]=1")
        self.fault("FIX rst_ni=0: clock and reset cannot be held; expected one of in_busy_i, iterations_i, ",
                   MORE="FIX rst_ni=0")
        self.fault("FIX strict_i=010: expected <input of islip_arbiter>=<number>.", configures=False,
                   MORE="FIX strict_i=010")

    def test_widths(self):
        self.fault("acme_matcher.v:10: want_dst of acme_matcher has 96 bits, req_valid_i of islip_arbiter has 16",
                   PORTS=self.ports("want_dst=req_port_i", "want_dst=req_valid_i"))
        self.fault("index [4] is outside strict_i, which has 4 bits", PORTS=self.ports("strict_i", "strict_i[4]"))


if __name__ == "__main__":
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    unittest.main(argv=sys.argv[:1])
