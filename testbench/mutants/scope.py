# SPDX-License-Identifier: Apache-2.0
"""Which nodes of a module are evaluated in each cycle and can reach an output."""

import re

# Evaluated at elaboration, never, or by the simulator alone. Left sides and headers of loops give the
# structure, not a value.
NO_VALUE = {
    "parameter_value_assignment", "local_parameter_declaration", "parameter_declaration",
    "parameter_port_list", "data_declaration", "genvar_declaration", "initial_construct",
    "net_lvalue", "variable_lvalue", "event_control", "for_initialization", "for_step",
    "system_tf_call", "timing_control", "packed_dimension", "unpacked_dimension",
    "tf_port_list", "genvar_initialization", "genvar_iteration", "casting_type",
}
DRIVERS = ("net_assignment", "always_construct", "module_instantiation")


def is_fixed(node):
    """Whether a node's type keeps it and all below it from being a point."""
    if node.type in NO_VALUE or "assertion" in node.type or "assert" in node.type.split("_"):
        return True
    if node.type.startswith("constant_"):
        return True
    parent = node.parent
    if parent is None:
        return False
    if parent.type == "loop_statement" and node.type == "expression":
        return True
    # An output of an instance drives what it is connected to.
    return (parent.type == "named_port_connection" and node.field == "connection" and
            parent.named("port_name").text.endswith("_o"))


def names(node):
    return {n.text for n in node.all("simple_identifier")}


def base_names(node):
    """What the assignments, or the outputs of the instances, below a node write."""
    found = set()
    for lvalue in node.all("net_lvalue", "variable_lvalue"):
        # Of a concatenation each part is an lvalue of its own.
        if lvalue.of(lvalue.type):
            continue
        found.add(lvalue.all("simple_identifier")[0].text)
    for port in node.all("named_port_connection"):
        if port.named("port_name").text.endswith("_o") and port.named("connection") is not None:
            found |= names(port.named("connection"))
    return found


def own_names(driver):
    """What a process declares for itself: variables of its loops and blocks."""
    return {node.of("simple_identifier")[0].text
            for node in driver.all("for_variable_declaration", "variable_decl_assignment")}


def functions(root):
    found = {}
    for function in root.all("function_body_declaration"):
        found[function.named("name").text] = function
    return found


def closure(wanted, bodies):
    """`wanted`, and the functions that these call."""
    todo = list(wanted)
    done = set()
    while todo:
        name = todo.pop()
        if name in bodies and name not in done:
            done.add(name)
            todo += names(bodies[name])
    return done


def elaborated_functions(root, bodies):
    """Functions that parameters and widths call: nothing in them may depend on a variable."""
    called = set()
    for node in root.walk():
        if node.type.startswith("constant_") or node.type in (
                "local_parameter_declaration", "parameter_declaration", "parameter_port_list",
                "parameter_value_assignment"):
            called |= names(node) & set(bodies)
    return closure(called, bodies)


def drivers_of_outputs(root, bodies):
    """The assignments, processes and instances from which an output can be reached: what only assertions
    read is left out."""
    drivers = root.all(*DRIVERS)
    reads, writes = {}, {}
    for driver in drivers:
        read = names(driver)
        for name in closure(read & set(bodies), bodies):
            read = read | names(bodies[name])
        own = own_names(driver)
        reads[driver], writes[driver] = read - own, base_names(driver) - own
    reached = {port.named("port_name").text for port in root.all("ansi_port_declaration")
               if re.search(r"\boutput\b", port.text)}
    live = set()
    while True:
        new = [d for d in drivers if d not in live and writes[d] & reached]
        if not new:
            return live
        for driver in new:
            live.add(driver)
            reached |= reads[driver]


def live_functions(root, fixed):
    """Functions, of the module or of packages, that live assignments and processes of a module call;
    without those in `fixed`."""
    bodies = functions(root)
    called = set()
    for driver in drivers_of_outputs(root, bodies):
        called |= names(driver)
    for name in closure(called, bodies):
        called |= names(bodies[name])
    return called - fixed


def runtime_nodes(root, called):
    """All nodes of a module or a package whose value counts in some cycle, in the order of the text.
    `called`: see live_functions."""
    live = drivers_of_outputs(root, functions(root))

    def below(node, inside):
        if is_fixed(node):
            return
        if node.type in DRIVERS:
            inside = node in live
        elif node.type == "function_body_declaration":
            inside = node.named("name").text in called
        if inside:
            yield node
        for child in node.children:
            yield from below(child, inside)

    return list(below(root, False))
