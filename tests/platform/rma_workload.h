// SPDX-License-Identifier: Apache-2.0
// Random operations of 1RMA among all hosts of a network, held to a plain model of their memories.
#pragma once

#include <fmt/format.h>

#include <array>
#include <deque>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "testbench/bench_random.h"
#include "tests/platform/rma_network_fixture.h"

namespace tinsim {

/// Reads and writes go through all sizes, and again through those that have failed; places are
/// random. Every slot of every host has a slab of its own in the data of each host, so that what is
/// there does not depend on the order of operations. Where one timed out or was refused, its writes
/// are unknown: its slab is not used for long.
class RmaWorkload {
 public:
  static constexpr unsigned kSlabBytes = 8192;
  static constexpr unsigned kSlabs = 384;                  ///< of each host, for others
  static constexpr uint64_t kLocal = kSlabs * kSlabBytes;  ///< where a host's own buffers begin
  static constexpr Cycle kLongest = 20'000;                ///< 50 us

  RmaWorkload(RmaTestNetwork& net, uint64_t seed, unsigned slots, uint64_t ops)
      : net_(net), random_(seed), slots_(slots), left_(ops), ops_(net.hosts() * slots) {
    for (unsigned host = 0; host < net.hosts(); ++host) {
      model_.emplace_back(RmaTestNetwork::kBytes);
      for (uint8_t& byte : model_.back()) byte = static_cast<uint8_t>(random_.bits());
      net.memory(host).write(RmaTestNetwork::kBase, model_.back().data(), model_.back().size());
      for (unsigned slab = net.hosts() * slots; slab < kSlabs; ++slab)
        free_slabs_[host].push_back(slab);
      net.host(host).on_end = [this, host](const RmaCompletion& completion, Cycle at) {
        ended(host, completion, at);
      };
    }
    for (unsigned host = 0; host < net.hosts(); ++host)
      for (unsigned slot = 0; slot < slots; ++slot) start(host, slot, 10);
  }

  /// Operations that have been requested and have not ended.
  unsigned outstanding() const { return outstanding_; }
  uint64_t count(RmaStatus status) const { return counts_[static_cast<std::size_t>(status)]; }
  uint64_t total() const {
    uint64_t sum = 0;
    for (uint64_t count : counts_) sum += count;
    return sum;
  }
  /// Every size from 1 to 4096 has been read and written well, every octet of 64 has been the first
  /// of an operation at either end, and every host has moved bytes of every other.
  bool has_done_all() const {
    const bool sizes = done_[0].size() == kRmaMaxBytes && done_[1].size() == kRmaMaxBytes;
    return sizes && starts_.size() == 4 * 64 && pairs_.size() == net_.hosts() * (net_.hosts() - 1);
  }
  /// The first thing that was not as the model says; empty if all was.
  const std::string& fault() const { return fault_; }

