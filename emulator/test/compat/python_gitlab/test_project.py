from __future__ import annotations

from typing import Any


from case import EmulatorTest, project


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

    def test_moved(self) -> None:
        """redirects reading requests to the new path of a project"""
        self.assertEqual(self.maintainer.projects.get("acme/old-name").id, 1)
        self.web.labels.create({"name": "bug", "color": "red"})
        moved = project(self.maintainer, "acme/old-name")
        self.assertEqual([label.name for label in moved.labels.list(search="bug")], ["bug"])

    def test_list(self) -> None:
        """lists the projects that the caller can see"""
        self.assertEqual(self.ids(), [1, 2, 3])
        self.assertEqual([one.id for one in self.anonymous.projects.list()], [2])
        self.assertEqual(sorted(one.id for one in self.user("outsider").projects.list()), [1, 2])

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


class IssueTest(EmulatorTest):
    """issues"""

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
