"""What every objective does from Python: types, states, copies, refusals, options."""
import copy
import inspect
import io
import pickle
import threading
import types
import unittest

import plain_torch
import torch
from batches import EXAMPLES, NAMES, batch, gradient_of, made

import pauc


def for_each_objective(test):
    """Runs a test once for every row of the registry."""
    def run(self):
        for name in NAMES:
            with self.subTest(name):
                test(self, name)
    return run


class ContractTest(unittest.TestCase):
    """What every row of the registry does from Python."""

    @for_each_objective
    def test_takes_float32_float64_bfloat16_and_columns(self, name):
        scores, labels, index = batch(1)
        scores = scores.bfloat16().double()  # the same numbers in all types
        expected = gradient_of(lambda leaf: made(name)(leaf, labels, index), scores)
        for dtype, largest in ((torch.float64, 0), (torch.float32, 1e-6), (torch.bfloat16, 0.01)):
            for shape in ((-1,), (-1, 1)):
                leaf = scores.to(dtype).reshape(shape).requires_grad_()
                loss = made(name)(leaf, labels.reshape(shape), index)
                self.assertEqual(loss.shape, ())
                loss.backward()
                self.assertEqual(leaf.grad.dtype, dtype)
                error = (leaf.grad.reshape(-1).double() - expected).abs().max().item()
                self.assertLessEqual(error, largest * max(1, expected.abs().max().item()), (dtype, shape))

    @for_each_objective
    def test_takes_labels_of_every_kind(self, name):
        scores, labels, index = batch(2)
        expected = made(name)(scores, labels, index)
        for other in (labels.bool(), labels.float(), labels.int(), 2 * labels - 1, labels.double()[:, None]):
            self.assertEqual(made(name)(scores, other, index), expected)

    @for_each_objective
    def test_value_is_that_of_the_loss(self, name):
        scores, labels, index = batch(3)
        objective = made(name)
        self.assertIsNone(objective.value)
        self.assertEqual(objective.diagnostics, {})
        loss = objective(scores, labels, index)
        self.assertEqual(objective.value, loss.item())
        self.assertTrue(all(isinstance(number, float) for number in objective.diagnostics.values()))

    @for_each_objective
    def test_works_without_gradients(self, name):
        scores, labels, index = batch(4)
        with torch.no_grad():
            loss = made(name)(scores.requires_grad_(), labels, index)
        self.assertFalse(loss.requires_grad)
        self.assertEqual(loss, made(name)(scores, labels, index))

    @for_each_objective
    def test_copies_and_saved_states_continue_alike(self, name):
        objective = made(name)
        for step in range(3):
            objective(*batch(step))
        restored = made(name)
        file = io.BytesIO()
        torch.save(objective.state_dict(), file)
        file.seek(0)
        restored.load_state_dict(torch.load(file))
        others = [restored, copy.deepcopy(objective), pickle.loads(pickle.dumps(objective))]
        for other in others[1:]:
            self.assertEqual((other.value, other.diagnostics), (objective.value, objective.diagnostics))
        before = [copy.deepcopy(other.state_dict()) for other in others]
        expected = gradient_of(lambda leaf: objective(leaf, *batch(9)[1:]), batch(9)[0])
        for other, saved in zip(others, before):
            self.assertEqual(str(other), str(objective))
            self.assert_same_state(other.state_dict(), saved)  # shares no memory with the first
            found = gradient_of(lambda leaf: other(leaf, *batch(9)[1:]), batch(9)[0])
            self.assertTrue(torch.equal(found, expected))
            self.assert_same_state(other.state_dict(), objective.state_dict())

    @for_each_objective
    def test_state_is_named_and_in_double(self, name):
        state = made(name).state_dict()
        self.assertEqual(state.pop("objective"), name)
        options = {option: str(value) for option, value in made(name).options.items()}
        self.assertEqual(state.pop("options"), options)
        for entry, tensor in state.items():
            self.assertIn(tensor.dtype, (torch.float64, torch.uint8), entry)

    @for_each_objective
    def test_refuses_second_derivatives(self, name):
        scores, labels, index = batch(5)
        loss = made(name)(scores.requires_grad_(), labels, index)
        with self.assertRaisesRegex(pauc.Error, "^backward: these objectives have first derivatives only; create_graph "
                                                "asks for second ones$"):
            torch.autograd.grad(loss, scores, create_graph=True)

    @for_each_objective
    def test_refuses_bad_batches_and_changes_nothing(self, name):
        scores, labels, index = batch(6)
        nan, inf = scores.clone(), scores.clone()
        nan[3], inf[4] = float("nan"), float("inf")
        three, beyond = labels.clone(), index.clone()
        three[:3] = torch.tensor([0, 1, 2])
        beyond[2] = EXAMPLES
        cases = [
            ("scores: expected floating numbers, got Long", (scores.long(), labels, index)),
            ("scores: expected finite numbers, got nan at place 3", (nan, labels, index)),
            ("scores: expected finite numbers, got inf at place 4", (inf, labels, index)),
            ("scores: expected shape [n] or [n, 1], got [15, 2]", (scores.reshape(15, 2), labels, index)),
            ("labels: expected shape [30], got [29]", (scores, labels[:-1], index)),
            ("labels: expected 0 and 1, or -1 and 1, got 2 at place 2", (scores, three, index)),
            ("index: expected shape [30], got [29]", (scores, labels, index[:-1])),
            ("index: expected whole numbers, got Double", (scores, labels, index.double())),
            ("index: expected whole numbers, got Bool", (scores, labels, index > 9)),
            ("index: expected numbers from 0 on, got -1 at place 0", (scores, labels, index * 0 - 1)),
            ("labels: expected real numbers, got ComplexFloat", (scores, labels.to(torch.complex64), index)),
            ("scores: expected a dense tensor, got a sparse one", (scores.to_sparse(), labels, index)),
            ("labels: expected a dense tensor, got a sparse one", (scores, labels.to_sparse(), index)),
            ("scores: expected a tensor, got list", (scores.tolist(), labels, index)),
            ("labels: expected a tensor, got ndarray", (scores, labels.numpy(), index)),
            ("labels: expected the device of the scores, cpu, got meta", (scores, labels.to("meta"), index)),
            ("scores: expected numbers, got a tensor on the device meta, which has none",
             (scores.to("meta"), labels.to("meta"), index)),
        ]
        objective = made(name)
        objective(*batch(0))
        before, value = copy.deepcopy(objective.state_dict()), objective.value
        for sentence, arguments in cases:
            self.refused(sentence, objective, *arguments)
        for word, one_class in (("positive", labels * 0), ("negative", labels * 0 + 1)):
            if name not in ("ce", "hard"):
                self.refused(f"batch: expected at least one {word}, got none", objective, scores, one_class, index)
        if name != "ce":
            with self.assertRaisesRegex(pauc.Error, "^weights: "):
                objective(scores, labels, index, torch.ones(30))
        self.assert_same_state(objective.state_dict(), before)
        self.assertEqual(objective.value, value)

    def test_refuses_unknown_parameters_with_the_nearest_one(self):
        scores, labels, index = batch(6)
        with self.assertRaises(pauc.Error) as caught:
            made("sopa")(scores, labels, indices=index)
        self.assertEqual(str(caught.exception),
                         'objective: no keyword "indices"; expected one of index, scores, labels, weights')

    def test_refuses_what_is_no_learning_rate(self):
        self.refused("learning_rate: expected a number, got 'fast'", pauc.objective("auc-m").begin_stage, "fast")
        self.refused("learning_rate: expected a number, got None", pauc.objective("auc-m").begin_stage, None)

    def test_methods_that_remember_examples_want_an_index(self):
        scores, labels, index = batch(6)
        remembering = ("sopa", "sopa-s", "sota", "sota-s", "p-push", "top-push", "staco")
        for name in remembering:
            objective = made(name)
            before = copy.deepcopy(objective.state_dict())
            self.refused("index: expected one for each example, got none: this objective remembers examples",
                         objective, scores, labels)
            self.assert_same_state(objective.state_dict(), before)
            self.refused(f"examples: expected the number of training examples, of which {name} remembers some, got 0",
                         pauc.objective, name)
        for name in set(NAMES) - set(remembering):
            objective = pauc.objective(name)
            objective.begin_stage(0.1)
            objective(scores, labels)

    @for_each_objective
    def test_refuses_an_index_beyond_the_examples(self, name):
        scores, labels, index = batch(6)
        index[4] = EXAMPLES
        objective = made(name)
        before = copy.deepcopy(objective.state_dict())
        self.refused(f"index: expected numbers from 0 on below the number of examples, {EXAMPLES}, got {EXAMPLES} at "
                     "place 4", objective, scores, labels, index)
        self.assert_same_state(objective.state_dict(), before)
        if name in ("ce", "auc-sh"):
            pauc.objective(name)(scores, labels, index)  # which examples there are is not known

    @for_each_objective
    def test_refuses_other_states_and_changes_nothing(self, name):
        objective = made(name)
        objective(*batch(0))
        before = copy.deepcopy(objective.state_dict())
        other = "ce" if name != "ce" else "auc-sh"
        self.refused(f"state_dict: expected the state of {name}, got that of {other}",
                     objective.load_state_dict, made(other).state_dict())
        self.refused(f"state_dict: expected the state of {name}, got one without a name",
                     objective.load_state_dict, {})
        with self.assertRaisesRegex(pauc.Error, "^state_dict: "):
            objective.load_state_dict({**before, "more": torch.zeros(2)})
        for entry in set(before) - {"objective", "options"}:
            with self.assertRaisesRegex(pauc.Error, f"^state_dict: {entry}: expected "):
                objective.load_state_dict({**before, entry: torch.zeros(7)})
            if before[entry].is_floating_point():
                nan = torch.full_like(before[entry], float("nan"))
                self.refused(f"state_dict: {entry}: expected numbers, got nan", objective.load_state_dict,
                             {**before, entry: nan})
        self.assert_same_state(objective.state_dict(), before)

    def test_takes_a_state_of_any_mapping_and_refuses_what_is_none(self):
        objective = made("sopa-s", fpr_max=0.2)
        objective(*batch(0))
        saved = objective.state_dict()
        made("sopa-s", fpr_max=0.2).load_state_dict(types.MappingProxyType(saved))
        self.refused("state_dict: expected a dict, got NoneType", objective.load_state_dict, None)
        self.refused("state_dict: expected a dict, got list", objective.load_state_dict, [])
        self.refused("state_dict: matched: expected a bool, got str", objective.load_state_dict,
                     {**saved, "matched": "no"})
        self.assert_same_state(objective.state_dict(), saved)

    def test_refuses_the_state_of_other_options(self):
        saved = made("sopa", fpr_max=0.2).state_dict()
        self.refused("state_dict: fpr_max: expected 0.1, as in this objective, got 0.2",
                     made("sopa", fpr_max=0.1).load_state_dict, saved)
        self.refused("state_dict: fpr_max: expected none, as in this objective, got 0.2",
                     made("sopa-s").load_state_dict, made("sopa-s", fpr_max=0.2).state_dict())
        self.refused("state_dict: options: expected a dict, got list", made("ce").load_state_dict,
                     {"objective": "ce", "options": []})
        del saved["options"]  # on purpose
        made("sopa", fpr_max=0.1).load_state_dict(saved)

    def refused(self, sentence, call, *arguments):
        with self.assertRaises(pauc.Error) as caught:
            call(*arguments)
        self.assertEqual(str(caught.exception), sentence)

    def assert_same_state(self, found, expected):
        self.assertEqual(found.keys(), expected.keys())
        for entry, tensor in expected.items():
            same = torch.equal(found[entry], tensor) if torch.is_tensor(tensor) else found[entry] == tensor
            self.assertTrue(same, entry)


