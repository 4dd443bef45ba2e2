"""An objective inside a module, as trainers in the style of Lightning have it: hooks, copies, checkpoints."""
import copy
import io
import pickle
import unittest

import torch
from batches import EXAMPLES

import pauc


class Detector(torch.nn.Module):
    """What a LightningModule does with an objective."""

    def __init__(self):
        super().__init__()
        self.net = torch.nn.Linear(3, 1)
        self.objective = pauc.objective("sopa-s", examples=EXAMPLES, fpr_max=0.3)

    def forward(self, x):
        return self.net(x)

    def training_step(self, batch):
        x, y, index = batch
        return self.objective(self(x), y, index)

    def configure_optimizers(self):
        return torch.optim.SGD(self.parameters(), lr=0.05)

    def on_save_checkpoint(self, checkpoint):
        checkpoint["objective"] = self.objective.state_dict()

    def on_load_checkpoint(self, checkpoint):
        self.objective.load_state_dict(checkpoint["objective"])


def rows():
    generator = torch.Generator().manual_seed(0)
    x = torch.randn(EXAMPLES, 3, generator=generator)
    return x, (x[:, 0] + torch.randn(EXAMPLES, generator=generator) > 0.8).long()


class Trainer:
    """The calls of Lightning's trainer, in their order."""

    def __init__(self, module):
        x, y = rows()
        self.module = module
        self.optimiser = module.configure_optimizers()
        self.sampler = pauc.BalancedBatchSampler(y, batch_size=30, positives=6)
        self.loader = torch.utils.data.DataLoader(torch.utils.data.TensorDataset(x, y, torch.arange(EXAMPLES)),
                                                  batch_sampler=self.sampler)

    def fit(self, epochs):
        self.module.train()
        losses = []
        for _ in range(epochs):
            for batch in self.loader:
                self.optimiser.zero_grad()
                loss = self.module.training_step(batch)
                loss.backward()
                self.optimiser.step()
                losses.append(loss.item())
        return losses

    def save(self, file):
        checkpoint = {"state_dict": self.module.state_dict(), "sampler": self.sampler.state_dict()}
        self.module.on_save_checkpoint(checkpoint)
        torch.save(checkpoint, file)

    def load(self, file):
        checkpoint = torch.load(file, weights_only=True)
        self.module.load_state_dict(checkpoint["state_dict"])
        self.sampler.load_state_dict(checkpoint["sampler"])
        self.module.on_load_checkpoint(checkpoint)


class ModuleTest(unittest.TestCase):
    def setUp(self):
        torch.manual_seed(0)

    def test_an_objective_is_no_part_of_the_weights(self):
        module = Detector()
        self.assertEqual(list(module.state_dict()), ["net.weight", "net.bias"])
        self.assertEqual(len(list(module.parameters())), 2)
        module.eval().double().to("cpu").float().train()
        Trainer(module).fit(1)

    def test_copies_of_the_module_continue_alike_and_share_nothing(self):
        trainer = Trainer(Detector())
        trainer.fit(2)
        module = trainer.module
        x, y = rows()
        batch = x, y, torch.arange(EXAMPLES)
        others = [copy.deepcopy(module), pickle.loads(pickle.dumps(module))]
        before = [copy.deepcopy(other.objective.state_dict()) for other in others]
        expected = module.training_step(batch)
        for other, saved in zip(others, before):
            self.assertTrue(torch.equal(other.objective.state_dict()["log_u"], saved["log_u"]))
            self.assertEqual(other.training_step(batch), expected)
            self.assertFalse(torch.equal(other.objective.state_dict()["log_u"], saved["log_u"]))

    def test_a_checkpoint_that_holds_weights_only_continues_with_the_same_bits(self):
        straight = Trainer(Detector())
        straight.fit(2)
        file = io.BytesIO()
        straight.save(file)
        expected = straight.fit(2)
        file.seek(0)
        torch.manual_seed(1)
        resumed = Trainer(Detector())
        resumed.load(file)
        self.assertEqual(resumed.fit(2), expected)
        for ours, theirs in zip(resumed.module.parameters(), straight.module.parameters()):
            self.assertTrue(torch.equal(ours, theirs))

    def test_a_checkpoint_without_the_state_of_the_objective_would_not(self):
        straight = Trainer(Detector())
        straight.fit(2)
        file = io.BytesIO()
        straight.save(file)
        expected = straight.fit(2)
        file.seek(0)
        resumed = Trainer(Detector())
        resumed.module.on_load_checkpoint = lambda checkpoint: None
        resumed.load(file)
        self.assertNotEqual(resumed.fit(2), expected)


if __name__ == "__main__":
    unittest.main()
