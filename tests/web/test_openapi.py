"""The API and its OpenAPI description: it answers any request as described and never fails."""

from __future__ import annotations

import os
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tabuleiro.web.app import make_app
from tabuleiro.web.settings import ServerSettings
from waiting import PATIENCE
from web.serving import Served

pytestmark = pytest.mark.extended

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
LIVE = "/api/v1/games/{game_id}/live"  # a stream never ends
EXAMPLES = int(os.environ.get("EXAMPLES", "20"))  # requests per route

DESCRIPTION: dict[str, Any] = make_app(ServerSettings()).openapi()
SCHEMA = schemathesis.openapi.from_dict(DESCRIPTION)
FOUND: list[Any] = [found.ok() for found in SCHEMA.get_all_operations() if isinstance(found, Ok)]
OPERATIONS = [operation for operation in FOUND if operation.path != LIVE]


@pytest.mark.parametrize("mode", GenerationMode, ids=lambda mode: mode.name.lower())
@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda each: f"{each.method} {each.path}")
def test_whatever_is_sent_is_answered_as_described(
    served: Served, operation: Any, mode: GenerationMode
) -> None:
    browser = served.browser()
    game_id = browser.opens("squex rows=3 columns=3", "me", "open")
    parameters = {parameter.name for parameter in operation.path_parameters or ()}
    if mode is GenerationMode.NEGATIVE and not parameters and not operation.body:
        mode = GenerationMode.POSITIVE  # no request to it can be invalid

    # Schemathesis discards many requests until it finds some that violate the description.
    @settings(
        max_examples=EXAMPLES,
        suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow],
    )
    @given(case=operation.as_strategy(generation_mode=mode), real=st.booleans())
    def send(case: Any, real: bool) -> None:
        if real and "game_id" in parameters:
            case.path_parameters["game_id"] = game_id
        answer = case.call(
            base_url=served.address,
            headers={"X-Tabuleiro": "1"},
            cookies=dict(browser.cookies),
            timeout=PATIENCE,
        )
        case.validate_response(answer, checks=CHECKS)

    send()


def test_every_route_can_be_read() -> None:
    assert len(FOUND) == sum(len(methods) for methods in DESCRIPTION["paths"].values())


def test_every_route_describes_itself_and_its_errors() -> None:
    for path, methods in DESCRIPTION["paths"].items():
        for operation in methods.values():
            assert {"4XX", "5XX"} <= operation["responses"].keys(), path
            assert operation["description"], path
