// SPDX-License-Identifier: Apache-2.0
// One result from the shares of all ranks.
#include "platform/run/gather_result.h"

#include <algorithm>

#include "platform/ranks/counts_by_name.h"
#include "platform/run/gather_cliquemap.h"
#include "platform/run/gather_ip.h"
#include "platform/run/gather_rma.h"

namespace tinsim {

namespace {

void put_births(Bytes& to, const std::vector<Batch>& batches) {
  for (const Batch& batch : batches) put(to, batch.offered_words);
}

void add_births(ByteReader& from, std::vector<Batch>& batches) {
  for (Batch& batch : batches) batch.offered_words += from.take<uint64_t>();
}

Bytes share_of(const RunResult& result) {
  Bytes bytes;
  for (uint64_t sum :
       {result.cell_hops, result.peak_rss_bytes, result.cells.injected, result.cells.delivered,
        result.state_hash, result.hops_sum, result.hops_cells}) {
    put(bytes, sum);
  }
  put(bytes, result.waiting_s);
  put(bytes, result.busiest_cpu_s);
  put_counts(bytes, result.cells.dropped_by_cause);
  put_births(bytes, result.warmup_batches);
  put_births(bytes, result.batches);
  put(bytes, result.failures.counts);
  put(bytes, result.failures.parked_peak);
  put(bytes, result.classes);
  put(bytes, result.links);
  put(bytes, result.ports);
  put(bytes, result.terminal_ports);
  put(bytes, uint64_t{result.notes.size()});
  for (const std::string& note : result.notes) put(bytes, note);
  if (result.ip) put_ip(bytes, *result.ip);
  if (result.rma) put_rma(bytes, *result.rma);
  if (result.pcie) put(bytes, result.pcie->rows);
  if (result.cliquemap) put_cliquemap(bytes, *result.cliquemap);
  if (result.frames) put_frames(bytes, *result.frames);
  return bytes;
}

void add_class(std::vector<ClassResult>& classes, const ClassResult& more) {
  const auto at = std::lower_bound(
      classes.begin(), classes.end(), more,
      [](const ClassResult& a, const ClassResult& b) { return a.class_ < b.class_; });
  if (at == classes.end() || at->class_ != more.class_) {
    classes.insert(at, more);
  } else {
    at->latency_cycles.merge(more.latency_cycles);
  }
}

template <class Row>
void append(ByteReader& from, std::vector<Row>& rows) {
  const auto more = from.take_all<Row>();
  rows.insert(rows.end(), more.begin(), more.end());
}

/// In the order of share_of().
void add_share(RunResult& result, ByteReader from) {
  for (uint64_t* sum :
       {&result.cell_hops, &result.peak_rss_bytes, &result.cells.injected, &result.cells.delivered,
        &result.state_hash, &result.hops_sum, &result.hops_cells}) {
    *sum += from.take<uint64_t>();
  }
  result.waiting_s += from.take<double>();
  result.busiest_cpu_s = std::max(result.busiest_cpu_s, from.take<double>());
  add_counts(from, result.cells.dropped_by_cause);
  add_births(from, result.warmup_batches);
  add_births(from, result.batches);
  FailureCounts::zip(result.failures.counts, from.take<FailureCounts>(),
                     [](const char*, uint64_t& sum, uint64_t more) { sum += more; });
  // Ranks come in the order of their chips.
  const auto peak = from.take<ParkedPeak>();
  if (peak.words > result.failures.parked_peak.words) result.failures.parked_peak = peak;
  for (const ClassResult& more : from.take_all<ClassResult>()) add_class(result.classes, more);
  append(from, result.links);
  append(from, result.ports);
  append(from, result.terminal_ports);
  for (auto notes = from.take<uint64_t>(); notes != 0; --notes) {
    result.notes.push_back(from.take_text());
  }
  if (result.ip) add_ip(from, *result.ip);
  if (result.rma) add_rma(from, *result.rma);
  if (result.pcie) append(from, result.pcie->rows);
  if (result.cliquemap) add_cliquemap(from, *result.cliquemap);
  if (result.frames) add_frames(from, *result.frames);
}

}  // namespace

void gather_result(Ranks& ranks, RunResult& result) {
  if (ranks.size() == 1) return;
  const std::vector<Bytes> shares = ranks.gather(share_of(result));
  for (unsigned rank = 1; rank < shares.size(); ++rank) {
    add_share(result, ByteReader(shares[rank]));
  }
}

}  // namespace tinsim
