from __future__ import annotations

from gitlab.exceptions import GitlabDeleteError, GitlabGetError, GitlabSubscribeError, GitlabUnsubscribeError
from gitlab.v4.objects import ProjectLabel

from case import EmulatorTest, only, project, words

COUNTS = words("open_issues_count closed_issues_count open_merge_requests_count")
SHOWN = words(
    "id name color text_color description description_html subscribed priority is_project_label"
)


class LabelTest(EmulatorTest):
    """project labels"""

    def make(self, name: str = "bug", **fields: object) -> ProjectLabel:
        return self.web.labels.create({"name": name, "color": "#FF0000", **fields})

    def test_create(self) -> None:
        """creates a label and returns all fields"""
        label = self.make(description="Does not work", priority=2)
        self.assertIsInstance(label.id, int)
        self.assertEqual(label.name, "bug")
        self.assertEqual(label.color, "#FF0000")
        self.assertEqual(label.text_color, "#FFFFFF")
        self.assertEqual(label.description, "Does not work")
        self.assertEqual(label.priority, 2)
        self.assertIs(label.is_project_label, True)
        self.assertIs(label.subscribed, False)
        self.assertEqual(set(label.asdict()), SHOWN | (COUNTS if self.spec else {"archived"}))

    def test_get(self) -> None:
        """finds a label by id and title"""
        made = self.make()
        self.assertEqual(self.web.labels.get(made.id).name, "bug")
        self.assertEqual(self.web.labels.get("bug").id, made.id)

    def test_title_encoding(self) -> None:
        """finds titles with slashes, spaces, percent signs and non-Latin letters"""
        for title in [
            "kind/bug fix",
            "100%",
            "größer? & älter",
            "a+b",
            "ошибка",
            '#1: "x"',
            "v1.0",
        ]:
            made = self.make(title)
            self.assertEqual(self.web.labels.get(title).id, made.id, title)

    def test_list(self) -> None:
        """lists labels by title"""
        for name in ["c", "a", "b"]:
            self.make(name)
        self.assertEqual([label.name for label in self.web.labels.list()], ["a", "b", "c"])

    def test_search(self) -> None:
        """searches titles and descriptions case-insensitively"""
        self.make("Bug")
        self.make("feature", description="not a BUG")
        self.make("chore")
        self.assertEqual(
            [label.name for label in self.web.labels.list(search="bug")], ["Bug", "feature"]
        )

    def test_pages(self) -> None:
        """lists labels in pages with totals and links"""
        for number in range(25):
            self.make(f"label {number:02}")
        labels = self.web.labels.list(iterator=True, per_page=10)
        self.assertEqual((labels.total, labels.total_pages, labels.per_page), (25, 3, 10))
        self.assertEqual((labels.current_page, labels.prev_page, labels.next_page), (1, None, 2))
        self.assertEqual(
            [label.name for label in labels], [f"label {number:02}" for number in range(25)]
        )
        self.assertEqual((labels.current_page, labels.prev_page, labels.next_page), (3, 2, None))
        self.assertEqual(len(self.web.labels.list(per_page=10, page=3)), 5)
        self.assertEqual(self.web.labels.list(per_page=10, page=4), [])
        self.assertEqual(len(self.web.labels.list(get_all=True)), 25)

    def test_page_size(self) -> None:
        """returns 20 labels per page by default, and at most 100"""
        for number in range(105):
            self.make(f"label {number:03}")
        self.assertEqual(len(self.web.labels.list(get_all=False)), 20)
        self.assertEqual(len(self.web.labels.list(get_all=False, per_page=1000)), 100)

    def test_cut_off(self) -> None:
        """causes python-gitlab's warning about a list with further pages"""
        for number in range(21):
            self.make(f"label {number}")
        with self.assertWarnsRegex(UserWarning, "20 of 21 items"):
            self.web.labels.list()

    def test_save(self) -> None:
        """updates a label by title with python-gitlab's deprecated request"""
        label = self.make(description="old", priority=1)
        label.color = "#00FF00"
        label.description = "new"
        label.save()
        self.assertEqual(
            (label.name, label.color, label.description, label.priority),
            ("bug", "#00FF00", "new", 1),
        )
        self.assertEqual(self.web.labels.get("bug").color, "#00FF00")

    def test_rename(self) -> None:
        """renames a label, which keeps its id"""
        label = self.make()
        number = label.id
        label.new_name = "defect"
        label.save()
        self.assertEqual((label.name, label.id), ("defect", number))
        self.assertEqual([label.name for label in self.web.labels.list()], ["defect"])

    def test_delete(self) -> None:
        """deletes a label by title and by id"""
        self.make().delete()
        with self.refused(404, GitlabGetError, "404 Label Not Found"):
            self.web.labels.get("bug")
        self.web.labels.delete(self.make().id)
        with self.refused(404, GitlabDeleteError, "404 Label Not Found"):
            self.web.labels.delete("bug")

    def test_subscribe(self) -> None:
        """subscribes only the caller, and responds with 304 the second time"""
        label = self.make()
        label.subscribe()
        self.assertIs(label.subscribed, True)
        with self.refused(304, GitlabSubscribeError):
            label.subscribe()
        self.assertIs(project(self.user("developer"), 1).labels.get("bug").subscribed, False)

    def test_unsubscribe(self) -> None:
        """unsubscribes the caller, and responds with 304 the second time"""
        label = self.make()
        with self.refused(304, GitlabUnsubscribeError):
            label.unsubscribe()
        label.subscribe()
        label.unsubscribe()
        self.assertIs(label.subscribed, False)

    def test_promote(self) -> None:
        """promotes a label to its group, which shows it in the other projects"""
        label = self.make(description="all over")
        promoted = label.promote()
        (found,) = project(self.maintainer, 2).labels.list()
        self.assertEqual(
            (found.id, found.name, found.description), (promoted["id"], "bug", "all over")
        )
        self.assertIs(found.is_project_label, False)
        self.assertIs(self.web.labels.get("bug").is_project_label, False)
