// SPDX-License-Identifier: Apache-2.0
// Switch Front End.
#include "platform/controller/sfe/front_end.h"

#include <fmt/format.h>

#include "base/errors.h"

namespace tinsim::control {
namespace {

constexpr std::uint64_t kUsPerMs = 1000;

}  // namespace

FrontEnd::FrontEnd(const CliquePlan& plan, const Nib& nib, RegisterTransport& transport,
                   const FrontEndLimits& limits)
    : plan_(plan), nib_(nib), transport_(transport), limits_(limits), sessions_(plan.tins()) {
  transport_.set_client(this);
}

std::size_t FrontEnd::write(std::size_t tin, const std::vector<TinOperation>& operations) {
  RegisterWrites writes(plan_, nib_, tin);
  std::size_t taken = 0;
  while (taken < operations.size() && writes.add(operations[taken], limits_.request_bytes)) ++taken;
  if (taken == 0)
    throw InvariantError(
        fmt::format("TiN {}: an operation has more than {} bytes", tin, limits_.request_bytes));
  Session& session = sessions_[tin];
  session.job = Job::kWrite;
  session.is_sent = false;
  session.body = writes.body();
  session.registers = writes.registers();
  return taken;
}

void FrontEnd::read_back(std::size_t tin) {
  Session& session = sessions_[tin];
  session.job = Job::kRead;
  session.addresses = managed_registers(plan_, tin);
  session.requested = 0;
  session.values.clear();
  next_read(session);
}

void FrontEnd::next_read(Session& session) {
  const std::size_t from = session.requested;
  session.is_sent = false;
  session.body = read_request(session.addresses, session.requested, limits_.response_bytes / 4,
                              limits_.request_bytes);
  session.registers = session.requested - from;
}

void FrontEnd::abandon(std::size_t tin) {
  sessions_[tin].state = State::kClosed;
  finish(tin, false);
}

void FrontEnd::poll(std::uint64_t now_us) {
  for (std::size_t tin = 0; tin < sessions_.size(); ++tin) {
    Session& session = sessions_[tin];
    if (session.job == Job::kNone || session.is_sent) continue;
    if (session.state == State::kClosed) {
      session.state = State::kOpening;
      ++counts_.sessions;
      transport_.open(tin);
    } else if (session.state == State::kOpen && now_us >= session.next_us) {
      send(tin, now_us);
    }
  }
}

/// Requests without registers have only effects on the NIB.
void FrontEnd::send(std::size_t tin, std::uint64_t now_us) {
  Session& session = sessions_[tin];
  if (session.registers == 0) return finish(tin, true);
  if (limits_.registers_per_ms != 0)
    session.next_us = now_us + (session.registers * kUsPerMs + limits_.registers_per_ms - 1) /
                                   limits_.registers_per_ms;
  session.is_sent = true;
  const bool writes = session.job == Job::kWrite;
  ++(writes ? counts_.writes : counts_.reads);
  (writes ? counts_.registers_written : counts_.registers_read) += session.registers;
  transport_.request(tin, API_ACCESS, session.body);
}

void FrontEnd::opened(std::size_t tin) { sessions_[tin].state = State::kOpen; }

void FrontEnd::closed(std::size_t tin) {
  sessions_[tin].state = State::kClosed;
  if (sessions_[tin].job == Job::kNone) {
    if (client_ != nullptr) client_->disconnected(tin);
    return;
  }
  finish(tin, false);
}

void FrontEnd::responded(std::size_t tin, const Message& response) {
  Session& session = sessions_[tin];
  if (!session.is_sent) return;
  if (response.status() != API_OK)
    throw InvariantError(fmt::format("TiN {}: a request was refused with status {}, detail {}", tin,
                                     response.status(), response.detail()));
  if (session.job == Job::kWrite) return finish(tin, true);
  take_values(session, response.data());
  if (session.requested == session.addresses.size()) return finish(tin, true);
  next_read(session);
}

void FrontEnd::take_values(Session& session, const Bytes& data) {
  for (std::size_t at = 0; at + 4 <= data.size(); at += 4)
    session.values.emplace_back(session.addresses[session.values.size()], read32(data, at));
}

void FrontEnd::finish(std::size_t tin, bool is_known) {
  Session& session = sessions_[tin];
  const Job job = session.job;
  session.job = Job::kNone;
  session.is_sent = false;
  if (!is_known && job == Job::kWrite) ++counts_.lost;
  if (client_ == nullptr) return;
  if (job == Job::kWrite) client_->written(tin, is_known);
  if (job == Job::kRead) {
    const ReadRegisters values = std::move(session.values);
    client_->read(tin, is_known ? &values : nullptr);
  }
}

}  // namespace tinsim::control
