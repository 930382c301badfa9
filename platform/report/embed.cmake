# SPDX-License-Identifier: Apache-2.0
# Writes assets.cpp, which holds the parts of a report. Arguments: VEGA and SCRIPTS (files in the
# order of loading), VEGA_DIR (where packages' licences are), STYLE, OUT (a folder).

# One text out of the licences of all packages that Vega's bundles contain, each once.
set(licences ${OUT}/licences.txt)
file(WRITE ${licences} "")
if(VEGA)
  file(GLOB packages RELATIVE ${VEGA_DIR} ${VEGA_DIR}/vega* ${VEGA_DIR}/d3-* ${VEGA_DIR}/topojson-client
       ${VEGA_DIR}/delaunator ${VEGA_DIR}/robust-predicates ${VEGA_DIR}/internmap ${VEGA_DIR}/semver
       ${VEGA_DIR}/fast-json-patch ${VEGA_DIR}/json-stringify-pretty-compact)
  set(hashes)
  foreach(package ${packages})
    file(GLOB texts ${VEGA_DIR}/${package}/LICEN[CS]E*)
    foreach(text ${texts})
      file(SHA256 ${text} hash)
      list(APPEND hashes ${hash})
      list(APPEND names_${hash} ${package})
      set(file_${hash} ${text})
    endforeach()
  endforeach()
  list(REMOVE_DUPLICATES hashes)
  foreach(hash ${hashes})
    file(READ ${file_${hash}} text)
    list(JOIN names_${hash} ", " names)
    file(APPEND ${licences} "${names}\n\n${text}\n\n")
  endforeach()
endif()

# The assembler copies the files; a compiler would take long over string literals of this size.
set(code "// Written by embed.cmake.\n#include \"platform/report/assets.h\"\n\n")
set(entries)
set(number 0)
function(add_asset kind path)
  file(READ ${path} text)
  string(TOLOWER "${text}" lower)
  # Inside an element this would end it.
  if(lower MATCHES "</(script|style)|<!--")
    message(FATAL_ERROR "${path}: holds `${CMAKE_MATCH_0}` and cannot be inlined")
  endif()
  # A Content Security Policy names scripts by their SHA-256 in base64.
  file(SHA256 ${path} hex)
  string(TOUPPER ${hex} hex)
  file(WRITE ${OUT}/hash.txt ${hex})
  execute_process(COMMAND basenc --base16 -d ${OUT}/hash.txt COMMAND base64 -w0
                  OUTPUT_VARIABLE hash COMMAND_ERROR_IS_FATAL ANY)
  get_filename_component(name ${path} NAME)
  set(code "${code}asm(\".section .rodata\\n.global tinsim_asset_${number}, tinsim_asset_${number}_end\\n\"
    \"tinsim_asset_${number}: .incbin \\\"${path}\\\"\\ntinsim_asset_${number}_end: .byte 0\\n.text\");
extern \"C\" const char tinsim_asset_${number}[], tinsim_asset_${number}_end[];\n" PARENT_SCOPE)
  set(entries "${entries}      {AssetKind::${kind}, \"${name}\", \"${hash}\",
       {tinsim_asset_${number}, size_t(tinsim_asset_${number}_end - tinsim_asset_${number})}},\n" PARENT_SCOPE)
  math(EXPR next "${number} + 1")
  set(number ${next} PARENT_SCOPE)
endfunction()

add_asset(kStyle ${STYLE})
foreach(script ${VEGA})
  add_asset(kVega ${script})
endforeach()
foreach(script ${SCRIPTS})
  add_asset(kScript ${script})
endforeach()
if(VEGA)
  add_asset(kLicences ${licences})
endif()
file(WRITE ${OUT}/assets.cpp "${code}
namespace tinsim {
const std::vector<Asset>& assets() {
  static const std::vector<Asset> kAssets = {
${entries}  };
  return kAssets;
}
}  // namespace tinsim\n")
