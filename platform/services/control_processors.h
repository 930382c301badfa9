// SPDX-License-Identifier: Apache-2.0
// The control processors of a network, one for each chip.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "platform/services/cpu_port.h"
#include "platform/services/ecp_mos.h"
#include "platform/services/ecp_registers.h"
#include "platform/services/services.h"
#include "platform/statistics/ecp_result.h"
#include "tlm/tin/cell_switch/endpoints.h"
#include "tlm/tin/ecp/control_processor.h"
#include "tlm/tin/registers/register_block.h"
#include "tlm/tin/registers/register_bus.h"

namespace tinsim {

/// Advances the control processor of a chip with the chip, by intervals of `exchange` core cycles.
/// It is at no port of the switch: packets use the CPU port of the IP path, and MOS the links.
class ChipControl final : public Endpoints {
 public:
  /// `bus` and `endpoints`, those of the chip, outlive it.
  ChipControl(std::shared_ptr<const EcpImage> image, const EcpParams& params, const EcpClock& clock,
              Cycle exchange, RegisterSpace& bus, ChipEndpoints& endpoints)
      : clock_(clock),
        exchange_(exchange),
        next_(exchange),
        endpoints_(endpoints),
        registers_(bus),
        ecp_(std::move(image), params) {
    ecp_.connect(registers_);
  }

  // Connections that a chip need not have; they outlive it.
  void connect(CpuPort& port) {
    port_ = &port;
    ecp_.connect(port);
  }
  void connect(EcpMos& mos) {
    mos_ = &mos;
    ecp_.connect(mos);
  }
  EcpRegisters& registers() { return registers_; }
  ControlProcessor& processor() { return ecp_; }
  const ControlProcessor& processor() const { return ecp_; }

  Due inject(Cycle now, Mailbox& mailbox) override;
  Due credit(unsigned port, Credit credit, Cycle due) override;
  Cycle deliver(unsigned port, const Cell& cell, Cycle at) override;

 private:
  void advance(Cycle now);

  const EcpClock clock_;
  const Cycle exchange_;
  Cycle next_;
  ChipEndpoints& endpoints_;
  CpuPort* port_ = nullptr;
  EcpMos* mos_ = nullptr;
  EcpRegisters registers_;
  ControlProcessor ecp_;
};

class ControlProcessors final : public Service {
 public:
  /// Null unless `ecp.enabled`. Uses IpNetwork where there is one.
  static std::unique_ptr<Service> make(const ServiceContext& context);

  /// Throws ConfigError if the image cannot be used.
  explicit ControlProcessors(const ServiceContext& context);

  void build(const ChipSite& site) override;
  /// A control processor may access any part of its chip.
  bool may_run_ahead() const override { return false; }
  void apply_deferred_updates(Cycle cycle) override { mos_ports_.apply_until(cycle); }
  static void declare_sections(ResultSections& sections);
  void collect(const RunFacts& facts, RunResult& result) const override;

  /// Chips of this rank have one.
  bool has(std::size_t chip) const { return chips_[chip] != nullptr; }
  ControlProcessor& processor(std::size_t chip) { return chips_[chip]->processor(); }
  RegisterSpace& registers(std::size_t chip) { return buses_[chip]->bus(); }
  /// `on_write` is called after each write of a register by a processor, with its address and
  /// cycle.
  void observe_writes(std::size_t chip, std::function<void(uint32_t, Cycle)> on_write) {
    chips_[chip]->registers().set_on_write(std::move(on_write));
  }
  EcpResult result() const;

 private:
  ChipParts parts_of(const ChipSite& site) const;
  void attach_block(std::size_t chip);
  std::string chip_name(std::size_t chip) const;
  EcpParams params_of(std::size_t chip, bool has_port) const;

  const PlatformConfig config_;
  const Topology& topology_;
  const Services& services_;
  MosPorts& mos_ports_;
  EcpClock clock_;
  Cycle exchange_;
  std::shared_ptr<const EcpImage> image_;
  // By chip.
  std::vector<std::unique_ptr<CpuPort>> ports_;  ///< null: without an IP path
  std::vector<std::unique_ptr<EcpMos>> mos_;     ///< null: links have no slots for MOS
  std::vector<std::unique_ptr<RegisterBus>> buses_;
  std::vector<std::unique_ptr<RegisterBlock>> blocks_;  ///< null: without register_file
  std::vector<std::unique_ptr<ChipControl>> chips_;
};

}  // namespace tinsim
