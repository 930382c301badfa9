// SPDX-License-Identifier: Apache-2.0
// A switch whose link ports lead back into itself: random set-up and endpoints.
#include "testbench/looped_switch.h"

#include <algorithm>

#include "rtl_models/parts/cell_header.h"

namespace tinsim {

namespace {
constexpr unsigned kRows = 16;
constexpr unsigned kLinksOnPath = 2;
constexpr unsigned kLongestCell = 200;
constexpr unsigned kDrawnVcs = 32;  ///< further ones have the settings of these

void draw_qos(Random& random, uint64_t& strict, std::array<uint8_t, kMaxVcs>& weights) {
  strict = random.chance(50) ? static_cast<uint32_t>(random.bits()) : 0;
  strict |= strict << 32;
  for (unsigned vc = 0; vc < kDrawnVcs; ++vc)
    weights[vc] = weights[vc + kDrawnVcs] = static_cast<uint8_t>(random.range(1, 8));
}
}  // namespace

SwitchSettings draw_settings(Random& random) {
  SwitchSettings settings;
  settings.islip_iterations = random.range(1, 4);
  draw_qos(random, settings.strict_vcs, settings.weights);
  return settings;
}

LoopedSetup::LoopedSetup(uint64_t seed, unsigned max_ports, unsigned max_vcs, Variants variants)
    : random_(seed), stalls_(seed, 1 + random_.below(6)) {
  choose_shape(max_ports, max_vcs);
  choose_buffers();
  choose_routes();
  choose_loops();
  stalled_ = random_.chance(60);
  load_percent_ = random_.range(10, 120);
  if (variants == Variants::all || variants == Variants::exceeding) choose_variant();
  if (variants == Variants::exceeding) exceed_base();
  if (variants == Variants::on_pins) choose_variant_on_pins();
}

/// Variants that only the variant core has.
void LoopedSetup::exceed_base() {
  exceeds_base_ = true;
  PipelineDelays& delays = params_.delays;
  delays.wire_to_rx = random_.range(1, 8);
  delays.rx_to_request = random_.range(1, 12);
  delays.match_to_tx = random_.range(3, 16);
  delays.tx_to_wire = random_.range(1, 8);
  params_.crossbar_speedup = Ratio(random_.range(4, 16), 4);
  if (random_.chance(50)) {
    const Ratio first(random_.range(3, 12), 12), second(random_.range(1, 4), 4);
    params_.link_rates.assign(params_.ports, 1);
    for (unsigned port = 0; port < params_.ports; ++port) {
      if (first_links_ >> port & 1) params_.link_rates[port] = first;
      if (second_links_ >> port & 1) params_.link_rates[port] = second;
    }
  }
  if (random_.chance(50)) return;
  params_.longest_words = random_.range(kMaxCellWords, kLongestCell);
  params_.queue_words = random_.range(params_.longest_words, 255);
  const auto shared = params_.tx_shared[second_links_.lowest()];
  const auto own = static_cast<uint16_t>(params_.longest_words + random_.below(64));
  for (unsigned port = 0; port < params_.ports; ++port) {
    const bool is_link = links() >> port & 1;
    params_.rx_depth[port] = static_cast<uint16_t>(own + (is_link ? shared : 0));
    params_.tx_limit[port] = params_.rx_depth[port];
  }
}

void LoopedSetup::choose_variant() {
  params_.crossbar_speedup = random_.range(1, 4);
  constexpr auto kKinds = static_cast<unsigned>(enumerators(ArbiterKind{}).size());
  params_.arbiter = static_cast<ArbiterKind>(random_.below(kKinds));
  params_.arbitration_cycles = random_.chance(25) ? random_.range(2, 32) : 1;
  params_.seed = random_.bits();
  if (random_.chance(30)) share_words(static_cast<uint16_t>(random_.range(1, 100)));
}

void LoopedSetup::choose_variant_on_pins() {
  params_.crossbar_speedup = random_.chance(30) ? 1 : 2;
  if (random_.chance(40)) return;
  // Reserved and shared words of all VCs are those of 64 words per VC at most, as in any shape.
  const auto reserved = static_cast<uint16_t>(random_.range(20, 50));
  params_.rx_depth.fill(reserved);
  params_.tx_limit.fill(reserved);
  share_words(static_cast<uint16_t>(random_.range(1, params_.vcs * (64u - reserved))));
}

/// On top of the words that each VC has.
void LoopedSetup::share_words(uint16_t shared) {
  for (unsigned port = 0; port < params_.ports; ++port) {
    if (params_.terminal_ports >> port & 1) continue;
    params_.tx_shared[port] = shared;
    params_.rx_depth[port] = static_cast<uint16_t>(params_.rx_depth[port] + shared);
    params_.tx_limit[port] = params_.rx_depth[port];
  }
}

void LoopedSetup::choose_shape(unsigned max_ports, unsigned max_vcs) {
  params_.name = "looped switch";
  params_.ports = random_.chance(50) ? max_ports : random_.range(4, max_ports);
  params_.vcs = random_.chance(50) ? max_vcs : random_.range(kLinksOnPath + 1, max_vcs);
  params_.islip_iterations = random_.range(1, 4);
  // At least one port of each kind.
  for (unsigned port = 0; port < params_.ports; ++port) {
    const unsigned kind = port < 3 ? port : random_.below(3);
    if (kind == 0) params_.terminal_ports |= PortSet::of(port);
    if (kind == 1) first_links_ |= PortSet::of(port);
    if (kind == 2) second_links_ |= PortSet::of(port);
  }
}

void LoopedSetup::choose_buffers() {
  params_.queue_words = random_.chance(50) ? 40 : random_.range(20, 60);
  draw_qos(random_, params_.strict_vcs, params_.weights);
  // Links lead to the same switch: the credit of a port is the depth at the port of its loop's end.
  // One depth for all keeps that true for any loops.
  const auto depth = static_cast<uint16_t>(random_.range(20, 64));
  params_.rx_depth.fill(depth);
  params_.tx_limit.fill(depth);
}

unsigned LoopedSetup::random_port(PortSet ports) {
  unsigned skip = random_.below(ports.size());
  const unsigned first = ports.lowest();
  while (skip-- > 0) ports.drop_lowest();
  return ports.lowest() == kNoRoute ? first : ports.lowest();
}

void LoopedSetup::choose_routes() {
  constexpr RouteMode kModes[] = {RouteMode::minimal_deterministic, RouteMode::minimal_adaptive,
                                  RouteMode::deterministic, RouteMode::fully_adaptive};
  table_.mode = kModes[random_.below(4)];
  route_params_.rule.minimal_count = static_cast<uint8_t>(random_.range(1, 8));
  route_params_.rule.nonminimal_count = static_cast<uint8_t>(random_.range(0, 8));
  route_params_.rule.nonminimal_bias = static_cast<uint16_t>(random_.range(0, 60));
  // Without a draw of its own, so that the other draws of a seed stay as they are.
  if (route_params_.rule.nonminimal_bias % 3 == 0) route_params_.metric = QueueMetric::output_queue;
  table_.terminal_port.fill(kNoRoute);
  RowMap row_of;
  for (unsigned i = 0; i < row_of.size(); ++i) row_of[i] = i % kRows;
  table_.row_of = std::make_shared<const RowMap>(row_of);
  RouteRows rows(kRows, has_detours(table_.mode));
  table_.phase_increment_ports = table_.global_ports = first_links_ | second_links_;
  for (unsigned port = 0; port < params_.ports; ++port) {
    if (first_links_ >> port & 1) table_.port_class[port] = kGlobalIn;
    if (second_links_ >> port & 1) table_.port_class[port] = kLocalOddMinus;
  }
  const auto fill = [this, &rows](PortClass from, const PortSet& links) {
    for (std::size_t i = 0; i < std::size_t{kVcPhases} * kRows; ++i) {
      const PortSet to = links != 0 && random_.chance(70) ? links : params_.terminal_ports;
      const std::size_t place = rows.place(from, 0, 0) + i;
      RouteEntry entry = rows.at(place);
      for (uint8_t& port : entry.minimal) port = static_cast<uint8_t>(random_port(to));
      if (rows.has_detours)
        for (uint8_t& port : entry.detours) port = static_cast<uint8_t>(random_port(to));
      rows.set(place, entry);
    }
  };
  fill(kTerminalIn, first_links_);
  fill(kGlobalIn, second_links_);
  fill(kLocalOddMinus, 0);
  table_.routes = std::make_shared<const RouteRows>(std::move(rows));
}

void LoopedSetup::choose_loops() {
  for (const PortSet& links : {first_links_, second_links_}) {
    std::vector<uint8_t> ends;
    for (PortSet left = links; left != 0; left.drop_lowest()) {
      ends.push_back(static_cast<uint8_t>(left.lowest()));
    }
    // A loop is a link: cells that leave p enter at q, and q's credits return to p.
    for (std::size_t i = ends.size(); i > 1; --i) {
      std::swap(ends[i - 1], ends[random_.below(static_cast<unsigned>(i))]);
    }
    for (std::size_t i = 0; i < ends.size(); ++i) {
      const std::size_t mate = i % 2 == 0 ? std::min(i + 1, ends.size() - 1) : i - 1;
      loops_to_[ends[i]] = ends[mate];
    }
    for (uint8_t port : ends) {
      link_cycles_[port] =
          kShortestLink + (port ^ loops_to_[port]) % (kLongestLink - kShortestLink);
    }
  }
}

void LoopedSetup::join(SwitchEngine& engine) const {
  for (PortSet left = links(); left != 0; left.drop_lowest()) {
    const unsigned port = left.lowest();
    engine.join(port, wire(port, engine.mailbox()));
  }
}

PortWire LoopedSetup::wire(unsigned port, Mailbox& mailbox) const {
  PortWire wire;
  wire.peer = &mailbox;
  wire.link_cycles = link_cycles_[port];
  wire.peer_port = loops_to_[port];
  return wire;
}

LoopedEndpoints::LoopedEndpoints(const LoopedSetup& setup, uint64_t seed)
    : setup_(setup), random_(seed) {
  for (unsigned port = 0; port < setup.params().ports; ++port) {
    if (!(setup.params().terminal_ports >> port & 1)) continue;
    Source source;
    source.port = port;
    source.credit.fill(setup.params().rx_depth[port]);
    draw(source);
    sources_.push_back(source);
  }
}

void LoopedEndpoints::draw(Source& source) {
  source.cell.src = static_cast<uint16_t>(source.port);
  source.cell.dst = static_cast<uint16_t>(random_.range(1, kRows) << 6);
  source.cell.words = static_cast<uint8_t>(
      random_.chance(30) ? kMinCellWords
                         : random_.range(kMinCellWords, setup_.params().longest_words));
  source.cell.vc = static_cast<uint8_t>(random_.below(setup_.params().vcs - kLinksOnPath));
  source.cell.hop = kInitialHop;
  source.cell.seq = seq_++;
}

Endpoints::Due LoopedEndpoints::inject(Cycle now, Mailbox& mailbox) {
  for (Source& source : sources_) {
    if (source.next > now) continue;
    source.waiting = source.credit[source.cell.vc] < source.cell.words;
    if (source.waiting) {
      source.next = kNoCycle;
      continue;
    }
    source.cell.birth = now;
    mailbox.push_cell(source.port, now + setup_.params().delays.inject_to_request(), source.cell);
    source.credit[source.cell.vc] -= source.cell.words;
    ++injected_;
    const unsigned words = source.cell.words;
    const unsigned idle = words * 100 / setup_.load_percent();
    source.next = now + words + (idle > words ? random_.below(2 * (idle - words) + 1) : 0);
    draw(source);
  }
  return due();
}

Endpoints::Due LoopedEndpoints::credit(unsigned port, Credit credit, Cycle now) {
  for (Source& source : sources_) {
    if (source.port != port) continue;
    source.credit[credit.vc] += credit.words;
    if (source.waiting) source.next = now;
    source.waiting = false;
  }
  return due();
}

Cycle LoopedEndpoints::deliver(unsigned, const Cell&, Cycle) {
  ++delivered_;
  return kNoCycle;
}

Endpoints::Due LoopedEndpoints::due() const {
  Due due;
  for (const Source& source : sources_) {
    due.next = std::min(due.next, source.next);
    if (source.waiting) due.set_waiting(source.port);
  }
  return due;
}

}  // namespace tinsim
