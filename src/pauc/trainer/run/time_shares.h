#pragma once

#include <cstddef>
#include <cstdint>

namespace pauc {

// How a limit of time is shared by the models of a blend. A tenth of it is kept for what follows the trainings:
// figures, importance and the page. The first member has at most half of the rest, so that a blend is possible; any
// other member has what is left when it begins. All times are in seconds since the command began.
class TimeShares {
 public:
  // `at_once` models are trained at a time; the folds of a member follow one another.
  TimeShares(double seconds, std::size_t members, std::int64_t folds, int at_once);

  // When the training of a fold, from 1, has to be done if it begins now: each later fold of its member then has as
  // much time.
  double end_of(std::size_t member, std::int64_t fold, double now) const;

  // Whether this fold and the later ones of its member fit if each takes so many seconds.
  bool fit(std::size_t member, std::int64_t fold, double now, double seconds_each) const;

  // Whether there is no time for trainings left.
  bool is_up(double now) const { return now >= for_training_; }

 private:
  double limit_of(std::size_t member) const;
  // How often models have to be trained at a time for this fold and the later ones.
  double rounds_from(std::int64_t fold) const;

  double for_training_;
  std::size_t members_;
  std::int64_t folds_;
  std::int64_t at_once_;
};

}  // namespace pauc
