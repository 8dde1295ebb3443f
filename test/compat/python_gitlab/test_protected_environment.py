from __future__ import annotations

from typing import Any

from gitlab.exceptions import (
    GitlabCreateError,
    GitlabDeleteError,
    GitlabGetError,
    GitlabHttpError,
    GitlabListError,
)
from gitlab.v4.objects import ProjectProtectedEnvironment

from case import EmulatorTest, only, project, words

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

    def test_subjects(self) -> None:
        """accepts roles, users and groups"""
        made = self.make(
            deploy_access_levels=[
                {"access_level": ADMIN},
                {"user_id": DEVELOPER_USER},
                {"group_id": DEPLOYERS, "group_inheritance_type": 1},
            ]
        )
        levels = made.deploy_access_levels
        self.assertEqual(subjects(levels), [(60, None, None), (None, 4, None), (None, None, 12)])
        self.assertEqual([level["group_inheritance_type"] for level in levels], [0, 0, 1])
        self.assertEqual(
            [level["access_level_description"] for level in levels[1:]], ["Developer", "Deployers"]
        )

    def test_approvals_by_default(self) -> None:
        """requires one approval by default"""
        made = self.make(approval_rules=[{"group_id": DEPLOYERS}])
        self.assertEqual(made.approval_rules[0]["required_approvals"], 1)

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

    def test_no_change(self) -> None:
        """supports updates by python-gitlab 8.6.0 only with plain requests"""
        self.assertFalse(hasattr(self.make(), "save"))
        self.assertFalse(hasattr(self.web.protected_environments, "update"))

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

    def test_destroy_last(self) -> None:
        """refuses to delete the last deploy access level"""
        self.make()
        (only_one,) = self.level_ids()
        with self.refused(422, GitlabHttpError):
            self.put(deploy_access_levels=[{"id": only_one, "_destroy": True}])
        self.assertEqual(self.level_ids(), [only_one])

    def test_change_of_subject(self) -> None:
        """replaces the subject of an entry if the old one is set to null"""
        self.make()
        (number,) = self.level_ids()
        self.put(
            deploy_access_levels=[{"id": number, "user_id": DEVELOPER_USER, "access_level": None}]
        )
        (level,) = self.web.protected_environments.get("production").deploy_access_levels
        self.assertEqual(
            (level["id"], level["user_id"], level["access_level"]), (number, DEVELOPER_USER, None)
        )

    @only("spec")
    def test_replacing_subject(self) -> None:
        """replaces the subject of an entry if only the new one is sent"""
        self.make()
        (number,) = self.level_ids()
        self.put(deploy_access_levels=[{"id": number, "user_id": DEVELOPER_USER}])
        (level,) = self.web.protected_environments.get("production").deploy_access_levels
        self.assertEqual(
            (level["id"], level["user_id"], level["access_level"]), (number, DEVELOPER_USER, None)
        )

    @only("gitlab")
    def test_two_subjects(self) -> None:
        """refuses a second subject of an entry"""
        self.make()
        (number,) = self.level_ids()
        with self.refused(422, GitlabHttpError):
            self.put(deploy_access_levels=[{"id": number, "user_id": DEVELOPER_USER}])

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

    @only("spec")
    def test_bare_destroy_of_rule(self) -> None:
        """deletes an approval rule with only its id"""
        rule = self.make(approval_rules=[{"access_level": DEVELOPER}]).approval_rules[0]
        self.put(approval_rules=[{"id": rule["id"], "_destroy": True}])
        self.assertEqual(self.web.protected_environments.get("production").approval_rules, [])

    @only("gitlab")
    def test_bare_destroy_of_rule_refused(self) -> None:
        """requires a subject even to delete an approval rule"""
        rule = self.make(approval_rules=[{"access_level": DEVELOPER}]).approval_rules[0]
        keys = ", ".join(
            f"approval_rules[0][{key}]" for key in ("access_level", "user_id", "group_id")
        )
        with self.refused(
            400, GitlabHttpError, f"{keys} are missing, at least one parameter must be provided"
        ):
            self.put(approval_rules=[{"id": rule["id"], "_destroy": True}])

    @only("spec")
    def test_answer_in_parts(self) -> None:
        """returns the changed parts of an update"""
        self.make(approval_rules=[{"access_level": DEVELOPER}])
        answer = self.put(deploy_access_levels=[{"access_level": DEVELOPER}])
        self.assertEqual(set(answer) - {"name"}, {"deploy_access_levels"})
        self.assertEqual(len(answer["deploy_access_levels"]), 2)

    @only("gitlab")
    def test_answer_in_whole(self) -> None:
        """returns all fields after an update"""
        self.make(approval_rules=[{"access_level": DEVELOPER}])
        answer = self.put(deploy_access_levels=[{"access_level": DEVELOPER}])
        self.assertEqual(answer, self.web.protected_environments.get("production").asdict())

    @only("spec")
    def test_count(self) -> None:
        """accepts a number of required approvals for all rules"""
        self.assertEqual(self.make(required_approval_count=2).required_approval_count, 2)
        self.put(required_approval_count=1)
        self.assertEqual(
            self.web.protected_environments.get("production").required_approval_count, 1
        )

    @only("gitlab")
    def test_no_count(self) -> None:
        """refuses a number of required approvals for all rules"""
        with self.assertRaisesRegex(
            GitlabCreateError, "422: .*required_approval_count.*deprecated"
        ):
            self.make(required_approval_count=2)
        self.assertEqual(self.make(required_approval_count=0).required_approval_count, 0)

    def test_silent_drop(self) -> None:
        """ignores users without a role and groups that were not invited"""
        made = self.make(
            deploy_access_levels=[
                {"access_level": MAINTAINER},
                {"user_id": OUTSIDER_USER},
                {"user_id": GUEST_USER},
                {"group_id": ACME},
            ]
        )
        self.assertEqual(subjects(made.deploy_access_levels), [(MAINTAINER, None, None)])

    def test_duplicate(self) -> None:
        """refuses to protect an environment twice"""
        self.make()
        with self.refused(409, GitlabCreateError, "Environment 'production' is already protected"):
            self.make()

    def test_nobody_may_deploy(self) -> None:
        """requires a deploy access level"""
        message = ["Deploy access levels is too short (minimum is 1 character)"]
        with self.refused(422, GitlabCreateError, message):
            self.make(deploy_access_levels=[])

    def test_bad_level(self) -> None:
        """names the entry with an invalid role"""
        message = "deploy_access_levels[1][access_level] does not have a valid value"
        with self.refused(400, GitlabCreateError, message):
            self.make(deploy_access_levels=[{"access_level": MAINTAINER}, {"access_level": 50}])

    @only("spec")
    def test_reporters_not(self) -> None:
        """refuses reporters who deploy"""
        with self.refused(
            400,
            GitlabCreateError,
            "deploy_access_levels[0][access_level] does not have a valid value",
        ):
            self.make(deploy_access_levels=[{"access_level": 20}])

    @only("gitlab")
    def test_reporters(self) -> None:
        """accepts reporters who deploy, without a description"""
        (level,) = self.make(deploy_access_levels=[{"access_level": 20}]).deploy_access_levels
        self.assertEqual((level["access_level"], level["access_level_description"]), (20, None))

    def test_missing(self) -> None:
        """names all missing parameters"""
        with self.refused(
            400, GitlabHttpError, "name is missing, deploy_access_levels is missing"
        ):
            self.maintainer.http_post("/projects/1/protected_environments")

    def test_order_of_checks(self) -> None:
        """checks the role before the parameters"""
        with self.refused(403, GitlabHttpError, "403 Forbidden"):
            self.user("developer").http_post("/projects/1/protected_environments")

    def test_roles(self) -> None:
        """requires the Maintainer role, also for reading"""
        self.make()
        developer = project(self.user("developer"), 1)
        with self.refused(403, GitlabListError, "403 Forbidden"):
            developer.protected_environments.list()
        with self.refused(403, GitlabGetError, "403 Forbidden"):
            developer.protected_environments.get("production")
        with self.refused(403, GitlabDeleteError, "403 Forbidden"):
            developer.protected_environments.delete("production")
