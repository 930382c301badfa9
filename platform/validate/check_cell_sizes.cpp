// SPDX-License-Identifier: Apache-2.0
// Rules of words, headers and cell sizes: cells are whole words, longer than their header, and fit
// the queues.
#include <fmt/format.h>

#include <algorithm>

#include "platform/config/cell_bytes.h"
#include "platform/config/chip_shape.h"
#include "platform/validate/rules.h"
#include "rtl_models/parts/cell_header.h"

namespace tinsim {
namespace {

bool is_multiple(unsigned value, unsigned of, const char* path, RuleErrors& errors) {
  const bool holds = value % of == 0;
  errors.expect(holds, path, fmt::format("is {}; expected a multiple of {}", value, of));
  return holds;
}

bool is_good_size(const PlatformConfig& config, unsigned bytes, const std::string& path,
                  RuleErrors& errors) {
  const unsigned word = word_bytes(config), header = config.tin.switch_.header_bytes;
  const unsigned most = std::min(kMaxCellBytes, kMostCellWords * word);
  if (bytes == 0 || bytes % word != 0 || bytes > most) {
    errors.add(path,
               fmt::format("{} bytes is not a cell size; expected a multiple of {} from {} to {}, "
                           "because a port moves whole words of {} bits, at most {} for a cell",
                           bytes, word, kMinCellWords * word, most, 8 * word, kMostCellWords));
    return false;
  }
  // A single word may be a header: check_credits() has these.
  const bool has_payload = bytes > header || (bytes == word && bytes == header);
  errors.expect(has_payload, path,
                fmt::format("{} bytes is a header alone; expected more than "
                            "tin.switch.header_bytes {}",
                            bytes, header));
  return has_payload;
}

/// A cell waits as a whole, in a VC FIFO and in an output queue.
void check_queues(const PlatformConfig& config, RuleErrors& errors) {
  const unsigned longest = longest_cell_words(config);
  const auto expect = [&](unsigned words, const std::string& path) {
    errors.expect(
        words >= longest, path,
        fmt::format("is {}, and the longest cell of the traffic has {} words; expected at "
                    "least {}",
                    words, longest, longest));
  };
  const VcFifoConfig& fifo = config.tin.vc_fifo;
  expect(fifo.local_words, "tin.vc_fifo.local_words");
  expect(fifo.global_words, "tin.vc_fifo.global_words");
  expect(fifo.terminal_words, "tin.vc_fifo.terminal_words");
  expect(config.tin.output.queue_words, "tin.output.queue_words");
  for (std::size_t i = 0; i < config.tin_variants.size(); ++i) {
    const TinVariantConfig& variant = config.tin_variants[i];
    const auto expect_own = [&](const std::optional<unsigned>& words, const char* key) {
      if (words) expect(*words, fmt::format("tin_variants.{}.{}", i, key));
    };
    expect_own(variant.local_words, "local_words");
    expect_own(variant.global_words, "global_words");
    expect_own(variant.queue_words, "queue_words");
  }
}

}  // namespace

void check_cell_sizes(const PlatformConfig& config, RuleErrors& errors) {
  const SwitchConfig& chip = config.tin.switch_;
  const bool has_words = is_multiple(chip.word_bits, 32, "tin.switch.word_bits", errors);
  if (!is_multiple(chip.header_bytes, 4, "tin.switch.header_bytes", errors) || !has_words) return;
  bool fits = true;
  for (std::size_t i = 0; i < config.traffic.size(); ++i) {
    if (config.traffic[i].is_recorded()) continue;
    for (const CellBytes::Item& item : config.traffic[i].cell_bytes.items)
      fits &= is_good_size(config, item.bytes, fmt::format("traffic.{}.cell_bytes", i), errors);
  }
  if (fits) check_queues(config, errors);
}

}  // namespace tinsim
