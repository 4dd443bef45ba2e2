#include "pauc/data/image/cifar.h"

#include <algorithm>
#include <optional>

#include "pauc/core/error.h"
#include "pauc/core/text/nearest_name.h"
#include "pauc/data/fact_table.h"
#include "pauc/data/image/cifar_folder.h"
#include "pauc/data/image/records.h"

namespace pauc {

namespace {

// Which byte of a record is the label; none: a column of the table is.
std::optional<std::size_t> label_byte(const CifarFolder& folder, const DataOptions& options) {
  const auto& names = folder.label_names;
  if (options.label.empty()) return names.size() - 1;
  const auto named = std::find(names.begin(), names.end(), options.label);
  if (named != names.end()) return static_cast<std::size_t>(named - names.begin());
  require_usage(!options.table.empty(), "label: ", folder.name, " has ", names_nearest_first(options.label, names),
                ", and no table is given for other labels, got ", options.label);
  return std::nullopt;
}

void check_options(const CifarFolder& folder, const DataOptions& options, std::optional<std::size_t> label) {
  require_usage(options.test.empty() && options.features.empty() && options.drop.empty() && options.records.empty(),
                "data: a folder of ", folder.name, " comes without test, features, drop and records");
  if (!label) return;
  const int classes = folder.classes[*label];
  require_usage(!options.positive.empty() || !options.positive_classes.empty(), "positive_classes: ", folder.name,
                " has ", classes, " classes; expected the positive ones, such as ", classes / 2, "-", classes - 1,
                ", got none");
}

class CifarExamples {
 public:
  CifarExamples(const CifarFolder& folder, const DataOptions& options, std::optional<std::size_t> label)
      : folder_(folder),
        label_(label),
        facts_(options, label ? LabelsIn::records : LabelsIn::columns),
        held_(options.shared) {
    facts_.begin_file(FileRole::all_parts);
  }

  Examples read(const std::string& path) {
    for (const std::string& file : folder_.train) add(file);
    facts_.begin_test_part();
    for (const std::string& file : folder_.test) add(file);
    Examples examples;
    examples.kind = "cifar";
    examples.files = {path};
    examples.content.kind = InputKind::image;
    examples.content.images = images_in_memory(folder_.layout.size, std::move(bytes_));
    examples.content.table.held = std::move(held_);
    examples.facts = facts_.finish(examples);
    return examples;
  }

 private:
  void add(const std::string& file) {
    RecordReader reader(file, folder_.layout);
    while (reader.next()) {
      check_labels(reader);
      if (held_.keeps_next()) reader.append_image(bytes_);
      facts_.add(label_ ? std::to_string(reader.labels()[static_cast<std::int64_t>(*label_)]) : std::string(),
                 [&] { return reader.place(); });
    }
  }

  // Other bytes there: the file is something else.
  void check_labels(const RecordReader& reader) const {
    for (std::int64_t k = 0; k < reader.labels().size(); ++k) {
      if (reader.labels()[k] < folder_.classes[k]) continue;
      fail(Fault::data, reader.place(), ": expected a label from 0 to ", folder_.classes[k] - 1, ", got ",
           int{reader.labels()[k]});
    }
  }

  const CifarFolder& folder_;
  std::optional<std::size_t> label_;
  FactTable facts_;
  HeldRows held_;
  std::vector<std::uint8_t> bytes_;
};

Examples load_cifar(const DataOptions& options) {
  const CifarFolder folder = find_cifar_folder(options.path);
  const auto label = label_byte(folder, options);
  check_options(folder, options, label);
  return CifarExamples(folder, options, label).read(options.path);
}

NextBlock open_cifar_blocks(const BlockOptions& options, const std::vector<WantedColumn>& wanted,
                            std::vector<std::string>& /*notes*/) {
  const CifarFolder folder = find_cifar_folder(options.path);
  require(folder.layout.size == options.image_size, options.path, ": expected images of ",
          image_size_text(options.image_size), " as in training, ", folder.name, " has ",
          image_size_text(folder.layout.size));
  return blocks_of_records(folder.files(), folder.layout, options, wanted);
}

}  // namespace

DatasetKind cifar_kind() {
  DatasetKind kind;
  kind.name = "cifar";
  kind.summary = "folder of CIFAR-10 or CIFAR-100 batches (.bin, also gzipped), with its own test part";
  kind.content = InputKind::image;
  kind.recognises = [](const std::string& path, std::string_view /*head*/) { return is_cifar_folder(path); };
  kind.load = load_cifar;
  kind.open = open_cifar_blocks;
  kind.sources = [](const DataOptions& /*options*/, const std::string& path) {
    return each_alone(find_cifar_folder(path).files());
  };
  return kind;
}

}  // namespace pauc
