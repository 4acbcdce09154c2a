"""Uses the client that openapi-python-client has generated: a signed write, and a signed read of what it made."""

import os
import uuid
from pathlib import Path

import httpx
from sign import Signer
from sluice_client import Client
from sluice_client.api.deposits import get_deposit
from sluice_client.api.sandbox import fund_sandbox
from sluice_client.models import Deposit, FundSandbox

signer = Signer(os.environ["SLUICE_KEY_ID"], Path(os.environ["SLUICE_KEY_FILE"]).read_bytes())
organization = os.environ["SLUICE_ORGANIZATION_ID"]


class SignedRequests(httpx.Auth):
    requires_request_body = True

    def auth_flow(self, request):
        key = request.headers.get("Idempotency-Key", "")
        request.headers.update(signer.headers(request.method, str(request.url), request.content, key))
        yield request


client = Client(base_url=os.environ["SLUICE_BASE_URL"], httpx_args={"auth": SignedRequests()})
made = fund_sandbox.sync(
    organization, client=client, body=FundSandbox(amount="12.50"), idempotency_key=str(uuid.uuid4())
)
assert isinstance(made, Deposit), made
assert made.amount == "12.50", made
found = get_deposit.sync(organization, made.deposit_id, client=client)
assert isinstance(found, Deposit), found
assert (found.deposit_id, found.amount) == (made.deposit_id, "12.50"), found
