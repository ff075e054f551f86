"""The queries about studies."""

from dataclasses import asdict, fields
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from tabuleiro.web.secrets import is_id
from tabuleiro.web.store.rows import StudyRow, StudySummary
from tabuleiro.web.store.schema import studies

SUMMARY = [studies.c[field.name] for field in fields(StudySummary)]


class StudyReading:
    """Queries about studies."""

    _connection: Connection

    def study(self, study_id: str) -> StudyRow | None:
        """A study by its own id."""
        return self._one_study("id", study_id)

    def shared_study(self, shared: str) -> StudyRow | None:
        """A study by the id of its public link."""
        return self._one_study("shared", shared)

    def studies_of(self, owner: str, limit: int) -> list[StudySummary]:
        """The studies of an owner, the last changed first."""
        query = select(*SUMMARY).where(studies.c.owner == owner)
        ordered = query.order_by(studies.c.updated.desc(), studies.c.id).limit(limit)
        return [StudySummary(*row) for row in self._connection.execute(ordered)]

    def _one_study(self, column: str, value: str) -> StudyRow | None:
        if not is_id(value):
            return None
        query = select(studies).where(studies.c[column] == value)
        row = self._connection.execute(query).one_or_none()
        return StudyRow(*row) if row else None


class StudyWriting(StudyReading):
    """Changes of studies."""

    def new_study(self, study: StudyRow) -> None:
        """Stores a new study."""
        self._connection.execute(insert(studies).values(asdict(study)))

    def change_study(self, study_id: str, version: int, **values: Any) -> bool:
        """Stores the next version of a study; False if it has another version by now."""
        changed = (
            update(studies)
            .where(studies.c.id == study_id, studies.c.version == version)
            .values(version=version + 1, **values)
        )
        return self._connection.execute(changed).rowcount > 0

    def share_study(self, study_id: str, shared: str | None) -> None:
        """Sets the id of the public link of a study, or removes it."""
        self._connection.execute(
            update(studies).where(studies.c.id == study_id).values(shared=shared)
        )

    def delete_study(self, study_id: str) -> None:
        """Deletes a study."""
        self._connection.execute(delete(studies).where(studies.c.id == study_id))
