from __future__ import annotations

from typing import Any

from gitlab import Gitlab
from gitlab.exceptions import GitlabAuthenticationError, GitlabHttpError
from gitlab.v4 import objects

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

    def test_unknown(self) -> None:
        """has no objects for freeze periods in python-gitlab 8.6.0"""
        self.assertFalse([name for name in dir(objects) if "freeze" in name.lower()])

    def test_create(self) -> None:
        """creates a freeze period and returns all fields"""
        made = self.make()
        self.assertIsInstance(made.pop("id"), int)
        now = "2026-06-15T12:00:00.000Z"
        self.assertEqual(made, {**WEEKEND, "created_at": now, "updated_at": now})

    @only("spec")
    def test_zone_by_default(self) -> None:
        """uses UTC as the default time zone"""
        made = self.maintainer.http_post(
            PATH, post_data={"freeze_start": "0 23 * * 5", "freeze_end": "0 7 * * 1"}
        )
        self.assertEqual(made["cron_timezone"], "UTC")

    @only("gitlab")
    def test_zone_required(self) -> None:
        """refuses a freeze period without a time zone"""
        with self.refused(400, GitlabHttpError, {"cron_timezone": ["can't be blank"]}):
            self.maintainer.http_post(
                PATH, post_data={"freeze_start": "0 23 * * 5", "freeze_end": "0 7 * * 1"}
            )

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

    def test_twins(self) -> None:
        """accepts two identical freeze periods"""
        self.assertNotEqual(self.make()["id"], self.make()["id"])

    def test_update(self) -> None:
        """changes only the sent fields of a freeze period"""
        made = self.make()
        self.advance(60)
        changed = self.maintainer.http_put(
            f"{PATH}/{made['id']}", post_data={"freeze_end": "0 8 * * 1"}
        )
        expected = {**made, "freeze_end": "0 8 * * 1", "updated_at": "2026-06-15T12:01:00.000Z"}
        self.assertEqual(changed, expected)

    def test_empty_update(self) -> None:
        """does not change a freeze period if nothing is sent"""
        made = self.make()
        self.advance(60)
        self.assertEqual(self.maintainer.http_put(f"{PATH}/{made['id']}"), made)

    def test_zone_of_nothing(self) -> None:
        """refuses to remove a time zone"""
        path = f"{PATH}/{self.make()['id']}"
        with self.refused(400, GitlabHttpError, {"cron_timezone": ["can't be blank"]}):
            self.maintainer.http_put(path, post_data={"cron_timezone": None})

    def test_delete(self) -> None:
        """deletes a freeze period once"""
        made = self.make()
        path = f"{PATH}/{made['id']}"
        self.assertEqual(self.maintainer.http_delete(path).status_code, 204)
        with self.refused(404, GitlabHttpError, "404 Not found"):
            self.maintainer.http_delete(path)
        with self.refused(404, GitlabHttpError, "404 Not found"):
            self.maintainer.http_get(path)

    def test_blanks(self) -> None:
        """removes surrounding blanks from cron expressions"""
        self.assertEqual(self.make(freeze_start=" 0 23 * * fri ")["freeze_start"], "0 23 * * fri")

    def test_bad_values(self) -> None:
        """names the invalid attribute"""
        with self.refused(400, GitlabHttpError, {"freeze_end": ["syntax is invalid"]}):
            self.make(freeze_end="0 0 0 * *")
        with self.refused(400, GitlabHttpError, {"cron_timezone": ["syntax is invalid"]}):
            self.make(cron_timezone="Europe/Nowhere")

    def test_rails_zone(self) -> None:
        """accepts the time zone names of Rails"""
        self.assertEqual(
            self.make(cron_timezone="Eastern Time (US & Canada)")["cron_timezone"],
            "Eastern Time (US & Canada)",
        )

    def test_missing(self) -> None:
        """names all parameters that are missing"""
        with self.refused(400, GitlabHttpError, "freeze_start is missing, freeze_end is missing"):
            self.maintainer.http_post(PATH)

    def test_bad_number(self) -> None:
        """refuses an id that is not an integer"""
        with self.refused(400, GitlabHttpError, "freeze_period_id is invalid"):
            self.maintainer.http_get(f"{PATH}/first")

    def test_of_another_project(self) -> None:
        """does not find the freeze period of another project"""
        made = self.make()
        with self.refused(404, GitlabHttpError, "404 Not found"):
            self.maintainer.http_get(f"/projects/2/freeze_periods/{made['id']}")

    def test_roles(self) -> None:
        """lets reporters read and maintainers write"""
        made = self.make()
        self.assertEqual(self.user("reporter").http_list(PATH), [made])
        with self.refused(403, GitlabHttpError, "403 Forbidden"):
            self.user("guest").http_list(PATH)
        with self.refused(403, GitlabHttpError, "403 Forbidden"):
            self.make(self.user("developer"))
        with self.refused(401, GitlabAuthenticationError, "401 Unauthorized"):
            self.anonymous.http_list(PATH)
