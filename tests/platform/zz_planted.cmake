foreach(p a b c)
  add_executable(eng_planted_${p} $<TARGET_OBJECTS:platform_impl_random> ${CMAKE_SOURCE_DIR}/build/planted/unity_${p}.cpp)
  target_link_libraries(eng_planted_${p} PRIVATE tinsim_options tinsim_platform tinsim_sc_gtest_main GTest::gtest)
endforeach()
