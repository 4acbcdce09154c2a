import base64, hashlib, hmac, json, time


def verify(headers, body: bytes, secret: str) -> dict:
    """The event, or ValueError. The headers' names are in lower case, the body is as received."""
    identifier, timestamp = headers["svc-id"], headers["svc-timestamp"]
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{identifier}.{timestamp}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    given = headers["svc-signature"].split(" ")
    if abs(time.time() - int(timestamp)) > 300 or not any(hmac.compare_digest(expected, one) for one in given):
        raise ValueError("not a delivery of Sluice")
    return json.loads(body)
