from __future__ import annotations

from gitlab.exceptions import GitlabAuthenticationError, GitlabGetError, GitlabHttpError

from case import EmulatorTest, only


class JobQueueMetricsTest(EmulatorTest):
    """metrics of background jobs"""

    def setUp(self) -> None:
        super().setUp()
        self.root = self.user("root")

    def test_queues(self) -> None:
        """returns backlog and latency of each queue"""
        answer = self.root.sidekiq.queue_metrics()
        self.assertEqual(set(answer), {"queues"})
        self.assertIn("default", answer["queues"])
        for queue in answer["queues"].values():
            self.assertEqual(set(queue), {"backlog", "latency"})

    def test_processes(self) -> None:
        """returns the worker processes"""
        answer = self.root.sidekiq.process_metrics()
        self.assertEqual(set(answer), {"processes"})
        for process in answer["processes"]:
            self.assertEqual(
                set(process),
                {
                    "hostname",
                    "pid",
                    "tag",
                    "started_at",
                    "queues",
                    "labels",
                    "concurrency",
                    "busy",
                },
            )
            self.assertRegex(
                process["started_at"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$"
            )

    def test_jobs(self) -> None:
        """returns the numbers of jobs"""
        answer = self.root.sidekiq.job_stats()
        self.assertEqual(set(answer), {"jobs"})
        self.assertEqual(set(answer["jobs"]), {"processed", "failed", "enqueued", "dead"})

    def test_all(self) -> None:
        """returns all metrics together"""
        sidekiq = self.root.sidekiq
        parts = {**sidekiq.queue_metrics(), **sidekiq.process_metrics(), **sidekiq.job_stats()}
        self.assertEqual(sidekiq.compound_metrics(), parts)

    @only("spec")
    def test_prefix(self) -> None:
        """serves metrics also at the path of the specification"""
        self.assertEqual(
            self.root.http_get("/jobqueue/compound_metrics"), self.root.sidekiq.compound_metrics()
        )

    @only("gitlab")
    def test_no_prefix(self) -> None:
        """serves metrics only at the path of python-gitlab"""
        with self.refused(404, GitlabHttpError, "404 Not Found"):
            self.root.http_get("/jobqueue/compound_metrics")

    def test_roles(self) -> None:
        """refuses other callers than administrators"""
        with self.refused(403, GitlabGetError, "403 Forbidden"):
            self.user("owner").sidekiq.queue_metrics()
        with self.refused(401, GitlabAuthenticationError, "401 Unauthorized"):
            self.anonymous.sidekiq.job_stats()
