// SPDX-License-Identifier: Apache-2.0
// C ABI: all inputs and outputs at once, and how the outputs of another implementation differ.
#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "rtl_models/golden/golden_handle.h"

namespace {

using tinsim::golden_given;
using tinsim::GoldenPort;

constexpr unsigned kShownElements = 20;

/// Calls fn(port, first word) for each input, or each output; `count` is what the caller counts.
template <class F>
void each_port(tinsim_golden* golden, bool inputs, size_t count, F&& fn) {
  size_t words = 0;
  for (const GoldenPort& port : golden->model->ports())
    if (port.is_input == inputs) words += port.words.size();
  if (count != words)
    throw std::invalid_argument(fmt::format("{} have {} words of 32 bits, not {}",
                                            inputs ? "inputs" : "outputs", words, count));
  size_t first = 0;
  for (GoldenPort& port : golden->model->ports()) {
    if (port.is_input != inputs) continue;
    fn(port, first);
    first += port.words.size();
  }
}

/// Words of one element, the lowest first.
std::vector<std::uint32_t> element_of(const GoldenPort& port, const std::uint32_t* words,
                                      unsigned element) {
  std::vector<std::uint32_t> value;
  tinsim::BitReader reader(words, element * port.width);
  for (unsigned left = port.width; left > 0; left -= std::min(left, 32U))
    value.push_back(static_cast<std::uint32_t>(reader.get(std::min(left, 32U))));
  return value;
}

bool is_zero(const std::vector<std::uint32_t>& value) {
  return std::all_of(value.begin(), value.end(), [](std::uint32_t word) { return word == 0; });
}

/// As rtl_models/common/text.h writes it.
std::string value_text(const GoldenPort& port, const std::vector<std::uint32_t>& value) {
  if (port.width <= 16) return fmt::format("{}", value[0]);
  if (port.width <= 64)
    return fmt::format("{:#x}", value[0] | (value.size() > 1 ? std::uint64_t{value[1]} << 32 : 0));
  std::string text = "0x";
  for (size_t n = value.size(); n-- > 0;) text += fmt::format("{:08x}", value[n]);
  return text;
}

/// "[1][3]"; "" of a port that is no array.
std::string index_text(const GoldenPort& port, unsigned element) {
  std::string text;
  for (size_t n = port.sizes.size(); n-- > 0;) {
    text = fmt::format("[{}]{}", element % port.sizes[n], text);
    element /= port.sizes[n];
  }
  return text;
}

std::string input_text(tinsim::GoldenModel& model) {
  std::string text;
  for (const GoldenPort& port : model.ports()) {
    if (!port.is_input) continue;
    std::string line;
    for (unsigned element = 0; element < port.elements(); ++element) {
      const auto value = element_of(port, port.words.data(), element);
      if (!is_zero(value))
        line += fmt::format(" {}={}", index_text(port, element), value_text(port, value));
    }
    if (line.empty()) continue;
    text += "    " + port.name + (port.sizes.empty() ? "" : ":") +
            (port.sizes.empty() ? " = " + line.substr(2) : line) + "\n";
  }
  return text.empty() ? "    none\n" : text;
}

/// The elements of one output that differ: appends their lines and counts them.
void compare_port(const GoldenPort& port, const std::uint32_t* actual, const std::uint32_t* unknown,
                  std::string& text, unsigned& differences) {
  for (unsigned element = 0; element < port.elements(); ++element) {
    const auto want = element_of(port, port.words.data(), element);
    const auto got = element_of(port, actual, element);
    const bool is_unknown = unknown && !is_zero(element_of(port, unknown, element));
    if (got == want && !is_unknown) continue;
    if (++differences > kShownElements) continue;
    text += fmt::format("  {}{}: expected {}, actual {}{}\n", port.name, index_text(port, element),
                        value_text(port, want), value_text(port, got),
                        is_unknown ? " with bits that are X or Z" : "");
  }
}

/// Inputs and registers from which the outputs of this cycle follow.
std::string cause_text(tinsim_golden* golden) {
  if (!golden->behind_has_inputs) {
    const auto now = golden->model->state();
    return "inputs of this cycle that are not zero:\n" + input_text(*golden->model) +
           (now.empty() ? ""
                        : "registers of the model that are not all zero:\n" + state_section(now));
  }
  const auto before = golden->behind->state(), now = golden->model->state();
  std::vector<tinsim::StateEntry> changed;
  for (size_t n = 0; n < now.size(); ++n)
    if (n >= before.size() || now[n].values != before[n].values) changed.push_back(now[n]);
  std::string text =
      "inputs of the cycle before that are not zero:\n" + input_text(*golden->behind);
  if (now.empty()) return text;
  text += "registers of the model in the cycle before that are not all zero:\n";
  text += state_section(before);
  return text + "registers of the model in this cycle, where they changed:\n" +
         state_section(changed, true);
}

}  // namespace

extern "C" {

int tinsim_golden_set_inputs(tinsim_golden* golden, const uint32_t* words, size_t count) {
  return tinsim::golden_guarded(golden, [&] {
    each_port(golden, true, count, [&](const GoldenPort& port, size_t first) {
      tinsim::golden_check_bits(port, golden_given(words, "words") + first);
    });
    each_port(golden, true, count, [&](GoldenPort& port, size_t first) {
      std::copy_n(words + first, port.words.size(), port.words.begin());
    });
    golden->shown = false;
  });
}

int tinsim_golden_get_outputs(tinsim_golden* golden, uint32_t* words, size_t count) {
  return tinsim::golden_guarded(golden, [&] {
    golden->show();
    each_port(golden, false, count, [&](const GoldenPort& port, size_t first) {
      std::copy_n(port.words.begin(), port.words.size(), golden_given(words, "words") + first);
    });
  });
}

int tinsim_golden_keep_last(tinsim_golden* golden) {
  return tinsim::golden_guarded(golden, [&] { golden->keeps_last = golden->model->is_stage(); });
}

const char* tinsim_golden_difference(tinsim_golden* golden, const uint32_t* actual,
                                     const uint32_t* unknown, size_t count) {
  const int failed = tinsim::golden_guarded(golden, [&] {
    golden->show();
    std::string& text = golden->difference;
    text.clear();
    unsigned differences = 0;
    each_port(golden, false, count, [&](const GoldenPort& port, size_t first) {
      compare_port(port, golden_given(actual, "actual") + first,
                   unknown ? unknown + first : nullptr, text, differences);
    });
    if (differences > kShownElements)
      text += fmt::format("  … {} more\n", differences - kShownElements);
    if (differences) text += cause_text(golden);
  });
  return failed ? nullptr : golden->difference.c_str();
}

}  // extern "C"
