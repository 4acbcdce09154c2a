"""Makes the document stricter than its callers need it, and leaves out what would spoil the run."""


def leave_out(document: dict, operation_id: str) -> None:
    for path, operations in list(document["paths"].items()):
        kept = {method: each for method, each in operations.items() if each["operationId"] != operation_id}
        document["paths"][path] = kept


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
