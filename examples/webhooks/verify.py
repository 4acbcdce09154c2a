import base64, hashlib, hmac, json, time


def verify(headers, body: bytes, secret: str) -> dict:
    """The event, or ValueError. The headers' names are in lower case, the body is as received."""
    identifier, timestamp, given = (headers.get(name, "") for name in ("svc-id", "svc-timestamp", "svc-signature"))
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{identifier}.{timestamp}.".encode() + body
    expected = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    matches = any(hmac.compare_digest(expected, one.encode()) for one in given.split(" "))
    if not matches or abs(time.time() - int(timestamp)) > 300:
        raise ValueError("not a delivery of Sluice")
    return json.loads(body)
