"""Makes the document stricter than its callers need it, and of what the run's key can call."""


def leave_out_sessions(document: dict) -> None:
    """
    Every call is signed by a key: what only people may call would be refused as a whole. A policy above all must stay out
    (`changePolicy`): generated caps and thresholds would refuse or hold every payout of the rest of the run.
    """
    for path, operations in list(document["paths"].items()):
        document["paths"][path] = {
            method: operation
            for method, operation in operations.items()
            if any("Session" not in way for way in operation["security"])
        }
        if not document["paths"][path]:
            del document["paths"][path]


def close_answers(document: dict) -> None:
    """
    A new field in an answer is a compatible change, so the document leaves answers open; one that it does not know is
    undocumented all the same.
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
            # Parts of a whole: each knows some of its fields, and the component among them is closed by itself.
            if name != "allOf":
                _close(item)
