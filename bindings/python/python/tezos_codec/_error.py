"""The exception of all functions."""

from __future__ import annotations


class CodecError(ValueError):
    """Why a function has no answer.

    ``name`` is that of the error in Octez, such as ``Not_enough_data``, or ours if it has none. ``path`` is that of the refused field, such as
    ``contents[0].fee``, and ``offset`` that of the refused byte, or of the refused value in a JSON text. What is not known is ``None``.
    """

    def __init__(
        self,
        message: str,
        name: str,
        path: str = "",
        offset: int | None = None,
        expected: str | None = None,
        found: str | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.name = name
        self.path = path
        self.offset = offset
        self.expected = expected
        self.found = found

    def __reduce__(self) -> tuple[type[CodecError], tuple[str, str, str, int | None, str | None, str | None]]:
        """Lets processes pass the exception to each other, with its attributes."""
        return type(self), (self.message, self.name, self.path, self.offset, self.expected, self.found)
