from __future__ import annotations

from typing import Any

from gitlab import Gitlab

from case import EmulatorTest


class StatusTest(EmulatorTest):
    """success statuses, which python-gitlab's objects do not show"""

    def status(self, verb: str, path: str, client: Gitlab | None = None, **data: Any) -> int:
        return (client or self.maintainer).http_request(verb, path, post_data=data).status_code

    def test_labels(self) -> None:
        """responds with 201 to a new label and its subscriptions, 200 to updates, 204 to a deletion"""
        path = "/projects/1/labels"
        self.assertEqual(self.status("post", path, name="bug", color="red"), 201)
        self.assertEqual(self.status("get", f"{path}/bug"), 200)
        self.assertEqual(self.status("put", f"{path}/bug", color="blue"), 200)
        self.assertEqual(self.status("post", f"{path}/bug/subscribe"), 201)
        self.assertEqual(self.status("post", f"{path}/bug/unsubscribe"), 201)
        self.assertEqual(self.status("delete", f"{path}/bug"), 204)
        self.status("post", path, name="bug", color="red")
        self.assertEqual(self.status("put", f"{path}/bug/promote"), 200)

    def test_freeze_periods(self) -> None:
        """responds with 201 to a new freeze period, 200 to an update"""
        path = "/projects/1/freeze_periods"
        crons = {"freeze_start": "0 23 * * 5", "freeze_end": "0 7 * * 1", "cron_timezone": "UTC"}
        self.assertEqual(self.status("post", path, **crons), 201)
        number = self.maintainer.http_list(path)[0]["id"]
        self.assertEqual(self.status("put", f"{path}/{number}", **crons), 200)

    def test_protected_environments(self) -> None:
        """responds with 201 to a new protection, 200 to an update, 204 to a deletion"""
        path = "/projects/1/protected_environments"
        levels = [{"access_level": 40}]
        self.assertEqual(self.status("post", path, name="live", deploy_access_levels=levels), 201)
        self.assertEqual(self.status("put", f"{path}/live", deploy_access_levels=levels), 200)
        self.assertEqual(self.status("delete", f"{path}/live"), 204)

    def test_pipelines(self) -> None:
        """responds with 201 to a new pipeline and a retry, 200 to a cancellation, 204 to a deletion"""
        owner = self.user("owner")
        self.assertEqual(self.status("post", "/projects/1/pipeline", ref="main"), 201)
        self.assertEqual(self.status("post", "/projects/1/pipelines/1002/retry"), 201)
        self.assertEqual(self.status("post", "/projects/1/pipelines/1002/cancel"), 200)
        self.assertEqual(self.status("put", "/projects/1/pipelines/1002/metadata", name="x"), 200)
        self.assertEqual(self.status("delete", "/projects/1/pipelines/1002", owner), 204)

    def test_trigger_tokens(self) -> None:
        """responds with 201 to a new trigger token and the pipeline that it starts"""
        path = "/projects/1/triggers"
        self.assertEqual(self.status("post", path, description="nightly"), 201)
        trigger = self.web.triggers.list()[0]
        self.assertEqual(self.status("put", f"{path}/{trigger.id}", description="weekly"), 200)
        run = {"ref": "main", "token": trigger.token}
        self.assertEqual(
            self.status("post", "/projects/1/trigger/pipeline", self.anonymous, **run), 201
        )
        self.assertEqual(self.status("delete", f"{path}/{trigger.id}"), 204)

    def test_remote_mirrors(self) -> None:
        """responds with 201 to a new mirror, 200 to an update, 204 to a push and a deletion"""
        path = "/projects/1/remote_mirrors"
        self.assertEqual(self.status("post", path, url="https://git.example.com/x.git"), 201)
        number = self.web.remote_mirrors.list()[0].id
        self.assertEqual(self.status("put", f"{path}/{number}", enabled=True), 200)
        self.assertEqual(self.status("post", f"{path}/{number}/sync"), 204)
        self.assertEqual(self.status("delete", f"{path}/{number}"), 204)

    def test_group_access_tokens(self) -> None:
        """responds with 201 to a new token, 200 to a rotation, 204 to a revocation"""
        path, owner = "/groups/10/access_tokens", self.user("owner")
        wanted = {"name": "robot", "scopes": ["api"], "expires_at": "2026-12-31"}
        self.assertEqual(self.status("post", path, owner, **wanted), 201)
        number = owner.http_list(path)[0]["id"]
        self.assertEqual(self.status("post", f"{path}/{number}/rotate", owner), 200)
        self.assertEqual(self.status("delete", f"{path}/{number}", owner), 204)

    def test_issue_links(self) -> None:
        """responds with 201 to a new link"""
        wanted = {"target_project_id": 1, "target_issue_iid": 2}
        self.assertEqual(self.status("post", "/projects/1/issues/1/links", **wanted), 201)

    def test_vulnerabilities(self) -> None:
        """responds with 201 to a new vulnerability and its state changes"""
        self.assertEqual(self.status("post", "/projects/1/vulnerabilities", finding_id=101), 201)
        number = self.maintainer.http_list("/projects/1/vulnerabilities")[0]["id"]
        self.assertEqual(self.status("post", f"/vulnerabilities/{number}/dismiss"), 201)

    def test_repository_storage_moves(self) -> None:
        """responds with 202 to moves of all, 201 to one"""
        root = self.user("root")
        path = "/project_repository_storage_moves"
        self.assertEqual(self.status("post", path, root, source_storage_name="fast"), 202)
        self.assertEqual(self.status("post", "/projects/1/repository_storage_moves", root), 201)
