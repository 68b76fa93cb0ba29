"""Every package says what it is for and what it shows to others."""

import ast
from pathlib import Path

import pytest

from tests.house.tree import SRC, name_of

NAMES = 15
PACKAGES = [
    folder
    for folder in sorted({path.parent for path in SRC.rglob("*.py")})
    if "migrations" not in folder.relative_to(SRC).parts
]


def shown(module: ast.Module) -> list[str] | None:
    """The names in `__all__`, or None without one."""
    for node in module.body:
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        if any(isinstance(target, ast.Name) and target.id == "__all__" for target in targets):
            value = getattr(node, "value", None)
            return list(ast.literal_eval(value)) if value else None
    return None


@pytest.mark.parametrize("package", PACKAGES, ids=name_of)
def test_package_says_its_duty_and_its_face(package: Path) -> None:
    init = package / "__init__.py"
    assert init.is_file(), "a package without __init__.py"
    module = ast.parse(init.read_text())
    assert ast.get_docstring(module), "no docstring"
    names = shown(module)
    assert names is not None, "no explicit __all__"
    assert len(names) <= NAMES, f"shows {len(names)} names"
