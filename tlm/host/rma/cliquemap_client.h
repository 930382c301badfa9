// SPDX-License-Identifier: Apache-2.0
// A CliqueMap client: a GET is two dependent remote reads, of the bucket and of the data (2xR).
#pragma once

#include <array>
#include <functional>
#include <map>
#include <vector>

#include "base/fields/kinds.h"
#include "tlm/host/rma/cliquemap_backend.h"
#include "tlm/host/rma/remote_memory.h"

namespace tinsim {

struct CliqueClientParams {
  CliqueShape shape;
  std::vector<uint16_t> backends;  ///< hosts; with 3 replicas at least 3
  std::vector<uint32_t> regions;   ///< of each: number of its region
  unsigned attempts = 8;           ///< of a GET, 1 or more
  uint32_t longest_data = 0;  ///< octets of a data entry; a greater size in an index is an error
};

enum class CliqueEnd : uint8_t { kHit, kMiss, kFailed };

struct CliqueGet {
  uint64_t cookie = 0;  ///< the user's
  uint64_t key = 0;
  CliqueEnd end = CliqueEnd::kFailed;
  uint64_t version = 0;  ///< kHit
  ByteView value;        ///< kHit; valid during the call
  Cycle requested = 0;
  Cycle data_requested = 0;  ///< kHit: cycle of the request for data, in the last attempt
  unsigned attempts = 0;
};

/// gets = hits + misses + failed + gets_open.
struct CliqueGetCounts {
  TIN_RECORD(CliqueGetCounts);
  TIN_FIELD(Sum, gets, "GETs of the whole run");
  TIN_FIELD(Sum, hits, "GETs that found a value");
  TIN_FIELD(Sum, misses, "GETs of a key that did not exist");
  TIN_FIELD(Sum, failed, "GETs that ended without an answer");
  TIN_FIELD(Sum, gets_open, "GETs that had not ended at the end of the run");
};
struct CliqueReadCounts {
  TIN_RECORD(CliqueReadCounts);
  TIN_FIELD(Sum, reads, "reads of remote memory");
  TIN_FIELD(Sum, failed_reads, "… that failed");
  TIN_FIELD(Sum, retries, "attempts after the first of a GET");
  TIN_FIELD(Sum, no_quorum, "attempts in which no two replicas agreed");
  TIN_FIELD(Sum, disagreements, "buckets with another version than the attempt's first one");
};

/// `gets_open` is filled in where it is read.
struct CliqueCounters : CliqueGetCounts, CliqueReadCounts {
  std::array<uint64_t, 5> faults{};  ///< by CliqueDataFault: data that did not prove itself
  uint64_t failed_data = 0;          ///< attempts whose read of data failed
};

class CliqueMapClient final : public RemoteReader {
 public:
  using Ended = std::function<void(const CliqueGet&, Cycle)>;

  /// `remote` must outlive the client; `ended` may make further requests.
  CliqueMapClient(CliqueClientParams params, RemoteMemory& remote, Ended ended);

  void get(Cycle now, uint64_t key, uint64_t cookie);
  void read_done(uint64_t cookie, bool ok, ByteView bytes, Cycle at) override;

  const CliqueCounters& counters() const { return counters_; }
  unsigned outstanding() const { return static_cast<unsigned>(lookups_.size()); }
  /// Cycle of the oldest outstanding GET; kNoCycle if there is none.
  Cycle oldest() const { return lookups_.empty() ? kNoCycle : lookups_.begin()->second.requested; }

 private:
  static constexpr unsigned kReplicas = 3;
  struct Lookup {
    uint64_t user = 0, key = 0, hash = 0;
    Cycle requested = 0, data_requested = 0;
    unsigned attempt = 0;
    unsigned replied = 0;  ///< replicas, whether with a bucket or without
    /// Of each reply with a bucket, in order of arrival; version 0: the key is not there.
    std::vector<std::pair<unsigned, CliqueIndexEntry>> entries;
    bool reads_data = false;
    uint64_t version = 0;  ///< of the requested data
  };

  void start(Cycle now, uint64_t number, Lookup& lookup);
  void send(Cycle now, uint64_t number, const Lookup& lookup, unsigned replica, uint64_t offset,
            uint32_t bytes);
  void bucket(Cycle now, uint64_t number, Lookup& lookup, unsigned replica, bool ok,
              ByteView bytes);
  void data(Cycle now, uint64_t number, Lookup& lookup, bool ok, ByteView bytes);
  void retry(Cycle now, uint64_t number, Lookup& lookup);
  void finish(Cycle now, uint64_t number, CliqueEnd end, ByteView value = {});

  CliqueClientParams params_;
  RemoteMemory& remote_;
  Ended ended_;
  std::map<uint64_t, Lookup> lookups_;  ///< by number
  uint64_t next_ = 0;
  CliqueCounters counters_;
};

}  // namespace tinsim
