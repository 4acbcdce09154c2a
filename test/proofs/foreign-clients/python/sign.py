"""Signs requests by the direct flow."""

import base64
import hashlib
import secrets
import time
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec


class Signer:
    def __init__(self, key_id: str, pem: bytes) -> None:
        self.key_id = key_id
        self.private_key = serialization.load_pem_private_key(pem, password=None)

    def headers(self, method: str, url: str, body: bytes, idempotency_key: str) -> dict[str, str]:
        """Returns the headers that sign one request. The body is the bytes that are sent."""
        address = urlsplit(url)
        path = f"{address.path}?{address.query}" if address.query else address.path
        timestamp, nonce = str(int(time.time())), secrets.token_hex(16)
        digest = hashlib.sha256(body).hexdigest()
        text = "\n".join([self.key_id, method, path, digest, idempotency_key, timestamp, nonce])
        signature = self.private_key.sign(text.encode(), ec.ECDSA(hashes.SHA256()))
        return {
            "X-Api-Key": self.key_id,
            "X-Svc-Signature": base64.b64encode(signature).decode(),
            "X-Svc-Timestamp": timestamp,
            "X-Svc-Nonce": nonce,
        }
