#include "pauc/report/agreement.h"

#include <algorithm>

#include "pauc/metric/rank_correlation.h"
#include "pauc/metric/roc.h"

namespace pauc::report {

namespace {

using Called = std::vector<bool>;  // by row

Called called_at(const Cases& cases, double fpr) {
  const OperatingPoint point = operating_point(roc_curve(cases), fpr);
  Called called;
  for (const double score : cases.scores) called.push_back(point.exists && score >= point.threshold);
  return called;
}

std::vector<Called> calls_at(const FinishedBlend& run, double fpr) {
  std::vector<Called> calls;
  for (const std::vector<double>& logits : run.members_held_out.logits) {
    calls.push_back(called_at({run.held_out.labels, logits, run.held_out.weights}, fpr));
  }
  return calls;
}

// Rows that any of the members calls positive, in the order of the file.
std::vector<std::size_t> called_by_any(const std::vector<Called>& calls) {
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < calls.front().size(); ++i) {
    if (std::any_of(calls.begin(), calls.end(), [&](const Called& called) { return called[i]; })) rows.push_back(i);
  }
  return rows;
}

void count(std::uint8_t label, CalledRows& rows) { (label == 1 ? rows.positives : rows.negatives) += 1; }

std::vector<double> taken(const std::vector<double>& values, const std::vector<std::size_t>& rows) {
  std::vector<double> list;
  for (const std::size_t row : rows) list.push_back(values[row]);
  return list;
}

AgreementOfPair pair_of(const FinishedBlend& run, std::size_t a, std::size_t b, const std::vector<Called>& calls,
                        const std::vector<std::size_t>& near) {
  const auto& logits = run.members_held_out.logits;
  AgreementOfPair pair;
  pair.a = a;
  pair.b = b;
  pair.correlation = rank_correlation(logits[a], logits[b]);
  pair.near_correlation = rank_correlation(taken(logits[a], near), taken(logits[b], near));
  for (std::size_t i = 0; i < calls[a].size(); ++i) {
    if (!calls[a][i] && !calls[b][i]) continue;
    count(run.held_out.labels[i], calls[a][i] && calls[b][i] ? pair.by_both
                                  : calls[a][i]              ? pair.by_a_alone
                                                             : pair.by_b_alone);
  }
  return pair;
}

Picture picture_of(const record::HardestExamples& hardest, std::int64_t row) {
  for (const auto* list : {&hardest.positives, &hardest.negatives}) {
    for (const record::HardExample& example : *list) {
      if (example.row == row) return example.picture;
    }
  }
  return {};
}

// The share of rows that each row has above it; ties count half.
std::vector<double> shares_above(const std::vector<double>& logits) {
  std::vector<double> shares = ranks_of(logits);
  const auto rows = static_cast<double>(shares.size());
  for (double& share : shares) share = (rows - share) / rows;
  return shares;
}

std::vector<DisputedRow> disputed_rows(const FinishedBlend& run, const std::vector<Called>& calls,
                                       std::vector<std::size_t> rows) {
  std::vector<std::vector<double>> above;
  for (const std::vector<double>& logits : run.members_held_out.logits) above.push_back(shares_above(logits));
  const auto spread = [&](std::size_t row) {
    const auto [least, most] =
        std::minmax_element(above.begin(), above.end(), [&](const auto& x, const auto& y) { return x[row] < y[row]; });
    return (*most)[row] - (*least)[row];
  };
  std::stable_sort(rows.begin(), rows.end(), [&](std::size_t x, std::size_t y) { return spread(x) > spread(y); });
  std::vector<DisputedRow> disputed;
  for (std::size_t k = 0; k < std::min(rows.size(), kShownDisputes) && spread(rows[k]) > 0; ++k) {
    const std::size_t i = rows[k];
    DisputedRow row;
    row.row = run.held_out.numbers[i];
    if (!run.held_out.ids.empty()) row.id = run.held_out.ids[i];
    row.is_positive = run.held_out.labels[i] == 1;
    for (const std::vector<double>& of_member : above) row.from_top.push_back(of_member[i]);
    for (const Called& called : calls) row.called.push_back(called[i]);
    row.picture = picture_of(run.hardest, row.row);
    disputed.push_back(std::move(row));
  }
  return disputed;
}

}  // namespace

std::optional<double> AgreementOfPair::shared_calls() const {
  const std::int64_t either = by_both.all() + by_a_alone.all() + by_b_alone.all();
  if (either == 0) return std::nullopt;
  return static_cast<double>(by_both.all()) / static_cast<double>(either);
}

MemberAgreement agreement_of(const FinishedBlend& run, double fpr) {
  const std::vector<Called> calls = calls_at(run, fpr);
  const std::vector<std::size_t> near = called_by_any(calls_at(run, std::min(1.0, 2 * fpr)));
  const std::vector<std::size_t> called = called_by_any(calls);
  MemberAgreement agreement;
  agreement.fpr = fpr;
  agreement.rows = static_cast<std::int64_t>(run.held_out.labels.size());
  agreement.near_rows = static_cast<std::int64_t>(near.size());
  for (const std::size_t i : called) {
    count(run.held_out.labels[i], agreement.by_any);
    const bool by_all = std::all_of(calls.begin(), calls.end(), [&](const Called& of_member) { return of_member[i]; });
    if (by_all) count(run.held_out.labels[i], agreement.by_all);
  }
  for (std::size_t a = 0; a < calls.size(); ++a) {
    for (std::size_t b = a + 1; b < calls.size(); ++b) agreement.pairs.push_back(pair_of(run, a, b, calls, near));
  }
  agreement.disputed = disputed_rows(run, calls, called);
  return agreement;
}

}  // namespace pauc::report
