"""The options that the comparisons of methods share."""
import argparse
from pathlib import Path


def parser_of(description, methods, results, seeds=5):
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pauc", type=Path, default=Path("build/release/pauc"), help="the program [%(default)s]")
    parser.add_argument("--data", type=Path, required=True, help="folder of the data files")
    parser.add_argument("--work", type=Path, required=True, help="folder for split files and runs")
    parser.add_argument("--results", type=Path, default=results, help="file of the figures [%(default)s]")
    parser.add_argument("--methods", default=methods, help="[%(default)s]")
    parser.add_argument("--seeds", type=int, default=seeds, help="how many: 0, 1, ... [%(default)s]")
    parser.add_argument("--threads", type=int, default=1, help="of each training [%(default)s]")
    parser.add_argument("--workers", type=int, default=1, help="trainings at a time [%(default)s]")
    parser.add_argument("--keep-runs", action="store_true", help="leave the run folders in --work")
    parser.add_argument("--show", action="store_true", help="only print the tables of what is recorded")
    return parser


def parse(parser, lists):
    """The arguments, with those named in `lists` split at commas; each word has to be known."""
    args = parser.parse_args()
    for name, known in lists.items():
        given = getattr(args, name).split(",")
        unknown = sorted(set(given) - set(known))
        if unknown:
            parser.error(f"--{name}: expected some of {', '.join(known)}, got {', '.join(unknown)}")
        setattr(args, name, given)
    args.pauc = args.pauc.resolve()
    args.work.mkdir(parents=True, exist_ok=True)
    return args
