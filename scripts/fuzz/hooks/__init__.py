"""What Schemathesis loads: signs every call, makes cases that can succeed, and forges calls that did."""

import json
import os
from pathlib import Path

import schemathesis

from .cases import CaseMaker
from .document import close_answers, leave_out_sessions
from .forgeries import Forger
from .progress import Progress
from .signing import Signer

quickstart = json.loads(Path(os.environ["SLUICE_QUICKSTART"]).read_text())
signer = Signer.from_pem(quickstart["apiKey"]["id"], quickstart["apiKey"]["privateKey"])
cases = CaseMaker(quickstart, signer, seed=int(os.environ["SLUICE_SEED"]))
forger = Forger(signer)
progress = Progress()

schemathesis.auth.set_from_requests(signer)


@schemathesis.hook
def before_load_schema(context, raw_schema):
    close_answers(raw_schema)
    leave_out_sessions(raw_schema)


@schemathesis.hook
def before_call(context, case, kwargs):
    cases.prepare(case)


@schemathesis.hook
def after_call(context, case, response):
    cases.learn(response)
    progress.count(case, response)


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """The document says that the gateway answers by itself what is too large for it, and that this carries no request id."""
    is_gateways_own = response.status_code in (413, 431) and "x-request-id" not in response.headers
    return not is_gateways_own


@schemathesis.check
def forged_call_refused(ctx, response, case):
    """An accepted call is sent again, forged in one of the ways in turn, and must be refused for that."""
    if response.status_code < 300 and not is_public(case):
        forger.try_next(case.operation.label, response.request)
        progress.count_forgery()


PAYOUT = "/payments/organizations/{orgId}/payouts/{payoutId}"
# No payout of the sandbox awaits its organization's own funds. No public key is made by chance, and a key that is rotated
# ends before the run does.
REFUSED_IN_SANDBOX = {f"GET {PAYOUT}/funding", f"POST {PAYOUT}/cancel", "POST /api-keys/{id}/rotate"}


@schemathesis.check
class every_operation_accepted:
    """Answers of refused calls alone prove little."""

    def after_response(self, ctx, response, case):
        pass

    def after_run(self, ctx):
        never_accepted = progress.never_accepted - REFUSED_IN_SANDBOX
        if never_accepted:
            raise AssertionError("never accepted: " + ", ".join(sorted(never_accepted)))


def is_public(case):
    return {} in case.operation.definition.raw["security"]
