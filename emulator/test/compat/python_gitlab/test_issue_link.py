from __future__ import annotations

from typing import Any

from gitlab.exceptions import GitlabDeleteError
from gitlab.v4.objects import ProjectIssue

from case import EmulatorTest, only, words

LINK = words("issue_link_id link_type link_created_at link_updated_at")
ISSUE = words(
    "id iid project_id created_at updated_at title description state assignees assignee labels "
    "author milestone user_notes_count due_date web_url confidential weight"
)


class IssueLinkTest(EmulatorTest):
    """issue links"""

    def link(self, target: int = 2, **fields: Any) -> tuple[ProjectIssue, ProjectIssue]:
        return self.web.issues.get(1).links.create(
            {"target_project_id": 1, "target_issue_iid": target, **fields}
        )

    def test_create(self) -> None:
        """links two issues and returns both"""
        source, target = self.link()
        self.assertEqual((source.iid, target.iid), (1, 2))
        for issue in (source, target):
            self.assert_has(issue, ISSUE)
        self.assertEqual(source.author["username"], "developer")

    def test_list(self) -> None:
        """lists linked issues in the order of creation of the links"""
        self.link(3)
        self.link(2, link_type="blocks")
        links = self.web.issues.get(1).links.list()
        self.assertEqual(
            [(link.iid, link.link_type) for link in links], [(3, "relates_to"), (2, "blocks")]
        )
        for link in links:
            self.assert_has(link, ISSUE | LINK)
        self.assertEqual(links[0].link_created_at, "2026-06-15T12:00:00.000Z")

    def test_get(self) -> None:
        """reads a link from both issues, which python-gitlab 8.6.0 supports only by a plain request"""
        self.link(link_type="blocks")
        issue = self.web.issues.get(1)
        self.assertFalse(hasattr(issue.links, "get"))
        number = issue.links.list()[0].issue_link_id
        for iid in (1, 2):
            result = self.maintainer.http_get(f"/projects/1/issues/{iid}/links/{number}")
            self.assertEqual(
                (result["source_issue"]["iid"], result["target_issue"]["iid"]), (1, 2)
            )
            self.assertEqual(result["link_type"], "blocks")

    def test_delete(self) -> None:
        """deletes a link for both issues, once"""
        self.link()
        (link,) = self.web.issues.get(2).links.list()
        link.delete()
        self.assertEqual(self.web.issues.get(1).links.list(), [])
        with self.refused(404, GitlabDeleteError, "404 Not found"):
            link.delete()
