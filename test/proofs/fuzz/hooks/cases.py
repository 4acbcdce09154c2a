"""Puts into generated cases what chance would never find: the caller's organization, ids and accounts that exist."""

import random
import re
import time
import uuid
from collections import Counter, defaultdict, deque
from collections.abc import Iterator
from functools import cached_property

import requests

from .signing import IDEMPOTENCY_KEY, Signer

# Fields of answers to learn from, by the field or parameter of requests that uses them.
LEARNED = {
    "destinationAccountId": "destinationAccountId",
    "snapshotId": "snapshotId",
    "payoutId": "payoutId",
    "orderId": "payoutId",
    "recipientId": "recipientId",
    "depositId": "depositId",
    "batchId": "batchId",
    "productId": "productId",
    "linkId": "linkId",
    "payoutLinkId": "payoutLinkId",
    "cursor": "nextCursor",
}
# Prefixes of ids that answers call "id", by the parameter of requests that uses them.
LEARNED_BY_PREFIX = {"endpointId": "we_", "paymentId": "pay_"}
REMEMBERED = 100
# The other values stay as generated: another organization, an id that nobody has, a key used before.
LIKELIHOOD = 0.8
# For calls that accept either a key or a session.
SESSION_LIKELIHOOD = 0.2
TIMEOUT_SECONDS = 30
POLL_SECONDS = 0.1
# Each takes a moment until it waits.
MOST_BATCHES = 10
MOST_PAYMENTS = 10
MOST_RETIRED = 10
# The country's letters as numbers, for the check digits of an IBAN (ISO 13616).
GERMANY = "1314"
# For each operation: otherwise one would use up the links of all.
MOST_LINKS = 30
# Operations that want a link as it is made, and whether it is published.
FRESH_LINKS = {
    "updateLink": False,
    "publishLink": False,
    "deleteLink": False,
    "pauseLink": True,
    "simulateCheckoutPayment": True,
}
# Operations that price or pay.
PAYING = {"createQuote", "acceptQuote", "createPayout"}
# Operations that want a payout link that is open: one is renewed three times at most, and ends when it is canceled.
OPEN_PAYOUT_LINKS = {"renewPayoutLinkToken", "cancelPayoutLink"}
# A value that is not even an id is meant to be wrong and is not replaced.
ID = re.compile(r"[A-Za-z0-9_.-]{1,128}")
AMOUNT = re.compile(r"[0-9]+(\.[0-9]+)?")
URL = re.compile(r"https?://[\x21-\x7e]{1,2000}")


