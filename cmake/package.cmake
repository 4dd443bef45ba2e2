# `cmake --install` and what find_package(pauc) reads afterwards.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/pauc)

install(TARGETS pauc_metric EXPORT pauc-metric)
install(EXPORT pauc-metric NAMESPACE pauc:: DESTINATION ${package_dir})
install(TARGETS pauc_core EXPORT pauc-core)
install(EXPORT pauc-core NAMESPACE pauc:: DESTINATION ${package_dir})
if(PAUC_TORCH)
  install(TARGETS pauc_torch EXPORT pauc-torch)
  install(EXPORT pauc-torch NAMESPACE pauc:: DESTINATION ${package_dir})
endif()
if(PAUC_TORCH)
  install(TARGETS pauc-torch RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
install(TARGETS pauc RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
include(public_headers)
pauc_install_headers(pauc/metrics.h)
if(PAUC_TORCH)
  pauc_install_headers(pauc/pauc.h pauc/model/module.h)
endif()

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/paucConfig.cmake.in ${PROJECT_BINARY_DIR}/paucConfig.cmake
  INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/paucConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/paucConfig.cmake ${PROJECT_BINARY_DIR}/paucConfigVersion.cmake
  ${PROJECT_SOURCE_DIR}/cmake/FindRDKit.cmake ${PROJECT_SOURCE_DIR}/cmake/FindXGBoost.cmake
  DESTINATION ${package_dir})
