# `cpack` makes the packages of the Debian that it runs on: pauc (the command), libpauc-dev (C++) and python3-pauc.
if(BUILD_SHARED_LIBS)
  message(STATUS "With shared libraries: no Debian packages, because programs on them would need one package more")
  return()
endif()
find_program(PAUC_DPKG_QUERY dpkg-query)
mark_as_advanced(PAUC_DPKG_QUERY)
if(NOT PAUC_DPKG_QUERY)
  return()
endif()

# 0.1.0-1~deb12 is older than 0.1.0-1~deb13, so that an upgrade of Debian brings the packages of the new one.
cmake_host_system_information(RESULT debian QUERY DISTRIB_VERSION_ID)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME pauc)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_DEBIAN_PACKAGE_RELEASE 1~deb${debian})
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
# Whoever makes packages for others answers for them; the variables are those of Debian's own tools.
set(PAUC_MAINTAINER "pauc developers <pauc@localhost>" CACHE STRING "Maintainer of the Debian packages")
if(DEFINED ENV{DEBFULLNAME} AND DEFINED ENV{DEBEMAIL})
  set(PAUC_MAINTAINER "$ENV{DEBFULLNAME} <$ENV{DEBEMAIL}>")
endif()
set(CPACK_DEBIAN_PACKAGE_MAINTAINER ${PAUC_MAINTAINER})

# "libfmt-dev (>= 9.1), libfmt-dev (<< 9.2)": a static library fits the version of others that it was compiled with.
function(pauc_same_minor_version result package)
  execute_process(COMMAND ${PAUC_DPKG_QUERY} -W -f "\${Version}" ${package} OUTPUT_VARIABLE version ERROR_QUIET)
  if(version MATCHES "^([0-9]+:)?([0-9]+)[.]([0-9]+)")
    math(EXPR next "${CMAKE_MATCH_3} + 1")
    set(start "${CMAKE_MATCH_1}${CMAKE_MATCH_2}")
    set(${result} "${package} (>= ${start}.${CMAKE_MATCH_3}), ${package} (<< ${start}.${next}~)" PARENT_SCOPE)
  else()
    set(${result} ${package} PARENT_SCOPE)
  endif()
endfunction()

# Copyright, history, and the given pages and folders where Debian wants them, in a component of the package.
function(pauc_install_debian_documents package component)
  cmake_parse_arguments(PARSE_ARGV 2 given "" "" "PAGES;EXAMPLES")
  set(folder ${PROJECT_BINARY_DIR}/debian/${package})
  string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/debian/changelog.in ${folder}/changelog.Debian @ONLY)
  foreach(name changelog.Debian NEWS)
    set(source ${folder}/${name})
    if(name STREQUAL NEWS)
      set(source ${PROJECT_SOURCE_DIR}/HISTORY.md)
    endif()
    execute_process(COMMAND gzip -9nc ${source} OUTPUT_FILE ${folder}/${name}.gz COMMAND_ERROR_IS_FATAL ANY)
  endforeach()
  install(FILES ${PROJECT_SOURCE_DIR}/cmake/debian/copyright ${folder}/changelog.Debian.gz ${folder}/NEWS.gz
    DESTINATION share/doc/${package} COMPONENT ${component} EXCLUDE_FROM_ALL)
  install(FILES ${given_PAGES} DESTINATION share/doc/${package}/docs COMPONENT ${component} EXCLUDE_FROM_ALL)
  install(DIRECTORY ${given_EXAMPLES} DESTINATION share/doc/${package}/examples COMPONENT ${component}
    EXCLUDE_FROM_ALL)
endfunction()

