// SPDX-License-Identifier: Apache-2.0
// The PCIe interface between a chip and one of its hosts: requests, completions and their times, in
// both directions. docs/reference/pcie.md.
#pragma once

#include <vector>

#include "base/fields/kinds.h"
#include "base/prefetch.h"
#include "tlm/pcie/dma.h"
#include "tlm/pcie/dma_memory.h"
#include "tlm/pcie/mmio.h"
#include "tlm/pcie/read_latency.h"
#include "tlm/pcie/tlp_data.h"
#include "tlm/pcie/tlp_sender.h"

namespace tinsim {

/// Requests on one link.
struct PcieCounters {
  TIN_RECORD(PcieCounters);
  TIN_FIELD(Sum, reads, "read requests of the chip");
  TIN_FIELD(Sum, writes, "write requests of the chip");
  TIN_FIELD(Sum, atomics, "atomic operations of the chip");
  TIN_FIELD(Unreported<Sum>, bytes_read, "by the chip");
  TIN_FIELD(Unreported<Sum>, bytes_written, "by the chip");
  TIN_FIELD(Sum, stores, "writes of the host to the chip's registers");
  TIN_FIELD(Sum, loads, "reads of the host of the chip's registers");
  TIN_FIELD(Sum, errors, "requests outside memory or registers");
};

/// Broken rules of a caller are ProtocolErrors: PcieRunsInOrder, DmaSize, DmaAtomicShape, MmioSize.
class PcieLink final : public DmaPort, public MmioPort {
 public:
  /// `memory` must outlive the link, or another take its place before the first cycle.
  PcieLink(const PcieParams& params, DmaMemory& memory);
  PcieLink(const PcieLink&) = delete;
  PcieLink& operator=(const PcieLink&) = delete;

  /// Without a target, stores are lost and loads are errors; without a client, there are no
  /// reports.
  void attach(MmioTarget& target) { target_ = &target; }
  void attach(DmaMemory& memory) {
    memory_ = &memory;
    is_passive_ = memory.is_passive();
    extent_ = memory.extent();
  }
  void attach(MmioClient& client) { client_ = &client; }

  void read(Cycle now, uint64_t address, uint32_t bytes, uint64_t cookie) override;
  void write(Cycle now, uint64_t address, ByteView bytes, uint64_t cookie, bool notify) override;
  void atomic(Cycle now, const DmaAtomic& atomic, uint64_t cookie) override;
  bool withdraw_atomic(Cycle now, uint64_t cookie) override;
  bool write_at_once(Cycle now, uint64_t address, uint32_t bytes) override;
  void store(Cycle now, uint32_t offset, ByteView bytes) override;
  void load(Cycle now, uint32_t offset, uint32_t bytes, uint64_t cookie) override;

  void run(Cycle now, DmaClient& client) override;
  bool run_reads(Cycle to, DmaClient& client) override;
  bool is_observed() const override {
    return !is_passive_ || params_.carried || client_ != nullptr;
  }
  void prefetch() const override;

  /// No transfer is in progress, UpdateFCs included.
  bool idle() const;
  /// Tags and credits that are out; 0 when idle, or something has leaked.
  uint32_t tags_out() const { return params_.tags - static_cast<uint32_t>(free_tags_.size()); }
  /// Null: none.
  const MmioTarget* target() const { return target_; }
  const TlpSender& up() const { return up_; }      ///< chip to host
  const TlpSender& down() const { return down_; }  ///< host to chip
  const PcieParams& params() const { return params_; }
  const PcieCounters& counters() const { return counters_; }

 private:
  /// An operation of the chip whose end has not been reported.
  struct Operation {
    uint64_t cookie = 0;
    uint32_t left = 0;  ///< octets that have not been answered, or are not in memory
    bool failed = false;
    bool is_read = false;
    bool notify = false;  ///< of a write
    DmaAtomic atomic;
  };
  /// A write or a report that is due.
  struct Due {
    Cycle at = 0;
    uint64_t number = 0;  ///< of a request at the host, in order of arrival
    Tlp tlp;
  };
  struct Arrival {
    Cycle at = 0;
    Tlp tlp;
  };
  using Part = TlpSender::Part;
  /// A read or an atomic operation at the host.
  struct HostRequest {
    Cycle at = 0;
    uint16_t tag = 0;
    uint64_t number = 0;
  };

