"""Figures of scores, by scikit-learn and by counting, so that no program judges itself."""
import numpy as np
from sklearn.metrics import roc_auc_score


def true_positive_rate(labels, scores, fpr):
    """Share of positives at the lowest threshold that at most a share `fpr` of the negatives reaches."""
    negatives = np.sort(scores[labels == 0])[::-1]
    allowed = int(np.floor(fpr * len(negatives) + 1e-9))
    if allowed >= len(negatives):
        return 1.0
    return float(np.mean(scores[labels == 1] > negatives[allowed]))


def judge(labels, scores, fprs):
    """McClish's partial AUC and the TPR at each FPR."""
    labels, scores = np.asarray(labels), np.asarray(scores, float)
    return {f"{fpr:g}": {"mcclish": float(roc_auc_score(labels, scores, max_fpr=fpr)),
                         "tpr": true_positive_rate(labels, scores, fpr)} for fpr in fprs}
