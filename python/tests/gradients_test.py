"""Gradients, values and states of all objectives against plain torch operations (plain_torch.py, plain_steps.py)."""
import unittest

import plain_steps
import plain_torch
import torch
from batches import EXAMPLES, NAMES, batch, gradient_of, made


def one_step_cases():
    return [
        ("ce", {}, plain_torch.cross_entropy),
        ("hard", {"fpr_max": 0.07}, plain_torch.hard_negatives(0.14, 3)),
        ("hard", {"fpr_max": 0.5, "hard_weight": 5, "hard_share": 1}, plain_torch.hard_negatives(0.5, 5)),
        ("auc-sh", {}, plain_torch.all_pairs),
        ("sopa", {"fpr_max": 0.3}, plain_torch.largest_losses(0.3)),
        ("sopa", {"fpr_max": 0.33}, plain_torch.largest_losses(0.33)),
        ("sopa", {"fpr_max": 0.02}, plain_torch.largest_losses(0.02)),
        ("top-push", {}, plain_torch.largest_losses(0.05)),
        ("mb", {"top_negatives": 0.3}, plain_torch.hardest_of_batch(0.3)),
        ("mb", {"top_negatives": 0.33, "bottom_positives": 0.45, "tpr_min": 0.5},
         plain_torch.hardest_of_batch(0.33, 0.45)),
        ("sota", {"fpr_max": 0.33, "tpr_min": 0.55}, plain_torch.hardest_of_batch(0.33, 0.45)),
        ("aw-poly", {"gamma": 34}, plain_torch.polynomial_weights(34, two_way=False)),
        ("aw-poly", {"gamma": 11, "tpr_min": 0.5}, plain_torch.polynomial_weights(11, two_way=True)),
        ("aw-exp", {}, plain_torch.exponential_weights(10, two_way=False)),
        ("aw-exp", {"gamma": 3, "tpr_min": 0.5}, plain_torch.exponential_weights(3, two_way=True)),
        ("svm-pauc", {"fpr_max": 0.33}, plain_torch.structured_hinge(0.33)),
        ("svm-pauc", {"fpr_min": 0.12, "fpr_max": 0.5}, plain_torch.structured_hinge(0.5, 0.12)),
    ]


def five_step_cases():
    return [
        ("sopa-s", {"lambda_": 0.5, "gamma0": 0.9}, plain_torch.Soft(EXAMPLES, 0.5, 0.9)),
        ("sopa-s", {"lambda_": 0.1, "gamma0": 0.3}, plain_torch.Soft(EXAMPLES, 0.1, 0.3)),
        ("sota-s", {"lambda_": 0.5, "lambda2": 2, "gamma0": 0.9, "gamma1": 0.7},
         plain_torch.Soft(EXAMPLES, 0.5, 0.9, 2.0, 0.7)),
        ("sota-s", {"lambda_": 1, "lambda2": 0.1}, plain_torch.Soft(EXAMPLES, 1.0, 0.9, 0.1, 0.9)),
        ("p-push", {"power": 4, "gamma0": 0.6}, plain_torch.PowerPush(EXAMPLES, 4.0, 0.6)),
        ("sopa", {"fpr_max": 0.3, "thresholds": "own"}, plain_steps.OwnThresholds(EXAMPLES, 0.3)),
        ("sopa", {"fpr_max": 0.33, "thresholds": "own", "threshold_lr": 0.1},
         plain_steps.OwnThresholds(EXAMPLES, 0.33, lr=0.1)),
        ("sopa", {"fpr_max": 0.3, "thresholds": "own", "threshold_step": 0.05},
         plain_steps.OwnThresholds(EXAMPLES, 0.3, step=0.05)),
        ("staco", {"fpr_max": 0.3, "tpr_min": 0.4}, plain_steps.Staco(EXAMPLES, 0.3, 0.4)),
        ("staco", {"fpr_max": 0.3, "tpr_min": 0.4, "threshold_start": "one", "weight_step": 0.2,
                   "threshold_step": 0.1, "level_step": 0.3}, plain_steps.Staco(EXAMPLES, 0.3, 0.4, (0.2, 0.1, 0.3))),
        ("pauci", {"fpr_max": 0.3}, plain_steps.Instancewise(0.3, 0, 50, 0.25)),
        ("pauci", {"fpr_max": 0.4, "tpr_min": 0.6, "sharpness": 2, "variable_lr": 1},
         plain_steps.Instancewise(0.4, 0.6, 2, 0.1)),
        ("auc-m", {"gamma": 5}, plain_steps.MinMaxMargin(5, 0.1)),
    ]


