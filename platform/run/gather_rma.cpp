// SPDX-License-Identifier: Apache-2.0
// What ranks found out about operations of 1RMA: sums, maxima and histograms, in any order.
#include "platform/run/gather_rma.h"

#include <algorithm>
#include <tuple>

#include "platform/ranks/counts_by_name.h"

namespace tinsim {
namespace {

template <class Result, class Fn>
void for_each_sum(Result& r, const Fn& fn) {
  fn(r.commands), fn(r.ended), fn(r.requests), fn(r.nacks), fn(r.given_up), fn(r.bad_macs);
  fn(r.replayed), fn(r.bad_stores), fn(r.lost_completions);
}

template <class Result, class Fn>
void for_each_peak(Result& r, const Fn& fn) {
  fn(r.slowest_cycles), fn(r.window_peak), fn(r.inbound_peak);
}

void put_op(Bytes& to, const RmaOpResult& of) {
  put(to, of.op);
  put(to, of.class_);
  put_counts(to, of.ended);
  put(to, of.bytes);
  for (const Histogram* times : {&of.issue, &of.remote, &of.total}) put(to, *times);
}

RmaOpResult take_op(ByteReader& from) {
  RmaOpResult of;
  of.op = from.take_text();
  of.class_ = from.take_text();
  add_counts(from, of.ended);
  of.bytes = from.take<uint64_t>();
  for (Histogram* times : {&of.issue, &of.remote, &of.total}) *times = from.take<Histogram>();
  return of;
}

bool is_before(const RmaOpResult& a, const RmaOpResult& b) {
  const auto place = [](const RmaOpResult& of) {
    return std::find(kRmaOpNames.begin(), kRmaOpNames.end(), of.op) - kRmaOpNames.begin();
  };
  return std::tuple(place(a), a.class_) < std::tuple(place(b), b.class_);
}

void add_op(std::vector<RmaOpResult>& ops, const RmaOpResult& more) {
  const auto at = std::lower_bound(ops.begin(), ops.end(), more, is_before);
  if (at == ops.end() || is_before(more, *at)) {
    ops.insert(at, more);
    return;
  }
  for (const auto& [status, count] : more.ended) at->ended[status] += count;
  at->bytes += more.bytes;
  at->issue.merge(more.issue);
  at->remote.merge(more.remote);
  at->total.merge(more.total);
}

}  // namespace

void put_rma(Bytes& to, const RmaResult& result) {
  const auto put_it = [&to](uint64_t value) { put(to, value); };
  for_each_sum(result, put_it);
  for_each_peak(result, put_it);
  put_counts(to, result.refused);
  put_counts(to, result.dropped);
  put(to, uint64_t{result.ops.size()});
  for (const RmaOpResult& of : result.ops) put_op(to, of);
  put(to, result.entries);
  put(to, result.service);
}

void add_rma(ByteReader& from, RmaResult& result) {
  for_each_sum(result, [&from](uint64_t& sum) { sum += from.take<uint64_t>(); });
  for_each_peak(result, [&from](uint64_t& peak) { peak = std::max(peak, from.take<uint64_t>()); });
  add_counts(from, result.refused);
  add_counts(from, result.dropped);
  for (auto left = from.take<uint64_t>(); left != 0; --left) add_op(result.ops, take_op(from));
  const auto entries = from.take_all<RmaPlanResult>();
  for (std::size_t i = 0; i < entries.size(); ++i) {  // all ranks have the same; so their sources
    RmaPlanResult& of = result.entries[i];
    of.bytes_made += entries[i].bytes_made;
    of.bytes_moved += entries[i].bytes_moved;
    of.failed += entries[i].failed;
    of.completion.merge(entries[i].completion);
  }
  add_batches(result.service, from.take_all<ServiceBatch>());
}

}  // namespace tinsim
