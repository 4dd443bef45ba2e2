# Answers of R's paired t.test: Rscript t_test_answers.R problems.csv answers.csv
arguments <- commandArgs(trailingOnly = TRUE)
problems <- read.csv(arguments[1], colClasses = "numeric")

answers <- function(problem) {
  found <- t.test(problem$a, problem$b, paired = TRUE, conf.level = 0.95)
  narrow <- t.test(problem$a, problem$b, paired = TRUE, conf.level = 0.5)
  c(mean = as.numeric(found$estimate), standard_error = found$stderr, lower = found$conf.int[1],
    upper = found$conf.int[2], p = found$p.value, narrow_lower = narrow$conf.int[1], narrow_upper = narrow$conf.int[2])
}

result <- do.call(rbind, lapply(split(problems, problems$problem), answers))
result <- result[order(as.numeric(rownames(result))), , drop = FALSE]
text <- apply(result, c(1, 2), function(x) sprintf("%.17g", x))
writeLines(c(paste(colnames(result), collapse = ","), apply(text, 1, paste, collapse = ",")), arguments[2])
