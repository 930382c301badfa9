# SPDX-License-Identifier: Apache-2.0
"""Include check: a header where it does not belong is found, one where it does is not."""
import pathlib
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "scripts"))
import check_includes  # noqa: E402


class Includes(unittest.TestCase):
    def faults(self, name, line):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / name
            path.parent.mkdir(parents=True)
            path.write_text(f"// A file.\n{line}\n")
            return check_includes.faults(pathlib.Path(folder))

    def test_blocks_parts_core_and_data_do_without(self):
        for name in ("rtl_models/vc_fifo/vc_fifo.h", "rtl_models/parts/qos.cpp",
                     "rtl_models/common/bits.h", "tlm/tin/cell_switch/on_pins.inl",
                     "platform/routing/route_table.h"):
            for line in ("#include <systemc>", "#include <systemc.h>", "#  include <tlm>",
                         "#include <tlm_utils/simple_target_socket.h>", '#include "sysc/kernel/sc_time.h"'):
                self.assertEqual(self.faults(name, line), [f"{name}: includes SystemC"], line)

    def test_boundary_may(self):
        for name in ("tlm/tin/pod.h", "tlm/gnet/sockets.h", "platform/platform.h",
                     "testbench/run_fresh.h", "rtl_models/common/pin_module.h",
                     "rtl_models/vc_fifo/vc_fifo_pins.h"):
            self.assertEqual(self.faults(name, "#include <systemc>"), [])

    def test_own_headers_are_no_systemc(self):
        self.assertEqual(self.faults("platform/stats/x.h", '#include "tlm/gnet/cell.h"'), [])
        self.assertEqual(self.faults("rtl_models/parts/x.h", '#include "testbench/drive.h"'), [])


if __name__ == "__main__":
    unittest.main()
