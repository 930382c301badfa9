// SPDX-License-Identifier: Apache-2.0
// Paths of traced cells, stitched from the records of the chips that forwarded them.
#include "platform/trace/trace_paths.h"

#include <fmt/format.h>

#include <map>
#include <tuple>

#include "base/errors.h"
#include "base/printable.h"
#include "rtl_models/parts/cell_header.h"
#include "tlm/gnet/timing.h"
#include "tlm/tin/cell_switch/failure_unit.h"
#include "tlm/tin/routing/escape_table.h"

namespace tinsim {
namespace {

/// No record.
constexpr std::size_t kNone = ~std::size_t{0};

/// From a match to the match at the next chip, at least; and to the match of a parked cell.
constexpr uint64_t kLeastHop = timing::kMatchToTx + timing::link_cycles(0) + timing::kRxToRequest;
constexpr uint64_t kLeastParking = 1;

/// An input VC FIFO of a chip.
struct Place {
  std::size_t chip = 0;
  unsigned port = 0;
  unsigned vc = 0;
  bool operator<(const Place& o) const {
    return std::tie(chip, port, vc) < std::tie(o.chip, o.port, o.vc);
  }
};

/// Records of one FIFO, in order of time: of the cells that were sent to it, and that left it.
struct Transit {
  std::vector<std::size_t> sent, left;
};

class Stitcher {
 public:
  Stitcher(const TraceCapture& capture, const Topology& topology, uint64_t wait,
           const std::string& file)
      : capture_(capture), topology_(topology), wait_(wait), file_(file) {
    for (std::size_t chip = 0; chip < topology.chips.size(); ++chip)
      chips_[gnet_address(topology.chips[chip].pod, topology.chips[chip].tin, 0)] = chip;
    next_.assign(records().size(), kNone);
    has_previous_.assign(records().size(), false);
  }

  std::vector<TracePath> stitch() {
    for (std::size_t i = 0; i < records().size(); ++i) {
      check(records()[i]);
      transits_[place_of_arrival(records()[i])].left.push_back(i);
      if (is_forwarded(records()[i])) transits_[place_after(records()[i])].sent.push_back(i);
    }
    for (const auto& [place, transit] : transits_) join(place, transit);
    std::vector<TracePath> paths;
    for (std::size_t i = 0; i < records().size(); ++i)
      if (!has_previous_[i]) paths.push_back(path_from(i));
    return paths;
  }

 private:
  using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;

  const std::vector<TraceRecord>& records() const { return capture_.records; }
  std::size_t chip_of(const TraceRecord& record) const { return chips_.at(record.tin); }
  const PortInfo& port_info(const TraceRecord& record, unsigned port) const {
    return topology_.chips[chip_of(record)].ports[port];
  }

  void check(const TraceRecord& record) const {
    const auto chip = chips_.find(record.tin);
    const bool has_chip = chip != chips_.end();
    const auto has_port = [&](unsigned port) {
      if (port == kMemory) return true;
      const auto& ports = topology_.chips[chip->second].ports;
      return port < ports.size() && ports[port].kind != PortKind::kUnused;
    };
    if (has_chip && has_port(record.in) && has_port(record.out)) return;
    throw ConfigError(fmt::format(
        "{}: a record of cycle {} names pod {} TiN {} input {} output {}, which the network has "
        "not; expected the network of the run",
        printable(file_), record.time, address_pod(record.tin), address_tin(record.tin), record.in,
        record.out));
  }

  Place place_of_arrival(const TraceRecord& record) const {
    return {chip_of(record), record.in, header_vc(record.header)};
  }
  bool is_forwarded(const TraceRecord& record) const {
    return record.out == kMemory || port_info(record, record.out).kind != PortKind::kTerminal;
  }
  Place place_after(const TraceRecord& record) const {
    if (record.out == kMemory) return {chip_of(record), kMemory, kEscapeVc};
    const PortInfo& port = port_info(record, record.out);
    return {port.peer_chip, port.peer_port, record.vc};
  }

  /// Whether both records may be of one cell.
  bool agree(std::size_t sent, std::size_t left) const {
    const TraceRecord& before = records()[sent];
    const TraceRecord& after = records()[left];
    const bool parked = before.out == kMemory;
    const CellHeader a = decode_header(before.header), b = decode_header(after.header);
    const uint64_t least = before.time + (parked ? kLeastParking : kLeastHop);
    return least <= after.time && a.src == b.src && a.dst == b.dst && a.len == b.len &&
           a.cell_type == b.cell_type && a.hop == b.hop + (parked ? 0 : 1);
  }