set(CPACK_COMPONENTS_ALL command debian_zsh debian_command development debian_development)
set(CPACK_COMPONENT_COMMAND_GROUP command)
set(CPACK_COMPONENT_DEBIAN_ZSH_GROUP command)
set(CPACK_COMPONENT_DEBIAN_COMMAND_GROUP command)
set(examples ${PROJECT_SOURCE_DIR}/examples)
file(GLOB pages CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/docs/*.md)
pauc_install_debian_documents(pauc debian_command PAGES ${pages} EXAMPLES ${examples}/)
set(CPACK_DEBIAN_COMMAND_PACKAGE_NAME pauc)
set(CPACK_DEBIAN_COMMAND_PACKAGE_SECTION science)
set(CPACK_DEBIAN_COMMAND_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_COMMAND_PACKAGE_RECOMMENDS "libopenblas0-pthread, fonts-dejavu-core")
set(CPACK_DEBIAN_COMMAND_DESCRIPTION "classifiers for the part of the ROC curve that people use
pauc trains and evaluates classifiers by partial AUC: few false alarms and
enough hits. It reads tables, molecules and images, blends boosted trees,
networks and forests, and writes a page on the result.

This package has the command.")

set(CPACK_COMPONENT_DEVELOPMENT_GROUP development)
set(CPACK_COMPONENT_DEBIAN_DEVELOPMENT_GROUP development)
pauc_install_debian_documents(libpauc-dev debian_development EXAMPLES ${examples}/cmake_project)
set(needed zlib1g-dev libpng-dev libturbojpeg0-dev librsvg2-dev nlohmann-json3-dev pkg-config)
set(same_version libfmt-dev libyaml-cpp-dev)
if(RDKit_FOUND)
  list(APPEND needed libboost-dev)
  list(APPEND same_version librdkit-dev)
endif()
if(PAUC_TORCH)
  list(APPEND same_version libtorch-dev)
endif()
if(XGBoost_FOUND)
  list(APPEND needed libxgboost-dev)
endif()
foreach(package ${same_version})
  pauc_same_minor_version(dependency ${package})
  list(APPEND needed ${dependency})
endforeach()
list(JOIN needed ", " needed)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libpauc-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS ${needed})
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_RECOMMENDS "cmake, g++")
set(CPACK_DEBIAN_DEVELOPMENT_DESCRIPTION "partial AUC in C++: metrics, objectives, training
Metrics over a part of the ROC curve, and training of classifiers by partial
AUC on LibTorch.

This package has headers, static libraries and a CMake package for
find_package(pauc).")

if(pybind11_FOUND)
  list(APPEND CPACK_COMPONENTS_ALL debian_python debian_python_documents)
  set(CPACK_COMPONENT_DEBIAN_PYTHON_GROUP python)
  set(CPACK_COMPONENT_DEBIAN_PYTHON_DOCUMENTS_GROUP python)
  pauc_install_debian_documents(python3-pauc debian_python_documents PAGES ${PROJECT_SOURCE_DIR}/docs/python.md
    EXAMPLES ${examples}/python)
  install(FILES ${examples}/patients.csv ${examples}/scores.csv DESTINATION share/doc/python3-pauc/examples
    COMPONENT debian_python_documents EXCLUDE_FROM_ALL)
  math(EXPR next_python "${Python_VERSION_MINOR} + 1")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-pauc)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_SHLIBDEPS ON)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS
    "python3 (>= 3.${Python_VERSION_MINOR}~), python3 (<< 3.${next_python}), python3-numpy, python3-pandas")
  if(PAUC_TORCH)
    string(APPEND CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS ", python3-torch")
  endif()
  set(CPACK_DEBIAN_PYTHON_PACKAGE_RECOMMENDS "libopenblas0-pthread, python3-sklearn")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA
    "${PROJECT_SOURCE_DIR}/cmake/debian/postinst;${PROJECT_SOURCE_DIR}/cmake/debian/prerm")
  set(CPACK_DEBIAN_PYTHON_DESCRIPTION "partial AUC in Python: metrics, training, scikit-learn, PyTorch
Metrics over a part of the ROC curve with intervals and paired tests;
training of classifiers on files, data frames and arrays; an estimator for
scikit-learn; and objectives and a sampler for PyTorch loops of one's own.

This package has the Python package pauc.")
endif()

include(CPack)
