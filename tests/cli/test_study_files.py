"""A bad study file, library or system is one sentence and exit code 2."""

import json
import shutil

import pytest

KEYS = {
    "sed = 3": "`sed` is not a known key (did you mean 'seed'?)",
    "seed = -1": "`seed` is -1 (a whole number); it must be greater than or equal to 0",
    "seed = true": "`seed` is True (true or false); it must be a whole number",
    "seed = 'x'": "`seed` is 'x' (text); it must be a whole number",
    "level = nan": "`level` is nan",
    "level = 1.0": "it must be less than 1",
    "time_limit = inf": "`time_limit` is inf (a number); it must be a finite number",
    "time_limit = 1e300": "it must be less than or equal to 86400",
    "measures = 'x'": "`measures` is 'x' (text); it must be a list",
    'measures = ["nDGC@10"]': 'unknown measure "nDGC@10"; did you mean "nDCG@10"?',
    'measures = ["nDCG@0"]': "the cutoff is 0",
    'measures = ["tau"]': 'measure "tau" does not suit retrieval',
    'measures = ["nowhere:M"]': "'nowhere:M' cannot be imported",
    'audits = ["leek"]': 'unknown audit "leek"',
    'audits = ["nowhere:A"]': "'nowhere:A' cannot be imported",
    "systems = 3": "`systems` is 3 (a whole number); it must be a table",
    "systems.x = 3": "`systems.x` is 3 (a whole number); it must be a table",
    'systems.x.uze = "fit"': "`systems.x.uze` is not a known key (did you mean 'use'?)",
    'systems.x.use = "ft"': "'ft' names no system (did you mean 'fit'?)",
    'systems.x = {use = "source", options = {alpha = inf}}': "options are text, finite numbers",
    'systems.x = {use = "source", options = {alhpa = 1.0}}': "takes no option 'alhpa'",
    'systems.fit.use = "fit"': "`systems.fit` is the name of a built-in",
    'systems."histogram JS".use = "fit"': "is the name of a built-in",
    'systems."source α = 0.25".use = "fit"': "is the name of a built-in",
    r'systems."a\nb".use = "fit"': r"the name 'a\nb' cannot be shown",
    'systems." ".use = "fit"': "the name ' ' cannot be shown",
    f'systems.{"x" * 1000}.use = "fit"': "use 1 to 60 printable characters",
}


@pytest.mark.parametrize("line", KEYS, ids=lambda line: line[:50])
def test_a_wrong_key_or_value_is_named(earwitness, small, tmp_path, line):
    (tmp_path / "s.toml").write_text(small(more=line))
    outcome = earwitness("run", "s.toml", "--out", "run")
    assert outcome.code == 2
    assert KEYS[line] in outcome.sentence


def test_a_wrong_key_in_a_table_names_the_keys_of_that_table(earwitness, small, tmp_path):
    (tmp_path / "s.toml").write_text(small().replace("baselines", "baslines"))
    sentence = earwitness("run", "s.toml", "--out", "run").sentence
    assert "`source.baslines` is not a known key (did you mean 'baselines'?)" in sentence
    assert "known there: queries, chosen_by" in sentence


FILES = {
    "empty": (b"", "has no key `study`"),
    "nul": (b'study = "reper\0toire"', "is not valid TOML"),
    "latin": (b'study = "\xff"', "cannot be read as a study file"),
    "binary": (bytes(range(256)) * 40, "cannot be read as a study file"),
    "syntax": (b"study = = 3", "is not valid TOML: Invalid value (at line 1"),
    "deep": (b"a = " + b"[" * 100_000, "nested too deeply"),
    "huge": (b"# comment\n" * 5_000_000, "has 50,000,000 bytes"),
    "other": (b'study = "repertore"', "`study` is 'repertore'; allowed: "),
    "list": (b'study = ["a"]', "`study` is ['a']"),
}


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_is_no_study_file(earwitness, tmp_path, name):
    content, told = FILES[name]
    (tmp_path / "s.toml").write_bytes(content)
    outcome = earwitness("run", "s.toml", "--out", "run")
    assert outcome.code == 2
    assert told in outcome.sentence


def test_a_byte_order_mark_is_no_fault(earwitness, small, tmp_path):
    (tmp_path / "s.toml").write_bytes(b"\xef\xbb\xbf" + small(more="sed = 1").encode())
    assert "`sed` is not a known key" in earwitness("run", "s.toml", "--out", "run").sentence


def test_a_file_that_is_not_there_or_is_a_folder(earwitness, tmp_path):
    missing = earwitness("run", "none.toml", "--out", "run")
    assert missing.code == 2
    assert "none.toml does not exist; `earwitness new repertoire`" in missing.sentence
    folder = earwitness("run", tmp_path, "--out", "run")
    assert folder.code == 2
    assert "Is a directory" in folder.sentence


# Libraries


def tessituragrams(path, *songs):
    rows = [
        {"composer": "C", "title": f"T{i}", "filename": f"{i}.xml", "tessituragram": song}
        for i, song in enumerate(songs)
    ]
    path.write_text(json.dumps({"songs": rows}))


