"""JSON whose figures stay exact: read as Decimal, written with the digits they have."""

import json
from decimal import Decimal


def read(text):
    return json.loads(text, parse_float=Decimal)


def write(value):
    """Refuses floats: a mapping turns them into Decimal first, with `document.number`."""
    if isinstance(value, dict):
        members = (f"{json.dumps(name)}: {write(member)}" for name, member in value.items())
        return "{" + ", ".join(members) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(write, value)) + "]"
    if isinstance(value, Decimal):
        return format(value, "f")
    if isinstance(value, float):
        raise TypeError(f"{value} is a float, which is not exact: read JSON with parse_float=Decimal, or write a Decimal")
    return json.dumps(value, ensure_ascii=False)
