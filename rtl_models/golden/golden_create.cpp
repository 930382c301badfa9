// SPDX-License-Identifier: Apache-2.0
// The C ABI: blocks by name and parameters, and the version of the library.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <stdexcept>

#include "rtl_models/golden/golden_handle.h"

namespace {

using tinsim::golden_given;

std::string trimmed(const std::string& text) {
  constexpr const char* kBlanks = " \t\n\r";
  const size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

/// "A=1, B=2" by name: neither the order nor blanks matter.
std::map<std::string, std::string> parameters_of(const std::string& text) {
  std::map<std::string, std::string> parameters;
  for (size_t first = 0; first <= text.size();) {
    const size_t comma = std::min(text.find(',', first), text.size());
    const std::string one = trimmed(text.substr(first, comma - first));
    const size_t equals = std::min(one.find('='), one.size());
    const std::string name = trimmed(one.substr(0, equals));
    const std::string value = equals < one.size() ? trimmed(one.substr(equals + 1)) : "";
    if (name.empty() || value.empty())
      throw std::invalid_argument(
          fmt::format("parameters '{}': '{}'; expected <Name>=<number> between commas", text, one));
    if (!parameters.emplace(name, value).second)
      throw std::invalid_argument(fmt::format("parameters '{}': {} twice", text, name));
    first = comma + 1;
  }
  return parameters;
}

const tinsim::GoldenShapeEntry& find_shape(const std::string& block,
                                           const std::string& parameters) {
  std::string known;
  for (const tinsim::GoldenShapeEntry& shape : tinsim::golden_shapes()) {
    if (block != shape.block) continue;
    if (parameters.empty()) return shape;
    if (*shape.parameters == 0)
      throw std::invalid_argument(
          fmt::format("{} has no parameters; '{}' was given", block, parameters));
    if (parameters_of(parameters) == parameters_of(shape.parameters)) return shape;
    known += fmt::format("{}'{}'", known.empty() ? "" : " or ", shape.parameters);
  }
  if (known.empty())
    throw std::invalid_argument(
        fmt::format("no block '{}'; tinsim_golden_shape() lists those of the library", block));
  throw std::invalid_argument(
      fmt::format("{} has no shape '{}'; expected {}, or a library of tinsim_add_golden(), which "
                  "makes other shapes",
                  block, parameters, known));
}

}  // namespace

std::string& tinsim::golden_error_without_block() {
  thread_local std::string text;
  return text;
}

extern "C" {

int tinsim_golden_abi(void) { return TINSIM_GOLDEN_ABI; }

const char* tinsim_golden_version(void) { return TINSIM_VERSION; }

int tinsim_golden_shape(size_t n, const char** block, const char** parameters) {
  try {
    golden_given(block, "block");
    golden_given(parameters, "parameters");
    const auto& shapes = tinsim::golden_shapes();
    if (n >= shapes.size()) return 0;
    *block = shapes[n].block;
    *parameters = shapes[n].parameters;
    return 1;
  } catch (const std::exception& error) {
    tinsim::golden_error_without_block() = error.what();
    return -1;
  }
}

tinsim_golden* tinsim_golden_create(const char* block, const char* parameters) {
  try {
    tinsim::golden_error_without_block().clear();
    const auto& shape = find_shape(golden_given(block, "the name of a block"),
                                   trimmed(parameters ? parameters : ""));
    auto golden = std::make_unique<tinsim_golden>();
    golden->make = shape.make;
    golden->model = shape.make();
    golden->name = shape.block;
    return golden.release();
  } catch (const std::exception& error) {
    tinsim::golden_error_without_block() = error.what();
    return nullptr;
  }
}

void tinsim_golden_free(tinsim_golden* golden) { delete golden; }

const char* tinsim_golden_error(const tinsim_golden* golden) {
  return golden ? golden->error.c_str() : tinsim::golden_error_without_block().c_str();
}

}  // extern "C"
