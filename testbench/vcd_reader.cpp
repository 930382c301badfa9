// SPDX-License-Identifier: Apache-2.0
// Reads a waveform file back: parser of value change dumps (IEEE 1364-2005, 18).
#include "testbench/vcd_reader.h"

#include <algorithm>
#include <cstdio>
#include <sstream>
#include <stdexcept>

namespace tinsim {

namespace {

std::string output_of(const std::string& command) {
  FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) throw std::runtime_error("cannot run " + command);
  std::string text;
  char buffer[65536];
  for (std::size_t n; (n = fread(buffer, 1, sizeof buffer, pipe)) != 0;) text.append(buffer, n);
  if (pclose(pipe) != 0) throw std::runtime_error("failed: " + command);
  return text;
}

class Parser {
 public:
  explicit Parser(const std::string& text) : in_(text) {}

  Vcd parse() {
    std::string word;
    while (in_ >> word) {
      if (word[0] == '$') {
        directive(word);
      } else if (word[0] == '#') {
        time_ = std::stoull(word.substr(1));
      } else if (word[0] == 'b' || word[0] == 'B') {
        std::string id;
        in_ >> id;
        change(id, word.substr(1));
      } else {
        change(word.substr(1), word.substr(0, 1));
      }
    }
    return std::move(vcd_);
  }

 private:
  void directive(const std::string& word) {
    if (word == "$dumpvars" || word == "$end") return;  // values follow
    std::vector<std::string> words;
    for (std::string next; in_ >> next && next != "$end";) words.push_back(next);
    if (word == "$timescale") {
      for (const std::string& part : words) vcd_.timescale += part;
    } else if (word == "$scope") {
      scopes_.push_back(words.at(1));
    } else if (word == "$upscope") {
      scopes_.pop_back();
    } else if (word == "$var") {
      std::string path;
      for (const std::string& scope : scopes_) path += scope + ".";
      path += words.at(3);
      Vcd::Signal& signal = vcd_.signals[path];
      if (signal.width != 0) throw std::runtime_error("two signals " + path);
      signal.width = static_cast<unsigned>(std::stoul(words.at(1)));
      by_id_[words.at(2)] = &signal;
    }
  }
  // Leading zeros may be left out, and so may leading x and z.
  void change(const std::string& id, std::string bits) {
    Vcd::Signal& signal = *by_id_.at(id);
    if (bits.size() < signal.width) {
      bits.insert(0, signal.width - bits.size(), bits[0] == '1' ? '0' : bits[0]);
    }
    signal.changes.emplace_back(time_, bits);
  }

  std::istringstream in_;
  Vcd vcd_;
  std::vector<std::string> scopes_;
  std::map<std::string, Vcd::Signal*> by_id_;
  std::uint64_t time_ = 0;
};

}  // namespace

std::string Vcd::bits(const std::string& name, std::uint64_t time) const {
  const auto& changes = signals.at(name).changes;
  const auto after =
      std::upper_bound(changes.begin(), changes.end(), time,
                       [](std::uint64_t t, const auto& change) { return t < change.first; });
  return after == changes.begin() ? "" : std::prev(after)->second;
}

std::uint64_t Vcd::value(const std::string& name, std::uint64_t time) const {
  const std::string text = bits(name, time);
  std::size_t used = 0;
  const std::uint64_t number = std::stoull(text, &used, 2);
  if (used != text.size()) throw std::invalid_argument(name + " is " + text);
  return number;
}

Vcd read_fst(const std::string& path) {
  return Parser(output_of("timeout 60 fst2vcd '" + path + "'")).parse();
}

}  // namespace tinsim
