#include "pauc/metric/interval/bootstrap.h"

#include <algorithm>

#include "pauc/core/error.h"
#include "pauc/core/parallel.h"
#include "pauc/core/random.h"

namespace pauc {

namespace {

using Count = std::uint32_t;

// A stretch of the ranking over which the ROC polygon is straight whatever is drawn: neighbouring rows of one class, or
// one tie block.
struct Stretch {
  std::uint32_t positives_end;  // in Column::positives
  std::uint32_t negatives_end;
};

// One score column: drawable ids of each class in descending order of score.
struct Column {
  std::vector<std::uint32_t> positives;
  std::vector<std::uint32_t> negatives;
  std::vector<Stretch> stretches;
};

// Rows are renumbered so that the first column reads the drawn counts in order: positives first, each class by
// descending score.
struct Numbering {
  std::vector<std::uint32_t> id_of_row;
  std::vector<double> mass_of_id;  // empty: 1 each
  std::vector<std::uint32_t> group_of_id;
  std::uint32_t positives = 0;
  std::uint32_t rows = 0;
};

Numbering number_rows(const BootstrapSample& sample, const Ranking& first) {
  Numbering numbering;
  numbering.rows = static_cast<std::uint32_t>(first.rows.size());
  numbering.id_of_row.resize(sample.labels.size());
  std::vector<std::uint32_t> row_of_id;
  for (const int label : {1, 0}) {
    for (const std::uint32_t row : first.rows) {
      if (sample.labels[row] != label) continue;
      numbering.id_of_row[row] = static_cast<std::uint32_t>(row_of_id.size());
      row_of_id.push_back(row);
    }
    if (label == 1) numbering.positives = static_cast<std::uint32_t>(row_of_id.size());
  }
  double weight_sum = 0;
  if (!sample.weights.empty()) {
    for (const std::uint32_t row : row_of_id) weight_sum += sample.weights[row];
  }
  const double mass_per_weight = static_cast<double>(row_of_id.size()) / weight_sum;
  for (const std::uint32_t row : row_of_id) {
    if (!sample.weights.empty()) numbering.mass_of_id.push_back(sample.weights[row] * mass_per_weight);
    if (!sample.groups.empty()) numbering.group_of_id.push_back(sample.groups[row]);
  }
  return numbering;
}

Column make_column(const BootstrapSample& sample, const Ranking& ranking, const Numbering& numbering) {
  Column column;
  enum class Kind { none, positives, negatives, tied };
  Kind previous = Kind::none;
  std::uint32_t next = 0;
  for (const std::uint32_t block_end : ranking.block_ends) {
    const std::size_t positives_before = column.positives.size();
    const std::size_t negatives_before = column.negatives.size();
    for (; next < block_end; ++next) {
      const std::uint32_t row = ranking.rows[next];
      (sample.labels[row] != 0 ? column.positives : column.negatives).push_back(numbering.id_of_row[row]);
    }
    const bool has_positives = column.positives.size() > positives_before;
    const bool has_negatives = column.negatives.size() > negatives_before;
    const Kind kind = has_positives ? (has_negatives ? Kind::tied : Kind::positives) : Kind::negatives;
    if (kind == previous && kind != Kind::tied) column.stretches.pop_back();
    column.stretches.push_back(
        {static_cast<std::uint32_t>(column.positives.size()), static_cast<std::uint32_t>(column.negatives.size())});
    previous = kind;
  }
  return column;
}

void draw(Random& random, std::uint32_t among, Count* counts) {
  for (std::uint32_t i = 0; i < among; ++i) ++counts[random.below(among)];
}

// How often each row is drawn.
class Draw {
 public:
  Draw(const Numbering& numbering, std::int64_t group_count)
      : numbering_(numbering), counts_(numbering.rows), group_counts_(group_count) {}

