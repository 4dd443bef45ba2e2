#include "pauc/metric/blend_weights.h"

#include <algorithm>
#include <cmath>

#include "pauc/core/error.h"
#include "pauc/metric/partial_auc.h"

namespace pauc {

namespace {

constexpr double kPenalty = 0.003;  // pulls the weights towards equal ones

double log_one_plus_exp(double x) { return x > 0 ? x + std::log1p(std::exp(-x)) : std::log1p(std::exp(x)); }

// The stack's objective as a function of (w, b), with its derivatives.
class StackLoss {
 public:
  explicit StackLoss(const MemberLogits& members) : members_(members), size_(members.logits.size() + 1) {
    for (std::int64_t k = 0; k < members.labels.size(); ++k) total_ += weight_of(k);
  }

  std::size_t size() const { return size_; }

  double value(const std::vector<double>& point) const {
    double sum = 0;
    for (std::int64_t k = 0; k < members_.labels.size(); ++k) {
      const double score = score_of(point, k);
      sum += weight_of(k) * log_one_plus_exp(members_.labels[k] == 1 ? -score : score);
    }
    double penalty = 0;
    for (std::size_t m = 0; m + 1 < size_; ++m) penalty += (point[m] - equal()) * (point[m] - equal());
    return sum / total_ + kPenalty * penalty;
  }

  void derivatives(const std::vector<double>& point, std::vector<double>& gradient,
                   std::vector<std::vector<double>>& hessian) const {
    gradient.assign(size_, 0);
    hessian.assign(size_, std::vector<double>(size_, 0));
    for (std::int64_t k = 0; k < members_.labels.size(); ++k) {
      const double p = 1 / (1 + std::exp(-score_of(point, k)));
      const double slope = weight_of(k) / total_ * (p - members_.labels[k]);
      const double curvature = weight_of(k) / total_ * p * (1 - p);
      for (std::size_t a = 0; a < size_; ++a) {
        gradient[a] += slope * input(a, k);
        for (std::size_t b = 0; b <= a; ++b) hessian[a][b] += curvature * input(a, k) * input(b, k);
      }
    }
    for (std::size_t a = 0; a < size_; ++a) {
      if (a + 1 < size_) {
        gradient[a] += 2 * kPenalty * (point[a] - equal());
        hessian[a][a] += 2 * kPenalty;
      }
      for (std::size_t b = 0; b < a; ++b) hessian[b][a] = hessian[a][b];
    }
  }

 private:
  double equal() const { return 1 / static_cast<double>(size_ - 1); }
  double weight_of(std::int64_t k) const { return members_.weights.empty() ? 1 : members_.weights[k]; }
  double input(std::size_t a, std::int64_t k) const { return a + 1 < size_ ? members_.logits[a][k] : 1; }
  double score_of(const std::vector<double>& point, std::int64_t k) const {
    double score = point.back();
    for (std::size_t m = 0; m + 1 < size_; ++m) score += point[m] * members_.logits[m][k];
    return score;
  }

  const MemberLogits& members_;
  std::size_t size_;
  double total_ = 0;
};

// Solves a small system with a positive definite matrix.
std::vector<double> solved(std::vector<std::vector<double>> matrix, std::vector<double> right) {
  constexpr double kRidge = 1e-12;  // the intercept has no penalty
  const std::size_t n = right.size();
  for (std::size_t k = 0; k < n; ++k) matrix[k][k] += kRidge;
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t row = k + 1; row < n; ++row) {
      const double factor = matrix[row][k] / matrix[k][k];
      for (std::size_t column = k; column < n; ++column) matrix[row][column] -= factor * matrix[k][column];
      right[row] -= factor * right[k];
    }
  }
  for (std::size_t k = n; k-- > 0;) {
    for (std::size_t column = k + 1; column < n; ++column) right[k] -= matrix[k][column] * right[column];
    right[k] /= matrix[k][k];
  }
  return right;
}

