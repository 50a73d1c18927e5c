from earwitness.music.musicxml import read_musicxml


def test_endings_reach_from_their_start_to_their_stop(xml):
    close = xml.ending("1, 2", "stop", '<repeat direction="backward" times="3"/>')
    score = read_musicxml(
        xml.document(
            xml.part(
                xml.sung(),
                xml.ending("1, 2", "start") + xml.sung(),
                xml.sung() + close,
                xml.ending("3", "start") + xml.sung() + xml.ending("3", "discontinue"),
                xml.sung(),
            )
        )
    )
    assert [measure.endings for measure in score.measures] == [(), (1, 2), (1, 2), (3,), ()]
    assert [measure.plays for measure in score.measures] == [1, 1, 3, 1, 1]


def test_measures_start_where_the_longest_voice_ends(xml):
    score = read_musicxml(
        xml.document(
            xml.part(
                xml.sung("C4", 3) + xml.backup(3) + xml.note("C5", 1),
                "<forward><duration>1</duration></forward>" + xml.sung("D4", 2),
            )
        )
    )
    assert [measure.start for measure in score.measures] == [0, 3]
    assert [note.start for note in score.lines[0].notes] == [0, 0, 4]


def test_a_backup_never_leaves_its_measure(xml):
    score = read_musicxml(xml.document(xml.part(xml.sung(), xml.backup(5) + xml.sung())))
    assert [note.start for note in score.lines[0].notes] == [0, 1]


def test_the_set_is_the_work_of_a_movement(xml):
    head = "<work><work-title>Winterreise</work-title></work>"
    movement = "<movement-title>Mut</movement-title>"
    alone = read_musicxml(xml.document(xml.part(xml.sung()), head=head))
    both = read_musicxml(xml.document(xml.part(xml.sung()), head=head + movement))
    assert (alone.title, alone.set) == ("Winterreise", "")
    assert (both.title, both.set) == ("Mut", "Winterreise")


def test_kinds_of_parts_come_from_their_names_and_sounds(xml):
    document = xml.document(*[xml.part(xml.sung())] * 3, names=("Klavier", "Oboe", "Chant"))
    sound = b"<score-instrument id='i'><instrument-sound>voice.vocals</instrument-sound>"
    document = document.replace(
        b"Chant</part-name>", b"Chant</part-name>" + sound + b"</score-instrument>"
    )
    assert [line.kind for line in read_musicxml(document).lines] == ["keyboard", "", "voice"]
