# Libraries; docs/reference/dependencies.md gives the purpose of each.
include(${CMAKE_CURRENT_LIST_DIR}/no_cmake_package.cmake)

# A SystemC library carries the C++ standard it was built for in a symbol name; linking with another standard
# fails with an undefined sc_api_version_..., which is hard to interpret. This check reports the cause.
include(CheckCXXSourceCompiles)
set(CMAKE_REQUIRED_LIBRARIES SystemC::systemc)
check_cxx_source_compiles(
  "#include <systemc>\nint sc_main(int, char**) { sc_core::sc_version(); return 0; }"
  TINSIM_SYSTEMC_LINKS)
unset(CMAKE_REQUIRED_LIBRARIES)
if(NOT TINSIM_SYSTEMC_LINKS)
  message(FATAL_ERROR
    "The SystemC library found does not link with C++${CMAKE_CXX_STANDARD}.\n"
    "SystemC must be built for the same C++ standard as the program: the library exports "
    "sc_api_version_<version>_cxx<standard> and the program looks for the symbol of its own "
    "standard. tinsim is C++17. Install Debian 12's libsystemc-dev (built for C++17), or rebuild "
    "your SystemC with -DCMAKE_CXX_STANDARD=17 and point SystemCLanguage_DIR at it.")
endif()

find_package(yaml-cpp 0.7 CONFIG REQUIRED)
find_package(CLI11 CONFIG REQUIRED)
find_package(nlohmann_json CONFIG REQUIRED)
find_package(fmt CONFIG REQUIRED)
if(TINSIM_TESTS)
  find_package(GTest 1.12 CONFIG REQUIRED)
  find_package(benchmark CONFIG REQUIRED)
endif()
find_package(Threads REQUIRED)
find_package(LibXml2 REQUIRED)
find_package(OpenSSL 3.0 REQUIRED COMPONENTS Crypto)
find_package(ZLIB REQUIRED)
find_package(SQLite3 REQUIRED)
add_library(tinsim_pcap INTERFACE)
target_link_libraries(tinsim_pcap INTERFACE pcap::pcap)
# Optional: AUTO takes MPI where it is found.
if(TINSIM_MPI)
  find_package(MPI COMPONENTS C QUIET)
  if(NOT MPI_C_FOUND)
    if(NOT TINSIM_MPI STREQUAL "AUTO")
      message(FATAL_ERROR "TINSIM_MPI is ${TINSIM_MPI}, but no MPI was found; expected "
                          "libopenmpi-dev, or -DTINSIM_MPI=AUTO or OFF.")
    endif()
    message(STATUS "MPI not found: a run is one process.")
    set(TINSIM_MPI OFF)
  endif()
endif()
if(TINSIM_RTL)
  find_package(verilator 5.006 CONFIG QUIET)
  if(NOT verilator_FOUND)
    message(WARNING "Verilator >= 5.006 not found: building the models only; "
                    "lockstep tests will report 'skipped'.")
    set(TINSIM_RTL OFF)
  endif()
endif()

# GTKWave's FST writer comes as C sources with Verilator. A build with RTL waveforms has it in
# Verilator's run time already, and two copies do not link.
find_path(FST_SOURCE_DIR fstapi.c PATH_SUFFIXES gtkwave
          HINTS ${VERILATOR_ROOT}/include $ENV{VERILATOR_ROOT}/include /usr/share/verilator/include)
if(FST_SOURCE_DIR)
  if(TINSIM_RTL AND TINSIM_TRACE_RTL)
    add_library(tinsim_fst INTERFACE)
    target_link_libraries(tinsim_fst INTERFACE tinsim_rtl)
    target_include_directories(tinsim_fst SYSTEM INTERFACE ${FST_SOURCE_DIR})
  else()
    add_library(tinsim_fst STATIC ${FST_SOURCE_DIR}/fstapi.c ${FST_SOURCE_DIR}/fastlz.c
                                  ${FST_SOURCE_DIR}/lz4.c)
    # The second line: a full disk causes an error (rtl_models/common/fst_files.h).
    target_compile_definitions(tinsim_fst PRIVATE FST_CONFIG_INCLUDE="fst_config.h"
      mmap=tinsim_fst_mmap fwrite=tinsim_fst_fwrite fputc=tinsim_fst_fputc
      fseeko=tinsim_fst_fseeko fflush=tinsim_fst_fflush fclose=tinsim_fst_fclose)
    target_compile_options(tinsim_fst PRIVATE -O2 -w -fno-sanitize=all)  # not ours to warn about
    target_include_directories(tinsim_fst SYSTEM PUBLIC ${FST_SOURCE_DIR})
    target_link_libraries(tinsim_fst PUBLIC ZLIB::ZLIB)
  endif()
elseif(TINSIM_TESTS)
  message(WARNING "fstapi.c of the verilator package not found: no waveforms.")
endif()
