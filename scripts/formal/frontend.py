# SPDX-License-Identifier: Apache-2.0
"""From SystemVerilog with properties to one AIGER file for each property, with Yosys."""
import pathlib
import re
import subprocess

import jobs

YOSYS = jobs.HERE.parent / "synth/yosys.mjs"

# A wire of a property module that nothing drives is a free input, an undefined bit a free value.
# The assertions of the block itself are rules for its environment: they are assumed. Assertions
# of its parts are neither assumed nor checked unless a property names them.
READ = """read_slang --threads 1 --unroll-limit 100000 --top {block} {parameters} {sources}
hierarchy -top {block}
delete -output o:*
setundef -undriven -expose
setundef -anyseq
select -set goals {goals}
select -set own {block}/p_assert.*
select -set rest t:$check @goals %d @own %d
select -assert-count {number} @goals
chformal -assert -remove @rest
chformal -assert2assume @own
async2sync
chformal -lower
memory -nordff
opt -full
techmap
opt -fast
dffunmap
setundef -anyseq
aigmap
opt_clean
design -save whole
"""
# One property: the others are removed, those that it rests on are assumed.
WRITE = """design -load whole
{lemmas}
chformal -assert -remove {others}
opt_clean -purge
write_aiger {name}.aig
"""


def script(props, of_unit):
    """Commands of Yosys for properties of one block and shape."""
    prop = props[0]
    sources = [pathlib.Path(source).name for source in prop.sources]
    wanted = {p.cell for p in props}
    for p in props:
        wanted.update(jobs.cells(p, of_unit))
    goals = sorted(f"{prop.block}/{cell}" for cell in wanted)
    text = READ.format(
        block=prop.block, goals=" ".join(goals), number=len(goals),
        parameters=" ".join(f"-G {name}={value}" for name, value in prop.shape),
        sources=" ".join([*sources, jobs.ONE_RESET.name, "bind.sv"]))
    for p in props:
        own = f"{p.block}/{p.cell}"
        lemmas = [f"{p.block}/{cell}" for cell in jobs.cells(p, of_unit)]
        others = [goal for goal in goals if goal != own and goal not in lemmas]
        text += WRITE.format(name=p.name, others=" ".join(others) or "w:none",
                             lemmas=f"chformal -assert2assume {' '.join(lemmas)}" if lemmas else "")
    return text


def first_error(log):
    text = re.sub(r"\x1b\[[\d;]*m", "", log)
    errors = re.findall(r"^(?:ERROR: |\S+: error: |yosys: )(.*)", text, re.M)
    return (errors or ["Yosys failed"])[0]


def prepare(props, of_unit, files, tool, folder):
    """Leaves <name>.aig of each property in `folder`, from files given by name and content."""
    folder.mkdir(parents=True, exist_ok=True)
    block = props[0].block
    written = [*files, ("ports.svh", props[0].ports), (jobs.ONE_RESET.name, jobs.ONE_RESET.read_text()),
               ("bind.sv", f"bind {block} one_reset u_one_reset (.*);\n")]
    for name, content in [("run.ys", script(props, of_unit)), *written]:
        (folder / name).write_text(content)
    node = tool / "node_modules/.bin/node"
    command = [str(node) if node.exists() else "node", "--experimental-wasm-exnref", str(YOSYS),
               str(tool), "run.ys", *(name for name, _ in written)]
    with open(folder / "log", "w") as log:
        done = subprocess.run(command, cwd=folder, stdout=log, stderr=log)
    if done.returncode:
        raise ValueError(first_error((folder / "log").read_text()))
