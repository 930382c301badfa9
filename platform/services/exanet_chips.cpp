// SPDX-License-Identifier: Apache-2.0
// The nodes of an ExaNet network: construction, and their cycles, alone and with other ranks.
#include "platform/services/exanet_chips.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <utility>

#include "base/errors.h"
#include "platform/network/exanet_plan.h"
#include "platform/ranks/partition.h"
#include "platform/services/delivery_logs.h"
#include "platform/statistics/section_of.h"
#include "platform/traffic/exanet_packets.h"

namespace tinsim {
namespace {

#ifdef TINSIM_RTL
constexpr bool kHasRtl = true;
#else
constexpr bool kHasRtl = false;
#endif

/// Throws ConfigError: the build was made without Verilator.
void require_rtl(BlockImpl impl) {
  if (impl == BlockImpl::model || kHasRtl) return;
  throw ConfigError(fmt::format(
      "exanet.impl: {} is not in this build, which was made without Verilator; expected model",
      word_of(impl)));
}

constexpr std::size_t kMostQueued = 2;  // packets of a port, so that none waits for another's end

}  // namespace

std::unique_ptr<Service> ExanetChips::make(const ServiceContext& context) {
  if (context.config.chip != ChipKind::exanet) return nullptr;
  return std::make_unique<ExanetChips>(context);
}

void ExanetChips::declare_sections(ResultSections& sections) { sections.add<ExanetResult>(); }

ExanetChips::ExanetChips(const ServiceContext& context)
    : topology_(context.topology),
      ranks_(context.ranks),
      logs_(context.logs),
      line_cycles_(context.config.exanet.line_cycles),
      tracing_(context.config, context.topology),
      batch_cycles_(context.batch_cycles) {
  require_rtl(context.config.exanet.impl);
  const ExanetParams params = exanet_params(context.config);
  lattice_ = params.lattice;
  routing_ = params.routing;
  if (ranks_.size() > 1) own_ = context.is_own;
  nodes_ = make_exanet_nodes(params, own_);
  const auto chips = static_cast<unsigned>(topology_.chips.size());
  if (const double rate = context.config.exanet.bit_error_rate; rate > 0) {
    line_errors_ = std::make_unique<ExanetLineErrors>(rate, context.config.run.seed,
                                                      chips * kExanetDirections);
    nodes_->set_line_fault([this](unsigned chip, unsigned direction, uint64_t& word) {
      line_errors_->pass(chip * kExanetDirections + direction, word);
    });
  }
  const ExanetAccess access =
      context.config.exanet.access == ExanetPortAccess::arm ? kExanetArm : kExanetDma;
  for (unsigned chip = 0; chip < chips; ++chip)
    for (unsigned tile = 0; tile < ExanetNodes::kTilePorts && is_own(chip); ++tile)
      nodes_->port(chip, tile).set_access(access);
  add_ports();
  add_borders();
  give_traffic(std::exchange(context.traffic, {}), 0);
}

/// The endpoint number of a terminal port is that of the intra-tile port.
void ExanetChips::add_ports() {
  for (unsigned chip = 0; chip < topology_.chips.size(); ++chip) {
    first_port_.push_back(static_cast<unsigned>(ports_.size()));
    const std::vector<PortInfo>& ports = topology_.chips[chip].ports;
    for (unsigned port = 0; port < ports.size() && is_own(chip); ++port) {
      if (ports[port].kind != PortKind::kTerminal) continue;
      const unsigned tile = ports[port].endpoint;
      ports_.push_back({chip, tile, static_cast<uint8_t>(port), topology_.address(chip, tile),
                        ExanetSource(batch_cycles_), false});
    }
  }
}

void ExanetChips::add_borders() {
  if (ranks_.size() == 1) return;
  const Partition partition(topology_.pods, ranks_.size());
  const auto rank_of = [&](unsigned chip) { return partition.rank_of(topology_.chips[chip].pod); };
  for (unsigned chip = 0; chip < topology_.chips.size(); ++chip) {
    for (unsigned direction = 0; direction < kExanetDirections; ++direction) {
      if (!nodes_->has_link(chip, direction)) continue;
      const unsigned peer = exanet_chip(
          lattice_, exanet_neighbour(lattice_, exanet_place(lattice_, chip), direction));
      if (is_own(chip) && !is_own(peer)) out_.push_back({chip, direction, rank_of(peer)});
      if (!is_own(chip) && is_own(peer)) in_.push_back({chip, direction, rank_of(chip)});
    }
  }
}

/// `traffic` of the whole network; births are put off to `now`.
void ExanetChips::give_traffic(std::vector<PortTraffic> traffic, Cycle now) {
  tables_.clear();
  for (Port& port : ports_) port.source.set_generators({});
  for (PortTraffic& of : traffic) {
    if (!is_own(of.chip)) continue;
    Port& port = ports_[first_port_[of.chip] + topology_.chips[of.chip].ports[of.port].endpoint];
    for (Generator& generator : of.generators) generator.delay_by(now);
    port.source.set_generators(of.generators);
    port.is_source = true;
    tables_.insert(tables_.end(), of.tables.begin(), of.tables.end());
  }
}

void ExanetChips::change_rates(const PlatformConfig& config, Cycle now) {
  std::vector<std::shared_ptr<const EntryTables>> old = std::move(tables_);
  give_traffic(make_traffic(config, topology_), now);
}

void ExanetChips::measure(Cycle from, Cycle to, Cycle /*batch*/) {
  from_ = from;
  to_ = to;
}

void ExanetChips::send(Port& port, Cycle now) {
  ExanetTilePort& tile = nodes_->port(port.chip, port.tile);
  while (port.source.oldest() <= now && tile.queued() < kMostQueued) {
    const ExanetSource::Born born = port.source.take();
    const unsigned endpoint_mask = (1u << topology_.endpoint_bits) - 1;
    const unsigned part = born.cell.dst >> topology_.endpoint_bits;
    const unsigned chip = (part >> kTinBits) * topology_.tins_per_pod + part % (1u << kTinBits);
    ExanetPacket packet;
    packet.header.dst = exanet_place(lattice_, chip);
    packet.header.dst_port = static_cast<uint8_t>(born.cell.dst & endpoint_mask);
    set_exanet_birth({born.number, static_cast<Cycle>(born.cell.birth), born.cell.cls},
                     packet.header);
    packet.payload =
        exanet_payload_of(born.src, born.number, exanet_payload_bytes(born.cell.words));
    tile.send(std::move(packet));
  }
}

void ExanetChips::receive(Port& port, Cycle now) {
  std::deque<ExanetPacket>& packets = nodes_->port(port.chip, port.tile).received();
  for (; !packets.empty(); packets.pop_front()) {
    const ExanetPacket& packet = packets.front();
    const unsigned src_chip = exanet_chip(lattice_, packet.header.src);
    const ExanetBirth birth = exanet_birth(packet.header);
    Cell cell;
    cell.src = topology_.address(src_chip, packet.header.src_port);
    cell.dst = port.address;
    cell.words = static_cast<uint8_t>(exanet_line_words(packet.header.bytes));
    cell.cls = birth.cls & 31u;
    cell.seq = birth.number;
    cell.birth = birth.birth;
    if (packet.payload != exanet_payload_of(cell.src, birth.number, packet.header.bytes))
      ++undetected_;
    unsigned chips = 1;
    for (ExanetPlace at = packet.header.src; at != packet.header.dst; ++chips)
      at = exanet_neighbour(
          lattice_, at,
          exanet_step(lattice_, routing_, at, packet.header.dst, packet.header.src).direction);
    hops_ += chips;
    cell.hop = static_cast<uint16_t>(kMaxExanetHops - chips) & 31;
    logs_.of_raw_cells(topology_.chips[port.chip].pod).add(port.chip, port.port, cell, now);
    if (now < from_ || now >= to_) continue;
    ++measured_.packets;
    measured_.payload_bytes += packet.payload.size();
    measured_.packet_words += cell.words;
  }
}

/// Sends what this rank's lines hold to the ranks at their far ends, and takes theirs.
void ExanetChips::exchange_lines() {
  std::vector<Bytes> to(ranks_.size()), from(ranks_.size());
  for (const Border& border : out_)
    for (const ExanetLineWord& word : nodes_->line(border.chip, border.direction)) {
      put(to[border.rank], word.word);
      put(to[border.rank], static_cast<uint8_t>(word.valid | word.ends_packet << 1));
    }
  ranks_.exchange(to, from);
  std::vector<ByteReader> readers;
  for (const Bytes& bytes : from) readers.emplace_back(bytes);
  for (const Border& border : in_)
    for (ExanetLineWord& word : nodes_->line(border.chip, border.direction)) {
      word.word = readers[border.rank].take<uint64_t>();
      const auto flags = readers[border.rank].take<uint8_t>();
      word.valid = flags & 1;
      word.ends_packet = flags >> 1;
    }
}

/// Where one rank fails, it goes on exchanging until the end, and then all fail.
void ExanetChips::apply_deferred_updates(Cycle cycle) {
  std::exception_ptr failure;
  for (auto now = static_cast<Cycle>(nodes_->cycle()), at = now; at < cycle; ++at) {
    if (ranks_.size() > 1 && at % line_cycles_ == 0) exchange_lines();
    if (failure != nullptr) continue;
    try {
      for (Port& port : ports_) send(port, at);
      nodes_->step();
      for (Port& port : ports_) receive(port, at);
    } catch (...) {
      failure = std::current_exception();
    }
  }
  ranks_.run_collectively([&] {
    if (failure != nullptr) std::rethrow_exception(failure);
  });
  gather_capture();
}

void ExanetChips::open_capture(const std::filesystem::path& folder) {
  tracing_.open(folder);
  relay_capture();
}

void ExanetChips::relay_capture() { tracing_.watch(*nodes_, lattice_); }

void ExanetChips::gather_capture() { tracing_.gather(ranks_); }

void ExanetChips::close_capture(Cycle /*end*/) { tracing_.close(); }

uint64_t ExanetChips::waiting_age(Cycle now, uint64_t& sources) {
  uint64_t age = 0;
  for (const Port& port : ports_) {
    if (!port.is_source) continue;
    ++sources;
    age += now - std::min<uint64_t>(now, port.source.oldest());
  }
  return age;
}

}  // namespace tinsim
