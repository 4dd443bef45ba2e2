#include "sampler.h"

#include <pybind11/stl.h>

#include <string>
#include <utility>
#include <vector>

#include "columns.h"
#include "options.h"
#include "pauc/core/error.h"
#include "pauc/sampler/sampler.h"

namespace py = pybind11;

namespace pauc::python {

namespace {

// With what it was made of, for copies.
struct BalancedSampler {
  std::vector<std::uint8_t> labels;
  SamplerOptions options;
  Sampler sampler;

  BalancedSampler(std::vector<std::uint8_t> own_labels, const SamplerOptions& own_options)
      : labels(std::move(own_labels)), options(own_options), sampler(labels, options) {}
};

BalancedSampler made(const py::object& labels, const py::object& batch_size, const py::object& positives,
                     const py::object& seed) {
  SamplerOptions options;
  options.batch_size = whole_number(batch_size, "batch_size");
  options.batch_positives = whole_number(positives, "positives");
  const std::int64_t start = whole_number(seed, "seed");
  require_usage(start >= 0, "seed: expected a number from 0 on, got ", start);
  options.seed = static_cast<std::uint64_t>(start);
  require_usage(options.batch_positives != 0,
                "positives: expected a number from 1 to batch_size - 1 = ", options.batch_size - 1, ", got 0");
  return {Labels(labels, "").copied(), options};
}

py::tuple pickled(const BalancedSampler& own) {
  const py::bytes labels(reinterpret_cast<const char*>(own.labels.data()), own.labels.size());
  return py::make_tuple(labels, own.options.batch_size, own.options.batch_positives, own.options.seed,
                        own.sampler.save());
}

BalancedSampler unpickled(const py::tuple& saved) {
  const auto labels = saved[0].cast<std::string>();
  SamplerOptions options;
  options.batch_size = saved[1].cast<std::int64_t>();
  options.batch_positives = saved[2].cast<std::int64_t>();
  options.seed = saved[3].cast<std::uint64_t>();
  BalancedSampler own({labels.begin(), labels.end()}, options);
  own.sampler.restore(saved[4].cast<std::vector<std::int64_t>>());
  return own;
}

}  // namespace

void bind_sampler(py::module_& module) {
  py::class_<BalancedSampler>(module, "Sampler")
      .def(py::init(&made))
      .def("__len__", [](const BalancedSampler& own) { return own.sampler.batches_per_epoch(); })
      .def("next", [](BalancedSampler& own) { return own.sampler.next(); })
      .def("save", [](const BalancedSampler& own) { return own.sampler.save(); })
      .def("restore", [](BalancedSampler& own, const std::vector<std::int64_t>& saved) { own.sampler.restore(saved); })
      .def(py::pickle(&pickled, &unpickled));
}

}  // namespace pauc::python
