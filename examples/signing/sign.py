import base64, hashlib, os, time, urllib.parse, urllib.request, uuid
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

key_id, organization = os.environ["SLUICE_KEY_ID"], os.environ["SLUICE_ORGANIZATION_ID"]
with open(os.environ["SLUICE_KEY_FILE"], "rb") as file:
    key = serialization.load_pem_private_key(file.read(), None)
url = f"{os.environ['SLUICE_BASE_URL']}/payments/organizations/{organization}/sandbox/fund"
target = urllib.parse.urlsplit(url).path
body, idempotency_key, nonce, timestamp = b'{"amount":"100.00"}', str(uuid.uuid4()), str(uuid.uuid4()), str(int(time.time()))
text = "\n".join([key_id, "POST", target, hashlib.sha256(body).hexdigest(), idempotency_key, timestamp, nonce])
signature = base64.b64encode(key.sign(text.encode(), ec.ECDSA(hashes.SHA256()))).decode()
headers = {"X-Api-Key": key_id, "X-Svc-Signature": signature, "X-Svc-Timestamp": timestamp, "X-Svc-Nonce": nonce,
           "Idempotency-Key": idempotency_key, "Content-Type": "application/json"}
request = urllib.request.Request(url, body, headers, method="POST")
print(urllib.request.urlopen(request).read().decode())
