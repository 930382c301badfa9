// SPDX-License-Identifier: Apache-2.0
// Messages between CliqueMap's hosts, and the exchange of SETs between ranks.
#include <utility>

#include "platform/services/cliquemap_hosts.h"
#include "platform/services/ip_hosts.h"
#include "platform/services/remote_chips.h"

namespace tinsim {
namespace {

/// One entry of traffic, which carries all messages.
HostNetwork messages_of(PlatformConfig config, const Topology& topology) {
  IpTrafficConfig entry;
  entry.cos = config.cliquemap.cos;
  config.ip_traffic = {entry};
  return host_network(config, topology);
}

}  // namespace

/// All hosts of CliqueMap send and take messages: SETs, and reads if they are not 1RMA's.
void CliqueMapHosts::add_software(IpNetwork& ip) {
  network_ = messages_of(config_, topology_);
  SoftwareMemoryParams params(config_.cliquemap, config_.tin.core_mhz);
  params.seed = config_.run.seed;
  software_.resize(memories_.size());
  for (unsigned number = 0; number < memories_.size(); ++number) {
    if (!has(number)) continue;
    params.number = static_cast<uint16_t>(number);
    software_[number] =
        std::make_unique<SoftwareHost>(network_, params, host_stats_, board_, *memories_[number]);
    ip.engine(chip_of(number)).attach(host_of(number), *software_[number]);
  }
  for (std::size_t i = 0; i < backends_.size(); ++i) {
    if (backends_[i] == nullptr) continue;
    const unsigned number = plan_.backends[i];
    SoftwareMemory& memory = software_[number]->memory();
    memory.add_region(clique_region(map_, host_of(number)));
    memory.on_set = [backend = backends_[i].get()](uint64_t key, uint64_t version, ByteView value) {
      return backend->set(key, version, value);
    };
    memory.on_erase = [backend = backends_[i].get()](uint64_t key, uint64_t version) {
      return backend->erase(key, version);
    };
  }
  if (!makes_sets()) return;
  if (ranks_.size() > 1) workload_.history.record_changes();
  for (uint16_t client : plan_.clients) {
    if (!has(client)) continue;
    sets_.push_back(std::make_unique<CliqueSets>(workload_, client, clique_,
                                                 software_[client]->memory(), stats_));
    software_[client]->attach(*sets_.back());
  }
}

void CliqueMapHosts::join(RemoteChips& remote) {
  if (!config_.cliquemap.sends_messages()) return;
  remote.for_each([this](std::size_t chip, unsigned rank) {
    for (unsigned host = 0; host < map_of_hosts_.hosts_of(chip); ++host)
      board_.add_remote(static_cast<uint16_t>(map_of_hosts_.first_of(chip) + host), rank);
  });
  board_mail_ = std::make_unique<BoardMail>(board_);
  remote.send_with(*board_mail_);
}

void CliqueMapHosts::apply_deferred_updates(Cycle /*cycle*/) {
  if (makes_sets() && ranks_.size() > 1) share_sets();
  stats_.judge_pending(workload_.history);
}

void CliqueMapHosts::share_sets() {
  Bytes news;
  for (const CliqueHistory::Step& step : workload_.history.take_changes()) {
    put(news, step.key);
    put(news, step.version);
    put(news, step.at);
    put(news, uint8_t{step.erases});
  }
  std::vector<Bytes> heard(ranks_.size());
  ranks_.exchange(std::vector<Bytes>(ranks_.size(), news), heard);
  for (unsigned rank = 0; rank < ranks_.size(); ++rank) {
    if (rank == ranks_.rank()) continue;
    for (ByteReader from(heard[rank]); !from.at_end();) {
      CliqueHistory::Step step;
      step.key = from.take<uint64_t>();
      step.version = from.take<uint64_t>();
      step.at = from.take<Cycle>();
      step.erases = from.take<uint8_t>() != 0;
      workload_.history.merge(step);
    }
  }
}

}  // namespace tinsim
