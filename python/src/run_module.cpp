// pauc._run: training and prediction. It is loaded when the first of them is asked for.

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <limits>

#include "errors.h"
#include "options.h"
#include "pauc/core/error.h"
#include "pauc/core/io/atomic_file.h"
#include "pauc/core/io/csv.h"
#include "pauc/core/parallel.h"
#include "pauc/core/text/number.h"
#include "pauc/trainer/config/check_config.h"
#include "pauc/trainer/loop/threads.h"
#include "pauc/trainer/run/predict.h"
#include "pauc/trainer/run/run.h"
#include "pauc/trainer/run/run_folder.h"
#include "train_options.h"
#include "training.h"

namespace py = pybind11;

namespace pauc::python {

namespace {

OutputMode mode_of(const py::dict& call) {
  const bool resume = call["resume"].cast<bool>();
  const bool overwrite = call["overwrite"].cast<bool>();
  require_usage(!resume || !overwrite, "resume: expected resume or overwrite, got both");
  return resume ? OutputMode::resume : overwrite ? OutputMode::overwrite : OutputMode::fresh;
}

std::string text_in(const py::dict& call, const char* name) { return call[name].cast<std::string>(); }

// `call` has what is no key of the config: data, out, resume, overwrite, allow_changed_data, no_header, cache,
// image_memory, config, set, and the name of the calling function.
RunRequest request_of(const py::dict& call, const py::dict& keywords) {
  RunRequest request;
  request.mode = mode_of(call);
  request.out = text_in(call, "out");
  request.changed_data = call["allow_changed_data"].cast<bool>() ? ChangedData::allowed : ChangedData::refused;
  request.cache = text_in(call, "cache");
  if (!call["image_memory"].is_none()) {
    constexpr std::int64_t kMegabyte = 1'000'000;
    const std::int64_t megabytes = whole_number(call["image_memory"], "image_memory");
    require_usage(megabytes >= 0 && megabytes <= 1'000'000'000, "image_memory: expected a number from 0 on, got ",
                  megabytes);
    request.image_memory = megabytes * kMegabyte;
  }
  const ConfigSources sources{text_in(call, "config"), keywords, call["set"],
                              call["others"].cast<std::vector<std::string>>(), text_in(call, "where")};
  request.asked = config_of(sources);
  const std::string data = text_in(call, "data");
  if (!data.empty()) request.asked.set("data.path", data, "data");
  if (call["no_header"].cast<bool>()) request.asked.set("data.header", "no", "no_header");
  require_usage(request.mode == OutputMode::resume || request.asked.has("data.path"),
                "data: expected a frame, or the path of a file or folder, got none");
  return request;
}

// Refuses wrong options, and a folder that has another run, before any row is written.
void check_call(const py::dict& call, const py::dict& keywords) {
  const RunRequest request = request_of(call, keywords);
  if (request.mode != OutputMode::fresh) return;
  check_can_begin(record::RunPaths(request.out), {"", request.asked, {}}, request.mode, request.changed_data);
}

py::dict trained(const py::dict& call, const py::dict& keywords, const py::function& show) {
  const RunSummary summary = train_watched(request_of(call, keywords), show);
  py::dict result;
  result["folder"] = summary.folder;
  result["interrupted"] = summary.interrupted;
  result["was_finished"] = summary.was_finished;
  return result;
}

PredictOptions options_of(const py::dict& call) {
  PredictOptions options;
  options.run = text_in(call, "run");
  options.data = text_in(call, "data");
  options.kind = text_in(call, "kind");
  options.header = text_in(call, "header");
  for (const auto& [name, member] : {std::pair("id", &PredictOptions::id),
                                     {"smiles", &PredictOptions::smiles},
                                     {"image", &PredictOptions::image},
                                     {"image_root", &PredictOptions::image_root},
                                     {"member", &PredictOptions::member}}) {
    options.*member = text_in(call, name);
  }
  for (const auto& [name, rate] : {std::pair("at_fpr", &WantedRates::at_fpr),
                                   {"at_tpr", &WantedRates::at_tpr},
                                   {"guarantee", &WantedRates::guarantee}}) {
    if (!call[name].is_none()) read_setting((options.rates.*rate).emplace(), text_in(call, name), name);
  }
  if (!call["threshold"].is_none()) read_setting(options.threshold.emplace(), text_in(call, "threshold"), "threshold");
  options.keep = text_in(call, "keep");
  options.label = text_in(call, "label");
  options.sort = call["sort"].cast<bool>();
  options.top = whole_number(call["top"], "top");
  require_usage(options.top >= 0, "top: expected at least 1 row, got ", options.top);
  options.strict = call["strict"].cast<bool>();
  options.uncertainty = call["uncertainty"].cast<bool>();
  options.nearest = whole_number(call["nearest"], "nearest");
  options.probability = call["probability"].cast<bool>();
  options.members = call["members"].cast<bool>();
  const std::int64_t threads = whole_number(call["threads"], "threads");
  require_usage(threads >= 0 && threads <= kMostThreads, "threads: expected 0 to ", kMostThreads, ", got ", threads);
  options.threads = static_cast<int>(threads);
  options.reading_threads = options.threads > 0 ? options.threads : hardware_threads();
  return options;
}

// A column of numbers; empty fields are NaN: rows that cannot be scored.
struct NumberColumn {
  std::string name;
  std::size_t place;
  std::vector<double> values;
};

// A column of texts: ids, and columns that were passed on.
struct TextColumn {
  std::string name;
  std::size_t place;
  py::list texts = py::list();
};

bool is_nearest(const std::string& name) { return name.rfind("nearest_", 0) == 0; }

// The output of `predict` by columns, in their order: ids and the `kept` last columns are texts, all others numbers.
py::dict columns_of(const std::string& path, std::size_t kept) {
  CsvReader csv(path, {});
  std::vector<NumberColumn> numbers;
  std::vector<TextColumn> texts;
  const std::size_t count = csv.columns().size();
  for (std::size_t c = 0; c < count; ++c) {
    const bool is_text = (c == 1 && csv.columns()[c] == "id") || c >= count - kept || is_nearest(csv.columns()[c]);
    if (is_text) {
      texts.push_back({csv.columns()[c], c});
    } else {
      numbers.push_back({csv.columns()[c], c, {}});
    }
  }
  while (csv.next()) {
    for (TextColumn& column : texts) column.texts.append(py::str(std::string(csv.field(column.place))));
    for (NumberColumn& column : numbers) {
      const auto number = parse_number(csv.field(column.place));
      column.values.push_back(number.value_or(std::numeric_limits<double>::quiet_NaN()));
    }
  }
  py::dict columns;
  for (const std::string& name : csv.columns()) columns[py::str(name)] = py::none();  // their order
  for (const NumberColumn& column : numbers) {
    columns[py::str(column.name)] =
        py::array_t<double>(static_cast<py::ssize_t>(column.values.size()), column.values.data());
  }
  for (const TextColumn& column : texts) columns[py::str(column.name)] = column.texts;
  return columns;
}

// Writes the file that the command would write, at `out`, and returns its columns, notes and complaints.
py::tuple predicted(const py::dict& call, const std::string& out) {
  const PredictOptions options = options_of(call);
  std::vector<std::string> notes;
  PredictSummary summary;
  {
    const py::gil_scoped_release unlocked;
    const ThreadsAsBefore threads;
    AtomicFile file(out);
    summary = predict(
        options, [&](const std::string& text) { file.write(text); },
        [&](const std::string& note) { notes.push_back(note); });
    file.commit();
  }
  for (const std::string& complaint : summary.complaints) notes.push_back(complaint);
  py::list sentences;
  for (const std::string& note : notes) sentences.append(in_python(note));
  return py::make_tuple(columns_of(out, summary.kept), sentences);
}

}  // namespace

PYBIND11_MODULE(_run, module) {
  translate_errors();
  module.def("check_call", &check_call);
  module.def("free_folder", &free_folder);
  module.def("train", &trained);
  module.def("predict", &predicted);
}

}  // namespace pauc::python
