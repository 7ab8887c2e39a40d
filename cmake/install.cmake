# The installed package: find_package(selvage) and pkg-config.
include(CMakePackageConfigHelpers)
set(packageFolder ${CMAKE_INSTALL_LIBDIR}/cmake/selvage)
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/selvageConfig.cmake.in
    ${PROJECT_BINARY_DIR}/selvageConfig.cmake INSTALL_DESTINATION ${packageFolder})
# Before 1.0 a minor version may break the interface.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/selvageConfigVersion.cmake
    COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/selvageConfig.cmake
              ${PROJECT_BINARY_DIR}/selvageConfigVersion.cmake DESTINATION ${packageFolder})
install(EXPORT selvageTargets NAMESPACE selvage:: DESTINATION ${packageFolder})

# Relative to where the file lies, so that --prefix works and the tree can be moved.
file(RELATIVE_PATH pcToPrefix /p/${CMAKE_INSTALL_LIBDIR}/pkgconfig /p)
foreach(name selvage selvage-io)
    configure_file(${CMAKE_CURRENT_LIST_DIR}/${name}.pc.in ${PROJECT_BINARY_DIR}/${name}.pc @ONLY)
    install(FILES ${PROJECT_BINARY_DIR}/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()
