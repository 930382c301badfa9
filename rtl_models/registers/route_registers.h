// SPDX-License-Identifier: Apache-2.0
// Registers of routing: rules of the choice, classes of ports, destinations, candidates.
#pragma once

#include "rtl_models/registers/chip_registers.h"

namespace tinsim::registers {

inline constexpr unsigned kRouteClasses = 6;  ///< port classes (Aquila 4.2)
inline constexpr unsigned kRoutePhases = 3;
inline constexpr unsigned kRouteRows = 64;
inline constexpr unsigned kChipAddresses = 1024;  ///< GNet addresses / 64
inline constexpr unsigned kInputs = 64;           ///< ports, and further inputs of the crossbar
inline constexpr unsigned kEndpoints = 64;        ///< of a chip
inline constexpr unsigned kPods = 64;

inline constexpr Register kRouteRegisters[] = {
    {"mode",
     0x00,
     "Routing mode (docs/reference/routing_modes.md).",
     {{"mode", 2, 0, Access::ro, 0,
       "0 minimal deterministic, 1 minimal adaptive, 2 deterministic, 3 fully adaptive, 4 Valiant, "
       "5 UGAL-L"}}},
    {"choice",
     0x04,
     "Candidates that adaptive modes draw, and their cost.",
     {{"minimal_count", 3, 0, Access::ro, 2, "minimal candidates that are drawn, 1..8"},
      {"detour_count", 7, 4, Access::ro, 3, "non-minimal candidates that are drawn, 0..8"},
      {"minimal_weight", 15, 8, Access::rw, 1, "cost of a queued word of a minimal route"},
      {"detour_weight", 23, 16, Access::rw, 2, "cost of a queued word of a non-minimal route"}}},
    {"bias",
     0x08,
     "Costs that do not depend on queues.",
     {{"minimal", 15, 0, Access::rw, 0, "of a minimal route, in words"},
      {"detour", 31, 16, Access::rw, 40, "of a non-minimal route, in words"}}},
    {"ordered",
     0x0C,
     "Traffic classes that are routed by hash in all modes.",
     {{"classes", 9, 0, Access::rw, 0, "a bit for each class"},
      {"minimal", 16, 16, Access::rw, 1, "they use minimal routes only"}}},
    {"cells",
     0x10,
     "New cells, and the phases of VCs.",
     {{"hops", 4, 0, Access::ro, 12, "hop count of a new cell"},
      {"phases", 9, 8, Access::ro, kRoutePhases, "VC phases of a traffic class"},
      {"pods", 22, 16, Access::rw, 1, "pods of the network"}}},
};

inline constexpr Register kInputElement[] = {
    {"properties",
     0x0,
     "Class of an input.",
     {{"port_class", 2, 0, Access::rw, 0, "0 terminal, 1 global, 2 odd-, 3 even+, 4 odd+, 5 even-"},
      {"next_phase", 4, 4, Access::rw, 0, "its cells move to the next VC phase"},
      {"global", 5, 5, Access::ro, 0, "the port has a global link"}}},
};

inline constexpr Register kForbiddenOutputsElement[] = {
    {"ports_0",
     0x0,
     "Output ports 0 to 31 that cells of the input must not take.",
     {{"ports", 31, 0, Access::rw, 0, "a bit for each port"}}},
    {"ports_1",
     0x4,
     "Output ports 32 to 49 that cells of the input must not take.",
     {{"ports", 17, 0, Access::rw, 0, "a bit for each port"}}},
};

inline constexpr Register kEndpointElement[] = {
    {"output",
     0x0,
     "Output port of an endpoint of the chip.",
     {{"port", 5, 0, Access::rw, 0, "terminal port"},
      {"valid", 8, 8, Access::rw, 0, "the endpoint exists"}}},
};

inline constexpr Register kDestinationElement[] = {
    {"row",
     0x0,
     "Row of the route table.",
     {{"row", 5, 0, Access::rw, 0, "row of all endpoints of a chip"}}},
};

inline constexpr Register kJoinedElement[] = {
    {"pods_0",
     0x0,
     "Pods 0 to 31 to which a pod has links in use.",
     {{"pods", 31, 0, Access::rw, ~0u, "a bit for each pod"}}},
    {"pods_1",
     0x4,
     "Pods 32 to 63 to which a pod has links in use.",
     {{"pods", 31, 0, Access::rw, ~0u, "a bit for each pod"}}},
};

/// Four candidates.
constexpr Register candidates(const char* name, std::uint32_t offset, const char* text) {
  return {name,
          offset,
          text,
          {{"port_0", 7, 0, Access::rw, 0xFF, "first candidate; 255: none"},
           {"port_1", 15, 8, Access::rw, 0xFF, "second candidate"},
           {"port_2", 23, 16, Access::rw, 0xFF, "third candidate"},
           {"port_3", 31, 24, Access::rw, 0xFF, "fourth candidate"}}};
}

inline constexpr Register kRouteElement[] = {
    candidates("minimal_0", 0x00, "Minimal candidates 0 to 3."),
    candidates("minimal_1", 0x04, "Minimal candidates 4 to 7."),
    candidates("detour_0", 0x08, "Non-minimal candidates 0 to 3."),
    candidates("detour_1", 0x0C, "Non-minimal candidates 4 to 7."),
    candidates("detour_2", 0x10, "Non-minimal candidates 8 to 11."),
    candidates("detour_3", 0x14, "Non-minimal candidates 12 to 15."),
    candidates("detour_4", 0x18, "Non-minimal candidates 16 to 19."),
    candidates("detour_5", 0x1C, "Non-minimal candidates 20 to 23."),
};

inline constexpr RegisterArray kRouteArrays[] = {
    {"input",
     0x0100,
     kInputs,
     4,
     Writes::each,
     "Classes of the inputs.",
     kInputElement,
     {{"input", kInputs}}},
    {"forbidden_outputs",
     0x0200,
     kInputs,
     8,
     Writes::whole,
     "Outputs that lead back, by input.",
     kForbiddenOutputsElement,
     {{"input", kInputs}}},
    {"endpoint",
     0x0400,
     kEndpoints,
     4,
     Writes::each,
     "Terminal ports of the own endpoints.",
     kEndpointElement,
     {{"endpoint", kEndpoints}}},
    {"joined",
     0x0600,
     kPods,
     8,
     Writes::whole,
     "Links in use between pods; for Valiant and UGAL.",
     kJoinedElement,
     {{"pod", kPods}}},
    {"destination",
     0x1000,
     kChipAddresses,
     4,
     Writes::each,
     "Rows of destinations, by GNet address without its endpoint.",
     kDestinationElement,
     {{"address", kChipAddresses}}},
    {"entry",
     0x10000,
     kRouteClasses* kRoutePhases* kRouteRows,
     32,
     Writes::whole,
     "Candidates by port class of the input, phase of the output VC and row of the destination.",
     kRouteElement,
     {{"port_class", kRouteClasses}, {"phase", kRoutePhases}, {"row", kRouteRows}}},
};

}  // namespace tinsim::registers
