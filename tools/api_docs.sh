#!/usr/bin/env bash
# Builds the API documentation into docs/api from the comments of the public headers. Fails on any warning.
set -euo pipefail
cd "$(dirname "$0")/.."
tools/install.sh docs
headers=$(sed -n 's|^#include "\(pauc/.*\)"|src/\1|p' src/pauc/pauc.h src/pauc/metrics.h | grep -v version.h | sort -u)
rm -rf docs/api
mkdir -p docs/api
doxygen - <<END
PROJECT_NAME = pauc
PROJECT_BRIEF = "Classifiers for the part of the ROC curve that you use"
INPUT = src/pauc/pauc.h src/pauc/metrics.h src/pauc/model/module.h $(echo $headers)
STRIP_FROM_PATH = src
STRIP_FROM_INC_PATH = src
OUTPUT_DIRECTORY = docs/api
HTML_OUTPUT = .
GENERATE_LATEX = NO
JAVADOC_AUTOBRIEF = YES
QUIET = YES
WARN_IF_UNDOCUMENTED = YES
WARN_NO_PARAMDOC = NO
WARN_AS_ERROR = FAIL_ON_WARNINGS
SORT_BRIEF_DOCS = YES
HAVE_DOT = NO
END
echo "To look at: docs/api/index.html" >&2
