# Finds RDKit as Debian packages it: headers and libraries without a CMake package. RDKit::RDKit has what reading,
# describing and drawing molecules need; RDKit's headers include Boost's.
find_path(RDKit_INCLUDE_DIR GraphMol/SmilesParse/SmilesParse.h PATH_SUFFIXES rdkit)
find_path(RDKit_BOOST_INCLUDE_DIR boost/dynamic_bitset.hpp)
set(rdkit_libraries)
foreach(part FilterCatalog Catalogs MolStandardize FileParsers MolDraw2D SmilesParse ChemTransforms Descriptors
             Fingerprints DataStructs GraphMol RDGeneral)
  find_library(RDKit_${part}_LIBRARY RDKit${part})
  list(APPEND rdkit_libraries RDKit_${part}_LIBRARY)
endforeach()
mark_as_advanced(RDKit_INCLUDE_DIR RDKit_BOOST_INCLUDE_DIR ${rdkit_libraries})

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(RDKit REQUIRED_VARS RDKit_INCLUDE_DIR RDKit_BOOST_INCLUDE_DIR ${rdkit_libraries})

if(RDKit_FOUND AND NOT TARGET RDKit::RDKit)
  add_library(RDKit::RDKit INTERFACE IMPORTED)
  target_include_directories(RDKit::RDKit SYSTEM INTERFACE ${RDKit_INCLUDE_DIR} ${RDKit_BOOST_INCLUDE_DIR})
  foreach(library ${rdkit_libraries})
    target_link_libraries(RDKit::RDKit INTERFACE ${${library}})
  endforeach()
endif()
