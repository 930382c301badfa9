// SPDX-License-Identifier: Apache-2.0
// PinModule<B>, PinPart<B>: any block as a SystemC module with one port per field.
#pragma once

#include <systemc>
#include <utility>

#include "rtl_models/common/block.h"
#include "rtl_models/common/pack.h"

namespace tinsim {

namespace detail {
template <unsigned kBits>
using PinValue = std::conditional_t<
    kBits == 1, bool,
    std::conditional_t<(kBits <= 32), std::uint32_t,
                       std::conditional_t<(kBits <= 64), std::uint64_t, sc_dt::sc_bv<kBits>>>>;
}  // namespace detail

/// The type of a field on a SystemC pin: that of `verilator --sc` for the same port, so that a
/// Verilated module and a PinModule bind to the same signals.
template <class Field>
using Pin = detail::PinValue<kWidth<Field>>;
template <class Field>
using InPin = sc_core::sc_in<Pin<Field>>;
template <class Field>
using OutPin = sc_core::sc_out<Pin<Field>>;

template <class T>
Pin<T> to_pin_value(const T& field) {
  if constexpr (kWidth<T> <= 64) {
    return static_cast<Pin<T>>(pack_to_integer(field));
  } else {
    std::array<std::uint32_t, (kWidth<T> + 31) / 32> words{};
    BitWriter writer(words.data());
    pack(field, writer);
    writer.flush();
    Pin<T> value;
    for (std::size_t i = 0; i < words.size(); ++i) value.set_word(static_cast<int>(i), words[i]);
    return value;
  }
}
template <class T>
void from_pin_value(const Pin<T>& value, T& field) {
  if constexpr (kWidth<T> <= 64) {
    unpack_from_integer(value, field);
  } else {
    std::array<std::uint32_t, (kWidth<T> + 31) / 32> words;
    for (std::size_t i = 0; i < words.size(); ++i)
      words[i] = static_cast<std::uint32_t>(value.get_word(static_cast<int>(i)));
    BitReader reader(words.data());
    unpack(reader, field);
  }
}

/// The SystemC ports of a block: an InPin or OutPin for each field, under the field's name.
template <class B>
struct BlockPins : B::In::template Pins<typename B::In, InPin>,
                   B::Out::template Pins<typename B::Out, OutPin> {};

/// A stage or Mealy block with its clock and reset. Reset is asynchronous; straps are read when it
/// begins and at every clock edge while it lasts. The outputs of a Mealy block follow its inputs
/// too.
template <class B>
class PinModule : public sc_core::sc_module, public BlockPins<B> {
 public:
  using SC_CURRENT_USER_MODULE = PinModule;

  explicit PinModule(const sc_core::sc_module_name& name, B block = B())
      : sc_core::sc_module(name), block_(std::move(block)) {
    SC_METHOD(edge);
    sensitive << clk_i.pos() << rst_ni;
    if constexpr (kIsMealy<B>) {
      // A signal has one writing process, so the edge only wakes it.
      SC_METHOD(drive);
      sensitive << state_changed_;
      B::In::walk(*this, [this](const char*, auto& pin) { sensitive << pin; });
    }
  }
  B& block() { return block_; }

  sc_core::sc_in<bool> clk_i{"clk_i"}, rst_ni{"rst_ni"};

 private:
  void edge() {
    if (!rst_ni.read())
      block_.reset(sample());
    else if (clk_i.posedge())
      block_.tick(sample());
    if constexpr (kIsMealy<B>)
      state_changed_.notify(sc_core::SC_ZERO_TIME);
    else
      drive();
  }
  typename B::In sample() {
    typename B::In in;
    B::In::zip(in, *this,
               [](const char*, auto& field, auto& pin) { from_pin_value(pin.read(), field); });
    return in;
  }
  typename B::Out outputs() {
    if constexpr (kIsMealy<B>)
      return block_.eval(sample());
    else
      return block_.out();
  }
  void drive() {
    B::Out::zip(outputs(), *this,
                [](const char*, const auto& field, auto& pin) { pin.write(to_pin_value(field)); });
  }

  B block_;
  sc_core::sc_event state_changed_;
};

/// A part has neither clock nor reset: its outputs follow the inputs within the cycle.
template <class B>
class PinPart : public sc_core::sc_module, public BlockPins<B> {
 public:
  using SC_CURRENT_USER_MODULE = PinPart;

  explicit PinPart(const sc_core::sc_module_name& name, B block = B())
      : sc_core::sc_module(name), block_(std::move(block)) {
    SC_METHOD(evaluate);
    B::In::walk(*this, [this](const char*, auto& pin) { sensitive << pin; });
  }

 private:
  void evaluate() {
    typename B::In in;
    B::In::zip(in, *this,
               [](const char*, auto& field, auto& pin) { from_pin_value(pin.read(), field); });
    B::Out::zip(block_.eval(in), *this,
                [](const char*, const auto& field, auto& pin) { pin.write(to_pin_value(field)); });
  }

  B block_;
};

}  // namespace tinsim
