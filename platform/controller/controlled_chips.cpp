// SPDX-License-Identifier: Apache-2.0
// Brings a network up over its own links: requests to chips with sessions, and reboots.
#include <algorithm>

#include "platform/controller/network_controller.h"
#include "platform/controller/run_operations.h"

namespace tinsim::control {
namespace {

constexpr std::uint32_t kStateMask = 7, kStateUp = 2;  // of a link's status

}  // namespace

Bytes NetworkController::link_operations(std::size_t chip) const {
  Bytes operations;
  for (unsigned port = 0; port < plan_.chips[chip].link_ports; ++port)
    append(operations, read_operation(plan_.link_status_address + port * plan_.link_status_stride));
  return operations;
}

/// The next request to a chip with a session.
void NetworkController::step(std::size_t chip) {
  ChipConnection& connection = connections_[chip];
  const bool is_free = connection.is_identified && !connection.is_busy && !connection.drop_us;
  if (!is_free || now_us_ < connection.step_after_us || progress_[chip].is_given_up) return;
  if (now_us_ >= connection.links_after_us) {
    request(chip, API_ACCESS, link_operations(chip), [this, chip](const Message& response) {
      if (is_accepted(chip, response)) take_links(chip, response);
    });
  } else if (!tables_.is_current(chip) && tables_.may_update(chip)) {
    write_table(chip);
  } else if (!progress_[chip].read_us) {
    read_counters(chip);
  } else if (reboot_.is_active && reboot_.chip == chip) {
    step_reboot(chip);
  } else {
    connection.step_after_us = now_us_ + kPollUs;
  }
}

void NetworkController::request(std::size_t chip, api_type type, const Bytes& body,
                                std::function<void(const Message&)> on_response) {
  connections_[chip].is_busy = true;
  connections_[chip].session->request(
      type, body, [this, chip, answered = std::move(on_response)](const Message& response) {
        connections_[chip].is_busy = false;
        answered(response);
      });
}

/// False: it is sent again after kRetryUs, if the chip has not refused too many.
bool NetworkController::is_accepted(std::size_t chip, const Message& response) {
  if (response.status() == API_OK) return true;
  ++counts_.refused;
  connections_[chip].step_after_us = now_us_ + kRetryUs;
  if (++connections_[chip].refused > kMostRefused) give_up(chip);
  return false;
}

void NetworkController::take_links(std::size_t chip, const Message& response) {
  ChipConnection& connection = connections_[chip];
  const Bytes data = response.data();
  std::uint64_t up = 0;
  for (unsigned port = 0; port < plan_.chips[chip].link_ports && 4 * port + 4 <= data.size();
       ++port)
    if ((read32(data, 4 * port) & kStateMask) == kStateUp) up |= std::uint64_t{1} << port;
  progress_[chip].links_down = 0;
  for (const std::uint8_t port : plan_.chips[chip].linked)
    progress_[chip].links_down += (up >> port & 1) == 0;
  connection.has_links = true;
  connection.links_after_us = progress_[chip].links_down != 0 ? now_us_ + kLinksUs : UINT64_MAX;
  tables_.report_links(chip, up);
  has_news_ = true;
}

void NetworkController::write_table(std::size_t chip) {
  const auto runs = tables_.update(chip);
  request(chip, API_ACCESS, write_operations(runs),
          [this, chip, count = registers_in(runs)](const Message& response) {
            if (is_accepted(chip, response)) table_written(chip, count);
          });
}

void NetworkController::table_written(std::size_t chip, std::size_t registers) {
  ++counts_.table_writes;
  counts_.registers_written += registers;
  tables_.updated(chip);
  if (!progress_[chip].written_us) progress_[chip].written_us = now_us_;
  has_news_ = true;
}

void NetworkController::read_counters(std::size_t chip) {
  request(chip, API_ACCESS, read_operation(plan_.counters_address, plan_.counters_count),
          [this, chip](const Message& response) {
            if (!is_accepted(chip, response)) return;
            const Bytes data = response.data();
            for (std::size_t at = 0; at + 4 <= data.size(); at += 4)
              progress_[chip].counters.push_back(read32(data, at));
            progress_[chip].read_us = now_us_;
          });
}

/// All chips have been read, but for those that were given up.
bool NetworkController::is_settled() const {
  return std::all_of(progress_.begin(), progress_.end(), [](const ChipProgress& chip) {
    return chip.read_us.has_value() || chip.is_given_up;
  });
}

/// One chip after another, without those that were given up.
void NetworkController::poll_reboots() {
  if (reboot_.is_active && progress_[reboot_.chip].is_given_up) {
    reboot_ = {reboot_.chip + 1};
  }
  if (reboot_.is_active || reboot_.chip == progress_.size()) return;
  if (!plan_.reboot_us || now_us_ < *plan_.reboot_us || !is_settled()) return;
  reboot_.is_active = !progress_[reboot_.chip].is_given_up;
  if (!reboot_.is_active) ++reboot_.chip;
}

/// The number of the last reset shows whether the chip has rebooted, also where the response was
/// lost.
void NetworkController::step_reboot(std::size_t chip) {
  ChipConnection& connection = connections_[chip];
  if (reboot_.requests != 0 && connection.boot != reboot_.boot) return reconcile(chip);
  if (reboot_.requests == kMostReboots) {
    reboot_ = {chip + 1};
    return;
  }
  ++reboot_.requests;
  reboot_.boot = connection.boot;
  Bytes key;
  append32(key, API_REBOOT_KEY);
  request(chip, API_REBOOT, key, [this, chip](const Message& response) {
    if (response.status() != API_OK) {
      ++counts_.refused;
      connections_[chip].step_after_us = now_us_ + kRetryUs;
      return;
    }
    progress_[chip].rebooted_us = now_us_;
    connections_[chip].drop_us = now_us_ + kRebootUs;
  });
}

/// After a reboot the registers have to be what was written.
void NetworkController::reconcile(std::size_t chip) {
  if (!progress_[chip].rebooted_us) progress_[chip].rebooted_us = now_us_;
  const auto done = [this, chip] {
    progress_[chip].reconciled_us = now_us_;
    reboot_ = {chip + 1};
  };
  if (tables_.held(chip).empty()) return done();
  request(chip, API_ACCESS, read_operations(tables_.held(chip)),
          [this, chip, done](const Message& response) {
            if (!is_accepted(chip, response)) return;
            progress_[chip].differing = differing(tables_.held(chip), response.data());
            done();
          });
}

}  // namespace tinsim::control
