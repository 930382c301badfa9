// SPDX-License-Identifier: Apache-2.0
// Which flow a message carries, and notices of completions, to hosts of this process and of others.
#pragma once

#include <cstdint>
#include <deque>
#include <unordered_map>
#include <utility>
#include <vector>

#include "tlm/host/flows/host_flows.h"

namespace tinsim {

/// Flow of a message, for its receiver.
struct FlowTag {
  uint64_t id = 0;
  Cycle start = 0;
  uint32_t bytes = 0;
};

/// To a host that another process simulates: the tag of a message, or a notice.
struct RemoteFlowNews {
  uint16_t from = 0, to = 0;
  bool is_notice = false;
  FlowTag tag;  ///< of a notice: the id, and its cycle as `start`
};

/// Tags from one host to another are taken in the order in which they were put. A tag is put before
/// the first packet of its message is announced, so it is with the other process when that arrives
/// there.
class FlowBoard {
 public:
  /// Host `number` is one of this process.
  void add_own(uint16_t number, HostFlows& flows) { own_[number] = &flows; }
  /// Host `to` is simulated by process `number`.
  void add_remote(uint16_t to, unsigned number) {
    process_of_[to] = number;
    if (outgoing_.size() <= number) outgoing_.resize(number + 1);
  }

  void put(uint16_t from, uint16_t to, const FlowTag& tag) { send({from, to, false, tag}); }
  /// Precondition: one has been put, or has arrived, that was not taken.
  FlowTag take(uint16_t from, uint16_t to) {
    std::deque<FlowTag>& tags = in_flight_.at(key(from, to));
    const FlowTag first = tags.front();
    tags.pop_front();
    return first;
  }
  void notify(uint16_t from, uint16_t to, const FlowNotice& notice) {
    send({from, to, true, {notice.id, notice.at, 0}});
  }

  /// News put for hosts of process `number` since the last call.
  std::vector<RemoteFlowNews> take_outgoing(unsigned number) {
    if (number >= outgoing_.size()) return {};
    return std::exchange(outgoing_[number], {});
  }
  /// News that another process has put.
  void arrive(const RemoteFlowNews& news) {
    if (news.is_notice) return own_.at(news.to)->notify({news.tag.id, news.tag.start});
    in_flight_[key(news.from, news.to)].push_back(news.tag);
  }

 private:
  static uint32_t key(uint16_t from, uint16_t to) { return uint32_t{from} << 16 | to; }
  void send(const RemoteFlowNews& news) {
    const auto far = process_of_.find(news.to);
    if (far == process_of_.end()) return arrive(news);
    outgoing_[far->second].push_back(news);
  }

  std::unordered_map<uint16_t, HostFlows*> own_;
  std::unordered_map<uint32_t, std::deque<FlowTag>> in_flight_;
  std::unordered_map<uint16_t, unsigned> process_of_;  ///< of hosts that are not of this one
  std::vector<std::vector<RemoteFlowNews>> outgoing_;  ///< by process
};

}  // namespace tinsim
