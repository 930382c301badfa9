// SPDX-License-Identifier: Apache-2.0
// The C ABI: ports and registers by name. No exception leaves it.
#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "rtl_models/golden/golden_handle.h"

namespace {

using tinsim::golden_given;
using tinsim::golden_guarded;

tinsim::GoldenPort& find_port(tinsim_golden* golden, const char* name) {
  golden_given(name, "the name of a port");
  std::string known;
  for (tinsim::GoldenPort& port : golden->model->ports()) {
    if (port.name == name) return port;
    known += (known.empty() ? "" : ", ") + port.name;
  }
  throw std::invalid_argument(fmt::format("no port {}; expected one of {}", name, known));
}

tinsim::GoldenPort& find_input(tinsim_golden* golden, const char* name) {
  tinsim::GoldenPort& port = find_port(golden, name);
  if (!port.is_input) throw std::invalid_argument(port.name + " is an output and cannot be set");
  return port;
}

void check_element(const tinsim::GoldenPort& port, size_t element) {
  if (element >= port.elements())
    throw std::invalid_argument(
        fmt::format("{}[{}]: the port has {} elements", port.name, element, port.elements()));
  if (port.width > 64)
    throw std::invalid_argument(fmt::format(
        "{} has elements of {} bits; expected the functions for words", port.name, port.width));
}

void check_count(const tinsim::GoldenPort& port, size_t count) {
  if (count != port.words.size())
    throw std::invalid_argument(
        fmt::format("{} has {} words of 32 bits, not {}", port.name, port.words.size(), count));
}

void put_bits(std::vector<uint32_t>& words, size_t offset, unsigned width, uint64_t value) {
  for (unsigned bit = 0; bit < width; ++bit, ++offset) {
    const uint32_t mask = uint32_t{1} << (offset % 32);
    uint32_t& word = words[offset / 32];
    word = value >> bit & 1 ? word | mask : word & ~mask;
  }
}

const tinsim::GoldenPort* shown_port(tinsim_golden* golden, const char* name) {
  const tinsim::GoldenPort& port = find_port(golden, name);
  if (!port.is_input) golden->show();
  return &port;
}

}  // namespace

void tinsim::golden_check_bits(const GoldenPort& port, const std::uint32_t* words) {
  const unsigned rest = port.width * port.elements() % 32;
  if (rest && words[port.words.size() - 1] >> rest)
    throw std::invalid_argument(
        fmt::format("{}: the last word has more than {} bits", port.name, rest));
}

extern "C" {

int tinsim_golden_port_at(const tinsim_golden* golden, size_t n, tinsim_golden_port* port) {
  int found = 0;
  const int failed = golden_guarded(golden, [&] {
    *golden_given(port, "port") = {};
    const auto& ports = golden->model->ports();
    if (n >= ports.size()) return;
    port->name = ports[n].name.c_str();
    port->is_input = ports[n].is_input;
    port->width = ports[n].width;
    port->elements = ports[n].elements();
    port->dimensions = static_cast<unsigned>(ports[n].sizes.size());
    std::copy_n(ports[n].sizes.begin(), std::min<size_t>(ports[n].sizes.size(), 4), port->sizes);
    found = 1;
  });
  return failed ? failed : found;
}

int tinsim_golden_set(tinsim_golden* golden, const char* port, size_t element, uint64_t value) {
  return golden_guarded(golden, [&] {
    tinsim::GoldenPort& found = find_input(golden, port);
    check_element(found, element);
    if (found.width < 64 && value >> found.width)
      throw std::invalid_argument(
          fmt::format("{} = {} does not fit {} bits", port, value, found.width));
    put_bits(found.words, element * found.width, found.width, value);
    golden->shown = false;
  });
}

int tinsim_golden_get(tinsim_golden* golden, const char* port, size_t element, uint64_t* value) {
  return golden_guarded(golden, [&] {
    const tinsim::GoldenPort& found = *shown_port(golden, port);
    check_element(found, element);
    tinsim::BitReader reader(found.words.data(), static_cast<unsigned>(element * found.width));
    *golden_given(value, "value") = reader.get(found.width);
  });
}

int tinsim_golden_set_words(tinsim_golden* golden, const char* port, const uint32_t* words,
                            size_t count) {
  return golden_guarded(golden, [&] {
    tinsim::GoldenPort& found = find_input(golden, port);
    check_count(found, count);
    tinsim::golden_check_bits(found, golden_given(words, "words"));
    std::copy_n(words, count, found.words.begin());
    golden->shown = false;
  });
}

int tinsim_golden_get_words(tinsim_golden* golden, const char* port, uint32_t* words,
                            size_t count) {
  return golden_guarded(golden, [&] {
    const tinsim::GoldenPort& found = *shown_port(golden, port);
    check_count(found, count);
    std::copy_n(found.words.begin(), count, golden_given(words, "words"));
  });
}

int tinsim_golden_tick(tinsim_golden* golden) {
  return golden_guarded(golden, [&] { golden->tick(); });
}

int tinsim_golden_reset(tinsim_golden* golden) {
  return golden_guarded(golden, [&] { golden->reset(); });
}

const char* tinsim_golden_state_name(tinsim_golden* golden, size_t n) {
  const char* name = nullptr;
  golden_guarded(golden, [&] {
    if (golden->state.empty()) golden->state = golden->model->state();
    if (n < golden->state.size()) name = golden->state[n].name.c_str();
  });
  return name;
}

long tinsim_golden_state(tinsim_golden* golden, const char* name, uint64_t* values,
                         size_t capacity) {
  long count = -1;
  golden_guarded(golden, [&] {
    golden_given(name, "the name of a register");
    if (capacity > 0) golden_given(values, "values");
    std::string known;
    for (const tinsim::StateEntry& entry : golden->model->state()) {
      if (entry.name == name) {
        std::copy_n(entry.values.begin(), std::min(capacity, entry.values.size()), values);
        count = static_cast<long>(entry.values.size());
        return;
      }
      known += (known.empty() ? "" : ", ") + entry.name;
    }
    if (known.empty()) throw std::invalid_argument("the block has no registers");
    throw std::invalid_argument(fmt::format("no register {}; expected one of {}", name, known));
  });
  return count;
}

}  // extern "C"
