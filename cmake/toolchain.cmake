# Compiler settings. C++17 exactly: Debian's libsystemc exports only the C++17 API symbol.
set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

# Without this sloppiness ccache does not cache objects that use a precompiled header.
find_program(CCACHE ccache)
if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_C_COMPILER_LAUNCHER ${CCACHE})
  set(CMAKE_CXX_COMPILER_LAUNCHER env CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE})
endif()

# Some four hundred programs are linked: GNU ld takes two seconds for each, mold a third of one.
find_program(MOLD mold)
if(MOLD)
  add_link_options(-fuse-ld=mold)
endif()

add_library(tinsim_options INTERFACE)
target_include_directories(tinsim_options INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_options(tinsim_options INTERFACE -Wall -Wextra -Wshadow)

# For code whose time does not matter: the compiler takes a quarter less for -O1.
set(TINSIM_SHORT_FLAGS $<$<CONFIG:Release>:-O1>)

# For what is called for every cell. Draws and queue lengths decide there, which no branch predictor foresees:
# a conditional move costs less than a mispredicted branch. And functions begin with a cache line, so that
# their speed does not depend on where the linker puts them.
add_library(tinsim_hot_options INTERFACE)
if(TINSIM_LINE_TABLES)
  target_compile_options(tinsim_hot_options INTERFACE -g1)
endif()
target_compile_options(tinsim_hot_options INTERFACE $<$<CXX_COMPILER_ID:GNU>:
  -falign-functions=64 -falign-loops=32
  --param=max-rtl-if-conversion-insns=30
  --param=max-rtl-if-conversion-predictable-cost=100
  --param=max-rtl-if-conversion-unpredictable-cost=200>)

# The chips of an arena are contiguous, so that the sanitizer sees no bounds between them: the standard
# library checks indices instead.
if(TINSIM_ASAN)
  add_compile_definitions(_GLIBCXX_ASSERTIONS)
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=undefined
                      -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
endif()
if(TINSIM_COVERAGE)
  add_compile_options(--coverage)
  add_link_options(--coverage)
endif()
