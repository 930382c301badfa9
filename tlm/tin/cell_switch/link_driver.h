// SPDX-License-Identifier: Apache-2.0
// One port's end of a link, cycle by cycle: the transmit blocks, and the path of their slots.
#pragma once

#include <array>
#include <deque>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "tlm/gnet/link/link_port.h"
#include "tlm/gnet/link/wire_link.h"
#include "tlm/tin/cell_switch/engine.h"
#include "tlm/tin/cell_switch/mos_port.h"
#include "tlm/tin/cell_switch/observer.h"
#include "tlm/tin/cell_switch/switch_params.h"

namespace tinsim {

/// The slots that a far port sends, for a chip whose receive side is simulated word by word too.
struct LineFeed {
  struct Slot {
    bool control = false;
    uint64_t word = 0;
  };
  WireDirectionParams wire;
  std::deque<Slot> slots;  ///< in order from the first one on that has not been taken
};

struct LinkDriverParams {
  LinkPortParams port;
  std::optional<WireLinkParams> wire;  ///< bits on the wire; without, whole cells and credits
  PortWire to;                         ///< not joined: nothing is sent (the pins in a lockstep)
  bool fails = false;                  ///< routing depends on whether the link is up
  std::vector<Cycle> drop_fc;          ///< ascending; each spoils the first FC set from then on
  std::shared_ptr<LineFeed> arriving;  ///< for a chip that reads line words, else null
};

/// Runs a LinkPort and delivers the contents of its slots to the far chip: at wire fidelity through
/// a WireLink, else directly, with the same timing.
class LinkDriver final : private WireSink {
 public:
  explicit LinkDriver(const LinkDriverParams& params);

  const LinkDriverParams& params() const { return params_; }
  /// `far` is the other end of the link, at a chip of the same pod. Its transmit side receives
  /// events of this receive side.
  void join(LinkDriver& far) { far_ = &far; }
  /// `other` receives the events of this one.
  void mirror(LinkDriver& other) { mirror_ = &other; }
  /// The slots of this port, from the first one on, also go to `feed`.
  void feed(std::shared_ptr<LineFeed> feed) { feed_ = std::move(feed); }
  /// Words of `mos` take slots, and arrive at the far side.
  void join_mos(MosPort& mos) {
    mos_ = &mos;
    port_->send_mos(mos);
  }

  /// Reports the ordered sets on the link of `port`.
  void observe(SwitchObserver* observer, unsigned port) {
    observer_ = observer;
    observed_port_ = port;
  }

  /// Slot x, with the switch's transmit pins of cycle x; `begins`: the cell whose header they show,
  /// else null. True: a cell may begin in slot x + 1.
  bool cycle(Cycle x, bool valid, bool sop, uint64_t data, const Cell* begins);
  /// The edge that ends cycle x: `limit` is what the switch's flow-control pins show in it.
  void end_cycle(Cycle x, bool limit_valid, unsigned vc, unsigned limit);
  /// An event of the receive side, which takes effect in a later cycle.
  void receive_event(const LinkEvent& event);

  /// From `cycle` on this end of the link is to be used, or not: at least so many cycles after the
  /// one that decides it. Precondition: the link is at wire fidelity.
  void set_enable(Cycle cycle, bool enable);
  /// The far side, which may be simulated a window ahead, has then not reached the cycle.
  Cycle enable_delay() const { return 2 * params_.to.link_cycles + kEnableMargin; }
  /// A PING is sent in slot `cycle` or soon after it.
  void measure(Cycle cycle);

  /// The slot of the last cycle().
  const LinkPort::Decision& slot() const { return slot_; }

  LinkPort& port() { return *port_; }
  const LinkPort& port() const { return *port_; }
  const WireLink* wire() const { return wire_.get(); }
  /// FC sets spoiled by `drop_fc`.
  unsigned sets_lost() const { return sets_lost_; }
  uint64_t cells() const { return cells_; }
  /// Words freed that the far side has not been granted yet: in sets on the wire or later ones.
  unsigned unreported_words(unsigned vc) const;

  /// More than a link port is simulated ahead of its switch, or a cell ahead of its header.
  static constexpr Cycle kEnableMargin = 64;

 private:
  void cell(Cycle rx, const Cell& cell, bool damaged) override;
  void credit(Cycle use, unsigned vc, unsigned words) override;
  void event(const LinkEvent& event) override;
  void mos_lost(Cycle cycle) override;
  void send_set(Cycle x, uint64_t word);
  void send_lat(Cycle x, uint64_t word);
  void report(Cycle x, const LinkPort::Decision& slot) const;
  void corrupt(Cycle x, LinkPort::Decision& slot);

  LinkDriverParams params_;
  std::unique_ptr<LinkPort> port_;
  std::unique_ptr<WireLink> wire_;
  LinkDriver* far_ = nullptr;
  LinkDriver* mirror_ = nullptr;
  MosPort* mos_ = nullptr;
  std::shared_ptr<LineFeed> feed_;
  LinkPort::Decision slot_;
  SwitchObserver* observer_ = nullptr;
  unsigned observed_port_ = 0;
  unsigned sets_lost_ = 0;
  uint64_t cells_ = 0;
  std::array<uint16_t, kMaxVcs> granted_{};  ///< limit of each VC as sent, without a wire
};

LinkUse use_of(const LinkDriver& driver);

/// A LinkDriver for the chip core, which handles cells, not words. It runs four cycles ahead of the
/// chip, so that its choice for slot now + 5 is known in step now.
class CellLinkDriver {
 public:
  explicit CellLinkDriver(LinkDriver& driver) : driver_(&driver) {
    granted_.fill(static_cast<uint16_t>(driver.params().port.depth));
  }

  /// The words of `vc` freed by the match of cycle now.
  void free_words(unsigned vc, unsigned words);
  /// Step now. True: a cell may begin in slot now + 5.
  bool step(Cycle now);
  /// `cell` begins in the slot of the last step(). Precondition: it returned true.
  void begin(const Cell& cell);

  LinkDriver& driver() { return *driver_; }
  const LinkDriver& driver() const { return *driver_; }
  /// A cell that has left the queue, and whose header has not passed its slot yet; null if there is
  /// none.
  const Cell* begun() const { return next_word_ == 0 && words_left_ != 0 ? &cell_ : nullptr; }

 private:
  LinkDriver* driver_;
  Cycle next_ = 0;  ///< the next slot
  Cell cell_;
  unsigned next_word_ = 0;
  unsigned words_left_ = 0;
  bool freed_ = false;
  uint8_t freed_vc_ = 0;
  std::array<uint16_t, kMaxVcs> granted_;  ///< modulo 4096
};

}  // namespace tinsim
