# SPDX-License-Identifier: Apache-2.0
# Prints the sources of the image, relative to the root: cmake -DTIN_LWIP=... -P list_sources.cmake
include(${CMAKE_CURRENT_LIST_DIR}/../sources.cmake)
foreach(source IN LISTS TIN_FIRMWARE_SOURCES TIN_LWIP_SOURCES)
  cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
  message(${source})
endforeach()
