# SPDX-License-Identifier: Apache-2.0
# Is 1RMA's cryptography that of the standards, and does it refuse what was tampered with?
tinsim_test(unit rma_crypto
  SOURCES ${CMAKE_CURRENT_LIST_DIR}/rma_crypto_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/rma_security_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/rma_tampering_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/replay_window_test.cpp
  LIBS tinsim_rma_crypto)
