# SPDX-License-Identifier: Apache-2.0
# SystemC::systemc and pcap::pcap, which Debian has no CMake packages for; installed as well, for projects that use
# tinsim.
find_package(SystemCLanguage CONFIG QUIET)
if(NOT TARGET SystemC::systemc)
  find_package(PkgConfig REQUIRED)
  pkg_check_modules(SYSTEMC REQUIRED IMPORTED_TARGET systemc>=2.3.3)
  add_library(SystemC::systemc INTERFACE IMPORTED)
  target_link_libraries(SystemC::systemc INTERFACE PkgConfig::SYSTEMC)
endif()
if(NOT TARGET pcap::pcap)
  find_path(PCAP_INCLUDE_DIR pcap/pcap.h REQUIRED)
  find_library(PCAP_LIBRARY pcap REQUIRED)
  add_library(pcap::pcap INTERFACE IMPORTED)
  target_include_directories(pcap::pcap INTERFACE ${PCAP_INCLUDE_DIR})
  target_link_libraries(pcap::pcap INTERFACE ${PCAP_LIBRARY})
endif()
