// SPDX-License-Identifier: Apache-2.0
// Registers of 1RMA: those of a host's BAR below its command windows, at the same offsets.
#pragma once

#include "rtl_models/registers/halves.h"

namespace tinsim::registers {

inline constexpr unsigned kRmaSlots = 256, kRmaBarHosts = 2;

/// A number that has its place in the lower half of a register of 8 bytes.
constexpr Register rma_number(const char* name, std::uint32_t offset, unsigned bits, Access access,
                              std::uint32_t reset, const char* text, const char* unit) {
  return {name, offset, text, {{"value", bits - 1, 0, access, reset, unit}}};
}

inline constexpr Register kRmaRegisters[] = {
    low_half("name_lo", 0x0, Access::fixed, 0x004E6954, "Identification of the engine."),
    high_half("name_hi", 0x4, Access::fixed, 0x4D525431, "Identification of the engine."),
    rma_number("address", 0x8, 16, Access::ro, 0, "Address of the chip.", "GNet address"),

    TIN_WRITE_PAIR("region_base", 0x100, "PCIe address of the region to be committed."),
    low_half("region_length_lo", 0x108, Access::rw, 0, "Length of the region in bytes."),
    high_half("region_length_hi", 0x10C, Access::rw, 0, "Length of the region in bytes.", 16),
    rma_number("region_permissions", 0x110, 5, Access::rw, 0, "Permissions of the region.",
               "bit 0 read, 1 write, 2 atomic, 3 rekey; bit 4 the host"),
    TIN_WRITE_PAIR("region_key_low", 0x118, "Key of the region, bits 63..0."),
    TIN_WRITE_PAIR("region_key_high", 0x120, "Key of the region, bits 127..64."),
    rma_number("region_number", 0x128, 24, Access::rw, 0, "Number of the region.", "RegionId"),
    rma_number("region_commit", 0x130, 2, Access::wo, 0, "Changes the region table.",
               "0 register, 1 rekey, 2 revoke"),

    rma_number("window", 0x200, 20, Access::rw, 65536, "Solicitation window.", "bytes"),
    rma_number("dispatch_timeout", 0x208, 16, Access::rw, 4000,
               "Longest wait of an operation for its grant.", "cycles"),
    rma_number("timeout", 0x210, 16, Access::rw, 8000,
               "Longest time from the grant of an operation to its end.", "cycles"),
    rma_number("nack_threshold", 0x218, 16, Access::rw, 16,
               "A request that finds more of them waiting is answered by a NACK.", "requests"),
    rma_number("pull_window", 0x220, 20, Access::rw, 65536, "Window of PULLs.", "bytes"),
    rma_number("strict", 0x228, 1, Access::rw, 0, "Priority of class H over class L.", "1: strict"),
    rma_number("weight_h", 0x230, 8, Access::rw, 1, "Grants in a row of class H.", "1..255"),
    rma_number("weight_l", 0x238, 8, Access::rw, 1, "Grants in a row of class L.", "1..255"),
    rma_number("pull_timeout", 0x240, 16, Access::rw, 7600, "Timer from a PULL on.", "cycles"),

    TIN_READ_PAIR("commands", 0x400, "Whole commands that the host wrote."),
    TIN_READ_PAIR("ended", 0x408, "Operations of the host that ended."),
    TIN_READ_PAIR("bad_stores", 0x410, "Stores of the host that were dropped."),
    TIN_READ_PAIR("lost_completions", 0x418, "Completions whose queue had no valid region."),
    TIN_READ_PAIR("requests", 0x420, "Requests that arrived."),
    TIN_READ_PAIR("nacks", 0x428, "Requests that were answered by a NACK."),
    TIN_READ_PAIR("bad_macs", 0x430, "Requests with a wrong authentication code."),
    TIN_READ_PAIR("replayed", 0x438, "Requests whose number was too old or used before."),
    TIN_READ_PAIR("given_up", 0x440, "Server contexts whose timer expired."),
    TIN_READ_PAIR("cells_sent", 0x448, "Cells that the engine sent."),
    TIN_READ_PAIR("cells_received", 0x450, "Cells that the engine received."),
    TIN_READ_PAIR("granted", 0x458, "Requests that were granted."),
    TIN_READ_PAIR("refused_op", 0x460, "Requests refused: unknown operation."),
    TIN_READ_PAIR("refused_region", 0x468, "Requests refused: no such region."),
    TIN_READ_PAIR("refused_permission", 0x470, "Requests refused: permission."),
    TIN_READ_PAIR("refused_size", 0x478, "Requests refused: size."),
    TIN_READ_PAIR("refused_alignment", 0x480, "Requests refused: alignment."),
    TIN_READ_PAIR("refused_bounds", 0x488, "Requests refused: bounds."),
};

inline constexpr Register kRmaAllocateElement[] = {
    rma_number("slot", 0x0, 32, Access::ro, ~0u,
               "Command slot that the host would get; only a load of the host takes it.",
               "number of the slot; all ones: none is free"),
};
inline constexpr Register kRmaPidElement[] = {
    rma_number("value", 0x0, 32, Access::rw, 0, "Process that owns the command slot.", "PID"),
};

inline constexpr RegisterArray kRmaArrays[] = {
    {"allocate",
     0x0010,
     kRmaBarHosts,
     8,
     Writes::each,
     "Free slots, by host.",
     kRmaAllocateElement,
     {{"host", kRmaBarHosts}}},
    {"pid",
     0x1000,
     kRmaSlots,
     8,
     Writes::each,
     "Processes of the command slots.",
     kRmaPidElement,
     {{"slot", kRmaSlots}}},
};

}  // namespace tinsim::registers