class GradientTest(unittest.TestCase):
    def assert_near(self, found, expected, where, largest=1e-10):
        error = (found - expected).abs().max().item()
        self.assertLessEqual(error, largest, where)

    def test_one_step_equals_plain_torch(self):
        for name, options, loss in one_step_cases():
            for seed in range(5):
                scores, labels, index = batch(seed)
                objective = made(name, **options)
                found = gradient_of(lambda leaf: objective(leaf, labels, index), scores)
                expected = gradient_of(lambda leaf: loss(leaf, labels), scores)
                self.assert_near(found, expected, (name, options, seed))
                self.assertGreater(expected.abs().max().item(), 1e-4)
                self.assertAlmostEqual(objective.value, loss(scores, labels).item(), delta=1e-10)

    def test_five_steps_equal_plain_torch(self):
        for name, options, plain in five_step_cases():
            with self.subTest(name, **options):
                objective = made(name, **options)
                self.walk(objective, plain)
                self.assert_same_state(objective.state_dict(), plain.state())

    def walk(self, objective, plain):
        for step in range(5):
            scores, labels, index = batch(100 + step)
            found = gradient_of(lambda leaf: objective(leaf, labels, index), scores)
            expected = gradient_of(lambda leaf: plain.loss(leaf, labels, index), scores)
            self.assert_near(found, expected, step)
            self.assertGreater(expected.abs().max().item(), 1e-4)

    def assert_same_state(self, state, plain):
        for entry, values in plain.items():
            seen = ~torch.isnan(values)
            self.assert_near(state[entry][seen], values[seen], entry)
            if not seen.all():
                self.assertEqual(state["visited"].bool().tolist(), seen.tolist())

    def test_shared_cuts_go_through_the_latest_scores_of_all_steps(self):
        cases = [
            ("sopa", {"fpr_max": 0.3}, plain_steps.SharedCuts(0.3)),
            ("sopa", {"fpr_min": 0.1, "fpr_max": 0.47}, plain_steps.SharedCuts(0.47, fpr_min=0.1)),
            ("sota", {"fpr_max": 0.35, "tpr_min": 0.4}, plain_steps.SharedCuts(0.35, tpr_min=0.4)),
            ("top-push", {}, plain_steps.TopPush()),
        ]
        for name, options, plain in cases:
            with self.subTest(name, **options):
                objective = made(name, **options)
                for step in range(5):
                    scores, labels, index = batch(100 + step)
                    found = gradient_of(lambda leaf: objective(leaf, labels, index), scores)
                    expected = gradient_of(lambda leaf: plain.loss(leaf, labels, index), scores)
                    self.assert_near(found, expected, step)
                state = objective.state_dict()
                for entry, latest in plain.memories().items():
                    count = int(state[f"{entry}_count"])
                    slots, remembered = (state[f"{entry}_{what}"][:count] for what in ("slots", "scores"))
                    self.assertEqual(sorted(slots.tolist()), sorted(latest))
                    expected = torch.tensor([latest[slot] for slot in slots.tolist()], dtype=torch.float64)
                    self.assert_near(remembered, expected, entry, 1e-15)

    def test_a_stage_of_sota_with_own_thresholds_ends_at_its_averages(self):
        objective = made("sota", fpr_max=0.3, tpr_min=0.4, thresholds="own", gamma=0.5)
        plain = plain_steps.PrimalDual(EXAMPLES, 0.3, 0.4, gamma=0.5, lr=0.1)
        objective.begin_stage(0.1)
        self.walk(objective, plain)
        objective.begin_stage(0.05)
        plain.end_stage()
        plain.lr = 0.05
        self.assert_same_state(objective.state_dict(), plain.state())
        self.walk(objective, plain)

    def test_no_objective_is_left_out(self):
        self.assertEqual({name for name, _, _ in one_step_cases() + five_step_cases()}, set(NAMES))

    def test_the_outer_gradient_is_a_factor(self):
        scores, labels, index = batch(7)
        once = gradient_of(lambda leaf: made("sopa")(leaf, labels, index), scores)
        twice = gradient_of(lambda leaf: 2 * made("sopa")(leaf, labels, index) + 0 * leaf.sum(), scores)
        self.assert_near(twice, 2 * once, "factor", 0)

    def test_a_graph_that_is_retained_gives_the_gradient_again(self):
        scores, labels, index = batch(7)
        once = gradient_of(lambda leaf: made("sopa")(leaf, labels, index), scores)
        leaf = scores.clone().requires_grad_()
        loss = made("sopa")(leaf, labels, index)
        loss.backward(retain_graph=True)
        self.assertTrue(torch.equal(leaf.grad, once))
        loss.backward()
        self.assertTrue(torch.equal(leaf.grad, 2 * once))
        with self.assertRaisesRegex(RuntimeError, "retain_graph"):
            loss.backward()
        self.assertTrue(torch.equal(leaf.grad, 2 * once))

    def test_reaches_the_weights_of_a_model(self):
        model = torch.nn.Linear(3, 1)
        labels = torch.tensor([1, 0, 0, 1])
        made("auc-sh")(model(torch.randn(4, 3)), labels).backward()
        self.assertGreater(model.weight.grad.abs().max().item(), 0)


if __name__ == "__main__":
    unittest.main()
