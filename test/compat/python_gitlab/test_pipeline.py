from __future__ import annotations

from typing import Any

from gitlab.exceptions import (
    GitlabAuthenticationError,
    GitlabCreateError,
    GitlabDeleteError,
    GitlabGetError,
    GitlabHttpError,
    GitlabListError,
    GitlabPipelineCancelError,
    GitlabPipelineRetryError,
)
from gitlab.v4.objects import ProjectPipeline

from case import EmulatorTest, only, project, words

LISTED = words("id iid project_id status source ref sha name web_url created_at updated_at")
FULL = LISTED | words(
    "before_sha tag yaml_errors user started_at finished_at committed_at duration "
    "queued_duration coverage detailed_status"
)
CASE = words("status name classname execution_time system_output stack_trace")
COUNTS = words("total_time total_count success_count failed_count skipped_count error_count")


class PipelineTest(EmulatorTest):
    """pipelines"""

    def setUp(self) -> None:
        super().setUp()
        self.developer_web = project(self.user("developer"), 1)

    def make(self, **fields: Any) -> ProjectPipeline:
        return self.developer_web.pipelines.create({"ref": "main", **fields})

    def ids(self, **filters: Any) -> list[int]:
        return [pipeline.id for pipeline in self.web.pipelines.list(get_all=True, **filters)]

    def test_list(self) -> None:
        """lists the newest pipelines first, with the fields of a list"""
        pipelines = self.web.pipelines.list()
        self.assertEqual([pipeline.id for pipeline in pipelines], [1003, 1002, 1001])
        self.assertEqual([pipeline.iid for pipeline in pipelines], [3, 2, 1])
        for pipeline in pipelines:
            self.assertEqual(set(pipeline.asdict()), LISTED)

    def test_pages(self) -> None:
        """lists pipelines in pages"""
        pipelines = self.web.pipelines.list(iterator=True, per_page=2)
        self.assertEqual((pipelines.total, pipelines.total_pages), (3, 2))
        self.assertEqual([pipeline.id for pipeline in pipelines], [1003, 1002, 1001])

    def test_no_keyset(self) -> None:
        """returns totals even with keyset pagination"""
        pipelines = self.web.pipelines.list(
            iterator=True, per_page=2, pagination="keyset", order_by="id", sort="asc"
        )
        self.assertEqual(pipelines.total, 3)
        self.assertEqual([pipeline.id for pipeline in pipelines], [1001, 1002, 1003])

    def test_filter_by_status(self) -> None:
        """filters pipelines by status and scope"""
        running = self.make().id
        self.advance(2)
        self.assertEqual(self.ids(status="failed"), [1002])
        self.assertEqual(self.ids(scope="finished"), [1003, 1002, 1001])
        self.assertEqual(self.ids(scope="running"), [running])
        self.assertEqual(self.ids(scope="branches"), [running])
        self.assertEqual(self.ids(scope="tags"), [])

    def test_filter_by_commit(self) -> None:
        """filters pipelines by ref and commit"""
        tagged = self.make(ref="v1.0.0")
        self.assertEqual(self.ids(ref="v1.0.0"), [tagged.id])
        self.assertEqual(self.ids(sha=self.web.pipelines.get(1002).sha), [1002])
        self.assertEqual(self.ids(ref="nowhere"), [])

    def test_filter_by_origin(self) -> None:
        """filters pipelines by source, user and name"""
        made = self.maintainer.http_post("/projects/1/pipeline", post_data={"ref": "main"})["id"]
        self.maintainer.http_put(
            f"/projects/1/pipelines/{made}/metadata", post_data={"name": "Nightly"}
        )
        self.assertEqual(self.ids(source="push"), [1003, 1002, 1001])
        self.assertEqual(self.ids(source="web"), [])
        self.assertEqual(self.ids(username="maintainer"), [made])
        self.assertEqual(self.ids(username="nobody"), [])
        self.assertEqual(self.ids(name="Nightly"), [made])

    def test_filter_by_time(self) -> None:
        """filters pipelines by the time of the last change"""
        made = self.make().id
        self.assertEqual(self.ids(updated_after="2026-06-01T00:00:00Z"), [made])
        self.assertEqual(self.ids(updated_before="2026-06-01T02:00:00+02:00"), [1003, 1002, 1001])

    def test_filter_by_errors(self) -> None:
        """accepts Booleans in Python's spelling"""
        self.patch("pipelines", 1002, yaml_errors="no jobs")
        self.assertEqual(self.ids(yaml_errors=True), [1002])
        self.assertEqual(self.ids(yaml_errors=False), [1003, 1001])

    def test_order(self) -> None:
        """sorts pipelines by the requested field"""
        self.assertEqual(self.ids(sort="asc"), [1001, 1002, 1003])
        self.assertEqual(self.ids(order_by="status", sort="asc")[0], 1002)

    def test_children(self) -> None:
        """omits child pipelines unless a filter includes them"""
        self.patch("pipelines", 1003, source="parent_pipeline")
        self.assertEqual(self.ids(), [1002, 1001])
        self.assertEqual(self.ids(source="parent_pipeline"), [1003])
        self.assertEqual(self.web.pipelines.get(1003).source, "parent_pipeline")

    def test_bad_filter(self) -> None:
        """refuses filters with invalid values"""
        with self.refused(400, GitlabListError, "scope does not have a valid value"):
            self.web.pipelines.list(scope="mine")
        with self.refused(400, GitlabListError, "updated_after is invalid"):
            self.web.pipelines.list(updated_after="yesterday's")
        with self.refused(400, GitlabListError, "per_page has a value not allowed"):
            self.web.pipelines.list(per_page=0)

    def test_get(self) -> None:
        """returns all fields of a pipeline"""
        pipeline = self.web.pipelines.get(1002)
        self.assert_has(pipeline, FULL)
        self.assertEqual((pipeline.id, pipeline.iid, pipeline.project_id), (1002, 2, 1))
        self.assertEqual((pipeline.status, pipeline.ref, pipeline.tag), ("failed", "main", False))
        self.assertEqual(pipeline.user["username"], "developer")
        self.assertEqual(
            (pipeline.detailed_status["group"], pipeline.detailed_status["text"]),
            ("failed", "Failed"),
        )
        self.assertTrue(pipeline.web_url.endswith("/acme/web/-/pipelines/1002"), pipeline.web_url)
        self.assertTrue(pipeline.web_url.endswith(pipeline.detailed_status["details_path"]))

    def test_not_there(self) -> None:
        """responds with 404 for missing pipelines and those of other projects"""
        for number in (99, 2001):
            with self.refused(404, GitlabGetError, "404 Not found"):
                self.web.pipelines.get(number)
        with self.refused(400, GitlabGetError, "pipeline_id is invalid"):
            self.web.pipelines.get("last")

    def test_latest(self) -> None:
        """finds the newest pipeline of a ref's commit"""
        self.assertEqual(self.web.pipelines.latest().id, 1003)
        made = self.make(ref="v1.0.0")
        self.assertEqual(self.web.pipelines.latest("v1.0.0").id, made.id)
        self.assert_has(self.web.pipelines.latest("main"), FULL)

    def test_no_latest(self) -> None:
        """responds with 403 if there is no latest pipeline"""
        for ref in ("v1.0.0", "nowhere"):
            with self.refused(403, GitlabHttpError, "403 Forbidden"):
                self.web.pipelines.latest(ref)

    def test_create(self) -> None:
        """starts a pipeline"""
        pipeline = self.make()
        self.assert_has(pipeline, FULL - {"name"})
        self.assertEqual((pipeline.iid, pipeline.ref, pipeline.tag), (4, "main", False))
        self.assertIn(pipeline.status, {"pending"} if self.spec else {"created", "pending"})
        self.assertEqual(pipeline.created_at, "2026-06-15T12:00:00.000Z")
        self.assertEqual(pipeline.sha, self.web.pipelines.get(1003).sha)

    def test_create_for_tag(self) -> None:
        """starts a pipeline for a tag"""
        self.assertIs(self.make(ref="v1.0.0").tag, True)

    def test_variables(self) -> None:
        """returns the variables of a started pipeline"""
        variables = [
            {"key": "TARGET", "value": "eu"},
            {"key": "CA", "value": "---", "variable_type": "file"},
        ]
        pipeline = self.make(variables=variables)
        found = {one.key: (one.value, one.variable_type) for one in pipeline.variables.list()}
        self.assertEqual(found, {"TARGET": ("eu", "env_var"), "CA": ("---", "file")})

    @only("gitlab")
    def test_raw_variables(self) -> None:
        """returns variables as not raw"""
        (variable,) = self.make(variables=[{"key": "TARGET", "value": "eu"}]).variables.list()
        self.assertIs(variable.raw, False)

    @only("gitlab")
    def test_all_variables(self) -> None:
        """lists variables without pagination"""
        pipeline = self.make(
            variables=[{"key": f"KEY_{number}", "value": ""} for number in range(30)]
        )
        self.assertEqual(len(pipeline.variables.list(per_page=5)), 30)

    def test_variables_of_others(self) -> None:
        """shows variables to maintainers and to the user who started the pipeline"""
        pipeline = self.web.pipelines.create(
            {"ref": "main", "variables": [{"key": "A", "value": "1"}]}
        )
        self.assertEqual(len(self.web.pipelines.get(pipeline.id).variables.list()), 1)
        with self.refused(403, GitlabListError, "403 Forbidden"):
            self.developer_web.pipelines.get(pipeline.id).variables.list()

    def test_bad_variables(self) -> None:
        """refuses invalid variables"""
        message = "variables[0][variable_type] does not have a valid value"
        with self.refused(400, GitlabCreateError, message):
            self.make(variables=[{"key": "A", "value": "1", "variable_type": "secret"}])
        with self.refused(400, GitlabCreateError, {"base": ["Duplicate variable name: A"]}):
            self.make(variables=[{"key": "A", "value": "1"}, {"key": "A", "value": "2"}])

    def test_create_refused(self) -> None:
        """refuses a pipeline with a missing ref or for an unknown ref"""
        with self.refused(400, GitlabHttpError, "ref is missing"):
            self.maintainer.http_post("/projects/1/pipeline")
        with self.refused(400, GitlabCreateError, {"base": ["Reference not found"]}):
            self.make(ref="nowhere")

    def test_progress(self) -> None:
        """shows a pipeline as successful after some time"""
        pipeline = self.make()
        self.advance(60)
        pipeline.refresh()
        self.assertEqual(pipeline.status, "success")
        self.assertGreater(pipeline.finished_at, pipeline.started_at)

    def test_retry(self) -> None:
        """retries a failed pipeline"""
        answer = self.developer_web.pipelines.get(1002).retry()
        self.assertEqual((answer["id"], answer["status"]), (1002, "pending"))

    def test_retry_of_success(self) -> None:
        """does not change a pipeline without jobs to retry"""
        before = self.web.pipelines.get(1001)
        self.assertEqual(before.retry()["status"], "success")
        self.assertEqual(self.web.pipelines.get(1001).asdict(), before.asdict())

    def test_cancel(self) -> None:
        """cancels a pipeline"""
        pipeline = self.make()
        self.assertIn(
            pipeline.cancel()["status"], {"canceled"} if self.spec else {"canceled", "canceling"}
        )
        pipeline.refresh()
        self.assertEqual(pipeline.status, "canceled")

    def test_cancel_of_finished(self) -> None:
        """does not change a finished pipeline that is canceled"""
        self.assertEqual(self.web.pipelines.get(1001).cancel()["status"], "success")

    def test_rename(self) -> None:
        """renames a pipeline, which python-gitlab 8.6.0 supports only by a plain request"""
        path = "/projects/1/pipelines/1001/metadata"
        answer = self.maintainer.http_put(path, post_data={"name": " Release "})
        self.assert_has(answer, FULL)
        self.assertEqual(self.web.pipelines.get(1001).name, "Release")
        with self.refused(400, GitlabHttpError, "name is missing"):
            self.maintainer.http_put(path)
        message = "Failed to update pipeline - Name is too long (maximum is 255 characters)"
        with self.refused(400, GitlabHttpError, message):
            self.maintainer.http_put(path, post_data={"name": "x" * 256})

    def test_job_token(self) -> None:
        """lets a running job rename its pipeline with its token, but not start one"""
        job = self.connect(job_token="emulator-job-token")
        answer = job.http_put(
            "/projects/2/pipelines/2001/metadata", post_data={"name": "Named by its job"}
        )
        self.assertEqual(answer["name"], "Named by its job")
        self.assertEqual(project(job, 2).pipelines.get(2001).name, "Named by its job")
        with self.refused(401, GitlabAuthenticationError, "401 Unauthorized"):
            project(job, 2).pipelines.create({"ref": "main"})

    def test_finished_job(self) -> None:
        """refuses the token of an ended job even if none is required"""
        with self.refused(401, GitlabAuthenticationError):
            project(self.connect(job_token="emulator-finished-job-token"), 2).pipelines.list()

    def test_delete(self) -> None:
        """lets only owners delete a pipeline"""
        with self.refused(403, GitlabDeleteError, "403 Forbidden"):
            self.web.pipelines.delete(1001)
        owner_web = project(self.user("owner"), 1)
        owner_web.pipelines.get(1001).delete()
        with self.refused(404, GitlabGetError, "404 Not found"):
            self.web.pipelines.get(1001)
        with self.refused(404, GitlabDeleteError, "404 Not found"):
            owner_web.pipelines.delete(1001)

    def test_report(self) -> None:
        """returns the test report of a pipeline with all cases"""
        report = self.web.pipelines.get(1002).test_report.get()
        self.assertEqual(set(report.asdict()), COUNTS | {"test_suites"})
        self.assertEqual(report.failed_count, 1)
        self.assertEqual(
            report.total_count, sum(suite["total_count"] for suite in report.test_suites)
        )
        for suite in report.test_suites:
            self.assert_has(suite, COUNTS | {"name", "test_cases"})
            self.assertEqual(suite["total_count"], len(suite["test_cases"]))
        cases = [case for suite in report.test_suites for case in suite["test_cases"]]
        for case in cases:
            self.assert_has(case, CASE)
        self.assertEqual(sum(case["status"] == "failed" for case in cases), 1)

    def test_report_summary(self) -> None:
        """returns a test summary with the numbers of the report"""
        pipeline = self.web.pipelines.get(1002)
        report, summary = pipeline.test_report.get(), pipeline.test_report_summary.get()
        self.assertEqual(set(summary.asdict()), {"total", "test_suites"})
        self.assertEqual(
            set(summary.total),
            {"time", "count", "success", "failed", "skipped", "error", "suite_error"},
        )
        self.assertEqual(summary.total["count"], report.total_count)
        self.assertEqual(summary.total["failed"], report.failed_count)
        for suite in summary.test_suites:
            self.assertEqual(set(suite), COUNTS | {"name", "build_ids", "suite_error"})

    def test_no_report(self) -> None:
        """returns an empty report for a pipeline without tests"""
        report = self.make().test_report.get()
        self.assertEqual((report.total_count, report.test_suites), (0, []))

    def test_roles(self) -> None:
        """lets reporters read pipelines, and developers start them"""
        reporter_web = project(self.user("reporter"), 1)
        self.assertEqual(len(reporter_web.pipelines.list()), 3)
        with self.refused(403, GitlabCreateError, "403 Forbidden"):
            reporter_web.pipelines.create({"ref": "main"})
        with self.refused(403, GitlabPipelineRetryError, "403 Forbidden"):
            reporter_web.pipelines.get(1002).retry()
        with self.refused(403, GitlabPipelineCancelError, "403 Forbidden"):
            reporter_web.pipelines.get(1002).cancel()

    def test_nobody(self) -> None:
        """lets anonymous callers read pipelines of a public project, but not start them"""
        api = project(self.anonymous, 2)
        self.assertEqual([pipeline.id for pipeline in api.pipelines.list()], [2003, 2002, 2001])
        with self.refused(401, GitlabAuthenticationError, "401 Unauthorized"):
            api.pipelines.create({"ref": "main"})
        with self.refused(404, GitlabListError, "404 Project Not Found"):
            project(self.anonymous, 1).pipelines.list()
