"""Prints the progress of the run, and knows at the end which operations it never accepted."""

import sys
import time
from collections import Counter

LINE_SECONDS = 10


class Progress:
    def __init__(self) -> None:
        self._started = self._printed_at = time.monotonic()
        self._calls = Counter()
        self._accepted = Counter()
        self._forgeries = 0

    @property
    def never_accepted(self) -> set[str]:
        return {operation for operation in self._calls if not self._accepted[operation]}

    def count(self, case, response) -> None:
        operation = case.operation.label
        self._calls[operation] += 1
        self._accepted[operation] += response.status_code < 300
        if time.monotonic() - self._printed_at > LINE_SECONDS:
            self._print_line()

    def count_forgery(self) -> None:
        self._forgeries += 1

    def _print_line(self) -> None:
        self._printed_at = time.monotonic()
        print(
            f"     {self._printed_at - self._started:4.0f} s: {self._calls.total()} calls"
            f" to {len(self._calls)} operations,"
            f" {self._accepted.total()} accepted by {len(+self._accepted)}, {self._forgeries} forged and refused",
            flush=True,
        )
