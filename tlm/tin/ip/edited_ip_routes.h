// SPDX-License-Identifier: Apache-2.0
// The look-up table of an IP path that is changed register by register.
#pragma once

#include <vector>

#include "tlm/tin/ip/ip_edit.h"
#include "tlm/tin/ip/ip_routes.h"

namespace tinsim {

class EditedIpRoutes {
 public:
  static constexpr unsigned kEntries = 4096, kMembers = 4096;

  /// Whether the registers hold this table: entries in their order, groups behind each other.
  static bool has_registers(const IpRoutes& routes);
  /// Precondition: has_registers().
  explicit EditedIpRoutes(const IpRoutes& routes);

  /// Whether the chip can use an entry: its length exists, and its group lies in the members.
  static bool is_valid(const IpEdit& edit);
  /// Of a table: edit.is_of_table(), is_valid().
  void apply(const IpEdit& edit);
  IpEdit::Words words_of(IpEdit::What what, unsigned index) const;
  /// The table with all changes so far.
  IpRoutes routes() const;

 private:
  struct Entry {
    IpAddress prefix;
    uint16_t base = 0, count = 0;
    uint8_t length = 0;
    bool live = false, punt = false;
  };
  static Entry entry_of(const IpEdit::Words& words);

  std::vector<Entry> entries_;
  std::vector<uint16_t> members_;
};

}  // namespace tinsim
