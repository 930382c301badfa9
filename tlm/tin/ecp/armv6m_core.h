// SPDX-License-Identifier: Apache-2.0
// A core of the ARMv6-M architecture that executes instruction by instruction. Source: ARMv6-M
// Architecture Reference Manual (ARM DDI 0419).
#pragma once

#include <cstdint>
#include <memory>

#include "tlm/tin/ecp/armv6m_registers.h"
#include "tlm/tin/ecp/ecp_bus.h"
#include "tlm/tin/ecp/ecp_sram.h"
#include "tlm/tin/ecp/system_control.h"

namespace tinsim {

/// Assumptions about time; docs/reference/control_processor.md.
struct Armv6mTiming {
  uint32_t cycles_per_instruction = 1;
  uint32_t exception_cycles = 12;  ///< of an entry, and of a return, besides its instruction
};

/// Executes from the SRAM only. Where the architecture leaves a result UNPREDICTABLE, the encoding
/// is undefined, or the result is the one that the operation's definition gives.
class Armv6mCore {
 public:
  /// Registers are those after reset.
  Armv6mCore(std::shared_ptr<const EcpImage> image, EcpBus& bus, const Armv6mTiming& timing = {});

  /// The SRAM is kept; cycles and counters continue.
  void reset();

  /// Executes exactly `budget` instructions, or fewer if the core sleeps, is locked up or requests
  /// a reset. Returns their number.
  uint64_t run(uint64_t budget);
  /// Executes the instructions that begin before cycle `until`; a core that sleeps lets time pass.
  /// Ends earlier, in cycle(), only if a reset is requested.
  void run_until(uint64_t until);

  uint64_t cycle() const { return cycle_; }
  uint64_t instructions() const { return instructions_; }
  bool sleeps() const { return sleep_ != Sleep::kNo; }
  /// A fault within HardFault or NMI: only a reset helps.
  bool is_locked_up() const { return locked_up_; }
  bool requests_reset() const { return system_.requests_reset() || reset_requested_; }
  /// A device requests a reset of the core at the end of its access.
  void request_reset() { reset_requested_ = true; }
  uint64_t hard_faults() const { return hard_faults_; }
  uint64_t sleeps_begun() const { return sleeps_begun_; }
  uint64_t exceptions_taken() const { return exceptions_taken_; }
  /// Address of the instruction of the last HardFault.
  uint32_t fault_address() const { return fault_address_; }

  Armv6mRegisters& registers() { return registers_; }
  const Armv6mRegisters& registers() const { return registers_; }
  EcpSram& sram() { return sram_; }
  const EcpSram& sram() const { return sram_; }
  SystemControl& system() { return system_; }

 private:
  /// Why execute() ended before its last instruction.
  enum class Stop : uint8_t {
    kNone,   ///< an access to a device, or a change of what may interrupt
    kFault,  ///< the instruction has no effect; PC is its address
    kSvc,
    kReturn,  ///< a branch to the EXC_RETURN value in PC
    kWfi,
    kWfe,
  };
  enum class Sleep : uint8_t { kNo, kWfi, kWfe };

  // armv6m_core.cpp: time.
  bool can_execute();
  void slice(uint64_t instructions);
  void pass_time(uint64_t until);
  void update();
  uint64_t next_event() const;

  // armv6m_execute.cpp and armv6m_inline.h: instructions.
  uint64_t execute(uint64_t most);
  // `count`: instructions of this execute() so far, this one included. False: the instruction ends
  // the loop; stop_ is kFault where it has no effect.
  template <class T>
  bool load(uint32_t address, uint64_t count, uint32_t& result);
  template <class T>
  bool store(uint32_t address, uint64_t count, uint32_t value);
  bool pop(const ThumbInstruction& i, uint64_t count, uint32_t& target);
  bool load_multiple(const ThumbInstruction& i, uint64_t count);
  bool store_multiple(const ThumbInstruction& i, uint64_t count);
  bool push(const ThumbInstruction& i, uint64_t count);
  // armv6m_memory.cpp: what is not a plain access to the SRAM.
  bool load_outside(uint32_t address, unsigned bytes, uint64_t count, uint32_t& result);
  bool store_outside(uint32_t address, unsigned bytes, uint64_t count, uint32_t value);
  bool finish(const BusReply& reply);
  uint64_t now(uint64_t count) const {
    return cycle_ + stall_ + (count - 1) * timing_.cycles_per_instruction;
  }
  ThumbInstruction crossing(uint32_t address) const;
  uint32_t read_special(unsigned number, const ThumbFlags& flags) const;
  void write_special(unsigned number, uint32_t value);

  // armv6m_exceptions.cpp
  void handle(Stop stop);
  void fault();
  void supervisor_call();
  void begin_sleep(Sleep sleep);
  void enter(unsigned number);
  void take(unsigned number, uint32_t link);
  bool push_frame();
  void return_from_exception();
  void fault_of_return(uint32_t value);
  bool pop_frame(uint32_t sp, bool to_psp);
  void branch_to_vector(unsigned number);

  EcpBus& bus_;
  const Armv6mTiming timing_;
  EcpSram sram_;
  Armv6mRegisters registers_;
  SystemControl system_;
  Sleep sleep_ = Sleep::kNo;
  bool event_ = false;  ///< of WFE and SEV
  bool locked_up_ = false;
  bool reset_requested_ = false;
  Stop stop_ = Stop::kNone;
  uint64_t stall_ = 0;  ///< cycles that accesses of execute() took besides
  uint64_t cycle_ = 0;
  uint64_t instructions_ = 0;
  uint64_t hard_faults_ = 0;
  uint64_t sleeps_begun_ = 0;
  uint64_t exceptions_taken_ = 0;
  uint32_t fault_address_ = 0;
};

}  // namespace tinsim
