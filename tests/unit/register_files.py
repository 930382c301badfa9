# SPDX-License-Identifier: Apache-2.0
"""Independent readers of the files of the register map, one per language.

Each returns {name: Register}, where the name is GROUP_ARRAY_REGISTER in capitals.
"""
import collections
import re
import subprocess
import tempfile
import pathlib
import xml.etree.ElementTree as ElementTree

# fields: name -> (msb, lsb, reset) or (msb, lsb, reset, access); count and stride: 1 and 0 for plain registers
Register = collections.namedtuple("Register", "address count stride reset fields")


def words(name):
    """RouteEntryMinimal0 -> ROUTE_ENTRY_MINIMAL_0"""
    return "_".join(re.findall(r"[A-Z][a-z]+|[A-Z](?![a-z])|\d+", name)).upper()


def squeezed(name):
    """Without underscores: capitals of CamelCase do not say where a number begins."""
    return name.replace("_", "").upper()


def field_reset(reset, msb, lsb):
    return reset >> lsb & ((1 << (msb - lsb + 1)) - 1)


def defines(header):
    """(name, value) of each macro without parameters, as a C compiler evaluates it."""
    names = re.findall(r"^#define TIN_(\w+) 0x", header.read_text(), re.MULTILINE)
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder, "print.c")
        prints = "".join(f'printf("{name} %lu\\n", (unsigned long)TIN_{name});' for name in names)
        source.write_text(f'#include <stdio.h>\n#include "{header}"\nint main(void) {{{prints} return 0;}}\n')
        program = pathlib.Path(folder, "print")
        subprocess.run(["cc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-pedantic", source, "-o", program], check=True)
        text = subprocess.run([program], check=True, capture_output=True, text=True).stdout
    return {name: int(value) for name, value in (line.split() for line in text.splitlines())}


def read_c(header):
    values = defines(header)
    arrays = [name[:-7] for name in values if name.endswith("_STRIDE")]
    found = {}
    for name in values:
        if f"{name}_RESET" not in values:
            continue
        array = max((a for a in arrays if name.startswith(a + "_")), key=len, default=None)
        fields = {}
        for mask in (m for m in values if m.startswith(name + "_") and m.endswith("_MASK")):
            field = mask[len(name) + 1:-5]
            if any(o != name and o.startswith(name + "_") and mask.startswith(o + "_") and f"{o}_RESET" in values
                   for o in values):
                continue
            lsb, msb = values[mask[:-5] + "_SHIFT"], values[mask].bit_length() - 1
            if values[mask] != (1 << (msb + 1)) - (1 << lsb):
                raise ValueError(f"{mask}: the bits are not those from its shift on")
            fields[field] = (msb, lsb, field_reset(values[name + "_RESET"], msb, lsb))
        found[name] = Register(values[name], values[array + "_COUNT"] if array else 1,
                               values[array + "_STRIDE"] if array else 0, values[name + "_RESET"], fields)
    return found


def read_cpp(header):
    """By its text: a C++ compiler sees it in the test of the header."""
    found, group = {}, None
    name, address, reset, count, stride, fields = None, 0, 0, 1, 0, {}
    for line in header.read_text().splitlines():
        if m := re.match(r"namespace (\w+) \{", line):
            group = m[1]
        elif m := re.match(r"struct (\w+) \{", line):
            name, count, stride, fields = m[1], 1, 0, {}
        elif m := re.search(r"kAddress = 0x(\w+), kReset = 0x(\w+);", line):
            address, reset = int(m[1], 16), int(m[2], 16)
        elif m := re.search(r"kCount = (\d+), kStride = 0x(\w+);", line):
            count, stride = int(m[1]), int(m[2], 16)
        elif m := re.search(r"uint32_t (\w+)\(\) const \{ return word >> (\d+) & 0x(\w+)u; \}", line):
            lsb, msb = int(m[2]), int(m[2]) + int(m[3], 16).bit_length() - 1
            fields[m[1].upper()] = (msb, lsb, field_reset(reset, msb, lsb))
        elif line == "};":
            found[squeezed(group + name)] = Register(address, count, stride, reset, fields)
    return found


