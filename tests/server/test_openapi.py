"""The OpenAPI document describes what the server does: whatever fits it, or nearly, gets an answer that fits it too."""

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import response_schema_conformance

from tests.amount import amount
from tests.patience import PATIENCE
from tests.server.conftest import Guest, Server

SETTINGS = settings(
    max_examples=amount(4, 12), deadline=None, database=None, suppress_health_check=list(HealthCheck), derandomize=True
)
MODES = [schemathesis.GenerationMode.POSITIVE, schemathesis.GenerationMode.NEGATIVE]


@pytest.mark.parametrize("mode", MODES, ids=["fitting", "not-fitting"])
def test_no_request_makes_the_server_fail(server: Server, guest: Guest, mode: schemathesis.GenerationMode) -> None:
    schema = schemathesis.openapi.from_url(f"{server.address}/api/openapi.json", timeout=PATIENCE)
    somebody = guest(server, "Schema")
    tried = 0
    for result in schema.get_all_operations():
        operation = result.ok()
        if operation.method == "delete":
            continue  # the rest needs the guest

        @SETTINGS
        @given(case=operation.as_strategy(generation_mode=mode))
        def check(case: schemathesis.Case) -> None:
            case.call_and_validate(
                headers={"origin": server.address, "cookie": somebody.cookie},
                timeout=PATIENCE,
                checks=[not_a_server_error, response_schema_conformance],
            )

        try:
            check()
        except Exception as error:
            if type(error).__name__ != "Unsatisfiable":  # nothing about a request without parameters can be wrong
                raise
        tried += 1
    assert tried > 10
    assert "Traceback" not in server.errors.read_text()
