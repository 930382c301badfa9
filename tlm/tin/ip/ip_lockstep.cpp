// SPDX-License-Identifier: Apache-2.0
// Compares a chip's IP path with the models of its blocks: look-up, cells, reports.
#include "tlm/tin/ip/ip_lockstep.h"

#include <algorithm>

#include "rtl_models/parts/ip_words.h"
#include "tlm/gnet/cell_words.h"
#include "tlm/tin/ip/ip_lockstep_compare.h"

namespace tinsim {

IpLockstep::IpLockstep(const IpParams& params, const IpRoutes& routes)
    : params_(params), lookup_(std::make_unique<Lookup>()) {
  load(routes);
  for (unsigned eport = 0; eport < kEgressPorts; ++eport) {
    cts_straps_.window_i[eport] = params.egress.windows[eport];
    for (auto& ports : ports_) ports[eport].order.reset({});
  }
  for (unsigned cos = 0; cos < kCosClasses; ++cos) {
    cts_straps_.strict_i[cos] = params.egress.cts_plan.strict >> cos & 1;
    cts_straps_.weight_i[cos] = weight(cos);
  }
  cts_.reset(cts_straps_);
  ecn_.reset({});
  buffer_.reset({});
}

/// The scheduler requires a weight of every class, strict or not.
unsigned IpLockstep::weight(unsigned cos) const {
  return std::max<unsigned>(params_.egress.cts_plan.weights[cos], 1);
}

/// By the block's pins, a group behind the other.
void IpLockstep::load(const IpRoutes& routes) {
  lookup_->reset({});
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
    tick(kIpLookup, 0, *lookup_, in);
    for (const uint16_t member : route.members) {
      in = {};
      in.write_member_i = true;
      in.write_index_i = base++;
      in.member_i = member;
      tick(kIpLookup, 0, *lookup_, in);
    }
  }
}

void IpLockstep::looked_up(Cycle now, const IpAddress& address, uint16_t hash,
                           const std::optional<IpRoutes::Answer>& answer) {
  constexpr unsigned kStages = 3;
  Lookup::In in;
  in.valid_i = true;
  in.v6_i = address.v6;
  in.address_hi_i = address.hi;
  in.address_lo_i = address.lo;
  in.hash_i = hash;
  for (unsigned stage = 0; stage < kStages; ++stage) {
    tick(kIpLookup, now, *lookup_, in);
    in = {};
  }
  const Lookup::Out& out = lookup_->out();
  expect(kIpLookup, now, "hit_o", out.hit_o, answer.has_value());
  expect(kIpLookup, now, "punt_o", out.punt_o, answer && answer->punt);
  expect(kIpLookup, now, "dst_o", unsigned(out.dst_o), answer ? answer->dst : 0u);
  ++compared_[kIpLookup];
}

/// All cells, the first one last.
std::vector<IpLockstep::ExpectedCell> IpLockstep::cells_of_packet(const Packet& packet,
                                                                  uint16_t eptr,
                                                                  unsigned vc) const {
  Cellifier block;
  block.reset({});
  Cellifier::In in;
  in.job_valid_i = true;
  in.job_bytes_i = packet.bytes;
  in.job_eptr_i = eptr;
  in.job_vc_i = vc;
  block.tick(in);
  in = {};
  in.start_ok_i = true;
  std::vector<ExpectedCell> cells;
  bool is_header = false, is_descriptor = false;
  while (cells.empty() || !cells.back().is_last) {
    const Cellifier::Out& out = block.out();
    if (out.cell_sop_o) {
      const CellHeader header = decode_header(out.cell_data_o);
      cells.push_back({header.len, header.vc, 0, 0, false});
    } else if (is_header) {
      const DataWord word = unpack_data(out.cell_data_o);
      cells.back().idx = word.idx;
      cells.back().vbytes = word.vbytes;
      is_descriptor = word.eptr == eptr;
    }
    is_header = out.cell_sop_o;
    if (out.last_o) cells.back().is_last = is_descriptor;
    if (out.last_o && !is_descriptor) break;
    in.data_valid_i = out.data_ready_o;
    block.tick(in);
  }
  std::reverse(cells.begin(), cells.end());
  return cells;
}

void IpLockstep::cell_sent(Cycle now, const Packet& packet, uint16_t eptr, const Cell& cell) {
  const DataWord word = unpack_data(word_1(cell));
  if (word.idx == 0) cells_[&packet] = cells_of_packet(packet, eptr, cell.vc);
  std::vector<ExpectedCell>& cells = cells_[&packet];
  expect(kCellifier, now, "cell_sop_o", !cells.empty(), true);
  const ExpectedCell expected = cells.back();
  cells.pop_back();
  if (cells.empty()) cells_.erase(&packet);
  expect(kCellifier, now, "header.len", expected.words, unsigned{cell.words});
  expect(kCellifier, now, "header.vc", expected.vc, unsigned{cell.vc});
  expect(kCellifier, now, "header.cell_type", unsigned{kDataCellType}, unsigned{cell.type});
  expect(kCellifier, now, "eptr", unsigned{eptr}, unsigned{word.eptr});
  expect(kCellifier, now, "idx", expected.idx, unsigned{word.idx});
  expect(kCellifier, now, "vbytes", expected.vbytes, unsigned{word.vbytes});
  ++compared_[kCellifier];
}

}  // namespace tinsim
