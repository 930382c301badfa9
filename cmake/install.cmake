# SPDX-License-Identifier: Apache-2.0
# cmake --install: the headers, the program, and libraries with all static libraries that they need, as packages
# for CMake (find_package(tinsim)) and pkg-config:
#   tinsim::blocks    tinsim-blocks.pc    the models of all blocks with their adapters
#   tinsim::replay    tinsim-replay.pc    recordings of failed runs of a block, for tinsim_add_dut()
#   tinsim::platform  tinsim-platform.pc  what the run of a network needs
# The libraries and their dependencies are found by following the links from these targets.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(TIN_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/tinsim)
set(TIN_HEADER_DIR ${CMAKE_INSTALL_INCLUDEDIR}/tinsim)

# Libraries of others: target | how the installed package finds it | module of pkg-config or linker option
set(TIN_FIND_OTHERS "include(\"\${CMAKE_CURRENT_LIST_DIR}/no_cmake_package.cmake\")")
list(JOIN MPI_C_LIBRARIES " " TIN_MPI_LIBRARIES)
set(TIN_DEPENDENCIES
  "LibXml2::LibXml2|find_dependency(LibXml2)|libxml-2.0"
  "MPI::MPI_C|enable_language(C)\nfind_dependency(MPI COMPONENTS C)|${TIN_MPI_LIBRARIES}"
  "OpenSSL::Crypto|find_dependency(OpenSSL 3.0 COMPONENTS Crypto)|libcrypto"
  "SystemC::systemc|${TIN_FIND_OTHERS}|systemc"
  "Threads::Threads|find_dependency(Threads)|-pthread"
  "${CMAKE_DL_LIBS}||-l${CMAKE_DL_LIBS}"
  "ZLIB::ZLIB|find_dependency(ZLIB)|zlib"
  "fmt::fmt|find_dependency(fmt CONFIG)|fmt"
  "nlohmann_json::nlohmann_json|find_dependency(nlohmann_json CONFIG)|nlohmann_json"
  "pcap::pcap|${TIN_FIND_OTHERS}|-lpcap"
  "yaml-cpp|find_dependency(yaml-cpp 0.7 CONFIG)|yaml-cpp")

# tin_linked(<out> <target>): what a target that uses <target> is linked with, one level deep.
function(tin_linked out target)
  get_target_property(linked ${target} INTERFACE_LINK_LIBRARIES)
  if(NOT linked)
    set(linked)
  endif()
  list(FILTER linked EXCLUDE REGEX "^::@|BUILD_INTERFACE")
  list(TRANSFORM linked REPLACE "^[$]<LINK_ONLY:(.+)>$" "\\1")
  set(${out} ${linked} PARENT_SCOPE)
endfunction()

# tin_link_closure(<out> <target>): <target> and all it links, each before what it needs itself.
function(tin_link_closure out target)
  set(order ${${out}})
  if(target IN_LIST order)
    return()
  endif()
  set(linked)
  if(target MATCHES "^tinsim_")
    tin_linked(linked ${target})
  endif()
  foreach(library IN LISTS linked)
    tin_link_closure(order ${library})
  endforeach()
  set(${out} ${target} ${order} PARENT_SCOPE)
endfunction()

