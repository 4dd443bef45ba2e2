# `cmake --install` and what find_package(pauc) reads afterwards.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/pauc)

# Files of the component that libpauc-dev is made of.
function(pauc_install_development)
  install(${ARGN} COMPONENT development)
endfunction()

pauc_install_development(TARGETS pauc_metric EXPORT pauc-metric)
pauc_install_development(EXPORT pauc-metric NAMESPACE pauc:: DESTINATION ${package_dir})
pauc_install_development(TARGETS pauc_core EXPORT pauc-core)
pauc_install_development(EXPORT pauc-core NAMESPACE pauc:: DESTINATION ${package_dir})
if(PAUC_TORCH)
  pauc_install_development(TARGETS pauc_torch EXPORT pauc-torch)
  pauc_install_development(EXPORT pauc-torch NAMESPACE pauc:: DESTINATION ${package_dir})
endif()
include(public_headers)
pauc_install_headers(pauc/metrics.h)
if(PAUC_TORCH)
  pauc_install_headers(pauc/pauc.h pauc/model/module.h)
endif()

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/paucConfig.cmake.in ${PROJECT_BINARY_DIR}/paucConfig.cmake
  INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/paucConfigVersion.cmake COMPATIBILITY SameMinorVersion)
pauc_install_development(FILES ${PROJECT_BINARY_DIR}/paucConfig.cmake ${PROJECT_BINARY_DIR}/paucConfigVersion.cmake
  ${PROJECT_SOURCE_DIR}/cmake/FindRDKit.cmake ${PROJECT_SOURCE_DIR}/cmake/FindXGBoost.cmake
  DESTINATION ${package_dir})
