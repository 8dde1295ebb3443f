from __future__ import annotations

from gitlab.exceptions import (
    GitlabAuthenticationError,
    GitlabCreateError,
    GitlabDeleteError,
    GitlabGetError,
    GitlabHttpError,
    GitlabListError,
    GitlabSubscribeError,
    GitlabUnsubscribeError,
    GitlabUpdateError,
)
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
        self.assertEqual(set(label.asdict()), SHOWN | (COUNTS if self.spec else set()))

    def test_least(self) -> None:
        """returns null for a description and priority that were not sent"""
        label = self.make()
        self.assertIsNone(label.description)
        self.assertIsNone(label.priority)

    def test_color_name(self) -> None:
        """returns the hex color for a color name"""
        self.assertEqual(self.make(color="crimson").color, "#DC143C")
        self.assertEqual(self.make("fair", color=" LightYellow ").text_color, "#1F1E24")

    def test_color_of_nothing(self) -> None:
        """uses the default color for a label without one"""
        self.assertEqual(self.make(color=None).color, "#6699cc")

    def test_blanks(self) -> None:
        """removes surrounding blanks from titles, and compares titles without them"""
        self.assertEqual(self.make("  bug ").name, "bug")
        with self.refused(400, GitlabCreateError, {"title": ["has already been taken"]}):
            self.make(" bug ")

    def test_priority_zero(self) -> None:
        """distinguishes a priority of 0 from none"""
        self.assertEqual(self.make(priority=0).priority, 0)

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

    def test_number_first(self) -> None:
        """reads leading digits of a title as an id first"""
        made = self.make()
        self.make(f"{made.id}.0")
        self.assertEqual(self.web.labels.get(f"{made.id}.0").name, "bug")

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

    def test_counts(self) -> None:
        """counts issues in a list only on request"""
        made = self.make()
        self.patch("issues", 101, label_ids=[made.id])
        self.patch("issues", 105, label_ids=[made.id])
        (plain,) = self.web.labels.list()
        (counted,) = self.web.labels.list(with_counts=True)
        self.assertFalse(COUNTS & set(plain.asdict()))
        self.assertEqual((counted.open_issues_count, counted.closed_issues_count), (1, 1))

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

    def test_update_by_number(self) -> None:
        """updates a label by id with the deprecated request"""
        made = self.make()
        answer = self.web.labels.update(None, {"label_id": made.id, "color": "#123456"})
        self.assertEqual((answer["name"], answer["color"]), ("bug", "#123456"))

    def test_update_of_path(self) -> None:
        """updates a label in the path, which python-gitlab supports only by a plain request"""
        made = self.make()
        answer = self.maintainer.http_put(
            f"/projects/1/labels/{made.id}", post_data={"new_name": "defect"}
        )
        self.assertEqual((answer["id"], answer["name"]), (made.id, "defect"))

    @only("spec")
    def test_description_alone(self) -> None:
        """requires a new name or a color in each update"""
        label = self.make()
        label.description = "alone"
        with self.refused(
            400,
            GitlabUpdateError,
            "new_name, color are missing, at least one parameter must be provided",
        ):
            label.save()

    @only("gitlab")
    def test_description_enough(self) -> None:
        """updates only the description"""
        label = self.make()
        label.description = "alone"
        label.save()
        self.assertEqual((label.description, label.color), ("alone", "#FF0000"))

    def test_remove_priority(self) -> None:
        """removes description and priority with null"""
        label = self.make(description="old", priority=3)
        label.color = "#00FF00"
        label.description = None
        label.priority = None
        label.save()
        self.assertIsNone(label.description)
        self.assertIsNone(label.priority)

    def test_delete(self) -> None:
        """deletes a label by title and by id"""
        self.make().delete()
        with self.refused(404, GitlabGetError, "404 Label Not Found"):
            self.web.labels.get("bug")
        self.web.labels.delete(self.make().id)
        with self.refused(404, GitlabDeleteError, "404 Label Not Found"):
            self.web.labels.delete("bug")

    def test_delete_unless_changed(self) -> None:
        """refuses to delete a label that changed after the given time"""
        label = self.make()
        with self.refused(412, GitlabDeleteError, "412 Precondition Failed"):
            label.delete(extra_headers={"If-Unmodified-Since": "Mon, 15 Jun 2026 11:59:59 GMT"})
        label.delete(extra_headers={"If-Unmodified-Since": "Mon, 15 Jun 2026 12:00:00 GMT"})

    def test_delete_by_name(self) -> None:
        """deletes a label in the query with the deprecated request"""
        self.make("a & b")
        self.maintainer.http_delete("/projects/1/labels", query_data={"name": "a & b"})
        self.assertEqual(self.web.labels.list(), [])

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

    def test_ancestors(self) -> None:
        """omits labels of ancestor groups on request, but not those of the group itself"""
        self.make().promote()
        found = {
            number: [
                [
                    label.name
                    for label in project(self.maintainer, number).labels.list(
                        include_ancestor_groups=further
                    )
                ]
                for further in (True, False)
            ]
            for number in (2, 3)
        }
        self.assertEqual(found, {2: [["bug"], ["bug"]], 3: [["bug"], []]})

    @only("gitlab")
    def test_rank_of_group_label(self) -> None:
        """sets the priority of a group's label in one project only"""
        self.make().promote()
        label = project(self.maintainer, 2).labels.get("bug")
        label.priority = 1
        label.save()
        self.assertEqual(label.priority, 1)
        self.assertIsNone(self.web.labels.get("bug").priority)

    @only("spec")
    def test_promote_keeps(self) -> None:
        """keeps the id of a promoted label, and returns its counts"""
        label = self.make()
        promoted = label.promote()
        self.assertEqual(promoted["id"], label.id)
        self.assertEqual(
            set(promoted), SHOWN - {"text_color", "priority", "is_project_label"} | COUNTS
        )

    @only("gitlab")
    def test_promote_renews(self) -> None:
        """changes the id of a promoted label, and returns no counts"""
        label = self.make()
        promoted = label.promote()
        self.assertNotEqual(promoted["id"], label.id)
        self.assertEqual(set(promoted), SHOWN - {"priority", "is_project_label"})

    def test_duplicate(self) -> None:
        """refuses a second label with the same title with 409, but accepts another case"""
        self.make()
        with self.refused(409, GitlabCreateError, "Label already exists"):
            self.make()
        self.assertEqual(self.make("Bug").name, "Bug")

    def test_duplicate_of_group(self) -> None:
        """refuses the title of a group's label"""
        self.make().promote()
        with self.refused(409, GitlabCreateError, "Label already exists"):
            project(self.maintainer, 2).labels.create({"name": "bug", "color": "#FF0000"})

    def test_rename_onto_other(self) -> None:
        """refuses to rename a label to an existing title"""
        self.make("defect")
        label = self.make()
        label.new_name = "defect"
        with self.refused(400, GitlabUpdateError, {"title": ["has already been taken"]}):
            label.save()

    def test_bad_values(self) -> None:
        """names the invalid attribute"""
        with self.refused(400, GitlabCreateError, {"color": ["must be a valid color code"]}):
            self.make(color="no colour")
        with self.refused(400, GitlabCreateError, {"title": ["is invalid"]}):
            self.make("a, b")
        with self.refused(400, GitlabCreateError, "priority is invalid"):
            self.make(priority="high")

    def test_missing(self) -> None:
        """names all missing parameters, which python-gitlab checks first"""
        with self.refused(400, GitlabHttpError, "name is missing, color is missing"):
            self.maintainer.http_post("/projects/1/labels")
        with self.assertRaisesRegex(AttributeError, "name"):
            self.web.labels.create({"color": "#FF0000"})

    def test_order_of_checks(self) -> None:
        """checks the token, then the parameters, then the role"""
        with self.refused(401, GitlabAuthenticationError):
            self.anonymous.http_post("/projects/1/labels")
        with self.refused(400, GitlabHttpError, "name is missing, color is missing"):
            self.user("guest").http_post("/projects/1/labels")

    def test_roles(self) -> None:
        """lets reporters create labels, and guests only read them"""
        project(self.user("reporter"), 1).labels.create({"name": "bug", "color": "#FF0000"})
        guest = project(self.user("guest"), 1)
        self.assertEqual(guest.labels.get("bug").color, "#FF0000")
        with self.refused(403, GitlabCreateError, "403 Forbidden"):
            guest.labels.create({"name": "mine", "color": "#FF0000"})
        with self.refused(403, GitlabDeleteError, "403 Forbidden"):
            guest.labels.delete("bug")

    def test_nobody(self) -> None:
        """requires a token even for public projects"""
        with self.refused(401, GitlabAuthenticationError, "401 Unauthorized"):
            project(self.anonymous, 2).labels.list()

    def test_hidden_project(self) -> None:
        """responds with the same error for hidden and missing projects"""
        outsider = self.user("outsider")
        for number in (3, 99):
            with self.refused(404, GitlabListError, "404 Project Not Found"):
                project(outsider, number).labels.list()
