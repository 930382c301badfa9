# SPDX-License-Identifier: Apache-2.0
# The register map in the languages of those who use it, in the build tree below
# rtl_models/generated/registers/ (TIN_REGISTER_FILES):
#   tin_registers.h        C11          tin_registers_pkg.sv  SystemVerilog
#   tin_registers.hpp      C++17        tin_registers.rdl     SystemRDL 2.0
#   tin_registers.md       Markdown     tin_registers.xml     IP-XACT 1685-2022
# A target that includes tin_registers.h or .hpp links tinsim_register_headers.
add_library(tinsim_registers STATIC
  registers/export/c_header.cpp registers/export/cpp_header.cpp registers/export/formats.cpp
  registers/export/ip_xact.cpp registers/export/markdown.cpp registers/export/sv_package.cpp
  registers/export/system_rdl.cpp)
target_link_libraries(tinsim_registers PUBLIC tinsim_options PRIVATE fmt::fmt)

add_executable(tinsim_register_files registers/export/write_files.cpp)
target_link_libraries(tinsim_register_files PRIVATE tinsim_registers)

set(TIN_REGISTER_FOLDER ${CMAKE_CURRENT_BINARY_DIR}/generated/registers)
set(TIN_REGISTER_FOLDER ${TIN_REGISTER_FOLDER} PARENT_SCOPE)
file(MAKE_DIRECTORY ${TIN_REGISTER_FOLDER})
set(TIN_REGISTER_FILES tin_registers.h tin_registers.hpp tin_registers_pkg.sv tin_registers.rdl
    tin_registers.xml tin_registers.md)
list(TRANSFORM TIN_REGISTER_FILES PREPEND ${TIN_REGISTER_FOLDER}/)
add_custom_command(OUTPUT ${TIN_REGISTER_FILES}
  COMMAND tinsim_register_files ${TIN_REGISTER_FOLDER} DEPENDS tinsim_register_files
  COMMENT "Writing the register map" VERBATIM)
add_custom_target(tinsim_register_map ALL DEPENDS ${TIN_REGISTER_FILES})

add_library(tinsim_register_headers INTERFACE)
target_include_directories(tinsim_register_headers INTERFACE ${TIN_REGISTER_FOLDER})
add_dependencies(tinsim_register_headers tinsim_register_map)
