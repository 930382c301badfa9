// SPDX-License-Identifier: Apache-2.0
// A switch driven through its pins: set-up, the order within a cycle, and queries of audits.

namespace tinsim {

namespace detail {
template <std::size_t kCount, class T>
struct IsArrayOf : std::false_type {};
template <std::size_t kCount, class T>
struct IsArrayOf<kCount, std::array<T, kCount>> : std::true_type {};
}  // namespace detail

template <class Block, unsigned kBlockPorts, unsigned kBlockVcs>
SwitchOnPins<Block, kBlockPorts, kBlockVcs>::SwitchOnPins(const SwitchParams& params,
                                                          RouteUnit route, unsigned ring_cycles,
                                                          std::unique_ptr<Block> block)
    : params_(params),
      route_(std::move(route)),
      mailbox_(ring_cycles + 2 * kLag),
      block_(std::move(block)),
      inputs_(kMaxVcs * kMaxPorts),
      outputs_(kMaxVcs * kMaxPorts) {
  set_straps();
  for (unsigned vc = 0; vc < params.vcs; ++vc) {
    for (unsigned port = 0; port < params.ports; ++port) {
      out_at(port, vc).limit = params.tx_limit[port];
    }
  }
  block_->reset(in_);
}

template <class Block, unsigned kBlockPorts, unsigned kBlockVcs>
void SwitchOnPins<Block, kBlockPorts, kBlockVcs>::set_straps() {
  in_ = {};
  in_.queue_words_i = params_.queue_words;
  drive_settings();
  for (unsigned port = 0; port < kBlockPorts; ++port) {
    in_.rx_depth_i[port] = params_.rx_depth[port];
    in_.tx_limit_i[port] = params_.tx_limit[port];
    in_.tx_credited_i[port] = !(params_.terminal_ports >> port & 1);
  }
  if constexpr (detail::HasVariants<Block>::value) {
    in_.rrm_i = params_.arbiter == ArbiterKind::rrm;
    in_.speedup_i = params_.crossbar_speedup.num;  // whole, which validate() ensures
    for (unsigned port = 0; port < kBlockPorts; ++port)
      in_.tx_shared_i[port] = params_.tx_shared[port];
  }
}

template <class Block, unsigned kBlockPorts, unsigned kBlockVcs>
void SwitchOnPins<Block, kBlockPorts, kBlockVcs>::drive_settings() {
  in_.iterations_i = params_.islip_iterations;
  for (unsigned vc = 0; vc < kBlockVcs; ++vc) {
    in_.strict_i[vc] = params_.strict_vcs >> vc & 1;
    in_.weight_i[vc] = params_.weights[vc] != 0 ? params_.weights[vc] : 1;
  }
}

// Calls fn(port, name, pins) for the watched ports' share of each field that has one; straps, which
// never change, and settings, which belong to no port, are left out.
template <class Block, unsigned kBlockPorts, unsigned kBlockVcs>
template <class Bundle, class Fn>
void SwitchOnPins<Block, kBlockPorts, kBlockVcs>::for_watched(const Bundle& bundle, Fn&& fn) const {
  static const std::set<std::string> kLeftOut = {"iterations_i", "rx_depth_i",    "tx_limit_i",
                                                 "tx_shared_i",  "tx_credited_i", "strict_i",
                                                 "weight_i",     "queue_words_i"};
  Bundle::walk(bundle, [&](const char* name, const auto& field) {
    if constexpr (detail::IsArrayOf<kBlockPorts, std::decay_t<decltype(field)>>::value) {
      if (kLeftOut.count(name) != 0) return;
      for (uint64_t left = watched_ports_; left != 0; left &= left - 1) {
        const auto port = static_cast<unsigned>(__builtin_ctzll(left));
        fn(port, name, field[port]);
      }
    }
  });
}

template <class Block, unsigned kBlockPorts, unsigned kBlockVcs>
void SwitchOnPins<Block, kBlockPorts, kBlockVcs>::watch_pins(PinObserver& observer,
                                                             uint64_t ports) {
  pin_observer_ = &observer;
  watched_ports_ = ports;
  const auto add = [&](bool is_output) {
    return [this, is_output](unsigned port, const char* name, const auto& pins) {
      constexpr unsigned kPins = kWidth<decltype(pins)>;
      watched_.push_back({pin_observer_->add_pins(port, name, kPins, is_output), 0});
    };
  };
  for_watched(in_, add(false));
  for_watched(block_->out(), add(true));
}

template <class Block, unsigned kBlockPorts, unsigned kBlockVcs>
void SwitchOnPins<Block, kBlockPorts, kBlockVcs>::show_pins(Cycle pin, const Out& out) {
  auto watched = watched_.begin();
  const auto show = [&](unsigned, const char*, const auto& pins) {
    const uint64_t value = pack_to_integer(pins);
    if (value != watched->shown) pin_observer_->pins_changed(pin, watched->number, value);
    watched->shown = value;
    ++watched;
  };
  for_watched(in_, show);
  for_watched(out, show);
}

template <class Block, unsigned kBlockPorts, unsigned kBlockVcs>
void SwitchOnPins<Block, kBlockPorts, kBlockVcs>::step(Cycle now) {
  if (now < kLag) return inject(now);  // no pin has moved before cycle 0
  const Cycle pin = now - kLag;
  const Out& out = block_->out();
  for (unsigned port = 0; port < params_.ports; ++port) {
    if (out.rx_error_o[port]) fail(pin, port, 0, "the switch refused a good header");
  }
  if (pin == count_from_ + 1) begin_count();
  admit_arrivals(pin);
  read_matches(pin, out);
  read_credits(pin, out);
  read_links(pin, out);
  const auto set = [this](const SwitchSettings& settings) { settings.apply_to(params_); };
  if (settings_edits_.take(pin, set)) drive_settings();
  // The last word of a cell of two words that begins now reaches its endpoint in this very cycle.
  inject(now);
  drive_routes(pin);
  drive_words(pin);
  drive_credits(pin);
  const uint64_t ready = stalls_ != nullptr ? stalls_->ready(pin) : ~0ull;
  for (unsigned port = 0; port < params_.ports; ++port) in_.tx_ready_i[port] = ready >> port & 1;
  run_drivers(pin, out);
  if (pin_observer_ != nullptr) show_pins(pin, out);
  block_->tick(in_);
}

template <class Block, unsigned kBlockPorts, unsigned kBlockVcs>
void SwitchOnPins<Block, kBlockPorts, kBlockVcs>::inject(Cycle now) {
  if (endpoints_ == nullptr || finishing_) return;
  while (!source_credits_.empty() && source_credits_.front().due <= now) {
    const SourceCredit& c = source_credits_.front();
    due_ = endpoints_->credit(c.port, c.credit, now);
    source_credits_.pop_front();
  }
  if (due_.next <= now) due_ = endpoints_->inject(now, mailbox_);
}

template <class Block, unsigned kBlockPorts, unsigned kBlockVcs>
unsigned SwitchOnPins<Block, kBlockPorts, kBlockVcs>::unadvertised(unsigned port,
                                                                   unsigned vc) const {
  if (drivers_[port] == nullptr) return 0;
  unsigned words = drivers_[port]->unreported_words(vc);
  for (const auto& [cycle, credit] : credits_expected_[port]) {
    words += credit.vc == vc ? credit.words : 0;
  }
  return words;
}

template <class Block, unsigned kBlockPorts, unsigned kBlockVcs>
void SwitchOnPins<Block, kBlockPorts, kBlockVcs>::begin_count() {
  for (VcShadow& fifo : inputs_) {
    fifo.counters = {};
    fifo.counters.peak_words = static_cast<uint16_t>(fifo.words_at_match);
  }
}

// Matches of the last cycles show on the pins kLag + 1 cycles later.
template <class Block, unsigned kBlockPorts, unsigned kBlockVcs>
std::string SwitchOnPins<Block, kBlockPorts, kBlockVcs>::finish(Cycle end) {
  finishing_ = true;
  end_ = end;
  if constexpr (detail::HasLinks<Block>::value) block_->end_lines();
  for (Cycle now = end; now <= end + kLag; ++now) step(now);
  return "";
}

template <class Block, unsigned kBlockPorts, unsigned kBlockVcs>
VcHead SwitchOnPins<Block, kBlockPorts, kBlockVcs>::head(unsigned port, unsigned vc) const {
  const VcShadow& fifo = at(port, vc);
  if (fifo.cells.empty()) return {};
  const CellPool::Node& node = mailbox_.pool()[fifo.cells.front()];
  return {true, node.out, node.out_vc, 0, node.cell};
}

}  // namespace tinsim
