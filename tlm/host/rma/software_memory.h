// SPDX-License-Identifier: Apache-2.0
// Remote memory by software at both ends: a request is a message, the other host's software reads
// and answers by another (as Pony Express does its one-sided operations; Marty et al., SOSP 2019).
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <vector>

#include "tlm/host/rma/cliquemap_config.h"
#include "tlm/host/rma/remote_memory.h"
#include "tlm/pcie/host_memory.h"

namespace tinsim {

/// A message between the software of two hosts. The content travels with it; the network carries
/// its size.
struct SoftwareMessage {
  bool is_answer = false;
  bool is_set = false;        ///< … or an erasure; else a read
  bool erases = false;        ///< a SET of nothing
  bool ok = false;            ///< answer
  RemoteRead read;            ///< the request; the cookie is the requester's. SET: host and cookie
  uint64_t key = 0;           ///< SET
  uint64_t version = 0;       ///< SET
  std::vector<uint8_t> data;  ///< answer to a read; SET: the value
};
using SoftwareMessagePtr = std::shared_ptr<const SoftwareMessage>;

/// One host's way to send messages, each of which arrives whole, once, at some later time.
class MessagePort {
 public:
  virtual ~MessagePort() = default;
  /// `bytes`: on the wire, at least 1, without headers of packets.
  virtual void send(Cycle now, uint16_t to, uint32_t bytes, SoftwareMessagePtr message) = 0;
};

/// The section, with the times of software in core cycles. `message_bytes` is the size of a
/// request, and of an answer before its data.
struct SoftwareMemoryParams : CliqueMapConfig {
  SoftwareMemoryParams() : SoftwareMemoryParams(CliqueMapConfig(), 400) {}
  SoftwareMemoryParams(const CliqueMapConfig& section, unsigned core_mhz);

  uint16_t number = 0;  ///< of the host
  uint64_t seed = 0;
  Cycle process_cycles;  ///< from a message's arrival until software has dealt with it
  Cycle jitter_cycles;   ///< … and up to so much more, uniformly random
  Cycle message_cycles;  ///< software takes messages one by one, each for so long
};

/// Of one region of a host, which others may read.
struct SoftwareRegion {
  uint32_t number = 0;
  uint64_t base = 0, bytes = 0;
};

struct SoftwareMemoryCounters {
  uint64_t requests = 0, refused = 0, answers = 0;
};

/// A value that a host is to store.
struct RemoteSet {
  uint16_t host = 0;
  uint64_t key = 0;
  uint64_t version = 0;
  ByteView value;  ///< valid during the call
  uint64_t cookie = 0;
};

/// A key that a host is to erase.
struct RemoteErase {
  uint16_t host = 0;
  uint64_t key = 0;
  uint64_t version = 0;
  uint64_t cookie = 0;
};

/// Both ends: sends requests to other hosts, and serves their requests.
class SoftwareMemory final : public RemoteMemory {
 public:
  /// `port` and `memory` must outlive it.
  SoftwareMemory(const SoftwareMemoryParams& params, MessagePort& port, const HostMemory& memory);

  void add_region(const SoftwareRegion& region) { regions_.push_back(region); }

  void read(Cycle now, const RemoteRead& read) override;
  /// Sends a SET to a host, which calls its on_set; ends in on_set_done.
  void set(Cycle now, const RemoteSet& set);
  /// Sends an erasure to a host, which calls its on_erase; ends in on_set_done.
  void erase(Cycle now, const RemoteErase& erase);
  /// Stores a value; true if it could. Without it all SETs are refused.
  std::function<bool(uint64_t key, uint64_t version, ByteView value)> on_set;
  /// Erases a key; true if the key existed, in no later version. Without it all erasures are
  /// refused.
  std::function<bool(uint64_t key, uint64_t version)> on_erase;
  std::function<void(uint64_t cookie, bool ok, Cycle at)> on_set_done;

  Cycle next() const override { return seen_.empty() ? kNoCycle : seen_.front().done; }
  void run(Cycle now) override;
  /// A message is whole in cycle `at`.
  void arrived(uint16_t from, SoftwareMessagePtr message, Cycle at);

  const SoftwareMemoryCounters& counters() const { return counters_; }

 private:
  struct Seen {
    Cycle done = 0;
    uint16_t from = 0;
    SoftwareMessagePtr message;
  };
  void serve(const Seen& request);
  void serve_set(const Seen& request);
  bool apply(const SoftwareMessage& asked) const;

  SoftwareMemoryParams params_;
  MessagePort& port_;
  const HostMemory& memory_;
  std::vector<SoftwareRegion> regions_;
  std::deque<Seen> seen_;  ///< by the time at which software is done with them
  uint64_t arrived_ = 0;
  Cycle free_ = 0;  ///< when software can take the next message
  SoftwareMemoryCounters counters_;
};

}  // namespace tinsim
