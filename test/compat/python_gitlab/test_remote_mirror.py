from __future__ import annotations

from typing import Any

from gitlab.exceptions import (
    GitlabAuthenticationError,
    GitlabCreateError,
    GitlabDeleteError,
    GitlabHttpError,
    GitlabUpdateError,
)
from gitlab.v4.objects import ProjectRemoteMirror

from case import EmulatorTest, only, project, words

URL = "https://git.example.com/acme/web.git"
SHOWN = words(
    "id enabled url auth_method update_status last_error last_update_at last_update_started_at "
    "last_successful_update_at only_protected_branches keep_divergent_refs"
)


class RemoteMirrorTest(EmulatorTest):
    """remote mirrors"""

    def make(self, url: str = URL, **fields: Any) -> ProjectRemoteMirror:
        return self.web.remote_mirrors.create({"url": url, **fields})

    def test_create(self) -> None:
        """creates a disabled mirror and returns all fields"""
        mirror = self.make()
        self.assert_has(mirror, SHOWN)
        self.assertIs(mirror.enabled, False)
        self.assertEqual(
            (mirror.url, mirror.auth_method, mirror.update_status), (URL, "password", "none")
        )
        self.assertIs(mirror.only_protected_branches, False)
        self.assertIsNone(mirror.last_error)
        self.assertIsNone(mirror.last_update_at)

    def test_divergent_refs(self) -> None:
        """returns the default of keep_divergent_refs by flavor"""
        self.assertIs(self.make().keep_divergent_refs, False if self.spec else None)
        self.assertIs(self.make(keep_divergent_refs=True).keep_divergent_refs, True)

    def test_credentials(self) -> None:
        """masks credentials, also in the response for a new mirror"""
        mirror = self.make("https://robot:secret@git.example.com/acme/web.git")
        self.assertEqual(mirror.url, "https://*****:*****@git.example.com/acme/web.git")
        self.assertEqual(
            self.make("https://token@git.example.com/x.git").url,
            "https://*****@git.example.com/x.git",
        )
        self.assertNotIn("secret", self.web.remote_mirrors.list()[0].url)

    def test_list(self) -> None:
        """lists the oldest mirrors first, in pages"""
        made = [self.make().id for _ in range(3)]
        found = self.web.remote_mirrors.list(iterator=True, per_page=2)
        self.assertEqual(found.total, 3)
        self.assertEqual([mirror.id for mirror in found], made)

    def test_get(self) -> None:
        """reads a mirror, which python-gitlab 8.6.0 supports only by a plain request"""
        mirror = self.make(enabled=True)
        self.assertFalse(hasattr(self.web.remote_mirrors, "get"))
        self.assertEqual(
            self.maintainer.http_get(f"/projects/1/remote_mirrors/{mirror.id}"), mirror.asdict()
        )

    def test_save(self) -> None:
        """updates a mirror"""
        mirror = self.make()
        mirror.enabled = True
        mirror.only_protected_branches = True
        mirror.save()
        self.assertIs(mirror.enabled, True)
        (found,) = self.web.remote_mirrors.list()
        self.assertEqual((found.enabled, found.only_protected_branches), (True, True))

    def test_url_stays(self) -> None:
        """ignores a new URL"""
        mirror = self.make()
        answer = self.web.remote_mirrors.update(
            mirror.id, {"url": "https://elsewhere.example.com/x.git"}
        )
        self.assertEqual(answer["url"], URL)

    def test_branch_selection(self) -> None:
        """stores protected branches or a pattern, but not both"""
        mirror = self.make(only_protected_branches=True)
        answer = self.web.remote_mirrors.update(mirror.id, {"mirror_branch_regex": "release/.*"})
        self.assertEqual(
            (answer["only_protected_branches"], answer["mirror_branch_regex"]),
            (False, "release/.*"),
        )
        answer = self.web.remote_mirrors.update(mirror.id, {"only_protected_branches": True})
        self.assertEqual(
            (answer["only_protected_branches"], answer["mirror_branch_regex"]), (True, None)
        )
        message = "only_protected_branches, mirror_branch_regex are mutually exclusive"
        with self.refused(400, GitlabUpdateError, message):
            self.web.remote_mirrors.update(
                mirror.id, {"only_protected_branches": True, "mirror_branch_regex": "x"}
            )

    def test_key(self) -> None:
        """generates a key pair for a mirror with an ssh URL"""
        mirror = self.make("ssh://git@git.example.com/acme/web.git", auth_method="ssh_public_key")
        self.assertEqual(
            (mirror.url, mirror.auth_method),
            ("ssh://git@git.example.com/acme/web.git", "ssh_public_key"),
        )
        answer = self.maintainer.http_get(f"/projects/1/remote_mirrors/{mirror.id}/public_key")
        self.assertRegex(answer["public_key"], "^ssh-rsa ")
        with self.refused(404, GitlabHttpError):
            self.maintainer.http_get(f"/projects/1/remote_mirrors/{self.make().id}/public_key")

    def test_sync(self) -> None:
        """pushes on request"""
        mirror = self.make(enabled=True)
        self.assertEqual(mirror.sync().status_code, 204)
        (found,) = self.web.remote_mirrors.list()
        self.assertEqual((found.update_status, found.last_error), ("finished", None))
        self.assertEqual(found.last_successful_update_at, "2026-06-15T12:00:00.000Z")

    def test_no_sync(self) -> None:
        """refuses to push a disabled mirror"""
        message = (
            "Cannot proceed with the push mirroring. Please verify your mirror configuration."
        )
        with self.refused(400, GitlabCreateError, message):
            self.make().sync()

    def test_delete(self) -> None:
        """deletes a mirror once"""
        mirror = self.make()
        mirror.delete()
        self.assertEqual(self.web.remote_mirrors.list(), [])
        with self.refused(404, GitlabDeleteError, "404 Not found"):
            mirror.delete()
        with self.refused(404, GitlabUpdateError, "404 Not found"):
            self.web.remote_mirrors.update(mirror.id, {"enabled": True})

    def test_bad_url(self) -> None:
        """refuses URLs that mirrors cannot push to"""
        message = {"url": ["is blocked: Only allowed schemes are http, https, ssh, git"]}
        with self.refused(400, GitlabCreateError, message):
            self.make("ftp://git.example.com/x.git")
        with self.refused(400, GitlabCreateError, {"url": ["can't be blank"]}):
            self.make("")
        with self.refused(400, GitlabHttpError, "url is missing"):
            self.maintainer.http_post("/projects/1/remote_mirrors")

    def test_local_url(self) -> None:
        """pushes to the local machine only if the settings allow it"""
        self.make("https://localhost/x.git")
        self.patch("settings", 1, allow_local_requests_from_web_hooks_and_services=False)
        with self.refused(
            400, GitlabCreateError, {"url": ["is blocked: Requests to localhost are not allowed"]}
        ):
            self.make("https://localhost/x.git")

    def test_bad_method(self) -> None:
        """refuses an invalid authentication method with two different errors"""
        with self.refused(400, GitlabCreateError, "auth_method does not have a valid value"):
            self.make(auth_method="none")
        with self.refused(
            400, GitlabUpdateError, {"auth_method": ["is not included in the list"]}
        ):
            self.web.remote_mirrors.update(self.make().id, {"auth_method": "none"})

    @only("gitlab")
    def test_fields(self) -> None:
        """returns host keys and the pattern of branches"""
        mirror = self.make()
        self.assertEqual((mirror.host_keys, mirror.mirror_branch_regex), ([], None))

    def test_order_of_checks(self) -> None:
        """checks the role before the parameters"""
        with self.refused(401, GitlabAuthenticationError, "401 Unauthorized"):
            self.user("developer").http_post("/projects/1/remote_mirrors")

    def test_roles(self) -> None:
        """responds with 401 to other callers than maintainers"""
        for client in (self.user("developer"), self.user("outsider"), self.anonymous):
            with self.refused(401, GitlabAuthenticationError, "401 Unauthorized"):
                project(client, 2).remote_mirrors.list()
        with self.refused(401, GitlabAuthenticationError, "401 Unauthorized"):
            project(self.user("developer"), 1).remote_mirrors.create({"url": URL})
