"""Files, molecules and photographs read by pauc and by its peers: the rows of `compare.py data`."""
import os
import re
import sys
import tempfile

import numpy as np

from measuring import ROOT, all_of, ours, row, timed


def data(quick):
    rows, columns = 400_000, 10
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/numbers.csv"
        numbers = np.random.default_rng(7).normal(size=(rows, columns))
        with open(path, "w") as file:
            file.write(",".join(f"c{c}" for c in range(columns)) + "\n")
            file.writelines(",".join(map(repr, line)) + "\n" for line in numbers.tolist())
        measured = ours("bench_data", "csv", 5 if quick else 15, {"PAUC_BENCHMARK_CSV": path})
        print(f"csv: {rows * columns / measured[0] / 1e6:.1f} million numbers of 17 digits a second, "
              f"{os.path.getsize(path) / measured[0] / 1e6:.0f} MB a second", file=sys.stderr)
        yield row("csv", f"{rows}x{columns}", measured, "numpy.loadtxt",
                  timed(lambda: np.loadtxt(path, delimiter=",", skiprows=1), 1 if quick else 3))
        seconds, memory = ours("bench_data", "table", 1, {"PAUC_BENCHMARK_CSV": path})
        flat = rows * (columns - 1) * 4 / 1e6
        print(f"table: memory while loading is {memory / flat:.2f} times the flat arrays ({flat:.1f} MB)",
              file=sys.stderr)
        yield row("table", f"{rows}x{columns}", (seconds, memory), None, None)
    yield from smiles(quick)
    yield from jpeg(quick)


ATOM_LISTS = [range(1, 119), ["CHI_UNSPECIFIED", "CHI_TETRAHEDRAL_CW", "CHI_TETRAHEDRAL_CCW", "CHI_OTHER"], range(11),
              range(-5, 6), range(9), range(5), ["SP", "SP2", "SP3", "SP3D", "SP3D2"], [False, True], [False, True]]
BOND_LISTS = [["SINGLE", "DOUBLE", "TRIPLE", "AROMATIC"],
              ["STEREONONE", "STEREOZ", "STEREOE", "STEREOCIS", "STEREOTRANS", "STEREOANY"], [False, True]]


def places(values, lists):
    return [known.index(value) if value in known else len(known) for value, known in zip(values, lists)]


def graph(molecule):
    """A molecule as OGB's smiles2graph has it, by RDKit in Python."""
    atoms = [places([atom.GetAtomicNum(), str(atom.GetChiralTag()), atom.GetTotalDegree(), atom.GetFormalCharge(),
                     atom.GetTotalNumHs(), atom.GetNumRadicalElectrons(), str(atom.GetHybridization()),
                     atom.GetIsAromatic(), atom.IsInRing()], ATOM_LISTS) for atom in molecule.GetAtoms()]
    bonds = [(bond.GetBeginAtomIdx(), bond.GetEndAtomIdx(),
              places([str(bond.GetBondType()), str(bond.GetStereo()), bond.GetIsConjugated()], BOND_LISTS))
             for bond in molecule.GetBonds()]
    return np.array(atoms, np.uint8), bonds


def described():
    """Features of a molecule by RDKit in Python, as the option features_from names them."""
    from rdkit import Chem, RDLogger
    from rdkit.Chem import AllChem, Descriptors, MACCSkeys, rdMolDescriptors
    RDLogger.DisableLog("rdApp.*")
    names = re.findall(r'"(\w+)"', (ROOT / "src/pauc/data/molecule/descriptor_names.h").read_text())
    functions = [getattr(Descriptors, name, None) or getattr(rdMolDescriptors, "Calc" + name, Chem.GetFormalCharge)
                 for name in names]
    of = Chem.MolFromSmiles
    return {"morgan": lambda s: AllChem.GetHashedMorganFingerprint(of(s), 2, 2048).GetNonzeroElements(),
            "descriptors": lambda s: [function(molecule) for molecule in [of(s)] for function in functions],
            "maccs": lambda s: list(MACCSkeys.GenMACCSKeys(of(s)).GetOnBits())}


def standardised():
    """Graphs and fingerprints of molecules in standard form, by RDKit's MolStandardize in Python."""
    from rdkit import Chem
    from rdkit.Chem import AllChem
    from rdkit.Chem.MolStandardize import rdMolStandardize
    fragments, charges = rdMolStandardize.LargestFragmentChooser(), rdMolStandardize.Uncharger()

    def standard(line):
        return charges.uncharge(fragments.choose(Chem.MolFromSmiles(line)))

    return {"graphs": lambda s: graph(Chem.MolFromSmiles(s)), "standard_graphs": lambda s: graph(standard(s)),
            "standard_morgan":
                lambda s: AllChem.GetHashedMorganFingerprint(standard(s), 2, 2048).GetNonzeroElements()}


def smiles(quick):
    lines = [line.split()[0] for line in open("/usr/share/RDKit/Contrib/FreeWilson/data/CHEMBL2321810.smi")]
    with tempfile.NamedTemporaryFile("w") as file:
        file.write("\n".join(lines) + "\n")
        file.flush()
        found = all_of("bench_data", "smiles", 3 if quick else 9, 0, {"PAUC_BENCHMARK_SMILES": file.name})
    for kind, peer in {**standardised(), **described()}.items():
        measured = found[("smiles", kind)]
        print(f"smiles: {len(lines) / measured[0]:.0f} molecules a second, {kind}", file=sys.stderr)
        yield row("smiles" if kind == "graphs" else "smiles, " + kind, len(lines), measured, "rdkit in Python",
                  timed(lambda: [peer(line) for line in lines], 1 if quick else 3))


def photographs(folder, count, width=600, height=450):
    """Smooth colours with some grain, so that they are as large as dermoscopy's: some 60 kB each."""
    from PIL import Image
    random = np.random.default_rng(3)
    for k in range(count):
        smooth = np.asarray(
            Image.fromarray(random.integers(0, 256, (12, 16, 3), np.uint8)).resize((width, height), Image.BICUBIC))
        grain = random.normal(0, 6, smooth.shape)
        Image.fromarray(np.clip(smooth + grain, 0, 255).astype(np.uint8)).save(f"{folder}/{k}.jpg", quality=90)


def jpeg(quick):
    from PIL import Image
    count = 40 if quick else 120
    with tempfile.TemporaryDirectory() as folder:
        photographs(folder, count)
        found = all_of("bench_data", "jpeg", 5 if quick else 15, 0.2, {"PAUC_BENCHMARK_IMAGES": folder})
        seconds = {size: measured for (_, size), measured in found.items()}
        files = [f"{folder}/{k}.jpg" for k in range(count)]

        def small(path):
            image = Image.open(path)
            image.draft("RGB", (64, 64))
            return np.asarray(image.resize((64, 64), Image.BILINEAR))

        print(f"jpeg of 600 x 450: {count / seconds['0'][0]:.0f} a second as they are, "
              f"{count / seconds['64'][0]:.0f} as 64 x 64", file=sys.stderr)
        yield row("jpeg", "450x600", seconds["0"], "Pillow",
                  timed(lambda: [np.asarray(Image.open(path)) for path in files], 1 if quick else 3))
        yield row("jpeg", "64x64", seconds["64"], "Pillow, draft mode",
                  timed(lambda: [small(path) for path in files], 1 if quick else 3))
