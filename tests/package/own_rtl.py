# SPDX-License-Identifier: Apache-2.0
"""A project that treats tinsim's own SystemVerilog as that of a user: other names of module and ports."""
import json
import pathlib
import re

HEAD = """\
cmake_minimum_required(VERSION 3.25)
project(own_rtl LANGUAGES C CXX)
find_package(tinsim 0.1 REQUIRED COMPONENTS blocks)
"""


def table(prefix):
    """Variables of the installed table of blocks, as lists."""
    text = (prefix / "lib/cmake/tinsim/dut/blocks.cmake").read_text(encoding="utf-8")
    return {name: value.strip('"').split(";") if value.strip('"') else []
            for name, value in re.findall(r"set\(TINSIM_DUT_(\w+) (.*)\)", text)}


def renamed(text, block, ports):
    """`text` with another name of the module, and "own_" before each port."""
    text = re.sub(rf"\bmodule {block}\b", f"module own_{block}", text)
    for port in ports:
        text = re.sub(rf"(?<![.\w]){port}\b", f"own_{port}", text)
        text = re.sub(rf"\.{port}(?=\s*[,)])", f".{port}(own_{port})", text)  # connected by its name
    return text


def write(root, build, prefix, folder, blocks):
    """The project, in `folder`: one program own_<block> per block, in the first shape of the block."""
    variables, project = table(prefix), HEAD
    packages = sorted((root / "rtl_models/common").glob("*_pkg.sv"),
                      key=lambda path: (path.stem != "tin_pkg", path.stem))  # others import tin_pkg
    packages += sorted(pathlib.Path(build).rglob("tin_registers_pkg.sv"))[:1]
    for block in blocks:
        own = root / "rtl_models" / block
        port_list = json.loads((prefix / f"lib/cmake/tinsim/dut/port_lists/{variables[f'{block}_SHAPES'][0]}.json")
                               .read_text(encoding="utf-8"))
        ports = [port["name"] for port in port_list["ports"]]
        if port_list["kind"] != "part":
            ports += ["clk_i", "rst_ni"]
        (folder / f"own_{block}.sv").write_text(
            renamed((own / f"{block}.sv").read_text(encoding="utf-8"), block, ports), encoding="utf-8")
        sources = packages + [path for part in variables[f"{block}_PARTS"]
                              for path in sorted((root / "rtl_models" / part).glob("*.sv"))]
        sources += [path for path in sorted(own.glob("*.sv")) if path.name != f"{block}.sv"]
        parameters = " ".join(f"{key}={value}" for key, value in port_list["parameters"].items())
        project += (f"tinsim_add_dut(NAME own_{block} BLOCK {block} TOP own_{block}\n"
                    f"  SOURCES {' '.join(map(str, sources))} own_{block}.sv\n"
                    f"  PORTS {' '.join(f'own_{port}={port}' for port in ports)}\n"
                    + (f"  PARAMETERS {parameters}\n" if parameters else "") + "  LINT -Wno-fatal -Wno-lint)\n")
    (folder / "CMakeLists.txt").write_text(project, encoding="utf-8")


def all_blocks(prefix):
    return table(prefix)["BLOCKS"]
