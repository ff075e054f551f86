"""Proofs of small boards: complete, and checked by rules of their own."""

from __future__ import annotations

import gzip
from pathlib import Path
from random import Random

import pytest

import prove
from check_proof import Proof, ProofError, check_all, check_sample
from tabuleiro.games import find_game
from tabuleiro.games.fuse.random_start import count_rings


def proofs(folder: Path, *words: str) -> list[str]:
    """The proofs of a game, as texts."""
    prove.main([*words, "--out", str(folder), "--megabytes", "16"])
    return [gzip.decompress(file.read_bytes()).decode() for file in sorted(folder.glob("*.gz"))]


@pytest.mark.parametrize("swap", ["off", "on"])
def test_a_win_is_proved_by_the_answers_of_the_winner(tmp_path: Path, swap: str) -> None:
    (text,) = proofs(tmp_path, "squex", "rows=3", "columns=3", f"swap={swap}")
    proof = Proof(text)
    assert (proof.player, proof.score) == ((1, 1.0) if swap == "off" else (2, 1.0))
    visited = check_all(proof)
    assert visited > len(proof.answers) > 50
    assert check_sample(proof, 500, Random(1)) >= 500


def test_a_draw_is_proved_by_answers_of_both(tmp_path: Path) -> None:
    texts = proofs(tmp_path, "fuse", "rows=2", "columns=2")
    found = [Proof(text) for text in texts]
    assert [(each.player, each.score) for each in found] == [(1, 0.5), (2, 0.5)] * (len(found) // 2)
    assert all(check_all(each) >= len(each.answers) for each in found)


def test_answers_that_do_not_prove_the_claim_are_refused(tmp_path: Path) -> None:
    text = proofs(tmp_path, "fuse", "rows=2", "columns=2")[0]
    with pytest.raises(ProofError, match="is the end: draw"):
        check_all(Proof(text.replace('"score": 0.5', '"score": 1')))
    head, first, *others = text.splitlines()
    with pytest.raises(ProofError, match="is None, which is not legal"):
        check_all(Proof("\n".join([head, *others])))
    moved = f"{first.rsplit(': ', 1)[0]}: a1a1"
    with pytest.raises(ProofError, match="is a1a1, which is not legal"):
        check_all(Proof("\n".join([head, moved, *others])))
    with pytest.raises(ProofError, match="is no start of the game"):
        Proof(text.replace(" x", " o", 1))


def test_a_proof_continues_where_it_was_stopped(tmp_path: Path) -> None:
    words = ("fuse", "rows=2", "columns=2")
    first = proofs(tmp_path, *words)
    log = tmp_path / "fuse-rows=2-columns=2.jsonl"
    complete = log.read_text()
    log.write_text("\n".join(complete.splitlines()[:2]) + "\n")
    min(tmp_path.glob("*.gz")).unlink()
    assert proofs(tmp_path, *words) == first
    starts = [line.split(",")[0] for line in complete.splitlines()]
    assert [line.split(",")[0] for line in log.read_text().splitlines()] == starts


@pytest.mark.parametrize(("rows", "columns"), [(2, 3), (3, 3), (4, 4)])
def test_one_start_stands_for_all_that_look_the_same(rows: int, columns: int) -> None:
    given = {"rows": str(rows), "columns": str(columns)}
    found = list(prove.starts(find_game("fuse"), given))
    assert sum(count for _, count in found) == count_rings(rows + columns)
    assert len({start for start, _ in found}) == len(found)