def read_sv(package):
    text = package.read_text()
    addresses = dict(re.findall(r"localparam logic \[AddressW-1:0\] (\w+) = \d+'h(\w+);", text))
    resets = dict(re.findall(r"localparam logic \[31:0\] (\w+)Reset = 32'h(\w+);", text))
    numbers = {name: int(value) for name, value in re.findall(r"int unsigned (\w+) = (\d+);", text)}
    order = [(m.start(), m[1]) for m in re.finditer(r"\] (\w+)Reset = ", text)]
    arrays = [(m.start(), m[1]) for m in re.finditer(r"unsigned (\w+)Stride = ", text)]
    found = {}
    for n, (position, name) in enumerate(order):
        end = order[n + 1][0] if n + 1 < len(order) else len(text)
        fields = {}
        for field, msb in re.findall(rf"unsigned {name}(\w+)Msb = (\d+);", text[position:end]):
            msb, lsb = int(msb), numbers[f"{name}{field}Lsb"]
            fields[words(field)] = (msb, lsb, field_reset(int(resets[name], 16), msb, lsb))
        array = [a for at, a in arrays if at < position and name.startswith(a)][-1:]
        found[squeezed(name)] = Register(int(addresses[name], 16), numbers[array[0] + "Count"] if array else 1,
                                         numbers[array[0] + "Stride"] if array else 0, int(resets[name], 16), fields)
    return found


RDL_ACCESS = {"sw = rw; hw = r;": "rw", "sw = r; hw = w;": "ro", "sw = r; hw = na;": "fixed",
              "sw = rw; onwrite = woclr; hw = rw; hwset;": "w1c", "sw = r; onread = rclr; hw = rw; hwset;": "rc",
              "sw = w; hw = r; singlepulse;": "wo"}


def read_rdl(path):
    """By nesting: addrmap { regfile { regfile { reg { field } } } }."""
    stack, found = [], {}
    for line in path.read_text().splitlines():
        line = line.strip()
        if m := re.match(r'field \{ desc = "(?:[^"\\]|\\.)*"; (.*) \} (\w+)\[(\d+):(\d+)\] = (\d+)\'h(\w+);', line):
            access, name, msb, lsb, width, reset = m.groups()
            if int(width) != int(msb) - int(lsb) + 1:
                raise ValueError(f"{line}: width of the reset value")
            stack[-1][1][name.upper()] = (int(msb), int(lsb), int(reset, 16), RDL_ACCESS[access])
        elif m := re.match(r"(addrmap \w+|regfile|reg) \{", line):
            stack.append((m[1], {}))
        elif m := re.match(r"\} (\w+)(?:\[(\d+)\])? @0x(\w+)(?: \+= 0x(\w+))?;", line):
            kind, inside = stack.pop()
            name, count, at, stride = m[1].upper(), int(m[2] or 1), int(m[3], 16), int(m[4] or "0", 16)
            if kind == "reg":
                reset = sum(field[2] << field[1] for field in inside.values())
                stack[-1][1][name] = Register(at, count, stride, reset, inside)
                continue
            for inner, reg in inside.items():
                stack[-1][1][f"{name}_{inner}"] = reg._replace(
                    address=reg.address + at, count=reg.count * count, stride=reg.stride or stride)
        elif line == "};":
            found = stack.pop()[1]
    return found


def read_ipxact(path):
    space = "{http://www.accellera.org/XMLSchema/IPXACT/1685-2022}"

    def text(node, tag):
        child = node.find("/".join(space + part for part in tag.split("/")))
        return None if child is None else child.text

    def number(node, tag):
        value = text(node, tag)
        return int(value[2:], 16) if value.startswith("'h") else int(value)

    def access(field):
        policy = field.find(f"{space}fieldAccessPolicies/{space}fieldAccessPolicy")
        kind = (text(policy, "access"), text(policy, "modifiedWriteValue"), text(policy, "readAction"))
        return {("read-write", None, None): "rw", ("read-write", "oneToClear", None): "w1c",
                ("read-only", None, "clear"): "rc", ("write-only", None, None): "wo",
                ("read-only", None, None): "ro" if text(field, "volatile") == "true" else "fixed"}[kind]

    def registers(parent, prefix, base, count, stride):
        for reg in parent.findall(space + "register"):
            fields, whole = {}, 0
            for field in reg.findall(space + "field"):
                lsb, width = number(field, "bitOffset"), number(field, "bitWidth")
                reset = number(field, "resets/reset/value")
                whole |= reset << lsb
                fields[text(field, "name").upper()] = (lsb + width - 1, lsb, reset, access(field))
            yield (prefix + text(reg, "name")).upper(), Register(base + number(reg, "addressOffset"), count, stride,
                                                                 whole, fields)

    found = {}
    for block in ElementTree.parse(path).iter(space + "addressBlock"):
        base, name = number(block, "baseAddress"), text(block, "name") + "_"
        found.update(registers(block, name, base, 1, 0))
        for file in block.findall(space + "registerFile"):
            found.update(registers(file, name + text(file, "name") + "_", base + number(file, "addressOffset"),
                                   number(file, "array/dim"), number(file, "array/stride")))
    return found
