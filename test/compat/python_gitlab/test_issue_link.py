from __future__ import annotations

from typing import Any

from gitlab.exceptions import (
    GitlabAuthenticationError,
    GitlabCreateError,
    GitlabDeleteError,
    GitlabHttpError,
)
from gitlab.v4.objects import ProjectIssue

from case import EmulatorTest, only, project, words

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

    @only("spec")
    def test_subscribed(self) -> None:
        """returns whether the caller is subscribed to linked issues"""
        source, _ = self.link()
        self.assertIs(source.subscribed, False)

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

    def test_other_end(self) -> None:
        """lists a link from the other issue"""
        self.link(link_type="blocks")
        (link,) = self.web.issues.get(2).links.list()
        self.assertEqual((link.iid, link.link_type), (1, "is_blocked_by"))

    def test_blocked(self) -> None:
        """lists a link with its type"""
        self.link(link_type="is_blocked_by")
        (link,) = self.web.issues.get(1).links.list()
        self.assertEqual((link.iid, link.link_type), (2, "is_blocked_by"))

    @only("spec")
    def test_not_swapped(self) -> None:
        """returns an is_blocked_by link with the issues in the sent order"""
        source, target = self.link(link_type="is_blocked_by")
        self.assertEqual((source.iid, target.iid), (1, 2))

    @only("gitlab")
    def test_swapped(self) -> None:
        """reverses an is_blocked_by link to a blocks link"""
        source, target = self.link(link_type="is_blocked_by")
        self.assertEqual((source.iid, target.iid), (2, 1))

    def test_other_project(self) -> None:
        """links an issue of another project by path"""
        _, target = self.link(4, target_project_id="acme/api")
        self.assertEqual((target.project_id, target.iid), (2, 4))
        (link,) = self.web.issues.get(1).links.list()
        self.assertEqual(link.project_id, 2)

    def test_hidden(self) -> None:
        """omits issues that the caller cannot read"""
        self.link(1, target_project_id=3)
        self.assertEqual(len(self.web.issues.get(1).links.list()), 1)
        self.assertEqual(project(self.user("outsider"), 1).issues.get(1).links.list(), [])

    @only("gitlab")
    def test_no_pages(self) -> None:
        """lists all links without pagination"""
        for iid in (2, 3, 4):
            self.link(iid)
        links = self.web.issues.get(1).links.list(per_page=1)
        self.assertEqual([link.iid for link in links], [2, 3, 4])

    def test_get(self) -> None:
        """reads a link from both issues, which python-gitlab 8.6.0 supports only by a plain request"""
        self.link(link_type="blocks")
        issue = self.web.issues.get(1)
        self.assertFalse(hasattr(issue.links, "get"))
        number = issue.links.list()[0].issue_link_id
        for iid in (1, 2):
            answer = self.maintainer.http_get(f"/projects/1/issues/{iid}/links/{number}")
            self.assertEqual(
                (answer["source_issue"]["iid"], answer["target_issue"]["iid"]), (1, 2)
            )
            self.assertEqual(answer["link_type"], "blocks")

    @only("gitlab")
    def test_number(self) -> None:
        """returns the id of a link"""
        self.link()
        number = self.web.issues.get(1).links.list()[0].issue_link_id
        self.assertEqual(
            self.maintainer.http_get(f"/projects/1/issues/1/links/{number}")["id"], number
        )

    def test_delete(self) -> None:
        """deletes a link for both issues, once"""
        self.link()
        (link,) = self.web.issues.get(2).links.list()
        link.delete()
        self.assertEqual(self.web.issues.get(1).links.list(), [])
        with self.refused(404, GitlabDeleteError, "404 Not found"):
            link.delete()

    def test_delete_answer(self) -> None:
        """returns the deleted link"""
        self.link(link_type="blocks")
        (link,) = self.web.issues.get(1).links.list()
        answer = self.maintainer.http_delete(f"/projects/1/issues/1/links/{link.issue_link_id}")
        self.assertEqual(answer.status_code, 200)
        self.assertEqual(
            (answer.json()["source_issue"]["iid"], answer.json()["link_type"]), (1, "blocks")
        )

    def test_duplicate(self) -> None:
        """refuses a second link of two issues, in both directions and with all types"""
        self.link()
        with self.refused(409, GitlabCreateError, "Issue(s) already assigned"):
            self.link(link_type="blocks")
        with self.refused(409, GitlabCreateError, "Issue(s) already assigned"):
            self.web.issues.get(2).links.create({"target_project_id": 1, "target_issue_iid": 1})

    def test_self(self) -> None:
        """refuses to link an issue to itself"""
        with self.refused(
            422, GitlabCreateError, "#1 cannot be added: cannot be related to itself"
        ):
            self.link(1)

    def test_not_there(self) -> None:
        """responds with 404 for missing issues and projects"""
        with self.refused(404, GitlabCreateError, "404 Not found"):
            self.link(99)
        with self.refused(404, GitlabCreateError, "404 Project Not Found"):
            self.link(1, target_project_id=99)

    def test_bad_values(self) -> None:
        """refuses invalid types, and names missing parameters"""
        with self.refused(400, GitlabCreateError, "link_type does not have a valid value"):
            self.link(link_type="duplicates")
        with self.refused(
            400, GitlabHttpError, "target_project_id is missing, target_issue_iid is missing"
        ):
            self.maintainer.http_post("/projects/1/issues/1/links")

    @only("spec")
    def test_guests_not(self) -> None:
        """requires a caller who can update both issues"""
        with self.refused(403, GitlabCreateError):
            project(self.user("guest"), 1).issues.get(1).links.create(
                {"target_project_id": 1, "target_issue_iid": 2}
            )

    @only("gitlab")
    def test_guests(self) -> None:
        """lets guests link issues, but no other users"""
        wanted = {"target_project_id": 1, "target_issue_iid": 2}
        message = "Couldn't link issues. You must have at least the Guest role in both projects."
        with self.refused(403, GitlabCreateError, message):
            project(self.user("outsider"), 1).issues.get(1).links.create(wanted)
        source, _ = project(self.user("guest"), 1).issues.get(1).links.create(wanted)
        self.assertEqual(source.iid, 1)

    def test_nobody(self) -> None:
        """requires a token even for public issues"""
        issue = project(self.anonymous, 2).issues.get(1)
        with self.refused(401, GitlabAuthenticationError, "401 Unauthorized"):
            issue.links.list()
