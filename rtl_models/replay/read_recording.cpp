// SPDX-License-Identifier: Apache-2.0
// Recordings as files: reading.
#include <fmt/format.h>

#include <map>
#include <set>
#include <utility>

#include "base/errors.h"
#include "base/input_file.h"
#include "base/yaml_document.h"
#include "rtl_models/replay/recording_file.h"

namespace tinsim {
namespace {

/// An entry of a line has fewer octets than the other files of the project have per mark.
constexpr std::size_t kOctetsPerRecordingMark = 2;

/// Digits of a number in decimal or, after 0x, hexadecimal, as words; false if it is none or needs
/// more than `width` bits.
bool parse_value(const std::string& text, unsigned width, std::uint32_t* words) {
  const bool hex = text.compare(0, 2, "0x") == 0;
  const std::string digits = hex ? text.substr(2) : text;
  if (digits.empty() || digits.size() > 4096 ||
      digits.find_first_not_of(hex ? "0123456789abcdefABCDEF" : "0123456789") != digits.npos)
    return false;
  const std::size_t count = (width + 31) / 32;
  std::fill(words, words + count, 0);
  for (const char c : digits) {
    std::uint64_t carry = c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10;
    for (std::size_t n = 0; n < count; ++n) {
      carry += std::uint64_t{words[n]} * (hex ? 16 : 10);
      words[n] = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
    if (carry) return false;
  }
  return width % 32 == 0 || words[count - 1] >> width % 32 == 0;
}

class Reader {
 public:
  explicit Reader(std::string file) : file_(std::move(file)) {
    const InputText input = read_input(file_, kMostRecordingMb);
    if (!input.fault.empty()) throw ConfigError(file_ + ": " + input.fault);
    try {
      root_ = load_only_document(input.text, kOctetsPerRecordingMark);
    } catch (const YAML::Exception& error) {
      throw ConfigError(fmt::format("{}: {}", place(error.mark), error.msg));
    }
    check_keys(
        root_, "",
        {"tinsim_replay", "block", "shape", "other", "seed", "difference", "reset", "cycles"});
    const YAML::Node version = entry(root_, "", "tinsim_replay");
    if (number(version, "tinsim_replay", 32) != kRecordingVersion)
      fail(version, "tinsim_replay", fmt::format("expected version {}", kRecordingVersion));
  }

  RecordingHead head() const {
    RecordingHead head;
    head.block = text(entry(root_, "", "block"), "block");
    const YAML::Node shape = entry(root_, "", "shape");
    if (!shape.IsMap()) fail(shape, "shape", "expected a mapping of parameters");
    for (const auto& parameter : shape)
      head.parameters +=
          fmt::format("{}{}={}", head.parameters.empty() ? "" : ",", text(parameter.first, "shape"),
                      number(parameter.second, "shape", 32));
    return head;
  }

  RecordingFile read(const ReplayShape& shape) const {
    RecordingFile result;
    Recording& recording = result.recording;
    const RecordingHead found = head();
    if (found.block != shape.block)
      fail(entry(root_, "", "block"), "block",
           fmt::format("it is for {}; expected {}", found.block, shape.block));
    if (found.parameters != shape.parameters)
      fail(entry(root_, "", "shape"), "shape",
           fmt::format("it is for '{}'; expected '{}'", found.parameters, shape.parameters));
    recording.block = found.block;
    recording.parameters = found.parameters;
    recording.other = text(entry(root_, "", "other"), "other");
    recording.seed = number(entry(root_, "", "seed"), "seed", 64);
    recording.difference = difference();
    recording.straps = values(entry(root_, "", "reset"), "reset", shape.in, {});
    read_cycles(shape, result);
    return result;
  }

 private:
  Difference difference() const {
    const YAML::Node node = entry(root_, "", "difference");
    check_keys(node, "difference", {"cycle", "field", "reference", "other"});
    Difference difference;
    difference.cycle = number(entry(node, "difference", "cycle"), "difference.cycle", 64);
    difference.field = text(entry(node, "difference", "field"), "difference.field");
    difference.reference = text(entry(node, "difference", "reference"), "difference.reference");
    difference.other = text(entry(node, "difference", "other"), "difference.other");
    return difference;
  }

  void read_cycles(const ReplayShape& shape, RecordingFile& result) const {
    const YAML::Node cycles = entry(root_, "", "cycles");
    if (!cycles.IsSequence() || cycles.size() == 0)
      fail(cycles, "cycles", "expected a list of cycles");
    for (const YAML::Node& node : cycles) {
      const std::string path = fmt::format("cycles[{}]", result.recording.cycles.size());
      RecordedCycle cycle;
      cycle.in = values(node, path, shape.in, {"times", "reset", "preset"});
      std::uint64_t times = 1;
      for (const auto& part : node) {
        const std::string key = part.first.Scalar();
        if (key == "times") times = number(part.second, path + ".times", 32);
        if (key == "reset") cycle.reset = values(part.second, path + ".reset", shape.in, {});
        if (key == "preset" && shape.registers.words == 0)
          fail(part.second, path + ".preset", "the block has no registers that can be set");
        if (key == "preset")
          cycle.preset = values(part.second, path + ".preset", shape.registers, {});
      }
      if (times == 0 || times > kMostRecordedCycles - result.recording.cycles.size())
        fail(node, path + ".times",
             fmt::format("expected 1 or more, and at most {} cycles", kMostRecordedCycles));
      const std::uint64_t words = (result.recording.cycles.size() + times) * shape.in.words;
      if (words > kMostRecordedWords)
        fail(node, path, fmt::format("expected at most {} words of inputs", kMostRecordedWords));
      result.recording.cycles.insert(result.recording.cycles.end(), times, cycle);
      result.places.insert(result.places.end(), times, place(node.Mark()) + ": " + path);
    }
  }

  /// The mapping as words; keys in `others` are skipped.
  Words values(const YAML::Node& node, const std::string& path, const FieldLayout& layout,
               const std::set<std::string>& others) const {
    if (!node.IsMap()) fail(node, path, "expected a mapping of inputs to values");
    const auto& elements = elements_of(layout);
    Words words(layout.words);
    std::set<std::string> seen;
    for (const auto& one : node) {
      const std::string key = text(one.first, path);
      if (!seen.insert(key).second) fail(one.first, path + "." + key, "it is given twice");
      if (others.count(key)) continue;
      const auto found = elements.find(key);
      if (found == elements.end()) fail(one.first, path + "." + key, "there is none of this name");
      const LayoutField& field = *found->second.field;
      const std::string value = text(one.second, path + "." + key);
      if (!parse_value(value, field.width, &words[found->second.word]))
        fail(one.second, path + "." + key,
             fmt::format("'{}'; expected a number of {} bits", value.substr(0, 40), field.width));
    }
    return words;
  }

  struct Place {
    const LayoutField* field;
    std::size_t word;
  };
  const std::map<std::string, Place>& elements_of(const FieldLayout& layout) const {
    auto& elements = elements_[&layout];
    if (!elements.empty()) return elements;
    for (const LayoutField& field : layout.fields)
      for (unsigned n = 0; n < field.elements(); ++n)
        elements[field.element_name(n)] = {&field, field.word_of(n)};
    return elements;
  }

  void check_keys(const YAML::Node& node, const std::string& path,
                  const std::set<std::string>& keys) const {
    if (!node.IsMap()) fail(node, path, "expected a mapping");
    std::set<std::string> seen;
    for (const auto& one : node) {
      const std::string key = text(one.first, path);
      const std::string whole = path.empty() ? key : path + "." + key;
      if (!keys.count(key))
        fail(one.first, whole,
             fmt::format("unknown key; expected one of {}", fmt::join(keys, ", ")));
      if (!seen.insert(key).second) fail(one.first, whole, "it is given twice");
    }
  }
  YAML::Node entry(const YAML::Node& node, const std::string& path, const std::string& key) const {
    const YAML::Node found = node[key];
    if (!found) fail(node, path.empty() ? key : path + "." + key, "it is missing");
    return found;
  }
  std::string text(const YAML::Node& node, const std::string& path) const {
    if (!node.IsScalar() || node.Scalar().size() > 4096) fail(node, path, "expected one value");
    return node.Scalar();
  }
  std::uint64_t number(const YAML::Node& node, const std::string& path, unsigned width) const {
    std::uint32_t words[2] = {};
    const std::string value = text(node, path);
    if (!parse_value(value, width, words))
      fail(node, path,
           fmt::format("'{}'; expected a number of {} bits", value.substr(0, 40), width));
    return words[0] | std::uint64_t{words[1]} << 32;
  }

  [[noreturn]] void fail(const YAML::Node& node, const std::string& path,
                         const std::string& what) const {
    throw ConfigError(
        fmt::format("{}: {}{}{}", place(node.Mark()), path, path.empty() ? "" : ": ", what));
  }
  std::string place(const YAML::Mark& mark) const {
    if (mark.is_null()) return file_;
    return fmt::format("{}:{}:{}", file_, mark.line + 1, mark.column + 1);
  }

  std::string file_;
  YAML::Node root_;
  mutable std::map<const FieldLayout*, std::map<std::string, Place>> elements_;
};

}  // namespace

RecordingHead read_recording_head(const std::string& file) { return Reader(file).head(); }

RecordingFile read_recording(const std::string& file, const ReplayShape& shape) {
  return Reader(file).read(shape);
}

}  // namespace tinsim
