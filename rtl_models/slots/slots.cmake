# SPDX-License-Identifier: Apache-2.0
# Blocks of chips as their models, as RTL or both (common/block_slot.h): make_block() of each block
# in each shape, generated from blocks.cmake.
add_library(tinsim_block_slots STATIC slots/block_dut.cpp slots/block_recorder.cpp slots/dut_file.cpp cell_switch/slotted_cell_switch.cpp)
foreach(block IN LISTS TIN_BLOCKS)
  if(block IN_LIST TIN_APART AND NOT block IN_LIST TIN_NODE_ROUTERS)
    continue()
  endif()
  set(verilated)
  set(shapes)
  foreach(shape IN LISTS TIN_${block}_ALL_SHAPES)
    set(model "${TIN_${block}_CLASS}${TIN_${shape}_ARGUMENTS}")
    list(JOIN TIN_${shape}_PARAMS "," parameters)
    string(APPEND verilated "#include \"V${shape}.h\"\n")
    string(APPEND shapes "template <>\nstruct ShapeOf<${model}> {\n"
           "  static constexpr const char* kBlock = \"${block}\";\n"
           "  static constexpr const char* kParameters = \"${parameters}\";\n"
           "#ifdef TINSIM_RTL\n  using Verilated = V${shape};\n#endif\n};\n"
           "template BlockSlot<${model}> make_block<${model}>(\n"
           "    std::optional<BlockImpl>, const BlockPlace&);\n")
  endforeach()
  file(CONFIGURE OUTPUT ${TIN_GENERATED}/${block}_slot.cpp @ONLY CONTENT
"// SPDX-License-Identifier: Apache-2.0
// @block@ as a part of a chip.
#include \"rtl_models/@block@/@block@.h\"

#include \"rtl_models/slots/block_rtl.h\"
#ifdef TINSIM_RTL
@verilated@#endif

namespace tinsim {
@shapes@}  // namespace tinsim
")
  target_sources(tinsim_block_slots PRIVATE ${TIN_GENERATED}/${block}_slot.cpp)
endforeach()
set_source_files_properties(cell_switch/slotted_cell_switch.cpp PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
set_target_properties(tinsim_block_slots PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 6)
target_link_libraries(tinsim_block_slots PUBLIC tinsim_options tinsim_blocks PRIVATE tinsim_replay fmt::fmt ${CMAKE_DL_LIBS})
if(TINSIM_RTL)
  target_compile_definitions(tinsim_block_slots PRIVATE TINSIM_RTL)
  target_link_libraries(tinsim_block_slots PRIVATE tinsim_rtl)
endif()
