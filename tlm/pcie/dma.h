// SPDX-License-Identifier: Apache-2.0
// The chip's way into the memory of one host: reads, posted writes and atomic operations whose
// answers come in later cycles.
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
  uint64_t operand = 0;  ///< what is added, or the new value
  uint64_t compare = 0;  ///< kCompareSwap: written only if this was there
};

/// One completion of a read: it carries the octets from `offset` of the read on.
struct DmaPiece {
  uint64_t cookie = 0;
  uint32_t offset = 0;
  ByteView bytes;     ///< data null where payload is counted
  bool last = false;  ///< with it all octets of the read have been told; nothing more comes
  bool error =
      false;  ///< an address outside the host's memory: no octets, and the last of its read
};

/// Is told what a DmaPort has done, in order of time.
class DmaClient {
 public:
  virtual ~DmaClient() = default;
  /// The last octet of a completion has arrived in cycle `at`. Completions of one request come in
  /// order of address, those of different requests (of one read, too) as they come.
  virtual void read_piece(const DmaPiece& piece, Cycle at) = 0;
  /// All octets of a write with `notify` are in memory; with `error` they were outside and are
  /// lost.
  virtual void write_landed(uint64_t cookie, bool error, Cycle at) = 0;
  /// `old_value` is what was there before; 0 with `error` or where payload is counted.
  virtual void atomic_done(uint64_t cookie, uint64_t old_value, bool error, Cycle at) = 0;
};

/// One host, seen by the chip. Times are core cycles and do not decrease from call to call; all
/// that is due before a cycle is run before anything is asked in it. Calls of one cycle count in
/// their order. Requests wait in the port as long as link, tags and credits make them: it takes
/// all.
///
/// Order: a write is in memory before a later write, and before a later read or atomic operation
/// looks; nothing else is ordered. Cookies are the client's and are never looked at.
class DmaPort {
 public:
  virtual ~DmaPort() = default;

  /// Reads 1 octet or more, cut into requests and completions as PCIe must.
  virtual void read(Cycle now, uint64_t address, uint32_t bytes, uint64_t cookie) = 0;
  /// Posted. The octets are copied. Without `notify` the client never hears of it again.
  virtual void write(Cycle now, uint64_t address, ByteView bytes, uint64_t cookie, bool notify) = 0;
  virtual void atomic(Cycle now, const DmaAtomic& atomic, uint64_t cookie) = 0;
  /// Takes back an atomic operation that has not begun: it never does, and the client never hears
  /// of it. False: it has begun, and will be told.
  virtual bool withdraw_atomic(Cycle now, uint64_t cookie) = 0;
  /// A write without `notify` of bytes that are counted, if nothing is due and nothing holds it
  /// back; else false, and write() is to be called.
  virtual bool write_at_once(Cycle /*now*/, uint64_t /*address*/, uint32_t /*bytes*/) {
    return false;
  }

  /// First cycle in which run() has something to do; kNoCycle if nothing is under way. It may be
  /// earlier than the next thing that the client is told of.
  Cycle next() const { return next_; }
  /// Does what is due in cycle `now`. The client may ask for more from within its calls.
  virtual void run(Cycle now, DmaClient& client) = 0;
  /// Tells of completions of reads up to cycle `to`, each in its cycle, as long as nothing else is
  /// due and until a read has ended. The client asks for nothing in the meantime; writes without
  /// `notify` that it asks for afterwards, in cycles from before, are as if they had come first.
  /// False: what is due next is for run().
  virtual bool run_reads(Cycle /*to*/, DmaClient& /*client*/) { return false; }
  /// Somebody besides the client may look at what has been done, in the cycle of it. Else calls for
  /// a cycle, in their order, may as well come when later ones have been simulated elsewhere.
  virtual bool is_watched() const { return true; }
  /// Fetches the state that the next calls will touch.
  virtual void prefetch() const {}

 protected:
  Cycle next_ = kNoCycle;  ///< next(), which is asked for in each of the engine's steps
};

}  // namespace tinsim
