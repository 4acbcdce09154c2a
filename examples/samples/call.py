# Sends one request, signed by your key or in a member's session. The samples of the reference call it.
import base64, hashlib, json, os, time, urllib.parse, urllib.request, uuid
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

organization = os.environ["SLUICE_ORGANIZATION_ID"]


def call(method, path, body=None, key=""):
    url = os.environ["SLUICE_BASE_URL"] + path
    data = b"" if body is None else json.dumps(body).encode()
    session = os.environ.get("SLUICE_SESSION")
    headers = {"Authorization": f"Bearer {session}"} if session else signed(method, url, data, key)
    if data:
        headers["Content-Type"] = "application/json"
    if key:
        headers["Idempotency-Key"] = key
    request = urllib.request.Request(url, data or None, headers, method=method)
    with urllib.request.urlopen(request) as answer:
        text = answer.read().decode()
        return json.loads(text) if "json" in answer.headers.get("Content-Type", "") and text else text


def signed(method, url, data, key):
    with open(os.environ["SLUICE_KEY_FILE"], "rb") as file:
        private_key = serialization.load_pem_private_key(file.read(), None)
    parts = urllib.parse.urlsplit(url)
    target = parts.path + (f"?{parts.query}" if parts.query else "")
    key_id, timestamp, nonce = os.environ["SLUICE_KEY_ID"], str(int(time.time())), str(uuid.uuid4())
    text = "\n".join([key_id, method, target, hashlib.sha256(data).hexdigest(), key, timestamp, nonce])
    signature = base64.b64encode(private_key.sign(text.encode(), ec.ECDSA(hashes.SHA256()))).decode()
    return {"X-Api-Key": key_id, "X-Svc-Signature": signature, "X-Svc-Timestamp": timestamp, "X-Svc-Nonce": nonce}
