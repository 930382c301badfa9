// SPDX-License-Identifier: Apache-2.0
// What ranks found out about packets and frames: sums, maxima and histograms, in any order.
#include "platform/run/gather_ip.h"

#include <algorithm>
#include <tuple>

#include "platform/ranks/counts_by_name.h"

namespace tinsim {

namespace {

template <class Result, class Fn>
void for_each_sum(Result& r, const Fn& fn) {
  fn(r.packets_in), fn(r.packets_out), fn(r.held_ingress), fn(r.held_egress), fn(r.held_back),
      fn(r.late_cells);
}

template <class Result, class Fn>
void for_each_peak(Result& r, const Fn& fn) {
  fn(r.rts_peak), fn(r.outstanding_peak), fn(r.slots_peak), fn(r.reorder_peak);
}

void add_class(std::vector<IpClassResult>& classes, const IpClassResult& more) {
  const auto at = std::lower_bound(
      classes.begin(), classes.end(), more,
      [](const IpClassResult& a, const IpClassResult& b) { return a.cos < b.cos; });
  if (at == classes.end() || at->cos != more.cos) {
    classes.insert(at, more);
    return;
  }
  at->packets += more.packets;
  at->bytes += more.bytes;
  at->marked += more.marked;
  at->latency.merge(more.latency);
  at->handshake.merge(more.handshake);
  at->hosts.merge(more.hosts);
}

}  // namespace

void put_ip(Bytes& to, const IpResult& result) {
  const auto put_it = [&to](uint64_t value) { put(to, value); };
  for_each_sum(result, put_it);
  for_each_peak(result, put_it);
  put_counts(to, result.lost);
  put(to, result.classes);
  put(to, result.ports);
  put(to, result.service);
}

void add_ip(ByteReader& from, IpResult& result) {
  for_each_sum(result, [&from](uint64_t& sum) { sum += from.take<uint64_t>(); });
  for_each_peak(result, [&from](uint64_t& peak) { peak = std::max(peak, from.take<uint64_t>()); });
  add_counts(from, result.lost);
  for (const IpClassResult& more : from.take_all<IpClassResult>()) add_class(result.classes, more);
  for (const IpPortRow& row : from.take_all<IpPortRow>()) result.ports.push_back(row);
  add_batches(result.service, from.take_all<ServiceBatch>());
  std::sort(result.ports.begin(), result.ports.end(), [](const IpPortRow& a, const IpPortRow& b) {
    return std::tie(a.chip, a.eport, a.cos) < std::tie(b.chip, b.eport, b.cos);
  });
}

void put_frames(Bytes& to, const FrameCounts& counts) {
  FrameCounts::walk(counts, [&to](const char*, uint64_t count) { put(to, count); });
  put_counts(to, counts.malformed);
  put_counts(to, counts.unreadable);
}

void add_frames(ByteReader& from, FrameCounts& counts) {
  FrameCounts more;
  FrameCounts::walk(more, [&from](const char*, uint64_t& count) { count = from.take<uint64_t>(); });
  add_counts(from, more.malformed);
  add_counts(from, more.unreadable);
  counts.add(more);
}

}  // namespace tinsim
