"""Runs the tests against the emulator at EMULATOR_URL, or lists them with --list.

EMULATOR_FLAVOR is its flavor. Prints a line of JSON for each test.
"""

from __future__ import annotations

import json
import sys
import unittest
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from case import FLAVOR


def main() -> int:
    loader = unittest.TestLoader()
    tests = list(flatten(loader.discover(str(Path(__file__).parent))))
    if loader.errors:
        print("\n".join(loader.errors), file=sys.stderr)
        return 2
    if "--list" in sys.argv[1:]:
        for test in tests:
            report(describe(test))
        return 0
    # A warning of python-gitlab means an unexpected response of the emulator.
    warnings.simplefilter("error", UserWarning)
    result = Reporter()
    unittest.TestSuite(test for test in tests if flavor_of(test) in (None, FLAVOR)).run(result)
    return 0 if result.wasSuccessful() else 1


class Reporter(unittest.TestResult):
    """Reports each test when it ends."""

    def addSuccess(self, test: unittest.TestCase) -> None:
        super().addSuccess(test)
        report({"id": test.id(), "passed": True, "output": ""})

    def addFailure(self, test: unittest.TestCase, err: Any) -> None:
        super().addFailure(test, err)
        report({"id": test.id(), "passed": False, "output": self.failures[-1][1]})

    def addError(self, test: unittest.TestCase, err: Any) -> None:
        super().addError(test, err)
        report({"id": test.id(), "passed": False, "output": self.errors[-1][1]})


def flatten(suite: unittest.TestSuite) -> Iterator[unittest.TestCase]:
    for one in suite:
        if isinstance(one, unittest.TestSuite):
            yield from flatten(one)
        else:
            yield one


def describe(test: unittest.TestCase) -> dict[str, Any]:
    title = test.shortDescription()
    about = type(test).__doc__
    if not title or not about:
        raise ValueError(f"{test.id()} has no docstring to be its title, or its class has none")
    return {"id": test.id(), "about": about, "title": title, "flavor": flavor_of(test)}


def flavor_of(test: unittest.TestCase) -> str | None:
    """The only flavor of the test; None for both."""
    return getattr(getattr(test, test.id().rpartition(".")[2]), "flavor", None)


def report(fact: dict[str, Any]) -> None:
    print(json.dumps(fact), flush=True)


if __name__ == "__main__":
    sys.exit(main())
