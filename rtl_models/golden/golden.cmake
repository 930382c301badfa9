# SPDX-License-Identifier: Apache-2.0
# libtinsim_golden: the models of all blocks behind a C ABI, its Python module, and both installed.
set(declarations)
set(appends)
set(golden_names)
set(golden_sources)
foreach(block IN LISTS TIN_BLOCKS)
  set(rows)
  foreach(shape IN LISTS TIN_${block}_SHAPES)
    list(APPEND golden_names ${shape})
    list(JOIN TIN_${shape}_PARAMS "," parameters)
    string(APPEND rows "    {\"${block}\", \"${parameters}\", make_golden<${TIN_${block}_CLASS}${TIN_${shape}_ARGUMENTS}>},\n")
  endforeach()
  set(source ${TIN_GENERATED}/${block}_golden.cpp)
  file(CONFIGURE OUTPUT ${source} @ONLY CONTENT
"// SPDX-License-Identifier: Apache-2.0
// @block@ behind the C ABI, in each shape.
#include \"rtl_models/@block@/@block@.h\"
#include \"rtl_models/golden/golden_model.h\"

namespace tinsim {

extern const std::vector<GoldenShapeEntry> golden_@block@;
const std::vector<GoldenShapeEntry> golden_@block@ = {
@rows@};

}  // namespace tinsim
")
  list(APPEND golden_sources ${source})
  string(APPEND declarations "extern const std::vector<GoldenShapeEntry> golden_${block};\n")
  string(APPEND appends "    add(golden_${block});\n")
endforeach()
file(CONFIGURE OUTPUT ${TIN_GENERATED}/golden_shapes.cpp @ONLY CONTENT
"// SPDX-License-Identifier: Apache-2.0
// All blocks of the C ABI.
#include \"rtl_models/golden/golden_model.h\"

namespace tinsim {

@declarations@
const std::vector<GoldenShapeEntry>& golden_shapes() {
  static const std::vector<GoldenShapeEntry> all = [] {
    std::vector<GoldenShapeEntry> entries;
    const auto add = [&](const std::vector<GoldenShapeEntry>& block) {
      entries.insert(entries.end(), block.begin(), block.end());
    };
@appends@    return entries;
  }();
  return all;
}

}  // namespace tinsim
")
set_target_properties(tinsim_blocks PROPERTIES POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden
                                               VISIBILITY_INLINES_HIDDEN ON)
add_library(tinsim_golden SHARED golden/golden.cpp golden/golden_create.cpp golden/golden_difference.cpp
                                 ${TIN_GENERATED}/golden_shapes.cpp ${golden_sources})
set_target_properties(tinsim_golden PROPERTIES
  CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON VERSION ${PROJECT_VERSION} SOVERSION 1
  UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 10)
target_link_libraries(tinsim_golden PRIVATE tinsim_blocks fmt::fmt)
set(golden_map ${CMAKE_CURRENT_SOURCE_DIR}/golden/golden.map)
target_link_options(tinsim_golden PRIVATE LINKER:--version-script=${golden_map})
set_property(TARGET tinsim_golden PROPERTY LINK_DEPENDS ${golden_map})
target_compile_definitions(tinsim_golden PRIVATE TINSIM_VERSION="${PROJECT_VERSION}")
# Its speed lies in the models.
target_compile_options(tinsim_golden PRIVATE ${TINSIM_SHORT_FLAGS})

include(GNUInstallDirs)
set(TIN_GOLDEN_PYTHON ${TIN_GENERATED}/tinsim_golden.py)
list(TRANSFORM golden_names REPLACE "(.+)" "${TIN_GENERATED}/\\1.json" OUTPUT_VARIABLE lists)
set(python_sources ${CMAKE_CURRENT_SOURCE_DIR}/golden/python_module.py ${CMAKE_CURRENT_SOURCE_DIR}/golden/golden_base.py)
add_custom_command(OUTPUT ${TIN_GOLDEN_PYTHON}
  COMMAND ${TINSIM_PYTHON3} ${CMAKE_CURRENT_SOURCE_DIR}/golden/python_module.py ${TIN_GOLDEN_PYTHON}
          ${CMAKE_CURRENT_SOURCE_DIR}/golden/golden_base.py ${CMAKE_INSTALL_LIBDIR} ${TIN_GENERATED} ${golden_names}
  DEPENDS ${python_sources} ${lists} COMMENT "Writing tinsim_golden.py" VERBATIM)
add_custom_target(tinsim_golden_python ALL DEPENDS ${TIN_GOLDEN_PYTHON})
