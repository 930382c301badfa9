// SPDX-License-Identifier: Apache-2.0
// Invariants of a platform between windows: accounting of credit and cells.
#include "platform/run/audit.h"

#include <fmt/format.h>

#include <map>
#include <set>
#include <vector>

#include "base/errors.h"
#include "platform/config/chip_words.h"

namespace tinsim {

namespace {

/// Words on their way to a chip of this rank, by port and VC.
class OnTheWay {
 public:
  OnTheWay(Platform& platform, const Topology& topology)
      : places_(topology.port_stride() * kMaxVcs),
        first_(topology.chips.size()),
        cells_(platform.own_chips().size() * places_),
        credits_(cells_) {
    std::size_t first = 0;
    for (std::size_t chip : platform.own_chips()) {
      first_[chip] = first;
      platform.tin(chip).cell_switch().mailbox().for_all(
          [&](unsigned port, const Cell& c) { cells_[first + port * kMaxVcs + c.vc] += c.words; },
          [&](unsigned port, Credit c) { credits_[first + port * kMaxVcs + c.vc] += c.words; });
      first += places_;
    }
  }
  void add_cells(std::size_t chip, unsigned port, VcWords& words) const {
    add(cells_, chip, port, words);
  }
  void add_credits(std::size_t chip, unsigned port, VcWords& words) const {
    add(credits_, chip, port, words);
  }

 private:
  void add(const std::vector<uint16_t>& from, std::size_t chip, unsigned port,
           VcWords& words) const {
    const uint16_t* const of = &from[first_[chip] + port * kMaxVcs];
    for (unsigned vc = 0; vc < kMaxVcs; ++vc) words[vc] += of[vc];
  }

  std::size_t places_;                     ///< of a chip: ports and VCs
  std::vector<std::size_t> first_;         ///< by chip
  std::vector<uint16_t> cells_, credits_;  ///< no more than a FIFO holds
};

/// Adds the words of the FIFOs at the other end of a link that its sender accounts for: its credit,
/// what waits to leave, credit on the way to it, and what a wire holds.
void add_sender_words(Platform& platform, const OnTheWay& on_the_way, std::size_t chip,
                      unsigned port, VcWords& words) {
  const SwitchEngine& sender = platform.tin(chip).cell_switch();
  sender.add_sendable(port, words);
  on_the_way.add_credits(chip, port, words);
  const LinkDriver* driver = platform.links().driver(chip, port);
  if (driver == nullptr || driver->wire() == nullptr) return;
  for (unsigned vc = 0; vc < sender.params().vcs; ++vc) words[vc] += driver->wire()->ungranted(vc);
}

/// The same for links whose sender another rank simulates.
class FarSenders {
 public:
  FarSenders(Platform& platform, const Topology& topology, const OnTheWay& on_the_way) {
    Ranks& ranks = platform.ranks();
    if (ranks.size() == 1) return;
    const Partition partition(topology.pods, ranks.size());
    std::vector<Bytes> to(ranks.size()), from(ranks.size());
    for (std::size_t chip : platform.own_chips()) {
      const auto& ports = topology.chips[chip].ports;
      for (unsigned port = 0; port < ports.size(); ++port) {
        if (!is_link(ports[port]) || platform.has(ports[port].peer_chip)) continue;
        VcWords words{};
        add_sender_words(platform, on_the_way, chip, port, words);
        Bytes& bytes = to[partition.rank_of(topology.chips[ports[port].peer_chip].pod)];
        put(bytes, uint64_t{chip * PortSet::kPorts + port});
        put(bytes, words);
      }
    }
    ranks.exchange(to, from);
    for (const Bytes& bytes : from) {
      for (ByteReader reader(bytes); !reader.at_end();) {
        const auto key = reader.take<uint64_t>();
        words_[key] = reader.take<VcWords>();
      }
    }
  }
  void add(std::size_t chip, unsigned port, VcWords& words) const {
    const VcWords& of = words_.at(chip * PortSet::kPorts + port);
    for (unsigned vc = 0; vc < kMaxVcs; ++vc) words[vc] += of[vc];
  }

