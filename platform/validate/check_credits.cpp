// SPDX-License-Identifier: Apache-2.0
// Rules for credits that take no slots, and for cells of a single word: both are for comparison
// with other simulators, and neither exists on a wire.
#include <fmt/format.h>

#include "platform/config/chip_impl.h"
#include "platform/config/chip_shape.h"
#include "platform/validate/rules.h"
#include "rtl_models/parts/cell_header.h"

namespace tinsim {
namespace {

constexpr unsigned kWordCellQueue = 24;  ///< words of an output queue that never refuses a cell

void check_ideal(const PlatformConfig& config, RuleErrors& errors) {
  const LinkConfig& link = config.link;
  const auto expect = [&](bool holds, const char* path, const char* expected) {
    errors.expect(holds, path,
                  fmt::format("does not go with link.credits: ideal, where links are delays "
                              "without ordered sets; expected {}",
                              expected));
  };
  expect(link.fidelity == LinkFidelity::cell, "link.fidelity", "cell");
  expect(link.wire_links.empty(), "link.wire_links", "none");
  expect(link.timesync_us == 0, "link.timesync_us", "0");
  expect(link.latency_us == 0, "link.latency_us", "0");
  expect(!link.train_at_start, "link.train_at_start", "false");
  expect(link.noise.empty(), "link.noise", "none");
  expect(link.faults.empty(), "link.faults", "none");
  expect(config.failures.events.empty(), "failures.events", "none");
  if (switch_impl(config) != SwitchImpl::model)
    expect(false, pins_key(config.tin).key.c_str(), "model");
}

bool has_single_word(const PlatformConfig& config, const CellBytes& sizes) {
  for (const CellBytes::Item& item : sizes.items) {
    if (item.bytes == word_bytes(config)) return true;
  }
  return false;
}

/// The chip core knows the last two cells ahead of the arbiter, and single words could be four. So
/// it may count two words too few in an output queue: without effect where four words and the
/// longest cell always fit.
void check_single_words(const PlatformConfig& config, std::size_t i, RuleErrors& errors) {
  const std::string path = fmt::format("traffic.{}.cell_bytes", i);
  const auto expect = [&](bool holds, const char* expected) {
    errors.expect(
        holds, path,
        fmt::format("has cells of {} bytes, a single word, which no TiN sends; expected at "
                    "least {}, or {}",
                    word_bytes(config), kMinCellWords * word_bytes(config), expected));
  };
  expect(config.link.credits == CreditReturn::ideal, "link.credits: ideal");
  expect(switch_impl(config) == SwitchImpl::model, "tin.impl: model");
  expect(config.tin.switch_.crossbar_speedup == 1,
         "tin.switch.crossbar_speedup: 1, for a cell takes a cycle at any");
  expect(config.tin_variants.empty(), "no tin_variants");
  expect(config.tin.output.queue_words >= kWordCellQueue, "tin.output.queue_words of at least 24");
}

}  // namespace

void check_credits(const PlatformConfig& config, RuleErrors& errors) {
  if (config.link.credits == CreditReturn::ideal) check_ideal(config, errors);
  for (std::size_t i = 0; i < config.traffic.size(); ++i) {
    if (has_single_word(config, config.traffic[i].cell_bytes))
      check_single_words(config, i, errors);
  }
}

}  // namespace tinsim
