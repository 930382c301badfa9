// SPDX-License-Identifier: Apache-2.0
// Sums over CliqueMap's clients.
#include "platform/services/collect_cliquemap.h"

#include <array>

#include "platform/statistics/result.h"
#include "platform/statistics/section_of.h"

namespace tinsim {
namespace {

constexpr std::array<const char*, 5> kFaultNames = {"none", "size", "checksum", "key", "version"};

void add_gets(const CliqueMapClient& client, CliqueResult& result) {
  const CliqueCounters& counters = client.counters();
  merge_fields<CliqueGetCounts>(result, counters);
  merge_fields<CliqueReadCounts>(result, counters);
  result.gets_open += client.outstanding();
  for (std::size_t i = 1; i < kFaultNames.size(); ++i)
    result.bad_data[kFaultNames[i]] += counters.faults[i];
  result.bad_data["not_read"] += counters.failed_data;
}

void add_sets(const CliqueSets& sets, CliqueResult& result) {
  result.sets += sets.counters().made;
  result.sets_ended += sets.counters().ended;
  result.sets_refused += sets.counters().refused;
  result.sets_open += sets.counters().outstanding();
  result.erases += sets.erases().made;
  result.erases_ended += sets.erases().ended;
  result.erases_open += sets.erases().outstanding();
}

}  // namespace

CliqueResult cliquemap_result(const CliqueMapHosts& hosts) {
  CliqueResult result;
  result.clients = hosts.gets().size();
  result.backends = hosts.backends();
  for (const auto& gets : hosts.gets()) add_gets(gets->client(), result);
  for (const auto& sets : hosts.sets()) add_sets(*sets, result);
  const CliqueStats& stats = hosts.stats();
  result.wrong_values = stats.wrong_values;
  result.stale = stats.stale;
  result.wrong_ends = stats.wrong_ends;
  result.gets_made = stats.gets_made;
  result.sets_made = stats.sets_made;
  result.erases_made = stats.erases_made;
  result.value_bytes = stats.value_bytes;
  result.service = stats.service.batches();
  result.times = {{"hit", stats.hit},  {"miss", stats.miss},   {"failed", stats.failed},
                  {"set", stats.set},  {"erase", stats.erase}, {"index", stats.index},
                  {"data", stats.data}};
  return result;
}

void CliqueMapHosts::declare_sections(ResultSections& sections) { sections.add<CliqueResult>(); }

void CliqueMapHosts::collect(const RunFacts& /*facts*/, RunResult& result) const {
  result.sections.get<CliqueResult>() = cliquemap_result(*this);
}

}  // namespace tinsim
