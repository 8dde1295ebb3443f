from __future__ import annotations

from typing import Any

from gitlab.exceptions import (
    GitlabCreateError,
    GitlabGetError,
    GitlabHeadError,
    GitlabHttpError,
    GitlabListError,
    RedirectError,
)

from case import EmulatorTest, only, project


class ProjectTest(EmulatorTest):
    """projects"""

    def ids(self, **filters: Any) -> list[int]:
        return sorted(one.id for one in self.maintainer.projects.list(get_all=True, **filters))

    def test_get(self) -> None:
        """finds a project by id and by path in any case"""
        for name in (1, "1", "acme/web", "Acme/Web"):
            found = self.maintainer.projects.get(name)
            self.assertEqual(
                (found.id, found.path_with_namespace, found.default_branch),
                (1, "acme/web", "main"),
            )
        infra = self.maintainer.projects.get("acme/platform/infra")
        self.assertEqual((infra.id, infra.name_with_namespace), (3, "Acme / Platform / Infra"))
        self.assertEqual(
            (infra.namespace["id"], infra.namespace["full_path"]), (11, "acme/platform")
        )

    def test_head(self) -> None:
        """responds to HEAD requests without a body"""
        headers = self.maintainer.projects.head(1)
        self.assertEqual(headers["Content-Type"], "application/json")
        self.assertIn("X-Request-Id", headers)

    def test_not_there(self) -> None:
        """responds with 404 for missing and hidden projects, and incomplete paths"""
        for name in (99, "acme/nowhere", "web"):
            with self.refused(404, GitlabGetError, "404 Project Not Found"):
                self.maintainer.projects.get(name)
        with self.refused(404, GitlabGetError, "404 Project Not Found"):
            self.user("outsider").projects.get(3)

    def test_no_route(self) -> None:
        """responds with 404 for a path that is not encoded"""
        with self.refused(404, GitlabHttpError, "404 Not Found"):
            self.maintainer.http_get("/projects/acme/web")

    def test_moved(self) -> None:
        """redirects reading requests to the new path of a project"""
        self.assertEqual(self.maintainer.projects.get("acme/old-name").id, 1)
        self.web.labels.create({"name": "bug", "color": "red"})
        moved = project(self.maintainer, "acme/old-name")
        self.assertEqual([label.name for label in moved.labels.list(search="bug")], ["bug"])

    @only("spec")
    def test_writers_sent_on(self) -> None:
        """redirects writing requests, which python-gitlab reports as an error"""
        with self.assertRaisesRegex(RedirectError, "301 .*/api/v4/projects/1/triggers"):
            project(self.maintainer, "acme/old-name").triggers.create({"description": "nightly"})
        self.assertEqual(self.web.triggers.list(), [])

    @only("gitlab")
    def test_writers_turned_away(self) -> None:
        """refuses writing and HEAD requests at the former path of a project"""
        message = "Non GET methods are not allowed for moved projects"
        with self.refused(405, GitlabCreateError, message):
            project(self.maintainer, "acme/old-name").triggers.create({"description": "nightly"})
        with self.refused(405, GitlabHeadError):
            self.maintainer.projects.head("acme/old-name")

    def test_list(self) -> None:
        """lists the projects that the caller can see"""
        self.assertEqual(self.ids(), [1, 2, 3])
        self.assertEqual([one.id for one in self.anonymous.projects.list()], [2])
        self.assertEqual(sorted(one.id for one in self.user("outsider").projects.list()), [1, 2])

    def test_filters(self) -> None:
        """filters projects"""
        self.assertEqual(self.ids(visibility="private"), [3])
        self.assertEqual(self.ids(search="inf"), [3])
        self.assertEqual(self.ids(membership=True), [1, 2, 3])
        self.assertEqual(self.ids(owned=True), [])
        self.assertEqual(self.ids(min_access_level=50), [])
        self.assertEqual(self.ids(archived=True), [])

    def test_storage(self) -> None:
        """filters projects by storage only for administrators"""
        self.assertEqual(self.user("root").projects.list(repository_storage="fast"), [])
        self.assertEqual(self.ids(repository_storage="fast"), [1, 2, 3])

    def test_pages(self) -> None:
        """lists projects with offset pagination"""
        found = self.maintainer.projects.list(iterator=True, per_page=2, order_by="id", sort="asc")
        self.assertEqual(
            (found.total, found.total_pages, found.current_page, found.next_page), (3, 2, 1, 2)
        )
        self.assertEqual([one.id for one in found], [1, 2, 3])

    def test_keyset(self) -> None:
        """lists projects by id with keyset pagination, without totals"""
        for sort, expected in {"asc": [1, 2, 3], "desc": [3, 2, 1]}.items():
            found = self.maintainer.projects.list(
                iterator=True, pagination="keyset", order_by="id", sort=sort, per_page=1
            )
            self.assertEqual((found.total, len(found), found.next_page), (None, 0, None))
            self.assertEqual([one.id for one in found], expected)

    def test_keyset_for_all(self) -> None:
        """supports a client that always requests keyset pagination"""
        client = self.connect(
            private_token="emulator-maintainer", pagination="keyset", order_by="id", per_page=1
        )
        self.assertEqual(
            [one.id for one in client.projects.list(iterator=True, sort="asc")], [1, 2, 3]
        )
        pipelines = client.projects.get(1).pipelines.list(iterator=True)
        self.assertEqual([one.id for one in pipelines], [1003, 1002, 1001])

    @only("spec")
    def test_keyset_without_order(self) -> None:
        """requires the direction of keyset pagination"""
        with self.refused(400, GitlabListError, "sort is missing"):
            self.maintainer.projects.list(pagination="keyset", order_by="id")

    @only("gitlab")
    def test_keyset_downwards(self) -> None:
        """uses descending keyset pagination by default"""
        found = self.maintainer.projects.list(
            iterator=True, pagination="keyset", order_by="id", per_page=2
        )
        self.assertEqual([one.id for one in found], [3, 2, 1])

    def test_keyset_refused(self) -> None:
        """supports keyset pagination only by id"""
        message = "Keyset pagination is not yet available for this type of request"
        with self.refused(405, GitlabListError, message):
            self.maintainer.projects.list(pagination="keyset", order_by="name", sort="asc")