 private:
  std::map<uint64_t, VcWords> words_;
};

/// Adds what the source behind a terminal input may still send.
void add_source_words(Platform& platform, const OnTheWay& on_the_way, std::size_t chip,
                      unsigned port, VcWords& words) {
  const SwitchEngine& receiver = platform.tin(chip).cell_switch();
  on_the_way.add_credits(chip, port, words);
  for (unsigned vc = 0; vc < receiver.params().vcs; ++vc) {
    words[vc] += platform.source_credit(chip, port, vc).value_or(0) + receiver.returning(port, vc);
  }
}

void check_input(Platform& platform, const Topology& topology, const OnTheWay& on_the_way,
                 const FarSenders& far, std::size_t chip, unsigned port) {
  const SwitchEngine& receiver = platform.tin(chip).cell_switch();
  const PortInfo& info = topology.chips[chip].ports[port];
  VcWords sums{};
  on_the_way.add_cells(chip, port, sums);
  receiver.add_received(port, sums);
  if (!is_link(info)) {
    add_source_words(platform, on_the_way, chip, port, sums);
  } else if (platform.has(info.peer_chip)) {
    add_sender_words(platform, on_the_way, info.peer_chip, info.peer_port, sums);
  } else {
    far.add(info.peer_chip, info.peer_port, sums);
  }
  const LinkDriver* here = is_link(info) ? platform.links().driver(chip, port) : nullptr;
  const bool on_wire = here != nullptr && here->wire() != nullptr;
  const unsigned depth = receiver.params().rx_depth[port];
  for (unsigned vc = 0; vc < receiver.params().vcs; ++vc) {
    const unsigned sum = sums[vc] + (on_wire ? here->port().awaited(vc) : 0);
    if (sum == depth) continue;
    throw InvariantError(
        fmt::format("{} port {} vc {} cycle {}: credit leak: held, in flight, in the FIFO and "
                    "returning make {} words, but the FIFO has {}",
                    receiver.params().name, port, vc, platform.now(), sum, depth));
  }
}

void check_inputs(Platform& platform, const Topology& topology, const OnTheWay& on_the_way,
                  const FarSenders& far) {
  for (std::size_t chip : platform.own_chips()) {
    const auto& ports = topology.chips[chip].ports;
    for (unsigned port = 0; port < ports.size(); ++port) {
      const bool source = ports[port].kind == PortKind::kTerminal &&
                          platform.source_credit(chip, port, 0).has_value();
      if (is_link(ports[port]) || source)
        check_input(platform, topology, on_the_way, far, chip, port);
    }
  }
}

void check_cells(Platform& platform, ChipKind chips) {
  uint64_t found = 0;
  std::set<const CellPool*> pools;  // one for many chips
  for (std::size_t chip : platform.own_chips()) {
    SwitchEngine& engine = platform.tin(chip).cell_switch();
    found += engine.begun();
    pools.insert(&engine.mailbox().pool());
  }
  for (const CellPool* pool : pools) found += pool->used();
  for (const Service* service : platform.services()) found += service->cells_in_flight();
  std::vector<uint64_t> sums = {platform.injected(), platform.delivered(), platform.dropped(),
                                found};
  platform.ranks().add_up(sums);
  if (sums[0] == sums[1] + sums[2] + sums[3]) return;
  platform.ranks().run_collectively([&] {
    throw InvariantError(
        fmt::format("all chips, all ports, all vcs, cycle {}: {}s lost: {} injected, {} "
                    "delivered, {} dropped and counted, but {} in flight",
                    platform.now(), chip_words(chips).unit, sums[0], sums[1], sums[2], sums[3]));
  });
}

}  // namespace

void audit(Platform& platform, const Topology& topology, ChipKind chips) {
  const OnTheWay on_the_way(platform, topology);
  const FarSenders far(platform, topology, on_the_way);
  platform.ranks().run_collectively([&] { check_inputs(platform, topology, on_the_way, far); });
  check_cells(platform, chips);
}

}  // namespace tinsim