  /// Runs until all operations have ended, `limit` at most, and then until all is quiet.
  void run(Cycle limit) {
    Cycle now = 0;
    while (outstanding_ > 0 && now < limit) net_.run_to(now += 4000);
    net_.run_to(now + 20'000);
  }
  /// Compares every byte of every host's data with the model, but for those of failed operations.
  void compare_all() {
    for (unsigned host = 0; host < net_.hosts(); ++host) {
      std::vector<uint8_t> bytes(RmaTestNetwork::kBytes);
      net_.memory(host).read(RmaTestNetwork::kBase, bytes.data(), bytes.size());
      for (const auto& [slab, range] : unknown_[host])
        std::copy_n(bytes.begin() + static_cast<long>(range.first), range.second,
                    model_[host].begin() + static_cast<long>(range.first));
      for (std::size_t n = 0; n < bytes.size(); ++n) {
        if (bytes[n] == model_[host][n]) continue;
        return fail(fmt::format("host {} byte {:#x}: {} in memory, {} in the model", host, n,
                                bytes[n], model_[host][n]));
      }
    }
  }

 private:
  struct Op {
    RmaOp op = RmaOp::Read;
    unsigned target = 0, slab = 0;
    uint64_t remote = 0, local = 0;
    unsigned bytes = 0;
    Cycle issued = 0;
  };
  using Place = std::tuple<unsigned, unsigned, unsigned>;  ///< host, slot, target

  void fail(const std::string& text) {
    if (fault_.empty()) fault_ = text;
  }
  unsigned slab_of(unsigned host, unsigned slot, unsigned target) {
    return slabs_.try_emplace({host, slot, target}, host * slots_ + slot).first->second;
  }
  void start(unsigned host, unsigned slot, Cycle at) {
    if (left_ == 0) return;
    --left_;
    ++outstanding_;
    Op& op = ops_[host * slots_ + slot];
    op.target = (host + random_.range(1, net_.hosts() - 1)) % net_.hosts();
    op.op = static_cast<RmaOp>(random_.below(4));
    const bool atomic = op.op == RmaOp::Faa || op.op == RmaOp::Cas;
    op.bytes = atomic ? 8 : next_size(op.op);
    op.issued = at;
    op.slab = slab_of(host, slot, op.target);
    uint64_t in_slab = random_.below(kSlabBytes - op.bytes + 1);
    if (atomic) in_slab &= ~uint64_t{7};
    op.remote = uint64_t{op.slab} * kSlabBytes + in_slab;
    op.local = kLocal + slot * kSlabBytes + random_.below(kSlabBytes - 4096 + 1);
    if (op.op != RmaOp::Read) make_operands(host, op);
    RmaCommand command = net_.command(host, op.target, op.op, op.bytes, op.remote, op.local);
    command.cls = static_cast<uint8_t>(random_.below(kRmaClasses));
    net_.host(host).issue(slot_number(host, slot), command, at);
  }
  /// 1531 and 4096 have no common factor: all sizes, none near the one before.
  unsigned next_size(RmaOp op) {
    auto& again = again_[static_cast<unsigned>(op)];
    if (again.empty()) return 1 + sizes_[static_cast<unsigned>(op)]++ * 1531 % kRmaMaxBytes;
    const unsigned size = again.front();
    again.pop_front();
    return size;
  }
  static unsigned slot_number(unsigned host, unsigned slot) { return host % 2 * 128 + slot; }

  void make_operands(unsigned host, const Op& op) {
    const unsigned bytes = op.op == RmaOp::Cas ? 16 : op.bytes;
    for (unsigned n = 0; n < bytes; ++n)
      model_[host][op.local + n] = static_cast<uint8_t>(random_.bits());
    // Half of the swaps shall take place.
    if (op.op == RmaOp::Cas && random_.chance(50))
      std::copy_n(&model_[op.target][op.remote], 8, &model_[host][op.local]);
    net_.memory(host).write(RmaTestNetwork::kBase + op.local, &model_[host][op.local], bytes);
  }

  void ended(unsigned host, const RmaCompletion& completion, Cycle at) {
    const unsigned slot = completion.slot % 128;
    const Op op = ops_[host * slots_ + slot];
    --outstanding_;
    ++counts_[static_cast<std::size_t>(completion.status)];
    if (completion.total >= kLongest || at - op.issued >= kLongest)
      fail(fmt::format("host {}: an operation takes {} cycles, {} until its completion is there",
                       host, completion.total, at - op.issued));
    if (completion.status == RmaStatus::kOk) {
      apply(host, op, completion);
      note(host, op);
    } else {
      if (op.op == RmaOp::Read || op.op == RmaOp::Write)
        again_[static_cast<unsigned>(op.op)].push_back(op.bytes);
      // A NACK, and what was given up before it was granted: nothing has been done.
      const bool untouched =
          completion.status == RmaStatus::kNack || completion.status == RmaStatus::kDispatchTimeout;
      if (!untouched) remove(host, slot, op);
    }
    start(host, slot, at + 1);
  }
  void note(unsigned host, const Op& op) {
    pairs_.insert({host, op.target});
    if (op.op != RmaOp::Read && op.op != RmaOp::Write) return;
    const auto kind = static_cast<unsigned>(op.op);
    done_[kind].insert(op.bytes);
    starts_.insert(kind * 64 + static_cast<unsigned>(op.remote % 64));
    starts_.insert(128 + kind * 64 + static_cast<unsigned>(op.local % 64));
  }
  void apply(unsigned host, const Op& op, const RmaCompletion& completion) {
    uint8_t* remote = &model_[op.target][op.remote];
    uint8_t* local = &model_[host][op.local];
    const uint64_t value = load_little(local, 8);
    if (op.op == RmaOp::Read) {
      std::copy_n(remote, op.bytes, local);
      std::vector<uint8_t> bytes(op.bytes);
      net_.memory(host).read(RmaTestNetwork::kBase + op.local, bytes.data(), bytes.size());
      if (!std::equal(bytes.begin(), bytes.end(), local))
        fail(fmt::format("host {}: a read of {} bytes at {:#x} of host {} has other bytes", host,
                         op.bytes, op.remote, op.target));
      return;
    }
    if (op.op == RmaOp::Write) {
      std::copy_n(local, op.bytes, remote);
      return;
    }
    const uint64_t old_value = load_little(remote, 8);
    if (completion.old_value != old_value)
      fail(fmt::format("host {}: old value {:#x}, {:#x} in the model", host, completion.old_value,
                       old_value));
    if (op.op == RmaOp::Faa) store_little(remote, 8, old_value + value);
    if (op.op == RmaOp::Cas && value == old_value)
      store_little(remote, 8, load_little(local + 8, 8));
  }
  void remove(unsigned host, unsigned slot, const Op& op) {
    if (op.op == RmaOp::Read) {  // what was written has landed before the completion
      net_.memory(host).read(RmaTestNetwork::kBase + op.local, &model_[host][op.local], op.bytes);
      return;
    }
    auto& free = free_slabs_[op.target];
    unknown_[op.target][op.slab] = {op.remote, op.bytes};
    free.push_back(op.slab);
    const unsigned fresh = free.front();
    free.pop_front();
    slabs_[{host, slot, op.target}] = fresh;
    const auto stale = unknown_[op.target].find(fresh);
    if (stale == unknown_[op.target].end()) return;
    const auto [offset, bytes] = stale->second;
    net_.memory(op.target).read(RmaTestNetwork::kBase + offset, &model_[op.target][offset], bytes);
    unknown_[op.target].erase(stale);
  }

  RmaTestNetwork& net_;
  Random random_;
  unsigned slots_;
  uint64_t left_;
  unsigned outstanding_ = 0;
  std::vector<Op> ops_;                      ///< by host and slot
  std::vector<std::vector<uint8_t>> model_;  ///< data of each host
  std::map<Place, unsigned> slabs_;
  std::map<unsigned, std::deque<unsigned>> free_slabs_;  ///< by host
  /// By host and slab: offset and bytes of the operation that failed there.
  std::map<unsigned, std::map<unsigned, std::pair<uint64_t, unsigned>>> unknown_;
  std::array<uint64_t, kRmaStatuses> counts_{};
  // By op, reads and writes.
  std::array<unsigned, 2> sizes_{};            ///< that have been requested
  std::array<std::deque<unsigned>, 2> again_;  ///< that have failed
  std::array<std::set<unsigned>, 2> done_;     ///< that have ended well
  std::set<unsigned> starts_;                  ///< octets of 64: of remote, then of local ranges
  std::set<std::pair<unsigned, unsigned>> pairs_;  ///< hosts that have moved each other's bytes
  std::string fault_;
};

}  // namespace tinsim
