"""Features of molecules by Python's RDKit: rdkit_answers.py SMILES ANSWERS

One SMILES per line. The answers are row,feature,value for every value other than 0; "unreadable" stands for a molecule.
Where RDKit also has an implementation in Python, that one answers, except for Chi3 and Chi4: there it counts no paths
around small rings, as its documentation says.
"""
import csv
import math
import sys

from rdkit import Chem, RDLogger
from rdkit.Chem import AllChem, Crippen, Descriptors, GraphDescriptors, MACCSkeys, MolSurf, rdFingerprintGenerator
from rdkit.Chem import rdMolDescriptors as C

MORGAN = ((2, 2048), (3, 512), (0, 16))  # radius, bits

IN_PYTHON = {
    "TPSA": MolSurf._pyTPSA,
    "LabuteASA": MolSurf.pyLabuteASA,
    "HallKierAlpha": GraphDescriptors._pyHallKierAlpha,
    "Kappa1": GraphDescriptors._pyKappa1,
    "Kappa2": GraphDescriptors._pyKappa2,
    "Kappa3": GraphDescriptors._pyKappa3,
    "Chi0v": GraphDescriptors._pyChi0v,
    "Chi1v": GraphDescriptors._pyChi1v,
    "Chi2v": GraphDescriptors._pyChi2v,
    "Chi0n": GraphDescriptors._pyChi0n,
    "Chi1n": GraphDescriptors._pyChi1n,
    "Chi2n": GraphDescriptors._pyChi2n,
    "FormalCharge": lambda m: sum(atom.GetFormalCharge() for atom in m.GetAtoms()),
    "NumHeteroatoms": lambda m: sum(atom.GetAtomicNum() not in (1, 6) for atom in m.GetAtoms()),
    "Phi": lambda m: GraphDescriptors._pyKappa1(m) * GraphDescriptors._pyKappa2(m) / (m.GetNumHeavyAtoms() or math.inf),
}
WITHOUT_PYTHON = """MolWt ExactMolWt HeavyAtomMolWt HeavyAtomCount FractionCSP3 NumRadicalElectrons NHOHCount NOCount
NumHDonors NumHAcceptors NumRotatableBonds RingCount NumAromaticRings NumAliphaticRings NumSaturatedRings
NumAromaticHeterocycles NumAliphaticHeterocycles NumSaturatedHeterocycles NumAromaticCarbocycles
NumAliphaticCarbocycles NumSaturatedCarbocycles MolLogP MolMR Chi3v Chi4v Chi3n Chi4n""".split()
CALCULATED = "NumAmideBonds NumHeterocycles NumSpiroAtoms NumBridgeheadAtoms".split()


def descriptors(molecule):
    functions = {name: getattr(Descriptors, name) for name in WITHOUT_PYTHON}
    functions.update({name: getattr(C, "Calc" + name) for name in CALCULATED})
    functions.update(IN_PYTHON)
    for name, function in functions.items():
        yield name, float(function(molecule))


def morgan(molecule, radius, bits):
    old = AllChem.GetHashedMorganFingerprint(molecule, radius, nBits=bits).GetNonzeroElements()
    new = rdFingerprintGenerator.GetMorganGenerator(radius=radius, fpSize=bits).GetCountFingerprint(molecule)
    assert old == new.GetNonzeroElements()
    for bit, count in old.items():
        yield f"morgan:{radius}:{bits} morgan_{bit}", count


def answers(molecule):
    for radius, bits in MORGAN:
        yield from morgan(molecule, radius, bits)
    for key in MACCSkeys._pyGenMACCSKeys(molecule).GetOnBits():
        yield f"maccs_{key}", 1
    yield from descriptors(molecule)


def main():
    RDLogger.DisableLog("rdApp.*")
    with open(sys.argv[1]) as lines, open(sys.argv[2], "w", newline="") as out:
        writer = csv.writer(out)
        writer.writerow(["row", "feature", "value"])
        for row, line in enumerate(lines):
            molecule = Chem.MolFromSmiles(line.strip())
            if molecule is None or molecule.GetNumAtoms() == 0:
                writer.writerow([row, "unreadable", 1])
                continue
            for name, value in answers(molecule):
                if value != 0:
                    writer.writerow([row, name, repr(value) if math.isfinite(value) else "nan"])


main()
