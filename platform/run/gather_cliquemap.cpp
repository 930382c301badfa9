// SPDX-License-Identifier: Apache-2.0
// What ranks found out about requests of CliqueMap: sums and histograms, in any order.
#include "platform/run/gather_cliquemap.h"

#include "platform/ranks/counts_by_name.h"

namespace tinsim {
namespace {

/// All but `backends`, of which each rank knows all.
template <class Result, class Fn>
void for_each_sum(Result& r, const Fn& fn) {
  fn(r.clients), fn(r.gets), fn(r.hits), fn(r.misses), fn(r.failed), fn(r.gets_open);
  fn(r.sets), fn(r.sets_ended), fn(r.sets_refused), fn(r.sets_open);
  fn(r.erases), fn(r.erases_ended), fn(r.erases_open);
  fn(r.reads), fn(r.failed_reads), fn(r.retries), fn(r.no_quorum), fn(r.disagreements);
  fn(r.wrong_values), fn(r.stale), fn(r.wrong_ends);
  fn(r.gets_made), fn(r.sets_made), fn(r.erases_made), fn(r.value_bytes);
}

}  // namespace

void put_cliquemap(Bytes& to, const CliqueResult& result) {
  for_each_sum(result, [&to](uint64_t sum) { put(to, sum); });
  put_counts(to, result.bad_data);
  put(to, result.service);
  for (const auto& [name, times] : result.times) put(to, times);
}

void add_cliquemap(ByteReader& from, CliqueResult& result) {
  for_each_sum(result, [&from](uint64_t& sum) { sum += from.take<uint64_t>(); });
  add_counts(from, result.bad_data);
  add_batches(result.service, from.take_all<ServiceBatch>());
  for (auto& [name, times] : result.times) times.merge(from.take<Histogram>());
}

}  // namespace tinsim
