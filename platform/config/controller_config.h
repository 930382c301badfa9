// SPDX-License-Identifier: Apache-2.0
// Section `controller` of a configuration: the SDN controller of a run;
// docs/reference/controller.md.
#pragma once

#include <string>
#include <vector>

#include "rtl_models/common/keys.h"

namespace tinsim {

TIN_ENUM(ControllerKind, none, constellation)
TIN_ENUM(ControllerAct, drain, undrain, kill)
TIN_ENUM(ControllerInstance, nib, re, fm, sfe)

/// An act of an operator, or the end of an instance.
struct ControllerOperationConfig {
  double at_us = 0;
  ControllerAct act = ControllerAct::drain;
  std::string tins;
  ControllerInstance instance = ControllerInstance::nib;
  TIN_KEYS((at_us, "time from the start of the run, in us", range(0, 1e9)),
           (act,
            "drain: TiNs carry no cells but those from and to their own endpoints; undrain: they "
            "do again; kill: an instance ends, and another one starts"),
           (tins, "drain, undrain: TiNs as pod0.tin1, where * stands for anything",
            only_if(
                +[](const ControllerOperationConfig& c) { return c.act != ControllerAct::kill; },
                {"act"}, "drain and undrain", "with act: kill")),
           (instance, "kill: the NIB, the Routing Engine, the Flow Manager or the Front End",
            only_if(
                +[](const ControllerOperationConfig& c) { return c.act == ControllerAct::kill; },
                {"act"}, "kill", "with this act")))
};

struct ControllerConfig {
  ControllerKind kind = ControllerKind::none;
  bool clear_tables = true;
  double report_us = 1000;
  double plan_interval_us = 500;
  unsigned request_bytes = 131072;
  unsigned registers_per_ms = 0;
  bool audit = true;
  bool timeline = false;
  std::vector<ControllerOperationConfig> operations;

  bool is_on() const { return kind != ControllerKind::none; }

  TIN_KEYS((kind,
            "none: tables are those of the configuration, or of bring_up; constellation: NIB, "
            "Routing Engine, Flow Manager and Switch Front End at the Ethernet of "
            "ecp.ethernet_chips write them"),
           (clear_tables,
            "tables of routes and of IP addresses begin as after a reset; false: they begin "
            "complete",
            only_with_controller()),
           (report_us, "period in which TiNs report the states of their links, in us",
            range(100, 1e6), only_with_controller()),
           (plan_interval_us, "least time from one plan of the Routing Engine to the next, in us",
            range(0, 1e6), only_with_controller()),
           (request_bytes, "body of a request, and data of a response, at most", range(64, 131072),
            only_with_controller()),
           (registers_per_ms, "registers written or read in a TiN per ms, at most; 0: no limit",
            range(0, 1e9), only_with_controller()),
           (audit,
            "checks at every write of a register that no flow refers to a missing group, and that "
            "the tables of all TiNs are free of cycles",
            only_with_controller()),
           (timeline, "writes controller_timeline.json: messages, plans and changes, for Perfetto",
            only_with_controller()),
           (operations))

 private:
  static OnlyIf only_with_controller() {
    return only_if(
        +[](const ControllerConfig& c) { return c.is_on(); }, {"kind"}, "a controller",
        "with controller.kind: none");
  }
};

}  // namespace tinsim
