#!/usr/bin/env bash
# Installs what is missing, builds, and judges two real models on real patients: at most 5 false alarms in 100.
set -euo pipefail
cd "$(dirname "$0")"
tools/install.sh build demo
tools/build.sh release pauc
out=demo-out
mkdir -p "$out"

echo "Two models on 569 breast tumours (the data set in Debian's python3-sklearn), each tumour scored by a model that has not seen it." >&2
/usr/bin/python3 tools/demo_scores.py "$out/scores.csv"

judge=(build/release/pauc evaluate "$out/scores.csv" --label diagnosis --positive malignant
       --score logistic_regression --score naive_bayes --fpr-max 0.05)
echo "${judge[*]}" >&2
echo >&2
"${judge[@]}" --svg "$out/roc.svg"
"${judge[@]}" --json >"$out/evaluation.json"
echo >&2
echo "To look at: $out/roc.svg (the curves), $out/evaluation.json (every figure), $out/scores.csv (the scores)" >&2
