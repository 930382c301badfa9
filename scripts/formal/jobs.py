# SPDX-License-Identifier: Apache-2.0
"""What is to be proved: rtl_models/<block>/formal/properties.toml and the property module in its folder."""
import dataclasses
import hashlib
import json
import pathlib
import sys
import tomllib

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "rtl_models/common"))
import checker  # noqa: E402
ONE_RESET = HERE / "one_reset.sv"
TOOL = HERE.parent / "synth/package-lock.json"
KEYS = {"name", "claim", "bug", "file", "text", "replacement", "cell", "lemmas", "shapes", "bounded"}
NEEDED = {"name", "claim", "bug", "text", "replacement"}


@dataclasses.dataclass(frozen=True)
class Property:
    block: str
    name: str
    claim: str
    bug: str            # what is wrong in the mutated source
    file: str           # module whose source is mutated
    text: str
    replacement: str
    cell: str           # hierarchical name of the assertion below the block
    lemmas: tuple       # names of proved properties that this proof may assume
    shape: tuple        # pairs of parameter and value
    sources: tuple      # files of the block, then the property module
    ports: str          # what the property module includes as ports.svh
    bounded: int        # cycles; 0: to be proved for all


def shape_text(shape):
    return " ".join(f"{name}={value}" for name, value in shape) or "-"


def unit(prop):
    """Block and shape: what is read at once."""
    return "_".join([prop.block, *(str(value) for _, value in prop.shape)])


def blocks(shapes):
    """Sources of each block, from the shapes of rtl_models/synth.cmake."""
    return {shape["block"]: shape["sources"] for shape in shapes}


def ports(lists):
    """Parameters and ports of a property module, up to the parenthesis that ends them: clock, reset and
    all ports of the block, from its port lists."""
    clock = ["logic clk_i", "logic rst_ni"]
    declared = checker.declared("logic", lists[0]["ports"], lists)
    return f"{checker.header(lists[0])}(\n" + ",\n".join(f"  input {line}" for line in clock + declared) + "\n"


def port_lists(shapes, folder):
    """Port lists of each block, which the build writes beside the list of shapes."""
    lists = {}
    for shape in shapes:
        path = folder / f"{shape['shape']}.json"
        if path.exists():
            lists.setdefault(shape["block"], []).append(json.loads(path.read_text()))
    return lists


def of_block(path, sources, lists):
    """The properties of one properties.toml, each at each of its shapes."""
    block = path.parents[1].name
    table = tomllib.loads(path.read_text())
    modules = sorted(path.parent.glob("*.sv"))
    made = []
    for entry in table["property"]:
        if unknown := set(entry) - KEYS:
            raise SystemExit(f"{path}: unknown keys {sorted(unknown)}; expected {sorted(KEYS)}")
        if missing := NEEDED - set(entry):
            raise SystemExit(f"{path}: property {entry.get('name')} lacks {sorted(missing)}")
        for shape in entry.get("shapes", table.get("shapes", [{}])):
            made.append(Property(
                block, entry["name"], entry["claim"], entry["bug"], entry.get("file", block),
                entry["text"], entry["replacement"], entry.get("cell", f"u_properties.p_properties.{entry['name']}"),
                tuple(entry.get("lemmas", ())), tuple(shape.items()),
                tuple([*sources, *map(str, modules)]), ports(lists), entry.get("bounded", 0)))
    check_lemmas(path, made)
    return made


def check_lemmas(path, made):
    """A lemma stands before what it is used for, so that no proof rests on itself."""
    for k, prop in enumerate(made):
        for lemma in prop.lemmas:
            if not any(p.name == lemma and p.shape == prop.shape and not p.bounded for p in made[:k]):
                raise SystemExit(f"{path}: {prop.name} at {shape_text(prop.shape)}: no unbounded "
                                 f"property {lemma} stands before it")


def all_properties(root, shapes, folder):
    """`folder` has the port lists."""
    sources, lists = blocks(shapes), port_lists(shapes, folder)
    made = []
    for path in sorted(root.glob("rtl_models/*/formal/properties.toml")):
        block = path.parents[1].name
        if block not in sources:
            raise SystemExit(f"{path}: {block} is no block of rtl_models/blocks.cmake")
        if block not in lists:
            raise SystemExit(f"{folder}: has no port list of {block}; expected that of the target tinsim_generated")
        made += of_block(path, sources[block], lists[block])
    return made


def mutated(prop):
    """Sources of the planted bug: pairs of file name and content."""
    files = [(pathlib.Path(source).name, pathlib.Path(source).read_text()) for source in prop.sources]
    wanted = f"{prop.file}.sv"
    for k, (name, content) in enumerate(files):
        if name == wanted:
            if content.count(prop.text) != 1:
                raise SystemExit(f"{prop.block}, {prop.name}: expected its text once in {wanted}, "
                                 f"found it {content.count(prop.text)} times")
            files[k] = (name, content.replace(prop.text, prop.replacement))
            return files
    raise SystemExit(f"{prop.block}, {prop.name}: there is no source {wanted}")


def cells(prop, of_unit):
    """Names of the assertions that the proof assumes."""
    return [other.cell for other in of_unit if other.name in prop.lemmas]


def digest(prop, of_unit, flow):
    """Changes with everything that the result depends on; `flow` is the text of the commands."""
    settled = [prop.name, prop.cell, prop.file, prop.text, prop.replacement, prop.shape,
               prop.bounded, cells(prop, of_unit), flow]
    content = hashlib.sha256(json.dumps(settled).encode() + prop.ports.encode())
    for path in [ONE_RESET, TOOL, *prop.sources]:
        content.update(pathlib.Path(path).read_bytes())
    return content.hexdigest()
