"""Each item has its proof, and the proof is a test that is there."""

import ast
import tomllib
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
ITEMS = tomllib.loads((Path(__file__).parent / "asvs.toml").read_text())["item"]
WANTED = (
    "2.2.1", "2.2.2", "2.3.1", "2.3.3", "2.3.4", "2.4.1", "8.2.1", "8.2.2", "8.2.3", "8.3.1", "8.4.1", "14.2.6",
    "14.2.7", "14.3.3", "16.2.1", "16.2.2", "16.3.2", "16.4.2", "16.5.1", "16.5.2", "16.5.3",
)  # fmt: skip


@cache
def functions_of(file: str) -> frozenset[str]:
    tree = ast.parse((ROOT / file).read_text())
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def test_every_item_is_taken() -> None:
    assert tuple(ITEMS) == WANTED


@pytest.mark.parametrize("item", WANTED)
def test_its_proof_is_there(item: str) -> None:
    proof = [each.split("::") for each in ITEMS[item]["proof"]]
    assert proof
    assert [name for file, name in proof if name not in functions_of(file)] == []
    assert all(name.startswith("test_") for _, name in proof)


def test_every_test_named_by_an_item_is_its_proof() -> None:
    named = {name for name in functions_of("tests/doors/security/test_items.py") if name.startswith("test_")}
    proofs = {each.rpartition("::")[2] for item in ITEMS.values() for each in item["proof"]}
    assert named <= proofs
