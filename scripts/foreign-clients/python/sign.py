"""Signs the requests of any client that is built on httpx, by the direct flow."""

import base64
import hashlib
import secrets
import time

import httpx
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec


class Signer(httpx.Auth):
    requires_request_body = True

    def __init__(self, key_id: str, pem: bytes) -> None:
        self.key_id = key_id
        self.private_key = serialization.load_pem_private_key(pem, password=None)

    def auth_flow(self, request):
        path = request.url.raw_path.decode()  # with the query, as it is sent
        body = hashlib.sha256(request.content).hexdigest()
        key = request.headers.get("Idempotency-Key", "")
        timestamp, nonce = str(int(time.time())), secrets.token_hex(16)
        text = "\n".join([self.key_id, request.method, path, body, key, timestamp, nonce])
        signature = self.private_key.sign(text.encode(), ec.ECDSA(hashes.SHA256()))
        request.headers["X-Api-Key"] = self.key_id
        request.headers["X-Svc-Signature"] = base64.b64encode(signature).decode()
        request.headers["X-Svc-Timestamp"] = timestamp
        request.headers["X-Svc-Nonce"] = nonce
        yield request
