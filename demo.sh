#!/usr/bin/env bash
# Installs what is missing, builds, and does the main job on real data: 1017 molecules measured against one protein
# (ChEMBL 2321810, in Debian's rdkit-data). Trains pauc's default, a blend of models, to find the strong binders among
# them, and compares it with two of its kinds of models by themselves where a screening works: at a false positive rate
# of at most 0.1.
set -euo pipefail
cd "$(dirname "$0")"
tools/install.sh build demo
tools/build.sh release pauc
pauc=build/release/pauc
out=demo-out
mkdir -p "$out"
folder=$(dirname "$(dpkg -L rdkit-data | grep 'CHEMBL2321810\.smi$')")
data=("$folder/CHEMBL2321810.smi" --table "$folder/CHEMBL2321810_act.csv" --label Act --positive '>=8'
  --fractions 0.5,0.2,0.3)

say() { echo >&2; echo "$@" >&2; }

say "$pauc data" "${data[@]}"
$pauc data "${data[@]}"

train() {
  say "$pauc train" "${data[@]}" "$@"
  $pauc train "${data[@]}" --overwrite "$@"
}
train --fpr-max 0.1 --out "$out/blend"
train --fpr-max 0.1 --model gin --out "$out/gin"
train --fpr-max 0.1 --model forest --features-from morgan --out "$out/forest"

# The scores of all three side by side, on the molecules that none of them was trained on.
columns() { tail -n +2 "$out/$1/predictions-test.csv" | cut -d, -f"$2"; }
{
  echo name,label,blend,gin,forest
  paste -d, <(columns blend 2-) <(columns gin 4) <(columns forest 4)
} >"$out/scores.csv"
judge=($pauc evaluate "$out/scores.csv" --label label --score blend --score gin --score forest --fpr-max 0.1)
say "${judge[@]}" --svg "$out/roc.svg"
"${judge[@]}" --svg "$out/roc.svg"
"${judge[@]}" --json >"$out/evaluation.json"

say "$pauc report $out/blend $out/gin $out/forest --out $out/report.html"
$pauc report "$out/blend" "$out/gin" "$out/forest" --out "$out/report.html" --quiet
say "To look at: $out/report.html (everything on one page, for any browser), $out/roc.svg (all curves)," \
  "$out/evaluation.json (every figure), $out/blend, $out/gin and $out/forest (the runs)"
