// SPDX-License-Identifier: Apache-2.0
// How lines of the field table are written. Internal to the table.
#pragma once

#include <utility>

#include "platform/config/field_table.h"

namespace tinsim::field_rules {

constexpr double kUnbounded = std::numeric_limits<double>::infinity();
constexpr bool kAboveMin = true;

inline FieldRule number(std::string path, double min, double max, std::string text,
                        bool above_min = false) {
  return {std::move(path), std::move(text), min, max, above_min, {}, false};
}

inline FieldRule choice(std::string path, std::vector<std::string> choices, std::string text) {
  return {std::move(path), std::move(text), 0, kUnbounded, false, std::move(choices), false};
}

inline FieldRule plain(std::string path, std::string text) {
  return {std::move(path), std::move(text), 0, kUnbounded, false, {}, false};
}

inline FieldRule choice_or_number(std::string path, std::string word, double min, double max,
                                  std::string text) {
  return {std::move(path), std::move(text), min, max, false, {std::move(word)}, true};
}

void add_ip_fields(std::vector<FieldRule>& table);
/// Lines of the hosts, their transport and their traffic.
void add_host_fields(std::vector<FieldRule>& table);
void add_pcie_fields(std::vector<FieldRule>& table);
void add_rma_fields(std::vector<FieldRule>& table);
void add_cliquemap_fields(std::vector<FieldRule>& table);

}  // namespace tinsim::field_rules
