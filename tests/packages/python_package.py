"""Uses the installed Python package: a metric, a step of an objective, a training."""
import importlib.metadata
import pathlib
import tempfile

import pauc

assert "torch" not in __import__("sys").modules, "import pauc: expected no torch yet"
assert pauc.__version__ == importlib.metadata.version("pauc"), importlib.metadata.version("pauc")

labels = [1, 0, 1, 0, 0, 1]
value = pauc.partial_auc(labels, [0.9, 0.8, 0.7, 0.4, 0.3, 0.2], fpr_max=0.5)
assert 0 < value < 1, value

import torch  # noqa: E402

objective = pauc.objective("sopa", examples=6, fpr_max=0.5)
scores = torch.zeros(6, requires_grad=True)
loss = objective(scores, torch.tensor(labels), torch.arange(6))
loss.backward()
assert scores.grad.abs().sum() > 0, scores.grad

rows = pathlib.Path(__file__).parents[2] / "examples/patients.csv"
with tempfile.TemporaryDirectory() as folder:
    run = pauc.train(str(rows), label="outcome", fpr_max=0.1, model="mlp", epochs=2, out=folder + "/run")
    assert pathlib.Path(folder, "run/metrics.json").exists()
    scores = run.predict(str(rows))["score"]
    assert scores.notna().all(), scores
print(f"pauc {pauc.__version__} in Python: partial AUC {value:.4f}, loss {loss.item():.4f}")
