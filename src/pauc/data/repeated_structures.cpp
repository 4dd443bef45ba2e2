#include "pauc/data/repeated_structures.h"

#include <map>

#include "pauc/core/error.h"

namespace pauc {

namespace {

struct Labels {
  std::int64_t of[2] = {0, 0};
  std::int64_t first_labelled = -1;
};

// By the first row of a structure; only structures with several rows.
std::map<std::int64_t, Labels> labels_of_copies(const std::vector<std::int64_t>& first,
                                                const std::vector<std::int8_t>& labels) {
  std::map<std::int64_t, Labels> all;
  for (std::size_t row = 0; row < first.size(); ++row) {
    if (first[row] != static_cast<std::int64_t>(row)) all[first[row]];
  }
  for (std::size_t row = 0; row < first.size(); ++row) {
    const auto found = all.find(first[row]);
    if (found == all.end() || labels[row] == kUnlabelled) continue;
    ++found->second.of[labels[row]];
    if (found->second.first_labelled < 0) found->second.first_labelled = static_cast<std::int64_t>(row);
  }
  return all;
}

bool contradict(const Labels& labels) { return labels.of[0] > 0 && labels.of[1] > 0; }

bool is_left_out(const Labels& labels, Duplicates how) {
  return how == Duplicates::drop ? contradict(labels) : contradict(labels) && labels.of[0] == labels.of[1];
}

// The first rows in the same part. The parts that are given are those of the last rows.
std::vector<std::int64_t> first_in_part(const std::vector<std::int64_t>& first, const std::vector<Part>& parts) {
  constexpr int kOpen = -1;
  const std::size_t open = first.size() - parts.size();
  std::map<std::pair<std::int64_t, int>, std::int64_t> seen;
  std::vector<std::int64_t> in_part;
  for (std::size_t row = 0; row < first.size(); ++row) {
    const int part = row < open ? kOpen : static_cast<int>(parts[row - open]);
    in_part.push_back(seen.try_emplace({first[row], part}, static_cast<std::int64_t>(row)).first->second);
  }
  return in_part;
}

}  // namespace

StructureCopies structure_copies(const std::vector<std::int64_t>& first, const std::vector<std::int8_t>& labels) {
  StructureCopies copies;
  for (std::size_t row = 0; row < first.size(); ++row) {
    copies.rows += first[row] != static_cast<std::int64_t>(row) ? 1 : 0;
  }
  for (const auto& [row, of] : labels_of_copies(first, labels)) copies.contradictory += contradict(of) ? 1 : 0;
  return copies;
}

std::string note_on_structures(const StructureCopies& copies, const DataOptions& options) {
  std::string text =
      joined(copies.rows, copies.rows == 1 ? " row has" : " rows have", " the structure of an earlier row");
  if (copies.contradictory > 0) {
    text += joined("; ", copies.contradictory, copies.contradictory == 1 ? " structure has" : " structures have",
                   " contradictory labels");
  }
  switch (options.duplicates) {
    case Duplicates::keep:
      return joined(text,
                    is_split_method(options.split) && options.split != "date" && options.split != "grouped" &&
                            options.group.empty()
                        ? "; a split that is drawn keeps copies in one part"
                        : "",
                    " (--duplicates drop or average leaves one)");
    case Duplicates::drop:
      return joined(text, "; the first stays",
                    copies.contradictory > 0 ? ", none where labels contradict each other" : "");
    case Duplicates::average:
      return joined(text, "; one stays", copies.contradictory > 0 ? ", with the label of most" : "");
  }
  return text;
}

void leave_out_copies(const std::vector<std::int64_t>& of_data, Duplicates how, RowFacts& facts) {
  const std::vector<std::int64_t> first = first_in_part(of_data, facts.parts);
  const auto all = labels_of_copies(first, facts.labels);
  facts.duplicates.assign(first.size(), 0);
  for (std::size_t row = 0; row < first.size(); ++row) {
    const auto found = all.find(first[row]);
    if (found == all.end()) continue;
    const Labels& labels = found->second;
    const std::int64_t stays = labels.first_labelled < 0 ? found->first : labels.first_labelled;
    if (static_cast<std::int64_t>(row) != stays || is_left_out(labels, how)) {
      facts.duplicates[row] = 1;
    } else if (how == Duplicates::average && contradict(labels)) {
      facts.labels[row] = labels.of[1] > labels.of[0] ? 1 : 0;
    }
  }
}

}  // namespace pauc
