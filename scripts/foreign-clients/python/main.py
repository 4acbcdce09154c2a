"""Uses the client that openapi-python-client has generated: a signed read, a signed write, and the read again."""

import os
import uuid
from decimal import Decimal
from pathlib import Path

from sign import Signer
from sluice_client import Client
from sluice_client.api.balance import get_balance
from sluice_client.api.sandbox import fund_sandbox
from sluice_client.models import Balance, Deposit, FundSandbox

signer = Signer(os.environ["SLUICE_KEY_ID"], Path(os.environ["SLUICE_KEY_FILE"]).read_bytes())
client = Client(base_url=os.environ["SLUICE_BASE_URL"], httpx_args={"auth": signer})
organization = os.environ["SLUICE_ORGANIZATION_ID"]


def available() -> Decimal:
    balance = get_balance.sync(organization, client=client)
    assert isinstance(balance, Balance), balance
    return Decimal(balance.available)


before = available()
deposit = fund_sandbox.sync(
    organization, client=client, body=FundSandbox(amount="12.50"), idempotency_key=str(uuid.uuid4())
)
assert isinstance(deposit, Deposit), deposit
assert deposit.amount == "12.50", deposit
assert available() - before == Decimal("12.50"), "the deposit is not in the balance"
