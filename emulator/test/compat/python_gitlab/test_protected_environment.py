from __future__ import annotations

from typing import Any

from gitlab.exceptions import GitlabDeleteError, GitlabGetError
from gitlab.v4.objects import ProjectProtectedEnvironment

from case import EmulatorTest, words

SHOWN = words("name deploy_access_levels required_approval_count approval_rules")
LEVEL = words("id access_level access_level_description user_id group_id group_inheritance_type")
DEVELOPER, MAINTAINER, ADMIN = 30, 40, 60
DEVELOPER_USER, GUEST_USER, OUTSIDER_USER = 4, 6, 7
DEPLOYERS, ACME = 12, 10


def subjects(levels: list[dict[str, Any]]) -> list[tuple[Any, Any, Any]]:
    return [(level["access_level"], level["user_id"], level["group_id"]) for level in levels]


class ProtectedEnvironmentTest(EmulatorTest):
    """protected environments"""

    def make(self, name: str = "production", **fields: Any) -> ProjectProtectedEnvironment:
        levels = [{"access_level": MAINTAINER}]
        return self.web.protected_environments.create(
            {"name": name, "deploy_access_levels": levels, **fields}
        )

    def put(self, name: str = "production", **fields: Any) -> dict[str, Any]:
        return self.maintainer.http_put(
            f"/projects/1/protected_environments/{name}", post_data=fields
        )

    def level_ids(self) -> list[int]:
        return [
            level["id"]
            for level in self.web.protected_environments.get("production").deploy_access_levels
        ]

    def test_create(self) -> None:
        """creates a protected environment and returns all fields"""
        made = self.make(approval_rules=[{"access_level": DEVELOPER, "required_approvals": 2}])
        self.assertEqual(set(made.asdict()), SHOWN)
        self.assertEqual((made.name, made.required_approval_count), ("production", 0))
        (level,) = made.deploy_access_levels
        self.assertEqual(set(level), LEVEL)
        self.assertEqual(
            (level["access_level"], level["access_level_description"]), (MAINTAINER, "Maintainers")
        )
        self.assertEqual(
            (level["user_id"], level["group_id"], level["group_inheritance_type"]), (None, None, 0)
        )
        (rule,) = made.approval_rules
        self.assertEqual(set(rule), LEVEL | {"required_approvals"})
        self.assertEqual((rule["access_level"], rule["required_approvals"]), (DEVELOPER, 2))

    def test_get(self) -> None:
        """reads a protected environment by name, with all fields"""
        made = self.make(approval_rules=[{"access_level": DEVELOPER}])
        self.assertEqual(self.web.protected_environments.get("production").asdict(), made.asdict())

    def test_name_encoding(self) -> None:
        """reads and deletes an environment whose name contains a slash"""
        self.make("review/app 1")
        found = self.web.protected_environments.get("review/app 1")
        self.assertEqual(found.name, "review/app 1")
        found.delete()
        self.assertEqual(self.web.protected_environments.list(), [])

    def test_list(self) -> None:
        """lists protected environments by name, in pages"""
        for name in ["staging", "beta", "production"]:
            self.make(name)
        found = self.web.protected_environments.list(iterator=True, per_page=2)
        self.assertEqual((found.total, found.total_pages), (3, 2))
        self.assertEqual([one.name for one in found], ["beta", "production", "staging"])

    def test_delete(self) -> None:
        """deletes a protection once"""
        made = self.make()
        made.delete()
        with self.refused(404, GitlabDeleteError, "404 Not found"):
            made.delete()
        with self.refused(404, GitlabGetError, "404 Not found"):
            self.web.protected_environments.get("production")

    def test_add(self) -> None:
        """adds entries without an id in an update"""
        self.make()
        self.put(deploy_access_levels=[{"user_id": DEVELOPER_USER}])
        found = self.web.protected_environments.get("production")
        self.assertEqual(subjects(found.deploy_access_levels), [(40, None, None), (None, 4, None)])

    def test_destroy(self) -> None:
        """deletes entries with `_destroy`"""
        self.make(deploy_access_levels=[{"access_level": MAINTAINER}, {"access_level": DEVELOPER}])
        first, second = self.level_ids()
        self.put(deploy_access_levels=[{"id": first, "_destroy": True}])
        self.assertEqual(self.level_ids(), [second])

    def test_rules(self) -> None:
        """adds, changes and removes approval rules"""
        self.make(approval_rules=[{"access_level": DEVELOPER}])
        (rule,) = self.web.protected_environments.get("production").approval_rules
        self.put(approval_rules=[{"group_id": DEPLOYERS, "required_approvals": 3}])
        self.put(
            approval_rules=[
                {"id": rule["id"], "access_level": MAINTAINER, "required_approvals": 2}
            ]
        )
        rules = self.web.protected_environments.get("production").approval_rules
        # GitLab lists the rule that was changed last.
        ordered = sorted(rules, key=lambda one: one["required_approvals"])
        self.assertEqual(subjects(ordered), [(MAINTAINER, None, None), (None, None, DEPLOYERS)])
        self.assertEqual([one["required_approvals"] for one in ordered], [2, 3])
        self.put(approval_rules=[{"id": rule["id"], "_destroy": True, "access_level": MAINTAINER}])
        rules = self.web.protected_environments.get("production").approval_rules
        self.assertEqual(subjects(rules), [(None, None, DEPLOYERS)])
