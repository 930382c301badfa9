# SPDX-License-Identifier: Apache-2.0
# libtinsim_golden with its header, pkg-config file, Python module and checkers in SystemVerilog. OPTIONAL: `make run`
# does not build them.
install(TARGETS tinsim_golden LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} OPTIONAL)
install(CODE "if(NOT EXISTS \"$<TARGET_FILE:tinsim_golden>\" OR NOT EXISTS \"${TIN_GENERATED}/tinsim_golden.py\")
  message(WARNING \"libtinsim_golden or its Python module is not built, so the installed copy has no C ABI; expected \"
          \"cmake --build of the targets tinsim_golden and tinsim_golden_python, or make build, before --install.\")
endif()")
install(FILES rtl_models/golden/tinsim_golden.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES ${TIN_GENERATED}/tinsim_golden.py rtl_models/golden/tinsim_checker.py
        DESTINATION ${CMAKE_INSTALL_DATADIR}/tinsim/python OPTIONAL)
install(DIRECTORY rtl_models/golden/sv/ DESTINATION ${CMAKE_INSTALL_DATADIR}/tinsim/sv)
install(FILES ${TIN_CHECKER_FILES} DESTINATION ${CMAKE_INSTALL_DATADIR}/tinsim/sv OPTIONAL)
install(FILES cmake/golden_package.cmake DESTINATION ${TIN_PACKAGE_DIR} RENAME golden.cmake)
install(FILES cmake/add_golden.cmake DESTINATION ${TIN_PACKAGE_DIR})
install(FILES rtl_models/golden/golden.cpp rtl_models/golden/golden_create.cpp
              rtl_models/golden/golden_difference.cpp rtl_models/golden/golden.map
        DESTINATION ${TIN_PACKAGE_DIR}/golden)
file(RELATIVE_PATH TIN_GOLDEN_UP /p/${CMAKE_INSTALL_LIBDIR}/pkgconfig /p)
configure_file(cmake/tinsim-golden.pc.in tinsim-golden.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/tinsim-golden.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
