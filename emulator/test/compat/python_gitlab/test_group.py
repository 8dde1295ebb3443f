from __future__ import annotations

from gitlab.exceptions import GitlabGetError, GitlabListError

from case import EmulatorTest


class GroupTest(EmulatorTest):
    """groups"""

    def test_get(self) -> None:
        """finds a group by id and path"""
        for name in (11, "acme/platform", "ACME/Platform"):
            found = self.maintainer.groups.get(name)
            self.assertEqual(
                (found.id, found.full_path, found.parent_id), (11, "acme/platform", 10)
            )
        self.assertEqual(self.maintainer.groups.get("acme").full_name, "Acme")
        self.assertEqual(self.maintainer.groups.get(11).full_name, "Acme / Platform")

    def test_list(self) -> None:
        """lists the groups that the caller can see, by name"""
        self.assertEqual([group.name for group in self.maintainer.groups.list()], ["Acme", "Platform"])
        self.assertEqual(
            [group.name for group in self.maintainer.groups.list(all_available=True)],
            ["Acme", "Deployers", "Platform"],
        )
        self.assertEqual(
            [group.id for group in self.maintainer.groups.list(skip_groups=[10])], [11]
        )
        self.assertEqual([group.name for group in self.anonymous.groups.list()], ["Acme"])
        self.assertEqual([group.id for group in self.maintainer.groups.list(search="plat")], [11])
        self.assertEqual(
            [group.id for group in self.user("owner").groups.list(top_level_only=True)], [10, 12]
        )
        self.assertEqual(
            [group.id for group in self.user("owner").groups.list(owned=True)], [10, 12, 11]
        )

    def test_pages(self) -> None:
        """lists groups with offset pagination"""
        groups = self.user("owner").groups.list(iterator=True, per_page=2)
        self.assertEqual((groups.total, groups.total_pages), (3, 2))
        self.assertEqual([group.id for group in groups], [10, 12, 11])

    def test_keyset(self) -> None:
        """lists groups with keyset pagination for anonymous callers, without totals"""
        for number in (11, 12):
            self.patch("groups", number, visibility="public")
        keyset = {
            "iterator": True,
            "pagination": "keyset",
            "order_by": "name",
            "sort": "asc",
            "per_page": 1,
        }
        groups = self.anonymous.groups.list(**keyset)
        self.assertIsNone(groups.total)
        self.assertEqual([group.name for group in groups], ["Acme", "Deployers", "Platform"])
        self.assertEqual(self.user("owner").groups.list(**keyset).total, 3)


class UserTest(EmulatorTest):
    """users"""

    def test_get(self) -> None:
        """reads a user by id"""
        found = self.maintainer.users.get(4)
        self.assertEqual((found.id, found.username, found.state), (4, "developer", "active"))
        with self.refused(404, GitlabGetError, "404 User Not Found"):
            self.maintainer.users.get(99)

    def test_list(self) -> None:
        """finds a user by name"""
        (found,) = self.maintainer.users.list(username="Developer")
        self.assertEqual(found.id, 4)
        self.assertEqual(
            [one.username for one in self.maintainer.users.list(search="outs")], ["outsider"]
        )

    def test_pages(self) -> None:
        """lists the newest first, in pages"""
        users = self.maintainer.users.list(iterator=True, per_page=3)
        self.assertEqual((users.total, users.total_pages), (7, 3))
        self.assertEqual([user.id for user in users], [7, 6, 5, 4, 3, 2, 1])

    def test_keyset(self) -> None:
        """lists users by id and name with keyset pagination, without totals"""
        for order_by in ("id", "name", "username"):
            users = self.maintainer.users.list(
                iterator=True, pagination="keyset", order_by=order_by, sort="asc", per_page=2
            )
            self.assertIsNone(users.total)
            found = [getattr(user, order_by) for user in users]
            self.assertEqual((len(found), found), (7, sorted(found)))

    def test_far_page(self) -> None:
        """refuses offset pagination beyond 50,000 users"""
        with self.assertRaisesRegex(
            GitlabListError, "405: Offset pagination has a maximum allowed offset of 50000"
        ):
            self.maintainer.users.list(page=501, per_page=100)