def answer_with_a_step(objective, answers):
    answers.put(objective(*batch(9)).item())


class ThreadTest(unittest.TestCase):
    def test_an_objective_can_be_sent_to_another_process(self):
        objective = made("sopa-s")
        objective(*batch(0))
        spawning = torch.multiprocessing.get_context("spawn")
        answers = spawning.Queue()
        process = spawning.Process(target=answer_with_a_step, args=(objective, answers))
        process.start()
        self.assertEqual(answers.get(timeout=100), objective(*batch(9)).item())
        process.join()

    def test_threads_may_share_an_objective(self):
        objective, refused = made("sopa-s"), []

        def work(seed):
            try:
                for step in range(50):
                    objective(*batch(seed + step))
                    objective.state_dict(), objective.value, objective.diagnostics
            except Exception as error:  # noqa: BLE001
                refused.append(error)

        threads = [threading.Thread(target=work, args=(100 * k,)) for k in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(refused, [])


class OptionTest(unittest.TestCase):
    def refused(self, sentence, *arguments, **options):
        with self.assertRaisesRegex(pauc.Error, sentence):
            pauc.objective(*arguments, **options)

    def test_options_have_the_names_and_defaults_of_the_list(self):
        for row in pauc.objectives():
            objective = made(row["name"])
            self.assertEqual(objective.options, {option["name"]: option["default"] for option in row["options"]})
            made(row["name"], **{name: value for name, value in objective.options.items() if value is None})
            for option in row["options"]:
                self.assertIn(f"{option['name']}={option['default']!r}: {option['help']}", pauc.objective.__doc__)

    def test_the_signature_has_the_options_and_the_defaults_that_methods_share(self):
        parameters = inspect.signature(pauc.objective).parameters
        self.assertEqual(list(parameters)[:2], ["name", "examples"])
        self.assertEqual(set(parameters) - {"name", "examples"},
                         {option["name"] for row in pauc.objectives() for option in row["options"]})
        self.assertEqual(parameters["margin"].default, 1.0)
        self.assertIsNone(parameters["fpr_max"].default)

    def test_reserved_words_end_with_an_underscore(self):
        self.assertEqual(made("sopa-s", lambda_=0.1).options["lambda_"], 0.1)
        self.assertEqual(made("sopa-s", **{"lambda": 0.1}).options["lambda_"], 0.1)
        self.assertEqual(repr(made("sopa-s", lambda_=0.1)), "pauc.objective('sopa-s', examples=90, lambda_=0.1)")
        self.refused("^lambda_: expected a number from 1e-9 to 1e9, got -1$", "sopa-s", 9, lambda_=-1)
        self.refused('^lambda_: expected a number, got "soft"$', "sopa-s", 9, lambda_="soft")

    def test_refuses_unknown_names_with_the_nearest_one(self):
        self.refused('^name: no objective "sopas"; expected one of sopa, ', "sopas")
        self.refused('^sopa: no keyword "fpr_mx"; expected one of fpr_max, ', "sopa", 9, fpr_mx=0.1)
        self.refused('^sopa-s: no keyword "lambd"; expected one of lambda_, ', "sopa-s", 9, lambd=0.1)
        self.refused('^ce: no keyword "margin"; it has none$', "ce", margin=1)

    def test_refuses_values_out_of_range(self):
        self.refused("^fpr_max: expected 0 <= fpr_min < fpr_max <= 1, got 0 and 2$", "sopa", 9, fpr_max=2)
        self.refused("^fpr_max: expected 0 < fpr_max <= 1, got 0$", "sopa-s", 9, fpr_max=0)
        self.refused("^surrogate: .*expected one of hinge", "auc-sh", surrogate="hing")
        self.refused("^examples: expected a whole number, got 2.5$", "sopa", 2.5)
        self.refused(r"^examples: expected a whole number, got tensor\(2.5000\)$", "sopa", torch.tensor(2.5))
        self.refused("^fpr_max: expected a number, got tensor", "sopa", 9, fpr_max=torch.tensor([0.1, 0.2]))
        self.refused("^name: expected the name of an objective, got NoneType$", None)
        self.refused("^examples: expected the number of training examples, got -1$", "auc-sh", -1)

    def test_refuses_options_without_effect(self):
        self.refused("^threshold_lr: expected thresholds own, got shared, with which it has no effect$", "sopa", 9,
                     threshold_lr=2)

    def test_takes_numbers_of_numpy_and_torch(self):
        import numpy as np

        self.assertEqual(made("sopa", fpr_max=torch.tensor(0.25)).options["fpr_max"], 0.25)
        self.assertEqual(made("sopa", fpr_max=np.array(0.25)).options["fpr_max"], 0.25)
        self.assertEqual(pauc.objective("sopa", torch.tensor(9)).examples, 9)
        objective = made("sopa", fpr_max=np.float32(0.25), margin=np.int64(2))
        self.assertEqual((objective.options["fpr_max"], objective.options["margin"]), (0.25, 2.0))


class MatchTest(unittest.TestCase):
    """sopa-s and sota-s find lambda for a bound."""

    def soft_and_hard(self, lam, scores, labels, fpr_max):
        losses = plain_torch.pair_losses(scores, labels)
        soft = (lam * (torch.logsumexp(losses / lam, 1) - torch.log(torch.tensor(losses.shape[1]).double()))).mean()
        return soft.item(), plain_torch.largest_losses(fpr_max)(scores, labels).item()

    def test_the_soft_value_equals_the_hard_one(self):
        scores, labels, index = batch(11)
        objective = made("sopa-s", fpr_max=0.25)
        fitted = objective.match(scores, labels)
        soft, hard = self.soft_and_hard(fitted["lambda_"], scores, labels, 0.25)
        self.assertAlmostEqual(soft, hard, delta=1e-6)
        objective(scores, labels, index)
        self.assertEqual(objective.diagnostics["lambda_"], fitted["lambda_"])

    def test_the_first_batch_decides_where_nobody_matched(self):
        scores, labels, index = batch(12)
        objective = made("sota-s", fpr_max=0.25, tpr_min=0.5)
        objective(scores, labels, index)
        first = objective.diagnostics
        self.assertAlmostEqual(*self.soft_and_hard(first["lambda_"], scores, labels, 0.25), delta=1e-6)
        objective(*batch(13))
        self.assertEqual(objective.diagnostics, first)
        for other in (copy.deepcopy(objective), pickle.loads(pickle.dumps(objective))):
            other(*batch(14))
            self.assertEqual(other.diagnostics, first)

    def test_notes_say_why_no_lambda_fits_and_are_copied(self):
        objective = made("sopa-s", fpr_max=0.25)
        self.assertEqual(objective.notes, [])
        objective.match(torch.zeros(30), batch(15)[1])
        self.assertRegex(objective.notes[0], "^lambda auto: all losses are equal, so it is ")
        for other in (copy.deepcopy(objective), pickle.loads(pickle.dumps(objective))):
            self.assertEqual((other.notes, other.value), (objective.notes, None))

    def test_pickles_of_versions_without_answers_are_read(self):
        objective = made("sopa-s", fpr_max=0.25)
        objective(*batch(16))
        older = type(objective).__new__(type(objective))
        older.__setstate__(objective.__getstate__()[:4])
        self.assertEqual((older.value, older.diagnostics, older.notes), (None, {}, []))
        self.assertEqual(str(older), str(objective))
        older(*batch(17))
        objective(*batch(17))
        self.assertEqual((older.value, older.diagnostics), (objective.value, objective.diagnostics))

    def test_refuses_what_contradicts_itself(self):
        with self.assertRaisesRegex(pauc.Error, "^fpr_max: expected none together with lambda_, which it determines$"):
            made("sopa-s", fpr_max=0.1, lambda_=1)
        with self.assertRaisesRegex(pauc.Error, "^match: expected an objective that was made with fpr_max"):
            made("sopa-s").match(*batch(1)[:2])
        objective = made("sopa-s", fpr_max=0.1)
        before = objective.state_dict()["lambda"]
        with self.assertRaises(pauc.Error):
            objective(*batch(1)[:2])
        self.assertEqual(objective.state_dict()["lambda"], before)


if __name__ == "__main__":
    unittest.main()