class CaseMaker:
    def __init__(self, quickstart: dict, signer: Signer, seed: int) -> None:
        self._organization_id = quickstart["organizationId"]
        self._base_url = quickstart["baseUrl"]
        self._signer = signer
        self._session = quickstart["sessions"]["owner"]
        self._random = random.Random(seed)
        self._learned = defaultdict(lambda: deque(maxlen=REMEMBERED))
        self._batches_made = 0
        self._payments_made = 0
        self._links_made = Counter()
        self._products_made = 0
        self._retired = 0

    def prepare(self, case) -> None:
        """Changes a case before it is sent."""
        for fields in (case.path_parameters, case.query, case.headers, case.body):
            if hasattr(fields, "items"):
                self._name_what_exists(fields)
        definition = case.operation.definition.raw
        if definition["operationId"] == "createRecipient" and isinstance(case.body, dict):
            self._name_an_account(case.body)
        if definition["operationId"] in PAYING and isinstance(case.body, dict):
            self._name_what_can_be_paid(case.body)
        if definition["operationId"] == "confirmPayoutBatch":
            self._name_a_waiting_batch(case.path_parameters)
        if definition["operationId"] == "retireRecipient":
            self._name_a_fresh_recipient(case.path_parameters)
        if definition["operationId"] == "createProduct" and isinstance(case.body, dict):
            self._name_a_price(case.body)
        if definition["operationId"] == "updateProduct":
            self._name_a_fresh_product(case)
        if definition["operationId"] in ("createLink", "updateLink") and isinstance(case.body, dict):
            self._name_one_price(case.body)
        if definition["operationId"] in FRESH_LINKS:
            self._name_a_fresh_link(definition["operationId"], case.path_parameters)
        if definition["operationId"] in OPEN_PAYOUT_LINKS:
            self._name_an_open_payout_link(definition["operationId"], case.path_parameters)
        if definition["operationId"] == "refundCheckoutPayment":
            self._name_a_refund(case)
        if definition["operationId"] == "sendSandboxTransfer" and isinstance(case.body, dict) and self._is_likely():
            case.body.update(self._address)
        if definition["operationId"] == "registerSandboxWebhookEndpoint" and isinstance(case.body, dict):
            self._name_a_public_address(case.body)
        if self._is_session_to_call(definition["security"]):
            case.headers = {**(case.headers or {}), "Authorization": f"Bearer {self._session}"}

    def learn(self, response) -> None:
        """Remembers the ids of an accepted call's answer."""
        is_json = "json" in "".join(response.headers.get("content-type", []))
        if response.status_code < 300 and is_json:
            for name, value in fields_of(response.json()):
                if name in LEARNED.values():
                    self._learned[name].append(value)
                for parameter, prefix in LEARNED_BY_PREFIX.items():
                    if name == "id" and value.startswith(prefix):
                        self._learned[parameter].append(value)

    def _name_what_exists(self, fields) -> None:
        for name, value in fields.items():
            known = self._known(name)
            if known and isinstance(value, str) and ID.fullmatch(value) and self._is_likely():
                fields[name] = self._random.choice(known)

    def _known(self, name: str):
        if name == "orgId":
            return [self._organization_id]
        if name == IDEMPOTENCY_KEY:
            return [str(uuid.uuid4())]
        return self._learned.get(LEARNED.get(name, name))

    def _is_session_to_call(self, security: list[dict]) -> bool:
        return {"Session": []} in security and self._random.random() < SESSION_LIKELIHOOD

    def _name_an_account(self, recipient: dict) -> None:
        """Country, currency and details must fit each other: the sandbox lists accounts for which they do."""
        if isinstance(recipient.get("method"), dict) and "country" in recipient and self._is_likely():
            scenario = self._random.choice(self._scenarios)
            recipient["country"] = scenario["country"]
            recipient["method"] = {
                "kind": "fiat",
                "currency": scenario["currency"],
                "recipientDetails": scenario["recipientDetails"],
            }

    def _name_what_can_be_paid(self, payment: dict) -> None:
        """Few amounts are covered by the balance, and few texts are reasons of a currency."""
        if not self._is_likely():
            return
        for name in ("amountLeg", "expectDestination", "purposeOfPayment", "paymentReason"):
            payment.pop(name, None)
        if "amount" in payment:
            payment["amount"] = "10.00"

    def _name_a_fresh_recipient(self, parameters) -> None:
        """Those that are known stay in use: nothing is paid to a recipient that is retired."""
        if self._retired < MOST_RETIRED and self._is_likely():
            self._retired += 1
            parameters["recipientId"] = self._make_recipient()
        elif parameters.get("recipientId") in self._learned["recipientId"]:
            parameters["recipientId"] = f"rcp_{uuid.uuid4().hex[:25]}"

    def _make_recipient(self) -> str:
        account = f"{self._random.randrange(10**18):018}"
        check_digits = 98 - int(f"{account}{GERMANY}00") % 97
        details = {"iban": f"DE{check_digits:02}{account}"}
        method = {"kind": "fiat", "currency": "EUR", "recipientDetails": details}
        recipient = {"type": "individual", "name": "Ada Lovelace", "country": "DE", "method": method}
        return self._post(f"recipients/{self._organization_id}", recipient)["recipientId"]

    def _name_a_price(self, product: dict) -> None:
        """Few texts of three letters are currencies, and an amount has at most the places of its own."""
        if "currency" in product and "unitAmount" in product and self._is_likely():
            product["currency"] = "USD"
            product["unitAmount"] = "12.50"

    def _name_a_fresh_product(self, case) -> None:
        """Most products are archived already."""
        if self._products_made < MOST_LINKS and self._is_likely():
            self._products_made += 1
            product = {"name": "Mug", "currency": "USD", "unitAmount": "12.50"}
            made = self._post(f"checkout/organizations/{self._organization_id}/products", product)
            case.path_parameters["productId"] = made["productId"]
            if isinstance(case.body, dict) and "unitAmount" in case.body:
                case.body["unitAmount"] = "13.00"

    def _name_one_price(self, link: dict) -> None:
        """A link has one price, of a currency, and what has a bank account or an address needs one that exists."""
        if not self._is_likely():
            return
        for name in ("productId", "methods", "successUrl", "cancelUrl", "expiresAt"):
            link.pop(name, None)
        link["currency"] = "USD"
        link["items"] = [{"name": "Mug", "quantity": 1, "unitAmount": "12.50"}]

    def _name_a_fresh_link(self, operation: str, parameters) -> None:
        """Most links are published, paused or deleted already."""
        if self._links_made[operation] < MOST_LINKS and self._is_likely():
            self._links_made[operation] += 1
            parameters["linkId"] = self._make_link(is_sent=FRESH_LINKS[operation])

    def _make_link(self, is_sent: bool) -> str:
        items = [{"name": "Mug", "quantity": 1, "unitAmount": "12.50"}]
        link = {"currency": "USD", "items": items, "publish": is_sent}
        return self._post(f"checkout/organizations/{self._organization_id}/links", link)["linkId"]

    def _name_an_open_payout_link(self, operation: str, parameters) -> None:
        if self._links_made[operation] < MOST_LINKS and self._is_likely():
            self._links_made[operation] += 1
            payments = f"payments/organizations/{self._organization_id}"
            self._post(f"{payments}/sandbox/fund", {"amount": "10.00"})
            link = {"amount": "10.00", "currency": "USD", "reference": str(uuid.uuid4())}
            parameters["payoutLinkId"] = self._post(f"{payments}/payout-links", link)["payoutLinkId"]

    def _post(self, path: str, body: dict) -> dict:
        headers = {IDEMPOTENCY_KEY: str(uuid.uuid4())}
        url = f"{self._base_url}/{path}"
        made = requests.post(url, json=body, headers=headers, auth=self._signer, timeout=TIMEOUT_SECONDS)
        made.raise_for_status()
        return made.json()

    def _name_a_refund(self, case) -> None:
        """Most payments are refunded already. Amounts with other digits let the acquirer be silent, on purpose."""
        amount = case.body.get("amount") if isinstance(case.body, dict) else None
        if isinstance(amount, str) and AMOUNT.fullmatch(amount):
            case.body["amount"] = "1.00"
        if self._payments_made < MOST_PAYMENTS and self._is_likely():
            self._payments_made += 1
            case.path_parameters["paymentId"] = self._make_payment()

    def _make_payment(self) -> str:
        link = f"checkout/organizations/{self._organization_id}/links/{self._make_link(True)}"
        return self._post(f"{link}/payments/simulate", {})["id"]

    def _name_a_waiting_batch(self, parameters) -> None:
        """Most batches are over, being created or canceled, and cannot be confirmed."""
        if self._batches_made < MOST_BATCHES and self._is_likely():
            self._batches_made += 1
            parameters["batchId"] = self._make_waiting_batch()

    def _make_waiting_batch(self) -> str:
        """A batch whose one line names an account that nobody has: it waits once that was found."""
        path = f"payments/organizations/{self._organization_id}/payouts/batches"
        line = {"amount": "1.00", "destinationAccountId": "nobody"}
        batch = self._post(path, {"externalReferenceId": str(uuid.uuid4()), "items": [line]})
        while batch["status"] != "awaiting_confirmation":
            time.sleep(POLL_SECONDS)
            url = f"{self._base_url}/{path}/{batch['batchId']}"
            answer = requests.get(url, auth=self._signer, timeout=TIMEOUT_SECONDS)
            answer.raise_for_status()
            batch = answer.json()
        return batch["batchId"]

    def _name_a_public_address(self, endpoint: dict) -> None:
        """
        The schema does not say which addresses are public. A value that is not a URL is meant to be wrong and stays.
        """
        url = endpoint.get("url")
        if isinstance(url, str) and URL.fullmatch(url) and self._is_likely():
            endpoint["url"] = "https://example.com/hooks"

    def _is_likely(self) -> bool:
        return self._random.random() < LIKELIHOOD

    @cached_property
    def _address(self) -> dict:
        """Tokens are sent to addresses that the organization has registered, which only people do."""
        details = {"token": "USDC", "chain": "base", "address": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"}
        account = {"kind": "crypto", "currency": "USD", "details": details}
        url = f"{self._base_url}/checkout/organizations/{self._organization_id}/accounts"
        headers = {"Authorization": f"Bearer {self._session}"}
        made = requests.post(url, json=account, headers=headers, timeout=TIMEOUT_SECONDS)
        # The organization may have it from a run before.
        if made.status_code != requests.codes.conflict:
            made.raise_for_status()
        return {**details, "amount": "15.004217"}

    @cached_property
    def _scenarios(self) -> list[dict]:
        url = f"{self._base_url}/payments/organizations/{self._organization_id}/sandbox/scenarios"
        scenarios = requests.get(url, auth=self._signer, timeout=TIMEOUT_SECONDS).json()["data"]
        # The sandbox answers 503 to these accounts on purpose, and that must not hide any other 5xx.
        return [scenario for scenario in scenarios if scenario.get("error") != "PAYOUT_ACCOUNT_PROVIDER_UNAVAILABLE"]


def fields_of(value) -> Iterator[tuple[str, str]]:
    """Every text field of an answer, at any depth."""
    for name, item in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        if isinstance(item, str):
            yield name, item
        else:
            yield from fields_of(item)