# tin_install_package(<part> <description> [<part that it needs>]): the export set of tinsim_<part> and its .pc;
# TIN_<part>_FINDS is set to the commands that find what it needs.
function(tin_install_package part description)
  set(closure)
  tin_link_closure(closure tinsim_${part})
  set(requires)
  foreach(needed IN LISTS ARGN)
    set(below)
    tin_link_closure(below tinsim_${needed})
    list(REMOVE_ITEM closure ${below})
    list(APPEND requires tinsim-${needed})
  endforeach()

  set(finds)
  set(flags)
  foreach(dependency IN LISTS TIN_DEPENDENCIES)
    string(REPLACE "|" ";" row "${dependency}")
    list(GET row 0 library)
    list(GET row 1 find)
    list(GET row 2 linked)
    if(library IN_LIST closure)
      list(REMOVE_ITEM closure ${library})
      list(APPEND finds "${find}")
      list(APPEND requires "${linked}")
    endif()
  endforeach()
  set(flags ${requires} ${closure})
  list(FILTER flags INCLUDE REGEX "^[-/]")
  list(REMOVE_DUPLICATES flags)
  list(FILTER requires EXCLUDE REGEX "^[-/]")
  list(FILTER closure EXCLUDE REGEX "^-")
  list(REMOVE_DUPLICATES finds)
  list(JOIN finds "\n" finds)
  set(TIN_${part}_FINDS "${finds}" PARENT_SCOPE)

  set(archives)
  foreach(library IN LISTS closure)
    if(NOT library MATCHES "^tinsim_")
      message(FATAL_ERROR "cmake/install.cmake: tinsim_${part} links ${library}; expected a row for it.")
    endif()
    tin_keep_from_users(${library})
    string(REGEX REPLACE "^tinsim_" "" name ${library})
    set_target_properties(${library} PROPERTIES EXPORT_NAME ${name})
    get_target_property(type ${library} TYPE)
    if(type STREQUAL "STATIC_LIBRARY")
      list(APPEND archives -l${library})
    endif()
  endforeach()
  install(TARGETS ${closure} EXPORT tinsim-${part}
          ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} INCLUDES DESTINATION ${TIN_HEADER_DIR})
  install(EXPORT tinsim-${part} NAMESPACE tinsim:: DESTINATION ${TIN_PACKAGE_DIR} FILE ${part}.cmake)

  list(JOIN archives " " archives)
  list(JOIN flags " " flags)
  list(JOIN requires ", " requires)
  file(RELATIVE_PATH up /p/${CMAKE_INSTALL_LIBDIR}/pkgconfig /p)
  configure_file(cmake/tinsim.pc.in tinsim-${part}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/tinsim-${part}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endfunction()

# tin_keep_from_users(<target>): its folders in the build tree and its warnings are of no use to another project.
function(tin_keep_from_users target)
  foreach(what INCLUDE_DIRECTORIES SYSTEM_INCLUDE_DIRECTORIES COMPILE_OPTIONS)
    get_target_property(values ${target} INTERFACE_${what})
    if(values)
      set_property(TARGET ${target} PROPERTY INTERFACE_${what} "$<BUILD_INTERFACE:${values}>")
    endif()
  endforeach()
endfunction()

target_compile_features(tinsim_options INTERFACE cxx_std_17)
tin_install_package(blocks "Models of the blocks of the TiN chip")
tin_install_package(replay "Recordings of failed runs of a block" blocks)
# After replay, with which it shares the YAML library.
tin_install_package(platform "Cycle-accurate model of networks of TiN chips" blocks replay)

set_target_properties(tinsim PROPERTIES INSTALL_RPATH_USE_LINK_PATH ON)
install(TARGETS tinsim RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY python/tinsim DESTINATION lib/python3/dist-packages FILES_MATCHING PATTERN "*.py")
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
# Of platform/ what belongs to the library; the rest is the program's.
foreach(folder base rtl_models tlm platform)
  install(DIRECTORY ${folder} DESTINATION ${TIN_HEADER_DIR}
          FILES_MATCHING PATTERN "*.h" PATTERN "*.inl" REGEX "/platform/(cli|report|sweep)$" EXCLUDE)
endforeach()
# The register API, whose messages platform/controller/ exchanges.
install(FILES firmware_stub/api_wire.h DESTINATION ${TIN_HEADER_DIR}/firmware_stub)

configure_package_config_file(cmake/tinsimConfig.cmake.in tinsimConfig.cmake
  INSTALL_DESTINATION ${TIN_PACKAGE_DIR} NO_SET_AND_CHECK_MACRO NO_CHECK_REQUIRED_COMPONENTS_MACRO)
write_basic_package_version_file(tinsimConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/tinsimConfig.cmake ${PROJECT_BINARY_DIR}/tinsimConfigVersion.cmake
              cmake/no_cmake_package.cmake DESTINATION ${TIN_PACKAGE_DIR})
include(cmake/install_dut.cmake)
include(cmake/install_golden.cmake)
