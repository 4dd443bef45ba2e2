#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace pauc {

// Which lines of the output are written, and in which order.
struct LineOrder {
  bool by_score = false;  // the highest first; rows without a score come last
  std::int64_t most = 0;  // only so many, the highest; 0: all. Rows without a score are none of them
};

// Takes the lines of all rows and writes them in order. As they come: at once. By score: at the end, all held in
// memory, or with `most` only those that may still be among the highest. Equal scores stay in the order of the rows.
class OrderedLines {
 public:
  OrderedLines(const LineOrder& order, std::function<void(const std::string&)> write);

  // `score` is not finite for a row that could not be scored.
  void add(double score, const std::string& line);
  // Passes on the lines so far, unless they have to wait for the order.
  void end_block();
  // Writes what is left.
  void finish();
  std::int64_t written() const { return written_; }

 private:
  struct Line {
    double score;  // of rows without one: -infinity
    std::int64_t number;
    std::string text;
  };
  static bool is_before(const Line& a, const Line& b);

  LineOrder order_;
  std::function<void(const std::string&)> write_;
  std::string waiting_;      // as they come
  std::vector<Line> lines_;  // by score; with `most` a heap whose first line is the one to go next
  std::int64_t seen_ = 0;
  std::int64_t written_ = 0;
};

}  // namespace pauc
