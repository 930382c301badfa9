// SPDX-License-Identifier: Apache-2.0
// Switch Front End: programs flows and groups into TiNs by the register API, one request at a time
// for each TiN (Aquila, section 4.2).
#pragma once

#include <optional>

#include "platform/controller/sfe/read_back.h"
#include "platform/controller/sfe/register_transport.h"
#include "platform/controller/sfe/register_writes.h"

namespace tinsim::control {

struct FrontEndLimits {
  /// Body of a request, and data of a response: both fit the memory of a control processor.
  std::uint32_t request_bytes = API_BODY_MAX, response_bytes = API_BODY_MAX;
  std::uint32_t registers_per_ms = 0;  ///< of each TiN, written or read; 0: unlimited
};

struct FrontEndCounts {
  std::uint64_t writes = 0, reads = 0;  ///< requests
  std::uint64_t registers_written = 0, registers_read = 0;
  std::uint64_t sessions = 0;  ///< opened
  std::uint64_t lost = 0;      ///< requests whose results are unknown
};

class FrontEnd final : public RegisterTransport::Client {
 public:
  /// Receiver of results.
  class Client {
   public:
    virtual ~Client() = default;
    /// The last operations have been carried out; `is_known` false: it is not known which of them.
    virtual void written(std::size_t tin, bool is_known) = 0;
    /// Null: the session ended before all registers were read.
    virtual void read(std::size_t tin, const ReadRegisters* registers) = 0;
    /// A session without a request ended.
    virtual void disconnected(std::size_t tin) = 0;
  };

  /// All outlive it. It opens new sessions, which end those of the instance before.
  FrontEnd(const CliquePlan& plan, const Nib& nib, RegisterTransport& transport,
           const FrontEndLimits& limits);
  ~FrontEnd() override { transport_.set_client(nullptr); }
  FrontEnd(const FrontEnd&) = delete;
  FrontEnd& operator=(const FrontEnd&) = delete;

  /// Null: nothing receives results from now on.
  void set_client(Client* client) { client_ = client; }
  /// It has no request for the TiN.
  bool is_idle(std::size_t tin) const { return sessions_[tin].job == Job::kNone; }
  /// Takes as many of the operations, in their order, as one request holds; returns how many.
  /// Preconditions: is_idle(), there is an operation.
  std::size_t write(std::size_t tin, const std::vector<TinOperation>& operations);
  /// Reads all registers that a controller manages. Precondition: is_idle().
  void read_back(std::size_t tin);
  /// The TiN has lost its power: its request has no result.
  void abandon(std::size_t tin);
  /// Sends what is due.
  void poll(std::uint64_t now_us);

  void opened(std::size_t tin) override;
  void closed(std::size_t tin) override;
  void responded(std::size_t tin, const Message& response) override;

  const FrontEndCounts& counts() const { return counts_; }

 private:
  enum class State : std::uint8_t { kClosed, kOpening, kOpen };
  enum class Job : std::uint8_t { kNone, kWrite, kRead };
  struct Session {
    State state = State::kClosed;
    Job job = Job::kNone;
    bool is_sent = false;  ///< the response to `body` is awaited
    Bytes body;
    std::size_t registers = 0;  ///< of `body`
    std::uint64_t next_us = 0;  ///< when the rate permits the next request
    // Of a read job.
    std::vector<std::uint32_t> addresses;
    std::size_t requested = 0;  ///< … of those, all requests so far
    ReadRegisters values;
  };

  void send(std::size_t tin, std::uint64_t now_us);
  void take_values(Session& session, const Bytes& data);
  void next_read(Session& session);
  void finish(std::size_t tin, bool is_known);

  const CliquePlan& plan_;
  const Nib& nib_;
  RegisterTransport& transport_;
  const FrontEndLimits limits_;
  Client* client_ = nullptr;
  std::vector<Session> sessions_;  ///< by TiN
  FrontEndCounts counts_;
};

}  // namespace tinsim::control
