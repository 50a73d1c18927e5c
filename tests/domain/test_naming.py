import sys

import pytest

from earwitness.domain.naming import named, named_class, nearest
from earwitness.errors import StudyError


def test_the_nearest_spelling_is_offered_where_one_is_near():
    assert nearest("sorce", ["source", "fit"]) == " (did you mean 'source'?)"
    assert nearest("zzz", ["source", "fit"]) == ""


def test_a_name_is_what_it_names():
    assert named("collections:Counter").__name__ == "Counter"
    with pytest.raises(StudyError, match="is a builtin_function_or_method and not a class"):
        named_class("math:sqrt")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("raise RuntimeError('no')", "RuntimeError: no"),
        ("raise SystemExit(3)", "SystemExit: 3"),
        ("import not_installed_anywhere", "No module named 'not_installed_anywhere'"),
        ("def f(:", "SyntaxError"),
        ("Thing = 1", r"has no 'Thnig' \(did you mean 'Thing'\?\)"),
    ],
)
def test_a_module_that_does_not_hold_it_is_told_in_words(tmp_path, monkeypatch, text, told):
    (tmp_path / "odd_module.py").write_text(text)
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    monkeypatch.delitem(sys.modules, "odd_module", raising=False)
    with pytest.raises(StudyError, match=told):
        named("odd_module:Thnig")
    sys.modules.pop("odd_module", None)
