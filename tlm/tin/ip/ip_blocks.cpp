// SPDX-License-Identifier: Apache-2.0
// The blocks attached to a chip's IP path: look-up and cells.
#include "tlm/tin/ip/ip_blocks.h"

#include <algorithm>

#include "tlm/gnet/cell_words.h"

namespace tinsim {

namespace {
constexpr std::array<const char*, kEgressPorts> kPortNames = {"NIC0", "NIC1", "MAC", "CPU"};

CellHeader header_of(const Cell& cell) {
  CellHeader header;
  header.len = cell.words;
  header.vc = cell.vc;
  header.cell_type = static_cast<uint8_t>(cell.type);
  header.trace = cell.traced != 0;
  return header;
}
}  // namespace

IpBlocks::Set IpBlocks::Set::models() {
  return {compared_model<Lookup>(), compared_model<TtlUpdate>(),    compared_model<Cellifier>(),
          compared_model<EcnCtd>(), compared_model<CtsScheduler>(), compared_model<Buffer>(),
          compared_model<Order>()};
}

IpBlocks::IpBlocks(const IpParams& params, const IpRoutes& routes, const Set& set)
    : params_(params) {
  lookup_.use(set.lookup, params.name, "ip_lookup");
  ttl_.use(set.ttl, params.name, "ttl_update");
  cellifier_.use(set.cellifier, params.name, "cellifier");
  cts_.use(set.cts, params.name, "cts_scheduler");
  ecn_.use(set.ecn, params.name, "ecn_ctd");
  buffer_.use(set.buffer, params.name, "reassembly_buffer");
  for (unsigned eport = 0; eport < kEgressPorts; ++eport) {
    cts_straps_.window_i[eport] = params.egress.windows[eport];
    for (const bool is_strict : {false, true}) {
      if (is_strict && params.egress.cts_plan.strict == 0) continue;
      const std::string place =
          fmt::format("{} {}{}", params.name, kPortNames[eport], is_strict ? " strict" : "");
      ports_[is_strict][eport].order.use(set.order, place, "reorder_queue");
    }
  }
  for (unsigned cos = 0; cos < kCosClasses; ++cos) {
    cts_straps_.strict_i[cos] = params.egress.cts_plan.strict >> cos & 1;
    cts_straps_.weight_i[cos] = weight(cos);
  }
  reset();
  load(0, routes);
}

std::vector<std::string> IpBlocks::notes() const {
  std::vector<std::string> notes;
  const auto add = [&](const auto& block, const char* name, Block number) {
    if (block) notes.push_back(block.note(params_.name, name, compared_[number]));
  };
  add(lookup_, "ip_lookup", kIpLookup);
  add(ttl_, "ttl_update", kTtlUpdate);
  add(cellifier_, "cellifier", kCellifier);
  add(ecn_, "ecn_ctd", kEcnCtd);
  add(cts_, "cts_scheduler", kCtsScheduler);
  add(buffer_, "reassembly_buffer", kReassembly);
  add(ports_[0][0].order, "reorder_queue", kReorder);
  if (skipped_ != 0)
    notes.push_back(
        fmt::format("{}: reorder_queue: {} decisions left out, with more than {} packets "
                    "of a port in flight",
                    params_.name, skipped_, kReorderEntries));
  return notes;
}

void IpBlocks::reset() {
  if (ttl_) ttl_.reset(0, {});
  if (cellifier_) cellifier_.reset(0, {});
  if (cts_) cts_.reset(0, cts_straps_);
  if (ecn_) ecn_.reset(0, {});
  if (buffer_) buffer_.reset(0, {});
  for (auto& ports : ports_)
    for (Port& port : ports)
      if (port.order) port.order.reset(0, {});
}

/// The scheduler requires a weight of every class, strict or not.
unsigned IpBlocks::weight(unsigned cos) const {
  return std::max<unsigned>(params_.egress.cts_plan.weights[cos], 1);
}

/// By the block's pins, a group behind the other.
void IpBlocks::load(Cycle now, const IpRoutes& routes) {
  if (!lookup_) return;
  lookup_.reset(now, {});
  unsigned index = 0, base = 0;
  for (const IpRoute& route : routes.routes()) {
    Lookup::In in;
    in.write_entry_i = in.entry_live_i = true;
    in.write_index_i = index++;
    in.entry_v6_i = route.prefix.v6;
    in.entry_prefix_hi_i = route.prefix.hi;
    in.entry_prefix_lo_i = route.prefix.lo;
    in.entry_length_i = route.length;
    in.entry_punt_i = route.punt;
    in.entry_base_i = base;
    in.entry_count_i = static_cast<unsigned>(route.members.size());
    lookup_.tick(now, in);
    for (const uint16_t member : route.members) {
      in = {};
      in.write_member_i = true;
      in.write_index_i = base++;
      in.member_i = member;
      lookup_.tick(now, in);
    }
  }
}

std::optional<IpRoutes::Answer> IpBlocks::looked_up(Cycle now, const IpAddress& address,
                                                    uint16_t hash,
                                                    const std::optional<IpRoutes::Answer>& own) {
  constexpr unsigned kStages = 3;
  if (!lookup_) return own;
  Lookup::In in;
  in.valid_i = true;
  in.v6_i = address.v6;
  in.address_hi_i = address.hi;
  in.address_lo_i = address.lo;
  in.hash_i = hash;
  for (unsigned stage = 0; stage < kStages; ++stage) {
    lookup_.tick(now, in);
    in = {};
  }
  const Lookup::Out& out = lookup_.out();
  ++compared_[kIpLookup];
  const bool hit = lookup_.decide(now, "hit_o", out.hit_o, own.has_value());
  const bool punt = lookup_.decide(now, "punt_o", out.punt_o, own && own->punt);
  const auto dst = lookup_.decide(now, "dst_o", unsigned(out.dst_o), own ? own->dst : 0u);
  if (!hit) return std::nullopt;
  return IpRoutes::Answer{punt, static_cast<uint16_t>(dst)};
}

ForwardedHead IpBlocks::time_to_live_updated(Cycle now, bool v6, bool forwards, const IpHead& head,
                                             const ForwardedHead& own) {
  if (!ttl_) return own;
  TtlUpdate::In in;
  in.valid_i = true;
  in.v6_i = v6;
  in.forwards_i = forwards;
  in.head_lo_i = head.lo;
  in.head_hi_i = head.hi;
  ttl_.tick(now, in);
  const TtlUpdate::Out& out = ttl_.out();
  ++compared_[kTtlUpdate];
  ForwardedHead result;
  result.is_expired = ttl_.decide(now, "expired_o", out.expired_o, own.is_expired);
  result.head.lo = ttl_.decide(now, "head_lo_o", std::uint64_t{out.head_lo_o}, own.head.lo);
  result.head.hi = ttl_.decide(now, "head_hi_o", std::uint64_t{out.head_hi_o}, own.head.hi);
  return result;
}

/// All cells, the first one last.
std::vector<IpBlocks::BlockCell> IpBlocks::cells_of_packet(Cycle now, const Packet& packet,
                                                           uint16_t eptr, const Cell& first) {
  constexpr unsigned kMostCycles = 8192;  // more than the longest packet takes
  Cellifier::In in;
  in.job_valid_i = true;
  in.job_bytes_i = packet.bytes;
  in.job_eptr_i = eptr;
  in.job_dst_i = first.dst;
  in.job_src_i = first.src;
  in.job_vc_i = first.vc;
  in.job_trace_i = first.traced != 0;
  cellifier_.tick(now, in);
  in = {};
  in.start_ok_i = true;
  std::vector<BlockCell> cells;
  bool is_word_1 = false;
  for (unsigned cycle = 0; !cellifier_.out().job_ready_o; ++cycle) {
    const Cellifier::Out& out = cellifier_.out();
    if (out.cell_sop_o) cells.push_back({decode_header(out.cell_data_o), {}, false});
    if (is_word_1 && !cells.empty()) cells.back().word = unpack_data(out.cell_data_o);
    is_word_1 = out.cell_sop_o;
    if (out.last_o && !cells.empty()) cells.back().is_last = true;
    in.data_valid_i = out.data_ready_o;
    cellifier_.require(now, "job_ready_o", cycle < kMostCycles);
    cellifier_.tick(now, in);
  }
  std::reverse(cells.begin(), cells.end());
  return cells;
}

void IpBlocks::cell_sent(Cycle now, const Packet& packet, uint16_t eptr, bool is_last, Cell& cell) {
  if (!cellifier_) return;
  DataWord word = unpack_data(word_1(cell));
  if (word.idx == 0) cells_[&packet] = cells_of_packet(now, packet, eptr, cell);
  std::vector<BlockCell>& cells = cells_[&packet];
  cellifier_.require(now, "cell_sop_o", !cells.empty());
  const BlockCell of_block = cells.back();
  cells.pop_back();
  if (cells.empty()) cells_.erase(&packet);
  const auto decide = [&](const char* field, unsigned block, unsigned own) {
    return cellifier_.decide(now, field, block, own);
  };
  const CellHeader own = header_of(cell);
  cell.words = static_cast<uint8_t>(decide("header.len", of_block.header.len, own.len));
  cell.vc = static_cast<uint8_t>(decide("header.vc", of_block.header.vc, own.vc));
  cell.type = decide("header.cell_type", of_block.header.cell_type, own.cell_type) & 15u;
  cell.traced = decide("header.trace", of_block.header.trace, own.trace) & 1u;
  word.eptr = static_cast<uint16_t>(decide("eptr", of_block.word.eptr, word.eptr));
  word.idx = static_cast<uint8_t>(decide("idx", of_block.word.idx, word.idx));
  word.vbytes = static_cast<uint8_t>(decide("vbytes", of_block.word.vbytes, word.vbytes));
  cell.seq = static_cast<uint32_t>(pack_word(word));
  cell.birth = static_cast<Cycle>(pack_word(word) >> 32);
  cellifier_.require(now, "last_o", of_block.is_last == is_last);
  ++compared_[kCellifier];
}

}  // namespace tinsim
