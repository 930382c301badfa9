// SPDX-License-Identifier: Apache-2.0
// The endpoints of the pins in a lockstep detect calls after the cycle in which they are due.
#include "tlm/tin/cell_switch/punctual_endpoints.h"

#include <gtest/gtest.h>

namespace tinsim {
namespace {

class Punctual : public testing::Test {
 protected:
  /// The report for cycle `at`, as an error's text; empty: none.
  template <class Action>
  static std::string error_of(const Action& action) {
    try {
      action();
    } catch (const InvariantError& error) {
      return error.what();
    }
    return "";
  }

  Mailbox mailbox_{64};
  PunctualEndpoints endpoints_{"pod 0 tin 1"};
  Cell cell_;
};

TEST_F(Punctual, ACellComesBeforeTheCallOfItsCycle) {
  cell_.vc = 6;
  EXPECT_EQ(endpoints_.inject(8, mailbox_).next, 9u);
  EXPECT_EQ(error_of([&] { endpoints_.deliver(3, cell_, 9); }), "");
  EXPECT_EQ(error_of([&] { endpoints_.deliver(3, cell_, 8); }),
            "pod 0 tin 1 port 3 vc 6 cycle 8: a cell arrives at a terminal port in a cycle that is "
            "over; expected cycle 9 or later");
}

TEST_F(Punctual, SoDoesACredit) {
  endpoints_.inject(8, mailbox_);
  EXPECT_EQ(error_of([&] { endpoints_.credit(2, {4, 20}, 9); }), "");
  EXPECT_EQ(error_of([&] {
              endpoints_.credit(2, {4, 20}, 8);
            }),
            "pod 0 tin 1 port 2 vc 4 cycle 8: credit returns at a terminal port in a cycle that is "
            "over; expected cycle 9 or later");
}

}  // namespace
}  // namespace tinsim