  // Chip (pcie_link.cpp).
  uint32_t open(const Operation& operation);
  void close(uint32_t op);
  void called(Cycle now) {
    if (__builtin_expect(now < now_ || (!running_ && next_ < now), false)) out_of_order(now);
    now_ = now;
  }
  [[noreturn]] void out_of_order(Cycle now) const;
  void reach_chip(const Part& part, DmaClient& client);
  bool report_read(const Part& part, ByteView bytes, DmaClient& client);
  bool is_due_read(const Part& part, Cycle by) const {
    return part.arrival <= by && operations_[part.op].is_read;
  }
  void take_mmio(const Tlp& tlp, Cycle now);
  /// Without data where payload is counted.
  template <class Packet>
  ByteView octets_of(const Packet& packet) {
    return {packet.data != 0 ? data_.at(packet.data) + packet.begin : nullptr, packet.bytes};
  }

  // Wires (pcie_link_send.cpp).
  void send_up(Cycle from, Cycle to, Cycle credit_by);
  void send_down(Cycle from, Cycle to, Cycle credit_by);
  void catch_up(Cycle to);
  void catch_up_to_call(Cycle now);
  void send_request(Cycle now, const Tlp& tlp);
  bool starts_immediately(Cycle now, uint64_t address, uint32_t bytes);
  void start_due(Cycle now);
  bool is_behind_others() const;
  Cycle next_except_answers() const;
  Cycle next_answer() const;
  Cycle find_next();
  Cycle find_next_of(Cycle next) const;
  Cycle end_of_all() const;

  // Host (pcie_link_host.cpp).
  void reach_host(const Tlp& tlp, Cycle at);
  /// A write of counted octets arrives in cycle `at`, without a report.
  void complete_unreported_write(uint64_t address, uint32_t bytes, Cycle at) {
    ++arrived_;
    if (!has_memory(address, bytes)) ++counters_.errors;
    written_at_ = at + params_.write_cycles;
  }
  /// Of passive memory.
  bool has_memory(uint64_t address, uint32_t bytes) const {
    return bytes <= extent_ && address <= extent_ - bytes;
  }
  void complete_writes(Cycle now, DmaClient& client);
  void keep_request(const HostRequest& host_request);
  void answer_requests(Cycle now);
  void answer_counted(Cycle now);
  MemoryAccess access_of(const Tlp& tlp);
  void answer(Tlp tlp, MemoryReply reply);
  void report_loads(Cycle now);

  PcieParams params_;
  DmaMemory* memory_;
  MmioTarget* target_ = nullptr;
  MmioClient* client_ = nullptr;
  bool is_passive_;  ///< the memory
  uint64_t extent_;  ///< … if so
  TlpSender up_, down_;
  TlpData data_;
  GrowingQueue<Arrival> to_host_;  ///< on the wire, if the memory needs a report of arrivals
  GrowingQueue<Part> to_chip_;     ///< answers on the wire
  std::vector<Operation> operations_;
  std::vector<uint32_t> free_operations_;
  std::vector<uint16_t> free_tags_;
  std::vector<uint64_t> loads_;  ///< cookies of outstanding loads
  std::vector<uint32_t> free_loads_;
  uint64_t arrived_ = 0;  ///< requests at the host
  ReadLatency latency_;
  Cycle written_at_ = 0;                  ///< all writes that have arrived are in memory by then
  GrowingQueue<Due> writes_;              ///< at the host
  GrowingQueue<HostRequest> requests_;    ///< at the host, in the order in which they are answered
  std::pmr::vector<Tlp> request_by_tag_;  ///< indexed by tag
  GrowingQueue<Due> mmio_;                ///< at the chip
  GrowingQueue<Due> answers_;             ///< to loads, at the host
  bool running_ = false;
  Cycle started_until_ = 0;  ///< packets that could start before this cycle have started
  Cycle now_ = 0;            ///< of the last call
  Cycle next_except_answers_ = kNoCycle;  ///< next_except_answers(), as it is between two calls
  PcieCounters counters_;
};

}  // namespace tinsim
