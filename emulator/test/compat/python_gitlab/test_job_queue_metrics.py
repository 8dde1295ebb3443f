from __future__ import annotations


from case import EmulatorTest


class JobQueueMetricsTest(EmulatorTest):
    """metrics of background jobs"""

    def setUp(self) -> None:
        super().setUp()
        self.root = self.user("root")

    def test_queues(self) -> None:
        """returns backlog and latency of each queue"""
        result = self.root.sidekiq.queue_metrics()
        self.assertEqual(set(result), {"queues"})
        self.assertIn("default", result["queues"])
        for queue in result["queues"].values():
            self.assertEqual(set(queue), {"backlog", "latency"})

    def test_processes(self) -> None:
        """returns the worker processes"""
        result = self.root.sidekiq.process_metrics()
        self.assertEqual(set(result), {"processes"})
        for process in result["processes"]:
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
        result = self.root.sidekiq.job_stats()
        self.assertEqual(set(result), {"jobs"})
        self.assertEqual(set(result["jobs"]), {"processed", "failed", "enqueued", "dead"})

    def test_all(self) -> None:
        """returns all metrics together"""
        sidekiq = self.root.sidekiq
        parts = {**sidekiq.queue_metrics(), **sidekiq.process_metrics(), **sidekiq.job_stats()}
        self.assertEqual(sidekiq.compound_metrics(), parts)
