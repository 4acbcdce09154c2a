"""Makes the document stricter than callers need it, and reduces it to what the run's key can call."""


def leave_out_sessions(document: dict) -> None:
    """
    Leaves out operations that only people may call, because the run has a key. Above all `changePolicy` must stay out:
    generated caps and thresholds would refuse or hold every payout of the rest of the run.
    """
    for path, operations in list(document["paths"].items()):
        document["paths"][path] = {
            method: operation
            for method, operation in operations.items()
            if any("Session" not in way for way in operation["security"])
        }
        if not document["paths"][path]:
            del document["paths"][path]


def leave_out_slow_bounds(document: dict) -> None:
    """
    Leaves out bounds to which values take a minute to generate: a hundred countries, and an address of 254 characters. Tests of
    the operation send those.
    """
    properties = document["components"]["schemas"]["CreatePayoutLink"]["properties"]
    del properties["countries"]["maxItems"]
    del properties["payeeEmail"]["maxLength"]


def close_answers(document: dict) -> None:
    """
    Forbids fields that the document does not name. The document allows new fields in answers, because they are
    compatible changes, but here they count as undocumented.
    """
    _close(document["components"]["schemas"])
    for operations in document["paths"].values():
        for operation in operations.values():
            _close(operation["responses"])


def _close(node) -> None:
    if isinstance(node, list):
        for item in node:
            _close(item)
    elif isinstance(node, dict):
        if "properties" in node and node.get("type") == "object":
            node.setdefault("additionalProperties", False)
        for name, item in node.items():
            # Each part of an `allOf` names only some of the fields, and the component among the parts is closed by
            # itself.
            if name != "allOf":
                _close(item)
