"""The base of all tests: an emulator in its initial state, and clients for it."""

from __future__ import annotations

import os
import unittest
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, TypeVar

import gitlab
import requests
from gitlab.base import RESTObject
from gitlab.exceptions import GitlabError
from gitlab.v4.objects import Project

URL = os.environ.get("EMULATOR_URL", "")
FLAVOR = os.environ.get("EMULATOR_FLAVOR", "")

#: The time at the start of each test.
NOW = "2026-06-15T12:00:00.000Z"

Test = TypeVar("Test", bound=Callable[..., None])


def only(flavor: str) -> Callable[[Test], Test]:
    """Marks a test of one flavor of the emulator."""
    if flavor not in ("spec", "gitlab"):
        raise ValueError(f"unknown flavor {flavor}")

    def mark(test: Test) -> Test:
        setattr(test, "flavor", flavor)
        return test

    return mark


class EmulatorTest(unittest.TestCase):
    """Starts each test with the seed world; all requests to the API are sent by python-gitlab."""

    maxDiff = None
    spec = FLAVOR == "spec"

    def setUp(self) -> None:
        control("PUT", "/-/state", first_state())
        control("POST", "/-/clock", {"now": NOW})
        self.anonymous = self.connect()
        self.maintainer = self.user("maintainer")
        self.web = project(self.maintainer, 1)

    def user(self, name: str) -> gitlab.Gitlab:
        """A client with the token of a user (`developer`) or a special token (`readonly`)."""
        return self.connect(private_token=f"emulator-{name}")

    def connect(self, **settings: Any) -> gitlab.Gitlab:
        """A client that does not use the environment, for example its proxy."""
        session = requests.Session()
        session.trust_env = False
        self.addCleanup(session.close)
        return gitlab.Gitlab(URL, timeout=10, session=session, **settings)

    def advance(self, seconds: int) -> None:
        """Lets the emulator's time pass."""
        control("POST", "/-/clock", {"advanceSeconds": seconds})

    def patch(self, collection: str, number: int, **changes: Any) -> None:
        """Changes a record of the emulator's state, as no request could."""
        state = control("GET", "/-/state")
        records = state["collections"][collection]["records"]
        next(record for record in records if record["id"] == number).update(changes)
        control("PUT", "/-/state", state)

    def assert_has(self, thing: RESTObject | dict[str, Any], names: set[str]) -> None:
        """Expects these fields, and minds no others."""
        fields = thing if isinstance(thing, dict) else thing.asdict()
        self.assertEqual(names - set(fields), set(), "some fields are missing")

    @contextmanager
    def refused(
        self, status: int, error: type[GitlabError], message: Any = None
    ) -> Iterator[None]:
        """Expects an error with this status, and with this message when one is given."""
        with self.assertRaises(error) as caught:
            yield
        self.assertEqual(caught.exception.response_code, status, caught.exception)
        if message is not None:
            self.assertEqual(caught.exception.error_message, message)


def project(client: gitlab.Gitlab, name: int | str) -> Project:
    """A project without a request for it."""
    return client.projects.get(name, lazy=True)


def words(text: str) -> set[str]:
    """The words of a string, such as the names of an object's fields."""
    return set(text.split())


@cache
def first_state() -> Any:
    """The state of the emulator before the first test."""
    return control("GET", "/-/state")


@cache
def control_session() -> requests.Session:
    """One connection for all control requests, of which each test sends several."""
    session = requests.Session()
    session.trust_env = False
    return session


def control(method: str, path: str, body: Any = None) -> Any:
    """A request to the control endpoints of the emulator."""
    response = control_session().request(method, f"{URL}{path}", json=body, timeout=10)
    response.raise_for_status()
    return response.json() if response.content else None
