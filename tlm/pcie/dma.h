// SPDX-License-Identifier: Apache-2.0
// Access of the chip to the memory of one host: reads, posted writes and atomic operations, with
// answers in later cycles.
#pragma once

#include "tlm/gnet/cell.h"
#include "tlm/pcie/byte_view.h"

namespace tinsim {

enum class AtomicOp : uint8_t { kFetchAdd, kSwap, kCompareSwap };

/// AtomicOp of the PCIe base specification on an integer, little endian. `address` is a multiple of
/// `bytes`.
struct DmaAtomic {
  AtomicOp op = AtomicOp::kFetchAdd;
  uint8_t bytes = 8;  ///< 4 or 8
  uint64_t address = 0;
  uint64_t operand = 0;  ///< the summand, or the new value
  uint64_t compare = 0;  ///< kCompareSwap: written only if this was there
};

/// One completion of a read: it carries the octets from `offset` of the read on.
struct DmaPiece {
  uint64_t cookie = 0;
  uint32_t offset = 0;
  ByteView bytes;     ///< data null where payload is counted
  bool last = false;  ///< the last completion of the read
  bool error =
      false;  ///< an address outside the host's memory: no octets, and the last of its read
};

/// Observer of the completed operations of a DmaPort, in order of time.
class DmaClient {
 public:
  virtual ~DmaClient() = default;
  /// The last octet of a completion has arrived in cycle `at`. Completions of one request arrive in
  /// order of address, those of different requests (also of one read) in any order.
  virtual void read_piece(const DmaPiece& piece, Cycle at) = 0;
  /// All octets of a write with `notify` are in memory; with `error` they were outside and are
  /// lost.
  virtual void write_landed(uint64_t cookie, bool error, Cycle at) = 0;
  /// `old_value` is the value before; 0 with `error` or if payload is counted.
  virtual void atomic_done(uint64_t cookie, uint64_t old_value, bool error, Cycle at) = 0;
};

/// One host, seen by the chip. Times are core cycles and do not decrease from call to call. All
/// work that is due before a cycle is run before the first request in it. Calls of one cycle take
/// effect in their order. The port accepts all requests; they wait in it for link, tags and
/// credits.
///
/// Order: a write is in memory before a later write, and before a later read or atomic operation
/// reads memory; nothing else is ordered. Cookies belong to the client; the port does not interpret
/// them.
class DmaPort {
 public:
  virtual ~DmaPort() = default;

  /// Reads 1 octet or more, cut into requests and completions as PCIe must.
  virtual void read(Cycle now, uint64_t address, uint32_t bytes, uint64_t cookie) = 0;
  /// Posted. The octets are copied. Without `notify` there is no report of its end.
  virtual void write(Cycle now, uint64_t address, ByteView bytes, uint64_t cookie, bool notify) = 0;
  virtual void atomic(Cycle now, const DmaAtomic& atomic, uint64_t cookie) = 0;
  /// Withdraws an atomic operation that has not begun; there is no report of it then. False: it has
  /// begun, and its end will be reported.
  virtual bool withdraw_atomic(Cycle now, uint64_t cookie) = 0;
  /// A write without `notify` of bytes that are counted, if nothing is due and nothing holds it
  /// back; else false, and write() is to be called.
  virtual bool write_at_once(Cycle /*now*/, uint64_t /*address*/, uint32_t /*bytes*/) {
    return false;
  }

  /// First cycle in which run() has work; kNoCycle if nothing is in flight. It may be earlier than
  /// the next report to the client.
  Cycle next() const { return next_; }
  /// Does the work that is due in cycle `now`. The client may make requests within its calls.
  virtual void run(Cycle now, DmaClient& client) = 0;
  /// Reports completions of reads up to cycle `to`, each in its cycle, as long as no other work is
  /// due and until a read has ended. The client makes no requests within these calls. Writes
  /// without `notify` that it makes afterwards, for earlier cycles, take effect as if they had been
  /// made first. False: the next work is that of run().
  virtual bool run_reads(Cycle /*to*/, DmaClient& /*client*/) { return false; }
  /// Whether the effects are visible to more than the client, in their cycle. If not, calls for a
  /// cycle, in their order, may follow the simulation of later cycles.
  virtual bool is_observed() const { return true; }
  /// Fetches the state that the next calls will touch.
  virtual void prefetch() const {}

 protected:
  Cycle next_ = kNoCycle;  ///< next(), which each step of the engine reads
};

}  // namespace tinsim
