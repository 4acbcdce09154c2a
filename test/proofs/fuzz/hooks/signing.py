"""Signs requests by the direct flow (specification, Authentication)."""

import base64
import hashlib
import secrets
import time

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from requests import PreparedRequest
from requests.auth import AuthBase


IDEMPOTENCY_KEY = "Idempotency-Key"


class Signer(AuthBase):
    """Adds the four headers of a signature to a request, in the form in which it is sent."""

    def __init__(self, key_id: str, private_key: ec.EllipticCurvePrivateKey) -> None:
        self.key_id = key_id
        self._private_key = private_key

    @classmethod
    def from_pem(cls, key_id: str, pem: str) -> "Signer":
        return cls(key_id, serialization.load_pem_private_key(pem.encode(), password=None))

    @classmethod
    def stranger(cls, key_id: str) -> "Signer":
        """A signer that names a key but does not have its private half."""
        return cls(key_id, ec.generate_private_key(ec.SECP256R1()))

    def __call__(self, request: PreparedRequest) -> PreparedRequest:
        return request if "Authorization" in request.headers else self._sign_request(request)

    def _sign_request(self, request: PreparedRequest) -> PreparedRequest:
        timestamp, nonce = str(int(time.time())), secrets.token_hex(16)
        text = "\n".join(
            [
                self.key_id,
                request.method,
                request.path_url,
                hashlib.sha256(body_bytes(request)).hexdigest(),
                text_of(request.headers.get(IDEMPOTENCY_KEY, "")),
                timestamp,
                nonce,
            ]
        )
        request.headers["X-Api-Key"] = self.key_id
        request.headers["X-Svc-Signature"] = self.sign(text)
        request.headers["X-Svc-Timestamp"] = timestamp
        request.headers["X-Svc-Nonce"] = nonce
        return request

    def sign(self, text: str) -> str:
        signature = self._private_key.sign(text.encode(), ec.ECDSA(hashes.SHA256()))
        return base64.b64encode(signature).decode()


def body_bytes(request: PreparedRequest) -> bytes:
    body = request.body or b""
    return body.encode() if isinstance(body, str) else body


def text_of(value: str | bytes) -> str:
    """A header as its receiver reads it: one character per byte, without surrounding spaces."""
    return (value.decode("latin-1") if isinstance(value, bytes) else value).strip(" \t")
