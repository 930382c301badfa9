// SPDX-License-Identifier: Apache-2.0
// Detection of a network that stands still, and the report of the cycle of waits in it.
#include "platform/run/progress_watch.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <vector>

#include "base/errors.h"
#include "platform/config/chip_words.h"

namespace tinsim {

namespace {

/// A VC FIFO, by chip, port and VC.
struct Place {
  uint16_t chip;
  uint8_t port, vc;
  bool operator<(const Place& o) const {
    return std::tie(chip, port, vc) < std::tie(o.chip, o.port, o.vc);
  }
  bool operator==(const Place& o) const { return !(*this < o) && !(o < *this); }
};

/// The FIFOs of this rank whose head waits for credit, with the FIFOs that must free it.
Bytes starved_heads(Platform& platform, const Topology& topology) {
  Bytes bytes;
  for (std::size_t chip : platform.own_chips()) {
    const SwitchEngine& engine = platform.tin(chip).cell_switch();
    for (unsigned port = 0; port < engine.params().ports; ++port) {
      for (unsigned vc = 0; vc < engine.params().vcs; ++vc) {
        const VcHead head = engine.head(port, vc);
        if (!head.valid || head.out >= topology.chips[chip].ports.size()) continue;
        const PortInfo& out = topology.chips[chip].ports[head.out];
        if (!is_link(out)) continue;
        if (engine.available(head.out, head.out_vc) >= head.cell.words) continue;
        put(bytes, Place{static_cast<uint16_t>(chip), static_cast<uint8_t>(port),
                         static_cast<uint8_t>(vc)});
        put(bytes, Place{out.peer_chip, out.peer_port, head.out_vc});
      }
    }
  }
  return bytes;
}

}  // namespace

std::string describe_deadlock(Platform& platform, const Topology& topology) {
  std::map<Place, Place> waits_for;
  for (const Bytes& bytes : platform.ranks().gather(starved_heads(platform, topology))) {
    for (ByteReader reader(bytes); !reader.at_end();) {
      const auto from = reader.take<Place>();
      waits_for.emplace(from, reader.take<Place>());
    }
  }
  for (const auto& [first, ignored] : waits_for) {
    std::vector<Place> chain;
    Place at = first;
    for (auto next = waits_for.find(at); next != waits_for.end(); next = waits_for.find(at)) {
      if (std::find(chain.begin(), chain.end(), at) != chain.end()) break;
      chain.push_back(at);
      at = next->second;
    }
    const auto start = std::find(chain.begin(), chain.end(), at);
    if (start == chain.end()) continue;
    std::string text = "wait-for cycle:";
    for (auto p = start; p != chain.end(); ++p) {
      const ChipInfo& chip = topology.chips[p->chip];
      text += fmt::format(" pod {} tin {} port {} vc {} ->", chip.pod, chip.tin, p->port, p->vc);
    }
    return text + " the first";
  }
  return "no wait-for cycle through credits";
}

void ProgressWatch::check(Platform& platform, const Topology& topology, uint64_t finished,
                          uint64_t in_flight) {
  if (finished != 0 || in_flight == 0) {
    last_progress_ = platform.now();
    return;
  }
  if (platform.now() - last_progress_ < timeout_) return;
  const std::string waits = describe_deadlock(platform, topology);
  platform.ranks().run_collectively([&] {
    throw InvariantError(
        fmt::format("no {} delivered from cycle {} to cycle {} with {} in flight: {}",
                    chip_words(chips_).unit, last_progress_, platform.now(), in_flight, waits));
  });
}

}  // namespace tinsim
