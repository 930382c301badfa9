// SPDX-License-Identifier: Apache-2.0
// What ranks found out about packets and frames: sums, maxima and histograms, in any order.
#include "platform/parallel/gather_ip.h"

#include <algorithm>
#include <tuple>

namespace tinsim {

namespace {

using Causes = std::map<std::string, uint64_t>;

void put_causes(Bytes& to, const Causes& causes) {
  put(to, uint64_t{causes.size()});
  for (const auto& [cause, count] : causes) {
    put(to, cause);
    put(to, count);
  }
}

Causes take_causes(ByteReader& from) {
  Causes causes;
  for (auto left = from.take<uint64_t>(); left != 0; --left) {
    std::string cause = from.take_text();
    causes[std::move(cause)] = from.take<uint64_t>();
  }
  return causes;
}

template <class Result, class Fn>
void for_each_sum(Result& r, const Fn& fn) {
  fn(r.packets_in), fn(r.packets_out), fn(r.held_ingress), fn(r.held_egress), fn(r.late_cells);
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
  put_causes(to, result.lost);
  put(to, result.classes);
  put(to, result.ports);
}

void add_ip(ByteReader& from, IpResult& result) {
  for_each_sum(result, [&from](uint64_t& sum) { sum += from.take<uint64_t>(); });
  for_each_peak(result, [&from](uint64_t& peak) { peak = std::max(peak, from.take<uint64_t>()); });
  for (const auto& [cause, packets] : take_causes(from)) result.lost[cause] += packets;
  for (const IpClassResult& more : from.take_all<IpClassResult>()) add_class(result.classes, more);
  for (const IpPortRow& row : from.take_all<IpPortRow>()) result.ports.push_back(row);
  std::sort(result.ports.begin(), result.ports.end(), [](const IpPortRow& a, const IpPortRow& b) {
    return std::tie(a.chip, a.eport, a.cos) < std::tie(b.chip, b.eport, b.cos);
  });
}

void put_frames(Bytes& to, const FrameCounts& counts) {
  FrameCounts::walk(counts, [&to](const char*, uint64_t count) { put(to, count); });
  put_causes(to, counts.malformed);
  put_causes(to, counts.unreadable);
}

void add_frames(ByteReader& from, FrameCounts& counts) {
  FrameCounts more;
  FrameCounts::walk(more, [&from](const char*, uint64_t& count) { count = from.take<uint64_t>(); });
  more.malformed = take_causes(from);
  more.unreadable = take_causes(from);
  counts.add(more);
}

}  // namespace tinsim
