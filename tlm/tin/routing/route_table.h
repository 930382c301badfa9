// SPDX-License-Identifier: Apache-2.0
// Table-based routing: for each chip, port class, VC phase and destination row, candidate ports.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/per_port.h"
#include "base/port_set.h"
#include "rtl_models/parts/route_choice.h"
#include "tlm/gnet/cell.h"
#include "tlm/gnet/gnet_address.h"
#include "tlm/tin/routing/route_mode.h"

namespace tinsim {

/// VC phases of a traffic class in a network of pods: a cell changes to the next one after a global
/// link. Networks given as a graph have as many as their scheme needs (scheme.h).
constexpr unsigned kVcPhases = 3;

/// Port classes that share table entries (Aquila 4.2 says six; the local ones are the parity-sign
/// link types in their turn order o- < e+ < o+ < e-). A network given as a graph numbers the
/// classes of its link ports otherwise (next_hops.h).
enum PortClass : uint8_t {
  kTerminalIn,
  kGlobalIn,
  kLocalOddMinus,
  kLocalEvenPlus,
  kLocalOddPlus,
  kLocalEvenMinus,
  kPortClasses
};

/// The candidates of a port class, phase and destination row. One look-up reads both lists.
struct alignas(32) RouteEntry {
  Candidates minimal;
  Detours detours;  ///< none where the mode has no non-minimal ones

  bool operator==(const RouteEntry& o) const {
    return minimal == o.minimal && detours == o.detours;
  }
};
static_assert(sizeof(RouteEntry) == 32, "two to a cache line");

/// The entries of one kind of chip; chips with equal views of the network share them. Equal entries
/// are stored once, so that those of a Clique stay in the processor's caches: of 1080 entries of a
/// chip some 230 differ.
struct RouteRows {
  /// `phase_count` 1: the entries are the same in every phase.
  explicit RouteRows(unsigned row_count = 0, bool with_detours = false,
                     unsigned phase_count = kVcPhases, unsigned classes = kPortClasses);

  /// `phase` is that of the output VC.
  size_t place(unsigned port_class, unsigned phase, unsigned row) const {
    return port_class * class_stride + phase * phase_stride + row;
  }
  size_t places() const { return index.size(); }
  const RouteEntry& at(size_t place) const { return entries[index[place]]; }
  const Candidates& minimal(size_t place) const { return at(place).minimal; }
  /// Null if the mode has none.
  const Detours* detours(size_t place) const { return has_detours ? &at(place).detours : nullptr; }
  void set(size_t place, const RouteEntry& entry);
  void set_minimal(size_t place, const Candidates& candidates) {
    set(place, {candidates, at(place).detours});
  }
  /// Gives all phases of a class the same minimal candidates.
  void set_minimal(unsigned port_class, unsigned row, const Candidates& candidates);
  /// The same entries at the same places.
  bool operator==(const RouteRows& o) const;

  unsigned rows;  ///< the TiNs of the own pod, then the pods by distance; or see graph_tables.h
  unsigned phases;
  unsigned class_stride, phase_stride;
  bool has_detours;                 ///< the mode has non-minimal entries
  std::vector<uint16_t> index;      ///< [place] in `entries`
  std::vector<RouteEntry> entries;  ///< each of them once
};

/// Chip part of a destination address -> row. Unused addresses map to a row without routes.
class RowMap : public std::vector<uint16_t> {
 public:
  explicit RowMap(unsigned endpoint_bits = kEndpointBits)
      : std::vector<uint16_t>(size_t{1} << (16 - endpoint_bits)) {}
  void fill(uint16_t row) { assign(size(), row); }
};

/// VC -> phase, where the classes are `stride` VCs apart.
constexpr std::array<uint8_t, 64> phases_of_vcs(unsigned stride) {
  std::array<uint8_t, 64> phases{};
  for (unsigned vc = 0; vc < phases.size(); ++vc) phases[vc] = static_cast<uint8_t>(vc % stride);
  return phases;
}

/// No port. Tables of switches with fewer than 256 ports may have kNoRoute instead.
constexpr uint16_t kNoTerminal = 0xffff;

/// The routing state of one chip.
struct RouteTable {
  RouteMode mode = RouteMode::minimal_deterministic;
  PerPort<uint8_t> port_class;     ///< PortClass of each input port
  PortSet phase_increment_ports;   ///< input ports whose cells move to the next VC phase
  PortSet global_ports;            ///< ports with a global link
  unsigned vc_phases = kVcPhases;  ///< phases that a cell can be in; the same at all chips
  std::array<uint8_t, 64> vc_phase = phases_of_vcs(kVcPhases);
  uint8_t initial_hop = kInitialHop;       ///< of a new cell; the same at all chips
  unsigned endpoint_bits = kEndpointBits;  ///< of an address; the same at all chips
  uint16_t self = 0;                       ///< the chip part of this chip's address
  /// Network given as a graph: phases below this are those of cells on the way to a random chip;
  /// their routes from there to the target have the other phases. 0: cells pass no random chip.
  unsigned first_leg_phases = 0;
  unsigned pods = 1;
  PerPort<uint16_t> terminal_port;  ///< endpoint -> port, kNoTerminal where there is none
  /// [input port] output ports that its cells must not take, as they lead back. There are none for
  /// ports behind the last entry.
  std::vector<PortSet> forbidden_outputs = std::vector<PortSet>(PerPort<uint8_t>::kFirst);
  std::shared_ptr<const RowMap> row_of;
  std::shared_ptr<const RouteRows> routes;
  /// [pod] mask of the pods that it has live links to; null: all.
  std::shared_ptr<const std::vector<uint64_t>> joined_pods;

  unsigned row(uint16_t dst) const { return (*row_of)[dst >> endpoint_bits]; }
  size_t place(unsigned in_port, unsigned phase, uint16_t dst) const {
    return routes->place(port_class[in_port], phase, row(dst));
  }
  const Candidates& minimal(unsigned in_port, unsigned phase, uint16_t dst) const {
    return routes->minimal(place(in_port, phase, dst));
  }
  /// Null where the mode has none.
  const Detours* detours(unsigned in_port, unsigned phase, uint16_t dst) const {
    return routes->detours(place(in_port, phase, dst));
  }
  PortSet permitted_outputs(unsigned in_port) const {
    return in_port < forbidden_outputs.size() ? ~forbidden_outputs[in_port] : ~PortSet();
  }
  unsigned phase_after(unsigned in_port, unsigned phase) const {
    return phase + static_cast<unsigned>(phase_increment_ports >> in_port & 1);
  }
  /// A copy of the entries for this chip alone, to be changed.
  RouteRows& edit();
};

/// Bytes of all tables; shared parts count once.
size_t table_bytes(const std::vector<RouteTable>& tables);

}  // namespace tinsim
