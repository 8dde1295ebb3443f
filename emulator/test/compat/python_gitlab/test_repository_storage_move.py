from __future__ import annotations

from typing import Any


from case import EmulatorTest, words

SHOWN = words("id created_at state source_storage_name destination_storage_name error_message")
KINDS = {"project": 1, "snippet": 2, "group": 10}


class RepositoryStorageMoveTest(EmulatorTest):
    """repository storage moves, which python-gitlab supports only by plain requests"""

    def setUp(self) -> None:
        super().setUp()
        self.root = self.user("root")

    def move_all(self, kind: str, **names: str) -> Any:
        wanted = {"source_storage_name": "default", "destination_storage_name": "fast", **names}
        return self.root.http_post(f"/{kind}_repository_storage_moves", post_data=wanted)

    def move(self, kind: str = "project", **fields: str) -> dict[str, Any]:
        wanted = {"destination_storage_name": "fast", **fields}
        return self.root.http_post(
            f"/{kind}s/{KINDS[kind]}/repository_storage_moves", post_data=wanted
        )

    def test_all(self) -> None:
        """schedules moves of all containers on a storage"""
        for kind, count in {"project": 3, "snippet": 2, "group": 3}.items():
            self.assertEqual(self.move_all(kind), {"message": "202 Accepted"})
            moves = self.root.http_list(f"/{kind}_repository_storage_moves", get_all=True)
            self.assertEqual(len(moves), count, kind)
            for move in moves:
                self.assertEqual(set(move), SHOWN | {kind})
                self.assertEqual(
                    (move["source_storage_name"], move["destination_storage_name"]),
                    ("default", "fast"),
                )

    def test_one(self) -> None:
        """schedules and reads one move of each kind"""
        for kind, container in KINDS.items():
            made = self.move(kind)
            self.assertEqual((made["state"], made["error_message"]), ("scheduled", None))
            self.assertEqual(made[kind]["id"], container)
            number = made["id"]
            self.assertEqual(
                self.root.http_get(f"/{kind}_repository_storage_moves/{number}"), made
            )
            path = f"/{kind}s/{container}/repository_storage_moves"
            self.assertEqual(self.root.http_get(f"{path}/{number}"), made)
            self.assertEqual(self.root.http_list(path), [made])

    def test_pages(self) -> None:
        """lists the newest moves first, in pages"""
        made = []
        for _ in range(3):
            made.insert(0, self.move()["id"])
            self.advance(3600)
        pages = self.root.http_list(
            "/projects/1/repository_storage_moves", iterator=True, per_page=2
        )
        self.assertEqual((pages.total, pages.total_pages), (3, 2))
        self.assertEqual([move["id"] for move in pages], made)
