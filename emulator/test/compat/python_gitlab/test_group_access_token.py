from __future__ import annotations

from typing import Any

from gitlab.exceptions import GitlabAuthenticationError, GitlabRotateError
from gitlab.v4.objects import Group, GroupAccessToken

from case import EmulatorTest, only, words

LISTED = words(
    "id user_id name scopes access_level expires_at created_at last_used_at active revoked"
)
NEWER = words("description resource_type resource_id granular")


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

    def test_use(self) -> None:
        """authenticates a bot user"""
        token = self.make()
        bot = self.connect(private_token=token.token)
        bot.auth()
        self.assertEqual((bot.user.id, bot.user.bot), (token.user_id, True))
        self.assertEqual(bot.projects.get("acme/web").id, 1)
        self.assertIsNotNone(self.acme.access_tokens.list()[0].last_used_at)

    def test_get(self) -> None:
        """reads a token without its secret"""
        token = self.make()
        found = self.acme.access_tokens.get(token.id)
        self.assertEqual((found.id, found.name), (token.id, "robot"))
        self.assertFalse(hasattr(found, "token"))

    def test_list(self) -> None:
        """lists tokens by age, including revoked ones, in pages"""
        made = [self.make(name=name) for name in ("a", "b", "c")]
        made[0].delete()
        found = self.acme.access_tokens.list(iterator=True, per_page=2)
        self.assertEqual(found.total, 3)
        self.assertEqual([token.id for token in found], [token.id for token in made])

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
