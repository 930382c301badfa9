// SPDX-License-Identifier: Apache-2.0
// Route tables of a network as its controller computes and writes them.
#pragma once

#include <cstdint>
#include <vector>

#include "tlm/tin/registers/route_image.h"

namespace tinsim::control {

class NetworkTables {
 public:
  NetworkTables() = default;
  NetworkTables(const NetworkTables&) = delete;
  NetworkTables& operator=(const NetworkTables&) = delete;
  virtual ~NetworkTables() = default;

  /// A chip reports which of its links are UP, by a bit for each port. Tables avoid the others.
  virtual void report_links(std::size_t chip, std::uint64_t up) = 0;
  /// The chip holds the table that the reported links require.
  virtual bool is_current(std::size_t chip) const = 0;
  /// The chip can be given that table now, or a part of it: chips that have a path, and are to have
  /// one, keep one.
  virtual bool may_update(std::size_t chip) const = 0;
  /// Writes that give it, or the part, to the chip. Precondition: may_update().
  virtual std::vector<RegisterRun> update(std::size_t chip) = 0;
  /// The chip has carried out the last update().
  virtual void updated(std::size_t chip) = 0;
  /// The registers as the chip then holds them, with all that differ from their reset values.
  virtual const std::vector<RegisterRun>& held(std::size_t chip) const = 0;
  /// Every route from `from` to `to` by the tables at the chips ends there.
  virtual bool has_path(std::size_t from, std::size_t to) const = 0;
};

}  // namespace tinsim::control
