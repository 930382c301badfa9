// SPDX-License-Identifier: Apache-2.0
// Rtl<Model, V>: Verilated SystemVerilog as a block, seen through the model's field list.
#pragma once

#include <verilated.h>

#include <memory>
#include <string>
#include <type_traits>

#include "base/errors.h"
#include "rtl_models/common/block.h"
#include "rtl_models/common/last_values.h"
#include "rtl_models/common/pack.h"
#include "rtl_models/common/register_write.h"

namespace tinsim {

namespace detail {

// A pin of up to 64 bits is an unsigned integer of the smallest size; that the sizes agree is
// checked here, the exact width by a test that reads the Verilated header.
template <class Pin, class T>
void to_pin(Pin& pin, const T& field) {
  static_assert(std::is_same_v<Pin, SmallestUint<kWidth<T>>> || sizeof(Pin) == 8,
                "field and port differ in width");
  static_assert(sizeof(Pin) == sizeof(SmallestUint<kWidth<T>>), "field and port differ in width");
  pin = static_cast<Pin>(pack_to_integer(field));
}
template <std::size_t kWords, class T>
void to_pin(VlWide<kWords>& pin, const T& field) {
  static_assert(kWords == (kWidth<T> + 31) / 32, "field and port differ in width");
  BitWriter writer(pin.m_storage);
  pack(field, writer);
  writer.flush();
}
template <class Pin, class T>
void from_pin(const Pin& pin, T& field) {
  static_assert(sizeof(Pin) == sizeof(SmallestUint<kWidth<T>>), "field and port differ in width");
  unpack_from_integer(pin, field);
}
template <std::size_t kWords, class T>
void from_pin(const VlWide<kWords>& pin, T& field) {
  static_assert(kWords == (kWidth<T> + 31) / 32, "field and port differ in width");
  BitReader reader(pin.m_storage);
  unpack(reader, field);
}

template <class V, class = void>
struct HasClock : std::false_type {};
template <class V>
struct HasClock<V, std::void_t<decltype(std::declval<V&>().clk_i)>> : std::true_type {};

// A member without padding is equal where its bytes are.
template <class T>
bool is_new(const T& field, LastValues& last) {
  static_assert(std::has_unique_object_representations_v<T>);
  return last.replace(field);
}

}  // namespace detail

/// How Rtl makes a rising edge: after an evaluation with the clock low, in which a stage's outputs
/// must not follow its inputs.
struct CheckedEdge {
  template <class V>
  static bool rearm(V&) {
    return false;
  }
};

/// An assertion of the SystemVerilog failed; its text went to standard output.
class RtlAssertion : public InvariantError {
 public:
  using InvariantError::InvariantError;
};

/// `Model` names the ports, `V` (a class made by `verilator --cc`) has them: a field without a port
/// does not compile. Registers start from random values before the first reset, so that a register
/// without reset is detected. `Edge` may make the rising edge without the evaluation before it.
template <class Model, class V, class Edge = CheckedEdge>
class Rtl {
 public:
  using In = typename Model::In;
  using Out = typename Model::Out;
  using Preset = PresetOf<Model>;

  explicit Rtl(std::string name = "rtl", int seed = 1)
      : name_(std::move(name)), instance_(std::make_unique<Instance>(name_, seed)) {}

  template <class M = Model, std::enable_if_t<kIsStage<M>, int> = 0>
  const Out& out() const {
    return out_;
  }

  /// Throws InvariantError when an output follows an input within the cycle: a stage must not.
  template <class M = Model, std::enable_if_t<!kIsPart<M>, int> = 0>
  void tick(const In& in) {
    if (!kIsStage<Model> || !Edge::rearm(dut())) {
      settle(in);
      if constexpr (kIsStage<Model>) check_registered();
    } else {
      drive(in);
    }
    dut().clk_i = 1;
    evaluate();
    sample();
  }

  void reset(const In& straps) {
    constexpr int kResetCycles = 3;
    context().gotError(false);
    context().gotFinish(false);
    drive(straps);
    dut().rst_ni = 0;
    for (int i = 0; i < kResetCycles; ++i) {
      dut().clk_i = 0;
      evaluate();
      dut().clk_i = 1;
      evaluate();
    }
    dut().clk_i = 0;
    evaluate();
    dut().rst_ni = 1;
    evaluate();
    sample();
  }

  /// Sets the registers, and the logic that depends on them, before the next edge.
  void preset(const Preset& registers) {
    Preset::walk(registers, [this](const char* name, const auto& value) {
      write_register(context(), name, value);
    });
    evaluate();
    sample();
  }

  template <class M = Model, std::enable_if_t<!kIsStage<M>, int> = 0>
  Out eval(const In& in) const {
    settle(in);
    Out out;
    Out::zip(out, dut(),
             [](const char*, auto& field, const auto& pin) { detail::from_pin(pin, field); });
    return out;
  }

 private:
  /// A Verilated module in a context of its own. Verilator 5.006 runs and destroys a module in the
  /// context of the thread (~VerilatedScope), which is otherwise that of the module evaluated last.
  struct Instance {
    Instance(const std::string& name, int seed) {
      context.randReset(2);
      context.randSeed(seed);
      context.fatalOnError(false);
      context.threads(1);  // each other one would be started, to write the context of the program
      dut = std::make_unique<V>(&context, name.c_str());
    }
    ~Instance() {
      Verilated::threadContextp(&context);
      dut->final();
      dut.reset();
      Verilated::threadContextp(nullptr);  // the thread's is the default one again
    }
    Instance(const Instance&) = delete;
    Instance& operator=(const Instance&) = delete;

    VerilatedContext context;
    std::unique_ptr<V> dut;
    LastValues driven, sampled;
  };
  V& dut() const { return *instance_->dut; }
  VerilatedContext& context() const { return instance_->context; }

  /// Drives these inputs and, where there is a clock, the time before its edge.
  void settle(const In& in) const {
    drive(in);
    if constexpr (detail::HasClock<V>::value) dut().clk_i = 0;
    evaluate();
  }
  void drive(const In& in) const {
    LastValues& driven = instance_->driven;
    driven.begin();
    In::zip(in, dut(), [&driven](const char*, const auto& field, auto& pin) {
      if (detail::is_new(field, driven)) detail::to_pin(pin, field);
    });
  }
  void sample() {
    LastValues& sampled = instance_->sampled;
    sampled.begin();
    Out::zip(out_, dut(), [&sampled](const char*, auto& field, const auto& pin) {
      if (sampled.replace(pin)) detail::from_pin(pin, field);
    });
  }
  void evaluate() const {
    Verilated::threadContextp(&context());
    dut().eval();
    if (context().gotError()) throw RtlAssertion(name_ + ": SystemVerilog assertion failed");
  }
  void check_registered() const {
    LastValues& sampled = instance_->sampled;
    sampled.begin();
    Out::zip(out_, dut(), [&](const char* field, const auto&, const auto& pin) {
      if (sampled.differs(pin))
        throw InvariantError(name_ + ": " + field + " depends on inputs of the same cycle");
    });
  }

  std::string name_;
  std::unique_ptr<Instance> instance_;  ///< null once moved from
  Out out_{};
};

}  // namespace tinsim
