from __future__ import annotations

from typing import Any

from gitlab.exceptions import GitlabDeleteError, GitlabGetError
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

    def test_latest(self) -> None:
        """finds the newest pipeline of a ref's commit"""
        self.assertEqual(self.web.pipelines.latest().id, 1003)
        made = self.make(ref="v1.0.0")
        self.assertEqual(self.web.pipelines.latest("v1.0.0").id, made.id)
        self.assert_has(self.web.pipelines.latest("main"), FULL)

    def test_create(self) -> None:
        """starts a pipeline"""
        pipeline = self.make()
        self.assert_has(pipeline, FULL - {"name"})
        self.assertEqual((pipeline.iid, pipeline.ref, pipeline.tag), (4, "main", False))
        self.assertIn(pipeline.status, {"pending"} if self.spec else {"created", "pending"})
        self.assertEqual(pipeline.created_at, "2026-06-15T12:00:00.000Z")
        self.assertEqual(pipeline.sha, self.web.pipelines.get(1003).sha)

    def test_variables(self) -> None:
        """returns the variables of a started pipeline"""
        variables = [
            {"key": "TARGET", "value": "eu"},
            {"key": "CA", "value": "---", "variable_type": "file"},
        ]
        pipeline = self.make(variables=variables)
        found = {one.key: (one.value, one.variable_type) for one in pipeline.variables.list()}
        self.assertEqual(found, {"TARGET": ("eu", "env_var"), "CA": ("---", "file")})

    def test_retry(self) -> None:
        """retries a failed pipeline"""
        result = self.developer_web.pipelines.get(1002).retry()
        self.assertEqual((result["id"], result["status"]), (1002, "pending"))

    def test_cancel(self) -> None:
        """cancels a pipeline"""
        pipeline = self.make()
        self.assertIn(
            pipeline.cancel()["status"], {"canceled"} if self.spec else {"canceled", "canceling"}
        )
        pipeline.refresh()
        self.assertEqual(pipeline.status, "canceled")

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
