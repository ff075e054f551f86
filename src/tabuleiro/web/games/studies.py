"""Studies: annotated records that their owner keeps, changes and shares.

A study belongs to the browser whose secret created it. Others cannot see it until its owner makes a
public link; by that they can look at it but not change it, and the link can be revoked.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from tabuleiro.core.message import TabuleiroError, say
from tabuleiro.records import Record
from tabuleiro.records.json import as_object, from_object
from tabuleiro.records.record import BY_THE_RULES, ENDING, UNFINISHED
from tabuleiro.web.games.errors import NotAllowedError
from tabuleiro.web.games.names import clean_name
from tabuleiro.web.secrets import digest, matches, new_id
from tabuleiro.web.store.schema import StudyRow, StudySummary
from tabuleiro.web.store.store import Store
from tabuleiro.web.store.transaction import ReadTransaction

MOST_STUDIES = 1_000  # of one owner
LONGEST_TITLE = 100
OPEN_END = "open"  # the ending of a record that may have any result, for the moment


class NoSuchStudyError(TabuleiroError):
    """There is no study with this id, or it belongs to someone else."""

    def __init__(self) -> None:
        super().__init__(say("there is no such study, or it is not shared"))


class StaleStudyError(TabuleiroError):
    """A change of a version of a study that is not the current one."""


class StudyService:
    """Studies in a store; `now` returns the time. Every thread may use them."""

    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        self.store = store
        self.now = now

    def create(self, secret: str, record: Record, title: str = "") -> str:
        """Stores a record as a study of this secret; its id."""
        study_id, owner, now = new_id(), digest(secret), self.now()
        title = clean_name(title, LONGEST_TITLE)
        kept = (study_id, owner, title, record.game_text, now, now, 1, None)
        with self.store.transaction() as transaction:
            if len(transaction.studies_of(owner, MOST_STUDIES)) == MOST_STUDIES:
                raise NotAllowedError(say("you have too many studies: delete one first"))
            transaction.new_study(StudyRow(*kept, as_object(record)))
        return study_id

    def get_own(self, study_id: str, secret: str) -> StudyRow:
        """A study of this secret."""
        with self.store.reading() as reading:
            return own_study(reading, study_id, secret)

    def get_shared(self, shared: str) -> StudyRow:
        """The study of a public link."""
        with self.store.reading() as reading:
            study = reading.shared_study(shared)
        if study is None:
            raise NoSuchStudyError
        return study

    def list_own(self, secret: str) -> list[StudySummary]:
        """The studies of this secret, the last changed first."""
        if not secret:
            return []
        with self.store.reading() as reading:
            return reading.studies_of(digest(secret), MOST_STUDIES)

    def change(self, study_id: str, secret: str, version: int, record: Record, title: str) -> int:
        """Stores a study, unless it was changed since that version; the new version."""
        values: dict[str, Any] = {
            "title": clean_name(title, LONGEST_TITLE),
            "record": as_object(record),
            "game": record.game_text,
            "updated": self.now(),
        }
        with self.store.transaction() as transaction:
            own_study(transaction, study_id, secret)
            if not transaction.change_study(study_id, version, **values):
                raise StaleStudyError(say("the study was changed elsewhere: reload it"))
        return version + 1

    def share(self, study_id: str, secret: str) -> str:
        """The id of the public link of a study; a new one if there is none."""
        with self.store.transaction() as transaction:
            shared = own_study(transaction, study_id, secret).shared or new_id()
            transaction.share_study(study_id, shared)
        return shared

    def unshare(self, study_id: str, secret: str) -> None:
        """Revokes the public link of a study."""
        with self.store.transaction() as transaction:
            own_study(transaction, study_id, secret)
            transaction.share_study(study_id, None)

    def delete(self, study_id: str, secret: str) -> None:
        """Deletes a study."""
        with self.store.transaction() as transaction:
            own_study(transaction, study_id, secret)
            transaction.delete_study(study_id)


def own_study(reading: ReadTransaction, study_id: str, secret: str) -> StudyRow:
    """A study of this secret; for others it does not exist."""
    study = reading.study(study_id)
    if study is None or not secret or not matches(secret, study.owner):
        raise NoSuchStudyError
    return study


def read_study(data: Mapping[str, Any]) -> Record:
    """The record of a study as a page sends it. Its main line may have become longer or shorter
    than the game was: unless the record says how the game ended, the result is what the rules
    say."""
    given = data.get("headers", {})
    if not isinstance(given, dict) or given.get(ENDING, "") not in BY_THE_RULES:
        return from_object(dict(data))
    record = from_object({**data, "headers": {**given, ENDING: OPEN_END}, "result": UNFINISHED})
    outcome = record.final.outcome()
    return replace(record, headers=given, result=outcome.result if outcome else UNFINISHED)
