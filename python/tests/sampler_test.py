"""BalancedBatchSampler alone and in a DataLoader."""
import collections
import copy
import pickle
import unittest

import numpy as np

import pauc

LABELS = np.array([1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0])


def sampler(**changes):
    return pauc.BalancedBatchSampler(**{"labels": LABELS, "batch_size": 5, "positives": 2, "seed": 1, **changes})


class SamplerTest(unittest.TestCase):
    def test_has_the_asked_number_of_positives_in_each_batch(self):
        own = sampler()
        batches = list(own)
        self.assertEqual(len(own), 5)
        self.assertEqual(len(batches), 5)
        for batch in batches:
            self.assertIsInstance(batch, list)
            self.assertEqual(len(set(batch)), 5)
            self.assertEqual(LABELS[batch].sum(), 2)

    def test_uses_up_a_class_before_it_repeats(self):
        batches = list(sampler())
        negatives = [row for batch in batches for row in batch if LABELS[row] == 0]
        self.assertEqual(max(collections.Counter(negatives).values()), 1)

    def test_a_batch_with_more_rows_than_there_are_repeats_all_of_them(self):
        own = sampler(batch_size=54, positives=20)
        self.assertEqual(len(own), 1)
        counts = collections.Counter(next(iter(own)))
        self.assertEqual([counts[row] for row in range(len(LABELS))], [4 if label else 2 for label in LABELS])

    def test_same_seed_same_batches(self):
        self.assertEqual(list(sampler()), list(sampler()))
        self.assertNotEqual(list(sampler()), list(sampler(seed=2)))

    def test_an_epoch_that_was_left_early_is_over(self):
        own = sampler()
        next(iter(own))
        self.assertEqual(len(list(own)), 5)

    def test_continues_from_its_state(self):
        own = sampler()
        list(own)
        epoch = iter(own)
        next(epoch)
        saved = pickle.loads(pickle.dumps(own.state_dict()))
        rest = list(epoch) + list(own)
        other = sampler(seed=9)
        other.load_state_dict(saved)
        self.assertEqual(list(other) + list(other), rest)

    def test_copies_continue_alike(self):
        own = sampler()
        list(own)
        copies = [copy.deepcopy(own), pickle.loads(pickle.dumps(own))]
        expected = list(own)
        for other in copies:
            self.assertEqual(list(other), expected)

    def test_feeds_a_data_loader_with_workers(self):
        import torch

        data = torch.utils.data.TensorDataset(torch.arange(len(LABELS)), torch.tensor(LABELS))
        for workers in (0, 2):
            loader = torch.utils.data.DataLoader(data, batch_sampler=sampler(), num_workers=workers)
            self.assertEqual(len(loader), 5)
            self.assertEqual([index.tolist() for index, _ in loader], list(sampler()))

    def test_refuses_wrong_arguments(self):
        cases = [("positives: expected a number from 1 to batch_size - 1 = 4, got 5", {"positives": 5}),
                 ("positives: expected a number from 1 to batch_size - 1 = 4, got 0", {"positives": 0}),
                 ("batch_size: expected a whole number, got 2.5", {"batch_size": 2.5}),
                 ("seed: expected a number from 0 on, got -1", {"seed": -1}),
                 ("labels: expected at least one positive row, got none", {"labels": [0, 0]}),
                 ("labels: expected at least one row, got none", {"labels": []}),
                 ("labels: expected a value in every row, got nan in row 1", {"labels": [0, float("nan"), 1]}),
                 ('BalancedBatchSampler: no keyword "batchsize"; expected one of batch_size, labels, positives, seed',
                  {"batchsize": 4})]
        for sentence, changes in cases:
            with self.assertRaises(pauc.Error) as caught:
                sampler(**changes)
            self.assertEqual(str(caught.exception), sentence)

    def test_refuses_labels_with_three_values(self):
        with self.assertRaisesRegex(pauc.Error, "^labels: expected two label values, got 3: "):
            sampler(labels=[0, 1, 2])

    def test_refuses_the_state_of_other_rows(self):
        own = sampler()
        before = own.state_dict()
        shorter = sampler(labels=LABELS[:-1]).state_dict()
        halves = [0.5, *before["order"][1:]]
        for saved in (shorter, {}, {"given": 9, "order": []}, {"given": 0, "order": [0]}, None, 3,
                      {**before, "order": None}, {**before, "order": "abc"}, {**before, "order": halves}):
            with self.assertRaises(pauc.Error):
                own.load_state_dict(saved)
        self.assertEqual(own.state_dict(), before)


if __name__ == "__main__":
    unittest.main()
