// SPDX-License-Identifier: Apache-2.0
// Breaks a rule of a block and demands that model and RTL report it under the same name.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "rtl_models/common/check.h"
#include "rtl_models/common/rtl.h"
#include "rtl_models/parts/cell_header.h"

namespace tinsim {

/// Clocks `rtl` with `in`, which breaks `rule`.
template <class B>
void expect_rtl_notices(B& rtl, const std::string& rule, const typename B::In& in) {
  // An assertion may be evaluated an edge later: give it one more.
  ::testing::internal::CaptureStdout();
  bool noticed = false;
  try {
    rtl.tick(in);
    rtl.tick(in);
  } catch (const InvariantError&) {
    noticed = true;
  }
  const std::string text = ::testing::internal::GetCapturedStdout();
  EXPECT_TRUE(noticed) << "the RTL did not notice";
  EXPECT_NE(text.find(rule), std::string::npos) << text;
}

/// Plays `cycles`, inputs cycle by cycle, from reset with the straps of the first on both
/// implementations. All but the last cycle must pass; the last must break `rule`.
template <class Model, class V>
void expect_rule(const std::string& rule, const std::vector<typename Model::In>& cycles) {
  SCOPED_TRACE(rule);
  Model model;
  Rtl<Model, V> rtl;
  model.reset(cycles.front());
  rtl.reset(cycles.front());
  for (std::size_t n = 0; n + 1 < cycles.size(); ++n) {
    ASSERT_NO_THROW(model.tick(cycles[n])) << n;
    ASSERT_NO_THROW(rtl.tick(cycles[n])) << n;
  }
  try {
    model.tick(cycles.back());
    ADD_FAILURE() << "the model did not notice";
  } catch (const ProtocolError& error) {
    EXPECT_EQ(error.rule(), rule);
  }
  expect_rtl_notices(rtl, rule, cycles.back());
}

/// Straps that break `rule` from reset on.
template <class Model, class V>
void expect_strap_rule(const std::string& rule, const typename Model::In& straps) {
  SCOPED_TRACE(rule);
  Model model;
  try {
    model.reset(straps);
    ADD_FAILURE() << "the model did not notice";
  } catch (const ProtocolError& error) {
    EXPECT_EQ(error.rule(), rule);
  }
  Rtl<Model, V> rtl;
  rtl.reset(straps);
  expect_rtl_notices(rtl, rule, straps);
}

/// `base` changed by `change`.
template <class In, class F>
In with(In base, F&& change) {
  change(base);
  return base;
}

/// The header word of a cell of `len` words on `vc`.
inline std::uint64_t header(unsigned len, unsigned vc) {
  CellHeader fields;
  fields.len = static_cast<std::uint8_t>(len);
  fields.vc = static_cast<std::uint8_t>(vc);
  fields.hop = 5;
  return encode_header(fields);
}

}  // namespace tinsim
