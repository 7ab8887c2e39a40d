# The installed package: find_package(selvage) and pkg-config.
include(CMakePackageConfigHelpers)
set(packageFolder ${CMAKE_INSTALL_LIBDIR}/cmake/selvage)
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/selvageConfig.cmake.in
    ${PROJECT_BINARY_DIR}/selvageConfig.cmake INSTALL_DESTINATION ${packageFolder})
# Before 1.0 a minor version may break the interface: the package and the shared libraries say so.
set(soVersion ${PROJECT_VERSION_MAJOR})
if(PROJECT_VERSION_MAJOR EQUAL 0)
    set(soVersion ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
endif()
set_target_properties(selvage selvage-io selvage-sim PROPERTIES SOVERSION ${soVersion})
# The installed tree finds its own shared libraries, wherever it is moved.
if(BUILD_SHARED_LIBS AND NOT APPLE)
    file(RELATIVE_PATH binToLib /p/${CMAKE_INSTALL_BINDIR} /p/${CMAKE_INSTALL_LIBDIR})
    set_target_properties(selvage-io selvage-sim PROPERTIES INSTALL_RPATH "$ORIGIN")
    if(TARGET selvage-tool)
        set_target_properties(selvage-tool PROPERTIES INSTALL_RPATH "$ORIGIN/${binToLib}")
    endif()
endif()
write_basic_package_version_file(${PROJECT_BINARY_DIR}/selvageConfigVersion.cmake
    COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/selvageConfig.cmake
              ${PROJECT_BINARY_DIR}/selvageConfigVersion.cmake DESTINATION ${packageFolder})
install(EXPORT selvageTargets NAMESPACE selvage:: DESTINATION ${packageFolder})

# Relative to where the file lies, so that --prefix works and the tree can be moved.
file(RELATIVE_PATH pcToPrefix /p/${CMAKE_INSTALL_LIBDIR}/pkgconfig /p)
set(pcThreads "")
if(SELVAGE_THREADS)
    set(pcThreads " -pthread")
endif()
foreach(name selvage selvage-io selvage-sim)
    configure_file(${CMAKE_CURRENT_LIST_DIR}/${name}.pc.in ${PROJECT_BINARY_DIR}/${name}.pc @ONLY)
    install(FILES ${PROJECT_BINARY_DIR}/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()
