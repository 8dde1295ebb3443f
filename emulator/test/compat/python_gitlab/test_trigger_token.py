from __future__ import annotations

from gitlab import Gitlab
from gitlab.exceptions import GitlabDeleteError, GitlabGetError
from gitlab.v4.objects import ProjectTrigger

from case import EmulatorTest, project, words

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

    def test_save(self) -> None:
        """updates the description"""
        trigger = self.make()
        token = trigger.token
        trigger.description = "weekly"
        trigger.save()
        self.assertEqual((trigger.description, trigger.token), ("weekly", token))
        self.assertEqual(self.web.triggers.get(trigger.id).description, "weekly")

    def test_delete(self) -> None:
        """deletes a token once, also of another user"""
        trigger = self.make()
        project(self.user("owner"), 1).triggers.delete(trigger.id)
        with self.refused(404, GitlabDeleteError, "404 Not found"):
            trigger.delete()
        with self.refused(404, GitlabGetError, "404 Not found"):
            self.web.triggers.get(trigger.id)


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

    def test_variables(self) -> None:
        """passes variables to the pipeline"""
        pipeline = self.web.trigger_pipeline(
            "main", self.trigger.token, variables={"TARGET": "eu", "DRY": "1"}
        )
        variables = {
            one.key: one.value for one in self.web.pipelines.get(pipeline.id).variables.list()
        }
        self.assertEqual((variables["TARGET"], variables["DRY"]), ("eu", "1"))

    def test_job_token(self) -> None:
        """starts a pipeline with the token of a running job"""
        pipeline = project(self.anonymous, 2).trigger_pipeline("main", "emulator-job-token")
        self.assertEqual((pipeline.source, pipeline.user["username"]), ("pipeline", "developer"))
