"""Uses the client that openapi-generator has generated: a signed write, and a signed read of what it made."""

import os
import uuid
from pathlib import Path

from openapi_client import ApiClient, Configuration, DepositsApi, FundSandbox, SandboxApi
from sign import Signer

signer = Signer(os.environ["SLUICE_KEY_ID"], Path(os.environ["SLUICE_KEY_FILE"]).read_bytes())
organization = os.environ["SLUICE_ORGANIZATION_ID"]


class SigningPool:
    """Takes the place of urllib3's pool, which is where the generated client has the bytes that it sends."""

    def __init__(self, pool) -> None:
        self.pool = pool

    def request(self, method, url, headers, body=None, **options):
        signed = signer.headers(method, url, (body or "").encode(), headers.get("Idempotency-Key", ""))
        return self.pool.request(method, url, headers={**headers, **signed}, body=body, **options)


client = ApiClient(Configuration(host=os.environ["SLUICE_BASE_URL"]))
client.rest_client.pool_manager = SigningPool(client.rest_client.pool_manager)
made = SandboxApi(client).fund_sandbox(organization, FundSandbox(amount="12.50"), str(uuid.uuid4()))
assert made.amount == "12.50", made
found = DepositsApi(client).get_deposit(organization, made.deposit_id)
assert (found.deposit_id, found.amount) == (made.deposit_id, "12.50"), found
