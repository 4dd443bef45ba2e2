#!/usr/bin/env bash
# Installs what is missing, builds, and does the main job on real data: 1017 molecules measured against one protein (ChEMBL 2321810, in Debian's rdkit-data).
# Two trainings of the same length find the strong ones among them; both are judged where a screening works, at no more than 1 false alarm in 10.
set -euo pipefail
cd "$(dirname "$0")"
tools/install.sh build demo
tools/build.sh release pauc
pauc=build/release/pauc
out=demo-out
mkdir -p "$out"
folder=$(dirname "$(dpkg -L rdkit-data | grep 'CHEMBL2321810\.smi$')")
data=("$folder/CHEMBL2321810.smi" --table "$folder/CHEMBL2321810_act.csv" --label Act --positive '>=8' --fractions 0.5,0.2,0.3)

say() { echo >&2; echo "$@" >&2; }

say "$pauc data" "${data[@]}"
$pauc data "${data[@]}"

train() {
  say "$pauc train" "${data[@]}" "$@"
  $pauc train "${data[@]}" --quiet --overwrite "$@"
}
train --fpr-max 0.1 --objective ce --epochs 60 --out "$out/ce"
train --fpr-max 0.1 --objective sopa-s --pretrain-epochs 30 --epochs 30 --out "$out/sopa-s"

# The scores of both on the molecules that neither has seen, side by side.
{
  echo name,label,ce,sopa-s
  paste -d, <(tail -n +2 "$out/ce/predictions-test.csv" | cut -d, -f2-) <(tail -n +2 "$out/sopa-s/predictions-test.csv" | cut -d, -f4)
} >"$out/scores.csv"
judge=($pauc evaluate "$out/scores.csv" --label label --score ce --score sopa-s --fpr-max 0.1)
say "${judge[@]}" --svg "$out/roc.svg"
"${judge[@]}" --svg "$out/roc.svg"
"${judge[@]}" --json >"$out/evaluation.json"

say "$pauc report $out/sopa-s $out/ce --out $out/report.html"
$pauc report "$out/sopa-s" "$out/ce" --out "$out/report.html" --quiet >/dev/null
say "To look at: $out/report.html (everything on one page, for any browser), $out/roc.svg (both curves), $out/evaluation.json (every figure), $out/ce and $out/sopa-s (the runs)"
