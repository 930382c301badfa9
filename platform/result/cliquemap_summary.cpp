// SPDX-License-Identifier: Apache-2.0
// CliqueMap in summary.json and in cliquemap.csv.
#include "base/output_file.h"
#include "platform/result/summary_parts.h"
#include "platform/result/writer_parts.h"
#include "platform/statistics/ip_result.h"

namespace tinsim {

using Json = nlohmann::ordered_json;

Json cliquemap_json(const CliqueResult& of, uint64_t cycles, unsigned core_mhz) {
  const auto per_client = [&](uint64_t ops) {
    return static_cast<double>(ops) * core_mhz * 1e6 /
           (static_cast<double>(cycles) * static_cast<double>(of.clients));
  };
  uint64_t ended = 0;
  Json times = Json::object();
  for (const auto& [kind, time] : of.times) {
    Json json = latency_json(time, core_mhz);
    json["count"] = time.count();
    json["p90"] = time.count() ? Json(cycles_to_ns(time.percentile(90), core_mhz)) : Json();
    times[kind] = std::move(json);
    if (kind != "index" && kind != "data") ended += time.count();
  }
  return {{"clients", of.clients},
          {"backends", of.backends},
          {"gets", of.gets},
          {"hits", of.hits},
          {"misses", of.misses},
          {"failed", of.failed},
          {"gets_open", of.gets_open},
          {"sets", of.sets},
          {"sets_ended", of.sets_ended},
          {"sets_refused", of.sets_refused},
          {"sets_open", of.sets_open},
          {"erases", of.erases},
          {"erases_ended", of.erases_ended},
          {"erases_open", of.erases_open},
          {"reads", of.reads},
          {"failed_reads", of.failed_reads},
          {"retries", of.retries},
          {"no_quorum", of.no_quorum},
          {"disagreements", of.disagreements},
          {"bad_data", of.bad_data},
          {"wrong_values", of.wrong_values},
          {"stale", of.stale},
          {"wrong_ends", of.wrong_ends},
          {"offered_per_s_per_client", per_client(of.gets_made + of.sets_made + of.erases_made)},
          {"ended_per_s_per_client", per_client(ended)},
          {"goodput_gbps_per_client", ip_gbps(of.value_bytes, cycles, of.clients, core_mhz)},
          {"times_ns", std::move(times)}};
}

void write_cliquemap(const std::filesystem::path& path, const RunResult& r) {
  OutputFile file(path);
  file.print("kind,count,mean_ns,p50_ns,p90_ns,p99_ns,p999_ns,max_ns\n");
  for (const auto& [kind, time] : r.cliquemap->times) {
    if (time.count() == 0) continue;
    const auto ns = [&r](double cycles) { return cycles_to_ns(cycles, r.core_mhz); };
    file.print("{},{},{},{},{},{},{},{}\n", kind, time.count(), ns(time.mean()),
               ns(time.percentile(50)), ns(time.percentile(90)), ns(time.percentile(99)),
               ns(time.percentile(99.9)), ns(static_cast<double>(time.max())));
  }
  file.close();
}

}  // namespace tinsim
