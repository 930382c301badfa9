# SPDX-License-Identifier: Apache-2.0
"""Include check: each of its rules finds a planted fault, and is silent about what is right."""
import pathlib
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "scripts"))
import check_includes  # noqa: E402


class IncludesTest(unittest.TestCase):
    def faults_of(self, files):
        """`files`: name -> its include line."""
        with tempfile.TemporaryDirectory() as folder:
            for name, line in files.items():
                path = pathlib.Path(folder) / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(f"// A file.\n{line}\n")
            return check_includes.faults(pathlib.Path(folder))

    def faults(self, name, line):
        return self.faults_of({name: line})


class SystemC(IncludesTest):
    def test_blocks_parts_core_and_data_do_without(self):
        for name in ("rtl_models/vc_fifo/vc_fifo.h", "rtl_models/parts/qos.cpp",
                     "rtl_models/common/bits.h", "tlm/tin/cell_switch/on_pins.inl",
                     "tlm/tin/routing/route_table.h", "tlm/gnet/cell.h", "tlm/pcie/tlp.h",
                     "platform/network/topology/graph.h", "platform/statistics/result.h"):
            for line in ("#include <systemc>", "#include <systemc.h>", "#  include <tlm>",
                         "#include <tlm_utils/simple_target_socket.h>", '#include "sysc/kernel/sc_time.h"'):
                self.assertEqual(self.faults(name, line), [f"{name}: includes SystemC"], line)

    def test_boundary_may(self):
        for name in ("tlm/tin/pod.h", "tlm/sockets/sockets.h", "platform/build/platform.h",
                     "testbench/run_fresh.h", "rtl_models/common/pin_module.h"):
            self.assertEqual(self.faults(name, "#include <systemc>"), [])

    def test_own_headers_are_no_systemc(self):
        self.assertEqual(self.faults("platform/result/x.h", '#include "tlm/gnet/cell.h"'), [])
        self.assertEqual(self.faults("rtl_models/parts/x.h", '#include "testbench/drive.h"'), [])


class Floors(IncludesTest):
    def test_an_include_leads_down(self):
        down = {"platform/run/run.h": '#include "platform/config/a.h"', "platform/config/a.h": "",
                "tlm/tin/b.h": '#include "base/c.h"', "base/c.h": "",
                "platform/network/d.h": '#include "platform/network/topology/e.h"',
                "platform/network/topology/e.h": ""}
        self.assertEqual(self.faults_of(down), [])

    def test_one_that_climbs_is_found(self):
        for low, high in (("base/a.h", "rtl_models/parts/b.h"), ("tlm/gnet/a.h", "platform/config/b.h"),
                          ("platform/config/a.cpp", "platform/network/topology/b.h"),
                          ("rtl_models/parts/a.h", "rtl_models/vc_fifo/b.h")):
            self.assertEqual(self.faults_of({low: f'#include "{high}"', high: ""}),
                             [f"{low}: includes {high}, which lies on a higher floor"])

    def test_folders_of_one_floor_that_include_each_other_are_found(self):
        there_and_back = {"tlm/tin/ip/a.h": '#include "tlm/tin/rma/b.h"', "tlm/tin/rma/b.h": "",
                          "tlm/tin/rma/c.h": '#include "tlm/tin/ip/d.h"', "tlm/tin/ip/d.h": ""}
        self.assertEqual(self.faults_of(there_and_back), ["tlm/tin/ip, tlm/tin/rma: include each other"])


class Places(IncludesTest):
    def test_a_loose_file_is_found(self):
        self.assertEqual(self.faults("tlm/a.h", ""), [
            "tlm/a.h: lies at the top of its floor; expected a folder",
            "tlm/a.h: its folder has no place in FLOORS (scripts/source_tree.py)"])
        self.assertEqual(self.faults("base/a.h", ""), [])

    def test_a_folder_without_a_floor_is_found(self):
        self.assertEqual(self.faults("platform/lab/a.h", ""), [
            "platform/lab/a.h: its folder has no place in FLOORS (scripts/source_tree.py)"])

    def test_a_name_that_exists_twice_is_found(self):
        self.assertEqual(self.faults_of({"base/a.h": "", "tlm/gnet/a.h": "", "tlm/gnet/a.cpp": ""}),
                         ["a.h: exists in base, tlm/gnet"])


if __name__ == "__main__":
    unittest.main()
