#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "pauc/data/examples.h"
#include "pauc/data/molecule/fingerprints.h"
#include "pauc/record/card.h"
#include "pauc/record/hits.h"
#include "pauc/record/run_paths.h"
#include "pauc/trainer/run/scorers.h"
#include "pauc/trainer/run/top_hits.h"

namespace pauc {

// What a page of hits says about the rows with the highest scores.
class HitsDescription {
 public:
  // `note` receives what the page has to do without.
  HitsDescription(const record::RunPaths& paths, const record::ModelCard& card, const Scorers& scorers, int threads,
                  std::function<void(const std::string&)> note);

  // Each row with a picture in the colours of its contributions, alerts and the nearest actives of the training.
  // `kept` has the names of the columns that were kept.
  std::vector<record::Hit> hits_of(const std::vector<TopRow>& rows, const std::vector<std::string>& kept) const;

  // Of the held-out rows of the run.
  void add_enrichment(record::Hits& hits) const;

  std::int64_t actives() const { return static_cast<std::int64_t>(actives_.rows.size()); }

 private:
  struct Actives {
    std::vector<std::int64_t> rows;
    std::vector<MorganBits> bits;
  };
  void read_training();
  std::string name_of(std::int64_t row) const;
  std::optional<record::MeasuredBefore> measured_before(const Molecules& hit, const std::string& smiles) const;
  void add_near(const MorganBits& bits, record::Hit& hit) const;
  std::vector<double> contributions_of(const Content& row) const;
  void add_bits(const Content& row, record::Hit& hit) const;

  const record::RunPaths& paths_;
  const record::ModelCard& card_;
  const Scorers& scorers_;
  int threads_;
  std::function<void(const std::string&)> note_;
  bool can_score_ = true;                                          // no member's scores come from elsewhere
  Examples training_;                                              // all parts; empty if the data are gone
  std::unordered_multimap<std::uint64_t, std::int64_t> labelled_;  // rows of all parts by the hash of their structure
  Actives actives_;
};

// Follows the rows with the highest scores, as many as are tested.
class BudgetWatch {
 public:
  explicit BudgetWatch(std::int64_t tested) : tested_(static_cast<std::size_t>(tested)) {}

  // `label` is 1, 0 or kUnlabelled; `score` is finite.
  void add(double score, std::int8_t label, double probability);
  record::Budget result() const;

 private:
  struct Tested {
    double score;
    std::int64_t order;  // among all rows: of equal scores the first are tested, as TopHits shows them
    double probability;
    std::int8_t label;
  };
  static bool is_above(const Tested& a, const Tested& b) {
    return a.score != b.score ? a.score > b.score : a.order < b.order;
  }

  std::size_t tested_;
  std::int64_t rows_ = 0;
  double all_ = 0;            // probabilities of all rows
  std::vector<Tested> best_;  // a heap whose first one is the lowest
};

}  // namespace pauc