  /// Each cell that left was the first of those sent that agrees.
  Pairs pairs_in_order(const Transit& transit) const {
    Pairs pairs;
    std::size_t from = 0;
    for (const std::size_t left : transit.left) {
      for (std::size_t i = from; i < transit.sent.size(); ++i) {
        if (!agree(transit.sent[i], left)) continue;
        pairs.emplace_back(transit.sent[i], left);
        from = i + 1;
        break;
      }
    }
    return pairs;
  }
  /// Each cell that left was the last of those sent that agrees.
  Pairs pairs_from_the_end(const Transit& transit) const {
    Pairs pairs;
    std::size_t until = transit.sent.size();
    for (std::size_t n = transit.left.size(); n-- > 0;) {
      for (std::size_t i = until; i-- > 0;) {
        if (!agree(transit.sent[i], transit.left[n])) continue;
        pairs.emplace_back(transit.sent[i], transit.left[n]);
        until = i;
        break;
      }
    }
    return pairs;
  }

  /// Where no cell was lost, those without a pair are the last ones. Where some were, the pairs
  /// with the shorter times are the likely ones.
  void join(const Place& place, const Transit& transit) {
    Pairs pairs = pairs_in_order(transit);
    bool lost = false;
    const uint64_t until = complete_until(place);
    std::size_t paired = 0;
    for (const std::size_t sent : transit.sent) {
      const bool is_paired = paired < pairs.size() && pairs[paired].first == sent;
      paired += is_paired;
      lost |= !is_paired && records()[sent].time + wait_ < until;
    }
    if (lost) {
      const Pairs likely = pairs_from_the_end(transit);
      if (likely.size() >= pairs.size()) pairs = likely;
    }
    for (const auto& [sent, left] : pairs) {
      next_[sent] = left;
      has_previous_[left] = true;
    }
  }

  uint16_t address_of(std::size_t chip) const {
    return gnet_address(topology_.chips[chip].pod, topology_.chips[chip].tin, 0);
  }
  uint64_t complete_until(const Place& place) const {
    return capture_.complete_until(address_of(place.chip));
  }

  TracePath path_from(std::size_t first) const {
    TracePath path;
    for (std::size_t i = first; i != kNone; i = next_[i]) path.hops.push_back(records()[i]);
    const TraceRecord& begin = path.hops.front();
    const CellHeader header = decode_header(begin.header);
    path.has_source = begin.in != kMemory &&
                      port_info(begin, begin.in).kind == PortKind::kTerminal &&
                      chip_bits(header.src) == begin.tin;
    path.end = end_of(path.hops.back(), header.dst);
    return path;
  }
  static uint16_t chip_bits(uint16_t address) {
    return gnet_address(address_pod(address), address_tin(address), 0);
  }
  PathEnd end_of(const TraceRecord& last, uint16_t dst) const {
    if (!is_forwarded(last))
      return chip_bits(dst) == last.tin ? PathEnd::kDelivered : PathEnd::kStopped;
    const Place place = place_after(last);
    if (last.time + wait_ >= complete_until(place)) {
      const bool is_silent = capture_.is_silent(address_of(place.chip));
      return is_silent ? PathEnd::kUnknown : PathEnd::kOnItsWay;
    }
    const bool all = capture_.has_all(last.tin) && capture_.has_all(address_of(place.chip));
    return all ? PathEnd::kStopped : PathEnd::kUnknown;
  }

  const TraceCapture& capture_;
  const Topology& topology_;
  uint64_t wait_;
  const std::string& file_;
  std::map<uint16_t, std::size_t> chips_;  ///< by address of endpoint 0
  std::map<Place, Transit> transits_;
  std::vector<std::size_t> next_;  ///< by record: that of the next chip
  std::vector<bool> has_previous_;
};

}  // namespace

std::vector<TracePath> stitch_paths(const TraceCapture& capture, const Topology& topology,
                                    uint64_t wait, const std::string& file) {
  return Stitcher(capture, topology, wait, file).stitch();
}

}  // namespace tinsim
