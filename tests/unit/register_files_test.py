# SPDX-License-Identifier: Apache-2.0
"""Do the files of the register map agree on every offset, bit, reset value and access?

Usage: register_files_test.py FOLDER SCHEMA. SCHEMA is the folder of the IEEE 1685-2022 schema. Without xmllint the
validation is skipped.
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import register_files

FOLDER = pathlib.Path(sys.argv.pop(1)).resolve()
SCHEMA = pathlib.Path(sys.argv.pop(1)).resolve()
READERS = {"tin_registers.h": register_files.read_c, "tin_registers.hpp": register_files.read_cpp,
           "tin_registers_pkg.sv": register_files.read_sv, "tin_registers.rdl": register_files.read_rdl,
           "tin_registers.xml": register_files.read_ipxact}
# Keywords of SystemRDL 2.0 that could be taken for a name.
RDL_KEYWORDS = set("""abstract accesstype addressingtype addrmap alias all bit boolean bothedge compact constraint
default encode enum external false field fullalign hw inside internal level longint mem na negedge nonsticky number
onreadtype onwritetype posedge property r rclr ref reg regalign regfile rset ruser rw rw1 signal string struct sw
this true type unsigned w w1 wclr woclr woset wot wr wset wuser wzc wzs wzt""".split())


def alike(registers):
    """Names without underscores, and fields without access, which not every language has."""
    return {register_files.squeezed(name): reg._replace(
        fields={register_files.squeezed(field): bits[:3] for field, bits in reg.fields.items()})
        for name, reg in registers.items()}


def faults(found):
    """Differences of each file from the SystemRDL."""
    wanted = alike(found["tin_registers.rdl"])
    for file, registers in found.items():
        registers = alike(registers)
        for name in sorted(wanted.keys() | registers.keys()):
            if wanted.get(name) != registers.get(name):
                yield f"{file}: {name}: {registers.get(name)}; expected {wanted.get(name)}"


def read_all(folder):
    return {file: read(folder / file) for file, read in READERS.items()}


class Files(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.found = read_all(FOLDER)

    def test_agree_on_offsets_bits_and_reset_values(self):
        self.assertEqual(list(faults(self.found)), [])

    def test_hold_all_registers(self):
        rows = re.findall(r"^\| 0x[0-9A-F]{4} \| `", (FOLDER / "tin_registers.md").read_text(), re.MULTILINE)
        self.assertGreater(len(rows), 200)
        for file, registers in self.found.items():
            self.assertEqual(len(registers), len(rows), file)

    def test_agree_on_access(self):
        rdl, ipxact = self.found["tin_registers.rdl"], self.found["tin_registers.xml"]
        self.assertEqual({name: reg.fields for name, reg in rdl.items()},
                         {name: reg.fields for name, reg in ipxact.items()})
        kinds = {field[3] for reg in rdl.values() for field in reg.fields.values()}
        self.assertEqual(kinds, {"rw", "ro", "fixed", "w1c", "rc", "wo"})

    def test_registers_of_1rma_keep_their_offsets(self):
        """Those of docs/reference/rma.md."""
        rdl = self.found["tin_registers.rdl"]
        for host in (0, 1):
            base = rdl[f"RMA{host}_NAME_LO"].address
            for name, offset in (("ADDRESS", 0x8), ("ALLOCATE_SLOT", 0x10), ("REGION_BASE_LO", 0x100),
                                 ("REGION_COMMIT", 0x130), ("WINDOW", 0x200), ("PULL_TIMEOUT", 0x240),
                                 ("COMMANDS_LO", 0x400), ("REQUESTS_LO", 0x420), ("REFUSED_BOUNDS_LO", 0x488),
                                 ("PID_VALUE", 0x1000)):
                self.assertEqual(rdl[f"RMA{host}_{name}"].address - base, offset, name)

    def test_names_are_no_keywords_of_systemrdl(self):
        names = re.findall(r"\} (\w+)[ []", (FOLDER / "tin_registers.rdl").read_text())
        self.assertFalse(RDL_KEYWORDS & set(names))

    def test_the_cpp_header_compiles_and_computes(self):
        """Address and value by hand: class 2, phase 1, row 5 is entry (2 * 3 + 1) * 64 + 5."""
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder, "use.cpp")
            source.write_text(f"""#include "{FOLDER / 'tin_registers.hpp'}"
using namespace tin_registers;
static_assert(route::EntryMinimal1::at(2, 1, 5) == 0x20000 + 0x10000 + 453 * 32 + 4);
static_assert(chip::Address().pod(63).tin(3).word == (63u << 10 | 3u << 6));
static_assert(chip::Address().pod(65).pod() == 1);
struct Bus {{ std::uint32_t at = 0; std::uint32_t read(std::uint32_t a) {{ at = a; return 0x0605; }} }};
std::uint32_t pod(Bus& bus) {{ return read<chip::Address>(bus).pod(); }}
""")
            subprocess.run(["c++", "-std=c++17", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", source], check=True)

    def test_the_ip_xact_file_is_valid(self):
        text = (FOLDER / "tin_registers.xml").read_text()
        self.assertEqual(schema_errors(text), "")
        # The schema is applied: an element that it does not know is refused.
        wrong = text.replace("ipxact:addressOffset>", "ipxact:addressOfset>")
        self.assertNotEqual(wrong, text)
        self.assertIn("addressOfset", schema_errors(wrong))


def schema_errors(text):
    """What xmllint has to say about an IP-XACT file; empty: it is valid."""
    if shutil.which("xmllint") is None:
        raise unittest.SkipTest("xmllint is not installed")
    run = subprocess.run(["xmllint", "--noout", "--nonet", "--schema", SCHEMA / "index.xsd", "-"], input=text,
                         capture_output=True, text=True)
    return run.stderr[-2000:] if run.returncode else ""


class PlantedFaults(unittest.TestCase):
    """One change in each file is noticed."""
    CHANGES = {
        "tin_registers.h": ("#define TIN_CHIP_SCRATCH 0xCu", "#define TIN_CHIP_SCRATCH 0x10u"),
        "tin_registers.hpp": ("kCount = 1152, kStride = 0x20", "kCount = 1152, kStride = 0x40"),
        "tin_registers_pkg.sv": ("RouteInputPropertiesNextPhaseLsb = 4;", "RouteInputPropertiesNextPhaseLsb = 3;"),
        "tin_registers.rdl": ("hops[4:0] = 5'hC", "hops[4:0] = 5'hD"),
        "tin_registers.xml": ("<ipxact:stride>'h20</ipxact:stride>", "<ipxact:stride>'h40</ipxact:stride>"),
    }

    def test_each_is_found(self):
        found = read_all(FOLDER)
        with tempfile.TemporaryDirectory() as folder:
            for file, (text, replacement) in self.CHANGES.items():
                path = pathlib.Path(folder, file)
                original = (FOLDER / file).read_text()
                self.assertIn(text, original, file)
                path.write_text(original.replace(text, replacement, 1))
                self.assertTrue(list(faults({**found, file: READERS[file](path)})), file)


if __name__ == "__main__":
    unittest.main()
