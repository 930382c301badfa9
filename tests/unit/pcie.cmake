# SPDX-License-Identifier: Apache-2.0
# Is the host's side of the chip right: memory, PCIe packets, link, TLM-2.0 sockets?
tinsim_test(unit host_memory SOURCES ${CMAKE_CURRENT_LIST_DIR}/host_memory_test.cpp
            LIBS tinsim_host)
