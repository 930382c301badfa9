// SPDX-License-Identifier: Apache-2.0
// A switch driven through its pins: cells become words, pins become events, cycle by cycle.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <deque>
#include <memory>
#include <set>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/errors.h"
#include "rtl_models/common/pack.h"
#include "rtl_models/parts/cell_header.h"
#include "rtl_models/parts/credit.h"
#include "tlm/gnet/cell_words.h"
#include "tlm/gnet/timing.h"
#include "tlm/tin/cell_switch/engine.h"
#include "tlm/tin/cell_switch/failure_unit.h"
#include "tlm/tin/cell_switch/link_driver.h"
#include "tlm/tin/cell_switch/link_stalls.h"
#include "tlm/tin/cell_switch/observer.h"
#include "tlm/tin/cell_switch/route_edits.h"
#include "tlm/tin/cell_switch/route_pins.h"
#include "tlm/tin/cell_switch/route_unit.h"
#include "tlm/tin/cell_switch/settings_edits.h"

namespace tinsim {

namespace detail {
template <class Block, class = void>
struct HasLinks : std::false_type {};
template <class Block>
struct HasLinks<Block, std::void_t<decltype(&Block::join_driver)>> : std::true_type {};
template <class Block, class = void>
struct HasVariants : std::false_type {};
template <class Block>
struct HasVariants<Block, std::void_t<decltype(std::declval<typename Block::In&>().speedup_i)>>
    : std::true_type {};
}  // namespace detail

/// `Block` is CellSwitch<…> or VariantSwitch<…>, its Verilated RTL, or a LinkedSwitch, which has
/// the links as well. Headers, payload words and credits on the pins are checked against the cells
/// that entered. Pins run kLag cycles behind the mailbox, so that a cell's header can be driven
/// kRxToRequest cycles before it is due.
template <class Block, unsigned kBlockPorts, unsigned kBlockVcs>
class SwitchOnPins final : public SwitchEngine, public EditableRoutes, public EditableSettings {
 public:
  using BlockType = Block;
  static constexpr Cycle kLag = timing::kRxToRequest;

  SwitchOnPins(const SwitchParams& params, RouteUnit route, unsigned ring_cycles,
               std::unique_ptr<Block> block = std::make_unique<Block>());

  const SwitchParams& params() const override { return params_; }
  Mailbox& mailbox() override { return mailbox_; }
  void join(unsigned port, const PortWire& wire) override { wires_[port] = wire; }
  void join_driver(unsigned port, LinkDriver& driver) override {
    drivers_[port] = &driver;
    driver.observe(observer_, port);
    if constexpr (detail::HasLinks<Block>::value) block_->join_driver(port, driver);
  }
  /// Precondition: the block does not have the links as well.
  void join_mos(unsigned port, MosPort& mos) override { drivers_[port]->join_mos(mos); }
  LinkDriver* link_driver(unsigned port) override { return drivers_[port]; }
  void attach(Endpoints* endpoints) override {
    endpoints_ = endpoints;
    due_.next = 0;
  }
  void observe(SwitchObserver* observer) override {
    observer_ = observer;
    for (unsigned port = 0; port < kMaxPorts; ++port) {
      if (drivers_[port] != nullptr) drivers_[port]->observe(observer, port);
    }
  }
  void watch_pins(PinObserver& observer, uint64_t ports) override;
  /// Supports failures of other chips' links only: they change the route tables of this chip.
  void schedule_failures(unsigned chip, ChipFailures plan) override {
    failures_ = std::make_unique<FailureUnit>(chip, std::move(plan));
  }
  FailureCounters failure_counters() const override {
    return failures_ == nullptr ? FailureCounters{} : failures_->counters;
  }
  const RouteUnit& route_unit() const override { return route_; }
  bool can_edit_routes() const override { return failures_ == nullptr; }
  void edit_routes(Cycle at, const RouteEdit& edit) override {
    if (edits_ == nullptr) edits_ = std::make_unique<RouteEdits>(route_);
    edits_->push(at, edit);
  }
  void edit_settings(Cycle at, const SwitchSettings& settings) override {
    settings_edits_.push(at, settings);
  }
  void stall_links(const LinkStalls* stalls) { stalls_ = stalls; }
  /// Cells go where this block chooses.
  void choose_routes_by(std::unique_ptr<RoutePins> pins) { route_pins_ = std::move(pins); }
  void advance(Cycle from, Cycle to) override {
    for (Cycle now = from; now < to; ++now) step(now);
  }
  std::string finish(Cycle end) override;

  std::unique_ptr<Block> take_block() { return std::move(block_); }

  uint64_t cell_hops() const override { return cell_hops_; }
  VcCounters counters(unsigned port, unsigned vc) const override { return at(port, vc).counters; }
  /// Counting begins when the matches of cycle `now` show on the pins.
  void clear_counters(Cycle now) override { count_from_ = now; }
  unsigned occupancy(unsigned port, unsigned vc) const override { return at(port, vc).words; }
  unsigned available(unsigned port, unsigned vc) const override {
    const OutVc& o = out_at(port, vc);
    return credit_available(o.limit, o.sent);
  }
  unsigned staged(unsigned port, unsigned vc) const override { return out_at(port, vc).words; }
  unsigned unadvertised(unsigned port, unsigned vc) const override;
  unsigned returning(unsigned port, unsigned vc) const override {
    unsigned words = 0;
    for (const SourceCredit& c : source_credits_) {
      words += c.port == port && c.credit.vc == vc ? c.credit.words : 0;
    }
    return words;
  }
  unsigned begun() const override { return 0; }
  LinkUse link_use(unsigned port, Cycle) const override { return use_of(*drivers_[port]); }
  VcHead head(unsigned port, unsigned vc) const override;

