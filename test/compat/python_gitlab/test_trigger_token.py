from __future__ import annotations

from gitlab import Gitlab
from gitlab.exceptions import (
    GitlabAuthenticationError,
    GitlabCreateError,
    GitlabDeleteError,
    GitlabGetError,
    GitlabHttpError,
    GitlabListError,
    GitlabUpdateError,
)
from gitlab.v4.objects import ProjectTrigger

from case import EmulatorTest, only, project, words

SHOWN = words("id description created_at updated_at last_used token owner")


class TriggerTokenTest(EmulatorTest):
    """pipeline trigger tokens"""

    def make(self, client: Gitlab | None = None, **fields: object) -> ProjectTrigger:
        web = project(client, 1) if client else self.web
        return web.triggers.create({"description": "nightly", **fields})

    def test_create(self) -> None:
        """creates a trigger token and returns all fields"""
        trigger = self.make()
        self.assert_has(trigger, SHOWN)
        self.assertEqual((trigger.description, trigger.last_used), ("nightly", None))
        self.assertEqual(trigger.owner["username"], "maintainer")
        self.assertEqual(
            (trigger.created_at, trigger.updated_at), ("2026-06-15T12:00:00.000Z",) * 2
        )
        self.assertGreater(len(trigger.token), 20)

    @only("gitlab")
    def test_prefix(self) -> None:
        """generates tokens with a recognizable prefix"""
        self.assertRegex(self.make().token, r"^glptt-[\w-]{20,}$")

    def test_get(self) -> None:
        """shows the whole token to its owner again"""
        trigger = self.make()
        self.assertEqual(self.web.triggers.get(trigger.id).asdict(), trigger.asdict())

    def test_list(self) -> None:
        """lists the oldest trigger tokens first, in pages"""
        made = [self.make(description=text).token for text in ("a", "b", "c")]
        found = self.web.triggers.list(iterator=True, per_page=2)
        self.assertEqual(found.total, 3)
        self.assertEqual([trigger.token for trigger in found], made)

    def test_masked(self) -> None:
        """shows four characters of a token to other users"""
        trigger = self.make()
        (listed,) = project(self.user("owner"), 1).triggers.list()
        self.assertEqual(listed.id, trigger.id)
        self.assertEqual(len(listed.token), 4)
        self.assertIn(listed.token, trigger.token)

    @only("gitlab")
    def test_not_masked(self) -> None:
        """shows the whole token to administrators, and four characters after its prefix to other users"""
        trigger = self.make()
        self.assertEqual(
            project(self.user("root"), 1).triggers.get(trigger.id).token, trigger.token
        )
        self.assertEqual(
            project(self.user("owner"), 1).triggers.get(trigger.id).token, trigger.token[6:10]
        )

    @only("spec")
    def test_masked_for_all(self) -> None:
        """shows administrators the same as other users"""
        self.make()
        (listed,) = project(self.user("root"), 1).triggers.list()
        self.assertEqual(len(listed.token), 4)

    def test_save(self) -> None:
        """updates the description"""
        trigger = self.make()
        token = trigger.token
        trigger.description = "weekly"
        trigger.save()
        self.assertEqual((trigger.description, trigger.token), ("weekly", token))
        self.assertEqual(self.web.triggers.get(trigger.id).description, "weekly")

    def test_save_for_others(self) -> None:
        """lets only the owner and administrators update a description"""
        number = self.make().id
        other = project(self.user("owner"), 1).triggers.get(number)
        other.description = "mine"
        reason = "The current user is not authorized to update the pipeline trigger token"
        with self.refused(403, GitlabUpdateError, f"403 Forbidden - {reason}"):
            other.save()
        admin = project(self.user("root"), 1).triggers.get(number)
        admin.description = "administered"
        admin.save()
        self.assertEqual(self.web.triggers.get(number).description, "administered")

    @only("spec")
    def test_empty_change(self) -> None:
        """keeps a description that is not sent"""
        trigger = self.make()
        answer = self.maintainer.http_put(f"/projects/1/triggers/{trigger.id}")
        self.assertEqual(answer["description"], "nightly")

    @only("gitlab")
    def test_emptying_change(self) -> None:
        """sets a description that is not sent to null"""
        trigger = self.make()
        answer = self.maintainer.http_put(f"/projects/1/triggers/{trigger.id}")
        self.assertIsNone(answer["description"])

    def test_delete(self) -> None:
        """deletes a token once, also of another user"""
        trigger = self.make()
        project(self.user("owner"), 1).triggers.delete(trigger.id)
        with self.refused(404, GitlabDeleteError, "404 Not found"):
            trigger.delete()
        with self.refused(404, GitlabGetError, "404 Not found"):
            self.web.triggers.get(trigger.id)

    def test_missing(self) -> None:
        """checks the parameters of a new token before the caller"""
        for client in (self.maintainer, self.anonymous):
            with self.refused(400, GitlabHttpError, "description is missing"):
                client.http_post("/projects/1/triggers")

    def test_roles(self) -> None:
        """requires the Maintainer role, also for reading"""
        developer_web = project(self.user("developer"), 1)
        with self.refused(403, GitlabListError, "403 Forbidden"):
            developer_web.triggers.list()
        with self.refused(403, GitlabCreateError, "403 Forbidden"):
            developer_web.triggers.create({"description": "mine"})
        with self.refused(401, GitlabAuthenticationError, "401 Unauthorized"):
            project(self.anonymous, 2).triggers.list()

    @only("gitlab")
    def test_expiry(self) -> None:
        """hides a token that has expired"""
        trigger = self.make(expires_at="2026-06-16T00:00:00Z")
        self.assertEqual(trigger.expires_at, "2026-06-16T00:00:00.000Z")
        self.advance(24 * 3600)
        self.assertEqual(self.web.triggers.list(), [])
        with self.refused(404, GitlabGetError, "404 Not found"):
            self.web.triggers.get(trigger.id)

    @only("gitlab")
    def test_late_expiry(self) -> None:
        """refuses a token that expires after a year or later"""
        message = '400 Bad request - {"expires_at":["must be before 2027-06-15"]}'
        with self.refused(400, GitlabCreateError, message):
            self.make(expires_at="2027-06-15T00:00:00Z")
        with self.refused(400, GitlabCreateError, "expires_at is invalid"):
            self.make(expires_at="soon")


