"""What Schemathesis loads: signs every call, makes cases that can succeed, and forges calls that did."""

import json
import os
from pathlib import Path

import schemathesis

from .cases import CaseMaker
from .document import close_answers, leave_out
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
    # Generated caps and thresholds would refuse or hold every payout of the rest of the run.
    leave_out(raw_schema, "changePolicy")


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


P = "/payments/organizations/{orgId}"
KEYS, MEMBERS = "/organizations/{orgId}/api-keys", "/organizations/{orgId}/members"
APPROVAL = f"{P}/payouts/approvals/{{approvalId}}"
NEVER_ACCEPTED = {
    # No payout of the sandbox awaits its organization's own funds, none waits for approvers, and no deposit is held.
    *(f"GET {P}/payouts/{{payoutId}}/funding", f"POST {P}/payouts/{{payoutId}}/cancel"),
    *(f"POST {APPROVAL}/approve", f"POST {APPROVAL}/reject", f"POST {P}/deposits/{{depositId}}/accept"),
    # No public key is made by chance, and without its key the run would be over.
    *(f"POST {KEYS}", f"DELETE {KEYS}/{{id}}", "POST /api-keys/{id}/rotate"),
    # One person calls, who is a member already; and soon nobody else is one.
    *(f"POST {MEMBERS}/join", f"PATCH {MEMBERS}/{{userId}}", f"DELETE {MEMBERS}/{{userId}}"),
}


@schemathesis.check
class every_operation_accepted:
    """Answers of refused calls alone prove little."""

    def after_response(self, ctx, response, case):
        pass

    def after_run(self, ctx):
        never_accepted = progress.never_accepted - NEVER_ACCEPTED
        if never_accepted:
            raise AssertionError("never accepted: " + ", ".join(sorted(never_accepted)))


def is_public(case):
    return {} in case.operation.definition.raw["security"]
