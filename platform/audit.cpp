// SPDX-License-Identifier: Apache-2.0
// Invariants of a platform between windows: credit and cell accounting, report of a deadlock.
#include "platform/audit.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "platform/errors.h"

namespace tinsim {

namespace {

bool is_link(PortKind kind) { return kind == PortKind::kLocal || kind == PortKind::kGlobal; }

/// Words on their way to one chip, by port and VC.
struct OnTheWay {
  explicit OnTheWay(const Mailbox& mailbox) : cells(kMaxPorts * kMaxVcs), credits(cells) {
    mailbox.for_all(
        [this](unsigned port, const Cell& c) { cells[port * kMaxVcs + c.vc] += c.words; },
        [this](unsigned port, Credit c) { credits[port * kMaxVcs + c.vc] += c.words; });
  }
  std::vector<unsigned> cells, credits;
};

void check_input(Platform& platform, const Topology& topology,
                 const std::vector<OnTheWay>& on_the_way, std::size_t chip, unsigned port,
                 unsigned vc) {
  SwitchEngine& receiver = platform.tin(chip).cell_switch();
  const PortInfo& info = topology.chips[chip].ports[port];
  unsigned sum = on_the_way[chip].cells[port * kMaxVcs + vc] + receiver.occupancy(port, vc);
  if (is_link(info.kind)) {
    SwitchEngine& sender = platform.tin(info.peer_chip).cell_switch();
    sum += sender.available(info.peer_port, vc) + sender.staged(info.peer_port, vc) +
           on_the_way[info.peer_chip].credits[info.peer_port * kMaxVcs + vc] +
           receiver.unadvertised(port, vc);
    const LinkDriver* there = platform.links().driver(info.peer_chip, info.peer_port);
    const LinkDriver* here = platform.links().driver(chip, port);
    if (there != nullptr && there->wire() != nullptr) {
      sum += there->wire()->ungranted(vc) + here->port().awaited(vc);
    }
  } else {
    sum += platform.terminals(chip).source_credit(port, vc) +
           on_the_way[chip].credits[port * kMaxVcs + vc] + receiver.returning(port, vc);
  }
  const unsigned depth = receiver.params().rx_depth[port];
  if (sum == depth) return;
  throw InvariantError(
      fmt::format("{} port {} vc {} cycle {}: credit leak: held, in flight, in the FIFO and "
                  "returning make {} words, but the FIFO has {}",
                  receiver.params().name, port, vc, platform.now(), sum, depth));
}

}  // namespace

void audit(Platform& platform, const Topology& topology) {
  uint64_t found = 0;
  std::vector<OnTheWay> on_the_way;
  for (std::size_t chip = 0; chip < platform.chips(); ++chip) {
    on_the_way.emplace_back(platform.tin(chip).cell_switch().mailbox());
  }
  for (std::size_t chip = 0; chip < platform.chips(); ++chip) {
    SwitchEngine& engine = platform.tin(chip).cell_switch();
    found += engine.mailbox().pool().used() + engine.begun();
    const auto& ports = topology.chips[chip].ports;
    for (unsigned port = 0; port < ports.size(); ++port) {
      const bool source =
          ports[port].kind == PortKind::kTerminal && platform.terminals(chip).has_source(port);
      if (!is_link(ports[port].kind) && !source) continue;
      for (unsigned vc = 0; vc < engine.params().vcs; ++vc) {
        check_input(platform, topology, on_the_way, chip, port, vc);
      }
    }
  }
  const uint64_t injected = platform.injected();
  const uint64_t delivered = platform.delivered();
  const uint64_t dropped = platform.dropped();
  if (injected != delivered + dropped + found) {
    throw InvariantError(
        fmt::format("all chips, all ports, all vcs, cycle {}: cells lost: {} injected, {} "
                    "delivered, {} dropped and counted, but {} in flight",
                    platform.now(), injected, delivered, dropped, found));
  }
}

std::string describe_deadlock(Platform& platform, const Topology& topology) {
  struct Place {
    std::size_t chip;
    unsigned port, vc;
    bool operator==(const Place& o) const { return chip == o.chip && port == o.port && vc == o.vc; }
  };
  const auto head_of = [&](const Place& p) {
    return platform.tin(p.chip).cell_switch().head(p.port, p.vc);
  };
  const auto starved = [&](const Place& p, const VcHead& head) {
    const SwitchEngine& engine = platform.tin(p.chip).cell_switch();
    return head.valid && is_link(topology.chips[p.chip].ports[head.out].kind) &&
           engine.available(head.out, head.out_vc) < head.cell.words;
  };
  for (std::size_t chip = 0; chip < platform.chips(); ++chip) {
    const SwitchParams& params = platform.tin(chip).cell_switch().params();
    for (unsigned port = 0; port < params.ports; ++port) {
      for (unsigned vc = 0; vc < params.vcs; ++vc) {
        std::vector<Place> chain;
        Place at{chip, port, vc};
        VcHead head = head_of(at);
        while (starved(at, head) && std::find(chain.begin(), chain.end(), at) == chain.end()) {
          chain.push_back(at);
          const PortInfo& info = topology.chips[at.chip].ports[head.out];
          at = {info.peer_chip, info.peer_port, head.out_vc};
          head = head_of(at);
        }
        const auto start = std::find(chain.begin(), chain.end(), at);
        if (start == chain.end()) continue;
        std::string text = "wait-for cycle:";
        for (auto p = start; p != chain.end(); ++p) {
          text += fmt::format(" {} port {} vc {} ->",
                              platform.tin(p->chip).cell_switch().params().name, p->port, p->vc);
        }
        return text + " the first";
      }
    }
  }
  return "no wait-for cycle through credits";
}

void ProgressWatch::look(Platform& platform, const Topology& topology, uint64_t delivered) {
  const uint64_t in_flight = platform.injected() - platform.delivered();
  if (delivered != 0 || in_flight == 0) {
    last_progress_ = platform.now();
    return;
  }
  if (platform.now() - last_progress_ < timeout_) return;
  throw InvariantError(fmt::format(
      "no cell delivered from cycle {} to cycle {} with {} in flight: {}", last_progress_,
      platform.now(), in_flight, describe_deadlock(platform, topology)));
}

}  // namespace tinsim
