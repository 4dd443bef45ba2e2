#include "pauc/core/text/utf8.h"
#include "pauc/metric/names.h"
#include "pauc/report/table/comparison_table.h"
#include "pauc/report/table/comparison_words.h"

namespace pauc::report {

namespace {

// What a letter is in TeX's text, in the old font encoding too. In braces: what \\ or a rule before it would take for
// its own.
std::string escaped_letter(char c) {
  switch (c) {
    case '\\':
      return "\\textbackslash{}";
    case '^':
      return "\\textasciicircum{}";
    case '~':
      return "\\textasciitilde{}";
    case '<':
      return "\\textless{}";
    case '>':
      return "\\textgreater{}";
    case '|':
      return "\\textbar{}";
    case '"':
    case '`':
    case '\'':
    case '[':
    case '*':
      return std::string{'{', c, '}'};
    case '{':
    case '}':
    case '$':
    case '&':
    case '#':
    case '%':
    case '_':
      return std::string{'\\', c};
    default:
      return std::string(1, c);
  }
}

std::string escaped_tex(const std::string& text) {
  std::string escaped;
  for (const char c : printable(text)) escaped += escaped_letter(c);
  return escaped;
}

// "FPR $\leq$ 0.3"
std::string target_head(const std::string& target) {
  std::string head = escaped_tex(target_words(target));
  for (const auto& [plain, formula] : {std::pair("\\textless{}=", "$\\leq$"), {"\\textgreater{}=", "$\\geq$"}}) {
    for (std::size_t at = 0; (at = head.find(plain, at)) != std::string::npos;) {
      head.replace(at, std::string(plain).size(), formula);
    }
  }
  return head;
}

std::string cell_tex(const record::CellSummary& cell, std::int64_t seeds) {
  std::string text = cell_figures(cell);
  if (cell.is_best) text = "\\textbf{" + text + "}";
  if (cell.is_like_best()) text += "$^{\\approx}$";
  return text + seeds_behind(cell, seeds);
}

std::string top_comment(const record::Comparison& comparison, const record::ComparisonSummary& summary) {
  std::string text = "% " + printable(figures_sentence(comparison)) + "; bold: the best of its column";
  if (has_like_best(summary)) text += "; \\approx: not told to be worse (95 % paired over seeds)";
  return text + ". Needs \\usepackage{booktabs}.\n";
}

}  // namespace

std::string comparison_tex(const record::Comparison& comparison) {
  const record::ComparisonSummary summary = record::summarised(comparison);
  std::string tex = top_comment(comparison, summary) + "\\begin{tabular}{l" +
                    std::string(comparison.targets.size(), 'c') + "}\n\\toprule\nMethod";
  for (const std::string& target : comparison.targets) tex += " & " + target_head(target);
  tex += " \\\\\n\\midrule\n";
  for (std::size_t m = 0; m < comparison.methods.size(); ++m) {
    tex += escaped_tex(comparison.methods[m].name);
    for (const record::CellSummary& cell : summary.cells[m]) tex += " & " + cell_tex(cell, comparison.seeds);
    tex += " \\\\\n";
  }
  return tex + "\\bottomrule\n\\end{tabular}\n";
}

}  // namespace pauc::report
