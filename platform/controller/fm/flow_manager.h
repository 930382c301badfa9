// SPDX-License-Identifier: Apache-2.0
// Flow Manager: carries out the batches of a plan, and records what is installed (Aquila, section
// 4.1).
#pragma once

#include "platform/controller/fm/tin_difference.h"
#include "platform/controller/sfe/front_end.h"

namespace tinsim::control {

struct FlowManagerCounts {
  std::uint64_t operations = 0;       ///< carried out
  std::uint64_t read_backs = 0;       ///< of TiNs
  std::uint64_t differing = 0;        ///< … of those, with other registers than recorded
  std::uint64_t most_operations = 0;  ///< that were planned at a time, of all TiNs
};

/// A batch begins at all TiNs when the one before has ended at all of them. What an instance did
/// not record, the next one reads back.
class FlowManager final : public FrontEnd::Client {
 public:
  /// All outlive it. It becomes the client of the front end.
  FlowManager(const CliquePlan& plan, Nib& nib, FrontEnd& front_end);
  ~FlowManager() override { detach(); }
  FlowManager(const FlowManager&) = delete;
  FlowManager& operator=(const FlowManager&) = delete;

  /// Does what is due.
  void step();
  /// The front end has been replaced: requests that were sent have no results.
  void attach(FrontEnd& front_end);
  /// The front end is about to end.
  void detach();

  /// Nothing is to be done.
  bool is_settled() const;
  const FlowManagerCounts& counts() const { return counts_; }

  void written(std::size_t tin, bool is_known) override;
  void read(std::size_t tin, const ReadRegisters* registers) override;
  void disconnected(std::size_t tin) override;

 private:
  enum class Work : std::uint8_t { kNone, kWriting, kReading };
  struct Tin {
    Work work = Work::kNone;
    std::uint8_t flags = 0;
    BatchedOperations waiting;
    std::vector<TinOperation> sent;
  };

  void take_flags();
  void power_lost(std::size_t tin);
  bool is_ready(std::size_t tin) const {
    return tins_[tin].work == Work::kNone && front_end_->is_idle(tin);
  }
  bool is_quiet() const;
  void load();
  void send_batch();
  void send(std::size_t tin);
  void set_unknown(std::size_t tin);

  const CliquePlan& plan_;
  Nib& nib_;
  FrontEnd* front_end_;
  NibSubscription changes_;
  std::vector<Tin> tins_;
  std::uint64_t loaded_ = 0;  ///< number of the plan whose operations wait; 0: none
  FlowManagerCounts counts_;
};

}  // namespace tinsim::control
