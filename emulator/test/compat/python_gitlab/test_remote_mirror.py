from __future__ import annotations

from typing import Any

from gitlab.exceptions import GitlabDeleteError, GitlabHttpError, GitlabUpdateError
from gitlab.v4.objects import ProjectRemoteMirror

from case import EmulatorTest, only, words

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

    def test_list(self) -> None:
        """lists the oldest mirrors first, in pages"""
        made = [self.make(f"https://example.com/{n}.git").id for n in range(3)]
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

    def test_key(self) -> None:
        """generates a key pair for a mirror with an ssh URL"""
        mirror = self.make("ssh://git@git.example.com/acme/web.git", auth_method="ssh_public_key")
        self.assertEqual(
            (mirror.url, mirror.auth_method),
            ("ssh://git@git.example.com/acme/web.git", "ssh_public_key"),
        )
        result = self.maintainer.http_get(f"/projects/1/remote_mirrors/{mirror.id}/public_key")
        self.assertRegex(result["public_key"], "^ssh-rsa ")
        with self.refused(404, GitlabHttpError):
            self.maintainer.http_get(f"/projects/1/remote_mirrors/{self.make().id}/public_key")

    def test_sync(self) -> None:
        """pushes on request"""
        mirror = self.make(enabled=True)
        self.assertEqual(mirror.sync().status_code, 204)
        (found,) = self.web.remote_mirrors.list()
        self.assertEqual((found.update_status, found.last_error), ("finished", None))
        self.assertEqual(found.last_successful_update_at, "2026-06-15T12:00:00.000Z")

    def test_delete(self) -> None:
        """deletes a mirror once"""
        mirror = self.make()
        mirror.delete()
        self.assertEqual(self.web.remote_mirrors.list(), [])
        with self.refused(404, GitlabDeleteError, "404 Not found"):
            mirror.delete()
        with self.refused(404, GitlabUpdateError, "404 Not found"):
            self.web.remote_mirrors.update(mirror.id, {"enabled": True})
