// SPDX-License-Identifier: Apache-2.0
// Registers of the IP path: look-up tables, neighbours, traps, classes of service, RTS and CTS.
#pragma once

#include "rtl_models/registers/description.h"

namespace tinsim::registers {

inline constexpr unsigned kIpEntries = 4096, kIpMembers = 4096, kIpNeighbours = 64, kIpTraps = 16;
inline constexpr unsigned kIpClasses = 8, kIpEgressPorts = 4;

inline constexpr Register kIpRegisters[] = {
    {"classes",
     0x00,
     "Priority of the classes of service.",
     {{"cts_strict", 7, 0, Access::ro, 0, "classes whose CTSs precede all others"},
      {"pull_strict", 15, 8, Access::rw, 0, "classes whose packets are sent before all others"},
      {"high", 23, 16, Access::rw, 0xF0, "classes whose cells use the VCs of high priority"}}},
    {"early_rts",
     0x04,
     "Packets whose RTS is sent before they have arrived.",
     {{"bytes", 13, 0, Access::rw, 256, "longer packets; 0: none"}}},
    {"rts_window",
     0x08,
     "RTSs to an egress queue without state.",
     {{"count", 9, 0, Access::rw, 16, "RTSs without an answer; 0: unlimited"}}},
    {"rts_lifetime",
     0x0C,
     "Lifetime of the state of an egress queue.",
     {{"cycles", 30, 0, Access::rw, 40000, "cycles without RTSs or CTDs for it"}}},
    {"rts_max_hold",
     0x10,
     "Longest time that a packet waits for that window.",
     {{"cycles", 30, 0, Access::rw, 8000, "cycles"}}},
    {"rts_probe",
     0x14,
     "RTSs without credit.",
     {{"cycles", 30, 0, Access::rw, 800, "interval in cycles"}}},
    {"rts_credit",
     0x18,
     "RTSs to a congested queue per packet fetched from it.",
     {{"percent", 9, 0, Access::rw, 100, "percent, 100..1000"}}},
    {"rts_timeout",
     0x1C,
     "Longest time from an RTS to its answer.",
     {{"cycles", 30, 0, Access::ro, 4000000, "cycles; 0: unlimited"}}},
    {"fetch_timeout",
     0x20,
     "Longest time from a CTS to the last cell of its packet.",
     {{"cycles", 30, 0, Access::ro, 400000, "cycles; 0: unlimited"}}},
    {"pace",
     0x24,
     "Rate at which packets are fetched.",
     {{"percent", 9, 0, Access::rw, 100, "percent of the wire's rate; 0: as the window allows"}}},
    {"rts_congestion",
     0x28,
     "Congestion of a terminal port by RTSs.",
     {{"percent", 6, 0, Access::rw, 4, "share of the port's words; 101: never"},
      {"period", 31, 12, Access::rw, 1024, "cycles in which these words are counted"}}},
};

inline constexpr Register kIpClassElement[] = {
    {"space",
     0x0,
     "Ingress buffer.",
     {{"bytes", 30, 0, Access::rw, 1048576, "bytes that the class may fill"}}},
    {"weight",
     0x4,
     "Weights of a class that is not strict.",
     {{"pull", 7, 0, Access::rw, 1, "where packets are sent, 1..255"},
      {"cts", 15, 8, Access::rw, 1, "among the CTSs, 1..255"}}},
    {"threshold",
     0x8,
     "Depths of an RTS queue.",
     {{"drop", 11, 0, Access::rw, 1024, "an RTS that finds more is answered by a CTD"},
      {"mark", 27, 16, Access::rw, 128, "a packet that leaves more behind is marked (ECN)"}}},
};

inline constexpr Register kIpWindowElement[] = {
    {"bytes",
     0x0,
     "Packets that an egress port fetches at a time.",
     {{"bytes", 19, 0, Access::rw, 32768, "bytes"}}},
};

inline constexpr Register kIpMemberElement[] = {
    {"gnet",
     0x0,
     "Member of a group.",
     {{"address", 15, 0, Access::rw, 0, "GNet address; a weight of w is w equal members"}}},
};

/// 32 bits of an address or prefix; the first octet is in bits 31..24 of word 0.
constexpr Register address_word(const char* name, std::uint32_t offset, const char* text) {
  return {name, offset, text, {{"bits", 31, 0, Access::rw, 0, "the first octet in bits 31..24"}}};
}

inline constexpr Register kIpEntryElement[] = {
    address_word("address_0", 0x0, "Address, bits 127..96; an IPv4 address is here."),
    address_word("address_1", 0x4, "Address, bits 95..64."),
    address_word("address_2", 0x8, "Address, bits 63..32."),
    address_word("address_3", 0xC, "Address, bits 31..0."),
    {"group",
     0x10,
     "Group of destinations.",
     {{"base", 11, 0, Access::rw, 0, "its first member"},
      {"count", 27, 16, Access::rw, 0, "its members, 1..4095"}}},
    {"match",
     0x14,
     "Match of the entry.",
     {{"live", 0, 0, Access::rw, 0, "the entry counts"},
      {"v6", 1, 1, Access::rw, 0, "IPv6"},
      {"punt", 2, 2, Access::rw, 0, "to the control processor"},
      {"length", 15, 8, Access::rw, 0, "bits of the prefix, 0..32 or 0..128"}}},
};

inline constexpr Register kIpNeighbourElement[] = {
    address_word("address_0", 0x0, "Address, bits 127..96; an IPv4 address is here."),
    address_word("address_1", 0x4, "Address, bits 95..64."),
    address_word("address_2", 0x8, "Address, bits 63..32."),
    address_word("address_3", 0xC, "Address, bits 31..0."),
    {"mac_lo",
     0x10,
     "Ethernet address, octets 3 to 6.",
     {{"octets", 31, 0, Access::rw, 0, "the third octet in bits 31..24"}}},
    {"match",
     0x14,
     "Use of the entry, and octets 1 and 2 of the Ethernet address.",
     {{"mac_hi", 15, 0, Access::rw, 0, "the first octet in bits 15..8"},
      {"live", 16, 16, Access::rw, 0,
       "ARP or neighbour solicitations for the address are answered"},
      {"v6", 17, 17, Access::rw, 0, "IPv6"}}},
};

inline constexpr Register kIpTrapElement[] = {
    address_word("address_0", 0x0, "Address, bits 127..96; an IPv4 address is here."),
    address_word("address_1", 0x4, "Address, bits 95..64."),
    address_word("address_2", 0x8, "Address, bits 63..32."),
    address_word("address_3", 0xC, "Address, bits 31..0."),
    {"transport",
     0x10,
     "Protocol and port of the packets.",
     {{"protocol", 7, 0, Access::rw, 0, "IP protocol, or next header"},
      {"match_protocol", 8, 8, Access::rw, 0, "the protocol must be equal"},
      {"match_port", 9, 9, Access::rw, 0, "the destination port must be equal"},
      {"port", 31, 16, Access::rw, 0, "destination port of UDP or TCP"}}},
    {"match",
     0x14,
     "Match of the entry.",
     {{"live", 0, 0, Access::rw, 0, "packets that match go to the control processor"},
      {"v6", 1, 1, Access::rw, 0, "IPv6"},
      {"length", 15, 8, Access::rw, 0, "bits of the destination address that must be equal"},
      {"interfaces", 18, 16, Access::rw, 7, "where they arrive: bit 0 NIC, 1 MAC, 2 CPU"}}},
};

inline constexpr RegisterArray kIpArrays[] = {
    {"cos",
     0x0100,
     kIpClasses,
     16,
     Writes::each,
     "Space, weights, thresholds of a class of service.",
     kIpClassElement,
     {{"cos", kIpClasses}}},
    {"window",
     0x0200,
     kIpEgressPorts,
     4,
     Writes::each,
     "Windows of the egress ports NIC0, NIC1, MAC and CPU.",
     kIpWindowElement,
     {{"port", kIpEgressPorts}}},
    {"trap",
     0x0400,
     kIpTraps,
     32,
     Writes::whole,
     "Packets that go to the control processor (Aquila 4.4).",
     kIpTrapElement,
     {{"trap", kIpTraps}}},
    {"neighbour",
     0x0800,
     kIpNeighbours,
     32,
     Writes::whole,
     "ARP and neighbour discovery: answers of the chip (Aquila 4.3).",
     kIpNeighbourElement,
     {{"neighbour", kIpNeighbours}}},
    {"member",
     0x10000,
     kIpMembers,
     4,
     Writes::each,
     "Members of the groups.",
     kIpMemberElement,
     {{"member", kIpMembers}}},
    {"entry",
     0x20000,
     kIpEntries,
     32,
     Writes::whole,
     "Prefixes of destinations (Aquila 3.3); of equal lengths the first counts.",
     kIpEntryElement,
     {{"entry", kIpEntries}}},
};

}  // namespace tinsim::registers