class TriggerPipelineTest(EmulatorTest):
    """triggering a pipeline with a token"""

    def setUp(self) -> None:
        super().setUp()
        self.trigger = self.web.triggers.create({"description": "nightly"})

    def test_run(self) -> None:
        """starts a pipeline without any other credentials"""
        pipeline = project(self.anonymous, 1).trigger_pipeline("main", self.trigger.token)
        self.assertEqual(
            (pipeline.status, pipeline.source, pipeline.ref), ("created", "trigger", "main")
        )
        self.assertEqual(pipeline.user["username"], "maintainer")

    def test_project_by_path(self) -> None:
        """starts a pipeline of a project by path"""
        pipeline = project(self.anonymous, "acme/web").trigger_pipeline("main", self.trigger.token)
        self.assertEqual(pipeline.project_id, 1)

    def test_variables(self) -> None:
        """passes variables to the pipeline"""
        pipeline = self.web.trigger_pipeline(
            "main", self.trigger.token, variables={"TARGET": "eu", "DRY": "1"}
        )
        variables = {
            one.key: one.value for one in self.web.pipelines.get(pipeline.id).variables.list()
        }
        self.assertEqual((variables["TARGET"], variables["DRY"]), ("eu", "1"))

    def test_payload(self) -> None:
        """passes all parameters except the token in a file variable"""
        pipeline = self.web.trigger_pipeline(
            "main", self.trigger.token, variables={"TARGET": "eu"}
        )
        (payload,) = [
            one
            for one in self.web.pipelines.get(pipeline.id).variables.list()
            if one.key == "TRIGGER_PAYLOAD"
        ]
        self.assertEqual(payload.variable_type, "file")
        self.assertIn('"TARGET":"eu"', payload.value)
        self.assertNotIn(self.trigger.token, payload.value)

    def test_last_used(self) -> None:
        """records the last use of a token"""
        self.advance(60)
        self.web.trigger_pipeline("main", self.trigger.token)
        self.assertEqual(
            self.web.triggers.get(self.trigger.id).last_used, "2026-06-15T12:01:00.000Z"
        )

    def test_job_token(self) -> None:
        """starts a pipeline with the token of a running job"""
        pipeline = project(self.anonymous, 2).trigger_pipeline("main", "emulator-job-token")
        self.assertEqual((pipeline.source, pipeline.user["username"]), ("pipeline", "developer"))

    def test_finished_job(self) -> None:
        """refuses the token of an ended job"""
        with self.refused(401, GitlabAuthenticationError, "Job is not running"):
            project(self.anonymous, 2).trigger_pipeline("main", "emulator-finished-job-token")

    def test_unknown(self) -> None:
        """responds with 404 for a token of another project"""
        for number, token in [
            (1, "no-such-token"),
            (2, self.trigger.token),
            (99, self.trigger.token),
        ]:
            with self.refused(404, GitlabCreateError, "404 Not Found"):
                project(self.anonymous, number).trigger_pipeline("main", token)

    def test_bad_values(self) -> None:
        """refuses missing refs, and variables that are not strings"""
        with self.refused(400, GitlabCreateError, {"base": ["Reference not found"]}):
            self.web.trigger_pipeline("nowhere", self.trigger.token)
        with self.refused(400, GitlabCreateError, "ref is empty"):
            self.web.trigger_pipeline("", self.trigger.token)
        with self.refused(
            400, GitlabCreateError, "variables needs to be a map of key-valued strings"
        ):
            self.web.trigger_pipeline("main", self.trigger.token, variables={"COUNT": 1})
        with self.refused(400, GitlabHttpError, "ref is missing, ref is empty, token is missing"):
            self.anonymous.http_post("/projects/1/trigger/pipeline")
