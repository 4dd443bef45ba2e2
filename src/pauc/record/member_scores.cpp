#include "pauc/record/member_scores.h"

#include <utility>

#include "pauc/core/error.h"
#include "pauc/core/io/csv.h"
#include "pauc/core/io/folder_file.h"
#include "pauc/record/row_columns.h"

namespace pauc::record {

namespace {

std::vector<std::string> columns_of(bool has_ids, bool has_folds, const std::vector<std::string>& members) {
  std::vector<std::string> columns = {"row"};
  if (has_ids) columns.emplace_back("id");
  columns.emplace_back("label");
  if (has_folds) columns.emplace_back("fold");
  columns.insert(columns.end(), members.begin(), members.end());
  return columns;
}

std::string header_text(const std::vector<std::string>& columns) {
  std::string text;
  for (const std::string& column : columns) text += joined(text.empty() ? "" : ",", csv_field(column));
  return text;
}

// The places of the columns. A member may have any name, also "id" or "fold", so the places are found by comparing
// whole headers.
struct Layout {
  bool has_ids = false;
  bool has_folds = false;
};

Layout layout_of(const std::string& path, const CsvReader& csv, const std::vector<std::string>& members) {
  for (const bool has_ids : {true, false}) {
    for (const bool has_folds : {true, false}) {
      if (csv.columns() == columns_of(has_ids, has_folds, members)) return {has_ids, has_folds};
    }
  }
  fail(Fault::data, path, ": expected the columns row[,id],label[,fold] and ", shown(header_text(members)),
       ", the members of the blend, got ", shown(header_text(csv.columns())));
}

}  // namespace

MemberScores member_scores_of(const ScoredPart& part, const Blend& blend, std::vector<std::vector<double>> logits) {
  MemberScores members{part.numbers, part.ids, part.labels, part.folds, {}, std::move(logits)};
  for (const BlendMember& member : blend.members) members.names.push_back(member.name);
  return members;
}

std::string member_scores_csv(const MemberScores& members) {
  std::string text = header_text(columns_of(!members.ids.empty(), !members.folds.empty(), members.names)) + "\n";
  for (std::size_t k = 0; k < members.numbers.size(); ++k) {
    text += std::to_string(members.numbers[k]);
    if (!members.ids.empty()) text += "," + csv_field(members.ids[k]);
    text += members.labels[k] == 1 ? ",1" : ",0";
    if (!members.folds.empty()) text += joined(",", members.folds[k]);
    for (const std::vector<double>& logits : members.logits) text += joined(",", logits[k]);
    text += '\n';
  }
  return text;
}

MemberScores read_member_scores(const RunPaths& paths, const std::string& part, const Blend& blend) {
  const std::string path = paths.member_scores(part);
  MemberScores members;
  for (const BlendMember& member : blend.members) members.names.push_back(member.name);
  members.logits.resize(members.names.size());
  CsvReader csv(checked_file(paths.folder, path), {});
  const Layout layout = layout_of(path, csv, members.names);
  const std::size_t label = layout.has_ids ? 2 : 1;
  const std::size_t first_member = label + (layout.has_folds ? 2 : 1);
  while (csv.next()) {
    members.numbers.push_back(read_row_number(csv, 0));
    if (layout.has_ids) members.ids.emplace_back(csv.field(1));
    members.labels.push_back(read_label(csv, label));
    if (layout.has_folds) members.folds.push_back(read_fold(csv, label + 1));
    for (std::size_t m = 0; m < members.names.size(); ++m) {
      members.logits[m].push_back(csv.number(first_member + m));
    }
  }
  return members;
}

}  // namespace pauc::record
