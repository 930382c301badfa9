// SPDX-License-Identifier: Apache-2.0
// Draws ports of one switch.
#include "platform/trace/switch_waves.h"

#include "rtl_models/parts/credit.h"

namespace tinsim {

SwitchWaves::SwitchWaves(WaveFile& file, WaveQueue& queue, const SwitchParams& params)
    : file_(file), queue_(queue), params_(params) {}

void SwitchWaves::draw(unsigned port, const std::string& scope) {
  ports_[port] = std::make_unique<Port>();
  Port& p = *ports_[port];
  p.scope = scope;
  file_.enter(scope);
  p.rx = add_words("rx", "_i");
  p.tx = add_words("tx", "_o");
  p.match = add_event("match_valid_o", {{"match_port_o", 6}, {"match_vc_o", 5}});
  p.fc_received = add_event("fc_valid_i", {{"fc_vc_i", 5}, {"fc_limit_i", 12}});
  p.fc_sent = add_event("fc_valid_o", {{"fc_vc_o", 5}, {"fc_limit_o", 12}});
  p.set_sent = add_event("set_valid", {{"set_code", 4}, {"set_body", 52}});
  p.occupancy = add_levels("occupancy", 0);
  p.available = add_levels("available", params_.tx_limit[port]);
  file_.leave();
  p.limit_sent.fill(params_.rx_depth[port]);
  p.limit_received.fill(params_.tx_limit[port]);
}

SwitchWaves::Words SwitchWaves::add_words(const char* direction, const char* suffix) {
  const std::string begin = std::string(direction) + "_";
  const Words words = {file_.add(begin + "valid" + suffix, 1),
                       file_.add(begin + "sop" + suffix, 1),
                       file_.add(begin + "vc", 5),
                       file_.add(begin + "words", 5),
                       file_.add(begin + "src", 16),
                       file_.add(begin + "dst", 16)};
  queue_.begin_with(words.valid, 0);
  queue_.begin_with(words.sop, 0);
  for (Signal field : {words.vc, words.words, words.src, words.dst}) file_.set_idle(field);
  return words;
}

SwitchWaves::Event SwitchWaves::add_event(
    const std::string& valid, const std::vector<std::pair<std::string, unsigned>>& fields) {
  Event event;
  event.valid = file_.add(valid, 1);
  queue_.begin_with(event.valid, 0);
  for (const auto& [name, width] : fields) {
    event.fields.push_back(file_.add(name, width));
    file_.set_idle(event.fields.back());
  }
  return event;
}

std::vector<WaveFile::Signal> SwitchWaves::add_levels(const char* scope, unsigned begin) {
  std::vector<Signal> levels;
  file_.enter(scope);
  for (unsigned vc = 0; vc < params_.vcs; ++vc) {
    levels.push_back(file_.add("vc" + std::to_string(vc), 12));
    queue_.begin_with(levels.back(), begin);
  }
  file_.leave();
  return levels;
}

uint64_t SwitchWaves::ports() const {
  uint64_t mask = 0;
  for (unsigned port = 0; port < kMaxPorts; ++port)
    mask |= uint64_t{ports_[port] != nullptr} << port;
  return mask;
}

unsigned SwitchWaves::add_pins(unsigned port, const char* name, unsigned width, bool is_output) {
  using Direction = WaveFile::Direction;
  file_.enter(ports_[port]->scope + ".pins");
  const Signal signal = file_.add(name, width, is_output ? Direction::kOutput : Direction::kInput);
  file_.leave();
  queue_.begin_with(signal, 0);
  return signal;
}

void SwitchWaves::pins_changed(Cycle cycle, unsigned number, uint64_t value) {
  queue_.set(cycle, number, value);
}

void SwitchWaves::show_cell(Cycle cycle, const Words& words, const Cell& cell) {
  queue_.set(cycle, words.valid, 1);
  queue_.set(cycle, words.sop, 1);
  queue_.set(cycle, words.vc, cell.vc);
  queue_.set(cycle, words.words, cell.words);
  queue_.set(cycle, words.src, cell.src);
  queue_.set(cycle, words.dst, cell.dst);
  queue_.end(cycle + 1, words.sop);
  const Cycle end = cycle + cell.words;
  queue_.end(end, words.valid);
  for (Signal field : {words.vc, words.words, words.src, words.dst}) queue_.end_idle(end, field);
}

void SwitchWaves::show_event(Cycle cycle, const Event& event,
                             std::initializer_list<uint64_t> fields) {
  queue_.set(cycle, event.valid, 1);
  queue_.end(cycle + 1, event.valid);
  auto signal = event.fields.begin();
  for (const uint64_t value : fields) {
    queue_.set(cycle, *signal, value);
    queue_.end_idle(cycle + 1, *signal);
    ++signal;
  }
}

// A match of cycle a is on the pins in a + 1; from then on its cell does not wait.
void SwitchWaves::matched(Cycle cycle, unsigned in, unsigned vc, unsigned out, const Cell& cell) {
  if (!ports_[in]) return;
  show_event(cycle + 1, ports_[in]->match, {out, vc});
  queue_.add(cycle + 1, ports_[in]->occupancy[vc], -uint64_t{cell.words});
}

void SwitchWaves::credit_sent(Cycle cycle, unsigned in, Credit credit) {
  if (!ports_[in]) return;
  uint16_t& limit = ports_[in]->limit_sent[credit.vc];
  limit = static_cast<uint16_t>((limit + credit.words) % kCreditModulus);
  show_event(cycle, ports_[in]->fc_sent, {credit.vc, limit});
}

void SwitchWaves::cell_started(Cycle cycle, unsigned out, const Cell& cell) {
  if (ports_[out]) show_cell(cycle, ports_[out]->tx, cell);
}

void SwitchWaves::set_sent(Cycle cycle, unsigned port, uint8_t code, uint64_t body) {
  if (ports_[port]) show_event(cycle, ports_[port]->set_sent, {code, body});
}

void SwitchWaves::cell_received(Cycle cycle, unsigned in, const Cell& cell) {
  if (!ports_[in]) return;
  show_cell(cycle, ports_[in]->rx, cell);
  queue_.add(cycle + timing::kRxToRequest, ports_[in]->occupancy[cell.vc], cell.words);
}

void SwitchWaves::credit_received(Cycle cycle, unsigned out, Credit credit) {
  if (!ports_[out]) return;
  uint16_t& limit = ports_[out]->limit_received[credit.vc];
  limit = static_cast<uint16_t>((limit + credit.words) % kCreditModulus);
  show_event(cycle, ports_[out]->fc_received, {credit.vc, limit});
  queue_.add(cycle + timing::kCreditToUse, ports_[out]->available[credit.vc], credit.words);
}

void SwitchWaves::credit_taken(Cycle cycle, unsigned out, Credit credit) {
  if (!ports_[out]) return;
  queue_.add(cycle + 1, ports_[out]->available[credit.vc], -uint64_t{credit.words});
}

}  // namespace tinsim