class IssueTest(EmulatorTest):
    """issues"""

    def iids(self, **filters: Any) -> list[int]:
        return [issue.iid for issue in self.web.issues.list(get_all=True, **filters)]

    def test_get(self) -> None:
        """reads an issue by its number in the project"""
        issue = self.web.issues.get(2)
        self.assertEqual((issue.iid, issue.project_id, issue.state), (2, 1, "opened"))
        self.assertEqual(issue.author["username"], "developer")
        self.assertIs(issue.subscribed, False)

    def test_list(self) -> None:
        """lists the newest issues first, in pages"""
        issues = self.web.issues.list(iterator=True, per_page=2)
        self.assertEqual((issues.total, issues.total_pages), (5, 3))
        self.assertEqual([issue.iid for issue in issues], [5, 4, 3, 2, 1])

    def test_filters(self) -> None:
        """filters issues, also by an array of numbers"""
        self.assertEqual(self.iids(state="closed"), [5])
        self.assertEqual(self.iids(iids=[1, 3], sort="asc"), [1, 3])
        self.assertEqual(self.iids(search="issue 4"), [4])
        with self.refused(400, GitlabListError, "state does not have a valid value"):
            self.iids(state="lost")

    def test_not_there(self) -> None:
        """responds with 404 for a missing issue"""
        with self.refused(404, GitlabGetError, "404 Not found"):
            self.web.issues.get(99)

    def test_confidential(self) -> None:
        """hides confidential issues from guests"""
        self.patch("issues", 101, confidential=True)
        self.assertEqual(self.web.issues.get(1).confidential, True)
        with self.refused(404, GitlabGetError, "404 Not found"):
            project(self.user("guest"), 1).issues.get(1)
