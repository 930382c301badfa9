// SPDX-License-Identifier: Apache-2.0
// Life of one end of a link: DOWN, TRAIN, UP, LOCAL_FAULT, REMOTE_FAULT.
#include "rtl_models/link_state/link_state.h"

#include "rtl_models/common/state.h"

namespace tinsim {
namespace {

constexpr unsigned kRunToReceive = 4, kHello = 16;

}  // namespace

void LinkState::tick(const In& in) {
  if (in.phy_valid_i || !in.lock_i) listen(in);
  const PhyState next = next_state(in);
  const bool far_side_trains =
      in.phy_valid_i && static_cast<PhyState>(unsigned(in.phy_state_i)) == PhyState::Train;
  if (next == state_ && hello_ == 0 && !far_side_trains) return;
  if (state_ != PhyState::Up || far_side_trains)
    hello_ = kHello;
  else if (in.phy_sent_i && hello_ > 0)
    --hello_;
  state_ = next;
  drive_outputs();
}

void LinkState::reset(const In& straps) {
  *this = {};
  if (straps.start_up_i) state_ = PhyState::Up;
  drive_outputs();
}

LinkState::Class LinkState::class_of(unsigned phy_state) {
  switch (static_cast<PhyState>(phy_state)) {
    case PhyState::Down:
    case PhyState::LocalFault:
      return Class::A;
    case PhyState::RemoteFault:
      return Class::B;
    case PhyState::Train:
    case PhyState::Up:
      return Class::C;
    default:
      return Class::None;
  }
}

bool LinkState::hearing(Class what) const { return run_ == kRunToReceive && last_ == what; }

void LinkState::listen(const In& in) {
  if (!in.lock_i) {
    run_ = 0;
    return;
  }
  const Class heard = class_of(in.phy_state_i);
  if (heard == Class::None) return;
  if (heard != last_) run_ = 0;
  last_ = heard;
  if (run_ < kRunToReceive) ++run_;
}

PhyState LinkState::next_state(const In& in) const {
  if (!in.enable_i) return PhyState::Down;
  if (!in.lock_i) return PhyState::LocalFault;
  switch (state_) {
    case PhyState::RemoteFault:
      return hearing(Class::B) || hearing(Class::C) ? PhyState::Train : state_;
    case PhyState::Train:
      return hearing(Class::C) ? PhyState::Up : hearing(Class::A) ? PhyState::RemoteFault : state_;
    case PhyState::Up:
      return hearing(Class::A) || hearing(Class::B) ? PhyState::RemoteFault : state_;
    default:
      return PhyState::RemoteFault;
  }
}

void LinkState::drive_outputs() {
  const bool up = state_ == PhyState::Up;
  out_.state_o = static_cast<unsigned>(state_);
  out_.phy_valid_o = !up || hello_ > 0;
  out_.cells_enable_o = up && hello_ == 0;
  out_.rx_enable_o = up;
}

void LinkState::list_state(StateList& state) const {
  state.add("state", state_);
  state.add("last_class", last_);
  state.add("run", run_);
  state.add("hello", hello_);
}

}  // namespace tinsim