  const std::vector<Count>& next(Random& random) {
    if (numbering_.group_of_id.empty()) {
      std::fill(counts_.begin(), counts_.end(), 0);
      draw(random, numbering_.positives, counts_.data());
      draw(random, numbering_.rows - numbering_.positives, counts_.data() + numbering_.positives);
    } else {
      do draw_groups(random);
      while (!has_both_classes());
    }
    return counts_;
  }

 private:
  void draw_groups(Random& random) {
    std::fill(group_counts_.begin(), group_counts_.end(), 0);
    draw(random, static_cast<std::uint32_t>(group_counts_.size()), group_counts_.data());
    for (std::uint32_t id = 0; id < numbering_.rows; ++id) counts_[id] = group_counts_[numbering_.group_of_id[id]];
  }

  bool has_both_classes() const {
    const auto drawn = [](Count count) { return count > 0; };
    const auto middle = counts_.begin() + numbering_.positives;
    return std::any_of(counts_.begin(), middle, drawn) && std::any_of(middle, counts_.end(), drawn);
  }

  const Numbering& numbering_;
  std::vector<Count> counts_;
  std::vector<Count> group_counts_;
};

double drawn_mass(const std::vector<std::uint32_t>& ids, std::uint32_t begin, std::uint32_t end,
                  const std::vector<Count>& counts, const std::vector<double>& weights) {
  if (weights.empty()) {
    std::uint64_t sum = 0;
    for (std::uint32_t i = begin; i < end; ++i) sum += counts[ids[i]];
    return static_cast<double>(sum);
  }
  double sum = 0;
  for (std::uint32_t i = begin; i < end; ++i) sum += counts[ids[i]] * weights[ids[i]];
  return sum;
}

// The ROC polygon of the drawn rows.
void draw_curve(const Column& column, const Numbering& numbering, const std::vector<Count>& counts,
                std::vector<Vertex>& curve) {
  curve.clear();
  curve.push_back({});
  Vertex reached;
  Stretch begin{0, 0};
  for (const Stretch& end : column.stretches) {
    reached.positives +=
        drawn_mass(column.positives, begin.positives_end, end.positives_end, counts, numbering.mass_of_id);
    reached.negatives +=
        drawn_mass(column.negatives, begin.negatives_end, end.negatives_end, counts, numbering.mass_of_id);
    curve.push_back(reached);
    begin = end;
  }
}

}  // namespace

BootstrapValues bootstrap(const BootstrapSample& sample, const std::vector<const Ranking*>& columns,
                          const std::vector<Measure>& measures, const BootstrapOptions& options) {
  require_usage(options.replicates >= 2, "replicates: expected at least 2, got ", options.replicates);
  for (const auto& measure : measures) check(measure);
  const Numbering numbering = number_rows(sample, *columns.front());
  std::vector<Column> prepared;
  for (const Ranking* ranking : columns) prepared.push_back(make_column(sample, *ranking, numbering));

  BootstrapValues values(columns.size(),
                         std::vector<std::vector<double>>(measures.size(), std::vector<double>(options.replicates)));
  // Replicates go in batches, so that buffers are made once a batch.
  constexpr std::int64_t kBatch = 16;
  const std::int64_t batches = (options.replicates + kBatch - 1) / kBatch;
  parallel_for(batches, options.threads, [&](std::int64_t batch) {
    Draw drawing(numbering, sample.group_count);
    std::vector<Vertex> curve;
    for (std::int64_t b = batch * kBatch; b < std::min(options.replicates, (batch + 1) * kBatch); ++b) {
      Random random(options.seed, static_cast<std::uint64_t>(b));
      const auto& counts = drawing.next(random);
      for (std::size_t c = 0; c < prepared.size(); ++c) {
        draw_curve(prepared[c], numbering, counts, curve);
        for (std::size_t m = 0; m < measures.size(); ++m) values[c][m][b] = measured(curve, measures[m]);
      }
    }
  });
  return values;
}

}  // namespace pauc
