"""Sends an accepted call again with something wrong about its signature or its session."""

import json
from collections import deque
from collections.abc import Callable

import requests

from .signing import IDEMPOTENCY_KEY, Signer, body_bytes

TIMEOUT_SECONDS = 30
SIGNATURE_HEADERS = ("X-Svc-Signature", "X-Svc-Timestamp", "X-Svc-Nonce")

Request = requests.PreparedRequest


class Forger:
    """Knows each way to forge a call, and the one answer that it must get: status and `type`."""

    def __init__(self, signer: Signer) -> None:
        self._signer = signer
        self._stranger = Signer.stranger(signer.key_id)
        self._session = requests.Session()
        by_key = [
            (self._replayed, (401, "SIGNATURE_REPLAYED")),
            (self._without_key, (401, "UNAUTHORIZED")),
            (self._without_signature, (202, "SIGNATURE_CHALLENGE")),
            (self._without_nonce, (401, "SIGNATURE_REQUIRED")),
            (self._with_another_body, (401, "SIGNATURE_INVALID")),
            (self._with_another_query, (401, "SIGNATURE_INVALID")),
            (self._with_another_idempotency_key, (401, "SIGNATURE_INVALID")),
            (self._signed_by_a_stranger, (401, "SIGNATURE_INVALID")),
            (self._challenge_answered_by_a_stranger, (401, "SIGNATURE_INVALID")),
        ]
        by_session = [
            (self._without_session, (401, "UNAUTHORIZED")),
            (self._with_a_session_of_somebody_else, (401, "UNAUTHORIZED")),
            (self._with_a_key_beside, (401, "UNAUTHORIZED")),
        ]
        self._turns: dict[tuple[str, bool], deque] = {}
        self._ways = {False: by_key, True: by_session}

    def try_next(self, operation: str, accepted: Request) -> None:
        """
        Forges an accepted call in the next way. Raises AssertionError when the forged call is not refused as it must
        be; then the same way is tried again at the next call.
        """
        is_session = "Authorization" in accepted.headers
        turns = self._turns.setdefault((operation, is_session), deque(self._ways[is_session]))
        forge, expected = turns[0]
        forged = forge(accepted.copy())
        answer = self._send(forged)
        if status_and_type_of(answer) != expected:
            raise AssertionError(
                f"{forge.__name__.strip('_')}, expected {expected}\n"
                f"{text_of_request(forged)}\n\n{text_of_answer(answer)}"
            )
        turns.rotate(-1)

    def _send(self, request: Request) -> requests.Response:
        return self._session.send(request, timeout=TIMEOUT_SECONDS)

    def _replayed(self, request: Request) -> Request:
        return request

    def _without_key(self, request: Request) -> Request:
        del request.headers["X-Api-Key"]
        return self._without_signature(request)

    def _without_signature(self, request: Request) -> Request:
        for name in SIGNATURE_HEADERS:
            del request.headers[name]
        return request

    def _without_nonce(self, request: Request) -> Request:
        self._signer(request)
        del request.headers["X-Svc-Nonce"]
        return request

    # Each of these signs anew before its change: an old signature would be refused as a replay, even if the change were
    # not detected.

    def _with_another_body(self, request: Request) -> Request:
        self._signer(request)
        request.body = body_bytes(request) + b" "
        request.prepare_content_length(request.body)
        return request

    def _with_another_query(self, request: Request) -> Request:
        self._signer(request)
        request.url += "&forged" if "?" in request.url else "?forged"
        return request

    def _with_another_idempotency_key(self, request: Request) -> Request:
        self._signer(request)
        request.headers[IDEMPOTENCY_KEY] = "forged"
        return request

    def _without_session(self, request: Request) -> Request:
        del request.headers["Authorization"]
        return request

    def _with_a_session_of_somebody_else(self, request: Request) -> Request:
        header, claims, signature = request.headers["Authorization"].split(".")
        somebody_else = claims[:-4] + ("AAAA" if claims[-4:] != "AAAA" else "BBBB")
        request.headers["Authorization"] = ".".join((header, somebody_else, signature))
        return request

    def _with_a_key_beside(self, request: Request) -> Request:
        request.headers["X-Api-Key"] = self._signer.key_id
        return request

    def _signed_by_a_stranger(self, request: Request) -> Request:
        return self._stranger(request)

    def _challenge_answered_by_a_stranger(self, request: Request) -> Request:
        challenge = self._send(self._without_signature(request)).json()
        request.headers["X-Svc-Request-Id"] = challenge["requestId"]
        request.headers["X-Svc-Signature"] = self._stranger.sign(challenge["payloadToSign"])
        return request


def status_and_type_of(answer: requests.Response) -> tuple[int, str | None]:
    try:
        return answer.status_code, answer.json().get("type")
    except (json.JSONDecodeError, AttributeError):
        return answer.status_code, None


def text_of_request(request: Request) -> str:
    headers = "\n".join(f"{name}: {value}" for name, value in request.headers.items())
    return f"{request.method} {request.url}\n{headers}\n\n{body_bytes(request).decode(errors='replace')}"


def text_of_answer(answer: requests.Response) -> str:
    return f"{answer.status_code}\n{answer.text}"
