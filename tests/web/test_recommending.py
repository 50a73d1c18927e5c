"""The endpoint, asked over HTTP on a real server."""

import socket
import threading
import time

import httpx
import numpy as np
import pytest
import uvicorn

from earwitness.catalogue import Tracks
from earwitness.domain import Answer
from earwitness.web.recommending import create_app

TRACKS = Tracks(
    ids=["7", "8", "9"],
    titles=["Rocket", "Palette", "<b>Bold</b>"],
    artist=np.array([0, 1, -1], np.int32),
    artists=["Jannabi", "IU"],
    genre=np.array([0, 0, -1], np.int32),
    genres=["GN0600"],
    genre_names=["rock"],
    issued=np.array([20140401, 20170421, 0], np.int32),
)


class Others:
    """All tracks but the seed."""

    def answer(self, query, rng):
        items = [t for t in TRACKS.ids if t not in query["seeds"]][: query["k"]]
        return Answer(tuple(items), tuple(1.0 / (i + 1) for i in range(len(items))))


@pytest.fixture(scope="module")
def client():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    config = uvicorn.Config(
        create_app({"others": Others()}, TRACKS), port=port, log_level="error", ws="none"
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    with httpx.Client(base_url=f"http://127.0.0.1:{port}") as client:
        yield client
    server.should_exit = True
    thread.join()


def test_a_seed_is_answered_with_a_list(client):
    reply = client.get("/api/recommend", params={"system": "others", "seed": "7", "k": 2})
    assert reply.status_code == 200
    found = reply.json()
    assert found["seed"] == {
        "id": "7",
        "title": "Rocket",
        "artist": "Jannabi",
        "genre": "rock",
        "year": 2014,
    }
    assert [(p["rank"], p["track"]["id"], p["score"]) for p in found["items"]] == [
        (1, "8", 1.0),
        (2, "9", 0.5),
    ]
    assert found["items"][1]["track"]["artist"] is None


@pytest.mark.parametrize(
    ("params", "status", "message"),
    [
        ({"system": "nobody", "seed": "7"}, 404, "there is no system 'nobody'"),
        ({"system": "others", "seed": "1"}, 404, "there is no track '1'"),
        ({"system": "others", "seed": "7", "k": 0}, 422, "greater than or equal to 1"),
        ({"system": "others", "seed": "7", "k": 10**9}, 422, "less than or equal to 200"),
        ({"system": "others"}, 422, "Field required"),
    ],
)
def test_a_bad_request_is_refused_in_words(client, params, status, message):
    reply = client.get("/api/recommend", params=params)
    assert reply.status_code == status
    assert message in reply.text


def test_tracks_are_found_by_title_or_artist(client):
    assert [t["id"] for t in client.get("/api/tracks", params={"text": "iu"}).json()] == ["8"]
    assert [t["id"] for t in client.get("/api/tracks", params={"text": "BOLD"}).json()] == ["9"]
    assert client.get("/api/tracks", params={"text": ""}).status_code == 422


def test_the_interface_describes_itself_and_loads_nothing_from_elsewhere(client):
    paths = client.get("/openapi.json").json()["paths"]
    assert {"/api/recommend", "/api/systems", "/api/tracks"} <= set(paths)
    assert client.get("/docs").status_code == 404
