from __future__ import annotations

from gitlab.exceptions import GitlabAuthenticationError, GitlabCreateError, GitlabHttpError

from case import EmulatorTest, project


class ConnectionTest(EmulatorTest):
    """the connection itself"""

    def test_auth(self) -> None:
        """returns the user of the token"""
        self.maintainer.auth()
        user = self.maintainer.user
        self.assertEqual((user.id, user.username, user.name), (3, "maintainer", "Maintainer"))

    def test_bearer(self) -> None:
        """accepts a token as a bearer"""
        client = self.connect(oauth_token="emulator-developer")
        client.auth()
        self.assertEqual(client.user.username, "developer")

    def test_token_in_query(self) -> None:
        """prefers a token in the query to one in the header"""
        for client in (self.anonymous, self.maintainer):
            user = client.http_get("/user", query_data={"private_token": "emulator-developer"})
            self.assertEqual(user["username"], "developer")

    def test_version(self) -> None:
        """returns the version"""
        version, revision = self.maintainer.version()
        self.assertRegex(version, r"^\d+\.\d+")
        self.assertNotEqual(revision, "unknown")

    def test_no_version(self) -> None:
        """refuses to return the version without a token"""
        self.assertEqual(self.anonymous.version(), ("unknown", "unknown"))
        with self.refused(401, GitlabAuthenticationError, "401 Unauthorized"):
            self.anonymous.http_get("/version")

    def test_no_token(self) -> None:
        """requires a token for requests that need a user"""
        with self.refused(401, GitlabAuthenticationError, "401 Unauthorized"):
            self.anonymous.auth()

    def test_unknown_token(self) -> None:
        """refuses an unknown token even if none is required"""
        client = self.connect(private_token="no-such-token")
        with self.refused(401, GitlabAuthenticationError, "401 Unauthorized"):
            client.projects.get(2)

    def test_dead_token(self) -> None:
        """reports why a token is invalid, of which python-gitlab 8.6.0 only shows `invalid_token`"""
        for name, reason in {
            "expired": b"Token is expired",
            "revoked": b"Token was revoked",
        }.items():
            with self.assertRaises(GitlabAuthenticationError) as caught:
                self.user(name).auth()
            self.assertEqual(caught.exception.error_message, "invalid_token")
            self.assertIn(reason, caught.exception.response_body)

    def test_reading_token(self) -> None:
        """refuses writing requests with a read-only token"""
        web = project(self.user("readonly"), 1)
        self.assertEqual(web.labels.list(), [])
        with self.refused(403, GitlabCreateError, "insufficient_scope"):
            web.labels.create({"name": "bug", "color": "red"})

    def test_sudo(self) -> None:
        """lets only administrators impersonate users"""
        with self.refused(403, GitlabHttpError, "403 Forbidden - Must be admin to use sudo"):
            self.maintainer.http_get("/user", sudo="developer")

    def test_sudo_by_root(self) -> None:
        """lets administrators impersonate users with a token that has the scope"""
        root = self.user("root")
        with self.refused(403, GitlabHttpError, "insufficient_scope"):
            root.http_get("/user", sudo="developer")
        self.patch("access_tokens", 1, scopes=["api", "sudo"])
        self.assertEqual(root.http_get("/user", sudo="developer")["username"], "developer")
        trigger = project(root, 1).triggers.create({"description": "nightly"}, sudo=3)
        self.assertEqual(trigger.owner["username"], "maintainer")
        with self.refused(404, GitlabHttpError, "404 User with ID or username 'nobody' Not Found"):
            root.http_get("/user", sudo="nobody")

    def test_links(self) -> None:
        """links to pages with the base URL of the client"""
        # python-gitlab warns of any other, and a warning fails a test.
        self.web.labels.create({"name": "a", "color": "red"})
        self.web.labels.create({"name": "b", "color": "red"})
        self.assertEqual(len(list(self.web.labels.list(iterator=True, per_page=1))), 2)
