# Finds XGBoost as Debian packages it. Its own CMake package wants the command xgboost as well, which is another Debian
# package that nothing here needs.
find_path(XGBoost_INCLUDE_DIR xgboost/c_api.h)
find_library(XGBoost_LIBRARY xgboost)
mark_as_advanced(XGBoost_INCLUDE_DIR XGBoost_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(XGBoost REQUIRED_VARS XGBoost_LIBRARY XGBoost_INCLUDE_DIR)

if(XGBoost_FOUND AND NOT TARGET XGBoost::XGBoost)
  add_library(XGBoost::XGBoost INTERFACE IMPORTED)
  target_include_directories(XGBoost::XGBoost SYSTEM INTERFACE ${XGBoost_INCLUDE_DIR})
  target_link_libraries(XGBoost::XGBoost INTERFACE ${XGBoost_LIBRARY})
endif()
