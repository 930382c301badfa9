# SPDX-License-Identifier: Apache-2.0
# Is the chip core cycle-exact? Against the block model always, against the RTL where it is built.
# The limit is for soak runs, a hundred times as long.
tinsim_test(lockstep core_model TIMEOUT 10800 SOURCES core_model_lockstep.cpp
            LIBS tinsim_looped_switch tinsim_blocks fmt::fmt)
tinsim_test(lockstep core_sets TIMEOUT 10800 SOURCES core_sets_lockstep.cpp
            LIBS tinsim_looped_switch tinsim_blocks fmt::fmt)
tinsim_test(lockstep core_variant TIMEOUT 10800 SOURCES core_variant_lockstep.cpp
            LIBS tinsim_looped_switch tinsim_blocks fmt::fmt)
# Where pins cannot follow, alongside a switch that is slow and obvious.
tinsim_test(lockstep core_plain TIMEOUT 10800 SOURCES core_plain_lockstep.cpp
            LIBS tinsim_plain_switch tinsim_looped_switch tinsim_blocks fmt::fmt)
# The chip core in the shape of variants, and that switch for it.
tinsim_test(lockstep core_variants TIMEOUT 10800
            SOURCES core_variants_lockstep.cpp ../reference/plain_match.cpp
                    ../reference/plain_switch.cpp ../reference/plain_switch_failures.cpp
            LIBS tinsim_looped_switch tinsim_blocks fmt::fmt)
target_compile_definitions(lockstep_core_variants PRIVATE TINSIM_VARIANT_CORE)
if(TINSIM_RTL)
  tinsim_test(lockstep core_rtl TIMEOUT 10800 SOURCES core_rtl_lockstep.cpp
              LIBS tinsim_looped_switch tinsim_blocks tinsim_rtl fmt::fmt)
  tinsim_test(lockstep core_variant_rtl TIMEOUT 10800 SOURCES core_variant_rtl_lockstep.cpp
              LIBS tinsim_looped_switch tinsim_blocks tinsim_rtl fmt::fmt)
endif()
