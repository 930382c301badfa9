# SPDX-License-Identifier: Apache-2.0
# Is the chip core exact where pins cannot follow, through failures and with speed-up?
tinsim_test(platform plain_switch SYSTEMC SOURCES ${CMAKE_CURRENT_LIST_DIR}/plain_switch_test.cpp
            LIBS tinsim_plain_switch tinsim_looped_switch tinsim_platform fmt::fmt)
