#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Is an installed copy a library to build on: headers, CMake package, pkg-config files, program?

Usage: package_test.py BUILD FOLDER CMAKE CXX. Installs BUILD, a built tree, to FOLDER/prefix and builds
examples/custom_block and one_file.cpp with nothing but that.
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

BUILD, FOLDER, CMAKE, CXX = sys.argv[1:5]
HERE = pathlib.Path(__file__).parent
EXAMPLE = HERE.parents[1] / "examples" / "custom_block"
FOLDER = pathlib.Path(FOLDER).absolute()
PREFIX, MADE = FOLDER / "prefix", FOLDER / "example"
LIBRARIES = PREFIX / "lib"
INCLUDED = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)


def call(*command, status=0, **how):
    """Standard output of a command; its errors are part of the exception that another exit status causes."""
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, check=False, **how)
    if done.returncode != status:
        raise AssertionError(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout


def pkg_config(*arguments):
    paths = f"{LIBRARIES / 'pkgconfig'}:{os.environ.get('PKG_CONFIG_PATH', '')}"
    return call("pkg-config", *arguments, env={**os.environ, "PKG_CONFIG_PATH": paths}).split()


def compiler(*arguments):
    launcher = os.environ.get("CMAKE_CXX_COMPILER_LAUNCHER", "")
    return call(*([launcher] if launcher else []), CXX, *arguments)


def rows(table):
    """First word or words of each line, up to two blanks -> the rest."""
    return dict(re.split(r"\s{2,}", line, maxsplit=1) for line in table.splitlines())


class Package(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        shutil.rmtree(FOLDER, ignore_errors=True)
        first = FOLDER / "first"
        call(CMAKE, "--install", BUILD, "--prefix", first)
        first.rename(PREFIX)  # an installed copy can be moved
        call(CMAKE, "-S", EXAMPLE, "-B", MADE, "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={PREFIX}",
             f"-DCMAKE_CXX_COMPILER={CXX}")
        call(CMAKE, "--build", MADE)

    def assert_as_the_program(self, example):
        """The example's block counts right, and its network runs as in the installed program."""
        shown = rows(call(example, EXAMPLE / "network.yaml"))
        self.assertEqual(shown["ports"], "valid_i[1] update_o[1] words_o[16]")
        self.assertEqual(shown["words"], "20 20 20")  # one in three of 60 cycles
        self.assertEqual(shown["on pins"], "60")
        out = FOLDER / "out"
        call(PREFIX / "bin" / "tinsim", "run", EXAMPLE / "network.yaml", "--quiet", "--out", out)
        summary = json.loads((out / "summary.json").read_text())
        shutil.rmtree(out)
        self.assertEqual(shown["state hash"], summary["state_hash"])
        cells = summary["cells"]
        self.assertEqual(shown["cells"], f"{cells['injected']} injected, {cells['delivered']} delivered, "
                                         f"{cells['in_flight']} in flight")

    def test_example_built_by_cmake(self):
        self.assert_as_the_program(MADE / "custom_block")

    def test_example_linked_by_pkg_config(self):
        objects = list(MADE.rglob("custom_block.cpp.o"))
        self.assertEqual(len(objects), 1)
        linked = FOLDER / "linked"
        compiler(*objects, "-o", linked, *pkg_config("--libs", "tinsim-platform"))
        self.assert_as_the_program(linked)

    def test_blocks_by_pkg_config_alone(self):
        flags = pkg_config("--cflags", "tinsim-blocks")
        self.assertIn("-std=c++17", flags)
        program = FOLDER / "one_file"
        compiler(*flags, "-c", HERE / "one_file.cpp", "-o", f"{program}.o")
        compiler(f"{program}.o", "-o", program, *pkg_config("--libs", "tinsim-blocks"))
        self.assertEqual(call(program), "credit 108\n")  # 128 - 20 words

    def test_headers_include_installed_headers(self):
        root = PREFIX / "include" / "tinsim"
        headers = [path for path in root.rglob("*") if path.is_file()]
        self.assertGreater(len(headers), 100)
        missing = [f"{path.relative_to(root)}: {name}" for path in headers
                   for name in INCLUDED.findall(path.read_text(encoding="utf-8")) if not (root / name).exists()]
        self.assertEqual(missing, [])

    def test_nothing_names_the_tree_it_was_built_from(self):
        source = HERE.parents[1]
        for path in LIBRARIES.rglob("*"):
            if path.suffix in (".cmake", ".pc"):
                self.assertNotIn(f"{source}/", path.read_text(encoding="utf-8"), path)

    def find(self, request, checks, status=0):
        """A project that finds the package as `request` says, then runs the CMake code `checks`."""
        project = FOLDER / "find"
        shutil.rmtree(project, ignore_errors=True)
        project.mkdir()
        (project / "CMakeLists.txt").write_text(
            f"cmake_minimum_required(VERSION 3.25)\nproject(find LANGUAGES CXX)\nfind_package(tinsim {request})\n{checks}")
        return call(CMAKE, "-S", project, "-B", project / "build", "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={PREFIX}",
                    f"-DCMAKE_CXX_COMPILER={CXX}", status=status)

    def test_parts_and_versions(self):
        self.find("COMPONENTS blocks REQUIRED",
                  "if(NOT TARGET tinsim::blocks OR TARGET tinsim::platform OR TARGET SystemC::systemc)\n"
                  "  message(FATAL_ERROR \"other targets\")\nendif()\n")
        self.find("COMPONENTS firmware QUIET",
                  "if(tinsim_FOUND)\n  message(FATAL_ERROR \"found what is not there\")\nendif()\n")
        self.find("9.0 QUIET", "if(tinsim_FOUND)\n  message(FATAL_ERROR \"found a later version\")\nendif()\n")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
