from __future__ import annotations


from case import EmulatorTest


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
