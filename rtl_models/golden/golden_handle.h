// SPDX-License-Identifier: Apache-2.0
// The handle of the C ABI, and how its functions report errors.
#pragma once

#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "rtl_models/golden/golden_model.h"
#include "rtl_models/golden/tinsim_golden.h"

struct tinsim_golden {
  std::unique_ptr<tinsim::GoldenModel> (*make)() = nullptr;
  std::unique_ptr<tinsim::GoldenModel> model;
  /// tinsim_golden_keep_last(): the next reset makes `behind`.
  bool keeps_last = false;
  /// Of a block with registered outputs that keeps the last edge: the same model an edge late, its
  /// inputs those of the last edge. Its registers are those that the last edge saw.
  std::unique_ptr<tinsim::GoldenModel> behind;
  bool behind_has_inputs = false;
  std::string name;  ///< "islip_arbiter"
  mutable std::string error;
  bool shown = false;  ///< the words of the outputs are those of this cycle
  std::vector<tinsim::StateEntry> state;
  std::string difference;

  void show() {
    if (!shown) model->show();
    shown = true;
  }
  void tick() {
    shown = false;
    model->tick();
    if (!behind) return;
    if (behind_has_inputs) behind->tick();
    behind->ports() = model->ports();
    behind_has_inputs = true;
  }
  void reset() {
    shown = false;
    model->reset();
    if (keeps_last && !behind) behind = make();
    if (!behind) return;
    behind->ports() = model->ports();
    behind->reset();
    behind_has_inputs = false;
  }
};

namespace tinsim {

/// The text of tinsim_golden_error(NULL), one in each thread.
std::string& golden_error_without_block();

/// `pointer`, whose name in an error is `what`; NULL is an error.
template <class T>
T* golden_given(T* pointer, const char* what) {
  if (pointer == nullptr) throw std::invalid_argument(std::string(what) + " is NULL");
  return pointer;
}

/// Throws if `words` have bits beyond those of the port.
void golden_check_bits(const GoldenPort& port, const std::uint32_t* words);

/// 0, or -1 after f() has thrown; the text is then that of tinsim_golden_error(golden). NULL as
/// `golden` is an error.
template <class F>
int golden_guarded(const tinsim_golden* golden, F&& f) {
  try {
    golden_given(golden, "the block");
    f();
    return 0;
  } catch (const std::exception& error) {
    if (golden != nullptr)
      golden->error = golden->name + ": " + error.what();
    else
      golden_error_without_block() = error.what();
    return -1;
  }
}

}  // namespace tinsim
