// SPDX-License-Identifier: Apache-2.0
// Measurements of hosts. All sums and histograms, so that hosts, chips and ranks add up in any
// order.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "base/fields/kinds.h"
#include "tlm/gnet/cell.h"
#include "tlm/host/service_series.h"

namespace tinsim {

/// Of the packets of one class of service. Times in cycles.
struct HostCounts {
  TIN_RECORD(HostCounts);
  TIN_FIELD(Sum, messages_made, "messages born in the measurement");
  TIN_FIELD(Sum, bytes_made, "their bytes");
  TIN_FIELD(Sum, messages, "messages complete at their destination, in order");
  TIN_FIELD(Sum, bytes, "bytes of messages that arrived for the first time: goodput");
  TIN_FIELD(Sum, packets, "packets of those bytes");
  TIN_FIELD(Sum, marked, "packets that arrived with CE");
  TIN_FIELD(Sum, again, "packets that arrived a second time");
  TIN_FIELD(Sum, sent, "packets with data, those sent again included");
  TIN_FIELD(Sum, sent_again, "packets that Swift sent again");
  TIN_FIELD(Sum, timeouts, "ends of Swift's retransmission timer");
};

struct HostClassStats {
  TIN_RECORD(HostClassStats);
  TIN_FIELD_AS(Part<HostCounts>, counts, "hosts", "counts of the hosts");
  TIN_FIELD(Times, fabric_rtt,
            "first bit of a packet at its NIC to the last bit of its acknowledgement there, less "
            "the time in the remote host");
  TIN_FIELD(Times, one_way,
            "first bit at the NIC of the source to the last bit at that of the destination");
  TIN_FIELD(Times, completion, "birth of a message to the last bit of its last packet, in order");
};

class HostStats {
 public:
  static constexpr unsigned kClasses = 8;

  /// Only events in [from, to) count; the series has batches of `batch` cycles.
  void measure(Cycle from, Cycle to, Cycle batch = kNoCycle) {
    from_ = from;
    to_ = to;
    service_.measure(from, to, batch);
  }
  bool counts(Cycle at) const { return at >= from_ && at < to_; }

  HostClassStats& of_class(unsigned cos) {
    if (!classes_[cos]) classes_[cos] = std::make_unique<HostClassStats>();
    return *classes_[cos];
  }
  /// Null: nothing of this class happened.
  const HostClassStats* find(unsigned cos) const { return classes_[cos].get(); }
  /// A segment of class `cos` of host `number` has been acknowledged.
  void add_rtt(uint16_t number, unsigned cos, Cycle rtt) {
    of_class(cos).fabric_rtt.add(rtt);
    if (number >= rtt_of_host_.size()) rtt_of_host_.resize(number + 1u);
    auto& of_host = rtt_of_host_[number][cos];
    if (!of_host) of_host = std::make_unique<PortHistogram>();
    of_host->add(rtt);
  }
  /// Fabric RTTs of one host, less exact; null: none.
  const PortHistogram* rtt(std::size_t number, unsigned cos) const {
    return number < rtt_of_host_.size() ? rtt_of_host_[number][cos].get() : nullptr;
  }
  /// Bytes of messages.
  ServiceSeries& service() { return service_; }
  const ServiceSeries& service() const { return service_; }
  /// Sums of classes; RTTs of single hosts are not added, nor series.
  void merge(const HostStats& other);

 private:
  Cycle from_ = 0, to_ = kNoCycle;
  ServiceSeries service_;
  std::vector<std::array<std::unique_ptr<PortHistogram>, kClasses>> rtt_of_host_;
  std::array<std::unique_ptr<HostClassStats>, kClasses> classes_;
};

}  // namespace tinsim
