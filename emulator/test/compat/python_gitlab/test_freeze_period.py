from __future__ import annotations

from typing import Any

from gitlab import Gitlab
from gitlab.exceptions import GitlabHttpError

from case import EmulatorTest, only

PATH = "/projects/1/freeze_periods"
WEEKEND = {
    "freeze_start": "0 23 * * 5",
    "freeze_end": "0 7 * * 1",
    "cron_timezone": "Europe/Berlin",
}


class FreezePeriodTest(EmulatorTest):
    """freeze periods, which python-gitlab supports only by plain requests"""

    def make(self, client: Gitlab | None = None, **fields: Any) -> dict[str, Any]:
        return (client or self.maintainer).http_post(PATH, post_data={**WEEKEND, **fields})

    def test_create(self) -> None:
        """creates a freeze period and returns all fields"""
        made = self.make()
        self.assertIsInstance(made.pop("id"), int)
        now = "2026-06-15T12:00:00.000Z"
        self.assertEqual(made, {**WEEKEND, "created_at": now, "updated_at": now})

    def test_get(self) -> None:
        """reads a freeze period by its id"""
        made = self.make()
        self.assertEqual(self.maintainer.http_get(f"{PATH}/{made['id']}"), made)

    def test_list(self) -> None:
        """lists the oldest first, in pages"""
        made = []
        for _ in range(3):
            made.append(self.make())
            self.advance(60)
        self.assertEqual(self.maintainer.http_list(PATH, get_all=True), made)
        pages = self.maintainer.http_list(PATH, iterator=True, per_page=2)
        self.assertEqual((pages.total, pages.total_pages), (3, 2))
        self.assertEqual(list(pages), made)

    def test_update(self) -> None:
        """changes only the sent fields of a freeze period"""
        made = self.make()
        self.advance(60)
        changed = self.maintainer.http_put(
            f"{PATH}/{made['id']}", post_data={"freeze_end": "0 8 * * 1"}
        )
        expected = {**made, "freeze_end": "0 8 * * 1", "updated_at": "2026-06-15T12:01:00.000Z"}
        self.assertEqual(changed, expected)

    def test_delete(self) -> None:
        """deletes a freeze period once"""
        made = self.make()
        path = f"{PATH}/{made['id']}"
        self.assertEqual(self.maintainer.http_delete(path).status_code, 204)
        with self.refused(404, GitlabHttpError, "404 Not found"):
            self.maintainer.http_delete(path)
        with self.refused(404, GitlabHttpError, "404 Not found"):
            self.maintainer.http_get(path)
