# Installs pauc into a new prefix, then builds and runs examples/cmake_project against it as a user would.
function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE code OUTPUT_VARIABLE out ERROR_VARIABLE out)
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "${ARGN}\n${out}")
  endif()
  message(STATUS "${out}")
endfunction()

file(REMOVE_RECURSE ${WORK})
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/prefix)

# Builds examples/cmake_project; further arguments are options of its own.
function(build_project folder)
  run(${CMAKE_COMMAND} -S ${SOURCE}/examples/cmake_project -B ${WORK}/${folder} -G Ninja -D CMAKE_BUILD_TYPE=Release
    -D CMAKE_CXX_COMPILER=${COMPILER} -D CMAKE_CXX_FLAGS=${FLAGS} -D CMAKE_PREFIX_PATH=${WORK}/prefix ${ARGN})
  run(${CMAKE_COMMAND} --build ${WORK}/${folder})
  run(${WORK}/${folder}/judge)
endfunction()

# Metrics alone: nothing but zlib may be looked for.
set(disabled)
foreach(package PNG PkgConfig fmt yaml-cpp nlohmann_json RDKit Torch)
  list(APPEND disabled -D CMAKE_DISABLE_FIND_PACKAGE_${package}=ON)
endforeach()
build_project(metrics -D WITH_TRAINING=OFF ${disabled})
if(TORCH)
  build_project(training)
  run(${WORK}/training/step)
endif()

# Headers that are not part of the API stay at home.
if(EXISTS ${WORK}/prefix/include/pauc/report OR NOT EXISTS ${WORK}/prefix/include/pauc/metrics.h)
  message(FATAL_ERROR "expected the public headers in ${WORK}/prefix/include/pauc and no others")
endif()
# The command finds the program with LibTorch where it was installed, and its man page is there.
run(${WORK}/prefix/bin/pauc --version)
if(TORCH)
  run(${WORK}/prefix/bin/pauc train ${SOURCE}/examples/patients.csv --label outcome --model mlp --epochs 1 --quiet
    --out ${WORK}/run)
endif()
if(NOT EXISTS ${WORK}/prefix/share/man/man1/pauc-train.1.gz)
  message(FATAL_ERROR "expected pauc-train.1.gz in ${WORK}/prefix/share/man/man1")
endif()
