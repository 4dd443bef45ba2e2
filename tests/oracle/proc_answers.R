# Answers of pROC: Rscript proc_answers.R problems.csv answers.csv
suppressPackageStartupMessages(library(pROC))
arguments <- commandArgs(trailingOnly = TRUE)
problems <- read.csv(arguments[1], colClasses = "numeric")

partial <- function(curve, from, to, focus, correct) {
  as.numeric(auc(curve, partial.auc = c(to, from), partial.auc.focus = focus, partial.auc.correct = correct,
                 allow.invalid.partial.auc.correct = TRUE))
}

answers <- function(problem) {
  curve <- roc(problem$label, problem$score, levels = c(0, 1), direction = "<", quiet = TRUE)
  c(auc = as.numeric(auc(curve)),
    raw_0.1 = partial(curve, 0.9, 1, "specificity", FALSE),
    mcclish_0.1 = partial(curve, 0.9, 1, "specificity", TRUE),
    raw_0.5 = partial(curve, 0.5, 1, "specificity", FALSE),
    mcclish_0.5 = partial(curve, 0.5, 1, "specificity", TRUE),
    raw_range = partial(curve, 0.7, 0.95, "specificity", FALSE),
    mcclish_range = partial(curve, 0.7, 0.95, "specificity", TRUE),
    raw_band = partial(curve, 0.8, 1, "sensitivity", FALSE),
    mcclish_band = partial(curve, 0.8, 1, "sensitivity", TRUE),
    raw_middle_band = partial(curve, 0.3, 0.7, "sensitivity", FALSE),
    mcclish_middle_band = partial(curve, 0.3, 0.7, "sensitivity", TRUE))
}

result <- do.call(rbind, lapply(split(problems, problems$problem), answers))
result <- result[order(as.numeric(rownames(result))), , drop = FALSE]
text <- apply(result, c(1, 2), function(x) sprintf("%.17g", x))
writeLines(c(paste(colnames(result), collapse = ","), apply(text, 1, paste, collapse = ",")), arguments[2])
