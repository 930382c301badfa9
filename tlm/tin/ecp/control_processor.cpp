// SPDX-License-Identifier: Apache-2.0
// The control processor: address decoding, interrupt lines, resets.
#include "tlm/tin/ecp/control_processor.h"

#include <utility>

namespace tinsim {
namespace {

constexpr uint32_t kSmallBlock = 0x1000, kLargeBlock = 0x10000;

bool is_in(uint32_t address, uint32_t base, uint32_t bytes) { return address - base < bytes; }

bool is_window(uint32_t address) {
  return is_in(address, ECP_PKT_RX_WINDOW, 2 * ECP_PKT_WINDOW_BYTES);
}

bool is_transmit_window(uint32_t address) { return address >= ECP_PKT_TX_WINDOW; }

BusReply reply_of(const std::optional<uint32_t>& value) {
  return {value.has_value(), value.value_or(0), 0};
}

}  // namespace

ControlProcessor::ControlProcessor(std::shared_ptr<const EcpImage> image, const EcpParams& params)
    : params_(params),
      timer_(params.identity.mhz),
      system_(params.identity),
      mos_(params.identity.mos_ports),
      core_(std::move(image), *this, params.timing) {}

void ControlProcessor::advance(uint64_t until) {
  while (core_.cycle() < until) {
    core_.run_until(until);
    if (!core_.requests_reset()) continue;
    reboot(system_.requests_reboot() ? ECP_RESET_REBOOT : ECP_RESET_SYSRESETREQ);
  }
}

void ControlProcessor::reboot(uint32_t cause) {
  ++reboots_;
  timer_.reset();
  system_.reset(cause);
  mos_.reset();
  packets_.reset();
  core_.sram().reload();
  core_.reset();
}

void ControlProcessor::set_line(unsigned line, bool level) {
  const uint32_t bit = 1u << line;
  unit_lines_ = level ? unit_lines_ | bit : unit_lines_ & ~bit;
}

uint32_t ControlProcessor::lines(uint64_t now) {
  return unit_lines_ | uint32_t{timer_.line(now)} << ECP_IRQ_TIMER |
         uint32_t{mos_.line()} << ECP_IRQ_MOS |
         uint32_t{packets_.receive_line()} << ECP_IRQ_PACKET_RX |
         uint32_t{packets_.transmit_line(now)} << ECP_IRQ_PACKET_TX;
}

BusReply ControlProcessor::read(uint32_t address, unsigned bytes, uint64_t now) {
  if (is_window(address)) {
    const uint32_t offset = address % ECP_PKT_WINDOW_BYTES;
    return {true, packets_.read_window(is_transmit_window(address), offset, bytes), 0};
  }
  if (bytes != 4) return {};
  if (is_in(address, ECP_REGISTER_BUS_BASE, ECP_REGISTER_BUS_BYTES)) {
    return read_register(address - ECP_REGISTER_BUS_BASE, now);
  }
  return read_device(address, now);
}

BusReply ControlProcessor::read_device(uint32_t address, uint64_t now) {
  if (is_in(address, ECP_TIMER_BASE, kSmallBlock)) {
    return reply_of(timer_.read(address - ECP_TIMER_BASE, now));
  }
  if (is_in(address, ECP_SYSCTL_BASE, kSmallBlock)) {
    return reply_of(system_.read(address - ECP_SYSCTL_BASE));
  }
  if (is_in(address, ECP_MOS_BASE, kLargeBlock)) {
    return reply_of(mos_.read(address - ECP_MOS_BASE, now));
  }
  if (is_in(address, ECP_PKT_BASE, kLargeBlock)) {
    return reply_of(packets_.read(address - ECP_PKT_BASE, now));
  }
  return {};
}

BusReply ControlProcessor::write(uint32_t address, unsigned bytes, uint32_t value, uint64_t now) {
  if (is_window(address)) {
    const uint32_t offset = address % ECP_PKT_WINDOW_BYTES;
    return {packets_.write_window(is_transmit_window(address), offset, bytes, value), 0, 0};
  }
  if (bytes != 4) return {};
  if (is_in(address, ECP_REGISTER_BUS_BASE, ECP_REGISTER_BUS_BYTES)) {
    return write_register(address - ECP_REGISTER_BUS_BASE, value, now);
  }
  return {write_device(address, value, now), 0, 0};
}

bool ControlProcessor::write_device(uint32_t address, uint32_t value, uint64_t now) {
  if (is_in(address, ECP_TIMER_BASE, kSmallBlock)) {
    return timer_.write(address - ECP_TIMER_BASE, value, now);
  }
  if (is_in(address, ECP_SYSCTL_BASE, kSmallBlock)) {
    const bool is_there = system_.write(address - ECP_SYSCTL_BASE, value);
    if (system_.requests_reboot()) core_.request_reset();
    return is_there;
  }
  if (is_in(address, ECP_MOS_BASE, kLargeBlock)) {
    return mos_.write(address - ECP_MOS_BASE, value, now);
  }
  return is_in(address, ECP_PKT_BASE, kLargeBlock) &&
         packets_.write(address - ECP_PKT_BASE, value, now);
}

/// The core waits for the answer, which is the value at the end of the access.
BusReply ControlProcessor::read_register(uint32_t offset, uint64_t now) {
  if (registers_ == nullptr) return {};
  ++register_reads_;
  const auto value = registers_->read(offset, now + params_.register_cycles);
  return {value.has_value(), value.value_or(0), params_.register_cycles};
}

BusReply ControlProcessor::write_register(uint32_t offset, uint32_t value, uint64_t now) {
  if (registers_ == nullptr) return {};
  ++register_writes_;
  const bool is_there = registers_->write(offset, value, now + params_.register_cycles);
  return {is_there, 0, params_.register_cycles};
}

EcpCounts ControlProcessor::counts() const {
  EcpCounts counts;
  counts.instructions = core_.instructions();
  counts.exceptions = core_.exceptions_taken();
  counts.sleeps = core_.sleeps_begun();
  counts.hard_faults = core_.hard_faults();
  counts.reboots = reboots_;
  counts.register_reads = register_reads_;
  counts.register_writes = register_writes_;
  return counts;
}

}  // namespace tinsim
