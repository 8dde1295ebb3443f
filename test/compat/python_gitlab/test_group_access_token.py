from __future__ import annotations

from typing import Any

from gitlab.exceptions import (
    GitlabAuthenticationError,
    GitlabCreateError,
    GitlabDeleteError,
    GitlabGetError,
    GitlabHttpError,
    GitlabListError,
    GitlabRotateError,
)
from gitlab.v4.objects import Group, GroupAccessToken

from case import EmulatorTest, only, words

LISTED = words(
    "id user_id name scopes access_level expires_at created_at last_used_at active revoked"
)
NEWER = words("description resource_type resource_id")


class GroupAccessTokenTest(EmulatorTest):
    """group access tokens"""

    def setUp(self) -> None:
        super().setUp()
        self.acme = self.group_of("owner")

    def group_of(self, username: str) -> Group:
        return self.user(username).groups.get(10, lazy=True)

    def make(self, **fields: Any) -> GroupAccessToken:
        usual = {"name": "robot", "scopes": ["api", "read_repository"], "expires_at": "2026-12-31"}
        return self.acme.access_tokens.create({**usual, **fields})

    def test_create(self) -> None:
        """creates a token and returns its secret"""
        token = self.make(access_level=30)
        self.assertEqual(
            set(token.asdict()) - {"last_used_at"} - NEWER, LISTED - {"last_used_at"} | {"token"}
        )
        self.assertEqual(
            (token.name, token.scopes, token.access_level),
            ("robot", ["api", "read_repository"], 30),
        )
        self.assertEqual(
            (token.expires_at, token.active, token.revoked), ("2026-12-31", True, False)
        )
        self.assertGreater(len(token.token), 20)

    @only("spec")
    def test_fields(self) -> None:
        """returns the last use in lists, but not for a new token"""
        self.assertNotIn("last_used_at", self.make().asdict())
        (listed,) = self.acme.access_tokens.list()
        self.assertEqual(set(listed.asdict()), LISTED)

    @only("gitlab")
    def test_newer_fields(self) -> None:
        """returns the last use, the description and the resource of a token"""
        token = self.make(description="for deployments")
        self.assertEqual((token.description, token.last_used_at), ("for deployments", None))
        self.assertEqual((token.resource_type, token.resource_id), ("group", 10))

    def test_role_by_default(self) -> None:
        """gives a bot the Maintainer role by default"""
        self.assertEqual(self.make().access_level, 40)

    def test_use(self) -> None:
        """authenticates a bot user"""
        token = self.make()
        bot = self.connect(private_token=token.token)
        bot.auth()
        self.assertEqual((bot.user.id, bot.user.bot), (token.user_id, True))
        self.assertEqual(bot.projects.get("acme/web").id, 1)
        self.assertIsNotNone(self.acme.access_tokens.list()[0].last_used_at)

    def test_role_of_bot(self) -> None:
        """limits a bot to its role"""
        reporter = self.connect(private_token=self.make(access_level=20).token)
        reporter.projects.get(1, lazy=True).labels.create({"name": "bug", "color": "red"})
        with self.refused(403, GitlabCreateError, "403 Forbidden"):
            reporter.projects.get(1, lazy=True).pipelines.create({"ref": "main"})

    def test_get(self) -> None:
        """reads a token without its secret"""
        token = self.make()
        found = self.acme.access_tokens.get(token.id)
        self.assertEqual((found.id, found.name), (token.id, "robot"))
        self.assertFalse(hasattr(found, "token"))

    def test_group_by_path(self) -> None:
        """finds a group and a subgroup by path"""
        self.make()
        owner = self.user("owner")
        self.assertEqual(len(owner.groups.get("acme", lazy=True).access_tokens.list()), 1)
        platform = owner.groups.get("acme/platform")
        self.assertEqual(platform.access_tokens.list(), [])

    def test_list(self) -> None:
        """lists tokens by age, including revoked ones, in pages"""
        made = [self.make(name=name) for name in ("a", "b", "c")]
        made[0].delete()
        found = self.acme.access_tokens.list(iterator=True, per_page=2)
        self.assertEqual(found.total, 3)
        self.assertEqual([token.id for token in found], [token.id for token in made])

    def test_list_by_state(self) -> None:
        """filters tokens by state"""
        self.make(name="gone").delete()
        self.make(name="kept")
        names = [
            [token.name for token in self.acme.access_tokens.list(state=state)]
            for state in ("active", "inactive")
        ]
        self.assertEqual(names, [["kept"], ["gone"]])

    @only("gitlab")
    def test_newer_filters(self) -> None:
        """searches and sorts tokens, and filters revoked ones"""
        self.make(name="alpha", expires_at="2026-08-01")
        self.make(name="beta", expires_at="2026-07-01").delete()
        names = [token.name for token in self.acme.access_tokens.list(sort="name_desc")]
        self.assertEqual(names, ["beta", "alpha"])
        self.assertEqual(
            [token.name for token in self.acme.access_tokens.list(revoked=True)], ["beta"]
        )
        self.assertEqual(
            [token.name for token in self.acme.access_tokens.list(search="alph")], ["alpha"]
        )
        found = self.acme.access_tokens.list(expires_before="2026-08-01")
        self.assertEqual([token.name for token in found], ["beta"])

    def test_delete(self) -> None:
        """revokes a token, which can still be read"""
        token = self.make()
        secret = token.token
        token.delete()
        found = self.acme.access_tokens.get(token.id)
        self.assertEqual((found.revoked, found.active), (True, False))
        with self.refused(401, GitlabAuthenticationError):
            self.connect(private_token=secret).auth()
        token.delete()

    def test_expiry(self) -> None:
        """ends a token at the start of its expiry date"""
        token = self.make(expires_at="2026-06-16")
        self.advance(12 * 3600)
        found = self.acme.access_tokens.get(token.id)
        self.assertEqual((found.active, found.revoked), (False, False))
        with self.assertRaises(GitlabAuthenticationError) as caught:
            self.connect(private_token=token.token).auth()
        self.assertIn(b"Token is expired", caught.exception.response_body)

    def test_rotate(self) -> None:
        """rotates a token for a week by default"""
        token = self.make(access_level=30)
        old, secret = token.id, token.token
        token.rotate()
        self.assertNotEqual(token.id, old)
        self.assertNotEqual(token.token, secret)
        self.assertEqual(
            (token.name, token.scopes, token.access_level),
            ("robot", ["api", "read_repository"], 30),
        )
        self.assertEqual((token.expires_at, token.active), ("2026-06-22", True))
        self.assertIs(self.acme.access_tokens.get(old).revoked, True)
        with self.refused(401, GitlabAuthenticationError):
            self.connect(private_token=secret).auth()
        self.connect(private_token=token.token).auth()

    def test_rotate_until(self) -> None:
        """rotates a token until the requested date"""
        answer = self.acme.access_tokens.rotate(self.make().id, expires_at="2027-01-01")
        self.assertEqual(answer["expires_at"], "2027-01-01")
        self.assertIsNone(answer["last_used_at"])
        self.assertIn("token", answer)

    def test_rotate_too_far(self) -> None:
        """refuses a rotation for more than a year, and keeps the token"""
        token = self.make()
        with self.refused(
            400, GitlabRotateError, "400 Bad request - Expiration date must be before 2027-06-15"
        ):
            token.rotate(expires_at="2027-06-16")
        self.assertIs(self.acme.access_tokens.get(token.id).active, True)

    def test_rotate_revoked(self) -> None:
        """does not rotate a revoked token"""
        token = self.make()
        token.delete()
        with self.refused(400, GitlabRotateError, "400 Bad request - Token already revoked"):
            token.rotate()

    def test_rotate_unknown(self) -> None:
        """reports a missing token only to administrators"""
        with self.refused(401, GitlabAuthenticationError, "401 Unauthorized"):
            self.acme.access_tokens.rotate(999)
        with self.refused(404, GitlabRotateError, "404 Not Found"):
            self.group_of("root").access_tokens.rotate(999)

    @only("gitlab")
    def test_rotate_self(self) -> None:
        """lets a bot rotate its own token"""
        token = self.make()
        bot = self.connect(private_token=token.token).groups.get(10, lazy=True)
        own = bot.access_tokens.get(token.id, lazy=True)
        own.rotate(self_rotate=True, expires_at="2026-09-01")
        self.assertEqual((own.user_id, own.expires_at), (token.user_id, "2026-09-01"))
        self.assertIs(self.acme.access_tokens.get(token.id).revoked, True)
        with self.refused(405, GitlabRotateError, "405 Method Not Allowed"):
            self.acme.access_tokens.rotate("self")

    def test_create_refused(self) -> None:
        """refuses tokens with invalid values"""
        with self.refused(400, GitlabCreateError, "scopes does not have a valid value"):
            self.make(scopes=["everything"])
        with self.refused(400, GitlabCreateError, "access_level does not have a valid value"):
            self.make(access_level=35)
        with self.refused(400, GitlabCreateError, "expires_at is invalid"):
            self.make(expires_at="never")
        with self.refused(
            400, GitlabCreateError, "400 Bad request - Expiration date must be before 2027-06-15"
        ):
            self.make(expires_at="2027-06-16")
        with self.refused(400, GitlabHttpError, "name is missing, scopes is missing"):
            self.user("owner").http_post("/groups/10/access_tokens")

    def test_no_expiry(self) -> None:
        """requires an expiry date, which python-gitlab 8.6.0 does not"""
        with self.refused(400, GitlabCreateError, "400 Bad request - expires_at is missing"):
            self.acme.access_tokens.create({"name": "robot", "scopes": ["api"]})

    @only("spec")
    def test_planners_not(self) -> None:
        """refuses the Planner role"""
        with self.refused(400, GitlabCreateError, "access_level does not have a valid value"):
            self.make(access_level=15)

    @only("gitlab")
    def test_planners(self) -> None:
        """accepts the Planner role"""
        self.assertEqual(self.make(access_level=15).access_level, 15)

    def test_unknown(self) -> None:
        """responds with 404 for a missing token"""
        with self.refused(404, GitlabGetError, "404 group Access Token Not Found"):
            self.acme.access_tokens.get(999)
        with self.refused(404, GitlabDeleteError, "404 group Access Token Not Found"):
            self.acme.access_tokens.delete(999)
        with self.refused(404, GitlabListError, "404 Group Not Found"):
            self.user("owner").groups.get("nowhere", lazy=True).access_tokens.list()

    def test_roles(self) -> None:
        """refuses other callers than owners, with a different error for each request"""
        token = self.make()
        acme = self.group_of("maintainer")
        with self.refused(401, GitlabAuthenticationError, "401 Unauthorized"):
            acme.access_tokens.list()
        with self.refused(401, GitlabAuthenticationError, "401 Unauthorized"):
            acme.access_tokens.rotate(token.id)
        message = "400 Bad request - User does not have permission to create group access token"
        with self.refused(400, GitlabCreateError, message):
            acme.access_tokens.create(
                {"name": "mine", "scopes": ["api"], "expires_at": "2026-12-31"}
            )
        with self.refused(
            400, GitlabDeleteError, "400 Bad request - Maintainer cannot delete robot"
        ):
            acme.access_tokens.delete(token.id)