// Newton's direction in the variables that are free to move: all but the weights at 0 that would become negative.
std::vector<double> direction_of(const std::vector<double>& point, const std::vector<double>& gradient,
                                 const std::vector<std::vector<double>>& hessian) {
  std::vector<std::size_t> free;
  for (std::size_t a = 0; a < point.size(); ++a) {
    if (a + 1 == point.size() || point[a] > 0 || gradient[a] < 0) free.push_back(a);
  }
  std::vector<std::vector<double>> matrix(free.size(), std::vector<double>(free.size()));
  std::vector<double> right(free.size());
  for (std::size_t a = 0; a < free.size(); ++a) {
    right[a] = -gradient[free[a]];
    for (std::size_t b = 0; b < free.size(); ++b) matrix[a][b] = hessian[free[a]][free[b]];
  }
  const std::vector<double> steps = solved(std::move(matrix), std::move(right));
  std::vector<double> direction(point.size(), 0);
  for (std::size_t a = 0; a < free.size(); ++a) direction[free[a]] = steps[a];
  return direction;
}

std::vector<double> moved(const std::vector<double>& point, const std::vector<double>& direction, double length) {
  std::vector<double> next(point.size());
  for (std::size_t a = 0; a < point.size(); ++a) {
    next[a] = point[a] + length * direction[a];
    if (a + 1 < point.size()) next[a] = std::max(0.0, next[a]);
  }
  return next;
}

void require_members(const MemberLogits& members) {
  require(!members.logits.empty(), "blend: expected members, got none");
  for (const auto& logits : members.logits) {
    require(static_cast<std::int64_t>(logits.size()) == members.labels.size(), "blend: expected ",
            members.labels.size(), " scores of each member, got ", logits.size());
    for (const double logit : logits) require(std::isfinite(logit), "blend: expected finite scores, got ", logit);
  }
}

double value_of(const MemberLogits& members, const std::vector<double>& scores, const Region& region) {
  return partial_auc({members.labels, scores, members.weights}, region,
                     region.tpr_min > 0 ? Scale::normalised : Scale::mcclish);
}

}  // namespace

BlendWeights stacked_weights(const MemberLogits& members) {
  constexpr int kMostSteps = 100;
  constexpr double kSmallest = 1e-12;  // gain of a step
  require_members(members);
  const StackLoss loss(members);
  std::vector<double> point(loss.size(), 1 / static_cast<double>(loss.size() - 1));
  point.back() = 0;
  double value = loss.value(point);
  std::vector<double> gradient;
  std::vector<std::vector<double>> hessian;
  for (int step = 0; step < kMostSteps; ++step) {
    loss.derivatives(point, gradient, hessian);
    const std::vector<double> direction = direction_of(point, gradient, hessian);
    double length = 1;
    std::vector<double> next = moved(point, direction, length);
    double reached = loss.value(next);
    while (!(reached < value) && length > 1e-10) {
      length /= 2;
      next = moved(point, direction, length);
      reached = loss.value(next);
    }
    if (!(reached < value)) break;
    const double gain = value - reached;
    point = next;
    value = reached;
    if (gain < kSmallest) break;
  }
  BlendWeights blend;
  blend.intercept = point.back();
  point.pop_back();
  blend.weights = point;
  return blend;
}

BlendWeights greedy_weights(const MemberLogits& members, const Region& region) {
  constexpr std::size_t kAdditions = 20;
  require_members(members);
  std::vector<double> sum(static_cast<std::size_t>(members.labels.size()), 0);
  std::vector<std::size_t> added;
  double best = -1;
  std::size_t best_length = 0;
  while (added.size() <= kAdditions) {
    std::size_t chosen = 0;
    double highest = -1;
    for (std::size_t m = 0; m < members.logits.size(); ++m) {
      std::vector<double> with = sum;
      for (std::size_t k = 0; k < with.size(); ++k) with[k] += members.logits[m][k];
      const double value = value_of(members, with, region);
      if (value > highest) {
        highest = value;
        chosen = m;
      }
    }
    for (std::size_t k = 0; k < sum.size(); ++k) sum[k] += members.logits[chosen][k];
    added.push_back(chosen);
    if (highest > best) {
      best = highest;
      best_length = added.size();
    }
  }
  BlendWeights blend;
  blend.weights.assign(members.logits.size(), 0);
  for (std::size_t k = 0; k < best_length; ++k) blend.weights[added[k]] += 1 / static_cast<double>(best_length);
  return blend;
}

std::vector<double> blended(const BlendWeights& blend, const std::vector<std::vector<double>>& logits) {
  std::vector<double> scores(logits.empty() ? 0 : logits[0].size(), blend.intercept);
  for (std::size_t m = 0; m < logits.size(); ++m) {
    for (std::size_t k = 0; k < scores.size(); ++k) scores[k] += blend.weights[m] * logits[m][k];
  }
  return scores;
}

}  // namespace pauc
