// pauc._objective: objectives on tensors. It is loaded when the first objective is made, after torch.

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <torch/csrc/Exceptions.h>
#include <torch/csrc/autograd/function.h>
#include <torch/csrc/autograd/function_hook.h>
#include <torch/csrc/autograd/python_variable.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "errors.h"
#include "objective.h"
#include "options.h"
#include "pauc/core/error.h"

namespace py = pybind11;

namespace pauc::python {

namespace {

constexpr const char* kName = "objective";  // in a state_dict, beside the tensors
constexpr const char* kMatched = "matched";
constexpr const char* kOptions = "options";

at::Tensor tensor_of(py::handle value, const char* parameter) {
  if (THPVariable_Check(value.ptr())) return THPVariable_Unpack(value.ptr());
  fail(Fault::data, parameter, ": expected a tensor, got ", type_name(value));
}

at::Tensor optional_tensor(py::handle value, const char* parameter) {
  return value.is_none() ? at::Tensor() : tensor_of(value, parameter);
}

py::object wrapped(at::Tensor tensor) { return py::reinterpret_steal<py::object>(THPVariable_Wrap(std::move(tensor))); }

// Asks an objective while other threads may run.
template <class Ask>
auto unlocked(const Ask& ask) {
  const py::gil_scoped_release released;
  return ask();
}

// A bound and the option that it determines.
void refuse_both(const ObjectiveInfo& info, const Settings& given) {
  const auto has = [&](const std::string& name) {
    return std::any_of(given.begin(), given.end(), [&](const auto& setting) { return setting.first == name; });
  };
  for (const MatchedOption& option : info.matched) {
    if (!has(option.name) || !has(bound_of(option))) continue;
    fail(Fault::usage, bound_of(option), ": expected none together with ", python_name(option.name),
         ", which it determines");
  }
}

void take_bound(ObjectiveRequest& request, const std::string& bound, const std::string& text) {
  double value = 0;
  read_setting(value, text, bound);
  (bound == "fpr_max" ? request.fpr_max : request.tpr_min) = value;
}

std::unique_ptr<LoopObjective> made(const py::object& method, const py::object& examples, const py::dict& keywords) {
  if (!py::isinstance<py::str>(method)) {
    fail(Fault::usage, "name: expected the name of an objective, got ", type_name(method));
  }
  const auto name = method.cast<std::string>();
  ObjectiveRequest request{name, whole_number(examples, "examples"), {}, {}, {}};
  const ObjectiveInfo* info = find_objective(name);
  if (info == nullptr) return std::make_unique<LoopObjective>(request);  // refuses the name
  const std::vector<std::string> bounds = bounds_of(*info);
  std::vector<std::string> names = names_of(info->options);
  names.insert(names.end(), bounds.begin(), bounds.end());
  const Settings given = settings_of(keywords, names, name);
  refuse_both(*info, given);
  for (const auto& setting : given) {
    if (has_option(*info, setting.first)) {
      request.settings.push_back(setting);
    } else {
      take_bound(request, setting.first, setting.second);
    }
  }
  return unlocked([&] { return std::make_unique<LoopObjective>(std::move(request)); });
}

// torch raises this in Python as the type that it names; other exceptions in a backward pass become RuntimeErrors.
struct SecondDerivative : torch::PyTorchError {
  SecondDerivative()
      : PyTorchError("backward: these objectives have first derivatives only; create_graph asks for second ones") {}
  PyObject* python_type() override { return py::module_::import("pauc._errors").attr("Error").ptr(); }
};

struct RefuseSecondDerivatives : torch::autograd::FunctionPreHook {
  torch::autograd::variable_list operator()(const torch::autograd::variable_list& gradients) override {
    if (c10::GradMode::is_enabled()) throw SecondDerivative();
    return gradients;
  }
};

// The gradient is computed with the loss and is fixed from then on: a derivative of it would be wrong.
at::Tensor first_derivatives_only(at::Tensor loss) {
  if (loss.grad_fn()) loss.grad_fn()->add_pre_hook(std::make_unique<RefuseSecondDerivatives>());
  return loss;
}

py::object called(LoopObjective& objective, const py::object& scores, const py::object& labels, const py::object& index,
                  const py::object& weights, const py::kwargs& unknown) {
  if (!unknown.empty()) settings_of(unknown, {"scores", "labels", "index", "weights"}, "objective");
  const LoopBatch batch{tensor_of(scores, "scores"), tensor_of(labels, "labels"), optional_tensor(index, "index"),
                        optional_tensor(weights, "weights")};
  return wrapped(unlocked([&] { return first_derivatives_only(objective.step(batch)); }));
}

py::dict matched_values(const LoopObjective& objective) {
  const auto saved = unlocked([&] { return objective.saved(); });
  py::dict values;
  for (const MatchedOption& option : objective.matched()) {
    values[py::str(python_name(option.name))] = saved.tensors.find(option.name)->second.item<double>();
  }
  return values;
}

py::dict match(LoopObjective& objective, const py::object& scores, const py::object& labels) {
  const LoopBatch rows{tensor_of(scores, "scores"), tensor_of(labels, "labels"), {}, {}};
  unlocked([&] { objective.match(rows); });
  return matched_values(objective);
}

void begin_stage(LoopObjective& objective, const py::object& learning_rate) {
  const double rate = real_number(learning_rate, "learning_rate");
  unlocked([&] { objective.begin_stage(rate); });
}

py::object value(const LoopObjective& objective) {
  const auto last = unlocked([&] { return objective.last(); });
  return last ? py::object(py::float_(last->value)) : py::none();
}

py::dict diagnostics(const LoopObjective& objective) {
  const auto last = unlocked([&] { return objective.last(); });
  py::dict numbers;
  if (!last) return numbers;
  for (const auto& [name, value] : last->diagnostics) numbers[py::str(python_name(name))] = value;
  return numbers;
}

py::dict options(const LoopObjective& objective) {
  const ObjectiveRequest& request = objective.request();
  py::dict values;
  for (const FieldInfo& field : find_objective(request.name)->options) {
    std::string text = field.default_value;
    for (const auto& [name, given] : request.settings) {
      if (name == field.name) text = given;
    }
    values[py::str(python_name(field.name))] = python_value(field, text);
  }
  if (request.fpr_max) values["fpr_max"] = *request.fpr_max;
  if (request.tpr_min) values["tpr_min"] = *request.tpr_min;
  return values;
}

std::string shown(const LoopObjective& objective) {
  const ObjectiveRequest& request = objective.request();
  std::string text = joined("pauc.objective('", request.name, "'");
  if (request.examples > 0) text += joined(", examples=", request.examples);
  const py::dict values = options(objective);
  const auto add = [&](const std::string& name) {
    text += joined(", ", name, "=", std::string(py::repr(values[py::str(name)])));
  };
  for (const auto& setting : request.settings) add(python_name(setting.first));
  if (request.fpr_max) add("fpr_max");
  if (request.tpr_min) add("tpr_min");
  return text + ")";
}

// Texts: torch 1.13 reads no floats from a file that it is to read with weights_only.
py::dict option_texts(const LoopObjective& objective) {
  py::dict texts;
  for (const auto& [name, value] : options(objective)) texts[name] = py::str(value);
  return texts;
}

py::dict state_dict(const LoopObjective& objective) {
  py::dict saved;
  saved[kName] = objective.request().name;
  saved[kOptions] = option_texts(objective);
  const auto now = unlocked([&] { return objective.saved(); });
  if (!objective.matched().empty()) saved[kMatched] = now.is_matched;
  for (const auto& [name, tensor] : now.tensors) saved[py::str(name)] = wrapped(tensor);
  return saved;
}

// What was remembered with other options, such as another fpr_max, belongs to another problem.
void require_same_options(const LoopObjective& objective, const py::dict& saved) {
  if (!saved.contains(kOptions)) return;  // whoever takes them out wants the numbers all the same
  require(py::isinstance<py::dict>(saved[kOptions]), "state_dict: options: expected a dict, got ",
          type_name(saved[kOptions]));
  const py::dict theirs = saved[kOptions];
  const py::dict own = option_texts(objective);
  const auto text_in = [](const py::dict& texts, const py::handle& name) {
    return texts.contains(name) ? std::string(py::str(texts[name])) : "none";
  };
  const auto require_same = [&](const py::handle& name) {
    const std::string expected = text_in(own, name);
    const std::string found = text_in(theirs, name);
    require(found == expected, "state_dict: ", std::string(py::str(name)), ": expected ", expected,
            ", as in this objective, got ", found);
  };
  for (const auto& [name, value] : own) require_same(name);
  for (const auto& [name, value] : theirs) require_same(name);
}

py::dict dict_of(const py::object& state) {
  if (!py::hasattr(state, "keys")) fail(Fault::data, "state_dict: expected a dict, got ", type_name(state));
  return state;
}

void load_state_dict(LoopObjective& objective, const py::object& state) {
  const py::dict saved = dict_of(state);
  const std::string& own = objective.request().name;
  if (!saved.contains(kName)) fail(Fault::data, "state_dict: expected the state of ", own, ", got one without a name");
  const std::string other = py::str(saved[kName]);
  require(other == own, "state_dict: expected the state of ", own, ", got that of ", other);
  require_same_options(objective, saved);
  NamedTensors tensors;
  for (const auto& [key, entry] : saved) {
    const std::string name = py::str(key);
    if (name == kName || name == kMatched || name == kOptions) continue;
    tensors[name] = tensor_of(entry, joined("state_dict: ", name).c_str());
  }
  const py::object matched = saved.contains(kMatched) ? py::object(saved[kMatched]) : py::bool_(true);
  require(py::isinstance<py::bool_>(matched), "state_dict: ", kMatched, ": expected a bool, got ", type_name(matched));
  unlocked([&, is_matched = matched.cast<bool>()] { objective.restore(tensors, is_matched); });
}

// As arrays, which are pickled by value: torch sends tensors to other processes as memory that has to outlive the call.
py::dict with_arrays(const py::dict& state) {
  py::dict arrays;
  for (const auto& [name, entry] : state) {
    arrays[name] = THPVariable_Check(entry.ptr()) ? entry.attr("numpy")() : py::reinterpret_borrow<py::object>(entry);
  }
  return arrays;
}

py::dict with_tensors(const py::dict& state) {
  const py::object from_numpy = py::module_::import("torch").attr("from_numpy");
  py::dict tensors;
  for (const auto& [name, entry] : state) {
    tensors[name] = py::hasattr(entry, "dtype") ? from_numpy(entry) : py::reinterpret_borrow<py::object>(entry);
  }
  return tensors;
}

// What the last step said is kept as the objective has it; `diagnostics` and `notes` put it in the words of Python.
py::tuple pickled(const LoopObjective& objective) {
  const ObjectiveRequest& request = objective.request();
  py::dict keywords;
  for (const auto& [name, text] : request.settings) keywords[py::str(python_name(name))] = text;
  if (request.fpr_max) keywords["fpr_max"] = *request.fpr_max;
  if (request.tpr_min) keywords["tpr_min"] = *request.tpr_min;
  const auto last = unlocked([&] { return objective.last(); });
  const auto notes = unlocked([&] { return objective.notes(); });
  py::object answers = py::none();
  if (last) answers = py::make_tuple(last->value, py::cast(last->diagnostics));
  return py::make_tuple(request.name, request.examples, keywords, with_arrays(state_dict(objective)), answers,
                        py::cast(notes));
}

std::unique_ptr<LoopObjective> unpickled(const py::tuple& saved) {
  auto objective = made(saved[0], saved[1], saved[2]);
  load_state_dict(*objective, with_tensors(saved[3]));
  if (saved.size() <= 4) return objective;  // of a version that left out what the last step said
  std::optional<LastStep> last;
  if (!saved[4].is_none()) {
    const py::tuple answers = saved[4];
    last = LastStep{answers[0].cast<double>(), answers[1].cast<decltype(last->diagnostics)>()};
  }
  objective->restore_answers(std::move(last), saved[5].cast<std::vector<std::string>>());
  return objective;
}

py::list notes(const LoopObjective& objective) {
  py::list sentences;
  for (const std::string& note : unlocked([&] { return objective.notes(); })) sentences.append(in_python(note));
  return sentences;
}

}  // namespace

PYBIND11_MODULE(_objective, module) {
  translate_errors();
  py::class_<LoopObjective> objective(module, "Objective",
                                      "A training method with its state; `pauc.objective` makes it.");
  objective.attr("__module__") = "pauc";
  objective.def(py::init(&made), py::arg("name"), py::arg("examples") = 0, py::arg("options") = py::dict())
      .def("__call__", &called, py::arg("scores"), py::arg("labels"), py::arg("index") = py::none(),
           py::arg("weights") = py::none(),
           "Loss of a batch of raw scores: a scalar tensor whose gradient is the step of the method.\n\n"
           "`scores` [n] or [n, 1] float32, float64 or bfloat16; `labels` 0/1 or -1/1 of any type; `index` the number\n"
           "of each example in the training set, for methods that remember examples; `weights` from 0 on (ce only).\n"
           "A batch that is refused (pauc.Error) changes nothing.\n\n"
           ">>> import torch, pauc\n"
           ">>> scores = torch.tensor([0.3, 0.1, -0.2], requires_grad=True)\n"
           ">>> loss = pauc.objective('auc-sh', link='raw')(scores, torch.tensor([1, 0, 0]))\n"
           ">>> loss.backward()\n"
           ">>> scores.grad\n"
           "tensor([-1.3000,  0.8000,  0.5000])\n")
      .def(
          "match", &match, py::arg("scores"), py::arg("labels"),
          "Fits lambda_ to these scores, so that the soft estimate equals the hard one at fpr_max.\n\n"
          "For objectives that were made with `fpr_max` and have no such option (sopa-s, sota-s). Call it before each\n"
          "epoch with the scores of the training set; without it, the first batch decides. Returns what was fitted.\n\n"
          ">>> import torch, pauc\n"
          ">>> objective = pauc.objective('sopa-s', examples=4, fpr_max=0.5)\n"
          ">>> fitted = objective.match(torch.tensor([0.5, 1.0, 0.7, -1.0]), torch.tensor([1, 1, 0, 0]))\n"
          ">>> list(fitted)\n"
          "['lambda_']\n")
      .def("begin_stage", &begin_stage, py::arg("learning_rate"),
           "Announces the learning rate to methods that step variables of their own, before the first batch and when "
           "it\n"
           "changes: auc-m, pauci, sota with thresholds='own'.")
      .def("state_dict", &state_dict,
           "What the method remembers, as copies: its name, its options and tensors by name. Save it with the "
           "weights.\n\n"
           ">>> import pauc\n"
           ">>> objective = pauc.objective('p-push', examples=3)\n"
           ">>> sorted(objective.state_dict())\n"
           "['objective', 'options', 'u', 'visited']\n")
      .def("load_state_dict", &load_state_dict, py::arg("state_dict"),
           "Continues from a saved state. Refuses that of another objective, number of examples or option.")
      .def_property_readonly("value", &value,
                             "The true objective, estimated from the last batch and the state; None before the first.")
      .def_property_readonly("diagnostics", &diagnostics, "Further numbers of the last batch, by name.")
      .def_property_readonly("options", &options, "All options with their values.")
      .def_property_readonly("notes", &notes, "Remarks on the last fit of lambda_ to scores; usually empty.")
      .def_property_readonly(
          "name", [](const LoopObjective& one) { return one.request().name; }, "Name of the method.")
      .def_property_readonly(
          "examples", [](const LoopObjective& one) { return one.request().examples; },
          "Number of training examples that an index may refer to.")
      .def("__repr__", &shown)
      .def(py::pickle(&pickled, &unpickled));
}

}  // namespace pauc::python