def bad_libraries(folder, small_library):
    tessituragrams(folder / "one.json", {"60": 1, "62": 2})
    tessituragrams(folder / "none.json")
    text = json.dumps({"songs": [{"filename": "a", "tessituragram": {"60": 1}}] * 2})
    (folder / "twice.json").write_text(text)
    (folder / "cut.json").write_text(text[:40])
    (folder / "noise.json").write_bytes(bytes(range(256)))
    (folder / "lists.json").write_text('{"songs": [[]]}')
    (folder / "damaged").mkdir()
    whole = (small_library / "written.json.gz").read_bytes()
    (folder / "damaged" / "written.json.gz").write_bytes(whole[: len(whole) // 2])
    (folder / "empty").mkdir()


LIBRARIES = {
    "one.json": "",
    "none.json": "holds no song",
    "twice.json": "has two songs with the filename 'a'",
    "cut.json": "is not valid JSON",
    "noise.json": "is not in UTF-8",
    "lists.json": "song 1 is not an object",
    "damaged": "is damaged",
    "empty": "it holds no MusicXML or MIDI file",
    "nowhere": "does not exist",
}


@pytest.mark.parametrize("protocol", ["source", "sound"])
@pytest.mark.parametrize("library", LIBRARIES)
def test_a_library_that_cannot_be_used(
    earwitness, small, small_library, tmp_path, library, protocol
):
    bad_libraries(tmp_path, small_library)
    (tmp_path / "s.toml").write_text(small(protocol, library=library))
    outcome = earwitness("run", "s.toml", "--out", "run")
    assert outcome.code == 2
    assert LIBRARIES[library] in outcome.sentence


# Systems

MODULE = """
import threading
def nothing(): return []
def fine(query, songs): return [song.id for song in songs]
anonymous = lambda query: []
thing = 3
class Mute: pass
class Needs:
    def __init__(self, foo): pass
    def answer(self, query, rng): return []
class Raises:
    def __init__(self, songs): raise RuntimeError("first line\\nsecond line")
class OneArgument:
    def answer(self, query): return []
class Locked:
    def __init__(self): self.lock = threading.Lock()
    def answer(self, query, rng): return []
class Open(Locked):
    def __init__(self): self.file = open(__file__)
class Measure:
    from earwitness.domain import MeasureInfo
    info = MeasureInfo("mine", "Mine", "higher", 0, 1, 0, "x")
    def score(self, answer, truth): raise RuntimeError("I cannot count")
class Audit:
    name = "mine"
    def examine(self, evidence): return None
"""
SYSTEMS = {
    "own:nothing": "takes no query",
    "own:anonymous": "cannot be sent to a worker process",
    "own:thing": "is a int; a system is a class or a function",
    "own:Mute": "has no method answer(query, rng)",
    "own:OneArgument": "has no method answer(query, rng)",
    "own:Needs": "asks for 'foo'",
    "own:Raises": "could not be made: RuntimeError: first line second line",
    "own:Locked": "cannot pickle '_thread.lock' object; keep no open file, lock or lambda in it",
    "own:Open": "cannot pickle",
    "own:fin": "did you mean 'fine'?",
    "own:": "has no ''",
    "absent:f": "No module named 'absent'",
    "explodes:f": "RuntimeError: at import",
    "leaves:f": "SystemExit: 3",
    "broken:f": "SyntaxError",
    "math:hypot": "cannot be a system",
    "builtins:dict": "cannot be a system",
    ":f": "cannot be imported",
    "..:f": "cannot be imported",
}


@pytest.fixture
def modules(tmp_path):
    (tmp_path / "own.py").write_text(MODULE)
    (tmp_path / "explodes.py").write_text("raise RuntimeError('at import')")
    (tmp_path / "leaves.py").write_text("raise SystemExit(3)")
    (tmp_path / "broken.py").write_text("def f(:")


@pytest.fixture(autouse=True)
def _forget_modules():
    import sys

    yield
    for name in ("own", "explodes", "leaves", "broken"):
        sys.modules.pop(name, None)


@pytest.mark.parametrize("use", SYSTEMS)
@pytest.mark.usefixtures("modules")
@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_a_system_that_cannot_be_used(earwitness, small, tmp_path, use):
    (tmp_path / "s.toml").write_text(small(more=f'systems.mine.use = "{use}"'))
    outcome = earwitness("run", "s.toml", "--out", "run")
    assert outcome.code == 2
    assert SYSTEMS[use] in outcome.sentence


@pytest.mark.usefixtures("modules")
@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('measures = ["own:Measure"]', "own:Measure failed: RuntimeError: I cannot count (own.py:"),
        ('audits = ["own:Audit"]', "own:Audit failed: TypeError"),
    ],
    ids=["measure", "audit"],
)
def test_a_measure_or_audit_of_ones_own_that_fails(earwitness, small, tmp_path, line, told):
    (tmp_path / "s.toml").write_text(small(more=line))
    outcome = earwitness("run", "s.toml", "--out", "run")
    assert outcome.code == 2
    assert told in outcome.sentence


def test_where_to_write_is_a_file_or_below_one_or_holds_other_things(earwitness, small, tmp_path):
    (tmp_path / "s.toml").write_text(small())
    (tmp_path / "file").write_text("thesis")
    on_file = earwitness("run", "s.toml", "--out", "file")
    assert (on_file.code, "Traceback" in on_file.err) == (2, False)
    below = earwitness("run", "s.toml", "--out", "file/run")
    assert below.code == 1
    assert "a part of its path is a file" in below.sentence
    (tmp_path / "other").mkdir()
    shutil.move(tmp_path / "file", tmp_path / "other" / "thesis")
    full = earwitness("run", "s.toml", "--out", "other")
    assert full.code == 2
    assert "is not empty and holds no run" in full.sentence
    assert (tmp_path / "other" / "thesis").read_text() == "thesis"
