// SPDX-License-Identifier: Apache-2.0
// A block attached to a chip: driven by the chip's decisions, compared with them or making them.
#pragma once

#include <fmt/format.h>

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "rtl_models/common/block_slot.h"
#include "rtl_models/common/check.h"
#include "rtl_models/common/lockstep.h"
#include "tlm/gnet/cell.h"

namespace tinsim {

/// How a block is attached to a chip.
template <class Model>
struct DecisionChoice {
  /// A new instance at this place; empty: the block takes no part.
  std::function<BlockSlot<Model>(const BlockPlace& place)> make;
  bool decides = false;  ///< the chip uses its outputs; else they are compared with the chip's
};

/// The model, compared with the chip.
template <class Model>
DecisionChoice<Model> compared_model() {
  return {[](const BlockPlace&) { return BlockSlot<Model>(); }, false};
}

/// A remark on the run, in which a block took part in `decisions` of a chip.
inline std::string decision_note(const std::string& chip, const char* block, bool decides,
                                 uint64_t decisions) {
  return decides
             ? fmt::format("{}: {} made {} decisions", chip, block, decisions)
             : fmt::format("{}: {} compared in {} decisions, all equal", chip, block, decisions);
}

/// One instance of a block. A block that breaks a rule, or that differs from the chip without
/// deciding, throws LockstepMismatch, which names chip, block, cycle and field.
template <class Model>
class DecisionBlock {
 public:
  using In = typename Model::In;
  using Out = typename Model::Out;

  /// `place`: chip and port.
  void use(const DecisionChoice<Model>& choice, const std::string& place, std::string block) {
    if (!choice.make) return;
    held_ = std::make_unique<Held>();
    held_->place = place;
    held_->block = std::move(block);
    held_->decides = choice.decides;
    held_->instance = choice.make({place, &held_->cycle});
  }
  /// Whether there is an instance: the precondition of all others.
  explicit operator bool() const { return held_ != nullptr; }
  bool decides() const { return held_->decides; }
  /// A remark on the run, in which the block took part in `decisions`.
  std::string note(const std::string& chip, const char* block, uint64_t decisions) const {
    return decision_note(chip, block, decides(), decisions);
  }

  void reset(Cycle now, const In& straps) {
    guard(now, [&] { held_->instance.reset(straps); });
  }
  void tick(Cycle now, const In& in) {
    guard(now, [&] { held_->instance.tick(in); });
  }
  const Out& out() const { return held_->instance.out(); }
  Out eval(Cycle now, const In& in) {
    Out out;
    guard(now, [&] { out = held_->instance.eval(in); });
    return out;
  }

  /// The result that the chip uses: that of the block if it decides, else the chip's own, which
  /// must be equal.
  template <class T>
  T decide(Cycle now, const char* field, const T& of_block, const T& own) const {
    if (decides()) return of_block;
    if (!(of_block == own)) fail(now, field, of_block, own);
    return own;
  }
  /// A condition on an output without which the chip cannot go on, in both cases.
  void require(Cycle now, const char* field, bool holds) const {
    if (holds) return;
    throw LockstepMismatch(
        fmt::format("{}: {}: the block's value is none with which the chip can go on", prefix(now),
                    field),
        now, field);
  }

 private:
  struct Held {
    std::string place, block;
    bool decides = false;
    uint64_t cycle = 0;
    BlockSlot<Model> instance;
  };

  template <class T>
  [[noreturn]] void fail(Cycle now, const char* field, const T& of_block, const T& own) const {
    throw LockstepMismatch(
        fmt::format("{}: {}: block {}, expected {}", prefix(now), field, of_block, own), now,
        field);
  }
  /// A violated rule of the block is a difference, too: the chip's decision is not permitted.
  template <class F>
  void guard(Cycle now, F&& f) const {
    held_->cycle = now;
    try {
      f();
    } catch (const LockstepMismatch& error) {
      throw LockstepMismatch(prefix(now) + ": " + error.what(), now, error.field());
    } catch (const ProtocolError& error) {
      throw LockstepMismatch(prefix(now) + ": " + error.what(), now, error.rule());
    } catch (const InvariantError& error) {
      const std::string text = error.what();  // that of RTL begins with its place
      if (text.compare(0, held_->place.size(), held_->place) == 0) throw;
      throw LockstepMismatch(prefix(now) + ": " + text, now, "");
    }
  }
  std::string prefix(Cycle now) const {
    return fmt::format("{} cycle {}: {} attached to the chip", held_->place, now, held_->block);
  }

  std::unique_ptr<Held> held_;
};

}  // namespace tinsim
