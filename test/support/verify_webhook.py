"""
Verifies deliveries as an integrator would, by the specification alone: reads JSON lines, prints one verdict per line.
"""

import base64
import hashlib
import hmac
import json
import sys


def verdict(headers, body, secret, now):
    if abs(now - int(headers["svc-timestamp"])) > 300:
        return "late"
    key = base64.b64decode(secret.removeprefix("whsec_"))
    content = f"{headers['svc-id']}.{headers['svc-timestamp']}.{body}".encode()
    expected = base64.b64encode(hmac.new(key, content, hashlib.sha256).digest()).decode()
    offered = [part.partition(",") for part in headers["svc-signature"].split(" ")]
    matches = any(version == "v1" and hmac.compare_digest(value, expected) for version, _, value in offered)
    return "verified" if matches else "forged"


for line in sys.stdin:
    print(verdict(**json.loads(line)), flush=True)
