// SPDX-License-Identifier: Apache-2.0
// What hosts measure. All sums and histograms, so that hosts, chips and ranks add up in any order.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "base/histogram.h"
#include "rtl_models/common/fields.h"
#include "tlm/gnet/cell.h"
#include "tlm/host/service_series.h"

namespace tinsim {

/// Of the packets of one class of service. Times in cycles.
struct HostCounts {
  uint64_t messages_made = 0, bytes_made = 0;  ///< born in the measurement
  uint64_t messages = 0;                       ///< complete at their destination, in order
  uint64_t bytes = 0;                          ///< of messages, arrived for the first time: goodput
  uint64_t packets = 0;                        ///< … in so many packets
  uint64_t marked = 0;                         ///< packets that came with CE
  uint64_t again = 0;                          ///< packets that came a second time
  uint64_t sent = 0;                           ///< packets with data, those sent again included
  uint64_t sent_again = 0;
  uint64_t timeouts = 0;
  TIN_FIELDS(messages_made, bytes_made, messages, bytes, packets, marked, again, sent, sent_again,
             timeouts)
};

struct HostClassStats {
  HostCounts counts;
  /// From the first bit of a segment at its NIC to the last bit of its acknowledgement there, less
  /// the time it spent in the remote host.
  Histogram fabric_rtt;
  /// From the first bit at the NIC of the source to the last at that of the destination.
  Histogram one_way;
  /// From a message's birth to the last bit of its last segment in order.
  Histogram completion;

  void merge(const HostClassStats& other);
};

class HostStats {
 public:
  static constexpr unsigned kClasses = 8;

  /// Only what happens in [from, to) counts; the series has batches of `batch` cycles.
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