 private:
  using In = typename Block::In;
  using Out = typename Block::Out;
  /// Expected content of one input VC FIFO, and the counts seen on the pins.
  struct VcShadow {
    std::deque<uint32_t> cells;
    unsigned words = 0;           ///< received and not matched, as far as the pins show
    unsigned words_at_match = 0;  ///< the same as of the cycle whose matches are being read
    unsigned granted = 0;         ///< words credited since reset, modulo 4096
    VcCounters counters;
  };
  /// Cells matched for an output VC that have not begun to leave, and its credit.
  struct OutVc {
    std::deque<uint32_t> cells;
    unsigned words = 0;
    unsigned limit = 0;
    unsigned sent = 0;
  };
  /// A cell whose words are being driven or received; index kNil: none.
  struct Serial {
    uint32_t index = kNil;
    unsigned next_word = 0;
    Cell cell;
  };
  struct SourceCredit {
    Cycle due;
    uint8_t port;
    Credit credit;
  };

  VcShadow& at(unsigned port, unsigned vc) { return inputs_[vc * kMaxPorts + port]; }
  const VcShadow& at(unsigned port, unsigned vc) const { return inputs_[vc * kMaxPorts + port]; }
  OutVc& out_at(unsigned port, unsigned vc) { return outputs_[vc * kMaxPorts + port]; }
  const OutVc& out_at(unsigned port, unsigned vc) const { return outputs_[vc * kMaxPorts + port]; }

  /// A pin that is watched, with the value it was shown with.
  struct Watched {
    unsigned number;
    uint64_t shown;
  };
  template <class Bundle, class Fn>
  void for_watched(const Bundle& bundle, Fn&& fn) const;
  void show_pins(Cycle pin, const Out& out);
  void set_straps();
  void drive_settings();
  void step(Cycle now);
  void inject(Cycle now);
  void begin_count();
  void admit_arrivals(Cycle pin);
  void read_matches(Cycle pin, const Out& out);
  void read_credits(Cycle pin, const Out& out);
  void read_links(Cycle pin, const Out& out);
  void begin_cell(Cycle pin, unsigned out, uint64_t header);
  void run_drivers(Cycle pin, const Out& out);
  void drive_routes(Cycle pin);
  Route choose(unsigned port, const Cell& cell, Cycle due);
  void drive_words(Cycle pin);
  void drive_credits(Cycle pin);
  [[noreturn]] void fail(Cycle pin, unsigned port, unsigned vc, const std::string& what) const {
    throw InvariantError(
        fmt::format("{} port {} vc {} cycle {}: {}", params_.name, port, vc, pin, what));
  }

  SwitchParams params_;
  RouteUnit route_;
  std::unique_ptr<FailureUnit> failures_;  ///< where links fail
  std::unique_ptr<RouteEdits> edits_;      ///< once there has been one
  std::unique_ptr<RoutePins> route_pins_;  ///< where route_select is RTL
  SettingsEdits settings_edits_;
  Mailbox mailbox_;
  std::unique_ptr<Block> block_;  ///< on the heap: a 50-port model holds megabytes
  In in_;
  Endpoints* endpoints_ = nullptr;
  Endpoints::Due due_;
  SwitchObserver* observer_ = nullptr;
  PinObserver* pin_observer_ = nullptr;
  uint64_t watched_ports_ = 0;
  std::vector<Watched> watched_;
  const LinkStalls* stalls_ = nullptr;
  uint64_t cell_hops_ = 0;
  bool finishing_ = false;
  Cycle end_ = kNoCycle;  ///< of the run
  Cycle count_from_ = 0;
  std::array<PortWire, kMaxPorts> wires_{};
  std::array<LinkDriver*, kMaxPorts> drivers_{};
  std::vector<VcShadow> inputs_;  ///< [vc * 64 + port]
  std::vector<OutVc> outputs_;    ///< [vc * 64 + port]
  std::array<Serial, kMaxPorts> rx_{};
  std::array<Serial, kMaxPorts> tx_{};
  /// Headers in the lookup, by age: driven 1, 2, 3 cycles ago.
  std::array<std::vector<std::pair<unsigned, uint32_t>>, 4> lookup_;
  /// A cell on the pins that can be matched from `due` on.
  struct Arrival {
    Cycle due;
    uint8_t port;
    uint8_t vc;
    uint8_t words;
  };
  std::deque<Arrival> arrivals_;  ///< not yet in words_at_match
  std::deque<SourceCredit> source_credits_;
  std::array<std::deque<std::pair<Cycle, Credit>>, kMaxPorts> credits_expected_;
};

}  // namespace tinsim

#include "tlm/tin/cell_switch/on_pins.inl"
#include "tlm/tin/cell_switch/on_pins_inputs.inl"
#include "tlm/tin/cell_switch/on_pins_outputs.inl"
