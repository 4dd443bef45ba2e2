#include <GraphMol/MolDraw2D/MolDraw2DSVG.h>
#include <GraphMol/MolDraw2D/MolDraw2DUtils.h>
#include <GraphMol/RWMol.h>

#include <array>
#include <map>
#include <memory>
#include <new>

#include "pauc/core/error.h"
#include "pauc/data/molecule/drawing.h"
#include "pauc/data/molecule/from_graph.h"
#include "pauc/data/molecule/silent_rdkit.h"
#include "pauc/data/tint.h"

namespace pauc {

namespace {

constexpr int kWidth = 180;
constexpr int kHeight = 150;
// Pixels, so that small molecules are as large as parts of large ones.
constexpr double kLongestBond = 26;
constexpr int kLargestFont = 13;

// Of more nothing can be told apart, and RDKit may take long.
constexpr std::int64_t kMostAtoms = 120;
constexpr std::int64_t kMostBonds = 180;

constexpr double kLineWidth = 1.2;

// In place of RDKit's own, with what its lines then need not say one by one.
std::string head() {
  return joined("<svg xmlns='http://www.w3.org/2000/svg' width='", kWidth, "' height='", kHeight, "' viewBox='0 0 ",
                kWidth, " ", kHeight, "' fill='none' fill-rule='evenodd' stroke-width='", kLineWidth, "'>");
}
constexpr std::array kSaidByHead = {"fill:none;",           "fill-rule:evenodd;",     "stroke-width:1.2px;",
                                    "stroke-linecap:butt;", "stroke-linejoin:miter;", "stroke-opacity:1"};

void remove_all(std::string& text, const std::string& part) {
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at)) text.erase(at, part.size());
}

// Half of the bytes, the same picture. What another version of RDKit writes may stay as it is.
std::string shortened(std::string svg) {
  const std::string comment = "<!-- END OF HEADER -->";
  const auto end = svg.find(comment);
  if (end == std::string::npos) return svg;
  svg.replace(0, end + comment.size(), head());
  for (const char* part : kSaidByHead) remove_all(svg, part);
  const std::string classes = " class='";
  for (auto at = svg.find(classes); at != std::string::npos; at = svg.find(classes, at)) {
    svg.erase(at, svg.find('\'', at + classes.size()) + 1 - at);
  }
  return svg;
}

enum class BondStyle { alternating, aromatic };

// The atoms that add or take something, and their colours.
struct Coloured {
  std::vector<int> atoms;
  std::map<int, RDKit::DrawColour> colours;
};

Coloured coloured(const std::vector<double>& contributions) {
  constexpr double kFaint = 0.08;
  const double largest = largest_of(contributions);
  Coloured result;
  for (std::size_t k = 0; k < contributions.size(); ++k) {
    const Tint tint = tint_of(contributions[k], largest);
    if (tint.strength < kFaint) continue;
    result.atoms.push_back(static_cast<int>(k));
    result.colours.emplace(static_cast<int>(k), RDKit::DrawColour(tint.red, tint.green, tint.blue));
  }
  return result;
}

std::string drawn(const RDKit::RWMol& molecule, BondStyle style, const std::vector<double>& contributions) {
  RDKit::MolDraw2DSVG drawer(kWidth, kHeight);
  RDKit::MolDrawOptions& options = drawer.drawOptions();
  options.clearBackground = false;
  options.includeMetadata = false;
  options.flagCloseContactsDist = -1;  // no red boxes: large molecules are crowded at this size
  options.bondLineWidth = kLineWidth;
  options.fixedBondLength = kLongestBond;
  options.maxFontSize = kLargestFont;
  RDKit::assignAvalonPalette(options.atomColourPalette);  // its sulphur can be read on white
  const Coloured atoms = coloured(contributions);
  const std::vector<int> no_bonds;
  RDKit::MolDraw2DUtils::prepareAndDrawMolecule(drawer, molecule, "", &atoms.atoms, &no_bonds, &atoms.colours, nullptr,
                                                nullptr, -1, style == BondStyle::alternating);
  drawer.finishDrawing();
  return shortened(drawer.getDrawingText());
}

// Whatever RDKit throws means that there is no such drawing; only want of memory is not the molecule's.
template <class Act>
std::string text_or_none(const Act& act) {
  try {
    return act();
  } catch (const std::bad_alloc&) {
    throw;
  } catch (...) {
    return "";
  }
}

}  // namespace

std::string molecule_svg(const Molecules& molecules, std::int64_t row, const std::vector<double>& contributions) {
  const std::int64_t atoms = molecules.atom_begins[row + 1] - molecules.atom_begins[row];
  const std::int64_t bonds = molecules.bond_begins[row + 1] - molecules.bond_begins[row];
  if (atoms == 0 || atoms > kMostAtoms || bonds > kMostBonds) return "";
  const SilentRdkit silence;
  return text_or_none([&] {
    const auto molecule = molecule_from_graph(molecules, row);
    if (molecule == nullptr) return std::string();
    const std::string text = text_or_none([&] { return drawn(*molecule, BondStyle::alternating, contributions); });
    return text.empty() ? drawn(*molecule, BondStyle::aromatic, contributions) : text;
  });
}

}  // namespace pauc
